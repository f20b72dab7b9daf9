var Failure=class extends Error{code;retryAfterMs;substatus;charge;source;details;replicaMessage;constructor(code,message,options={}){super(message,options);this.
name="Failure";this.code=code;if(options.retryAfterMs!==void 0)this.retryAfterMs=options.retryAfterMs;if(options.substatus!==void 0)this.substatus=options.substatus;
if(options.charge!==void 0)this.charge=options.charge;if(options.details!==void 0)this.details=options.details;if(options.replicaMessage!==void 0)this.replicaMessage=
options.replicaMessage}};var OF_THE_STORAGE=new Set(["storageFull","unavailable","corrupt"]);function isRefusal(error){return error instanceof Failure&&!OF_THE_STORAGE.
has(error.code)}function isBusy(error){return error instanceof Failure&&(error.code==="serverBusy"||error.code==="writeContention")}var Corruption=class extends Failure{finding;constructor(finding,options={}){super("corrupt",`The stored data is damaged: ${finding} Run 'orrery check'.`,options);
this.finding=finding}};var Kind={summary:1,logical:16,dropped:17,id:32,item:48,index:64,composite:65,spatial:66,fullText:67,vector:68,unique:80,log:96,version:97,expiry:112};var REF_BYTES=8;
var LOGICAL_NUMBERS=2**30;var SEQUENCES=2**30;var SUMMARY_KEY=Buffer.of(Kind.summary);var scratch=Buffer.alloc(REF_BYTES);function makeRef(logicalNumber,sequence){
writeRef(scratch,0,logicalNumber,sequence);return scratch.toString("latin1")}function writeRef(bytes,at,logicalNumber,sequence){bytes.writeUInt32BE(logicalNumber>>>
2,at);bytes.writeUInt32BE(((logicalNumber&3)<<30|sequence)>>>0,at+4)}function logicalNumberOf(ref){const high=ref.charCodeAt(0)*16777216+(ref.charCodeAt(1)<<16)+
(ref.charCodeAt(2)<<8)+ref.charCodeAt(3);return high*4+(ref.charCodeAt(4)>>6)}function sequenceOf(ref){return(ref.charCodeAt(4)&63)<<24|ref.charCodeAt(5)<<16|ref.
charCodeAt(6)<<8|ref.charCodeAt(7)}function refOfValue(value){if(value.length!==REF_BYTES)throw new Corruption(`An address has ${value.length} bytes.`);return value.
toString("latin1")}function refAtEnd(key){return key.toString("latin1",key.length-REF_BYTES)}function textAndRef(key,from){const both=key.toString("latin1",from);
return{text:both.slice(0,-REF_BYTES),ref:both.slice(-REF_BYTES)}}function logicalKey(epk){return prefixed(Kind.logical,epk)}function epkOfLogicalKey(key){return key.
subarray(1)}function idKey(epk,id){const bytes=Buffer.byteLength(id);const key=Buffer.allocUnsafe(1+epk.length+bytes);key[0]=Kind.id;key.set(epk,1);key.write(id,
1+epk.length);return key}function itemKey(ref){const key=Buffer.allocUnsafe(1+REF_BYTES);key[0]=Kind.item;key.write(ref,1,"latin1");return key}function itemKeyOf(logicalNumber,sequence){
const key=Buffer.allocUnsafe(1+REF_BYTES);key[0]=Kind.item;writeRef(key,1,logicalNumber,sequence);return key}function uniqueKey(epk,policy,digest){return Buffer.
concat([Buffer.of(Kind.unique),epk,Buffer.of(policy),digest])}function logKey(lsn,place){const key=Buffer.allocUnsafe(9);key[0]=Kind.log;key.writeUIntBE(lsn,1,6);
key.writeUInt16BE(place,7);return key}function droppedKey(logicalNumber){const key=Buffer.allocUnsafe(5);key[0]=Kind.dropped;key.writeUInt32BE(logicalNumber,1);
return key}function numberOfDroppedKey(key){if(key.length!==5)throw new Corruption("The mark of a deleted logical partition cannot be read.");return key.readUInt32BE(
1)}function versionKey(lsn,place){const key=logKey(lsn,place);key[0]=Kind.version;return key}function expiryKey(seconds,ref=""){const key=Buffer.allocUnsafe(7+ref.
length);key[0]=Kind.expiry;key.writeUIntBE(seconds,1,6);key.write(ref,7,"latin1");return key}function lsnOfLogKey(key){return key.readUIntBE(1,6)}function prefixed(kind,rest){
const key=Buffer.allocUnsafe(1+rest.length);key[0]=kind;key.set(rest,1);return key}function afterPrefix(prefix){const end=Buffer.from(prefix);for(let i=end.length-
1;i>=0;i--){if(end[i]!==255){end[i]=end[i]+1;return end.subarray(0,i+1)}}throw new RangeError("No key comes after a prefix of only 0xFF bytes.")}var SHORT_MS=20;var TURNS_PER_LONG_ONE=4;var TaskLine=class{#short=new OwnersInTurn;#long=new OwnersInTurn;#urgent=new OwnersInTurn;#shortTurns=0;#wasUrgent=false;get isEmpty(){
return this.#short.isEmpty&&this.#long.isEmpty&&this.#urgent.isEmpty}add(task){if(task.isUrgent)this.#urgent.add(task);else(task.usedMs<SHORT_MS?this.#short:this.#long).
add(task)}take(){this.#wasUrgent=!this.#urgent.isEmpty&&!this.#wasUrgent;return this.#wasUrgent?this.#urgent.take():this.#takeOther()??this.#urgent.take()}#takeOther(){
const isLongNext=this.#short.isEmpty||++this.#shortTurns>=TURNS_PER_LONG_ONE;if(isLongNext&&!this.#long.isEmpty){this.#shortTurns=0;return this.#long.take()}return this.#short.
take()}};var OwnersInTurn=class{#tasks=new Map;get isEmpty(){return this.#tasks.size===0}add(task){const line=this.#tasks.get(task.owner);if(line===void 0)this.#tasks.
set(task.owner,[task]);else line.push(task)}take(){for(const[owner,line]of this.#tasks){const task=line.shift();this.#tasks.delete(owner);if(line.length>0)this.#tasks.
set(owner,line);return task}return void 0}};import{getHeapStatistics}from"node:v8";var ADMISSION_LIMITS={lightMax:16,heavyMax:8,heavyHeapBytes:128*1024*1024,lightMs:20,lightBytes:1024*1024,waitingMax:1e3,waitMs:12e4,waitByClockMs:6e5};var LOOK_MS=1e3;
var AdmissionRefusal=class extends Error{retryAfterMs;constructor(message,retryAfterMs){super(message);this.name="AdmissionRefusal";this.retryAfterMs=retryAfterMs}};
var Postponed=class extends Error{};var Admission=class{limits;#light;#heavy;constructor(clock,limits=ADMISSION_LIMITS){this.limits=limits;this.#light=new Places(
clock,limits.lightMax,limits);this.#heavy=new Places(clock,Math.min(limits.heavyMax,heapPlaces(limits)),limits)}async run(asker,work){if(!this.#light.enter())await this.#light.
wait(asker);let place=this.#light;const turnHeavy=()=>{if(place===this.#heavy)return;if(!this.#heavy.enter())throw new Postponed("There is no place for heavy wo\
rk.");place.leave();place=this.#heavy};try{return await work({turnHeavy})}catch(error){if(!(error instanceof Postponed))throw error}finally{place.leave()}await this.#heavy.
wait(asker);try{return await work({turnHeavy:()=>{}})}finally{this.#heavy.leave()}}get figures(){return{light:this.#light.taken,heavy:this.#heavy.taken,waiting:this.#light.
waiting+this.#heavy.waiting}}};function heapPlaces({heavyHeapBytes}){return Math.max(1,Math.floor(getHeapStatistics().heap_size_limit/2/heavyHeapBytes))}var Places=class{#clock;#max;#limits;#line=new OwnersInTurn;#waiters=new Set;#taken=0;#isLooking=false;#workMs=0;#known={
nowMs:0,processorMs:0};#paceMs=0;#leftAtMs=Number.NEGATIVE_INFINITY;constructor(clock,max,limits){this.#clock=clock;this.#max=max;this.#limits=limits}get taken(){
return this.#taken}get waiting(){return this.#waiters.size}enter(){if(this.#taken>=this.#max||this.#waiters.size>0)return false;this.#taken++;return true}wait(asker){
if(this.enter())return Promise.resolve();if(this.#waiters.size>=this.#limits.waitingMax)throw this.#refusal("too much waits already");return new Promise((resolve,reject)=>{
const waiter={...asker,sinceMs:this.#clock.now(),sinceWorkMs:this.#workMs,start:resolve,refuse:()=>{const seconds=Math.floor((this.#clock.now()-waiter.sinceMs)/
1e3);reject(this.#refusal(`it has waited ${seconds} seconds`))}};this.#waiters.add(waiter);this.#line.add(waiter);if(!this.#isLooking)this.#known=this.#read();this.#lookLater()})}leave(){
if(this.#waiters.size>0)this.#notePace();for(let next=this.#line.take();next!==void 0;next=this.#line.take()){if(!this.#waiters.delete(next))continue;if(next.isUnwanted?.()){
next.refuse();continue}next.start();return}this.#taken--}#notePace(){const now=this.#clock.now();const gapMs=now-this.#leftAtMs;this.#leftAtMs=now;if(Number.isFinite(
gapMs))this.#paceMs+=(gapMs-this.#paceMs)/8}#lookLater(){if(this.#isLooking)return;this.#isLooking=true;this.#clock.later(()=>{this.#isLooking=false;this.#refuseLate();
if(this.#waiters.size>0)this.#lookLater()},LOOK_MS)}#refuseLate(){const{nowMs,processorMs}=this.#read();this.#workMs+=Math.min(nowMs-this.#known.nowMs,processorMs-
this.#known.processorMs);this.#known={nowMs,processorMs};const since=nowMs-this.#limits.waitByClockMs;const sinceWork=this.#workMs-this.#limits.waitMs;for(const waiter of this.#waiters){
const isInTime=waiter.sinceMs>since&&waiter.sinceWorkMs>sinceWork;if(isInTime&&!waiter.isUnwanted?.())continue;this.#waiters.delete(waiter);waiter.refuse()}}#read(){
return{nowMs:this.#clock.now(),processorMs:this.#clock.processorMs()}}#refusal(why){const retryAfterMs=Math.max(LOOK_MS,Math.ceil(this.#waiters.size*this.#paceMs));
return new AdmissionRefusal(`The server is busy with other work, and ${why}. Nothing was done. Repeat the request in ${Math.ceil(retryAfterMs/1e3)} seconds.`,retryAfterMs)}};function inTurns(scheduler,owner,pieces,terms){return pieces.next().done?void 0:goOn(scheduler.begin(owner,terms),pieces)}async function goOn(task,pieces){do{if(task.
isDue())await task.pause()}while(!pieces.next().done)}var LARGE_PIECE_BYTES=256*1024;function breathe(scheduler,owner,bytes){return bytes<LARGE_PIECE_BYTES?void 0:
scheduler.begin(owner).pause()}async function inPieces(scheduler,owner,pieces){const task=scheduler.begin(owner);for(;;){await task.pause();const{done,value}=pieces.
next();if(done)return value}}export{Failure,isRefusal,isBusy,Corruption,Kind,REF_BYTES,LOGICAL_NUMBERS,SEQUENCES,SUMMARY_KEY,makeRef,logicalNumberOf,sequenceOf,refOfValue,refAtEnd,textAndRef,
logicalKey,epkOfLogicalKey,idKey,itemKey,itemKeyOf,uniqueKey,logKey,droppedKey,numberOfDroppedKey,versionKey,expiryKey,lsnOfLogKey,afterPrefix,inTurns,LARGE_PIECE_BYTES,
breathe,inPieces,TaskLine,ADMISSION_LIMITS,AdmissionRefusal,Admission};
