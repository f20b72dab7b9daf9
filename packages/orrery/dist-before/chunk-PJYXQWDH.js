import{ItemKeys,addedPaths,forEachAtOnce,identityText,readAll,sdkKey,withoutSystem,writeAll}from"./chunk-W33GC5RE.js";import{STATE_CONTAINER}from"./chunk-MVGD2D4R.js";import{CosmosClient}from"@azure/cosmos";var RepartitionError=class extends Error{name="RepartitionError"};function parsePlace(text,key){const[,endpoint,database,
container]=/^(https?:\/\/[^/]+)\/([^/]+)\/([^/]+)\/?$/.exec(text)??[];if(endpoint===void 0){throw new RepartitionError(`'${text}' names no container: it must be\
 an endpoint, a database and a container, as in http://localhost:8081/shop/carts.`)}return{endpoint,key,database:decodeURIComponent(database),container:decodeURIComponent(
container)}}function connect({endpoint,key},count,options={}){const plugin=async(context,_node,next)=>{try{return await next(context)}catch(error){if(error.code===
429)count.throttled++;throw error}};return new CosmosClient({endpoint,key,userAgentSuffix:"orrery-repartition",connectionPolicy:{retryOptions:{maxRetryAttemptCount:1e3,
fixedRetryIntervalInMilliseconds:0,maxWaitTimeInSeconds:600}},plugins:[{on:"request",plugin}],...options})}import{randomUUID}from"node:crypto";async function inPlaceJobs(database){const query="SELECT VALUE c.inPlace FROM c WHERE c.id = 'job' AND IS_DEFINED(c.inPlace)";return(await database.container(STATE_CONTAINER).
items.query(query).fetchAll()).resources}var JobState=class _JobState{#container;#job;#owner=randomUUID();#leftLease;constructor(container,job){this.#container=
container;this.#job=job}static async open(database,job){const partitionKey={paths:["/job"],version:2};const{container}=await database.containers.createIfNotExists(
{id:STATE_CONTAINER,partitionKey});return new _JobState(container,job)}static async find(database,job){return new _JobState(database.container(STATE_CONTAINER),
job).read()}async read(){return this.#read("job")}async write(job){await this.#container.items.upsert(job)}async change(change){for(;;){const{resource,etag}=await this.#container.
item("job",this.#job).read();if(resource===void 0)throw new RepartitionError("The move was cancelled.");const next=change(resource);if(await this.#replaceIf(next,
etag)!==void 0)return next}}async ranges(source){const query="SELECT * FROM c WHERE c.source = @source ORDER BY c.id";const parameters=[{name:"@source",value:source}];
const options={partitionKey:this.#job};return(await this.#container.items.query({query,parameters},options).fetchAll()).resources}async writeRange(range){await this.#container.
items.upsert(range)}async replaceRanges(source,ranges){const next=ranges.map((range,i)=>({...range,id:this.#rangeId(source,i),job:this.#job,source}));const gone=(await this.
ranges(source)).filter(({id})=>!next.some(each=>each.id===id));for(const range of next)await this.writeRange(range);for(const{id}of gone)await this.#container.item(
id,this.#job).delete()}#rangeId(source,i){return`range-${source.replaceAll(/[/\\?#=]/g,"-")}-${String(i).padStart(5,"0")}`}async addProblems(problems){for(const problem of problems){
const id=`problem-${Buffer.from(problem.identity).toString("base64url").slice(0,200)}`;await this.#container.items.upsert({id,job:this.#job,problem})}}async problems(){
const query="SELECT VALUE c.problem FROM c WHERE IS_DEFINED(c.problem)";const options={partitionKey:this.#job};return(await this.#container.items.query(query,options).
fetchAll()).resources}async forgetProblems(){await this.#removeAll("SELECT VALUE c.id FROM c WHERE IS_DEFINED(c.problem)")}async remove(){await this.#removeAll(
"SELECT VALUE c.id FROM c")}async#removeAll(query){const ids=(await this.#container.items.query(query,{partitionKey:this.#job}).fetchAll()).resources;for(const id of ids)
await this.#container.item(id,this.#job).delete().catch(ignoreMissing)}async takeLease(leaseMs,wait){for(;;){const lease=this.#lease(this.#owner);const{resource,
etag}=await this.#container.item("lease",this.#job).read();if(resource===void 0){const isCreated=await this.#container.items.create(lease).then(()=>true,conflictIsUndefined);
if(isCreated)return false;continue}if(resource.owner!==""&&resource.owner!==this.#owner){await wait(2*leaseMs);const again=await this.#container.item("lease",this.#job).
read();if(again.etag!==etag)continue}if(await this.#replaceIf(lease,etag)!==void 0)return etag===this.#leftLease}}async renewLease(){const{resource,etag}=await this.#container.
item("lease",this.#job).read();if(resource?.owner!==this.#owner)return false;return await this.#replaceIf(this.#lease(this.#owner),etag)!==void 0}async giveLeaseBack(){
const{resource,etag}=await this.#container.item("lease",this.#job).read();if(resource?.owner===this.#owner)this.#leftLease=await this.#replaceIf(this.#lease(""),
etag)}#lease(owner){return{id:"lease",job:this.#job,owner,beat:randomUUID()}}async#replaceIf(body,etag){const condition={accessCondition:{type:"IfMatch",condition:etag}};
return this.#container.item(body.id,this.#job).replace(body,condition).then(response=>response.etag,conflictIsUndefined)}async#read(id){try{return(await this.#container.
item(id,this.#job).read()).resource}catch(error){ignoreMissing(error);return void 0}}};function ignoreMissing(error){if(error.code!==404)throw error}function conflictIsUndefined(error){
const{code}=error;if(code===409||code===412)return void 0;throw error}import{createHash as createHash2}from"node:crypto";import{setTimeout as sleep2}from"node:timers/promises";import{parseStrategy}from"@orrerydb/keys";import{createHmac}from"node:crypto";var ControlApi=class _ControlApi{#place;constructor(place){this.#place=place}static async at(place){const api=new _ControlApi(place);try{const{status,body}=await api.#send(
"GET","containers");return status===200&&Array.isArray(body.containers)?api:void 0}catch{return void 0}}async hold(forMs){return(await this.#post("hold",{forMs})).
hold}async release(hold){await this.#post("release",{hold})}async exchange(other,hold){await this.#post("exchange",{with:other,hold})}async startRecording(){const{
status,body}=await this.#send("POST","recording",{});if(status!==200)throw new RepartitionError(String(body.message??status));return body.next}async takeRecording(from){
const{status,body}=await this.#send("GET",`recording?from=${from}`);if(status!==200)throw new RepartitionError(String(body.message??status));return body}async stopRecording(){
await this.#send("DELETE","recording")}async#post(action,body){const{database,container}=this.#place;const path=`dbs/${encodeURIComponent(database)}/colls/${encodeURIComponent(
container)}/${action}`;const answer=await this.#send("POST",path,body);if(answer.status!==200)throw new RepartitionError(String(answer.body.message??answer.status));
return answer.body}async#send(method,path,body){const{endpoint,key}=this.#place;const link=`_orrery/${path}`;const date=new Date().toUTCString();const signed=link.
split("?")[0];const text=`${method.toLowerCase()}

${signed}
${date.toLowerCase()}

