import{HELD_LIMITS,HeldBytes}from"./chunk-AX2ZKM5W.js";import{CHUNK_BYTES,CHUNK_ROWS,CHUNK_ROWS_MAX,OrderedMap,SPACE_BYTES,Transactions,spaceKey}from"./chunk-IH32K4DY.js";
import{KeyValueError}from"./chunk-7NBCW7XL.js";import{ADMISSION_LIMITS,Admission,TaskLine}from"./chunk-YRRMZR6P.js";import{createHash}from"node:crypto";var CATALOG_SPACE=0;var FIRST_PARTITION_SPACE=16;var CatalogKind={format:0,resource:1,droppedSpace:2,nextSpace:3,logicalNumbers:4,
firstLsn:5,version:6};var FORMAT_KEY=Buffer.of(CatalogKind.format);var NEXT_SPACE_KEY=Buffer.of(CatalogKind.nextSpace);var CATALOG_VERSION_KEY=Buffer.of(CatalogKind.
version);function resourceKey(sequence){const key=Buffer.alloc(7);key[0]=CatalogKind.resource;key.writeUIntBE(sequence,1,6);return key}function sequenceOfResourceKey(key){
return key.readUIntBE(1,6)}function droppedSpaceKey(space){const key=Buffer.alloc(5);key[0]=CatalogKind.droppedSpace;key.writeUInt32BE(space,1);return key}function spaceOfDroppedKey(key){
return key.readUInt32BE(1)}function logicalNumbersKey(containerRid){return Buffer.concat([Buffer.of(CatalogKind.logicalNumbers),Buffer.from(containerRid)])}function firstLsnKey(containerName){
const hash=createHash("sha256").update(containerName).digest();return Buffer.concat([Buffer.of(CatalogKind.firstLsn),hash.subarray(0,2)])}function encodeUInt32(number){
const bytes=Buffer.alloc(4);bytes.writeUInt32BE(number);return bytes}import{performance}from"node:perf_hooks";var TURN_MS=5;var QUIET_MS=2;var LOOK_MS=1;var REST_SHARE=1.25;var QUIET_SHARE=.1;var BRIEF_MS=.5;var PROCESS_LOOP={now:()=>performance.now(),processorMs:()=>{const{
user,system}=process.cpuUsage();return(user+system)/1e3},nextTurn:go=>void setImmediate(go),later:(go,ms)=>void setTimeout(go,ms)};var Scheduler=class{admission;held;#loop;#line=new TaskLine;#turn=0;#turnEndMs=Number.
NEGATIVE_INFINITY;#usedMs=0;#restUntilMs=Number.NEGATIVE_INFINITY;#quietMs=QUIET_MS;#lastShortMs=Number.NEGATIVE_INFINITY;#recent={readAtMs:Number.NEGATIVE_INFINITY,
processorMs:0};#isTicking=false;constructor(loop=PROCESS_LOOP,limits=ADMISSION_LIMITS,heldLimits=HELD_LIMITS){this.#loop=loop;this.admission=new Admission(loop,
limits);this.held=new HeldBytes(loop,heldLimits)}begin(owner,{isUrgent=false}={}){return new Task(this,{owner,isUrgent},this.now())}noteShort(){this.#lastShortMs=
this.#loop.now()}now(){return this.#loop.now()}processorMs(){return this.#loop.processorMs()}recentProcessorMs(nowMs){if(nowMs-this.#recent.readAtMs>BRIEF_MS){this.#recent=
{readAtMs:nowMs,processorMs:this.#loop.processorMs()}}return this.#recent.processorMs}get turn(){return this.#turn}isTurnOver(nowMs){this.observeTurn(nowMs);return nowMs>=
this.#turnEndMs}observeTurn(nowMs){if(!this.#isTicking)this.#openTurn(nowMs)}countUsed(ms){this.#usedMs+=ms}enqueue(paused){this.#line.add(paused);if(this.#isTicking)
return;this.#isTicking=true;this.#loop.nextTurn(this.#tick)}#openTurn(nowMs){this.#turnEndMs=this.#hasToRest(nowMs)?nowMs:nowMs+TURN_MS;this.#isTicking=true;this.#loop.
nextTurn(this.#tick)}#tick=()=>{this.#turn++;this.#isTicking=false;const now=this.#loop.now();if(this.#usedMs>=TURN_MS)this.#demandRest(now);if(this.#line.isEmpty)
return;if(this.#hasToRest(now)){this.#isTicking=true;this.#loop.later(this.#tick,LOOK_MS);return}this.#openTurn(now);this.#line.take().resume()};#demandRest(nowMs){
const restMs=this.#usedMs*REST_SHARE;this.#usedMs=0;this.#restUntilMs=nowMs+restMs;this.#quietMs=Math.max(QUIET_MS,restMs*QUIET_SHARE)}#hasToRest(nowMs){if(nowMs<
this.#restUntilMs&&nowMs<this.#lastShortMs+this.#quietMs)return true;this.#restUntilMs=nowMs;return false}};var Task=class{owner;#isUrgent;#scheduler;#usedMs=0;#countedUntilMs;#processorMs;#runningSinceMs;constructor(scheduler,{
owner,isUrgent},nowMs){this.#scheduler=scheduler;this.owner=owner;this.#isUrgent=isUrgent;this.#countedUntilMs=nowMs;this.#runningSinceMs=nowMs;this.#processorMs=
scheduler.recentProcessorMs(nowMs)}get usedMs(){if(this.#runningSinceMs!==void 0)this.#count(this.#runningSinceMs,this.now());return this.#usedMs}now(){return this.#scheduler.
now()}isDue(){return this.#scheduler.isTurnOver(this.now())}async pause(){this.#stopRunning(this.now());await new Promise(resume=>{this.#scheduler.enqueue({owner:this.
owner,isUrgent:this.#isUrgent,usedMs:this.#usedMs,resume})});this.#startRunning(this.now())}async waitFor(promise){const scheduler=this.#scheduler;const began=this.
now();this.#stopRunning(began);scheduler.observeTurn(began);const{turn}=scheduler;try{return await promise}finally{const now=this.now();if(scheduler.turn===turn)
this.#count(began,now);this.#startRunning(now)}}#startRunning(nowMs){if(this.#runningSinceMs!==void 0)return;this.#runningSinceMs=nowMs;this.#processorMs=this.#scheduler.
recentProcessorMs(nowMs)}#stopRunning(nowMs){if(this.#runningSinceMs===void 0)return;this.#count(this.#runningSinceMs,nowMs);this.#runningSinceMs=void 0}#count(fromMs,toMs){
const byClockMs=Math.max(0,toMs-Math.max(fromMs,this.#countedUntilMs));const ms=byClockMs<=BRIEF_MS?byClockMs:this.#ofProcessor(byClockMs);this.#countedUntilMs=
toMs;this.#usedMs+=ms;this.#scheduler.countUsed(byClockMs)}#ofProcessor(byClockMs){const processorMs=this.#scheduler.processorMs();const ms=Math.min(byClockMs,processorMs-
this.#processorMs);this.#processorMs=processorMs;return ms}};var PROCESS_SCHEDULER=new Scheduler;var NO_BYTES=Buffer.alloc(0);var isBefore=(a,b)=>a<b;var MemorySpaces=class _MemorySpaces{#spaces;constructor(spaces=new Map){this.#spaces=spaces}clone(){const spaces=new Map;
for(const[space,rows]of this.#spaces)spaces.set(space,rows.clone());return new _MemorySpaces(spaces)}get(space,key){const value=this.#spaces.get(space)?.get(keyString(
key));return value===void 0?void 0:copyBytes(value)}*scan(space,options){const rows=this.#spaces.get(space)?.clone();if(rows===void 0)return;const{from,to,reverse=false,
keysOnly=false,valuesOnly=false}=options;const chunkRows=Math.min(options.chunkRows??CHUNK_ROWS,CHUNK_ROWS_MAX);let left=options.limit??Number.POSITIVE_INFINITY;
let range={from:from===void 0?void 0:keyString(from),to:to===void 0?void 0:keyString(to),reverse};for(;;){const chunk=[];let bytes=0;let last="";for(const{key,value}of rows.
entries(range,Math.min(chunkRows,left))){if(bytes>CHUNK_BYTES)break;bytes+=key.length+value.length;chunk.push({key:valuesOnly?NO_BYTES:Buffer.from(key,"latin1"),
value:keysOnly?NO_BYTES:copyBytes(value)});last=key}if(chunk.length===0)return;yield chunk;left-=chunk.length;range=reverse?{...range,to:last}:{...range,from:`${last}\
\0`}}}apply(writes){for(const{key:fullKey,value}of writes){const space=fullKey.readUInt32BE(0);const key=fullKey.toString("latin1",SPACE_BYTES);if(value===null)
this.#spaces.get(space)?.delete(key);else this.#rows(space).set(key,copyBytes(value))}}used(){return[...this.#spaces].filter(([,rows])=>rows.size>0).map(([space])=>space).
sort((a,b)=>a-b)}drop(space){this.#spaces.delete(space)}#rows(space){let rows=this.#spaces.get(space);if(rows===void 0)this.#spaces.set(space,rows=new OrderedMap(
isBefore));return rows}};function keyString(key){return(Buffer.isBuffer(key)?key:Buffer.from(key)).toString("latin1")}function copyBytes(bytes){return bytes.length===
0?NO_BYTES:Buffer.from(bytes)}function swapAlone(store,space,key,from,to){return store.transact(`swap:${spaceKey(space,key).toString("latin1")}`,async transaction=>{const present=await transaction.
get(space,key);const isSame=from===void 0?present===void 0:present?.equals(from)===true;if(isSame)transaction.put(space,key,to);return isSame})}var MemoryStore=class _MemoryStore{#spaces;#reader;#transactions;constructor(spaces=new MemorySpaces,commit=writes=>spaces.apply(writes.all())){this.#spaces=spaces;
this.#reader=new MemoryReader(spaces);this.#transactions=new Transactions(new MemoryReader(spaces),commit)}fork(){return new _MemoryStore(this.#spaces.clone())}get(space,key){
return this.#reader.get(space,key)}getMany(space,keys){return this.#reader.getMany(space,keys)}scan(space,options){return this.#reader.scan(space,options)}snapshot(){
return this.#reader.snapshot()}transact(lock,work,terms){return this.#transactions.run(lock,work,terms)}async spaces(){this.#reader.assertOpen();return this.#spaces.
used()}swap(space,key,from,to){return swapAlone(this,space,key,from,to)}async dropSpace(space){this.#reader.assertOpen();this.#spaces.drop(space)}async caughtUp(){}async close(){
this.#reader.close();await this.#transactions.close()}};var MemoryReader=class _MemoryReader{#spaces;#origin;#isClosed=false;constructor(spaces,origin){this.#spaces=
spaces;this.#origin=origin}async get(space,key){this.assertOpen();return this.#spaces.get(space,key)}async getMany(space,keys){this.assertOpen();return keys.map(
key=>this.#spaces.get(space,key))}async*scan(space,options={}){this.assertOpen();for(const chunk of this.#spaces.scan(space,options)){yield chunk;this.assertOpen()}}snapshot(){
this.assertOpen();return new _MemoryReader(this.#spaces.clone(),this)}close(){this.#isClosed=true}assertOpen(){this.#origin?.assertOpen();if(this.#isClosed)throw new KeyValueError(
"closed","The store or the snapshot is closed.")}};export{PROCESS_SCHEDULER,swapAlone,MemoryStore,CATALOG_SPACE,FIRST_PARTITION_SPACE,CatalogKind,FORMAT_KEY,NEXT_SPACE_KEY,CATALOG_VERSION_KEY,resourceKey,sequenceOfResourceKey,
droppedSpaceKey,spaceOfDroppedKey,logicalNumbersKey,firstLsnKey,encodeUInt32};
