import{assertWhole,makeCheckpoint,openDatabase,toKeyValueError}from"./chunk-AHT5J6LP.js";import{Unreadable,currentManifest,damageOfTable,listFiles,noteTables,
readManifest,readWhole,storeFolder,tableMark,tableName,writeCloseMark,writeFoundDamage,writeKnownTables}from"./chunk-NC73DPF2.js";import{GroupCommit}from"./chunk-ICABC7BA.js";
import{CATALOG_SPACE,CatalogKind,MemoryStore,PROCESS_SCHEDULER,swapAlone}from"./chunk-4OGY6332.js";import{CHUNK_BYTES,CHUNK_ROWS,CHUNK_ROWS_MAX,SPACE_BYTES,
Transactions,chunkSizes,spaceKey,spaceOf,spaceRange}from"./chunk-IH32K4DY.js";import{KeyValueError}from"./chunk-7NBCW7XL.js";import{Kind,inTurns}from"./chunk-YRRMZR6P.js";var LOG_LEVELS=["debug","info","warn","error","silent"];function systemEnvironment(level){const threshold=LOG_LEVELS.indexOf(level);return{now:()=>Date.now(),scheduler:PROCESS_SCHEDULER,
random:()=>Math.random(),log:(messageLevel,message)=>{if(LOG_LEVELS.indexOf(messageLevel)<threshold)return;process.stderr.write(`${new Date().toISOString()} ${messageLevel}\
 ${message}
`)}}}function withControllableClock(environment,startAheadMs=0){let aheadMs=startAheadMs;return{...environment,now:()=>environment.now()+aheadMs,clockControl:{get aheadMs(){
return aheadMs},advance:ms=>{aheadMs+=ms}}}}var INDEX_KINDS=new Set([Kind.index,Kind.composite,Kind.spatial,Kind.fullText,Kind.vector]);function isSealedKind(space,kind){return space===CATALOG_SPACE?kind!==
CatalogKind.format:!INDEX_KINDS.has(kind)}import{setTimeout}from"node:timers/promises";import{join as join3}from"node:path";import{LRUCache}from"lru-cache";var KEPT_KEYS_BYTES=256*1024*1024;var SECTION_BYTES_MAX=64*1024*1024;var SECTION_SHARE=1/4;var SECTION_BYTES=512;var SPACES_MAX=1024;var SECTIONS_MAX=64;var ROWS_MIN=512;
var SCAN_ROWS=10;var PATIENCE_MAX=64;var CHANGES_MAX=512;var CHANGES_MIN=64;var CHANGES_SHARE=1/8;var CHANGE_BYTES=128;var JOINED_PER_ROW=256;var NOTHING=new Uint8Array;
var Section=class{rowsRead=0;rowsSpared=0;patience=1;isTooLarge=false;filling;changes;changesMax=CHANGES_MAX;valueBytes;constructor(valueBytes){this.valueBytes=
valueBytes}isPaid(keys){return this.rowsSpared>=keys.count}forget(){this.rowsRead=0;this.rowsSpared=0;this.changes=void 0;this.changesMax=CHANGES_MAX}};var KeptKeys=class{#spaces=new LRUCache(
{max:SPACES_MAX,dispose:space=>this.#letGo(space)});#kept;#changing=new Set;#noting=new Map;#rowsMin;#sectionBytesMax;#time=0;constructor({rowsMin=ROWS_MIN,bytesMax=KEPT_KEYS_BYTES}={}){
this.#rowsMin=rowsMin;this.#sectionBytesMax=Math.min(bytesMax*SECTION_SHARE,SECTION_BYTES_MAX);this.#kept=new LRUCache({maxSize:bytesMax,sizeCalculation:({size},{
changesMax,valueBytes})=>SECTION_BYTES+size+changesMax*(CHANGE_BYTES+valueBytes),dispose:(keys,section,reason)=>{if(reason==="set")return;if(reason==="evict")section.
patience=nextPatience(section.patience,section.isPaid(keys));section.forget()}})}get time(){return this.#time}beginChange(spaces){for(const number of spaces){this.#changing.
add(number);const space=this.#spaces.peek(number);if(space===void 0)continue;space.changedAt=Number.POSITIVE_INFINITY;if(space.sections.size>0)this.#noting.set(
number,space)}}note({key,value}){if(this.#noting.size===0)return;const space=this.#noting.get(spaceOf(key));if(space===void 0)return;for(const length of space.prefixLengths){
const section=space.sections.get(key.toString("latin1",SPACE_BYTES,SPACE_BYTES+length));if(section?.changes===void 0)continue;const isKept=value!==null&&section.
valueBytes>0;const isOdd=isKept&&value.length!==section.valueBytes;section.changes.set(key.toString("latin1",SPACE_BYTES),isKept?value:value&&NOTHING);if(isOdd||
section.changes.size>section.changesMax)this.#giveUp(space,section)}}endChange(spaces,isDone){this.#time++;this.#noting.clear();for(const number of spaces){this.#changing.
delete(number);const space=this.#spaces.peek(number);if(space===void 0)continue;space.changedAt=this.#time;if(!isDone)this.#letGo(space)}}clear(){this.#time++;this.#spaces.
clear()}async get(name,read){const space=this.#space(name.space);if(space.changedAt>name.time)return void 0;const section=this.#section(space,name);const kept=this.#kept.
get(section);if(kept!==void 0)return this.#joined(section,kept);const{filling}=section;if(filling!==void 0){return filling.since===space.changedAt?filling.keys.
catch(()=>void 0):void 0}const patience=Math.max(space.patience,section.patience);const isDue=section.rowsRead>=Math.max(name.rows,this.#rowsMin)*patience;if(isDue&&
read!==void 0&&!section.isTooLarge){const keys=this.#fill(section,read);section.filling={since:space.changedAt,keys};return keys}section.rowsRead+=SCAN_ROWS;return void 0}count(name,rows){
const space=this.#spaces.peek(name.space);const section=space&&space.changedAt<=name.time?space.sections.get(keyOf(name)):void 0;if(section===void 0)return;section.
rowsRead+=rows;if(section.changes?.size===0)section.rowsSpared+=rows}async#fill(section,read){section.changes=new Map;try{const keys=await read(this.#sectionBytesMax);
const{changes}=section;section.forget();section.isTooLarge=keys===void 0;if(keys!==void 0&&changes!==void 0)this.#keep(section,keys,changes);return keys}catch(error){
section.changes=void 0;throw error}finally{section.filling=void 0}}#keep(section,keys,changes){section.changes=changes;section.changesMax=Math.min(Math.max(keys.
count*CHANGES_SHARE,CHANGES_MIN),CHANGES_MAX);this.#kept.set(section,keys)}#joined(section,kept){const changes=section.changes;if(changes.size===0){section.rowsSpared+=
SCAN_ROWS;return kept}section.rowsRead+=SCAN_ROWS;if(section.rowsRead*JOINED_PER_ROW<kept.count)return void 0;section.rowsRead=0;section.rowsSpared+=SCAN_ROWS;const keys=kept.
with(changes);changes.clear();if(keys.size<=this.#sectionBytesMax){this.#kept.set(section,keys)}else{section.isTooLarge=true;this.#kept.delete(section)}return keys}#space(number){
const known=this.#spaces.get(number);if(known!==void 0)return known;const changedAt=this.#changing.has(number)?Number.POSITIVE_INFINITY:this.#time;const space={
changedAt,patience:1,sections:new Map,prefixLengths:new Set};this.#spaces.set(number,space);return space}#section(space,name){const key=keyOf(name);const known=space.
sections.get(key);if(known!==void 0)return known;if(space.sections.size>=SECTIONS_MAX)this.#letGo(space);const section=new Section(name.valueBytes??0);space.sections.
set(key,section);space.prefixLengths.add(name.prefix.length);return section}#giveUp(space,section){const kept=this.#kept.peek(section);space.patience=nextPatience(
space.patience,kept!==void 0&&section.isPaid(kept));this.#kept.delete(section);section.forget()}#letGo({sections}){for(const section of sections.values()){this.#kept.
delete(section);section.forget()}sections.clear()}};function nextPatience(patience,isPaid){return isPaid?1:Math.min(2*patience,PATIENCE_MAX)}function keyOf({prefix}){
return Buffer.from(prefix.buffer,prefix.byteOffset,prefix.length).toString("latin1")}async function filesWithKey(folder,key){const{tables}=await readManifest(folder,await currentManifest(folder));return tables.filter(({smallest,largest})=>smallest.
compare(key)<=0&&largest.compare(key)>=0).map(tableName)}import{randomFillSync}from"node:crypto";import{open,rm,stat,statfs}from"node:fs/promises";import{join}from"node:path";var MB=1024*1024;var ROOM_LIMITS={reserveBytes:96*1024*1024,reserveShare:1/16,openBytes:24*1024*1024};var OPEN_BYTES_MIN=MB;var LOG_SHARE=1.25;var LOOK_MS=1e3;var LOOKS_PER_RESERVE=8;
var FIRST_ALLOWANCE=MB;var PIECE_BYTES=MB;var RESERVE_FILE="room.reserve";var freeBytesOf=async folder=>{const found=await statfs(folder).catch(()=>void 0);if(found===
void 0)return{free:Number.POSITIVE_INFINITY,size:Number.POSITIVE_INFINITY};return{free:found.bavail*found.bsize,size:found.blocks*found.bsize}};var LevelRoom=class{#folder;#reserveFile;#now;#notice;#freeBytes;#lookedAtMs=Number.
NEGATIVE_INFINITY;#allowance=0;#isShort=false;#written=0;#reserving=Promise.resolve();#leftovers;constructor({folder,now,notice,freeBytes=freeBytesOf}){this.#folder=
folder;this.#reserveFile=join(folder,RESERVE_FILE);this.#now=now;this.#notice=notice;this.#freeBytes=freeBytes}async take(bytes){const wasShort=this.#isShort;if(wasShort||
bytes>this.#allowance||this.#now()-this.#lookedAtMs>=LOOK_MS)await this.#look(bytes);if(this.#isShort){throw new KeyValueError("full",`There is too little room \
left for ${this.#folder}: free some space.`)}this.#allowance-=bytes;this.#written+=bytes;return wasShort}async assertOpening(){await this.#reserving;const needed=neededFor(
this.#written);if(await this.#reserved()>=needed)return;if((await this.#unnamed()).bytes>=needed)return;await this.#reserve(needed,true)}async giveWay(){await this.#reserving;
this.#leftovers=void 0;await rm(this.#reserveFile,{force:true});for(const name of(await this.#unnamed()).names)await rm(join(this.#folder,name),{force:true})}async opened(){
this.#written=0;this.#allowance=0;await this.#reserve(OPEN_BYTES_MIN).catch(()=>{})}close(){return this.#reserving}async#look(bytes){const{free,size}=await this.#freeBytes(
this.#folder);const reserve=Math.min(ROOM_LIMITS.reserveBytes,size*ROOM_LIMITS.reserveShare);this.#lookedAtMs=this.#now();const most=Math.min(Math.max(this.#written,
FIRST_ALLOWANCE),reserve/LOOKS_PER_RESERVE);this.#allowance=Math.max(most,bytes);const needed=neededFor(this.#written+this.#allowance);const missing=Math.max(needed-
await this.#reserved(),0);const wanted=reserve+missing;const wasShort=this.#isShort;this.#isShort=free<wanted&&free+await this.#leftBytes()<wanted;if(this.#isShort!==
wasShort)this.#tell(free,wanted);if(!this.#isShort&&missing>0)this.#reserveBeside(needed)}#reserveBeside(bytes){this.#reserving=this.#reserving.then(()=>this.#reserve(
bytes)).catch(()=>{})}#tell(free,reserve){const inMb=bytes=>`${(bytes/MB).toFixed(1)} MB`;this.#notice(this.#isShort?`The disk of ${this.#folder} is full: ${inMb(
free)} are free, and ${inMb(reserve)} are kept back for the store. Writes are refused until some space is freed; reads go on.`:`The disk of ${this.#folder} has \
room again: ${inMb(free)}. Writes go on.`)}async#leftBytes(){const before=this.#leftovers;const nowMs=this.#now();if(before===void 0||nowMs-before.atMs>=LOOK_MS){
const{names,bytes}=await this.#unnamed();this.#leftovers={atMs:nowMs,names:`${names} ${bytes}`,bytes};return this.#leftovers.names===before?.names?bytes:0}return 0}async#unnamed(){
const{tables}=await listFiles(this.#folder);const manifest=await this.#manifest();if(manifest===void 0||manifest.damage.length>0)return{names:[],bytes:0};const named=new Set(
manifest.tables.map(({number})=>number));const names=[...tables].filter(([number])=>!named.has(number)).map(([,name])=>name);let bytes=0;for(const name of names)
bytes+=await sizeOf(join(this.#folder,name));return{names,bytes}}async#manifest(){try{return await readManifest(this.#folder,await currentManifest(this.#folder))}catch(error){
if(error instanceof Unreadable)return void 0;throw error}}#reserved(){return sizeOf(this.#reserveFile)}async#reserve(bytes,isSure=false){const missing=bytes-await this.#reserved();
if(missing<=0)return;const piece=randomFillSync(Buffer.allocUnsafe(PIECE_BYTES));const file=await open(this.#reserveFile,"a");try{for(let left=missing;left>0;left-=
PIECE_BYTES)await file.writeFile(piece.subarray(0,Math.min(left,PIECE_BYTES)));if(isSure)await file.datasync()}finally{await file.close()}}};function neededFor(writtenBytes){
const pieces=Math.ceil((OPEN_BYTES_MIN+LOG_SHARE*writtenBytes)/PIECE_BYTES);return Math.min(pieces*PIECE_BYTES,ROOM_LIMITS.openBytes)}async function sizeOf(path){
return stat(path).then(({size})=>size,()=>0)}import{crc32}from"node:zlib";var SEAL_BYTES=4;var POLYNOMIAL=3988292384;var SHORT_BYTES=64;var TABLE=Int32Array.from({length:256},(_,byte)=>{let crc=byte;for(let bit=0;bit<
8;bit++)crc=crc&1?crc>>>1^POLYNOMIAL:crc>>>1;return crc});function sealedValue(fullKey,value){const sealed=Buffer.allocUnsafe(value.length+SEAL_BYTES);sealed.set(
value);sealed.writeUInt32BE(sealOf(fullKey,value),value.length);return sealed}function unsealedValue(fullKey,sealed){const end=sealed.length-SEAL_BYTES;if(end<0)
return void 0;const value=sealed.subarray(0,end);return sealOf(fullKey,value)===sealed.readUInt32BE(end)?value:void 0}function sealOf(fullKey,value){return extended(
extended(0,fullKey),value)}function extended(crc,bytes){if(bytes.length>SHORT_BYTES)return crc32(bytes,crc);let inverted=~crc;for(let at=0;at<bytes.length;at++){
inverted=TABLE[(inverted^bytes[at])&255]^inverted>>>8}return~inverted>>>0}var SEALS_KEY=Buffer.alloc(SPACE_BYTES,255);var LevelSeals=class _LevelSeals{#isSealedKind;#firstSpace;#isNoted;constructor(isSealedKind2,firstSpace,isNoted){this.#isSealedKind=
isSealedKind2;this.#firstSpace=firstSpace;this.#isNoted=isNoted}static async of(database,isSealedKind2){const noted=database.getSync(SEALS_KEY);if(noted===void 0)
return new _LevelSeals(isSealedKind2,await spaceAfterLast(database),false);const firstSpace=unsealedValue(SEALS_KEY,noted)?.readUInt32BE(0);if(firstSpace===void 0){
throw new KeyValueError("corrupt","The store does not say which of its rows are sealed.")}return new _LevelSeals(isSealedKind2,firstSpace,true)}isSealed(space,key){
return space>=this.#firstSpace&&this.#isSealedKind(space,key?.[0])}sealed({key,value}){if(value===null||value.length===0)return value;const space=key.readUInt32BE(
0);return space>=this.#firstSpace&&this.#isSealedKind(space,key[SPACE_BYTES])?sealedValue(key,value):value}get unnoted(){if(this.#isNoted)return[];const firstSpace=Buffer.
alloc(4);firstSpace.writeUInt32BE(this.#firstSpace);return[{key:SEALS_KEY,value:sealedValue(SEALS_KEY,firstSpace)}]}noted(){this.#isNoted=true}};async function spaceAfterLast(database){
for await(const key of database.keys({reverse:true,limit:1})){return key.readUInt32BE(0)+1}return 0}import{join as join2}from"node:path";var TableWatch=class{#folder;#notice;#damage=[];#verifiedAt=new Map;#known;constructor(folder,known,notice){this.#folder=folder;this.#known=known;this.#notice=notice}get isWhole(){
return this.#damage.length===0}assertReadable(from,last){const found=this.#damage.find(({keys})=>keys===void 0||keys.last.compare(from)>=0&&keys.from.compare(last)<=
0);if(found!==void 0)throw new KeyValueError("corrupt",`${this.#sentence(found)}.`)}assertWritable(){const[found]=this.#damage;if(found===void 0)return;throw new KeyValueError(
"corrupt",`${this.#sentence(found)}: nothing is written until the folder is repaired or restored.`)}async round({since,now,pause}){const whole=new Map;for(const table of await this.#tables()){
const name=tableName(table);const path=join2(this.#folder,name);const startedAt=now();const isDue=(this.#verifiedAt.get(name)??-1)<since;const isWhole=isDue?await this.#verify(
name,table):true;const mark=isWhole?await tableMark(path):void 0;if(mark!==void 0)whole.set(name,mark);if(isDue&&isWhole)this.#verifiedAt.set(name,startedAt);if(isDue&&
!await pause(now()-startedAt))return}for(const name of this.#verifiedAt.keys())if(!whole.has(name))this.#verifiedAt.delete(name);await this.#remember(whole)}async close(){
if(!this.isWhole)return;const tables=new Map;for(const table of await this.#tables()){const mark=await tableMark(join2(this.#folder,tableName(table)));if(mark!==
void 0)tables.set(tableName(table),mark)}await this.#remember(tables)}async#tables(){return(await readManifest(this.#folder,await currentManifest(this.#folder))).
tables}async#verify(name,table){const path=join2(this.#folder,name);if(await tableMark(path)===void 0)return false;const bytes=await readWhole(path).catch(error=>error);
const found=bytes instanceof Error?[{file:name,finding:bytes.message,keys:{from:table.smallest,last:table.largest}}]:damageOfTable(name,table,bytes);if(found.length===
0||await tableMark(path)===void 0)return found.length===0;const fresh=found.filter(({file,finding})=>!this.#isFound(file,finding));if(fresh.length===0)return false;
this.#damage.push(...fresh);await writeFoundDamage(this.#folder,this.#damage);for(const each of fresh){this.#notice(`${this.#sentence(each)}. Its rows are not s\
erved, and nothing is written any more: stop the server, then run 'orrery check'.`)}return false}#isFound(file,finding){return this.#damage.some(known=>known.file===
file&&known.finding===finding)}#sentence({file,finding}){return`The data folder is damaged in ${join2(this.#folder,file)}: ${finding}`}async#remember(tables){const isSame=tables.
size===this.#known.size&&[...tables].every(([name,mark])=>this.#known.get(name)===mark);if(isSame)return;this.#known=tables;await writeKnownTables(this.#folder,
tables)}};var FILES_BEFORE_DELAY=7;var PIECE_WRITES=2048;var LevelDatabase=class _LevelDatabase{folder;seals;watch;keptKeys;#sync;#cacheBytes;#scheduler;#room;#open;#restarting;#isClosed=false;#failedKeys;#undo;constructor({
folder,sync,scheduler,cacheBytes,keptKeysBytes,keptRowsMin},open2,seals,watch,room){this.folder=folder;this.keptKeys=new KeptKeys({rowsMin:keptRowsMin,bytesMax:keptKeysBytes});
this.watch=watch;this.#scheduler=scheduler;this.#room=room;this.#sync=sync;this.#cacheBytes=cacheBytes;this.#open=open2;this.seals=seals}static async open(options){
const{folder,notice,scheduler,freeBytes}=options;const watch=new TableWatch(folder,await assertWhole(folder,notice),notice);const room=new LevelRoom({folder,notice,
now:()=>scheduler.now(),freeBytes});const database=await openInRoom(options,room);try{const seals=await LevelSeals.of(database,options.isSealedKind);return new _LevelDatabase(
options,database,seals,watch,room)}catch(error){await database.close();throw toKeyValueError(error,folder)}}get(){return this.#open??this.#restart()}get current(){
if(this.#open!==void 0)return this.#open;throw this.error(new KeyValueError("unavailable","The store is not back yet after a failed write."))}get isBehind(){const files=this.#open?.
getProperty("leveldb.num-files-at-level0");return files!==void 0&&Number(files)>=FILES_BEFORE_DELAY}async write(group){this.watch.assertWritable();const wasShort=await this.#takeRoom(
group);const opened=this.#isBroken||wasShort?this.#restart():this.get();const database=opened instanceof Promise?await opened:opened;const spaces=spacesOf(group);
this.keptKeys.beginChange(spaces);let isDone=false;try{const batch=batchOf(database,this.seals.unnoted);const more=inTurns(this.#scheduler,this,this.#fill(batch,
group),{isUrgent:true});if(more!==void 0)await more;await batch.write({sync:this.#sync});this.seals.noted();isDone=true}catch(error){this.#failedKeys=group.flatMap(
writes=>writes.map(({key})=>key));throw this.error(error)}finally{this.keptKeys.endChange(spaces,isDone)}}async checkpoint(target){try{this.watch.assertWritable();
if(this.#isBroken)await this.#restart();await makeCheckpoint(this.folder,target)}catch(error){throw this.error(error)}}async close(){if(this.#isBroken)await this.#restart().
catch(()=>void 0);this.#isClosed=true;const database=this.#open;this.#open=void 0;await database?.close();await this.#room.close();if(database===void 0||this.#isBroken)
return;await writeCloseMark(this.folder).catch(()=>void 0);await this.watch.close().catch(()=>void 0)}async brokenSeal(fullKey){const files=await filesWithKey(this.
folder,fullKey).catch(()=>[]);const where=files.length===0?this.folder:files.map(file=>join3(this.folder,file)).join(" or ");return new KeyValueError("corrupt",
`The row ${fullKey.subarray(SPACE_BYTES).toString("hex")} of space ${spaceOf(fullKey)} in ${where} does not match its checksum.`)}error(error){if(this.#isClosed)
return new KeyValueError("closed","The store is closed.",{cause:error});return toKeyValueError(error,this.folder)}get#isBroken(){return this.#failedKeys!==void 0||
this.#undo!==void 0}async#takeRoom(group){let bytes=0;for(const writes of group)for(const{key,value}of writes)bytes+=key.length+(value?.length??0);try{return await this.#room.
take(bytes)}catch(error){throw this.error(error)}}*#fill(batch,group){let done=0;for(const writes of group){for(const write of writes){putRow(batch,write.key,this.
seals.sealed(write));this.keptKeys.note(write);if(++done%PIECE_WRITES===0)yield}}}#restart(){if(this.#isClosed)throw this.error(void 0);this.#restarting??=this.#openAnew().
finally(()=>{this.#restarting=void 0});return this.#restarting}async#openAnew(){try{const old=this.#open;if(old!==void 0){await this.#room.assertOpening();this.#undo??=
(this.#failedKeys??[]).map(key=>({key,value:old.getSync(key)??null}));this.#failedKeys=void 0;this.#open=void 0;await old.close()}await this.#room.giveWay();const database=await openDatabase(
this.folder,this.#cacheBytes);await this.#room.opened();try{await batchOf(database,this.#undo??[]).write({sync:true})}catch(error){await database.close();throw error}
this.#undo=void 0;this.#open=database;this.keptKeys.clear();return database}catch(error){throw this.error(error)}}};function spacesOf(group){const spaces=new Set;
let last;for(const writes of group){for(const{key}of writes){const space=spaceOf(key);if(space!==last)spaces.add(space);last=space}}return spaces}async function openInRoom({
folder,cacheBytes},room){try{return await openDatabase(folder,cacheBytes)}catch(error){if(!(error instanceof KeyValueError&&error.code==="full"))throw error;await room.
giveWay();const database=await openDatabase(folder,cacheBytes);await room.opened();return database}}function batchOf(database,writes){const batch=database.batch();
for(const{key,value}of writes)putRow(batch,key,value);return batch}function putRow(batch,key,value){if(value===null)batch.del(key);else batch.put(key,value)}var NOTHING2=Buffer.alloc(0);var UNREAD={key:NOTHING2,value:NOTHING2};var FIRST_BYTES=16*1024;var FIRST_RUNS=1024;var PackedKeys=class _PackedKeys{#layout;#prefix;#keyTailBytes;#valueBytes;tailBytes;#heads=Buffer.
allocUnsafeSlow(FIRST_BYTES);#headEnds=new Uint32Array(FIRST_RUNS);#firsts=new Uint32Array(FIRST_RUNS);#runCount=0;#tails=Buffer.allocUnsafeSlow(FIRST_BYTES);#count=0;#longestHeadBytes=0;constructor(layout){
const{prefix,tailBytes,valueBytes=0}=layout;this.#layout=layout;this.#prefix=Buffer.from(prefix);this.#keyTailBytes=tailBytes;this.#valueBytes=valueBytes;this.tailBytes=
tailBytes+valueBytes}get count(){return this.#count}get size(){return this.#heads.length+this.#headEnds.byteLength+this.#firsts.byteLength+this.#tails.length}get usedSize(){
return this.headStartOf(this.#runCount)+8*this.#runCount+this.#count*this.tailBytes}get heads(){return this.#heads}get tails(){return this.#tails}get longestHeadBytes(){
return this.#longestHeadBytes}add(key,value=NOTHING2){const headEnd=key.length-this.#keyTailBytes;this.#goOnWith(key,this.#prefix.length,headEnd);const at=this.#count*
this.tailBytes;if(at+this.tailBytes>this.#tails.length)this.#tails=grownBytes(this.#tails,Math.max(at+this.tailBytes,2*this.#tails.length));copy(key,headEnd,key.
length,this.#tails,at);this.#tails.set(value,at+this.#keyTailBytes);this.#count++}#goOnWith(bytes,from,to){const run=this.#runCount;const start=this.headStartOf(
run);if(run>0&&areEqual(this.#heads,this.headStartOf(run-1),start,bytes,from,to))return;const end=start+to-from;if(end>this.#heads.length)this.#heads=grownBytes(
this.#heads,Math.max(end,2*this.#heads.length));if(run===this.#headEnds.length){this.#headEnds=grown(this.#headEnds,2*run);this.#firsts=grown(this.#firsts,2*run)}
copy(bytes,from,to,this.#heads,start);this.#headEnds[run]=end;this.#firsts[run]=this.#count;this.#runCount++;this.#longestHeadBytes=Math.max(this.#longestHeadBytes,
to-from)}with(changes){const all=new _PackedKeys(this.#layout);const sorted=[...changes.keys()].sort().map(text=>Buffer.from(text,"latin1"));const bytes=sorted.
reduce((sum,{length})=>sum+length,this.headStartOf(this.#runCount));const runs=this.#runCount+2*sorted.length;all.#heads=Buffer.allocUnsafeSlow(bytes+sorted.length*
this.#longestHeadBytes);all.#headEnds=new Uint32Array(runs);all.#firsts=new Uint32Array(runs);all.#tails=Buffer.allocUnsafeSlow((this.#count+sorted.length)*this.
tailBytes);let next=0;for(const key of sorted){const place=this.#firstFrom(key);all.#addPart(this,next,place);const isHere=place<this.#count&&this.#order(this.runOf(
place),place,key)===0;const value=changes.get(key.toString("latin1"));if(value)all.add(key,value.subarray(0,this.#valueBytes));next=isHere?place+1:place}all.#addPart(
this,next,this.#count);return all}#addPart(other,first,end){if(first===end)return;const run=other.runOf(first);this.#goOnWith(other.#heads,other.headStartOf(run),
other.headEndOf(run));const[nextRun,endRun]=[run+1,other.runOf(end-1)+1];const[headStart,headEnd]=[other.headStartOf(nextRun),other.headStartOf(endRun)];const at=this.
headStartOf(this.#runCount);this.#heads.set(other.#heads.subarray(headStart,headEnd),at);copyRaised(other.#headEnds.subarray(nextRun,endRun),at-headStart,this.#headEnds,
this.#runCount);copyRaised(other.#firsts.subarray(nextRun,endRun),this.#count-first,this.#firsts,this.#runCount);this.#runCount+=endRun-nextRun;const tails=other.#tails.
subarray(first*this.tailBytes,end*this.tailBytes);this.#tails.set(tails,this.#count*this.tailBytes);this.#count+=end-first;this.#longestHeadBytes=Math.max(this.#longestHeadBytes,
other.#longestHeadBytes)}trim(){this.#heads=grownBytes(this.#heads,this.headStartOf(this.#runCount));this.#tails=grownBytes(this.#tails,this.#count*this.tailBytes);
this.#headEnds=grown(this.#headEnds,this.#runCount);this.#firsts=grown(this.#firsts,this.#runCount)}*scan(options){const{reverse=false,valuesOnly=false,limit=Number.
POSITIVE_INFINITY}=options;const{first,end}=this.part(options);let left=Math.min(limit,end-first);let next=reverse?end-1:first;for(const size of chunkSizes(options)){
if(left<=0)return;const count=Math.min(size,left);yield valuesOnly?new Array(count).fill(UNREAD):this.#rowsAt(next,count,reverse);left-=count;next+=reverse?-count:
count}}#rowsAt(first,count,reverse){const rows=[];let run=this.runOf(first);for(let i=0,place=first;i<count;i++,place+=reverse?-1:1){while(place<this.firstOf(run))
run--;while(place>=this.firstOf(run+1))run++;rows.push(this.#rowAt(run,place))}return rows}#rowAt(run,place){const[start,end]=[this.headStartOf(run),this.headEndOf(
run)];const tailAt=this.#prefix.length+end-start;const bytes=Buffer.allocUnsafe(tailAt+this.tailBytes);copy(this.#prefix,0,this.#prefix.length,bytes,0);copy(this.#heads,
start,end,bytes,this.#prefix.length);copy(this.#tails,place*this.tailBytes,(place+1)*this.tailBytes,bytes,tailAt);if(this.#valueBytes===0)return{key:bytes,value:NOTHING2};
const keyEnd=tailAt+this.#keyTailBytes;return{key:bytes.subarray(0,keyEnd),value:bytes.subarray(keyEnd)}}part({from,to}){const first=from===void 0?0:this.#firstFrom(
from);const end=to===void 0?this.#count:this.#firstFrom(to);return new PackedPart(this,first,Math.max(first,end))}headStartOf(run){return run===0?0:this.#headEnds[run-
1]}headEndOf(run){return this.#headEnds[run]}runOf(place){return firstAbove(this.#firsts,this.#runCount,place)-1}firstOf(run){return run<this.#runCount?this.#firsts[run]:
this.#count}runWith(text,from){const end=this.headStartOf(this.#runCount);for(let at=this.headStartOf(from);;at++){at=this.#heads.indexOf(text,at);if(at<0||at+text.
length>end)return this.#runCount;const run=firstAbove(this.#headEnds,this.#runCount,at);if(at+text.length<=this.headEndOf(run))return run}}#firstFrom(key){const order=this.#prefix.
compare(key,0,Math.min(this.#prefix.length,key.length));if(order!==0)return order>0?0:this.#count;const run=firstWhere(0,this.#runCount,each=>this.#order(each,this.
firstOf(each),key)>0)-1;if(run<0)return 0;return firstWhere(this.firstOf(run),this.firstOf(run+1),place=>this.#order(run,place,key)>=0)}#order(run,place,key){const[
start,end]=[this.headStartOf(run),this.headEndOf(run)];const headAt=this.#prefix.length;const headEnd=Math.min(headAt+end-start,key.length);const order=this.#heads.
compare(key,headAt,headEnd,start,end);if(order!==0)return order;const tailAt=place*this.tailBytes;return this.#tails.compare(key,headEnd,key.length,tailAt,tailAt+
this.#keyTailBytes)}};var PackedPart=class{first;end;runCount;#keys;#firstRun;constructor(keys,first,end){this.#keys=keys;this.first=first;this.end=end;this.#firstRun=
first===end?0:keys.runOf(first);this.runCount=first===end?0:keys.runOf(end-1)+1-this.#firstRun}get heads(){return this.#keys.heads}get tails(){return this.#keys.
tails}get longestHeadBytes(){return this.#keys.longestHeadBytes}headStartOf(run){return this.#keys.headStartOf(this.#firstRun+run)}headEndOf(run){return this.#keys.
headEndOf(this.#firstRun+run)}tailStartOf(place){return place*this.#keys.tailBytes}placeOfRun(run){const place=this.#keys.firstOf(this.#firstRun+run);return Math.
min(Math.max(place,this.first),this.end)}runWith(text,from){if(from>=this.runCount)return this.runCount;return Math.min(this.#keys.runWith(text,this.#firstRun+from)-
this.#firstRun,this.runCount)}};function firstWhere(from,to,isTrue){let[low,high]=[from,to];while(low<high){const middle=low+high>>1;if(isTrue(middle))high=middle;else
low=middle+1}return low}function firstAbove(numbers,count,number){let[low,high]=[0,count];while(low<high){const middle=low+high>>1;if(numbers[middle]<=number)low=
middle+1;else high=middle}return low}function copy(source,from,to,target,at){for(let i=from;i<to;i++)target[at+i-from]=source[i]}function areEqual(a,aStart,aEnd,b,bStart,bEnd){
if(aEnd-aStart!==bEnd-bStart)return false;for(let i=aEnd-1;i>=aStart;i--)if(a[i]!==b[bStart+i-aStart])return false;return true}function copyRaised(numbers,by,copy2,at){
for(let i=0;i<numbers.length;i++)copy2[at+i]=numbers[i]+by}function grown(numbers,length){const more=new Uint32Array(length);more.set(numbers.subarray(0,length));
return more}function grownBytes(bytes,length){const more=Buffer.allocUnsafeSlow(length);bytes.copy(more);return more}var NOTHING3=Buffer.alloc(0);var ENCODINGS={keyEncoding:"buffer",valueEncoding:"buffer"};var SYNCHRONOUS_KEYS_MAX=256;var READ_WHOLE_ROWS_MAX=32768;var LEFT_OUT={
name:"left-out",format:"utf8",encode:bytes=>bytes,decode:()=>NOTHING3};var LevelReader=class _LevelReader{#database;#snapshot;#readOptions;#time;#isClosed=false;constructor(database,snapshot){
this.#database=database;this.#snapshot=snapshot;this.#time=database.keptKeys.time;this.#readOptions=snapshot===void 0?void 0:{snapshot,...ENCODINGS}}async get(space,key){
this.assertOpen();try{const database=this.#database.get();const isSealed=this.#database.seals.isSealed(space,key);const fullKey=spaceKey(space,key);this.#assertReadable(
fullKey,fullKey);return this.#read(database instanceof Promise?await database:database,fullKey,isSealed)}catch(error){throw await this.#failure(error)}}async getMany(space,keys){
this.assertOpen();try{const database=await this.#database.get();const{seals}=this.#database;const fullKeys=keys.map(key=>spaceKey(space,key));for(const key of fullKeys)
this.#assertReadable(key,key);if(keys.length<=SYNCHRONOUS_KEYS_MAX){return fullKeys.map((key,i)=>this.#read(database,key,seals.isSealed(space,keys[i])))}const values=await database.
getMany(fullKeys,{...this.#readOptions});return values.map((value,i)=>value!==void 0&&seals.isSealed(space,keys[i])?verified(fullKeys[i],value):value)}catch(error){
throw await this.#failure(error)}}async*scan(space,options={}){const{among}=options;if(among===void 0||this.#snapshot===void 0){yield*this.#scanDisk(space,options);
return}this.assertOpen();const{from,to}=spaceRange(space,options);this.#assertReadable(from,to);const{keptKeys}=this.#database;const name={space,...among,time:this.#time};
const read=bytesMax=>this.#readSection(name,bytesMax);const kept=await keptKeys.get(name,among.rows<=READ_WHOLE_ROWS_MAX?read:void 0);for await(const rows of kept?.
scan(options)??this.#scanDisk(space,options)){this.assertOpen();keptKeys.count(name,rows.length);yield rows}}async kept(space,range,among){if(this.#snapshot===void 0)
return void 0;this.assertOpen();const{from,to}=spaceRange(space,range);this.#assertReadable(from,to);const{keptKeys}=this.#database;const name={space,...among,time:this.#time};
const part=(await keptKeys.get(name,bytesMax=>this.#readSection(name,bytesMax)))?.part(range);if(part!==void 0)keptKeys.count(name,part.end-part.first);return part}async#readSection({
space,prefix,tailBytes,valueBytes=0},bytesMax){const keys=new PackedKeys({prefix,tailBytes,valueBytes});const options={from:prefix,keysOnly:valueBytes===0,chunkRows:CHUNK_ROWS_MAX};
for await(const rows of this.#scanDisk(space,options)){for(const{key,value}of rows){if(!startsWith(key,prefix)){keys.trim();return keys}if(value.length!==valueBytes||
key.length<prefix.length+tailBytes)return void 0;keys.add(key,value)}if(keys.usedSize>bytesMax)return void 0}keys.trim();return keys}async*#scanDisk(space,options){
this.assertOpen();const{reverse=false,keysOnly=false,valuesOnly=false,limit=-1}=options;const{from,to}=spaceRange(space,options);if(limit===0)return;const{seals}=this.#database;
const needsKeys=!valuesOnly||!keysOnly&&seals.isSealed(space,options.from);try{this.#assertReadable(from,to);const database=await this.#database.get();const iterator=database.
iterator({gte:from,lt:to,reverse,limit,keys:needsKeys,values:!keysOnly||valuesOnly,highWaterMarkBytes:CHUNK_BYTES,...this.#readOptions,...keysOnly&&{valueEncoding:LEFT_OUT},
...!needsKeys&&{keyEncoding:LEFT_OUT}});let ahead;let rowsBefore=0;try{for(const chunkRows of chunkSizes(options)){this.assertOpen();const entries=await(ahead??
iterator.nextv(chunkRows));if(entries.length===0)return;if(rowsBefore===chunkRows)(ahead=iterator.nextv(chunkRows)).catch(()=>{});rowsBefore=chunkRows;yield entries.
map(([fullKey,value])=>{const key=needsKeys?fullKey.subarray(SPACE_BYTES):NOTHING3;if(keysOnly)return{key,value:NOTHING3};const isSealed=needsKeys&&seals.isSealed(
space,key);return{key,value:isSealed?verified(fullKey,value):value}})}}finally{await iterator.close()}}catch(error){throw await this.#failure(error)}}async spaces(){
this.assertOpen();try{const database=await this.#database.get();const spaces=[];for(let from=NOTHING3;;){const[key]=await database.keys({gte:from,lt:SEALS_KEY,limit:1}).
all();if(key===void 0)return spaces;const space=key.readUInt32BE(0);spaces.push(space);from=spaceRange(space,{}).to}}catch(error){throw await this.#failure(error)}}snapshot(){
this.assertOpen();return new _LevelReader(this.#database,this.#database.current.snapshot())}close(){this.#isClosed=true;void this.#snapshot?.close()}assertOpen(){
if(this.#isClosed)throw new KeyValueError("closed","The store or the snapshot is closed.")}#read(database,fullKey,isSealed){const options=this.#readOptions;const value=options===
void 0?database.getSync(fullKey):database.getSync(fullKey,options);return value!==void 0&&isSealed?verified(fullKey,value):value}#assertReadable(from,last){const{
watch}=this.#database;if(!watch.isWhole)watch.assertReadable(from,last)}#failure(error){return error instanceof BrokenSeal?this.#database.brokenSeal(error.fullKey):
this.#database.error(error)}};function startsWith(key,prefix){return key.length>=prefix.length&&key.compare(prefix,0,prefix.length,0,prefix.length)===0}var BrokenSeal=class extends Error{fullKey;constructor(fullKey){
super("The seal of a row is not its own.");this.fullKey=fullKey}};function verified(fullKey,stored){if(stored.length===0)return stored;const value=unsealedValue(
fullKey,stored);if(value===void 0)throw new BrokenSeal(fullKey);return value}var CATCH_UP_POLL_MS=5;var ASKED_PER_LOOK=16;var CATCH_UP_POLLS_MAX=50;var LevelStore=class _LevelStore{#database;#reader;#commits;#transactions;#askedSinceLook=0;constructor(database){
this.#database=database;this.#reader=new LevelReader(database);this.#commits=new GroupCommit(group=>database.write(group));this.#transactions=new Transactions(new LevelReader(
database),(writes,undo)=>this.#commits.commit(writes,undo))}static async open({folder,durability,isSealedKind:isSealedKind2=()=>true,notice=()=>{},scheduler=PROCESS_SCHEDULER,
freeBytes,cacheBytes,keptKeysBytes,keptRowsMin}){const more={isSealedKind:isSealedKind2,notice,scheduler,freeBytes,cacheBytes,keptKeysBytes,keptRowsMin};return new _LevelStore(
await LevelDatabase.open({folder,sync:durability==="disk",...more}))}get(space,key){return this.#reader.get(space,key)}getMany(space,keys){return this.#reader.getMany(
space,keys)}scan(space,options){return this.#reader.scan(space,options)}snapshot(){return this.#reader.snapshot()}transact(lock,work,terms){return this.#transactions.
run(lock,work,terms)}spaces(){return this.#reader.spaces()}swap(space,key,from,to){return swapAlone(this,space,key,from,to)}async dropSpace(space){for await(const rows of this.#reader.
scan(space,{keysOnly:true,chunkRows:CHUNK_ROWS})){await this.transact(`drop:${space}`,transaction=>{for(const{key}of rows)transaction.delete(space,key)});await this.
caughtUp()}}async caughtUp(){if(++this.#askedSinceLook<ASKED_PER_LOOK)return;this.#askedSinceLook=0;for(let polls=0;polls<CATCH_UP_POLLS_MAX&&this.#database.isBehind;polls++){
await setTimeout(CATCH_UP_POLL_MS)}}async checkpoint(folder){await this.#database.checkpoint(folder);await this.#commits.hold(()=>this.#database.checkpoint(folder))}async fork(folder){
await this.checkpoint(folder);await noteTables(folder)}static async forkFolder(from,to){await makeCheckpoint(from,to);await noteTables(to)}verifyTables(terms){return this.#database.
watch.round(terms)}async close(){this.#reader.close();await this.#transactions.close();await this.#database.close()}};async function openStore(settings){const{dataFolder,storeUrl,memory=new MemoryStore,durability,environment,cache,mustExist=false,isCopyTarget=false,isNode=false,
leaseMs}=settings;const notice=sentence=>environment.log("warn",sentence);if(storeUrl!==void 0){const{PostgresStore}=await import("./postgres-store-7BQJ3ZYO.js");let onLost=()=>{};
const lost=new Promise(resolve=>{onLost=resolve});const kv2=await PostgresStore.open({url:storeUrl,durability,notice,onLost,mustExist,isCopyTarget,isNode,...leaseMs!==
void 0&&{leaseMs}});return{kv:kv2,members:kv2.members,isCurrent:()=>kv2.isHeld,lost}}const kv=dataFolder===void 0?memory:await LevelStore.open({folder:storeFolder(
dataFolder),durability,isSealedKind,notice,...cache&&{cacheBytes:cache.blockBytes,keptKeysBytes:cache.keyBytes}});return{kv,isCurrent:()=>true,lost:new Promise(
()=>{})}}export{unsealedValue,SEALS_KEY,LevelStore,LOG_LEVELS,systemEnvironment,withControllableClock,isSealedKind,openStore};