`;const signature=createHmac("sha256",Buffer.from(key,"base64")).update(text).digest("base64");const response=await fetch(`${endpoint}/${link}`,{method,headers:{
authorization:encodeURIComponent(`type=master&ver=1.0&sig=${signature}`),"x-ms-date":date},...body===void 0?{}:{body:JSON.stringify(body)}});return{status:response.
status,body:await response.json()}}};var KNOWN_PLACES_MAX=1e5;var KnownPlaces=class{#young=new Map;#old=new Map;#max;constructor(max=KNOWN_PLACES_MAX){this.#max=max}get(identity){return this.#young.
get(identity)??this.#old.get(identity)}set(identity,place){if(this.#young.size>=this.#max/2){this.#old=this.#young;this.#young=new Map}this.#young.set(identity,
place)}forget(identity){this.#young.delete(identity);this.#old.delete(identity)}clear(){this.#young.clear();this.#old.clear()}};var PART=/\[\s*\{\s*"item"/;function recordedRead(recorded,direction){const{do:verb,status,item,text,parameters={}}=recorded;if(verb==="read"&&status<300&&item!==
void 0)return pointRead(direction,item.id,direction.sourceKeys.of(item));if(verb!=="query"||text===void 0)return void 0;if(status>=300&&status!==400||PART.test(
text))return void 0;const list=Object.entries(parameters).map(([name,value])=>({name,value}));return queryRead(direction,{query:text,parameters:list})}function pointRead(direction,id,key){
let found;return{name:"read",about:`${id} under ${JSON.stringify(key)}`,askLive:async()=>{const answer=await direction.source.item(id,sdkKey(key)).read();found=
answer.resource;return oneRow(answer)},askOther:async()=>{if(found===void 0)return{rows:[],charge:0};return readAt(direction,found,key)}}}async function readAt(direction,item,key){
const there=direction.mapped(item,identityText(item.id,key));if(there===void 0)return{rows:[],charge:0};return oneRow(await direction.target.item(item.id,sdkKey(
direction.targetKeys.of(there))).read())}function oneRow({resource,requestCharge}){return{rows:resource===void 0?[]:[resource],charge:requestCharge}}function queryRead(direction,spec){
return{name:spec.query.replace(/\s+/g," ").trim(),about:`${spec.query} ${JSON.stringify(spec.parameters??[])}`,isAnyOf:/\b(?:TOP|LIMIT)\b/i.test(spec.query)&&!/\bORDER\s+BY\b/i.
test(spec.query),askLive:()=>queryOf(direction.source,spec),askOther:()=>queryOf(direction.target,spec)}}async function queryOf(container,spec,options){const{resources,
requestCharge}=await container.items.query(spec,options).fetchAll();return{rows:resources,charge:requestCharge}}function wrapContainer(container,options){const{
direction,mirror,share,random,onRead}=options;const mirrored=(answer,asked,read)=>{if(random()<share){let isFirst=true;const askLive=()=>{const again=isFirst?Promise.
resolve(asked):read.askLive();isFirst=false;return again};onRead(mirror.compare({...read,askLive}))}return answer};const item=(id,key)=>{const own=container.item(
id,key);const read=async readOptions=>{const answer=await own.read(readOptions);const found=answer.resource;if(found===void 0)return answer;const components=direction.
sourceKeys.of(found);const again=pointRead(direction,id,components);const askOther=()=>readAt(direction,found,components);return mirrored(answer,oneRow(answer),
{...again,askOther})};return replaced(own,{read})};const query=((text,feedOptions)=>{const own=container.items.query(text,feedOptions);const spec=typeof text===
"string"?{query:text}:text;const fetchAll=async()=>{const answer=await own.fetchAll();const read=queryRead(direction,spec);return mirrored(answer,{rows:answer.resources,
charge:answer.requestCharge},read)};return feedOptions?.partitionKey===void 0?replaced(own,{fetchAll}):own});return replaced(container,{item,items:replaced(container.
items,{query})})}function replaced(object,members){return new Proxy(object,{get:(target,name)=>{if(name in members)return members[name];const value=Reflect.get(
target,name);return typeof value==="function"?value.bind(target):value}})}import{parsePartitionKeyPath}from"@orrerydb/keys/hash";var IDS_PER_QUERY=250;async function lookUpItems(sides,sought,wait){const expected=sought.flatMap(({id,key})=>key===void 0?[]:[{id,key}]);const read=await readAll(
sides.target,expected,wait).catch(()=>({items:[],charge:0}));const identities=new Set(sought.map(({identity})=>identity));const here=read.items.flatMap(item=>item===
void 0?[]:[foundWhole(sides,item)]).filter(({identity})=>identities.has(identity));const isHere=new Set(here.map(({identity})=>identity));const missing=sought.filter(
({identity})=>!isHere.has(identity)).map(({id})=>id);const queried=await queryItems(sides,missing);const isQueried=new Set(missing);return{found:[...here.filter(
({id})=>!isQueried.has(id)),...queried.found],charge:read.charge+queried.charge}}async function queryItems(sides,ids){const unique=[...new Set(ids)];const found=[];
let charge=0;for(let from=0;from<unique.length;from+=IDS_PER_QUERY){const some=unique.slice(from,from+IDS_PER_QUERY);const parameters=some.map((value,i)=>({name:`\
@${i}`,value}));const query=`${selectionOf(sides)} WHERE c.id IN (${parameters.map(({name})=>name).join(", ")})`;const answer=await sides.target.items.query({query,
parameters},{maxItemCount:-1}).fetchAll();charge+=answer.requestCharge;for(const row of answer.resources)found.push(foundOf(sides,row))}return{found,charge}}function selectionOf({
sourceKeys,targetKeys,sourceKeyOf}){if(sourceKeyOf!==void 0)return"SELECT * FROM c";const columns=[...sourceKeys.definition.paths.map((path,i)=>`"s${i}": ${sqlPath(
path)}`),...targetKeys.definition.paths.map((path,i)=>`"t${i}": ${sqlPath(path)}`)];return`SELECT c.id, c._etag AS etag, { ${columns.join(", ")} } AS keys FROM \
c`}function foundOf(sides,row){if(sides.sourceKeyOf!==void 0)return foundWhole(sides,row);const{id,etag,keys={}}=row;const sourceKey=sides.sourceKeys.definition.
paths.map((_,i)=>keys[`s${i}`]);const key=sides.targetKeys.definition.paths.map((_,i)=>keys[`t${i}`]);return{id,etag,sourceKey,key,identity:identityText(id,sourceKey)}}
function foundWhole({sourceKeys,targetKeys,sourceKeyOf},item){const{id,_etag}=item;const sourceKey=sourceKeyOf?.(item)??sourceKeys.of(item);return{id,etag:_etag,
sourceKey,key:targetKeys.of(item),identity:identityText(id,sourceKey)}}function sqlPath(path){return`c${parsePartitionKeyPath(path).map(segment=>`[${JSON.stringify(
segment)}]`).join("")}`}var ROUNDS_MAX=20;var READS_AT_ONCE=16;var LASTING=new Set([400,403,413]);async function applyChanges(tools,changes,mode="move"){const work=new PageWork(tools,mode);
const wanted=work.wantedOf(changes);try{let left=await work.bringKnown(wanted);for(let round=0;left.length>0;round++){if(round===ROUNDS_MAX)throw new Error("The\
 target is written to by others: its items do not stay.");left=await work.bringLookedUp(left)}}catch(error){for(const{identity}of wanted)tools.known.forget(identity);
throw error}return work}var PageWork=class{#tools;#sides;#known;#mode;problems=[];charge=0;constructor(tools,mode){this.#tools=tools;this.#mode=mode;this.#sides=
tools.sides;this.#known=tools.known}wantedOf(changes){const last=new Map;for(const change of changes){const id=change.kind==="put"?change.item.id:change.id;const key=change.
kind==="put"?this.#sides.sourceKeys.of(change.item):change.key;const identity=identityText(id,key);const isNew=last.get(identity)?.isNew??(change.kind==="put"&&
change.isNew===true);last.set(identity,{identity,id,item:change.kind==="put"?change.item:void 0,isNew})}return[...last.values()].flatMap(wanted=>this.#mapped(wanted))}#mapped(wanted){
if(wanted.item===void 0)return[wanted];try{const item=this.#sides.mapped(wanted.item,wanted.identity);if(item!==void 0)this.#sides.targetKeys.of(item);return[{...wanted,
item}]}catch(error){this.problems.push({identity:wanted.identity,why:error.message});return[]}}async bringKnown(wanted){if(this.#mode==="repair")return[...wanted];
const left=[];const steps=[];for(const each of wanted){const known=this.#known.get(each.identity);if(known!==void 0)steps.push(this.#step(each,[{id:each.id,...known}],
true));else if(!each.isNew)left.push(each);else if(each.item!==void 0)steps.push(this.#step(each,[],false))}return[...left,...await this.#carryOut(steps)]}async bringLookedUp(wanted){
const found=await this.#lookUp(wanted);const steps=[];await forEachAtOnce(wanted,READS_AT_ONCE,async each=>{const alike=found.get(each.id)??[];const own=alike.filter(
({identity})=>identity===each.identity);const address=this.#addressOf(each);const holder=alike.find(({id,key,identity})=>identity!==each.identity&&identityText(
id,key)===address);if(holder===void 0)steps.push(this.#step(each,own,false));else if(await this.#mayReplace(each,holder,address))steps.push(this.#step(each,[...own,
holder],false));else steps.push({wanted:each,removals:own.map(removalOf),isGuess:false})});const left=await this.#carryOut(steps);await this.#noteUniqueKeys(left,
steps,found);return left.filter(({identity})=>!this.problems.some(problem=>problem.identity===identity))}#step(wanted,there,isGuess){const{item,id}=wanted;if(item===
void 0)return{wanted,removals:there.map(removalOf),isGuess};const key=this.#sides.targetKeys.of(item);const address=identityText(id,key);const here=there.find(other=>identityText(
other.id,other.key)===address);const write=here===void 0?{kind:"create",id,key,item}:{kind:"replace",id,key,item,etag:here.etag};return{wanted,write,removals:there.
filter(other=>other!==here).map(removalOf),isGuess}}async#carryOut(steps){const again=new Set;const removing=steps.flatMap(step=>step.removals.map(removal=>({step,
removal})));const removed=await this.#write(removing.map(({removal})=>removal));for(const[i,{step}]of removing.entries()){const{status}=removed[i];this.#known.forget(
step.wanted.identity);if(status<300||status===404&&!step.isGuess)continue;if(status!==404&&status!==412)throw refusalOf(removed[i]);again.add(step.wanted)}const writing=steps.
filter(({wanted,write})=>write!==void 0&&!again.has(wanted));const answers=await this.#write(writing.map(({write})=>write));for(const[i,{wanted,write}]of writing.
entries()){const answer=answers[i];if(answer.status<300){this.#known.set(wanted.identity,{key:write.key,etag:answer.etag});continue}this.#known.forget(wanted.identity);
if(!this.#isProblem(wanted,answer))again.add(wanted)}return[...again]}async#write(writes){if(writes.length===0)return[];const{answers,charge}=await writeAll(this.#sides.
target,writes,this.#tools.wait);this.charge+=charge;return answers}#isProblem({identity},answer){const{status,message}=answer;if(status===404||status===409||status===
412)return false;if(!LASTING.has(status))throw refusalOf(answer);this.problems.push({identity,why:`The target refused it: ${status} ${message}`});return true}async#noteUniqueKeys(left,steps,before){
const refused=left.filter(({item})=>item!==void 0);if(refused.length===0||!this.#sides.hasUniqueKeys)return;const now=await this.#lookUp(refused);for(const wanted of refused){
const address=this.#addressOf(wanted);const hereIn=found=>found.get(wanted.id)?.find(other=>identityText(other.id,other.key)===address);const step=steps.find(each=>each.
wanted===wanted);const isChanged=step?.write?.etag!==hereIn(now)?.etag||hereIn(before)===void 0!==(hereIn(now)===void 0);if(isChanged)continue;const why="Anothe\
r item has its unique key in the new logical partition.";this.problems.push({identity:wanted.identity,why})}}#addressOf({id,item}){return item&&identityText(id,
this.#sides.targetKeys.of(item))}async#mayReplace(wanted,holder,address){const{source,sourceKeys,targetKeys,mapped}=this.#sides;const stillThere=async(id,key,identity)=>{
const{resource,requestCharge}=await source.item(id,sdkKey(key)).read();this.charge+=requestCharge;const item=resource&&mapped(resource,identity);return item!==void 0&&
identityText(id,targetKeys.of(item))===address};if(!await stillThere(holder.id,holder.sourceKey,holder.identity))return true;if(!await stillThere(wanted.id,sourceKeys.
of(wanted.item),wanted.identity))return false;this.problems.push({identity:wanted.identity,why:`In the new key it has the id and the key of ${holder.identity}.`});
return false}async#lookUp(wanted){const{found,charge}=this.#mode==="repair"?await queryItems(this.#sides,wanted.map(({id})=>id)):await lookUpItems(this.#sides,wanted.
map(({id,identity,item})=>{return{id,identity,key:item&&this.#sides.targetKeys.of(item)}}),this.#tools.wait);this.charge+=charge;const byId=new Map;for(const each of found){
const alike=byId.get(each.id);if(alike===void 0)byId.set(each.id,[each]);else alike.push(each)}return byId}};function removalOf({id,key,etag}){return{kind:"dele\
te",id,key,etag}}function refusalOf({status,message}){return Object.assign(new Error(`The target answered ${status}. ${message}`),{code:status})}import{ChangeFeedMode,ChangeFeedStartFrom}from"@azure/cosmos";var PAGE_ITEMS=500;async function positionNow(container,range,mode){const response=await iterator(
container,ChangeFeedStartFrom.Now(range),mode).readNext();const token=response.continuationToken;const[lsn,place]=[lsnOf(token),placeOf(response)];return{token,
place:lsn===void 0||place===void 0?void 0:{...place,lsn}}}function lsnOf(token){const{Continuation:parts}=JSON.parse(token);const[,lsn]=parts.length===1?/^"?(\d+)"?$/.
exec(parts[0].continuationToken)??[]:[];return lsn===void 0?void 0:Number(lsn)}async function readChanges({container,definition},token,mode){const start=ChangeFeedStartFrom.
Continuation(token);const response=await iterator(container,start,mode).readNext();const rows=response.statusCode===304?[]:response.result;const last=rows.at(-1);
const isEnd=response.statusCode===304;const common={token:response.continuationToken,charge:response.requestCharge,isEnd,place:placeOf(response)};if(mode==="lat\
estVersions"){const items=rows;return{...common,changes:items.map(item=>({kind:"put",item})),lsns:items.map(({_lsn})=>Number(_lsn)),lastMs:last===void 0?void 0:
last._ts*1e3}}const versions=rows;return{...common,changes:versions.map(row=>changeOf(row,definition)),lsns:versions.map(({metadata})=>Number(metadata.lsn)),lastMs:last===
void 0?void 0:(last.metadata.crts??0)*1e3}}function changeOf({current,metadata},{paths}){const{operationType}=metadata;if(operationType!=="delete")return{kind:"\
put",item:current,isNew:operationType==="create"};const key=paths.map(path=>metadata.partitionKey?.[path.slice(1)]);return{kind:"delete",id:metadata.id,key}}async function*scanItems(container,range,after){
const start=after===void 0?ChangeFeedStartFrom.Beginning(await sdkRange(container,range)):ChangeFeedStartFrom.Continuation(after);const feed=iterator(container,
start,"latestVersions");const end=new MovingEnd;for(;;){const response=await feed.readNext();if(response.statusCode===304)return;const items=response.result;const place=placeOf(
response);yield{items,place,token:response.continuationToken,charge:response.requestCharge};const lsns=items.map(({_lsn})=>Number(_lsn));if(end.isPassed(place,lsns))
return}}var MovingEnd=class{#ends=new Map;#over=new Set;isPassed(place,lsns){if(place===void 0)return false;const end=this.#ends.get(place.rangeId);if(end===void 0)
this.#ends.set(place.rangeId,place.lsn);if(end===void 0||lsns.length===0||!lsns.every(lsn=>lsn>end))this.#over.clear();else if(this.#over.has(place.rangeId))return true;else
this.#over.add(place.rangeId);return false}};async function sdkRange(container,{minInclusive,maxExclusive}){const[any]=await container.getFeedRanges();return Object.
assign(Object.create(Object.getPrototypeOf(any)),{minInclusive,maxExclusive})}function placeOf({sessionToken}){const[,rangeId,lsn]=/^([^:,]+):[^#,]*#(\d+)/.exec(
sessionToken??"")??[];return rangeId===void 0?void 0:{rangeId,lsn:Number(lsn)}}function iterator(container,changeFeedStartFrom,mode){return container.items.getChangeFeedIterator(
{changeFeedStartFrom,maxItemCount:PAGE_ITEMS,changeFeedMode:mode==="allVersions"?ChangeFeedMode.AllVersionsAndDeletes:ChangeFeedMode.LatestVersion})}async function*readAhead(pages){let next=pages.next();try{for(;;){const{done,value}=await next;if(done)return;next=pages.next();next.catch(()=>{});yield value}}finally{
await pages.return(void 0).catch(()=>{})}}var RANGES_AT_ONCE=8;var TRIES_MAX=12;var IDLE_MS=200;async function copyRanges(context,ranges){await forEachAtOnce(ranges.filter(({isCopied})=>!isCopied),RANGES_AT_ONCE,
range=>copyRange(context,range))}async function copyRange(context,range){const{direction,state}=context;let current=range;let written;for(let isDone=false;!isDone;){
isDone=await withRetries(context,async()=>{await written?.catch(()=>{});const pages=scanItems(direction.source,current.range,current.copyToken);for await(const page of readAhead(
pages)){context.check();const{changes,isExact}=changesToCopy(page,current.begun);if(current.isExact===true&&!isExact){current={...current,isExact:false};await state.
writeRange(current)}await apply(context,changes,page.charge);await written;current={...current,copyToken:page.token,items:current.items+changes.length};written=
state.writeRange(current);written.catch(()=>{});context.moved(page.items.length)}await written;return true})}await state.writeRange({...current,isCopied:true})}
function changesToCopy({items,place},begun){const lsns=items.map(({_lsn})=>_lsn);const isExact=begun!==void 0&&place?.rangeId===begun.rangeId&&lsns.every(Number.
isInteger);const copied=isExact?items.filter((_,i)=>lsns[i]<=begun.lsn):items;return{changes:copied.map(item=>({kind:"put",item,isNew:isExact})),isExact}}async function followRanges(context,ranges,end){
await Promise.all(ranges.map(range=>followRange(context,range,end)))}async function followRange(context,range,end){const movingEnd=new MovingEnd;const{direction,
state}=context;const fed={container:direction.source,definition:direction.sourceKeys.definition};let current=range;const news=new News(range.isExact===true);if(range.
isExact===true){current={...range,isExact:false};await withRetries(context,()=>state.writeRange(current))}for(;;){context.check();let isAgain=false;const page=await withRetries(
context,async()=>{if(isAgain)news.doubt();isAgain=true;const read=await readChanges(fed,current.followToken,current.mode);await apply(context,news.marked(read),
read.charge);if(read.changes.length>0){current={...current,followToken:read.token,items:current.items+read.changes.length};await state.writeRange(current)}return read});
context.moved(page.changes.length);context.lag(range.id,page.isEnd||page.lastMs===void 0?0:Math.max(0,context.now()-page.lastMs));if(page.isEnd&&end!=="never")return;
if(end==="caughtUp"&&movingEnd.isPassed(page.place,page.lsns))return;if(page.isEnd)await context.wait(IDLE_MS)}}var News=class{#isAll;#firstLooks=new Map;constructor(isAll){
this.#isAll=isAll}marked({changes,lsns,place}){if(this.#isAll)return changes;if(place===void 0)return changes.map(notNew);const{rangeId,lsn}=place;const first=this.#firstLooks.
get(rangeId)??lsn;this.#firstLooks.set(rangeId,first);return changes.map((change,i)=>lsns[i]>first?change:notNew(change))}doubt(){this.#isAll=false;this.#firstLooks.
clear()}};function notNew(change){return change.kind==="put"?{...change,isNew:false}:change}async function apply({direction,state,share,known,wait},changes,readCharge,mode){
const{charge,problems}=await applyChanges({sides:direction,known,wait},changes,mode);if(problems.length>0)await state.addProblems(problems);await share.spend(charge+
readCharge)}async function repairItem(context,id,key,item){await apply(context,[changeOfItem(id,key,item)],0,"repair")}function changeOfItem(id,key,item){return item===
void 0?{kind:"delete",id,key}:{kind:"put",item}}async function withRetries(context,work){for(let tries=1;;tries++){try{return await work()}catch(error){context.
check();if(tries===TRIES_MAX||!passes(error))throw error;await context.wait(Math.min(5e3,50*2**tries))}}}var PASSING=new Set([408,410,429,449,503]);function passes(error){
const{code,name,message=""}=error;if(/^Bulk request errored/.test(message))return true;if(PASSING.has(code)||name==="RestError"||/^Timeout Error/.test(message))
return true;return typeof code==="string"&&/^E[A-Z]+$|SOCKET|TIMEOUT/i.test(code)}async function openContainer(client,place){const found=await findContainer(client,place);if(found!==void 0)return found;throw new RepartitionError(`There is no \
container ${place.database}/${place.container} on ${place.endpoint}.`)}async function findContainer(client,place){const container=client.database(place.database).
container(place.container);try{const{resource}=await container.read();if(resource===void 0)return void 0;const definition=resource;return{place,container,rid:resource.
_rid,definition}}catch(error){if(error.code===404)return void 0;throw error}}function directionOf(job,from,to,now){const isExchanged=from.rid===job.targetRid;const isReverse=isExchanged||
job.isSwitched;const[live,other]=isExchanged||!isReverse?[from,to]:[to,from];const[first,second]=isReverse?[other,live]:[live,other];const firstKeys=new ItemKeys(
{definition:first.definition.partitionKey});const secondKeys=new ItemKeys({definition:second.definition.partitionKey,strategy:job.strategy});const inSecond=item=>secondKeys.
keyed(item,identityText(item.id,firstKeys.of(item)));const remaining=lifetimeOf(live,now);const hasLifetimes=live.definition.defaultTtl!==void 0||other.definition.
defaultTtl!==void 0;const unlike=[...secondKeys.added,...hasLifetimes?[["ttl"]]:[]];return{live,other,isReverse,source:live.container,target:other.container,sourceKeys:isReverse?
secondKeys:firstKeys,targetKeys:isReverse?firstKeys:secondKeys,hasUniqueKeys:(other.definition.uniqueKeyPolicy?.uniqueKeys.length??0)>0,mapped:item=>{const left=remaining(
item);return left==="over"?void 0:isReverse?{...withoutSystem(item),...left}:inSecond({...withoutSystem(item),...left})},sourceKeyOf:job.strategy!==void 0&&isReverse?
item=>secondKeys.of(inSecond(item)):void 0,compared:item=>unlike.reduce(withoutPath,withoutSystem(item))}}function lifetimeOf({definition:{defaultTtl}},now){return item=>{
const ttl=item.ttl??defaultTtl;if(defaultTtl===void 0||ttl===void 0||ttl===-1)return{};const left=item._ts+ttl-Math.floor(now()/1e3);return left<=0?"over":{ttl:left}}}
function withoutPath(item,[first,...rest]){const{[first]:value,...others}=item;if(rest.length===0||typeof value!=="object"||value===null)return others;return{...others,
[first]:withoutPath(value,rest)}}async function positionsNow({container}){const ranges=await container.getFeedRanges();const mode=await offeredMode(container,ranges[0]);
return Promise.all(ranges.map(async range=>{const{token,place}=await positionNow(container,range,mode);return{range,mode,followToken:token,begun:place}}))}async function offeredMode(container,range){
try{await positionNow(container,range,"allVersions");return"allVersions"}catch(error){if(error.code===400)return"latestVersions";throw error}}var SAMPLE_MAX=1e3;var KEY_BYTES_MAX=2048;var WRITE_RU_PER_KB=7;var READ_RU_PER_KB=.5;var ITEMS_PER_SECOND=2e3;async function planMove(request){const{from,to,toClient,
key,strategy,maxRu}=request;const ranges=await from.container.getFeedRanges();const target=await findContainer(toClient,to);const{items,bytes}=await usageOf(from.
container);const mode=await offeredMode(from.container,ranges[0]);const kilobytes=Math.max(items,bytes/1024);const writeRu=Math.ceil(kilobytes*WRITE_RU_PER_KB);
const readRu=Math.ceil(kilobytes*READ_RU_PER_KB);return{key,strategy,mode,createsTarget:target===void 0,feedRanges:ranges.length,items,bytes,readRu,writeRu,seconds:Math.
ceil(Math.max(items/ITEMS_PER_SECOND,Number.isFinite(maxRu)?(readRu+writeRu)/maxRu:0)),goesAlong:goesAlong(from.definition),staysBehind:STAYS_BEHIND,warnings:[...definitionWarnings(
from.definition,target?.definition,mode),...await sampleWarnings(from,ranges,key,strategy)]}}var DEFINED=["indexingPolicy","uniqueKeyPolicy","computedProperties",
"vectorEmbeddingPolicy","fullTextPolicy","defaultTtl","changeFeedPolicy","conflictResolutionPolicy","geospatialConfig"];var STAYS_BEHIND=["resource ids and ETag\
s: items get new ones","_ts: the time of the copy; what remains of an item's time to live is kept, as its own ttl","users and permissions: they belong to the da\
tabase","change feed tokens and continuation tokens"];function goesAlong(definition){const parts=DEFINED.filter(name=>definition[name]!==void 0);return[...parts,
"throughput","stored procedures, triggers and user-defined functions"]}function definitionWarnings(source,target,mode){const warnings=[];if(mode==="latestVersio\
ns"){warnings.push("The source keeps no deletions (no changeFeedPolicy): items that are deleted meanwhile are found by comparing, and the cut-over needs writers\
 to stop.")}if((source.uniqueKeyPolicy?.uniqueKeys.length??0)>0){warnings.push("Unique keys hold inside a logical partition: by the new key other items share on\
e.")}if(target!==void 0)warnings.push("The target is there already: its definition is kept as it is.");return warnings}async function sampleWarnings({container,
definition},ranges,key,strategy){const sourceKeys=new ItemKeys({definition:definition.partitionKey});const targetKeys=new ItemKeys({definition:key,strategy});const counts={
missing:0,long:0,failing:0,colliding:0,ttl:0};const addresses=new Map;let seen=0;let failure="";for(const range of ranges){for await(const{items}of scanItems(container,
range,void 0)){for(const item of items){const identity=identityText(item.id,sourceKeys.of(item));if(item.ttl!==void 0)counts.ttl++;try{const values=targetKeys.of(
targetKeys.keyed(item,identity));if(values.includes(void 0))counts.missing++;if(values.some(value=>typeof value==="string"&&Buffer.byteLength(value)>KEY_BYTES_MAX))
counts.long++;const address=identityText(item.id,values);const other=addresses.get(address);if(other!==void 0&&other!==identity)counts.colliding++;addresses.set(
address,identity)}catch(error){counts.failing++;failure=error.message}}seen+=items.length;if(seen>=SAMPLE_MAX*(ranges.indexOf(range)+1)/ranges.length)break}}const of=`\
of ${seen} items that were looked at`;return[counts.missing>0?`${counts.missing} ${of} lack a value of the new key: they share one logical partition.`:"",counts.
long>0?`${counts.long} ${of} have a key value of more than ${KEY_BYTES_MAX} bytes: they cannot be moved.`:"",counts.failing>0?`${counts.failing} ${of} have no k\
ey by this definition: ${failure}`:"",counts.colliding>0?`${counts.colliding} ${of} have an id that another has under the new key: only one of them can be moved\
.`:"",counts.ttl>0?`${counts.ttl} ${of} have a time to live of their own.`:""].filter(warning=>warning!=="")}async function usageOf(container){const{headers}=await container.
read({populateQuotaInfo:true});const usage=String(headers["x-ms-resource-usage"]??"");const figure=name=>Number(new RegExp(`${name}=(\\d+)`).exec(usage)?.[1]??0);
return{items:figure("documentsCount"),bytes:figure("documentsSize")*1024}}async function prepareTarget(source,client,place,key){const database=client.database(place.database);await client.databases.createIfNotExists({id:place.database});
if(await findContainer(client,place)===void 0){const definition=source.definition;const parts=DEFINED.filter(name=>definition[name]!==void 0).map(name=>[name,definition[name]]);
const body={id:place.container,partitionKey:key,...Object.fromEntries(parts)};await database.containers.create({...body,...await throughputOf(source.container)})}
const target=await findContainer(client,place);checkTarget(source,target,key);await copyScripts(source.container,target.container);return target}function checkTarget(source,target,key){
if(target.rid===source.rid)throw new RepartitionError("The source and the target are the same container: name another target.");const paths=target.definition.partitionKey.
paths.join();if(paths===key.paths.join())return;throw new RepartitionError(`The target ${target.place.container} is there, and its key is ${paths}, not ${key.paths.
join()}. Delete it, or name another.`)}async function throughputOf(container){const{resource}=await container.readOffer();const content=resource?.content;if(content?.
offerAutopilotSettings)return{maxThroughput:content.offerAutopilotSettings.maxThroughput};return content?.offerThroughput===void 0?{}:{throughput:content.offerThroughput}}
async function copyScripts({scripts:from},{scripts:to}){for(const each of(await from.storedProcedures.readAll().fetchAll()).resources){await to.storedProcedures.
create({id:each.id,body:each.body}).catch(isThere)}for(const{id,body,triggerType,triggerOperation}of(await from.triggers.readAll().fetchAll()).resources){await to.
triggers.create({id,body,triggerType,triggerOperation}).catch(isThere)}for(const each of(await from.userDefinedFunctions.readAll().fetchAll()).resources){await to.
userDefinedFunctions.create({id:each.id,body:each.body}).catch(isThere)}}function isThere(error){if(error.code!==409)throw error}var EXAMPLES_MAX=10;var ROUNDS_MAX2=6;var ReadMirror=class{#kinds=new Map;#examples=[];#compared;#catchUp;#failed=0;spentRu=0;constructor(compared,catchUp2){this.#compared=
compared;this.#catchUp=catchUp2}async compare(read){const live=await read.askLive().catch(()=>void 0);if(live===void 0)return;try{await this.#compare(read,{live,
other:await read.askOther()})}catch{this.#failed++}}async#compare(read,first){let isSame2=this.#isSame(read,first.live,first.other);for(let round=0;round<ROUNDS_MAX2&&
!isSame2;round++){await this.#catchUp(round);isSame2=this.#isSame(read,await read.askLive(),await read.askOther())}const kind=this.#kinds.get(read.name)??{reads:0,
differing:0,liveRu:0,otherRu:0};this.#kinds.set(read.name,kind);kind.reads++;this.spentRu+=first.live.charge+first.other.charge;kind.liveRu+=first.live.charge;kind.
otherRu+=first.other.charge;if(isSame2)return;kind.differing++;if(this.#examples.length<EXAMPLES_MAX)this.#examples.push(read.about)}#isSame({isAnyOf=false},live,other){
if(live.rows.length!==other.rows.length)return false;return isAnyOf||this.#textOf(live)===this.#textOf(other)}#textOf({rows}){return rows.map(row=>JSON.stringify(
inOrder(this.#compared(row)))).sort().join("\n")}get reads(){return[...this.#kinds.values()].reduce((sum,{reads})=>sum+reads,0)}report(){const all=[...this.#kinds.
values()];return{reads:this.reads,differing:all.reduce((sum,{differing})=>sum+differing,0),examples:[...this.#examples],failed:this.#failed,kinds:[...this.#kinds].
sort((a,b)=>b[1].otherRu-a[1].otherRu).map(([name,{reads,differing,liveRu,otherRu}])=>({name,reads,differing,liveRu:liveRu/reads,otherRu:otherRu/reads}))}}};function inOrder(value){
if(typeof value!=="object"||value===null)return value;if(Array.isArray(value))return value.map(inOrder);return Object.fromEntries(Object.entries(value).filter(([
name])=>!SYSTEM.has(name)).sort(([a],[b])=>a<b?-1:1).map(([name,inner])=>[name,inOrder(inner)]))}var SYSTEM=new Set(["_rid","_self","_etag","_attachments","_ts",
"_lsn"]);var LAG_MS_MAX=3e4;var HOLD_MS=1e4;var REPAIRS_MAX=3;async function switchSides(context,{writersStopped=false,maxLagMs=LAG_MS_MAX,dryRun=false},{verify,control:controlOf}){
const{direction,state}=context;const{live,other}=direction;const ranges=await state.ranges(live.rid);const isSame2=live.place.endpoint===other.place.endpoint&&live.
place.database===other.place.database;const control=isSame2?await controlOf(live.place):void 0;const needsStop=control===void 0||ranges.some(({mode})=>mode==="l\
atestVersions");if(needsStop&&!writersStopped){const why=control===void 0?"This endpoint cannot exchange names":"The live container keeps no deletions (it has n\
o changeFeedPolicy)";const way=direction.isReverse?"roll back":"cut over";throw new RepartitionError(`${why}: stop the writers, then ${way} with --writers-stopp\
ed (in a program: writersStopped).`)}if(dryRun)return switched(context,false,0,live.place.container);await catchUp(context,ranges,maxLagMs,needsStop);if(needsStop)
await makeEqual(verify);refuseProblems(await state.problems());if(control!==void 0)return exchange(context,control);await followOtherFromNow(context);await state.
change(job=>({...job,isSwitched:!job.isSwitched}));return switched(context,false,0,other.place.container)}async function catchUp(context,ranges,maxLagMs,isQuiet){
const begunMs=context.now();await followRanges(context,ranges,isQuiet?"nothingMore":"caughtUp");const tookMs=context.now()-begunMs;if(tookMs<=maxLagMs)return;throw new RepartitionError(
`The target was ${tookMs} ms behind, more than ${maxLagMs}. Follow, then try again.`)}async function makeEqual(verify){for(let tries=1;;tries++){const{differences,
examples}=await verify(tries<REPAIRS_MAX);if(differences===0)return;if(tries<REPAIRS_MAX)continue;throw new RepartitionError(`The two sides still differ, as in ${examples[0]}\
: somebody writes to one of them.`)}}async function exchange(context,control){const{live,other}=context.direction;await followOtherFromNow(context);const ranges=()=>context.
state.ranges(live.rid);await followRanges(context,await ranges(),"caughtUp");const current=await ranges();const hold=await control.hold(HOLD_MS);const heldMs=context.
now();try{await followRanges(context,current,"nothingMore");refuseProblems(await context.state.problems());await control.exchange(other.place.container,hold)}catch(error){
await control.release(hold).catch(()=>{});throw error}return switched(context,true,context.now()-heldMs,live.place.container)}async function followOtherFromNow({
direction:{other},state}){const positions=await positionsNow(other);await state.replaceRanges(other.rid,positions.map(position=>({...position,isCopied:true,items:0})))}
function switched({now},exchanged,pauseMs,live){return{exchanged,pauseMs,live,at:new Date(now()).toISOString()}}function refuseProblems(problems){const[first]=problems;
if(first===void 0)return;throw new RepartitionError(`${problems.length} items cannot be moved, such as ${first.identity}: ${first.why} Change them at the source\
, verify with repair, and try again.`)}var ThroughputShare=class{#ruPerSecond;#now;#wait;#paidUntilMs=0;spent=0;constructor(ruPerSecond,now,wait){this.#ruPerSecond=ruPerSecond;this.#now=now;this.#wait=
wait}async spend(charge){this.spent+=charge;if(!Number.isFinite(this.#ruPerSecond))return;const now=this.#now();this.#paidUntilMs=Math.max(this.#paidUntilMs,now)+
charge/this.#ruPerSecond*1e3;if(this.#paidUntilMs>now)await this.#wait(this.#paidUntilMs-now)}};import{effectivePartitionKey}from"@orrerydb/keys/hash";import{createHash}from"node:crypto";import{compareEpk,fromHex}from"@orrerydb/keys/hash";var PARTS_OF_RANGE=64;var RangeSums=class{#ranges;#sums=new Map;constructor(ranges){this.#ranges=ranges.map(range=>({range,min:fromHex(range.minInclusive),max:fromHex(
range.maxExclusive)}))}add(found,isTarget){const part=this.partOf(found);let sums=this.#sums.get(part);if(sums===void 0){sums={source:{items:0,digest:0n},target:{
items:0,digest:0n}};this.#sums.set(part,sums)}const sum=isTarget?sums.target:sums.source;sum.items++;sum.digest=BigInt.asUintN(64,sum.digest+found.digest)}partOf({
epk,id,key}){const range=this.#ranges.findIndex(({min,max})=>compareEpk(min,epk)<=0&&compareEpk(epk,max)<0);return`${range} ${Number(digestOf(identityText(id,key))%
BigInt(PARTS_OF_RANGE))}`}unequal(){const unequal=[...this.#sums].filter(([,{source,target}])=>!isSame(source,target));return new Set(unequal.map(([part])=>part))}results(){
return this.#ranges.map(({range},i)=>{const parts=[...this.#sums].filter(([part])=>part.startsWith(`${i} `)).map(([,sums])=>sums);return{min:range.minInclusive,
max:range.maxExclusive,sourceItems:parts.reduce((sum,{source})=>sum+source.items,0),targetItems:parts.reduce((sum,{target})=>sum+target.items,0),agrees:parts.every(
({source,target})=>isSame(source,target))}})}};function isSame(a,b){return a.items===b.items&&a.digest===b.digest}function digestOf(text){return createHash("sha\
1").update(text).digest().readBigUInt64BE(0)}var SHOWN_MAX=10;var IDS_PER_READ=50;var READS_AT_ONCE2=16;var ROUNDS_MAX3=10;async function verifyItems(context,options){const sums=new RangeSums(options.ranges.
map(({range})=>range));const samples=new Map;await scanBoth(context,options.ranges,(found,isTarget)=>{sums.add(found,isTarget);if(!isTarget&&samples.size<options.
samples)samples.set(identityText(found.id,found.key),found)});const unequal=sums.unequal();const suspects=unequal.size===0?[]:await compareItems(context,options,
sums,unequal);const looked=new Map([...samples.values(),...suspects].map(each=>[identityText(each.id,each.key),each]));const{differing,changing}=await settle(context,
[...looked.values()],options.catchUp);const repaired=options.repair?await repairItems(context,differing,options.catchUp):0;return{ranges:sums.results(),differences:differing.
length,examples:differing.slice(0,SHOWN_MAX).map(({id,key})=>identityText(id,key)),repaired,sampled:samples.size,changing}}async function settle(context,suspects,catchUp2){
const differing=[];let left=suspects;for(let round=0;round<ROUNDS_MAX3&&left.length>0;round++){const before=await compareNow(context,left);const unequal=left.filter(
(_,i)=>!before[i].agrees);if(unequal.length===0)return{differing,changing:0};const etags=before.filter(({agrees})=>!agrees).map(({etag})=>etag);await catchUp2();
const after=await compareNow(context,unequal);differing.push(...unequal.filter((_,i)=>!after[i].agrees&&after[i].etag===etags[i]));left=unequal.filter((_,i)=>!after[i].
agrees&&after[i].etag!==etags[i])}return{differing,changing:left.length}}async function repairItems(context,differing,catchUp2){await forEachAtOnce(differing,READS_AT_ONCE2,
item=>withRetries(context,async()=>{const{resource}=await context.direction.source.item(item.id,sdkKey(item.key)).read();await repairItem(context,item.id,item.key,
resource)}));return differing.length-(await settle(context,differing,catchUp2)).differing.length}async function compareItems(context,{ranges},sums,unequal){const source=new Map;
const target=new Map;await scanBoth(context,ranges,(found,isTarget)=>{if(!unequal.has(sums.partOf(found)))return;const{id,key,digest}=found;const name=identityText(
id,key);if(isTarget)target.set(name,[...target.get(name)??[],{id,key,digest}]);else source.set(name,{id,key,digest})});const suspects=[];for(const[name,item]of source){
const found=target.get(name)??[];if(found.length!==1||found[0].digest!==item.digest)suspects.push(item)}for(const[name,[item]]of target)if(!source.has(name))suspects.
push(item);return suspects}async function scanBoth(context,ranges,visit){const{direction,share}=context;const scan=async(isTarget,range)=>{const container=isTarget?
direction.target:direction.source;for await(const page of scanItems(container,range,void 0)){context.check();await share.spend(page.charge);for(const item of page.
items)visit(identified(direction,item,isTarget),isTarget)}};await forEachAtOnce(ranges,RANGES_AT_ONCE,({range})=>scan(false,range));await forEachAtOnce(await direction.
target.getFeedRanges(),RANGES_AT_ONCE,range=>scan(true,range))}function identified(direction,item,isTarget){const{sourceKeys,sourceKeyOf}=direction;const key=isTarget&&
sourceKeyOf!==void 0?sourceKeyOf(item):sourceKeys.of(item);const digest=digestOf(canonicalText(direction.compared(item)));return{id:item.id,key,digest,epk:effectivePartitionKey(
key,sourceKeys.definition)}}async function compareNow(context,items){const{direction}=context;const compared=[];const parts=Array.from({length:Math.ceil(items.length/
IDS_PER_READ)},(_,i)=>i*IDS_PER_READ);await forEachAtOnce(parts,2,from=>withRetries(context,async()=>{context.check();const some=items.slice(from,from+IDS_PER_READ);
const live=await Promise.all(some.map(({id,key})=>direction.source.item(id,sdkKey(key)).read()));const there=await targetItems(direction,some);for(const[i,{id,key}]of some.
entries()){const identity=identityText(id,key);const{resource}=live[i];const agrees=isBroughtOver(direction,identity,resource,there.get(identity)??[]);compared[from+
i]={agrees,etag:resource?._etag}}}));return compared}async function targetItems(direction,items){const parameters=[...new Set(items.map(({id})=>id))].map((value,i)=>({
name:`@${i}`,value}));const query=`SELECT * FROM c WHERE c.id IN (${parameters.map(({name})=>name).join(", ")})`;const{resources}=await direction.target.items.query(
{query,parameters}).fetchAll();const found=new Map;for(const item of resources){const identity=identityText(item.id,direction.sourceKeyOf?.(item)??direction.sourceKeys.
of(item));found.set(identity,[...found.get(identity)??[],item])}return found}function isBroughtOver(direction,identity,live,there){const expected=live&&expectedItem(
direction,live,identity);if(expected==="unmovable")return false;if(expected===void 0)return there.length===0;const[only]=there;return there.length===1&&canonicalText(
direction.compared(only))===canonicalText(direction.compared(expected))&&canonicalText(direction.targetKeys.of(only))===canonicalText(direction.targetKeys.of(expected))}
function expectedItem(direction,item,identity){try{return direction.mapped(item,identity)}catch{return"unmovable"}}function canonicalText(value){return JSON.stringify(
value,(_,each)=>typeof each==="object"&&each!==null&&!Array.isArray(each)?Object.fromEntries(Object.entries(each).sort(([a],[b])=>a<b?-1:1)):each===void 0?{undefined:true}:
each)}import{setTimeout as sleep}from"node:timers/promises";async function workAlone(state,leaseMs,signal,work){const ending=new AbortController;const stop=()=>ending.abort(new RepartitionError("It was stopped. Run it ag\
ain to go on."));signal?.addEventListener("abort",stop);if(signal?.aborted)stop();const check=()=>ending.signal.throwIfAborted();const wait=async ms=>{await sleep(
ms,void 0,{signal:ending.signal}).catch(()=>{});check()};check();const isUndisturbed=await state.takeLease(leaseMs,wait);const heart=keepLease(state,leaseMs,ending);
try{return await work({isUndisturbed,check,wait})}catch(error){check();throw error}finally{signal?.removeEventListener("abort",stop);ending.abort(new RepartitionError(
"It is over."));await heart;await state.giveLeaseBack().catch(()=>{})}}async function keepLease(state,leaseMs,ending){let renewedMs=performance.now();for(;;){await sleep(
leaseMs/3,void 0,{signal:ending.signal}).catch(()=>{});if(ending.signal.aborted)return;try{const begunMs=performance.now();const isOurs=await state.renewLease();
const job=await state.read();if(!isOurs){const why=job===void 0?"The move was cancelled.":"Another process goes on with this move.";ending.abort(new RepartitionError(
why))}renewedMs=begunMs;if(job?.isPaused===true)ending.abort(new RepartitionError("The move was paused: resume it first."))}catch(error){if(performance.now()-renewedMs>
leaseMs)ending.abort(error)}}}var LEASE_MS=15e3;var MIRROR_SHARE=.1;var READS_AT_ONCE3=8;var POLL_MS=200;var FIRST_WAIT_MS=100;function waitFor(round){return sleep2(FIRST_WAIT_MS*2**round)}function mirrorOf({
compared},catchUp2){const isItem=row=>typeof row?._rid==="string";return new ReadMirror(row=>isItem(row)?compared(row):row,catchUp2)}var TARGET_HAS_ITEMS="The t\
arget holds items already: empty it, or name another.";async function hasNoItems(container){return(await container.items.query("SELECT TOP 1 VALUE 1 FROM c").fetchAll()).
resources.length===0}async function repartition(options){if(options.key!==void 0&&options.strategy!==void 0)throw new RepartitionError("Give the new key as path\
s or as a strategy, not both.");return new Repartition(options)}var Repartition=class{#options;#count={throttled:0};#leaseMs;#known=new KnownPlaces;#fromClient;#toClient;#openState;constructor(options){
this.#options=options;this.#leaseMs=options.leaseMs??LEASE_MS;this.#fromClient=this.#connect(options.from);this.#toClient=this.#connect(options.to)}#connect(place){
const requestTimeout=this.#leaseMs;const maxWaitTimeInSeconds=Math.ceil(this.#leaseMs/1e3);const connectionPolicy={requestTimeout,retryOptions:{maxRetryAttemptCount:100,
maxWaitTimeInSeconds,fixedRetryIntervalInMilliseconds:0}};return connect(place,this.#count,{connectionPolicy,...this.#options.clientOptions})}#reconnect(){this.
dispose();this.#fromClient=this.#connect(this.#options.from);this.#toClient=this.#connect(this.#options.to);this.#openState=void 0;this.#known.clear()}dispose(){
this.#fromClient.dispose();this.#toClient.dispose()}#now=()=>(this.#options.now??Date.now)();get#jobId(){const{from,to}=this.#options;const names=[from,to].map(
({database,container})=>[database,container]);return createHash2("sha256").update(JSON.stringify(names)).digest("hex").slice(0,16)}#keyDefinition(){const{key,strategy}=this.#options;
if(key===void 0&&strategy===void 0){throw new RepartitionError("Say which key the target is to have: --key PATHS or --strategy FILE (in a program: key or strate\
gy).")}const paths=key??parseStrategy(strategy).into;return{paths:[...paths],kind:paths.length>1?"MultiHash":"Hash",version:2}}async plan(){const{to,maxRu=Number.
POSITIVE_INFINITY}=this.#options;const job=await this.#find();if(job!==void 0)this.#checkSameKey(job);if(job!==void 0&&await this.#isCutOver(job))throw new RepartitionError(
"It was cut over already: complete it, or roll back.");const from=await openContainer(this.#fromClient,this.#options.from);const{key,strategy}=job??{key:this.#keyDefinition(),
strategy:this.#options.strategy};this.#checkStrategy(from.definition.partitionKey);const target=await findContainer(this.#toClient,to);if(target!==void 0)checkTarget(
from,target,key);const plan=await planMove({from,to,toClient:this.#toClient,key,strategy,maxRu});if(job!==void 0||target===void 0||await hasNoItems(target.container))
return plan;return{...plan,warnings:[...plan.warnings,TARGET_HAS_ITEMS]}}#checkSameKey(job){const{key,strategy}=this.#options;const asked=key??(strategy&&parseStrategy(
strategy).into);if(asked===void 0||asked.join()===job.key.paths.join())return;throw new RepartitionError(`This move began with the key ${job.key.paths.join(", ")}\
, not ${asked.join(", ")}: leave the key out to go on, or cancel the move and begin another.`)}#find(){return JobState.find(this.#toClient.database(this.#options.
to.database),this.#jobId)}#checkStrategy(source){const{strategy}=this.#options;const added=strategy===void 0?[]:addedPaths(parseStrategy(strategy));const clash=source.
paths.find(path=>added.includes(path));if(clash===void 0)return;throw new RepartitionError(`The strategy puts its key at ${clash}, where the source has its own:\
 give it another path ('into').`)}async copy(options={}){await this.#toClient.databases.createIfNotExists({id:this.#options.to.database});const state=await this.#state();
await this.#run(state,"copy",options,async context=>{const ranges=await state.ranges(context.direction.live.rid);await copyRanges(context,ranges);await state.change(
job=>job.stage==="copying"?{...job,stage:"following"}:job)})}async follow(options={}){const state=await this.#existing("following");await this.#run(state,"follo\
w",options,async context=>{const ranges=await state.ranges(context.direction.live.rid);await followRanges(context,ranges,options.untilCaughtUp===true?"caughtUp":
"never")})}async verify(options={}){const state=await this.#existing("following");return this.#run(state,"verify",options,context=>this.#verify(state,context,options))}async#verify(state,context,{
repair=false,samples=100,dryRun=false}){const{rid}=context.direction.live;const catchUp2=async()=>{if(!dryRun)await followRanges(context,await state.ranges(rid),
"caughtUp")};await catchUp2();const repairs=repair&&!dryRun;if(repairs)await state.forgetProblems();return verifyItems(context,{ranges:await state.ranges(rid),repair:repairs,
samples,catchUp:catchUp2})}async mirror(options={}){const state=await this.#existing("following");const job=await state.read();if(job.inPlace!==void 0)return this.#mirror(
state,await this.#direction(job),options,waitFor);return this.#run(state,"follow",{},async context=>{const{rid}=context.direction.live;const follow=async()=>followRanges(
context,await state.ranges(rid),"caughtUp");let following;const catchUp2=()=>{following??=follow().finally(()=>following=void 0);return following};return this.#mirror(
state,context.direction,options,catchUp2)})}async#mirror(state,direction,{signal,share=MIRROR_SHARE,random=Math.random},catchUp2){const{database,container}=direction.
live.place;const control=await ControlApi.at(direction.live.place);if(control===void 0)throw new RepartitionError("The endpoint of the live container records no\
 traffic. Let the application mirror its reads: see `mirrored` in docs/repartition.md.");const mirror=mirrorOf(direction,catchUp2);let next=await control.startRecording();
try{while(signal?.aborted!==true){const job=await state.read();if(job===void 0)throw new RepartitionError("The move was cancelled.");if(job.isPaused)throw new RepartitionError(
"The move is paused: resume it first.");const part=await control.takeRecording(next);next=part.next;const reads=part.operations.filter(each=>each.container===`${database}\
/${container}`&&random()<share).flatMap(each=>recordedRead(each,direction)??[]);await forEachAtOnce(reads,READS_AT_ONCE3,read=>mirror.compare(read));this.#options.
onProgress?.({stage:"mirror",items:mirror.reads,spentRu:mirror.spentRu,throttled:this.#count.throttled,lagMs:0});if(part.operations.length===0)await sleep2(POLL_MS,
void 0,{signal}).catch(()=>{})}}finally{await control.stopRecording()}return mirror.report()}async mirrored(container,{share=MIRROR_SHARE,random=Math.random}={}){
const state=await this.#existing("following");const direction=await this.#direction(await state.read());const mirror=mirrorOf(direction,waitFor);const begun=new Set;
const onRead=read=>{begun.add(read);void read.then(()=>begun.delete(read))};return{container:wrapContainer(container,{direction,mirror,share,random,onRead}),report:async()=>{
await Promise.all(begun);return mirror.report()}}}async cutOver(options={}){return this.#switch(false,options)}async rollBack(options={}){return this.#switch(true,
options)}async#switch(isBack,options){const state=await this.#existing("following");const switched2=await this.#run(state,"follow",options,async context=>{if(context.
direction.isReverse!==isBack){throw new RepartitionError(isBack?"There was no cut-over to roll back.":"It was cut over already: complete it, or roll back.")}refuseProblems(
await state.problems());return switchSides(context,options,{verify:repair=>this.#verify(state,context,{repair}),control:async place=>this.#options.control??ControlApi.
at(place)})});this.#reconnect();return switched2}async pause(){await(await this.#existing()).change(job=>({...job,isPaused:true}))}async resume(){await(await this.#existing()).
change(job=>({...job,isPaused:false}))}async cancel(){const state=await this.#existing();if(await this.#isCutOver(await state.read()))throw new RepartitionError(
"It was cut over: roll back, or complete.");await state.remove()}async complete(){const state=await this.#existing();const{isReverse}=await this.#direction(await state.
read());if(!isReverse)throw new RepartitionError("It was not cut over: cut over, or cancel.");await state.remove()}async status(){const job=await this.#find();if(job===
void 0){return{stage:"none",isPaused:false,isCutOver:false,key:[],ranges:0,rangesCopied:0,items:0,problems:[]}}const state=await this.#state();const{live,isReverse}=await this.#direction(
job);const ranges=await state.ranges(live.rid);return{stage:job.stage,isPaused:job.isPaused,isCutOver:isReverse,key:job.key.paths,strategy:job.strategy,startedAt:job.
startedAt,...ranges[0]===void 0?{}:{mode:ranges[0].mode},ranges:ranges.length,rangesCopied:ranges.filter(({isCopied})=>isCopied).length,items:ranges.reduce((sum,{
items})=>sum+items,0),problems:await state.problems()}}#state(){this.#openState??=JobState.open(this.#toClient.database(this.#options.to.database),this.#jobId);
return this.#openState}async#existing(stage){const job=await this.#find();if(job===void 0)throw new RepartitionError("No such move has begun: copy first.");if(stage!==
void 0&&job.stage!==stage)throw new RepartitionError("The copy is not complete yet: run copy again, and let it come to its end.");return this.#state()}async#begin(state){
const{from,to,strategy}=this.#options;const source=await openContainer(this.#fromClient,from);const key=this.#keyDefinition();this.#checkStrategy(source.definition.
partitionKey);const target=await prepareTarget(source,this.#toClient,to,key);if(!await hasNoItems(target.container))throw new RepartitionError(TARGET_HAS_ITEMS);
const positions=await positionsNow(source);await state.replaceRanges(source.rid,positions.map(position=>({...position,isCopied:false,isExact:true,items:0})));const job={
id:"job",job:this.#jobId,stage:"copying",key,strategy,sourceRid:source.rid,targetRid:target.rid,isSwitched:false,isPaused:false,startedAt:new Date(this.#now()).
toISOString(),...this.#options.inPlace===true?{inPlace:{from:from.container,to:to.container,maxRu:this.#options.maxRu}}:{}};await state.write(job);return job}async#direction(job){
const from=await openContainer(this.#fromClient,this.#options.from);const to=await openContainer(this.#toClient,this.#options.to);if(from.rid!==job.sourceRid&&from.
rid!==job.targetRid){throw new RepartitionError("The source is another container than the one that the move began with: cancel it.")}return directionOf(job,from,
to,this.#now)}async#isCutOver(job){try{return(await this.#direction(job)).isReverse}catch(error){if(error instanceof RepartitionError)return false;throw error}}async#run(state,stage,{
signal},work){return workAlone(state,this.#leaseMs,signal,async alone=>{if(!alone.isUndisturbed)this.#known.clear();const known=await state.read();if(known===void 0&&
stage!=="copy")throw new RepartitionError("The move was cancelled.");if(known?.isPaused)throw new RepartitionError("The move is paused: resume it first.");if(known!==
void 0)this.#checkSameKey(known);const job=known??await this.#begin(state);return work(this.#context(state,stage,await this.#direction(job),alone))})}#context(state,stage,direction,{
check,wait}){const share=new ThroughputShare(this.#options.maxRu??Number.POSITIVE_INFINITY,this.#now,wait);const lags=new Map;let items=0;const tell=()=>this.#options.
onProgress?.({stage,items,spentRu:share.spent,throttled:this.#count.throttled,lagMs:Math.max(0,...lags.values())});return{direction,state,share,known:this.#known,
check,wait,now:this.#now,moved:count=>{items+=count;tell()},lag:(range,ms)=>{lags.set(range,ms);tell()}}}};export{RepartitionError,parsePlace,inPlaceJobs,repartition};
