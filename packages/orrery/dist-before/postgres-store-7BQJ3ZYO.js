import{LEASE_LIMITS}from"./chunk-KAWBCUGR.js";import{GroupCommit}from"./chunk-ICABC7BA.js";import{CHUNK_BYTES,SPACE_BYTES,Transactions,chunkSizes}from"./chunk-IH32K4DY.js";
import{KeyValueError}from"./chunk-7NBCW7XL.js";import{randomUUID}from"node:crypto";function bytesOf(text){return Buffer.from(text.slice(2),"hex")}import{setTimeout as sleep}from"node:timers/promises";var BYTEA_OID=17;var INT4_OID=23;var HEADER_BYTES=12;var DIMENSION_BYTES=8;var INT4_BYTES=4;function byteaArray(elements){let bytes=headerBytes(elements.length);
for(const{length}of elements)bytes+=4+length;const array=Buffer.allocUnsafe(bytes);let at=writeHeader(array,BYTEA_OID,elements.length);for(const element of elements){
at=array.writeInt32BE(element.length,at);array.set(element,at);at+=element.length}return array}function spaceArray(spaces){const array=Buffer.allocUnsafe(headerBytes(
spaces.length)+spaces.length*(4+INT4_BYTES));let at=writeHeader(array,INT4_OID,spaces.length);for(const space of spaces){at=array.writeInt32BE(INT4_BYTES,at);at=
array.writeInt32BE(space|0,at)}return array}function headerBytes(length){return length===0?HEADER_BYTES:HEADER_BYTES+DIMENSION_BYTES}function writeHeader(array,oid,length){
array.writeInt32BE(length===0?0:1,0);array.writeInt32BE(0,4);const at=array.writeInt32BE(oid,8);return length===0?at:array.writeInt32BE(1,array.writeInt32BE(length,
at))}import{DatabaseError}from"pg";var SERIALIZATION_FAILURE="40001";var DEADLOCK_DETECTED="40P01";var DISK_FULL="53100";var CORRUPTED=/^XX00[12]$/;var NOT_THERE=/^(08|57P)/;function isRefusal(error){
return error instanceof DatabaseError&&!NOT_THERE.test(error.code??"08")}function isPassing(error){const{code}=error;return isRefusal(error)&&(code===SERIALIZATION_FAILURE||
code===DEADLOCK_DETECTED)}function toKeyValueError(error,place){if(error instanceof KeyValueError)return error;const options={cause:error};if(error instanceof DatabaseError&&
error.code===DISK_FULL){return new KeyValueError("full",`There is no room left for ${place}: free some space.`,options)}if(error instanceof DatabaseError&&CORRUPTED.
test(error.code??"")){return new KeyValueError("corrupt",`${place} is damaged: ${reasonOf(error)}.`,options)}return new KeyValueError("unavailable",`${place} ca\
nnot be used now: ${reasonOf(error)}.`,options)}function reasonOf(error){const{message,errors}=error;return(message||errors?.map(each=>each.message).join(", ")||
String(error)).replace(/\.$/,"")}var COMMIT_LIMITS={tries:5,awayMs:5e3};var LOOK_MS=200;var CommitLane=class{#connections;#statements;#lease;#away;#moments=new Set;#isClosing=false;constructor(connections,statements,lease,away){
this.#connections=connections;this.#statements=statements;this.#lease=lease;this.#away=away}waitFor(moment){const settled=moment.then(noop,noop).finally(()=>this.#moments.
delete(settled));this.#moments.add(settled)}close(){this.#isClosing=true}async write(group){if(this.#moments.size>0)await Promise.all([...this.#moments]);const rows=rowsOf(
group);for(let left=COMMIT_LIMITS.tries;;left--){const error=await this.#send(rows);if(error===void 0)return;if(left===1||isRefusal(error)&&!isPassing(error)){throw toKeyValueError(
error,this.#connections.place)}}}async#send({spaces,values}){this.#lease.assertHeld();const lent=await this.#connections.lend("commits");const group=this.#lease.
nextGroup();let isHeld;try{const asked=[this.#lease.term,`${group}`,...values];isHeld=(await lent.query(this.#statements.commit,asked)).length>0;lent.giveBack()}catch(error){
lent.giveBack(error);if(isRefusal(error))return error;return await this.#findOut(group,error)?void 0:error}if(isHeld)return void 0;if(!this.#statements.isDistributed)
throw this.#lease.lost();await this.#lease.claim(spaces);return unclaimed(this.#connections.place)}async#findOut(group,cause){const refusedFromMs=performance.now()+
this.#away.awayMs;let isAway=false;try{for(;;){try{return await this.#lease.wasCommitted(group)}catch(error){this.#lease.assertHeld();if(this.#isClosing)throw unknown(
this.#connections.place,cause);if(!isAway&&performance.now()>refusedFromMs){isAway=true;this.#away.onAway(toKeyValueError(error,this.#connections.place))}await sleep(
LOOK_MS)}}}finally{if(isAway)this.#away.onBack()}}};function rowsOf(group){const last=new Map;for(const writes of group)for(const write of writes)last.set(write.
key.toString("latin1"),write);const put={spaces:[],keys:[],values:[]};const deleted={spaces:[],keys:[]};for(const{key,value}of last.values()){const rows=value===
null?deleted:put;rows.spaces.push(key.readUInt32BE(0));rows.keys.push(key.subarray(SPACE_BYTES));if(value!==null)put.values.push(value)}const values=[spaceArray(
put.spaces),byteaArray(put.keys),byteaArray(put.values),spaceArray(deleted.spaces),byteaArray(deleted.keys)];return{spaces:[...new Set([...put.spaces,...deleted.
spaces])],values}}function unclaimed(place){return new KeyValueError("unavailable",`${place} has not let this process write yet: try again.`)}function unknown(place,cause){
return new KeyValueError("unavailable",`${place} did not answer: whether the last writes were done is not known.`,{cause})}function noop(){}import pg from"pg";var CONNECTION_LIMITS={readsMax:4,momentsMax:32,connectMs:1e4,answerMs:6e4,momentMs:60*60*1e3};var SESSION=`SET default_transaction_isolation = 'read committed'\
;
SET bytea_output = hex;
SET jit = off;
SELECT set_config('plan_cache_mode', CASE WHEN EXISTS (SELECT FROM pg_extension WHERE extname = 'citus')
  THEN 'auto' ELSE 'force_generic_plan' END, false);
SET citus.max_adaptive_executor_pool_size = 1;
SET enable_seqscan = off;
SET enable_hashjoin = off;
SET enable_mergejoin = off;
SET idle_in_transaction_session_timeout = ${CONNECTION_LIMITS.momentMs}`;var NOT_SYNCED="; SET synchronous_commit = off";var IDLE_MS=6e4;var ASK_TRIES=3;var AS_TEXT={
getTypeParser:()=>text=>text};var Connections=class{place;#pools;momentMs;constructor(url,durability,momentMs=CONNECTION_LIMITS.momentMs){this.momentMs=momentMs;
const settings={connectionString:withLibpqRules(url),...process.env.PGAPPNAME===void 0&&{fallback_application_name:"orrery"},keepAlive:true,pipeline:true,connectionTimeoutMillis:CONNECTION_LIMITS.
connectMs,idleTimeoutMillis:IDLE_MS,query_timeout:CONNECTION_LIMITS.answerMs,onConnect:async client=>{client.on("error",()=>{});await client.query(SESSION+(durability===
"process"?NOT_SYNCED:""))}};this.#pools={commits:pool(settings,1),lease:pool(settings,1),members:pool(settings,1),reads:pool(settings,CONNECTION_LIMITS.readsMax),
moments:pool(settings,CONNECTION_LIMITS.momentsMax)};this.place=placeOf(url)}async lend(purpose){let client;try{client=await this.#pools[purpose].connect()}catch(error){
throw toKeyValueError(error,this.place)}return{query:(statement,values)=>run(client,statement,values),giveBack:error=>client.release(error!==void 0)}}async ask(statement,values,purpose="\
reads"){for(let left=ASK_TRIES;;left--){const session=await this.lend(purpose);try{const answer=await session.query(statement,values);session.giveBack();return answer}catch(error){
session.giveBack(error);if(left===1||isRefusal(error)&&!isPassing(error))throw toKeyValueError(error,this.place)}}}async inTransaction(purpose,work){for(let left=ASK_TRIES;;left--){
const session=await this.lend(purpose);try{await session.query("BEGIN");const result=await work(session);await session.query("COMMIT");session.giveBack();return result}catch(error){
session.giveBack(error);if(left===1||isRefusal(error)&&!isPassing(error))throw toKeyValueError(error,this.place)}}}async close(){await Promise.all(Object.values(
this.#pools).map(each=>each.end()))}};async function run(client,statement,values=[]){if(typeof statement==="string")return(await client.query({text:statement,rowMode:"\
array"})).rows;const query={...statement,values:[...values],rowMode:"array",types:AS_TEXT};return(await client.query(query)).rows}function pool(settings,max){const made=new pg.
Pool({...settings,max});made.on("error",()=>{});return made}function withLibpqRules(url){const parsed=new URL(url);if(!parsed.searchParams.has("uselibpqcompat"))
parsed.searchParams.set("uselibpqcompat","true");return parsed.href}function placeOf(url){const{user,host,port,database}=new pg.Client({connectionString:withLibpqRules(
url)});return`The database ${database??user} at ${host}:${port}`}import{hostname}from"node:os";import{setTimeout as sleep2}from"node:timers/promises";var RENEWALS_PER_LEASE=4;var LOOK_MS2=250;var Lease=class _Lease{#connections;#statements;#holder;#leaseMs;#onLost;#term="0";#lastGroup=0n;#validUntil={steadyMs:0,
clockMs:0};#timer;#isRenewing=false;#lost;constructor(connections,statements,holder,terms){this.#holder=holder;this.#connections=connections;this.#statements=statements;
this.#leaseMs=terms.leaseMs??LEASE_LIMITS.leaseMs;this.#onLost=terms.onLost??(()=>{})}static async take(connections,statements,holder,terms){const lease=new _Lease(
connections,statements,holder,terms);let seen;while(!await lease.#take()){const[row]=await connections.ask(statements.holder,[],"lease");if(row===void 0)continue;
seen??=row;const[name,expiry]=row;if(name!==seen[0]||expiry!==seen[1])throw inUse(connections.place,name);if(row===seen)terms.notice?.(`${connections.place} is \
held by ${name}: waiting to see if it still runs.`);await sleep2(LOOK_MS2)}lease.#timer=setInterval(()=>void lease.#renew(),lease.#leaseMs/RENEWALS_PER_LEASE);return lease}get holder(){
return this.#holder.id}get leaseMs(){return this.#leaseMs}get term(){return this.#term}nextGroup(){return++this.#lastGroup}get isValid(){const{steadyMs,clockMs}=this.#validUntil;
return this.#lost===void 0&&performance.now()<steadyMs&&Date.now()<clockMs}assertHeld(){if(this.#lost!==void 0)throw this.#lost}lost(){if(this.#lost===void 0){this.#lost=
new KeyValueError("locked",`${this.#connections.place} has been taken over by another process, because this one was silent for over ${this.#leaseMs/1e3} seconds\
.`);clearInterval(this.#timer);this.#onLost(this.#lost)}return this.#lost}async wasCommitted(group){const sentMs=clocks();const[row]=await this.#ask(this.#statements.
raise,[this.#holder.id,this.#leaseMs]);if(row===void 0)throw this.lost();this.#extend(sentMs);this.#term=row[0];return BigInt(row[1])===group}async claim(spaces){
this.assertHeld();const{isDistributed,lockHolder,claim}=this.#statements;const isHeld=await this.#connections.inTransaction("lease",async session=>{const[row]=await session.
query(lockHolder);if(row===void 0)return false;const[term]=row;if(isDistributed&&term===this.#term)for(const space of spaces)await session.query(claim,[space|0,
term]);return true});if(!isHeld)throw this.lost()}async release(){clearInterval(this.#timer);if(this.#lost===void 0)await this.#ask(this.#statements.release,[this.#holder.
id])}async#take(){const sentMs=clocks();const values=[this.#holder.id,`${hostname()}, process ${process.pid}`,this.#leaseMs];const row=await this.#connections.inTransaction(
"lease",session=>this.#claim(session,values));if(row===void 0)return false;this.#term=row[0];this.#lastGroup=BigInt(row[1]);this.#extend(sentMs);return true}async#claim(session,values){
const{lockStore,removeSilent,take,share,register}=this.#statements;await session.query(lockStore);if(this.#holder.isNode){const[shared]=await session.query(share);
return shared&&(await session.query(register,values))[0]}await session.query(removeSilent);return(await session.query(take,values))[0]}async#renew(){if(this.#isRenewing)
return;this.#isRenewing=true;const sentMs=clocks();try{const[row]=await this.#ask(this.#statements.renew,[this.#holder.id,this.#leaseMs]);if(row===void 0)this.lost();else
this.#extend(sentMs)}catch{}finally{this.#isRenewing=false}}#ask(statement,values){return this.#connections.ask(statement,values,"lease")}#extend({steadyMs,clockMs}){
this.#validUntil={steadyMs:steadyMs+this.#leaseMs,clockMs:clockMs+this.#leaseMs}}};function clocks(){return{steadyMs:performance.now(),clockMs:Date.now()}}function inUse(place,holder){
return new KeyValueError("locked",`${place} is in use by ${holder}: stop it first, or choose another database.`)}var NEVER=0;var Members=class{id;leaseMs;#connections;#statements;constructor(connections,statements,lease){this.#connections=connections;this.#statements=statements;
this.id=lease.holder;this.leaseMs=lease.leaseMs}async look(){const members=[];const owners=new Map;for(const[kind,id,name,place,isLeaving,leftMs]of await this.#ask(
this.#statements.members)){if(kind==="unit")owners.set(id,{node:name??void 0,term:Number(place)});else members.push({id,name,address:place??void 0,isLeaving:isLeaving===
"true",leaseLeftMs:Number(leftMs)})}return{members,owners}}async removeSilent(){await this.#ask(this.#statements.removeSilent)}async announce(address){await this.#ask(
this.#statements.announce,this.id,address)}async leave(){await this.#ask(this.#statements.leave,this.id)}async take(unit,last){const[row]=await this.#ask(this.#statements.
takeUnit,unit,this.id,last?.term??NEVER);return row&&Number(row[0])}async pass(unit,term,to){await this.#ask(this.#statements.passUnit,unit,this.id,term,to??null)}async forget(unit,term){
await this.#ask(this.#statements.forgetUnit,unit,this.id,term)}#ask(statement,...values){return this.#connections.ask(statement,values,"members")}};var LANES=2;var BATCH_KEYS=256;var GetBatches=class{#session;#statements;#wanted=[];#lanes=0;constructor(session,statements){this.#session=session;this.#statements=
statements}async get(space,key){const[value]=await this.getMany(space,[key]);return value}getMany(space,keys){if(keys.length===0)return Promise.resolve([]);return new Promise(
(resolve,reject)=>{this.#wanted.push({space,keys,resolve,reject});if(this.#lanes>=LANES)return;this.#lanes++;queueMicrotask(()=>void this.#answerAll())})}async#answerAll(){
while(this.#wanted.length>0){const batch=this.#takeBatch();try{const keys=batch.flatMap(wanted=>wanted.keys);const asked=[this.#spacesOf(batch),byteaArray(keys)];
const answer=await this.#session.query(this.#statements.getMany,asked);const values=answer.map(([text])=>text===null?void 0:bytesOf(text));let from=0;for(const{
keys:keys2,resolve}of batch)resolve(values.slice(from,from+=keys2.length))}catch(error){for(const{reject}of batch)reject(error)}}this.#lanes--}#spacesOf(batch){
if(this.#statements.isDistributed)return batch[0].space|0;return spaceArray(batch.flatMap(({space,keys})=>keys.map(()=>space)))}#takeBatch(){const{space}=this.#wanted[0];
const batch=[];const rest=[];let keys=0;for(const wanted of this.#wanted){const isApart=this.#statements.isDistributed&&wanted.space!==space;if(isApart||keys>=BATCH_KEYS){
rest.push(wanted);continue}batch.push(wanted);keys+=wanted.keys.length}this.#wanted=rest;return batch}};var ReadTransaction=class _ReadTransaction{#place;#ageMs;#expiry;#lent;#error;constructor(lent,{place,momentMs}){this.#lent=lent;this.#place=place;this.#ageMs=momentMs;
lent.query("BEGIN ISOLATION LEVEL REPEATABLE READ READ ONLY").catch(error=>{this.#error??=error});this.#expiry=setTimeout(()=>this.end(),momentMs).unref()}static async begin(connections){
return new _ReadTransaction(await connections.lend("moments"),connections)}async query(statement,values){if(this.#lent===void 0){throw new KeyValueError("unavai\
lable",`What was being read is older than ${this.#ageMs/1e3} seconds, and has been given up: begin again.`)}try{return await this.#lent.query(statement,values)}catch(error){
this.#error??=error;throw toKeyValueError(error,this.#place)}}end(){const lent=this.#lent;if(lent===void 0)return;this.#lent=void 0;clearTimeout(this.#expiry);if(this.#error!==
void 0){lent.giveBack(this.#error);return}lent.query("COMMIT").then(()=>lent.giveBack(),error=>lent.giveBack(error))}};var NOTHING=Buffer.alloc(0);var ZERO=Buffer.of(0);var FEW_ROWS=16;function isOneStatement({limit,chunkRows=FEW_ROWS}){return limit!==void 0&&limit<=Math.min(chunkRows,
FEW_ROWS)}async function*scanChunks(session,statements,space,options){const position=new Position(statements,space,options);const sizes=chunkSizes(options);let left=options.
limit??Number.POSITIVE_INFINITY;const nextSize=()=>Math.min(sizes.next().value,left);let asked=nextSize();let ahead;for(let chunks=1;left>0;chunks++){const answer=await(ahead??
position.ask(session,asked));if(answer.length===0)return;const rows=rowsOf2(answer,options);left=rows.length<asked&&!position.endsByBytes(rows)?0:left-rows.length;
position.moveBehind(answer);asked=nextSize();if(chunks>1&&left>0)(ahead=position.ask(session,asked)).catch(()=>{});yield rows}}var Position=class{#statements;#space;#reverse;#keysOnly;#hasBytes;#from;#to;constructor(statements,space,options){
this.#statements=statements;this.#space=space;this.#reverse=options.reverse??false;this.#keysOnly=options.keysOnly??false;this.#hasBytes=!this.#keysOnly&&!isOneStatement(
options);this.#from=options.from??NOTHING;this.#to=options.to}ask(session,rows){const to=this.#to;const shape={reverse:this.#reverse,keysOnly:this.#keysOnly,hasBytes:this.#hasBytes};
return session.query(this.#statements.scan({...shape,hasEnd:to!==void 0}),[this.#space|0,asBuffer(this.#from),rows,...this.#hasBytes?[CHUNK_BYTES]:[],...to===void 0?
[]:[asBuffer(to)]])}endsByBytes(rows){return this.#hasBytes&&rows.reduce((sum,{value})=>sum+value.length,0)>=CHUNK_BYTES}moveBehind(answer){const last=bytesOf(answer.
at(-1)[0]);if(this.#reverse)this.#to=last;else this.#from=Buffer.concat([last,ZERO])}};function rowsOf2(answer,{keysOnly=false,valuesOnly=false}){return answer.
map(([key,value])=>({key:valuesOnly?NOTHING:bytesOf(key),value:keysOnly?NOTHING:bytesOf(value)}))}function asBuffer(bytes){return Buffer.isBuffer(bytes)?bytes:Buffer.
from(bytes)}var PostgresReader=class{#connections;#statements;#lease;#newest;#gets;#open=new Set;#isClosed=false;constructor(connections,statements,lease){this.#connections=
connections;this.#statements=statements;this.#lease=lease;this.#newest={query:connections.ask.bind(connections)};this.#gets=new GetBatches(this.#newest,statements)}async get(space,key){
this.assertOpen();return this.#gets.get(space,key)}async getMany(space,keys){this.assertOpen();return this.#gets.getMany(space,keys)}async*scan(space,options={}){
this.assertOpen();if(isOneStatement(options)){yield*scanChunks(this.#newest,this.#statements,space,options);return}const transaction=await this.begin();try{for await(const rows of scanChunks(
transaction,this.#statements,space,options)){yield rows;this.assertOpen()}}finally{this.end(transaction)}}snapshot(){this.assertOpen();return new PostgresSnapshot(
this,this.#statements)}close(){this.#isClosed=true;for(const transaction of this.#open)transaction.end()}assertOpen(){if(this.#isClosed)throw new KeyValueError(
"closed","The store or the snapshot is closed.");this.#lease.assertHeld()}async begin(){const transaction=await ReadTransaction.begin(this.#connections);this.#open.
add(transaction);if(this.#isClosed)this.end(transaction);return transaction}end(transaction){this.#open.delete(transaction);transaction.end()}};var PostgresSnapshot=class{#reader;#statements;#transaction;#gets;taken;#isClosed=false;constructor(reader,statements){
this.#reader=reader;this.#statements=statements;this.#transaction=reader.begin();this.taken=this.#transaction.then(transaction=>transaction.query(statements.takeMoment));
this.taken.catch(()=>{});const query=async(...asked)=>(await this.#transaction).query(...asked);this.#gets=new GetBatches({query},statements)}async get(space,key){
this.#assertOpen();return this.#gets.get(space,key)}async getMany(space,keys){this.#assertOpen();return this.#gets.getMany(space,keys)}async*scan(space,options={}){
this.#assertOpen();const transaction=await this.#transaction;for await(const rows of scanChunks(transaction,this.#statements,space,options)){yield rows;this.#assertOpen()}}close(){
if(this.#isClosed)return;this.#isClosed=true;this.#transaction.then(transaction=>this.#reader.end(transaction)).catch(()=>{})}#assertOpen(){if(this.#isClosed)throw new KeyValueError(
"closed","The store or the snapshot is closed.");this.#reader.assertOpen()}};var VERSION=2;var DISTRIBUTED_VERSION=3;var FIRST_VERSION=1;var MADE_MEANWHILE=new Set(["23505","42P06","42P07","40P01","40001"]);var DENIED="42501";var HAS_CITUS="\
SELECT FROM pg_proc WHERE proname = 'create_distributed_table'";var MAKE_TRIES=5;var nodeTablesOf=schema=>`CREATE TABLE ${schema}.node (
  id text PRIMARY KEY,
  name text NOT NULL,
  address text,
  is_leaving boolean NOT NULL DEFAULT false,
  term bigint NOT NULL DEFAULT 1,
  expires_at timestamptz NOT NULL,
  last_group bigint NOT NULL DEFAULT 0
) WITH (fillfactor = 20, autovacuum_vacuum_threshold = 1000, autovacuum_vacuum_scale_factor = 0);
CREATE TABLE ${schema}.owner (unit text PRIMARY KEY, node text, term bigint NOT NULL)`;var tablesOf=schema=>`CREATE TABLE ${schema}.kv (
  space integer NOT NULL,
  key bytea NOT NULL,
  value bytea NOT NULL,
  PRIMARY KEY (space, key)
) WITH (toast_tuple_target = 8160, autovacuum_vacuum_insert_scale_factor = 0.02, autovacuum_vacuum_scale_factor = 0.05);
ALTER TABLE ${schema}.kv ALTER value SET STORAGE EXTERNAL;
CREATE TABLE ${schema}.store (
  id boolean PRIMARY KEY DEFAULT true CHECK (id),
  version integer NOT NULL,
  term bigint NOT NULL DEFAULT 0,
  holder text,
  holder_name text,
  expires_at timestamptz,
  last_group bigint NOT NULL DEFAULT 0,
  is_filling boolean NOT NULL DEFAULT false
) WITH (fillfactor = 20, autovacuum_vacuum_threshold = 1000, autovacuum_vacuum_scale_factor = 0);
INSERT INTO ${schema}.store (version) VALUES (${VERSION});
${nodeTablesOf(schema)}`;var distributionOf=schema=>`UPDATE ${schema}.store SET version = ${DISTRIBUTED_VERSION};
CREATE TABLE ${schema}.fence (
  space integer NOT NULL,
  id text NOT NULL,
  term bigint NOT NULL,
  last_group bigint NOT NULL DEFAULT 0,
  PRIMARY KEY (space, id)
) WITH (fillfactor = 20, autovacuum_vacuum_threshold = 1000, autovacuum_vacuum_scale_factor = 0);
SELECT create_distributed_table('${schema}.kv', 'space', colocate_with => 'none');
SELECT create_distributed_table('${schema}.fence', 'space', colocate_with => '${schema}.kv');

CREATE FUNCTION ${schema}.commit(
  holder text, held bigint, number bigint,
  put_spaces integer[], put_keys bytea[], put_values bytea[], deleted_spaces integer[], deleted_keys bytea[]
) RETURNS SETOF bigint LANGUAGE plpgsql AS $$
DECLARE
  spaces integer[] := ARRAY(SELECT DISTINCT s FROM unnest(put_spaces || deleted_spaces) s ORDER BY s);
  one integer;
  keys bytea[];
  vals bytea[];
BEGIN
  FOREACH one IN ARRAY spaces LOOP
    UPDATE ${schema}.fence SET last_group = number WHERE space = one AND id = holder AND term = held;
    IF NOT FOUND THEN RETURN; END IF;
  END LOOP;
  FOREACH one IN ARRAY spaces LOOP
    keys := ARRAY(SELECT d.key FROM unnest(deleted_spaces, deleted_keys) AS d(space, key) WHERE d.space = one);
    IF cardinality(keys) > 0 THEN
      DELETE FROM ${schema}.kv WHERE space = one AND key = ANY (keys);
    END IF;
    IF one = ANY (put_spaces) THEN
      SELECT array_agg(p.key), array_agg(p.value) INTO keys, vals
      FROM unnest(put_spaces, put_keys, put_values) AS p(space, key, value) WHERE p.space = one;
      INSERT INTO ${schema}.kv (space, key, value)
      SELECT f.space, p.key, p.value
      FROM (SELECT space FROM ${schema}.fence WHERE space = one AND id = holder) AS f, unnest(keys, vals) AS p(key, value)
      ON CONFLICT (space, key) DO UPDATE SET value = excluded.value;
    END IF;
  END LOOP;
  RETURN NEXT held;
END $$;

CREATE FUNCTION ${schema}.drop_rows(holder text, held bigint, one integer, from_key bytea, most integer)
RETURNS SETOF bytea LANGUAGE plpgsql AS $$
DECLARE
  keys bytea[];
BEGIN
  PERFORM 1 FROM ${schema}.fence WHERE space = one AND id = holder AND term = held FOR SHARE;
  IF NOT FOUND THEN RETURN; END IF;
  keys := ARRAY(SELECT key FROM ${schema}.kv WHERE space = one AND key >= from_key ORDER BY key LIMIT most);
  DELETE FROM ${schema}.kv WHERE space = one AND key = ANY (keys);
  RETURN NEXT keys[cardinality(keys)];
END $$;

CREATE FUNCTION ${schema}.swap_row(holder text, held bigint, one integer, its_key bytea, new_value bytea, old_value bytea)
RETURNS SETOF boolean LANGUAGE plpgsql AS $$
BEGIN
  PERFORM 1 FROM ${schema}.fence WHERE space = one AND id = holder AND term = held FOR SHARE;
  IF NOT FOUND THEN RETURN; END IF;
  IF old_value IS NULL THEN
    INSERT INTO ${schema}.kv (space, key, value) VALUES (one, its_key, new_value) ON CONFLICT (space, key) DO NOTHING;
  ELSE
    UPDATE ${schema}.kv SET value = new_value WHERE space = one AND key = its_key AND value = old_value;
  END IF;
  RETURN NEXT FOUND;
END $$;

CREATE FUNCTION ${schema}.raise_fences(holder text, held bigint) RETURNS bigint LANGUAGE plpgsql AS $$
BEGIN
  UPDATE ${schema}.fence SET term = held WHERE id = holder;
  RETURN (SELECT coalesce(max(last_group), 0) FROM ${schema}.fence WHERE id = holder);
END $$;

CREATE FUNCTION ${schema}.follow_node() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF TG_OP = 'DELETE' THEN
    DELETE FROM ${schema}.fence WHERE id = OLD.id;
    RETURN OLD;
  END IF;
  NEW.last_group := ${schema}.raise_fences(NEW.id, NEW.term);
  RETURN NEW;
END $$;
CREATE TRIGGER follow BEFORE DELETE OR UPDATE OF term ON ${schema}.node
FOR EACH ROW EXECUTE FUNCTION ${schema}.follow_node();

CREATE FUNCTION ${schema}.follow_store() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF OLD.holder IS NOT DISTINCT FROM NEW.holder THEN
    NEW.last_group := ${schema}.raise_fences(NEW.holder, NEW.term);
  ELSE
    DELETE FROM ${schema}.fence WHERE id = OLD.holder;
  END IF;
  RETURN NEW;
END $$;
CREATE TRIGGER follow BEFORE UPDATE OF term, holder ON ${schema}.store
FOR EACH ROW EXECUTE FUNCTION ${schema}.follow_store()`;var upgradeOf=schema=>`UPDATE ${schema}.store SET version = ${VERSION};
${nodeTablesOf(schema)}`;async function prepareSchema(connections,schema,mustExist){for(let left=MAKE_TRIES;;left--){const version=await versionOf(connections,schema);
if(version===VERSION||version===DISTRIBUTED_VERSION)return version===DISTRIBUTED_VERSION;if(version!==void 0&&version!==FIRST_VERSION)throw refused(connections.
place,version);if(version===void 0&&mustExist)throw absent(connections.place);try{if(version===FIRST_VERSION)await connections.ask(upgradeOf(schema));else await makeTables(
connections,schema)}catch(error){const{code,message}=error.cause;if(code===DENIED)throw denied(connections.place,schema,message);if(left===1||!MADE_MEANWHILE.has(
code??""))throw error}}}async function versionOf(connections,schema){const[found]=await connections.ask(`SELECT to_regclass('${schema}.store')::text`);if(found[0]===
null)return void 0;const[row]=await connections.ask(`SELECT version FROM ${schema}.store`);return Number(row[0])}async function makeTables(connections,schema){const[
found]=await connections.ask(`SELECT to_regnamespace('${schema}')::text`);const makesSchema=found[0]===null?`CREATE SCHEMA ${schema};
`:"";const isCitus=(await connections.ask(HAS_CITUS)).length>0;await connections.ask(makesSchema+tablesOf(schema)+(isCitus?`;
${distributionOf(schema)}`:""))}function absent(place){return new KeyValueError("unavailable",`${place} has no data of Orrery: name another.`)}function refused(place,version){
return new KeyValueError("locked",`${place} has tables of version ${version}, and this program knows ${DISTRIBUTED_VERSION}: use a newer one.`)}function denied(place,schema,reason){
return new KeyValueError("unavailable",`${place} does not let this role make its tables (${reason}): let its owner run CREATE SCHEMA ${schema} AUTHORIZATION and\
 the role's name.`)}var Statements=class{#schema;#id;#isNode;isDistributed;#scans=new Map;constructor({schema,id,isNode,isDistributed}){this.#schema=schema;this.#id=id;this.#isNode=
isNode;this.isDistributed=isDistributed}get commit(){if(this.isDistributed){return{name:"commit",text:`SELECT ${this.#schema}.commit('${this.#id}', $1::int8, $2\
::int8, $3::int4[], $4::bytea[], $5::bytea[], $6::int4[], $7::bytea[])`}}return{name:"commit",text:`WITH fence AS (
  UPDATE ${this.#holders} SET last_group = $2::int8 WHERE ${this.#isHolder}term = $1::int8 RETURNING term
), deleted AS (
  DELETE FROM ${this.#kv} kv USING unnest($6::int4[], $7::bytea[]) AS d(space, key)
  WHERE kv.space = d.space AND kv.key = d.key AND EXISTS (SELECT FROM fence)
), put AS (
  INSERT INTO ${this.#kv} (space, key, value)
  SELECT p.space, p.key, p.value FROM unnest($3::int4[], $4::bytea[], $5::bytea[]) AS p(space, key, value)
  WHERE EXISTS (SELECT FROM fence)
  ON CONFLICT (space, key) DO UPDATE SET value = excluded.value
) SELECT term FROM fence`}}get lockHolder(){return{name:"lock_holder",text:`SELECT term FROM ${this.#holders} WHERE ${this.#holderId} = '${this.#id}' FOR SHARE`}}get claim(){
return{name:"claim",text:`INSERT INTO ${this.#schema}.fence (space, id, term) VALUES ($1::int4, '${this.#id}', $2::int8)
ON CONFLICT (space, id) DO UPDATE SET term = excluded.term`}}get getMany(){if(this.isDistributed){return{name:"get",text:`SELECT (SELECT value FROM ${this.#kv} \
kv WHERE kv.space = $1::int4 AND kv.key = k.key)
FROM unnest($2::bytea[]) AS k(key)`}}return{name:"get",text:`SELECT (SELECT value FROM ${this.#kv} kv WHERE kv.space = k.space AND kv.key = k.key)
FROM unnest($1::int4[], $2::bytea[]) AS k(space, key)`}}scan(shape){const name=`scan_${Object.values(shape).map(Number).join("")}`;let statement=this.#scans.get(
name);if(statement===void 0)this.#scans.set(name,statement={name,text:this.#scanText(shape)});return statement}get dropRows(){if(this.isDistributed){return{name:"\
drop",text:`SELECT ${this.#schema}.drop_rows('${this.#id}', $1::int8, $2::int4, $3::bytea, $4::int4)`}}return{name:"drop",text:`WITH fence AS MATERIALIZED (
  SELECT term FROM ${this.#holders} WHERE ${this.#isHolder}term = $1::int8 FOR SHARE
), doomed AS MATERIALIZED (
  SELECT key FROM ${this.#kv} WHERE space = $2::int4 AND key >= $3::bytea ORDER BY key LIMIT $4::int4
), dropped AS (
  DELETE FROM ${this.#kv} kv USING doomed
  WHERE kv.space = $2::int4 AND kv.key = doomed.key AND EXISTS (SELECT FROM fence)
) SELECT (SELECT key FROM doomed ORDER BY key DESC LIMIT 1) FROM fence`}}get swap(){if(this.isDistributed){return{name:"swap",text:`SELECT ${this.#schema}.swap_\
row('${this.#id}', $1::int8, $2::int4, $3::bytea, $4::bytea, $5::bytea)::text`}}return{name:"swap",text:`WITH fence AS MATERIALIZED (
  SELECT term FROM ${this.#holders} WHERE ${this.#isHolder}term = $1::int8 FOR SHARE
), changed AS (
  UPDATE ${this.#kv} SET value = $4::bytea
  WHERE space = $2::int4 AND key = $3::bytea AND value = $5::bytea AND EXISTS (SELECT FROM fence) RETURNING space
) SELECT (EXISTS (SELECT FROM changed))::text FROM fence`}}get insert(){if(this.isDistributed){return{name:"insert",text:`SELECT ${this.#schema}.swap_row('${this.#id}\
', $1::int8, $2::int4, $3::bytea, $4::bytea, NULL)::text`}}return{name:"insert",text:`WITH fence AS MATERIALIZED (
  SELECT term FROM ${this.#holders} WHERE ${this.#isHolder}term = $1::int8 FOR SHARE
), changed AS (
  INSERT INTO ${this.#kv} (space, key, value) SELECT $2::int4, $3::bytea, $4::bytea FROM fence
  ON CONFLICT (space, key) DO NOTHING RETURNING space
) SELECT (EXISTS (SELECT FROM changed))::text FROM fence`}}get lockStore(){return{name:"lock",text:`SELECT version FROM ${this.#store} FOR UPDATE`}}get take(){return{
name:"take",text:`UPDATE ${this.#store} SET term = term + 1, holder = $1, holder_name = $2, expires_at = ${AFTER_3}
WHERE (holder IS NULL OR holder = $1 OR expires_at < clock_timestamp()) AND NOT EXISTS (SELECT FROM ${this.#nodes})
RETURNING term, last_group`}}get share(){return{name:"share",text:`UPDATE ${this.#store} SET term = term + 1, holder = NULL, holder_name = NULL, expires_at = NU\
LL
WHERE holder IS NULL OR expires_at < clock_timestamp() RETURNING term`}}get register(){return{name:"register",text:`INSERT INTO ${this.#nodes} AS node (id, name\
, expires_at) VALUES ($1, $2, ${AFTER_3})
ON CONFLICT (id) DO UPDATE SET term = node.term + 1, expires_at = excluded.expires_at RETURNING term, last_group`}}get removeSilent(){return{name:"remove_silent",
text:`DELETE FROM ${this.#nodes} WHERE id IN (
  SELECT id FROM ${this.#nodes} WHERE expires_at < clock_timestamp() FOR UPDATE SKIP LOCKED
)`}}get renew(){return{name:"renew",text:`UPDATE ${this.#holders} SET expires_at = ${AFTER_2} WHERE ${this.#holderId} = $1 RETURNING term`}}get raise(){return{name:"\
raise",text:`UPDATE ${this.#holders} SET term = term + 1, expires_at = ${AFTER_2} WHERE ${this.#holderId} = $1
RETURNING term, last_group`}}get release(){const text=this.#isNode?`DELETE FROM ${this.#nodes} WHERE id = $1`:`UPDATE ${this.#store} SET holder = NULL, holder_n\
ame = NULL, expires_at = NULL WHERE holder = $1`;return{name:"release",text}}get members(){return{name:"members",text:`SELECT 'node', id, name, address, is_leav\
ing::text,
  (extract(epoch FROM expires_at - clock_timestamp()) * 1000)::int8::text FROM ${this.#nodes}
UNION ALL SELECT 'unit', unit, node, term::text, NULL, NULL FROM ${this.#owners}`}}get announce(){return{name:"announce",text:`UPDATE ${this.#nodes} SET address\
 = $2 WHERE id = $1`}}get leave(){return{name:"leave",text:`UPDATE ${this.#nodes} SET is_leaving = true WHERE id = $1`}}get takeUnit(){return{name:"take_unit",text:`\
INSERT INTO ${this.#owners} AS owner (unit, node, term) VALUES ($1, $2, 1)
ON CONFLICT (unit) DO UPDATE SET node = excluded.node, term = owner.term + 1 WHERE owner.term = $3::int8
AND NOT EXISTS (SELECT FROM ${this.#nodes} AS other WHERE other.id = owner.node AND other.id <> $2) RETURNING term`}}get passUnit(){return{name:"pass_unit",text:`\
UPDATE ${this.#owners} SET node = $4, term = term + 1 WHERE unit = $1 AND node = $2 AND term = $3::int8`}}get forgetUnit(){return{name:"forget_unit",text:`DELET\
E FROM ${this.#owners} WHERE unit = $1 AND node = $2 AND term = $3::int8`}}get fill(){return{name:"fill",text:`UPDATE ${this.#store} SET is_filling = $2::boolea\
n WHERE holder = $1 RETURNING term`}}get filling(){return`SELECT term FROM ${this.#store} WHERE is_filling`}get spaces(){if(this.isDistributed)return`SELECT DIS\
TINCT space FROM ${this.#kv}`;return`WITH RECURSIVE found AS (
  (SELECT space FROM ${this.#kv} ORDER BY space LIMIT 1)
  UNION ALL
  SELECT (SELECT kv.space FROM ${this.#kv} kv WHERE kv.space > found.space ORDER BY kv.space LIMIT 1)
  FROM found WHERE found.space IS NOT NULL
) SELECT space FROM found WHERE space IS NOT NULL`}get holder(){const alone=`SELECT holder_name AS name, expires_at FROM ${this.#store} WHERE holder IS NOT NULL`;
const shared=this.#isNode?"":` UNION ALL SELECT name, expires_at FROM ${this.#nodes}`;return`SELECT name, expires_at::text FROM (${alone}${shared}) AS holders O\
RDER BY expires_at DESC LIMIT 1`}get takeMoment(){return this.isDistributed?`SELECT count(*) FROM ${this.#schema}.fence`:"SELECT 1"}#scanText({reverse,keysOnly,
hasEnd,hasBytes}){const order=reverse?"DESC":"ASC";const end=hasEnd?` AND key < $${hasBytes?5:4}::bytea`:"";const columns=keysOnly?"key":"key, value";const rows=`\
SELECT ${columns} FROM ${this.#kv}
WHERE space = $1::int4 AND key >= $2::bytea${end} ORDER BY key ${order} LIMIT $3::int4`;if(!hasBytes)return rows;return`SELECT key, value FROM (
  SELECT key, value, sum(octet_length(value)) OVER (ORDER BY key ${order} ROWS UNBOUNDED PRECEDING) - octet_length(value) AS before
  FROM (${rows}) AS limited
) AS measured WHERE before < $4::int8 ORDER BY key ${order}`}get#kv(){return`${this.#schema}.kv`}get#store(){return`${this.#schema}.store`}get#nodes(){return`${this.#schema}\
.node`}get#owners(){return`${this.#schema}.owner`}get#holders(){return this.#isNode?this.#nodes:this.#store}get#holderId(){return this.#isNode?"id":"holder"}get#isHolder(){
return this.#isNode?`id = '${this.#id}' AND `:""}};var AFTER_2="clock_timestamp() + $2::float8 * interval '1 millisecond'";var AFTER_3="clock_timestamp() + $3::\
float8 * interval '1 millisecond'";var SCHEMA="orrery";var DROP_ROWS=1e3;var PostgresStore=class _PostgresStore{#connections;#statements;#lease;#reader;#lane;#transactions;members;#closing;constructor(connections,statements,lease,{
awayMs,isNode}){if(isNode)this.members=new Members(connections,statements,lease);this.#connections=connections;this.#statements=statements;this.#lease=lease;const commits=new GroupCommit(
group=>this.#lane.write(group));this.#lane=new CommitLane(connections,statements,lease,{onAway:error=>commits.refuse(error),onBack:()=>commits.accept(),awayMs});
this.#reader=new PostgresReader(connections,statements,lease);const inside=new PostgresReader(connections,statements,lease);this.#transactions=new Transactions(
inside,(writes,undo)=>commits.commit(writes,undo))}static async open({url,durability,schema=SCHEMA,momentMs,awayMs=COMMIT_LIMITS.awayMs,mustExist=false,isCopyTarget=false,
isNode=false,...terms}){const connections=new Connections(url,durability,momentMs);const id=randomUUID();let statements;let lease;try{const isDistributed=await prepareSchema(
connections,schema,mustExist);statements=new Statements({schema,id,isNode,isDistributed});lease=await Lease.take(connections,statements,{id,isNode},terms)}catch(error){
await connections.close();throw error}const store=new _PostgresStore(connections,statements,lease,{awayMs,isNode});try{await store.#beginUse(isCopyTarget);return store}catch(error){
await store.close();throw error}}async filled(){await this.#connections.ask(this.#statements.fill,[this.#lease.holder,false])}async spaces(){this.#reader.assertOpen();
const rows=await this.#connections.ask(this.#statements.spaces);return rows.map(([space])=>Number(space)>>>0).sort((a,b)=>a-b)}get isHeld(){return this.#lease.isValid}get(space,key){
return this.#reader.get(space,key)}getMany(space,keys){return this.#reader.getMany(space,keys)}scan(space,options){return this.#reader.scan(space,options)}snapshot(){
const snapshot=this.#reader.snapshot();this.#lane.waitFor(snapshot.taken);return snapshot}transact(lock,work,terms){return this.#transactions.run(lock,work,terms)}async swap(space,key,from,to){
const{swap,insert}=this.#statements;const values=[space|0,Buffer.from(key),Buffer.from(to)];for(;;){this.#reader.assertOpen();const asked=[this.#lease.term,...values,
...from===void 0?[]:[Buffer.from(from)]];const[row]=await this.#connections.ask(from===void 0?insert:swap,asked);if(row!==void 0)return row[0]==="true";await this.#lease.
claim([space])}}async dropSpace(space){for(let from=Buffer.alloc(0);from!==void 0;){this.#reader.assertOpen();const values=[this.#lease.term,space|0,from,DROP_ROWS];
const[row]=await this.#connections.ask(this.#statements.dropRows,values);if(row===void 0)await this.#lease.claim([space]);else from=row[0]===null?void 0:bytesOf(
row[0])}}async caughtUp(){}async#beginUse(isCopyTarget){const isFilling=(await this.#connections.ask(this.#statements.filling)).length>0;if(isFilling&&!isCopyTarget){
throw new KeyValueError("locked",`${this.#connections.place} has a part of what was to be copied to it: repeat 'orrery copy'.`)}if(!isCopyTarget)return;if(isFilling)
for(const space of await this.spaces())await this.dropSpace(space);else if((await this.spaces()).length>0){throw new KeyValueError("locked",`${this.#connections.
place} has data already: copy to an empty one.`)}await this.#connections.ask(this.#statements.fill,[this.#lease.holder,true])}close(){this.#closing??=this.#close();
return this.#closing}async#close(){this.#reader.close();this.#lane.close();await this.#transactions.close();await this.#lease.release().catch(()=>{});await this.#connections.
close()}};export{PostgresStore};
