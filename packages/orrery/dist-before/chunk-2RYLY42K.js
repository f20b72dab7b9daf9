import{AdmissionRefusal,Corruption,Failure,Kind,LARGE_PIECE_BYTES,LOGICAL_NUMBERS,REF_BYTES,SEQUENCES,SUMMARY_KEY,afterPrefix,breathe,epkOfLogicalKey,isBusy,isRefusal,
itemKey,logKey,logicalNumberOf,lsnOfLogKey,numberOfDroppedKey,refAtEnd,refOfValue,uniqueKey,versionKey}from"./chunk-YRRMZR6P.js";import{sizeText}from"./chunk-GAIUUIF3.js";
import{RealmShelf,UdfRunner,parseInPieces,parsedValue}from"./chunk-2VM4AD4A.js";import{ScriptError,outOfMemory,sandboxModule,scriptErrorOf,scriptLimits}from"./chunk-7HWEX7J4.js";var GIGABYTE=2**30;var DEFAULT_STORAGE_LIMITS={partitionBytes:50*GIGABYTE,logicalPartitionBytes:20*GIGABYTE};import{compareEpk as compareEpk4,evenBoundaries}from"@orrerydb/keys/hash";var READ_BY_SIZE=[1,1.04,1.14,1.33,1.67,2.19,4.76,9.95,20.28,40.95,145.9,291.8];var WRITE_BY_SIZE=[5,6.29,6.67,7.04,9.52,11.23,22.67,48.19,98.29,184.57,625,1250];
var LAST_SEGMENT=READ_BY_SIZE.length-2;var PER_INDEXED_TERM=.2;var PER_PATCH_OPERATION=.4;var SCRIPT_BASE=1;var PER_MILLION_SCRIPT_STEPS=3.6;var EMPTY_READ_CHARGE=1;
var REFUSED_WRITE_CHARGE=1.24;var THROTTLED_CHARGE=.76;var EARLY_REFUSAL_CHARGE=1;var NO_DATA_CHARGE=0;var METADATA_READ_CHARGE=1;var METADATA_WRITE_CHARGE=4.95;
function roundCharge(charge){return Math.round(charge*100)/100}function readCharge(bytes,multiplier2){return roundCharge(bySize(READ_BY_SIZE,bytes)*multiplier2)}
function emptyReadCharge(multiplier2){return EMPTY_READ_CHARGE*multiplier2}function refusedCharge({kind},multiplier2){const isRead=kind==="read"||kind==="readFe\
ed"||kind==="query";return isRead?emptyReadCharge(multiplier2):REFUSED_WRITE_CHARGE}function createCharge(bytes,terms){return roundCharge(bySize(WRITE_BY_SIZE,bytes)+
PER_INDEXED_TERM*terms)}var deleteCharge=createCharge;var LOGICAL_PARTITION_DELETE_CHARGE=deleteCharge(0,0);function replaceCharge(replacement){return roundCharge(
unroundedReplacement(replacement))}function patchCharge(replacement,operations){return roundCharge(unroundedReplacement(replacement)+PER_PATCH_OPERATION*operations)}
function batchCharge(charges){let sum4=0;for(const charge of charges)sum4+=charge;return roundCharge(sum4)}function scriptCharge(operationsCharge,steps){return roundCharge(
SCRIPT_BASE+operationsCharge+PER_MILLION_SCRIPT_STEPS*steps/1e6)}function unroundedReplacement(replacement){return bySize(WRITE_BY_SIZE,replacement.bytesBefore)+
bySize(WRITE_BY_SIZE,replacement.bytesAfter)+PER_INDEXED_TERM*(replacement.termsRemoved+replacement.termsAdded)}function bySize(table,bytes){if(bytes<=1024)return table[0];
const segment=Math.min(31-Math.clz32(bytes>>10),LAST_SEGMENT);const below=table[segment];const sizeBelow=1024<<segment;return below+(table[segment+1]-below)*((bytes-
sizeBelow)/sizeBelow)}var PARTITION_RU_PER_SECOND_MAX=1e4;var RU_PER_SECOND_MAX=1e6;var DEFAULT_THROUGHPUT={kind:"manual",ruPerSecond:400};var LIMITS={manual:{lowest:400,step:100,perGigabyte:1,
everDivisor:100,perExtraContainer:100},autoscale:{lowest:1e3,step:1e3,perGigabyte:10,everDivisor:10,perExtraContainer:1e3}};var SHARED_CONTAINERS_INCLUDED=25;var BYTES_PER_GIGABYTE=2**
30;var NEW_PARTITION_RU_PER_SECOND_MANUAL=6e3;var REDISTRIBUTION_PARTITIONS_MAX=20;function requestedThroughput(ruPerSecond,autoscale){if(ruPerSecond!==void 0&&
autoscale!==void 0){throw new Failure("badRequest","Manual and autoscale throughput can't be given together: send one of the two.")}if(ruPerSecond!==void 0)return checkThroughput(
{kind:"manual",ruPerSecond});return autoscale&&checkThroughput({kind:"autoscale",...autoscale})}function checkThroughput(throughput,minimum=0){const asked=provisionedRuPerSecond(
throughput);const{lowest,step}=LIMITS[throughput.kind];const least=Math.max(lowest,minimum);if(asked<least){throw new Failure("badRequest",`Requested throughput\
 ${asked} is less than required minimum throughput ${least}. Ask for at least that much ${throughput.kind} throughput.`)}if(!Number.isInteger(asked)||asked>RU_PER_SECOND_MAX||
asked%step!==0){throw new Failure("badRequest",`The ${throughput.kind} throughput ${asked} RU/s is not valid: give ${least} to ${RU_PER_SECOND_MAX} in steps of ${step}\
.`)}return throughput}function provisionedRuPerSecond(throughput){return throughput.kind==="manual"?throughput.ruPerSecond:throughput.maximumRuPerSecond}function minimumRuPerSecond(kind,history){
const limit=LIMITS[kind];const extraContainers=Math.max(0,(history.sharedContainers??0)-SHARED_CONTAINERS_INCLUDED);const least=Math.max(limit.lowest+extraContainers*
limit.perExtraContainer,history.storageBytes/BYTES_PER_GIGABYTE*limit.perGigabyte,history.highestRuPerSecondEver/limit.everDivisor);return Math.ceil(least/limit.
step)*limit.step}function initialPartitionCount(throughput,owner){const roomy=throughput.kind==="manual"&&owner==="container";const each2=roomy?NEW_PARTITION_RU_PER_SECOND_MANUAL:
PARTITION_RU_PER_SECOND_MAX;return Math.ceil(provisionedRuPerSecond(throughput)/each2)}function targetPartitionCount(throughput,partitions){return Math.max(partitions,
Math.ceil(provisionedRuPerSecond(throughput)/PARTITION_RU_PER_SECOND_MAX))}function partitionRuPerSecond(ruPerSecond,share){return Math.min(ruPerSecond*share,PARTITION_RU_PER_SECOND_MAX)}
function redistributeShares(shares,ruPerSecond,targets){if(targets.size===0||targets.size>REDISTRIBUTION_PARTITIONS_MAX){throw new Failure("badRequest",`Through\
put is redistributed for 1 to ${REDISTRIBUTION_PARTITIONS_MAX} partitions at a time, not ${targets.size}.`)}let given=0;for(const[position,target]of targets){if(shares[position]===
void 0||!(target>0&&target<=PARTITION_RU_PER_SECOND_MAX)){throw new Failure("badRequest",`A partition can be given more than 0 and at most ${PARTITION_RU_PER_SECOND_MAX}\
 RU/s, not ${target}.`)}given+=target}const left=ruPerSecond-given;const isComplete=targets.size===shares.length;if(isComplete?left!==0:left<=0){throw new Failure(
"badRequest",`The targets take ${given} of ${ruPerSecond} RU/s: ${isComplete?"they must add up to it":"leave some for the other partitions"}.`)}const room=(shares.
length-targets.size)*PARTITION_RU_PER_SECOND_MAX;if(left>room){throw new Failure("badRequest",`The targets leave ${roundCharge(left)} of ${ruPerSecond} RU/s for\
 the other partitions, which can use ${room}: a partition has at most ${PARTITION_RU_PER_SECOND_MAX}. Give the targets more.`)}const all=withOthers(shares,targets,
left);return shares.map((_,position)=>all.get(position)/ruPerSecond)}function withOthers(shares,targets,leftByTargets){const given=new Map(targets);let left=leftByTargets;
for(;;){const others=[...shares.keys()].filter(position=>!given.has(position));const sharesOfOthers=others.reduce((sum4,position)=>sum4+shares[position],0);const parts=new Map(
others.map(position=>[position,left*shares[position]/sharesOfOthers]));const full=others.filter(position=>parts.get(position)>PARTITION_RU_PER_SECOND_MAX);if(full.
length===0)return new Map([...given,...parts]);for(const position of full)given.set(position,PARTITION_RU_PER_SECOND_MAX);left-=full.length*PARTITION_RU_PER_SECOND_MAX}}function stateOf(container){return container.state}function namedSpacesOf(database,container){const spaces=stateOf(container).partitions.map(({space})=>space);return{
name:`${database.id}/${container.id}`,spaces}}function withState(container,state){return{...container,state}}function presentContainer(catalog,rid){const container=catalog.
byRid("container",rid);if(container===void 0)throw new Failure("notFound","The container was deleted meanwhile.");return container}function changeState(catalog,containerRid2,change,whenApplied){
return catalog.change(()=>{const current=presentContainer(catalog,containerRid2);const changed=withState(current,change(stateOf(current)));return{change:{put:[changed],
whenApplied:()=>whenApplied(changed)},result:void 0}})}import assert from"node:assert/strict";import{compareEpk,fromHex,hashPosition,toHex}from"@orrerydb/keys/hash";var ALONE={mark:"",generation:0,serves:()=>true,servesWhole:()=>true,gather:async()=>{},claim:async()=>{},admit:async()=>true,settle:()=>{},whileChanging:work=>work()};
var ServedElsewhere=class extends Failure{needed;constructor(needed){super("unavailable","Another node serves the container from now on: repeat the request.");this.
needed=needed}};var RETIRED_RANGES_MAX=256;var PhysicalPartition=class _PhysicalPartition{id;state;min;max;#served;isLeft=false;isSwitching=false;#span;constructor(state,served){
this.id=String(state.id);this.state=state;this.min=Buffer.from(fromHex(state.min));this.max=Buffer.from(fromHex(state.max));this.#served=served}get isServed(){return this.#served!==
void 0}get store(){return this.#here.store}get meter(){return this.#here.meter}get#here(){if(this.#served===void 0)throw new ServedElsewhere(this.state.space);return this.#served}left(){
this.isLeft=true;return new _PhysicalPartition(this.state)}checkServed(){if(this.isLeft)throw new ServedElsewhere(this.state.space)}span(version){return this.#span??=
{from:hashPosition(this.min,version),to:hashPosition(this.max,version)}}withShare(share){return new _PhysicalPartition({...this.state,share},this.#served)}};var PartitionMap=class _PartitionMap{partitions;version;#retired;constructor(partitions,version,retired=[]){
this.version=version;this.#retired=retired;this.partitions=[...partitions].sort((a,b)=>Buffer.compare(a.min,b.min));assert.equal(this.partitions[0]?.state.min,"");
assert.equal(this.partitions.at(-1)?.state.max,"FF");for(let i=1;i<this.partitions.length;i++){assert.equal(this.partitions[i].state.min,this.partitions[i-1].state.
max,"ranges must tile")}}with(changed){return new _PartitionMap(this.partitions.map(changed),this.version,this.#retired)}get served(){return this.partitions.filter(
({isServed})=>isServed)}at(epk){let low=0;let high=this.partitions.length-1;while(low<high){const middle=low+high+1>>1;if(compareEpk(this.partitions[middle].min,
epk)<=0)low=middle;else high=middle-1}return this.partitions[low]}byId(id){const partition=this.partitions.find(candidate=>candidate.id===id);if(partition===void 0){
const existed=/^(0|[1-9]\d*)$/.test(id)&&Number(id)<this.version;throw new Failure("rangeGone",existed?`The partition key range '${id}' does not exist: it was s\
plit or merged. Read the ranges of the container again.`:`The container never had a partition key range '${id}'. Read its ranges.`)}return partition}retiredRange(id){
const found=this.#retired.find(retired=>String(retired.id)===id);return found&&{min:fromHex(found.min),max:fromHex(found.max)}}isRetiredOrSwitching(id){return this.
retiredRange(id)!==void 0||this.partitions.some(partition=>partition.id===id&&partition.isSwitching)}byIdForWriting(id){const partition=this.byId(id);if(partition.
isSwitching){throw new Failure("completingSplit",`The partition key range '${id}' is being split or merged. Read the ranges of the container again.`)}return partition}overlapping(range){
return this.partitions.filter(({min,max})=>compareEpk(min,range.max)<0&&compareEpk(range.min,max)<0)}};function initialPartitions(boundaries,spaces){const edges2=[
"",...boundaries.map(toHex),"FF"];return spaces.map((space,i)=>({id:i,min:edges2[i],max:edges2[i+1],space,parents:[],share:1/spaces.length}))}function offerContent(throughput,highestEver2,storageKilobytes=0){const common={offerIsRUPerMinuteThroughputEnabled:false,offerMinimumThroughputParameters:{maxThroughputEverProvisioned:highestEver2,
maxConsumedStorageEverInKB:storageKilobytes}};if(throughput.kind==="manual")return{offerThroughput:throughput.ruPerSecond,...common};const{maximumRuPerSecond:maximum,
incrementPercent}=throughput;return{offerThroughput:maximum/10,...common,offerAutopilotSettings:{tier:0,maximumTierThroughput:0,autoUpgrade:false,maxThroughput:maximum,
...incrementPercent===void 0?{}:{autoUpgradePolicy:{throughputPolicy:{incrementPercent}}}}}}function throughputOf(offer){return throughputOfContent(offer.body.content)}
function throughputOfRequest(request){const{ruPerSecond,autoscaleSettings}=request;return requestedThroughput(ruPerSecond,autoscaleSettings&&autoscaleOf(autoscaleSettings))}
function throughputOfContent(content){if(typeof content!=="object"||content===null||Array.isArray(content)){throw new Failure("badRequest","An offer needs a 'co\
ntent' with its throughput.")}const{offerThroughput,offerAutopilotSettings}=content;const autoscale=offerAutopilotSettings;const throughput=autoscale!==void 0&&
autoscale!==null?requestedThroughput(void 0,autoscaleOf(autoscale)):requestedThroughput(numberOf("offerThroughput",offerThroughput),void 0);return throughput}function autoscaleOf({
maxThroughput,autoUpgradePolicy}){const maximumRuPerSecond=numberOf("maxThroughput",maxThroughput);const policy=autoUpgradePolicy?.throughputPolicy;const incrementPercent=policy?.
incrementPercent;if(incrementPercent===void 0||incrementPercent===null)return{maximumRuPerSecond};if(typeof incrementPercent!=="number"||incrementPercent<0){throw new Failure(
"badRequest","The 'incrementPercent' of autoscale must be a number, 0 or more.")}return{maximumRuPerSecond,incrementPercent}}function numberOf(name,value){if(typeof value===
"number")return value;const given=value===void 0?"nothing":JSON.stringify(value);throw new Failure("badRequest",`An offer needs a number of RU/s as its '${name}\
', not ${given}.`)}function checkOwnThroughput({shared:shared2},what){if(shared2===void 0)return;throw new Failure("conflict",`The container shares the throughp\
ut of its database: ${what} are for containers with throughput of their own.`)}function highestEver(offer){const content=offer.body.content;const parameters=content.
offerMinimumThroughputParameters;return parameters.maxThroughputEverProvisioned}import{toHex as toHex2}from"@orrerydb/keys/hash";import assert4 from"node:assert/strict";import{setImmediate}from"node:timers/promises";import{compareEpk as compareEpk2}from"@orrerydb/keys/hash";import assert2 from"node:assert/strict";var ETAG_BYTES=8;var Etags=class{#start;#count=0;constructor(start){this.#start=start}next(){const bytes=Buffer.allocUnsafe(ETAG_BYTES);this.#count=this.#count+
1>>>0;bytes.writeUInt32BE(this.#count,0);bytes.writeUInt32BE(this.#start,4);return bytes}};function etagText(bytes,timestamp,offset=0){const hex2=bytes.toString(
"hex",offset,offset+ETAG_BYTES);const time=timestamp.toString(16).padStart(8,"0");return`"${hex2.slice(0,8)}-${hex2.slice(8,12)}-${hex2.slice(12)}-0000-${time}0\
000"`}var TYPE_NIBBLE={item:0,permission:0,clientEncryptionKey:0,conflict:4,partitionKeyRange:5,userDefinedFunction:6,trigger:7,storedProcedure:8};function databaseRid(random){
const bytes=Buffer.alloc(4);bytes.writeUInt32BE(random>>>0);return bytes}function containerRid(database,random){return childOfDatabase(database,(random|2147483648)>>>
0)}function userRid(database,random){return childOfDatabase(database,(random&2147483647)>>>0)}function childOfDatabase(database,number){const bytes=Buffer.alloc(
8);database.copy(bytes);bytes.writeUInt32BE(number,4);return bytes}function childRid(parent,kind,number){const bytes=Buffer.alloc(16);parent.copy(bytes);bytes.writeUIntLE(
number,8,6);bytes[15]=TYPE_NIBBLE[kind]<<4;return bytes}function itemRid(container,ref){const bytes=Buffer.alloc(16);container.copy(bytes);for(let i=0;i<REF_BYTES;i++)
bytes[15-i]=ref.charCodeAt(i);return bytes}function refOfItemRid(container,rid){if(rid.length!==16||!rid.subarray(0,8).equals(container)||rid[15]>>4!==TYPE_NIBBLE.
item){return void 0}return refAtEndOf(rid)}function refOfRid(text){return refAtEndOf(Buffer.from(text.replaceAll("-","/"),"base64"))}function refAtEndOf(rid){return Buffer.
from(rid.subarray(rid.length-REF_BYTES)).reverse().toString("latin1")}var FORMAT=1;var OFFSET={format:0,flags:1,generation:2,epkLength:3,lsn:4,place:10,timestamp:12,ttl:16,etag:20,epk:28};var FLAG_EXCLUDED=1;var FLAG_INCLUDED=2;var OPENING_BRACE=123;
var CLOSING_BRACE=125;var RID_MEMBER='"_rid":"';var RID_CHARACTERS=24;var SHARED_BYTES_MAX=64;var StoredItem=class _StoredItem{record;#ref;#document;constructor(ref,record,document){
this.#ref=ref;this.record=record;this.#document=document}static decode(ref,record){const format2=record[OFFSET.format];if(format2!==FORMAT)throw new Corruption(
`An item is stored in the unknown format ${format2}.`);const jsonOffset=OFFSET.epk+(record[OFFSET.epkLength]??0);if(record[jsonOffset]!==OPENING_BRACE||record[record.
length-1]!==CLOSING_BRACE){throw new Corruption("An item's record is cut, or does not hold an object.")}return new _StoredItem(ref,record)}static encode(ref,fields,json=JSON.
stringify(fields.document)){const jsonOffset=OFFSET.epk+fields.epk.length;const record=Buffer.allocUnsafe(jsonOffset+Buffer.byteLength(json));record[OFFSET.format]=
FORMAT;record[OFFSET.flags]=flagsOf(fields.indexed);record[OFFSET.generation]=fields.generation;record[OFFSET.epkLength]=fields.epk.length;record.writeUIntBE(0,
OFFSET.lsn,6);record.writeUInt16BE(0,OFFSET.place);record.writeUInt32BE(fields.timestamp,OFFSET.timestamp);record.writeInt32BE(fields.ttl,OFFSET.ttl);fields.etag.
copy(record,OFFSET.etag);record.set(fields.epk,OFFSET.epk);record.write(json,jsonOffset);return new _StoredItem(ref,record,fields.document)}withoutDocument(){return new _StoredItem(
this.ref,this.record)}alone(){const{length,buffer}=this.record;if(buffer.byteLength<=length+SHARED_BYTES_MAX)return this.withoutDocument();const record=Buffer.allocUnsafeSlow(
length);record.set(this.record);return new _StoredItem(this.ref,record)}placeInLog(lsn,place){this.record.writeUIntBE(lsn,OFFSET.lsn,6);this.record.writeUInt16BE(
place,OFFSET.place)}withGeneration(generation){const record=Buffer.from(this.record);record[OFFSET.generation]=generation;return new _StoredItem(this.ref,record,
this.#document)}movedTo(ref,epk,document){const{timestamp,ttl,indexed,generation,lsn,place}=this;const etag=this.record.subarray(OFFSET.etag,OFFSET.epk);const item=_StoredItem.
encode(ref,{epk,timestamp,ttl,etag,indexed,generation,document});item.placeInLog(lsn,place);return item}get ref(){this.#ref??=refOfRid(this.#document?._rid??ridInside(
this.record));return this.#ref}get lsn(){return this.record.readUIntBE(OFFSET.lsn,6)}get place(){return this.record.readUInt16BE(OFFSET.place)}get timestamp(){return this.
record.readUInt32BE(OFFSET.timestamp)}get ttl(){return this.record.readInt32BE(OFFSET.ttl)}get indexed(){const flags=this.record[OFFSET.flags];if((flags&FLAG_EXCLUDED)!==
0)return false;return(flags&FLAG_INCLUDED)!==0?true:void 0}get generation(){return this.record[OFFSET.generation]}get etag(){return etagText(this.record,this.timestamp,
OFFSET.etag)}get epk(){return this.record.subarray(OFFSET.epk,this.#jsonOffset)}get json(){return this.record.subarray(this.#jsonOffset)}get size(){return this.
record.length-this.#jsonOffset}get document(){this.#document??=parseDocument(this.record.toString("utf8",this.#jsonOffset));return this.#document}*parse(){if(this.#document!==
void 0)return;try{this.#document=yield*parseInPieces(this.json)}catch(cause){throw unreadable(cause)}}get id(){return this.document.id}get#jsonOffset(){return OFFSET.
epk+this.record[OFFSET.epkLength]}};function flagsOf(indexed){if(indexed===void 0)return 0;return indexed?FLAG_INCLUDED:FLAG_EXCLUDED}function ridInside(record){
const at2=record.lastIndexOf(RID_MEMBER);if(at2<0)throw new Corruption("An item has no resource id.");return record.toString("latin1",at2+RID_MEMBER.length,at2+
RID_MEMBER.length+RID_CHARACTERS)}function parseDocument(json){try{return JSON.parse(json)}catch(cause){throw unreadable(cause)}}function unreadable(cause){return new Corruption(
"An item is not readable JSON.",{cause})}function withPlaceInLog(record,place){const moved=Buffer.from(record);moved.writeUInt16BE(place,OFFSET.place);return moved}var NO_WORDS=new Map;var DIGEST_BYTES=8;var ENTRY_BYTES=DIGEST_BYTES+6;function addWords(a,b){if(b.size===0)return a;const sum4=new Map(a);for(const[digest,words]of b){
const total=(sum4.get(digest)??0)+words;if(total===0)sum4.delete(digest);else sum4.set(digest,total)}return sum4}function negatedWords(totals){return new Map([...totals].
map(([digest,words])=>[digest,-words]))}function isSameWords(a,b){return a.size===b.size&&[...a].every(([digest,words])=>b.get(digest)===words)}function encodeWordTotals(totals){
const bytes=Buffer.allocUnsafe(totals.size*ENTRY_BYTES);const sorted2=[...totals].sort(([a],[b])=>a<b?-1:1);for(const[i,[digest,words]]of sorted2.entries()){bytes.
write(digest,i*ENTRY_BYTES,"latin1");bytes.writeUIntBE(words,i*ENTRY_BYTES+DIGEST_BYTES,6)}return bytes}function decodeWordTotals(bytes){if(bytes.length===0)return NO_WORDS;
if(bytes.length%ENTRY_BYTES!==0)throw new Corruption("The totals of words cannot be read.");const totals=new Map;for(let at2=0;at2<bytes.length;at2+=ENTRY_BYTES){
const digest=bytes.toString("latin1",at2,at2+DIGEST_BYTES);totals.set(digest,bytes.readUIntBE(at2+DIGEST_BYTES,6))}return totals}var HEADER_BYTES=20;var KEY_END=0;var NOTHING=Buffer.alloc(0);function encodeLogicalRecord(record){const keyBytes=Buffer.byteLength(record.key);const words=record.
words.size===0?NOTHING:encodeWordTotals(record.words);const end=HEADER_BYTES+keyBytes;const bytes=Buffer.allocUnsafe(end+(words.length===0?0:1+words.length));bytes.
writeUInt32BE(record.number,0);bytes.writeUInt32BE(record.nextSequence,4);bytes.writeUIntBE(record.items,8,6);bytes.writeUIntBE(record.bytes,14,6);bytes.write(record.
key,HEADER_BYTES);if(words.length>0){bytes[end]=KEY_END;bytes.set(words,end+1)}return bytes}function decodeLogicalRecord(bytes){if(bytes.length<=HEADER_BYTES)throw new Corruption(
"The record of a logical partition is too short.");const number=bytes.readUInt32BE(0);const nextSequence=bytes.readUInt32BE(4);if(number>=LOGICAL_NUMBERS||nextSequence>
SEQUENCES){throw new Corruption(`A logical partition cannot have the number ${number} and the sequence ${nextSequence}.`)}const keyEnd=bytes.indexOf(KEY_END,HEADER_BYTES);
return{number,nextSequence,items:bytes.readUIntBE(8,6),bytes:bytes.readUIntBE(14,6),key:bytes.toString("utf8",HEADER_BYTES,keyEnd<0?bytes.length:keyEnd),words:keyEnd<
0?NO_WORDS:decodeWordTotals(bytes.subarray(keyEnd+1))}}function numberOfLogicalRecord(bytes){return bytes.readUInt32BE(0)}function checkRoom({bytes,key},bytesMax){
if(bytes<=bytesMax)return;throw new Failure("partitionKeyFull",`Partition key reached maximum size of ${sizeText(bytesMax)}: nothing can be added to ${key}. Del\
ete items of this key, or move to a key with more values.`)}var SUMMARY_BYTES=24;async function readSummary(reader,space){const bytes=await reader.get(space,SUMMARY_KEY);
return bytes===void 0?EMPTY_SUMMARY:decodeSummary(bytes)}var EMPTY_SUMMARY={lsn:0,items:0,bytes:0,versionsAfter:0,words:NO_WORDS};function encodeSummary(summary){
const bytes=Buffer.allocUnsafe(SUMMARY_BYTES);bytes.writeUIntBE(summary.lsn,0,6);bytes.writeUIntBE(summary.items,6,6);bytes.writeUIntBE(summary.bytes,12,6);bytes.
writeUIntBE(summary.versionsAfter,18,6);return summary.words.size===0?bytes:Buffer.concat([bytes,encodeWordTotals(summary.words)])}function decodeSummary(bytes){
if(bytes.length<SUMMARY_BYTES){throw new Corruption(`The summary of a partition has ${bytes.length} bytes instead of ${SUMMARY_BYTES}.`)}return{lsn:bytes.readUIntBE(
0,6),items:bytes.readUIntBE(6,6),bytes:bytes.readUIntBE(12,6),versionsAfter:bytes.readUIntBE(18,6),words:decodeWordTotals(bytes.subarray(SUMMARY_BYTES))}}function addTotals(totals,{
items,bytes,words}){return{...totals,items:totals.items+items,bytes:totals.bytes+bytes,words:addWords(totals.words,words)}}var PLACE_OFFSET=7;var PLACES=2**16;function logicalNumberOfRow(key,value){switch(key[0]){case Kind.logical:return numberOfLogicalRecord(value);case Kind.dropped:
return numberOfDroppedKey(key);case Kind.item:case Kind.index:case Kind.composite:case Kind.spatial:case Kind.fullText:case Kind.vector:case Kind.expiry:return logicalNumberOf(
refAtEnd(key));case Kind.id:case Kind.unique:case Kind.log:return logicalNumberOf(refOfValue(value));default:throw new Corruption(`A row of the unknown kind ${key[0]}\
 is stored.`)}}function placeOfLogKey(key){return key.readUInt16BE(PLACE_OFFSET)}function isLogKey(key){return key[0]===Kind.log||key[0]===Kind.version}function logKeyOfRow(key,value){
if(isLogKey(key))return key;if(key[0]!==Kind.item||value===null)return void 0;const{lsn,place}=StoredItem.decode(refAtEnd(key),asBuffer(value));return logKey(lsn,
place)}function withPlace(key,value,place){if(!isLogKey(key))return[key,withPlaceInLog(value,place)];const moved=Buffer.from(key);moved.writeUInt16BE(place,PLACE_OFFSET);
return[moved,value]}function asBuffer(bytes){return Buffer.from(bytes.buffer,bytes.byteOffset,bytes.byteLength)}var LogPlaces=class _LogPlaces{#lsns=new Float64Array(1024);#places=new Uint16Array(1024);#size=0;#entriesMax=0;static async read(reader,space){const places=new _LogPlaces;
const range={from:Buffer.of(Kind.log),to:Buffer.of(Kind.version+1),keysOnly:true};let lsn=0;let ofOneLsn=[];for await(const rows of reader.scan(space,range)){for(const{
key}of rows){if(lsnInLog(key)!==lsn){places.#add(lsn,ofOneLsn);lsn=lsnInLog(key);ofOneLsn=[]}ofOneLsn.push(placeOfLogKey(key))}}places.#add(lsn,ofOneLsn);return places}get entriesMax(){
return this.#entriesMax}numberOf(key){const lsn=lsnInLog(key);const place=placeOfLogKey(key);const first=this.#find(lsn,0);if(this.#lsns[first]!==lsn||first>=this.#size)
return place;const own=this.#find(lsn,place);assert2(this.#lsns[own]===lsn&&this.#places[own]===place,"an LSN gets no entries later");return own-first}#add(lsn,places){
this.#entriesMax=Math.max(this.#entriesMax,places.length);if(places.length===0||places.at(-1)===places.length-1)return;if(this.#size+places.length>this.#lsns.length)
this.#grow(2*(this.#size+places.length));this.#lsns.fill(lsn,this.#size,this.#size+places.length);this.#places.set(places,this.#size);this.#size+=places.length}#grow(size){
const lsns=new Float64Array(size);const places=new Uint16Array(size);lsns.set(this.#lsns);places.set(this.#places);this.#lsns=lsns;this.#places=places}#find(lsn,place){
let low=0;let high=this.#size;while(low<high){const middle=low+high>>>1;const other=this.#lsns[middle];if(other<lsn||other===lsn&&this.#places[middle]<place)low=
middle+1;else high=middle}return low}};function lsnInLog(key){return(key[0]-Kind.log)*2**48+lsnOfLogKey(key)}import assert3 from"node:assert/strict";var NumberTable=class{#numbers=new Uint32Array(1024);#size=0;#values=new Uint8Array(1024);#isSealed=false;add(number,value){
assert3(!this.#isSealed&&value<256);if(this.#size===this.#numbers.length){this.#numbers=grown(this.#numbers,new Uint32Array(this.#size*2));this.#values=grown(this.#values,
new Uint8Array(this.#size*2))}this.#numbers[this.#size]=number;this.#values[this.#size]=value;this.#size++}seal(){const order=Float64Array.from({length:this.#size},
(_,i)=>this.#numbers[i]*256+this.#values[i]).sort();for(const[i,entry2]of order.entries()){this.#numbers[i]=Math.floor(entry2/256);this.#values[i]=entry2%256}this.#isSealed=
true}find(number){assert3(this.#isSealed);let low=0;let high=this.#size;while(low<high){const middle=low+high>>>1;if(this.#numbers[middle]<number)low=middle+1;else
high=middle}return low<this.#size&&this.#numbers[low]===number?this.#values[low]:void 0}};function grown(from2,to){to.set(from2);return to}import{createHash}from"node:crypto";var PREFIX_BYTES=9;var ROLE_OFFSET=PREFIX_BYTES;var VECTOR_KEY_BYTES=PREFIX_BYTES+1;var VectorRole={set:0,full:1,quantized:2,centroid:3};var SET_ID_BYTES=8;var NO_SET="\
\0".repeat(SET_ID_BYTES);var UNASSIGNED={set:NO_SET,cell:0};function vectorPrefix(path){const digest=createHash("sha256").update(path).digest();return Buffer.concat(
[Buffer.of(Kind.vector),digest],PREFIX_BYTES)}function setId(space,number){const bytes=Buffer.allocUnsafe(SET_ID_BYTES);bytes.writeUInt32BE(space,0);bytes.writeUInt32BE(
number,4);return bytes.toString("latin1")}function numberOfSet(id){return Buffer.from(id,"latin1").readUInt32BE(4)}function rolePrefix(prefix,role){return Buffer.
concat([prefix,Buffer.of(role)],VECTOR_KEY_BYTES)}function setKey(prefix,id){return Buffer.concat([rolePrefix(prefix,VectorRole.set),Buffer.from(id,"latin1")])}
function setOfKey(key){return key.toString("latin1",VECTOR_KEY_BYTES,VECTOR_KEY_BYTES+SET_ID_BYTES)}function fullKey(prefix,ref){return Buffer.concat([rolePrefix(
prefix,VectorRole.full),Buffer.from(ref,"latin1")])}function setPrefix(prefix,set){return Buffer.concat([rolePrefix(prefix,VectorRole.quantized),Buffer.from(set,
"latin1")])}function cellPrefix(prefix,{set,cell}){return placed(prefix,VectorRole.quantized,set,cell)}function quantizedKey(prefix,place,ref){return Buffer.concat(
[cellPrefix(prefix,place),Buffer.from(ref,"latin1")])}function centroidKey(prefix,{set,cell}){return placed(prefix,VectorRole.centroid,set,cell)}function placed(prefix,role,set,cell){
const key=Buffer.allocUnsafe(VECTOR_KEY_BYTES+SET_ID_BYTES+4);prefix.copy(key);key[ROLE_OFFSET]=role;key.write(set,VECTOR_KEY_BYTES,"latin1");key.writeUInt32BE(
cell,VECTOR_KEY_BYTES+SET_ID_BYTES);return key}function isSetRow(key){if(key[0]!==Kind.vector)return false;const role=key[ROLE_OFFSET];return role===VectorRole.
set||role===VectorRole.centroid}var PLACE_BYTES=SET_ID_BYTES+4;var COMPONENT_BYTES=4;function encodeFull(place,vector){const value=Buffer.allocUnsafe(PLACE_BYTES+
COMPONENT_BYTES*vector.length);writePlace(value,place);for(let i=0;i<vector.length;i++)value.writeFloatLE(vector[i],PLACE_BYTES+COMPONENT_BYTES*i);return value}
function withPlace2(full,place){const value=Buffer.from(full);writePlace(value,place);return value}function writePlace(value,{set,cell}){value.write(set,0,"lati\
n1");value.writeUInt32BE(cell,SET_ID_BYTES)}function placeOfFull(value){if(value.length<PLACE_BYTES)throw new Corruption("A vector has no place.");return{set:value.
toString("latin1",0,SET_ID_BYTES),cell:value.readUInt32BE(SET_ID_BYTES)}}function readFull(value,vector){readComponents(value,PLACE_BYTES,vector)}function encodeCentroid(vector){
const value=Buffer.allocUnsafe(COMPONENT_BYTES*vector.length);for(let i=0;i<vector.length;i++)value.writeFloatLE(vector[i],COMPONENT_BYTES*i);return value}function readCentroid(value,vector){
readComponents(value,0,vector)}var IS_LITTLE_ENDIAN=new Uint8Array(Uint16Array.of(1).buffer)[0]===1;function readComponents(value,offset,vector){if(value.length!==
offset+COMPONENT_BYTES*vector.length){throw new Corruption(`A vector is stored in ${value.length} bytes.`)}if(IS_LITTLE_ENDIAN){value.copy(new Uint8Array(vector.
buffer,vector.byteOffset,vector.byteLength),0,offset);return}for(let i=0;i<vector.length;i++)vector[i]=value.readFloatLE(offset+COMPONENT_BYTES*i)}function encodeSetHeader({
trainedOn,groupStarts}){const value=Buffer.allocUnsafe(6+4*groupStarts.length);value.writeUIntBE(trainedOn,0,6);for(const[i,start]of groupStarts.entries())value.
writeUInt32BE(start,6+4*i);return value}function decodeSetHeader(key,value){const groups=(value.length-6)/4;if(!Number.isInteger(groups)||groups<2)throw new Corruption(
"A set of vector cells cannot be read.");const groupStarts=Array.from({length:groups},(_,i)=>value.readUInt32BE(6+4*i));if(groupStarts[0]!==0||groupStarts.some(
(start,i)=>i>0&&start<groupStarts[i-1]))throw new Corruption("The cells of a set are not in order.");return{id:setOfKey(key),trainedOn:value.readUIntBE(0,6),groupStarts}}var ENTRY_BYTES2=4096;function largeEntries(bytes){return Math.floor(bytes/ENTRY_BYTES2)}async function readChanges(reader,space,request){const{itemsMax,bytesMax,
entriesMax,logicalNumbers}=request;const items=[];let bytes=0;let entries=0;let lsn=request.afterLsn;const{lsn:reached2}=await readSummary(reader,space);const range={
from:logKey(request.afterLsn+1,0),to:Buffer.of(Kind.log+1)};for await(const rows of reader.scan(space,range)){const refs=rows.map(({value})=>refOfValue(value)).
filter(ref=>logicalNumbers?.has(logicalNumberOf(ref))??true);const records=await reader.getMany(space,refs.map(itemKey));const found=new Map(refs.map((ref,i)=>[
ref,records[i]]));for(const{key,value}of rows){const entryLsn=lsnOfLogKey(key);const isFull=items.length>=itemsMax||bytes>=bytesMax||entries>=entriesMax;if(entryLsn!==
lsn&&isFull)return{items,lsn,hasMore:true,entries};lsn=entryLsn;entries++;const ref=refOfValue(value);const record=found.get(ref);if(record===void 0)continue;entries+=
largeEntries(record.length);const item=StoredItem.decode(ref,record);if(item.lsn!==entryLsn||!request.accepts(item))continue;items.push(item);bytes+=item.size}}
return{items,lsn:Math.max(lsn,reached2),hasMore:false,entries}}var FORMAT2=1;var OPERATIONS=["create","replace","delete"];var FLAG_EXPIRED=1;var OFFSET2={format:0,operation:1,flags:2,epkLength:3,committedAt:4,previousLsn:8,
currentLength:14,ref:18,epk:18+REF_BYTES};var NOTHING2=Buffer.alloc(0);function encodeVersion(version,lsn,committedAt){const{operation,current,previous,expired}=version;
const{ref,epk}=current??previous;const previousLsn=previous===void 0?0:previous.lsn||lsn;const header=Buffer.alloc(OFFSET2.epk);header[OFFSET2.format]=FORMAT2;header[OFFSET2.
operation]=OPERATIONS.indexOf(operation);header[OFFSET2.flags]=expired?FLAG_EXPIRED:0;header[OFFSET2.epkLength]=epk.length;header.writeUInt32BE(committedAt,OFFSET2.
committedAt);header.writeUIntBE(previousLsn,OFFSET2.previousLsn,6);header.writeUInt32BE(current?.size??0,OFFSET2.currentLength);header.write(ref,OFFSET2.ref,"la\
tin1");return Buffer.concat([header,epk,current?.json??NOTHING2,previous?.json??NOTHING2])}function decodeVersion(key,value){const format2=value[OFFSET2.format];
if(format2!==FORMAT2)throw new Corruption(`A version of an item is stored in the unknown format ${format2}.`);if(value.length<OFFSET2.epk)throw new Corruption("\
A version of an item is too short.");const currentAt=OFFSET2.epk+value[OFFSET2.epkLength];const previousAt=currentAt+value.readUInt32BE(OFFSET2.currentLength);const operation=OPERATIONS[value[OFFSET2.
operation]];if(operation===void 0||previousAt>value.length){throw new Corruption("A version of an item cannot be what was written.")}return{operation,expired:(value[OFFSET2.
flags]&FLAG_EXPIRED)!==0,lsn:lsnOfLogKey(key),committedAt:value.readUInt32BE(OFFSET2.committedAt),previousLsn:value.readUIntBE(OFFSET2.previousLsn,6),ref:value.
toString("latin1",OFFSET2.ref,OFFSET2.epk),epk:value.subarray(OFFSET2.epk,currentAt),...previousAt>currentAt?{current:value.subarray(currentAt,previousAt)}:{},...value.
length>previousAt?{previous:value.subarray(previousAt)}:{}}}async function readVersions(reader,space,request){const summary=await readSummary(reader,space);const{
afterLsn}=request;if(afterLsn<summary.versionsAfter)return void 0;const versions=[];let oldestAt;let size=0;let entries=0;let lsn=afterLsn;const range={from:versionKey(
afterLsn+1,0),to:Buffer.of(Kind.version+1)};for await(const rows of reader.scan(space,range)){for(const{key,value}of rows){const version=decodeVersion(key,value);
oldestAt??=version.committedAt;const isFull=versions.length>=request.itemsMax||size>=request.bytesMax||entries>=request.entriesMax;if(version.lsn!==lsn&&isFull)
return{versions,lsn,hasMore:true,entries,oldestAt};lsn=version.lsn;entries+=1+largeEntries(value.length);if(!request.accepts(version))continue;versions.push(version);
size+=value.length}}return{versions,lsn:Math.max(lsn,summary.lsn),hasMore:false,entries,...oldestAt===void 0?{}:{oldestAt}}}var TRIM_VERSIONS=1e3;async function trimVersions(partition,own,beforeSeconds){
if(!own.mayHaveVersions)return 0;const{kv,space}=own;const keys=[];let trimmedLsn=0;own.noteVersions(false);scan:for await(const rows of kv.scan(space,{from:Buffer.
of(Kind.version),to:Buffer.of(Kind.version+1)})){own.noteVersions(true);for(const{key,value}of rows){const{lsn,committedAt}=decodeVersion(key,value);if(lsn!==trimmedLsn&&
(committedAt>=beforeSeconds||keys.length>=TRIM_VERSIONS))break scan;trimmedLsn=lsn;keys.push(key)}}if(keys.length===0)return 0;const isDone=await partition.maintain(
()=>kv.transact(`versions:${space}`,transaction=>{for(const key of keys)transaction.delete(space,key);transaction.beforeCommit(()=>own.trimmed(transaction,trimmedLsn))}));
return isDone?keys.length:0}var CHUNK_ROWS=320;var TURNS_FOR_OTHERS=16;var PLACES_MIN=128;var NO_TOTALS={items:0,bytes:0,words:NO_WORDS};var FIRST_ROW=Buffer.of(Kind.summary+1);var CopyAbandoned=class extends Error{name="\
CopyAbandoned"};var PartitionCopy=class _PartitionCopy{#kv;#sources;#targets;#totals;#owners=new NumberTable;#touched=new Set;#places=[];#doubt;#snapshot;constructor(kv,sources,targets){
this.#kv=kv;this.#sources=sources;this.#targets=targets;this.#totals=targets.map(()=>NO_TOTALS)}static async start(kv,sources,targets){const copy=new _PartitionCopy(
kv,sources,targets);if(sources.length>1)await copy.#choosePlaces();const snapshot=await copy.#attach();try{for(const source of sources)await copy.#readLogicalPartitions(
snapshot,source.space);copy.#owners.seal();return copy}catch(error){await copy.abandon();throw error}}async#attach(){const release=await this.hold();try{const snapshot=this.#kv.
snapshot();this.#snapshot=snapshot;for(const[i,source]of this.#sources.entries())source.mirrorTo(this.#mirror(i));return snapshot}finally{release()}}async run({
isStopped,seen}){const scan={from:FIRST_ROW,keysOnly:true,chunkRows:CHUNK_ROWS};for(const[i,{space}]of this.#sources.entries()){if(isStopped())throw new CopyAbandoned(
"The server is stopping.");for await(const rows of this.#snapshot.scan(space,scan)){await this.#copyChunk(i,rows);seen(rows.reduce((items,{key})=>items+Number(key[0]===
Kind.item),0));this.#assertSound();if(this.#touched.size>0)await letOthersGoFirst();await this.#kv.caughtUp();if(isStopped())throw new CopyAbandoned("The server\
 is stopping.")}}}async hold(){const releases=await Promise.all(this.#sources.map(source=>source.keepWritersOut()));return()=>{for(const release of releases)release()}}async finish(){
this.#assertSound();const summaries=this.#sources.map(({summary})=>summary);const lsn=Math.max(...summaries.map(summary=>summary.lsn));const versionsAfter=Math.
max(...summaries.map(summary=>summary.versionsAfter));await this.#kv.transact(this.#lock,transaction=>{for(const[i,{space}]of this.#targets.entries()){const summary={
lsn,versionsAfter,...this.#totals[i]};transaction.put(space,SUMMARY_KEY,encodeSummary(summary))}});const items=this.#totals.reduce((sum4,total)=>sum4+total.items,
0);assert4.equal(items,summaries.reduce((sum4,summary)=>sum4+summary.items,0),"items were lost or doubled")}detach(){this.#snapshot?.close();for(const source of this.#sources)
source.mirrorTo(void 0)}async abandon(){const release=await this.hold();this.detach();release()}get#lock(){return`copy:${this.#targets[0].space}`}async#readLogicalPartitions(snapshot,space){
const range={from:Buffer.of(Kind.logical),to:Buffer.of(Kind.dropped+1)};for await(const rows of snapshot.scan(space,range)){for(const{key,value}of rows){if(key[0]===
Kind.dropped){this.#owners.add(numberOfDroppedKey(key),this.#targetOf(value));continue}const target=this.#targetOf(epkOfLogicalKey(key));const{number,items,bytes,
words}=decodeLogicalRecord(value);this.#owners.add(number,target);this.#count(target,{items,bytes,words})}}}async#choosePlaces(){const places=[];let first=0;for(const{
space}of this.#sources){const numbers=await LogPlaces.read(this.#kv,space);places.push({first,numbers});first+=Math.max(numbers.entriesMax,PLACES_MIN)}if(first>
PLACES){throw new CopyAbandoned("Their change logs have too many entries of one LSN to be put together.")}this.#places=places}async#copyChunk(source,rows){const keys=rows.
map(({key})=>key);const values=await this.#kv.getMany(this.#sources[source].space,keys);await this.#kv.transact(this.#lock,transaction=>{transaction.beforeCommit(
()=>{const touched=this.#touched;this.#touched=new Set;for(const[i,key]of keys.entries()){const value=values[i];if(value===void 0||touched.has(touchedName(source,
key))||!this.#hasRoom(source,key))continue;for(const target of this.#targetsOfRow(key,value)){this.#put(transaction,source,target,key,value)}}})})}#targetsOfRow(key,value){
if(this.#targets.length===1||isSetRow(key))return this.#targets;const target=key[0]===Kind.version?this.#targetOf(decodeVersion(key,value).epk):this.#owners.find(
logicalNumberOfRow(key,value));return target===void 0?[]:[this.#targets[target]]}#mirror(source){return{write:(kv,epk,writes,delta)=>this.#mirrorWrites(kv,source,
epk,writes,delta),spoil:()=>{this.#doubt="A write failed while the partition was copied."}}}#mirrorWrites(kv,source,epk,writes,delta){if(!writes.every(({key})=>this.#hasRoom(
source,key)))return;const target=this.#targetOf(epk);this.#count(target,delta);for(const{key,value}of writes){if(key[0]===Kind.summary)continue;this.#touched.add(
touchedName(source,key));this.#put(kv,source,this.#targets[target],key,value)}}#hasRoom(source,key){if(!isLogKey(key)||this.#places.length===0)return true;if(this.#placeOf(
source,key)<(this.#places[source+1]?.first??PLACES))return true;this.#doubt="A transaction wrote more items than the merged change log has places for at its LSN\
.";return false}#placeOf(source,key){const{first,numbers}=this.#places[source];return first+numbers.numberOf(key)}#put(kv,source,{space},key,value){const entry2=this.#places.
length===0?void 0:logKeyOfRow(key,value);const[newKey,newValue]=entry2===void 0?[key,value]:withPlace(key,value,this.#placeOf(source,entry2));if(newValue===null)
kv.delete(space,newKey);else kv.put(space,newKey,newValue)}#targetOf(epk){const target=this.#targets.findIndex(({max})=>compareEpk2(epk,max)<0);assert4(target>=
0,"the targets cover the sources");return target}#count(target,delta){this.#totals[target]=addTotals(this.#totals[target],delta)}#assertSound(){if(this.#doubt!==
void 0)throw new CopyAbandoned(this.#doubt)}};async function letOthersGoFirst(){for(let turn=0;turn<TURNS_FOR_OTHERS;turn++)await setImmediate()}function touchedName(source,key){
return`${source}${key.toString("latin1")}`}var TELL_EVERY_MS=1e4;var ITEMS_WORTH_TELLING=1e3;var WorkLog=class{#environment;#what;#total;#startMs;#toldMs;#seen=0;constructor(environment,what,total){this.#environment=
environment;this.#what=what;this.#total=total;this.#startMs=this.#toldMs=environment.now()}get percent(){return Math.min(99,Math.floor(100*this.#seen/Math.max(1,
this.#total)))}seen(items){this.#seen+=items;const now=this.#environment.now();if(now-this.#toldMs<TELL_EVERY_MS)return;this.#toldMs=now;this.#environment.log("\
info",`${this.#what}: ${this.percent} % of ${this.#items}.`)}end(outcome){const wasTold=this.#toldMs>this.#startMs;if(!wasTold&&this.#total<ITEMS_WORTH_TELLING)
return;const seconds=((this.#environment.now()-this.#startMs)/1e3).toFixed(1);this.#environment.log("info",`${this.#what} ${outcome}: ${this.#items} in ${seconds}\
 s.`)}get#items(){return`${this.#total.toLocaleString("en")} items`}};async function replacePartitions(container,catalog,replacement,isStopped){const log=workLog(container,replacement);const spaces=await catalog.takeProvisionalSpaces(
replacement.new.length);try{const states=newStates(container.state,replacement,spaces);const copy=await container.copyPartitions(replacement.old,replacement.new.
map(({max},i)=>({space:spaces[i],max})));try{container.checkExists();await copy.run({isStopped,seen:items=>log.seen(items)})}catch(error){await copy.abandon();throw error}
const fresh=await switchOver(container,catalog,{...replacement,states,copy});log.end(`is done, into ${fresh.map(({id})=>id).join(" and ")}`);return fresh}catch(error){
await dropUnused(container,catalog,spaces);if(replacement.old.some(({isLeft})=>isLeft))throw new ServedElsewhere("all");throw error instanceof CopyAbandoned?new Failure(
"unavailable",`The partitions stay as they were. ${error.message} Try again.`,{cause:error}):error}}function workLog({names,environment},{old,new:{length}}){const ids=old.
map(({id})=>id).join(" and ");const what=old.length>length?`The merge of partitions ${ids}`:`The split of partition ${ids}`;return new WorkLog(environment,`${what}\
 of container '${names.container}' in database '${names.database}'`,old.reduce((items,{store})=>items+store.summary.items,0))}async function switchOver(container,catalog,replacement){
const{old,states,copy}=replacement;try{for(const partition of old)partition.isSwitching=true;const release=await copy.hold();try{await copy.finish();const fresh=await Promise.
all(states.map(state=>container.openPartition(state)));await commitSwitch(container,catalog,replacement,fresh);return fresh}finally{copy.detach();release()}}finally{
for(const partition of old)partition.isSwitching=false}}function commitSwitch(container,catalog,replacement,fresh){const{old,states}=replacement;return catalog.
change(async()=>{const current=presentContainer(catalog,container.rid);container.checkKept(old);await container.claim(states.map(({space})=>space));const{state,
map}=switched(container,stateOf(current),replacement,fresh);const next=withState(current,state);return{change:{put:[next],adoptSpaces:states.map(({space})=>space),
dropSpaces:old.map(({state:{space}})=>space),whenApplied:()=>{const successors=fresh.map(({max,store})=>({max,store}));for(const{store}of old)store.passOnTo(successors);
container.switchTo(next,map)}},result:void 0}})}function switched(container,before2,{old,evenShares=false},fresh){const kept=container.map.partitions.filter(partition=>!old.
includes(partition));const partitions=shared([...kept,...fresh],evenShares);const nextPartitionId=before2.nextPartitionId+fresh.length;const retired=[...before2.
retired??[],...old.map(retiredRange)].slice(-RETIRED_RANGES_MAX);const states=partitions.map(partition=>partition.state);return{state:{...before2,partitions:states,
nextPartitionId,retired},map:new PartitionMap(partitions,nextPartitionId,retired)}}async function dropUnused(container,catalog,spaces){const drop=catalog.change(
()=>{const current=catalog.byRid("container",container.rid);const used=new Set(current&&stateOf(current).partitions.map(({space})=>space));return{change:{dropSpaces:spaces.
filter(space=>!used.has(space))},result:void 0}});await drop.catch(()=>{})}function newStates({nextPartitionId},{old,new:ranges},spaces){const ancestors=new Set(
old.flatMap(({state})=>[...state.parents,state.id]));const parents=[...ancestors].sort((a,b)=>a-b).slice(-RETIRED_RANGES_MAX);return ranges.map(({min,max,share},i)=>({
id:nextPartitionId+i,min:toHex2(min),max:toHex2(max),space:spaces[i],parents,share}))}function retiredRange({state:{id,min,max}}){return{id,min,max}}function shared(partitions,evenly){
return evenly?partitions.map(partition=>partition.withShare(1/partitions.length)):partitions}import{compareEpk as compareEpk3,fromHex as fromHex2,HASH_BYTES,midpoint,toHex as toHex3}from"@orrerydb/keys/hash";var KEYS={1:{first:fromHex2("058000"),end:fromHex2("05C1F0")},2:{first:fromHex2("00"),end:fromHex2("40")}};async function findSplitPoint(container,partition,wanted){
if(wanted==="midpoint")return middleOf(container,partition)??indivisible(partition,"holds a single hash");if(wanted==="data")return await middleOfData(container,
partition)??indivisible(partition,"holds fewer than two keys");return checkedPoint(container,partition,wanted.epk)}function middleOf({partitionKey},{min,max}){const{
kind,version,paths}=partitionKey;const middle=midpoint(min,max,kind==="MultiHash"?2:version);if(middle===void 0)return void 0;return version===2&&middle.length>
paths.length*HASH_BYTES?void 0:middle}async function middleOfData(container,{store}){const half=store.summary.bytes/2;let before2=0;let previous;let best;scan:for await(const some of store.
logicalPartitions()){for(const{epk,bytes}of some){if(previous!==void 0){const distance2=Math.abs(before2-half);if(best!==void 0&&distance2>=best.distance)break scan;
best={distance:distance2,boundary:boundaryBetween(container,previous,epk)}}before2+=bytes;previous=epk}}return best?.boundary}function boundaryBetween({partitionKey},previous,next){
const lengths=partitionKey.version===2?[HASH_BYTES,2*HASH_BYTES]:[lengthOfHashV1(next)];for(const length of lengths){const beginning=next.subarray(0,length);if(Buffer.
compare(beginning,previous)>0)return beginning}return next}function lengthOfHashV1(epk){let length=2;while(length<epk.length&&(epk[length]&1)===1)length++;return length+
1}function checkedPoint({partitionKey},{state,min,max},epk){const isInside=compareEpk3(min,epk)<0&&compareEpk3(epk,max)<0;if(!isInside||partitionKey.version===2&&
epk.length>partitionKey.paths.length*HASH_BYTES){throw new Failure("badRequest",`Partition ${state.id} cannot be split at '${toHex3(epk)}': give an effective pa\
rtition key in hexadecimal between '${state.min}' and '${state.max}'.`)}const{first,end}=KEYS[partitionKey.version];if(compareEpk3(epk,first)<=0||compareEpk3(epk,
end)>=0){throw new Failure("badRequest",`Partition ${state.id} cannot be split at '${toHex3(epk)}': all effective partition keys are between '${toHex3(first)}' \
and '${toHex3(end)}', so one half could never hold anything.`)}return epk}function indivisible({id},why){throw new Failure("conflict",`Partition ${id} cannot be\
 split: it ${why}.`)}var MERGE_RU_PER_SECOND_BELOW=3e3;var MERGE_STORAGE_BELOW=.4;var PARTITIONS_MAX=100;var PartitionTopology=class{#catalog;#isStopped;constructor(catalog,isStopped){
this.#catalog=catalog;this.#isStopped=isStopped}split(container,rangeId,point2){return container.inWholeTurn(()=>this.#split(container,container.map.byId(rangeId),
point2,false))}splitNext(container,choose2){return container.inWholeTurn(async()=>{const partition=choose2();if(partition===void 0)return false;await this.#split(
container,partition,"midpoint",true);return true})}merge(container,rangeIds2,{force=false}={}){return container.inWholeTurn(async()=>{const[left,right2]=neighbours(
container,rangeIds2);if(!force)checkMergeable(container,[left,right2]);const whole={min:left.min,max:right2.max,share:left.state.share+right2.state.share};const replacement={
old:[left,right2],new:[whole]};const[merged]=await replacePartitions(container,this.#catalog,replacement,this.#isStopped);return merged})}shareOut(container,count){
return container.inWholeTurn(async()=>{checkCount(container,count);const{kind,version}=container.partitionKey;const edges2=evenBoundaries(count,kind==="MultiHas\
h"?2:version);for(const{id}of container.map.partitions){const partition=container.map.byId(id);const inside=edges2.filter(edge=>compareEpk4(partition.min,edge)<
0&&compareEpk4(edge,partition.max)<0);if(inside.length>0)await this.#replace(container,[partition],inside)}const ends=[...edges2,void 0];for(const[i,end]of ends.
entries()){const begin=ends[i-1];const old=container.map.partitions.filter(({min,max})=>(begin===void 0||compareEpk4(begin,min)<=0)&&(end===void 0||compareEpk4(
max,end)<=0));if(old.length>1)await this.#replace(container,old,[])}})}redistribute(container,targets){return container.inWholeTurn(async()=>{let map;await changeState(
this.#catalog,container.rid,state=>{const shares=sharesFor(container,targets);const partitions=container.map.partitions.map((partition,i)=>partition.withShare(shares[i]));
map=new PartitionMap(partitions,state.nextPartitionId,state.retired);return{...state,partitions:partitions.map(partition=>partition.state)}},changed=>container.
switchTo(changed,map))})}async#replace(container,old,edges2){const share=old.reduce((sum4,{state})=>sum4+state.share,0)/(edges2.length+1);const mins=[old[0].min,
...edges2];const maxes=[...edges2,old.at(-1).max];const fresh=mins.map((min,i)=>({min,max:maxes[i],share}));const replacement={old,new:fresh,evenShares:true};await replacePartitions(
container,this.#catalog,replacement,this.#isStopped)}async#split(container,partition,point2,evenShares){const{min,max}=partition;const{share}=partition.state;const middle=await findSplitPoint(
container,partition,point2);const halves=[{min,max:middle,share:share/2},{min:middle,max,share:share/2}];const replacement={old:[partition],new:halves,evenShares};
return replacePartitions(container,this.#catalog,replacement,this.#isStopped)}};function checkPartitionCount(count){if(!Number.isInteger(count)||count<1||count>
PARTITIONS_MAX)throw new Failure("badRequest",`One can ask for 1 to ${PARTITIONS_MAX} partitions, not ${count}.`)}function checkCount({partitionKey,state},count){
checkPartitionCount(count);if(partitionKey.isSystem&&count>1)throw new Failure("badRequest","A container without a partition key has one partition.");if(state.targetPartitions!==
void 0)throw new Failure("scalingInProgress","The throughput is still being changed: partitions are being split. Try again when the offer is no longer pending.")}
function sharesFor(container,targets){const{map}=container;const{partitions}=map;const throughput=container.throughput();checkOwnThroughput(throughput,"redistri\
butions");if(targets===void 0)return partitions.map(()=>1/partitions.length);return redistributeShares(partitions.map(({state})=>state.share),throughput.ruPerSecond,
new Map([...targets].map(([id,target])=>[partitions.indexOf(map.byId(id)),target])))}function neighbours({map},[one,other]){const[left,right2]=[map.byId(one),map.
byId(other)].sort((a,b)=>Buffer.compare(a.min,b.min));if(compareEpk4(left.max,right2.min)!==0){throw new Failure("conflict",`Partitions ${one} and ${other} are \
not neighbours: only neighbours can be merged.`)}return[left,right2]}function checkMergeable(container,partitions){const{ruPerSecond,shared:shared2}=container.throughput();
for(const{id,state,meter}of partitions){const own=shared2===void 0?partitionRuPerSecond(ruPerSecond,state.share):meter.budget.ruPerSecond;const rounded2=roundCharge(
own);if(rounded2>=MERGE_RU_PER_SECOND_BELOW){throw new Failure("conflict",`Partitions are merged when each has less than ${MERGE_RU_PER_SECOND_BELOW} RU/s, and \
partition ${id} has ${rounded2}. Lower the throughput first.`)}}const bytesMax=container.storageLimits.partitionBytes*MERGE_STORAGE_BELOW;const bytes=partitions.
reduce((sum4,{store})=>sum4+store.summary.bytes,0)/partitions.length;if(bytes>=bytesMax){throw new Failure("conflict",`Partitions are merged when they hold less\
 than ${sizeText(bytesMax)} on average; here it is ${sizeText(bytes)}.`)}}import{Worker as Worker2}from"node:worker_threads";import assert5 from"node:assert/strict";import{existsSync}from"node:fs";import{fileURLToPath}from"node:url";function workerEntry(name,base){if(base.endsWith(".t\
s"))return new URL(`./${name.split("/").at(-1)}-from-source.mjs`,base);const candidates=[`./${name}.js`,`../${name}.js`].map(path=>new URL(path,base));const entry2=candidates.
find(candidate=>existsSync(fileURLToPath(candidate)));assert5(entry2!==void 0,`dist/${name}.js is missing from this installation`);return entry2}import{Worker}from"node:worker_threads";var THREAD_LIMITS={maxOldGenerationSizeMb:256,stackSizeMb:4};var ScriptWorker=class _ScriptWorker{#worker;#run;#alive=true;constructor(worker){this.#worker=worker;
worker.on("message",message=>this.#receive(message));worker.on("error",error=>this.#die(isOutOfMemory(error)?outOfMemory():error));worker.on("exit",()=>this.#die(
new Error("the script thread ended unexpectedly")))}static start(module){const worker=new Worker(workerEntry("script/worker",import.meta.url),{execArgv:[],env:{},
workerData:module,resourceLimits:THREAD_LIMITS});return new Promise((resolve,reject)=>{const onExit=()=>reject(new Error("the script thread ended before it was \
ready"));worker.once("error",reject);worker.once("exit",onExit);worker.once("message",()=>{worker.off("error",reject);worker.off("exit",onExit);worker.unref();resolve(
new _ScriptWorker(worker))})})}get alive(){return this.#alive}async run({job,host}){const onTimeout=()=>{if(this.#run?.computing)countSteps(this.#run,job.timeoutMs*
scriptLimits.stoppedStepsPerMs);this.#die(new ScriptError("timeout",`The script ran longer than ${job.timeoutMs} ms.`))};const timer=setTimeout(onTimeout,job.timeoutMs);
this.#worker.ref();try{return await new Promise((resolve,reject)=>{this.#run={host,steps:0,computing:true,resolve,reject};this.#send({kind:"run",job})})}finally{
clearTimeout(timer);this.#run=void 0;this.#worker.unref()}}async close(){this.#die(new Error("the script thread was closed"));await this.#worker.terminate()}#send(message){
this.#worker.postMessage(message)}#receive(message){const run=this.#run;if(run===void 0||message.kind==="ready")return;countSteps(run,message.steps);if(message.
kind==="operation"){run.computing=false;run.host.call(message.operation).then(result=>{if(this.#run!==run)return;run.computing=true;this.#send({kind:"result",result})},
error=>{if(this.#run===run)this.#die(error)})}else if(message.kind==="done"){run.resolve(message.end)}else{run.reject(scriptErrorOf(message))}}#die(reason){if(!this.#alive)
return;this.#alive=false;void this.#worker.terminate();this.#run?.reject(reason)}};function countSteps(run,stepsSoFar){const steps=stepsSoFar-run.steps;if(steps<=
0)return;run.steps=stepsSoFar;run.host.countSteps(steps)}function isOutOfMemory(error){return error instanceof Error&&"code"in error&&error.code==="ERR_WORKER_O\
UT_OF_MEMORY"}var FunctionThread=class{#worker;#waiting=[];#isClosed=false;call(call){if(this.#isClosed)return Promise.reject(new Error("the thread of functions is closed"));
const worker=this.#worker??=this.#start();worker.ref();return new Promise((resolve,reject)=>{this.#waiting.push({resolve,reject});this.#send({kind:"call",call})})}forget(caller){
if(this.#worker!==void 0)this.#send({kind:"forget",caller})}async close(){this.#isClosed=true;const worker=this.#worker;this.#end(new Error("the thread of funct\
ions was closed"));await worker?.terminate()}#send(message){this.#worker.postMessage(message)}#start(){const worker=new Worker2(workerEntry("script/function-wor\
ker",import.meta.url),{execArgv:[],env:{},workerData:sandboxModule(),resourceLimits:THREAD_LIMITS});const fail=error=>{if(this.#worker===worker)this.#end(error)};
worker.on("message",answer=>{if(this.#worker===worker)this.#receive(answer)});worker.on("error",error=>fail(isOutOfMemory(error)?outOfMemory():error));worker.on(
"exit",()=>fail(new Error("the thread of functions ended unexpectedly")));return worker}#receive(answer){const{resolve,reject}=this.#waiting.shift();if(this.#waiting.
length===0)this.#worker?.unref();if(answer.kind==="failed")reject(scriptErrorOf(answer));else resolve(answer)}#end(error){void this.#worker?.terminate();this.#worker=
void 0;for(const{reject}of this.#waiting.splice(0))reject(error)}};import assert6 from"node:assert/strict";import{availableParallelism}from"node:os";var DEFAULT_THREADS=Math.min(4,Math.max(2,availableParallelism()-1));var WorkerPool=class{#threads;#waitingMs;#now;#idle=[];#workers=new Set;#waiting=[];#running=0;#closed=false;constructor({
threads=DEFAULT_THREADS,waitingMs=scriptLimits.waitingMs,now}){assert6(threads>=1);this.#threads=threads;this.#waitingMs=waitingMs;this.#now=now}async withThread(work){
await this.#turn();try{return await work({run:waiting=>this.#run(waiting)})}finally{this.#passOn()}}run(waiting){return this.withThread(thread=>thread.run(waiting))}async close(){
this.#closed=true;for(const turn of this.#waiting.splice(0))turn.refuse(closedError());await Promise.all([...this.#workers].map(worker=>worker.close()));this.#idle.
length=0}async#run({job,host}){const worker=this.#takeIdle()??await this.#start();try{return await worker.run({job:{...job,startMs:Math.floor(this.#now())},host})}finally{
if(worker.alive)this.#idle.push(worker);else this.#workers.delete(worker)}}async#turn(){if(this.#closed)throw closedError();if(this.#running>=this.#threads)await this.#wait();else
this.#running++}#passOn(){const next=this.#waiting.shift();if(next===void 0)this.#running--;else next.take()}#takeIdle(){const worker=this.#idle.pop();if(worker===
void 0||worker.alive)return worker;this.#workers.delete(worker);return this.#takeIdle()}#wait(){if(this.#waiting.length>=scriptLimits.waitingRunsMax)throw busyError();
return new Promise((resolve,reject)=>{const timer=setTimeout(()=>{this.#waiting.splice(this.#waiting.indexOf(turn),1);reject(busyError())},this.#waitingMs);const turn={
take(){clearTimeout(timer);resolve()},refuse(reason){clearTimeout(timer);reject(reason)}};this.#waiting.push(turn)})}async#start(){const worker=await ScriptWorker.
start(sandboxModule());if(this.#closed){await worker.close();throw closedError()}this.#workers.add(worker);return worker}};function busyError(){return new ScriptError(
"busy","Other scripts have all threads and are not done. Try again later.")}function closedError(){return new Error("the script threads are closed")}var ScriptRunner=class{#environment;#pool;#shelf=new RealmShelf(sandboxModule);#functions=new FunctionThread;#callers=0;constructor(options){const{environment,threads}=options;
this.#environment=environment;this.#pool=new WorkerPool({now:()=>environment.now(),...threads===void 0?{}:{threads}})}withThread(work){return this.#pool.withThread(
work)}async runStoredProcedure(options){const end=await this.#run(options,{parameters:options.parameters,request:{Body:{value:options.parameters,writable:false},
OperationType:{value:"ExecuteJavaScript",writable:false}},response:{Body:{value:"",writable:true}}});return{body:parsedValue(end.response),log:end.log}}async runTrigger(options){
const isPre=options.type==="pre";const end=await this.#run(options,{parameters:[],request:{Body:property(options.requestBody,isPre),OperationType:{value:options.
operation,writable:false}},...isPre?{}:{response:{Body:property(options.responseBody,true)}}});if(!isPre)return{body:parsedValue(end.response)};return{body:requestObject(
parsedValue(end.request),options.requestBody)}}async createUdfRunner(source){const realm=await this.#shelf.take();const start={startMs:Math.floor(this.#environment.
now()),seed:this.#newSeed()};const distant={thread:this.#functions,caller:this.#callers++};return new UdfRunner(source,{shelf:this.#shelf,realm,start,distant})}async close(){
await Promise.all([this.#pool.close(),this.#functions.close()])}#newSeed(){const word=()=>Math.floor(this.#environment.random()*2**32);return[word(),word(),word(),
word()].map(each2=>each2.toString(16).padStart(8,"0")).join("")}#run(options,job){const{body,host,selfLink:selfLink2,altLink,thread=this.#pool}=options;return thread.
run({job:{...job,body,seed:this.#newSeed(),name:options.name??"script",selfLink:selfLink2,altLink,enableLogging:options.enableLogging??false,timeoutMs:Math.min(
options.timeoutMs??scriptLimits.timeoutMs,scriptLimits.timeoutMs)},host})}};function property(value,writable){return value===void 0?{writable}:{value,writable}}
function requestObject(body,original){if(body===void 0&&original===void 0)return void 0;const object=typeof body==="string"?parseText(body):body;if(typeof object===
"object"&&object!==null&&!Array.isArray(object))return object;throw new ScriptError("thrown","The pre-trigger left a request body that is not an object.",{number:400})}
function parseText(text){try{return JSON.parse(text)}catch{return void 0}}import{LRUCache}from"lru-cache";var GROUPS_SEARCHED=4;var VectorSet=class{header;dimensions;centroids;#groups;constructor(header,dimensions,centroids){this.header=header;this.dimensions=dimensions;
this.centroids=centroids;this.#groups=groupCentres(header.groupStarts,dimensions,centroids)}get cells(){return this.header.groupStarts.at(-1)}get bytes(){return this.
centroids.byteLength+this.#groups.byteLength}cellOf(vector){const{groupStarts}=this.header;let best=0;let least=Number.POSITIVE_INFINITY;for(const group of nearestOf(
this.#groups,vector,GROUPS_SEARCHED)){for(let cell=groupStarts[group];cell<groupStarts[group+1];cell++){const distance2=distanceSquare(this.centroids,cell,vector);
if(distance2<least){least=distance2;best=cell}}}return best}};function cellVector(vector,metric){const copy=Float32Array.from(vector);if(metric==="cosine")normalize(
copy);return copy}function normalize(vector){let square=0;for(const component of vector)square+=component*component;if(square===0)return;const length=Math.sqrt(
square);for(let i=0;i<vector.length;i++)vector[i]=vector[i]/length}function distanceSquare(list2,number,vector){const{length}=vector;const offset=number*length;
const whole=length&~3;let a=0;let b=0;let c=0;let d=0;let i=0;for(;i<whole;i+=4){const x=list2[offset+i]-vector[i];const y=list2[offset+i+1]-vector[i+1];const z=list2[offset+
i+2]-vector[i+2];const w=list2[offset+i+3]-vector[i+3];a+=x*x;b+=y*y;c+=z*z;d+=w*w}for(;i<length;i++){const x=list2[offset+i]-vector[i];a+=x*x}return a+b+c+d}function nearestOf(list2,vector,count){
const distances=Array.from({length:list2.length/vector.length},(_,number)=>({number,distance:distanceSquare(list2,number,vector)}));distances.sort((a,b)=>a.distance-
b.distance);return distances.slice(0,count).map(({number})=>number)}function groupCentres(starts,dimensions,centroids){const centres=new Float32Array((starts.length-
1)*dimensions);for(let group=0;group+1<starts.length;group++){const cells=starts[group+1]-starts[group];for(let cell=starts[group];cell<starts[group+1];cell++){
for(let i=0;i<dimensions;i++){centres[group*dimensions+i]+=centroids[cell*dimensions+i]/cells}}}return centres}async function readSetHeaders(reader,space,{prefix}){
const from2=rolePrefix(prefix,VectorRole.set);const headers=[];for await(const rows of reader.scan(space,{from:from2,to:afterPrefix(from2)})){for(const{key,value}of rows)
headers.push(decodeSetHeader(key,value))}return headers.sort((a,b)=>compareAge(a.id,b.id))}function compareAge(a,b){const[first,second]=[a,b].map(id=>id.slice(4)+
id.slice(0,4));return first<second?-1:first>second?1:0}async function readSet(reader,space,{prefix,dimensions},header){const cells=header.groupStarts.at(-1);const centroids=new Float32Array(
cells*dimensions);const from2=centroidKey(prefix,{set:header.id,cell:0});const to=centroidKey(prefix,{set:header.id,cell:cells});let cell=0;for await(const rows of reader.
scan(space,{from:from2,to,valuesOnly:true})){for(const{value}of rows){readCentroid(value,centroids.subarray(cell*dimensions,(cell+1)*dimensions));cell++}}if(cell!==
cells)throw new Corruption(`A set of ${cells} vector cells has ${cell} centroids.`);return new VectorSet(header,dimensions,centroids)}var ENTRY_OVERHEAD_BYTES=400;var ItemCache=class{#entries;#keys=new Map;constructor(bytesMax){this.#entries=new LRUCache({maxSize:bytesMax,sizeCalculation:entry2=>ENTRY_OVERHEAD_BYTES+
bytesOf(entry2),onInsert:(_,key,reason)=>{if(reason==="add")this.#keysLike(key).add(key)},dispose:(_,key,reason)=>{if(reason!=="set")this.#keys.get(spaceOf(key))?.
delete(key)}})}item(key){const item=this.#entries.get(key);return item?.withoutDocument()}logical(key){return this.#entries.get(key)}vectorSet(key){return this.#entries.
get(key)}set(key,entry2){this.#entries.set(key,entry2 instanceof StoredItem?entry2.alone():entry2)}delete(key){this.#entries.delete(key)}deleteSpace(space){const prefix=cachePrefix(
space);const keys=this.#keys.get(prefix)??[];this.#keys.delete(prefix);for(const key of keys)this.#entries.delete(key)}get size(){return this.#entries.size}#keysLike(key){
const space=spaceOf(key);const known=this.#keys.get(space);if(known!==void 0)return known;const keys=new Set;this.#keys.set(space,keys);return keys}};function cachePrefix(space){
return`${space.toString(36)}:`}function spaceOf(key){return key.slice(0,key.indexOf(":")+1)}function bytesOf(entry2){if(entry2 instanceof StoredItem)return entry2.
record.length;return entry2 instanceof VectorSet?entry2.bytes:entry2.key.length}var Catalog=class _Catalog{#store;#events;#byRid=new Map;#children=new Map;#ownership;#nextSequence=0;#version=0;#dropped=new Set;#dropping=Promise.resolve();constructor(store,ownership,events){
this.#store=store;this.#ownership=ownership;this.#events=events;store.mark=ownership.mark}static async open(store,ownership,events){const catalog=new _Catalog(store,
ownership,events);await catalog.#load();if(!catalog.#isShared)await catalog.findDropped(async()=>()=>false);return catalog}get version(){return this.#version}async refresh(){
if(await this.#isNew())return;await this.whileUnchanged(async()=>{if(!await this.#isNew())await this.#load()})}whileUnchanged(work){return this.#store.change(work)}async findDropped(whoIsThere){
const marked=await this.#store.droppedSpaces();const isThere=marked.length===0?void 0:await whoIsThere();for(const{space,mark}of marked)if(mark===""||!isThere(mark))
this.#dropped.add(space)}async#isNew(){return await this.#store.version()===this.#version}async#load(){const{version,resources}=await this.#store.load();this.#byRid.
clear();this.#children.clear();this.#nextSequence=0;for(const{sequence,resource}of resources){this.#index({sequence,resource});this.#nextSequence=sequence+1}this.#version=
version}get#isShared(){return this.#ownership.mark!==""}list(kind,parentRid=""){const siblings=this.#children.get(childrenKey(kind,parentRid));return siblings?[
...siblings.values()].map(({resource})=>resource):[]}find(kind,parentRid,id){return this.#children.get(childrenKey(kind,parentRid))?.get(id)?.resource}byRid(kind,rid){
const resource=this.ofRid(rid);return resource?.kind===kind?resource:void 0}ofRid(rid){return this.#byRid.get(rid)?.resource}async change(decide){return this.#ownership.
whileChanging(()=>this.#change(decide))}#change(decide){return this.#store.change(async writes=>{if(this.#isShared&&!await this.#isNew())await this.#load();const{
change,result}=await decide();const removed=(change.remove??[]).flatMap(resource=>this.#withDescendants(resource));this.#assertServed([...change.put??[],...removed.
map(({resource})=>resource)]);for(const{sequence}of removed)writes.remove(sequence);const put2=(change.put??[]).map(resource=>{this.#assertFreeId(resource,removed,
change.put);const sequence=this.#byRid.get(resource.rid)?.sequence??this.#nextSequence++;writes.put(sequence,resource);return{sequence,resource}});const removedContainers=change.
removeContainers??[];for(const container of removedContainers)await writes.removeContainer(container);if(change.beginContainer)await writes.beginPartitions(change.
beginContainer);for(const reused of change.reusedNames??[])await writes.raiseFirstLsn(reused);for(const space of change.adoptSpaces??[])writes.adoptSpace(space);
for(const space of change.dropSpaces??[])writes.dropSpace(space);const version=this.#version+1;if(this.#isShared)writes.version(version);writes.afterCommit(()=>{
this.#version=version;for(const entry2 of removed)this.#unindex(entry2);for(const{resource}of put2)this.#unindexBefore(resource);for(const entry2 of put2)this.#index(
entry2);const unused=[...change.dropSpaces??[],...removedContainers.flatMap(({spaces})=>spaces)];this.#empty(unused,change.whenApplied?.())});return result})}takeSpaces(count){
return this.#takeSpaces(count,false)}takeProvisionalSpaces(count){return this.#takeSpaces(count,true)}#takeSpaces(count,provisional){return this.#ownership.whileChanging(
()=>this.#store.takeSpaces(count,provisional))}#assertServed(resources){for(const{rid,parentRid}of resources){const container=this.byRid("container",rid)??this.
byRid("container",parentRid);if(container!==void 0&&!this.#ownership.servesWhole(container))throw new ServedElsewhere("all")}}async settled(){await this.#dropping}emptyDroppedSpaces(){
this.#empty([],void 0)}#empty(spaces,whenUnused){if(this.#dropped.size===0&&spaces.length===0)return;this.#dropping=Promise.all([this.#dropping,whenUnused]).then(
async()=>{for(const space of spaces){this.#dropped.add(space);this.#events.unused(space)}for(const space of[...this.#dropped]){await this.#store.emptySpace(space);
this.#dropped.delete(space)}}).catch(error=>this.#events.emptyingFailed(error))}#assertFreeId(resource,removed,put2){const sibling=this.#children.get(childrenKey(
resource.kind,resource.parentRid))?.get(resource.id);const isFreed=put2.some(({rid,id})=>rid===sibling?.resource.rid&&id!==resource.id);if(sibling!==void 0&&sibling.
resource.rid!==resource.rid&&!removed.includes(sibling)&&!isFreed){const code=resource.kind==="database"?"databaseExists":"conflict";throw new Failure(code,"Res\
ource with specified id or name already exists.")}}#withDescendants(resource){const entry2=this.#byRid.get(resource.rid);if(entry2===void 0)return[];const below=[
...this.#byRid.values()].filter(other=>other.resource.parentRid===resource.rid);return[entry2,...below.flatMap(child=>this.#withDescendants(child.resource))]}#index(entry2){
const{resource}=entry2;this.#byRid.set(resource.rid,entry2);const key=childrenKey(resource.kind,resource.parentRid);let siblings=this.#children.get(key);if(siblings===
void 0)this.#children.set(key,siblings=new Map);siblings.set(resource.id,entry2)}#unindexBefore({rid,id}){const before2=this.#byRid.get(rid);if(before2!==void 0&&
before2.resource.id!==id)this.#unindex(before2)}#unindex({resource}){this.#byRid.delete(resource.rid);const key=childrenKey(resource.kind,resource.parentRid);const siblings=this.#children.
get(key);siblings?.delete(resource.id);if(siblings?.size===0)this.#children.delete(key)}};function childrenKey(kind,parentRid){return`${kind}:${parentRid}`}function ridText(bytes){return Buffer.from(bytes).toString("base64").replaceAll("/","-")}function ridBytes(text){if(text.length===0||text.length%4!==0||!/^[A-Za-z0-9+-]+={0,2}$/.
test(text))return void 0;return Buffer.from(text.replaceAll("-","/"),"base64")}var LINK_WORDS={database:"dbs",container:"colls",item:"docs",partitionKeyRange:"pkranges",storedProcedure:"sprocs",trigger:"triggers",userDefinedFunction:"udfs",
conflict:"conflicts",user:"users",permission:"permissions",clientEncryptionKey:"clientencryptionkeys",offer:"offers"};function selfLink(parentLink,kind,rid){return`${parentLink}${LINK_WORDS[kind]}\
/${rid}/`}function nameLink(parentLink,kind,id){const own=`${LINK_WORDS[kind]}/${id}`;return parentLink===""?own:`${parentLink}/${own}`}function containerNameLink(databaseId,containerId){
return nameLink(nameLink("","database",databaseId),"container",containerId)}function childLinks(kinds2){return Object.fromEntries(kinds2.map(kind=>[`_${LINK_WORDS[kind]}`,
`${LINK_WORDS[kind]}/`]))}var SYSTEM_PROPERTIES=["_rid","_self","_etag","_attachments","_ts"];var UNINDEXED_PROPERTIES=new Set(["_rid","_self","_etag","_attachments"]);var LSN_PROPERTY="\
_lsn";var TIMESTAMP_MAX=4294967295;function timestampOf(seconds){if(seconds<=TIMESTAMP_MAX)return seconds;throw new Failure("unavailable",`The clock says ${new Date(seconds*
1e3).toISOString()}, but timestamps end in February 2106, so nothing can be written. Set the clock right.`)}function randomInteger(environment,below){return Math.floor(environment.random()*below)}var NAME_CHARACTERS_MAX=255;var ITEM_ID_BYTES_MAX=1023;function checkName(id){if(typeof id!=="string"||id===""){throw new Failure("badRequest","The input conten\
t is invalid because the required properties - 'id; ' - are missing.")}if(id.length>NAME_CHARACTERS_MAX){throw new Failure("badRequest",`The id has ${id.length}\
 characters. Ensure to provide a unique non-empty string less than '${NAME_CHARACTERS_MAX}' characters.`)}if(/[/\\?#]/.test(id)||id.endsWith(" ")){throw new Failure(
"badRequest","Id contains illegal chars: it must not contain '/', '\\', '?' or '#', nor end with a space.")}return id}function checkItemId(id){if(typeof id!=="s\
tring"){throw new Failure("badRequest",id===void 0?"The input content is invalid because the required properties - 'id; ' - are missing.":"The input content is \
invalid because the 'id' property must be a string.")}if(id==="")throw new Failure("badRequest","The id of an item must not be empty.");const bytes=Buffer.byteLength(
id);if(bytes>ITEM_ID_BYTES_MAX){throw new Failure("badRequest",`The id has ${bytes} bytes. Ensure to provide a unique non-empty string less than '${ITEM_ID_BYTES_MAX+
1}' characters.`)}return id}var SCRIPTS_MAX={storedProcedure:100,trigger:25,userDefinedFunction:50};function checkCount2(kind,siblings){const most=kind in SCRIPTS_MAX?SCRIPTS_MAX[kind]:Number.
POSITIVE_INFINITY;if(siblings<most)return;throw new Failure("forbidden",`The container has ${siblings} scripts of this kind, and may not have more: delete one f\
irst.`)}function checkPlainBody(kind,body){return{id:checkName(body.id),...CHECKS[kind](body)}}var CHECKS={user:()=>({}),permission:checkPermission,storedProcedure:checkScript,
userDefinedFunction:checkScript,trigger:body=>({...checkScript(body),triggerType:oneOf(body,"triggerType",["Pre","Post"]),triggerOperation:oneOf(body,"triggerOp\
eration",["All","Create","Update","Delete","Replace"])}),clientEncryptionKey:checkEncryptionKey};function checkPermission(body){const{resource,resourcePartitionKey}=body;
if(typeof resource!=="string"||resource==="")throw bad("A permission needs the link of its 'resource'.");if(resourcePartitionKey!==void 0&&!Array.isArray(resourcePartitionKey)){
throw bad("The 'resourcePartitionKey' of a permission must be an array.")}return{permissionMode:oneOf(body,"permissionMode",["All","Read"]),resource,...resourcePartitionKey===
void 0?{}:{resourcePartitionKey}}}function checkScript({body}){if(typeof body!=="string")throw bad("A script needs its text as 'body'.");return{body}}function checkEncryptionKey({
encryptionAlgorithm,wrappedDataEncryptionKey,keyWrapMetadata}){if(typeof encryptionAlgorithm!=="string"||typeof wrappedDataEncryptionKey!=="string"||typeof keyWrapMetadata!==
"object"){throw bad("A client encryption key needs 'encryptionAlgorithm', 'wrappedDataEncryptionKey' and 'keyWrapMetadata'.")}return{encryptionAlgorithm,wrappedDataEncryptionKey,
keyWrapMetadata}}function oneOf(body,name,allowed){const value=body[name];if(typeof value!=="string"||!allowed.some(word=>word.toLowerCase()===value.toLowerCase())){
throw bad(`'${name}' must be one of ${allowed.join(", ")}, not ${JSON.stringify(value)}.`)}return value}function bad(message){return new Failure("badRequest",message)}var CHILD_LINKS={database:childLinks(["container","user"]),container:childLinks(["item","storedProcedure","trigger","userDefinedFunction","conflict"]),user:childLinks(
["permission"])};var SYSTEM_NAMES=new Set([...SYSTEM_PROPERTIES.filter(name=>name!=="_attachments"),...Object.values(CHILD_LINKS).flatMap(Object.keys)]);var ResourceTree=class{catalog;#environment;constructor(catalog,environment){
this.catalog=catalog;this.#environment=environment}lookup(kind,parentRid,idOrRid){const byName=this.catalog.find(kind,parentRid,idOrRid);if(byName!==void 0)return byName;
const byRid=this.catalog.byRid(kind,idOrRid);return byRid?.parentRid===parentRid?byRid:void 0}find(kind,parentRid,idOrRid){const found=this.lookup(kind,parentRid,
idOrRid);if(found!==void 0)return found;throw new Failure("notFound",`Resource Not Found. There is no ${NAMES[kind]} '${idOrRid}'${parentRid===""?"":" here"}.`)}findOwner(kind,parentRid,idOrRid){
try{return this.find(kind,parentRid,idOrRid)}catch(error){if(!(error instanceof Failure))throw error;throw new Failure("ownerNotFound",`Owner resource does not \
exist. ${error.message}`)}}checkExists(owner){if(this.catalog.byRid(owner.kind,owner.rid)!==void 0)return;throw new Failure("ownerNotFound",`Owner resource does\
 not exist. The ${NAMES[owner.kind]} '${owner.id}' was deleted.`)}ownerNames(rid){return{rid,link:this.#nameLink(rid)}}#nameLink(rid){const resource=this.catalog.
ofRid(rid);return resource===void 0?"":nameLink(this.#nameLink(resource.parentRid),resource.kind,resource.id)}make(kind,parent,id,body,state){const rid=ridText(
this.#newRid(kind,parent));const self=selfLink(parent===void 0?"":parent.body._self,kind,rid);return{kind,rid,parentRid:parent?.rid??"",id,body:{...withoutSystemNames(
body),...this.#systemProperties(kind,rid,self)},...state===void 0?{}:{state}}}remake(resource,id,body,state=resource.state){return{...resource,id,body:{...withoutSystemNames(
body),...this.#systemProperties(resource.kind,resource.rid,resource.body._self)},...state===void 0?{}:{state}}}async create(kind,parent,body){const checked=checkPlainBody(
kind,body);const resource=this.make(kind,parent,checked.id,checked);return this.catalog.change(()=>{this.checkExists(parent);checkCount2(kind,this.catalog.list(
kind,parent.rid).length);return{change:{put:[resource]},result:resource}})}async replace(resource,body,ifMatch){return this.catalog.change(()=>{const current=this.#current(
resource,ifMatch);const checked=checkPlainBody(current.kind,body);const next=this.remake(current,checked.id,checked);return{change:{put:[next]},result:next}})}async delete(resource,ifMatch){
return this.catalog.change(()=>({change:{remove:[this.#current(resource,ifMatch)]},result:void 0}))}#current(resource,ifMatch){const current=this.catalog.byRid(
resource.kind,resource.rid);if(current===void 0)throw new Failure("notFound","Resource Not Found.");checkEtag(current,ifMatch);return current}#systemProperties(kind,rid,self){
const seconds=timestampOf(Math.floor(this.#environment.now()/1e3));const unique=randomInteger(this.#environment,2**32).toString(16).padStart(8,"0");return{_rid:rid,
_self:self,_etag:`"${unique}-0000-0000-0000-${seconds.toString(16).padStart(8,"0")}0000"`,...CHILD_LINKS[kind],_ts:seconds}}#newRid(kind,parent){for(;;){const rid=this.#randomRid(
kind,parent&&ridBytes(parent.rid));if(this.catalog.ofRid(ridText(rid))===void 0)return rid}}#randomRid(kind,parent){const number=randomInteger(this.#environment,
2**32);switch(kind){case"database":return databaseRid(number);case"container":return containerRid(parent,number);case"user":return userRid(parent,number);case"o\
ffer":return databaseRid(number).subarray(1);default:return childRid(parent,kind,number)}}};function checkEtag(resource,ifMatch){if(ifMatch!==void 0&&ifMatch!==
"*"&&ifMatch!==resource.body._etag){throw new Failure("preconditionFailed","One of the specified pre-condition is not met: the resource was changed since its ET\
ag was read.")}}function withoutSystemNames(body){return Object.fromEntries(Object.entries(body).filter(([name])=>!SYSTEM_NAMES.has(name)))}var NAMES={database:"\
database",container:"container",user:"user",permission:"permission",storedProcedure:"stored procedure",trigger:"trigger",userDefinedFunction:"user-defined funct\
ion",clientEncryptionKey:"client encryption key",offer:"offer"};var HEAT_COLUMNS_MAX=8192;var HeatBudget=class{#sizes=new Map;#columnsMax;#total=0;constructor(columnsMax=HEAT_COLUMNS_MAX){this.#columnsMax=columnsMax}used(heat){
this.#forget(heat);this.#sizes.set(heat,heat.size);this.#total+=heat.size;while(this.#total>this.#columnsMax&&this.#sizes.size>1){const quietest=this.#sizes.keys().
next().value;this.#forget(quietest);quietest.clear()}}drop(heat){this.#forget(heat)}#forget(heat){this.#total-=this.#sizes.get(heat)??0;this.#sizes.delete(heat)}};import{hashPosition as hashPosition2}from"@orrerydb/keys/hash";var HeavyHitters=class _HeavyHitters{capacity;#total=0;#floor=0;#size=0;#slotOf=new Map;#keys=[];#counts;#errors;#position;#heap;constructor(capacity){this.capacity=
capacity;this.#counts=new Float64Array(capacity);this.#errors=new Float64Array(capacity);this.#position=new Uint32Array(capacity);this.#heap=new Uint32Array(capacity)}get total(){
return this.#total}get unlistedMax(){return this.#size<this.capacity?this.#floor:this.#counts[this.#heap[0]]}add(key,weight){this.#total+=weight;const slot=this.#slotOf.
get(key);if(slot!==void 0){this.#counts[slot]+=weight;this.#sink(this.#position[slot])}else if(this.#size<this.capacity){this.#list(key,this.#floor+weight,this.#floor)}else{
const smallest=this.#heap[0];this.#slotOf.delete(this.#keys[smallest]);this.#slotOf.set(key,smallest);this.#keys[smallest]=key;this.#errors[smallest]=this.#counts[smallest];
this.#counts[smallest]+=weight;this.#sink(0)}}find(key){const slot=this.#slotOf.get(key);return slot===void 0?void 0:this.#hitter(slot)}heaviest(){if(this.#size===
0)return void 0;let heaviest=0;for(let slot=1;slot<this.#size;slot++){if(this.#counts[slot]>this.#counts[heaviest])heaviest=slot}return this.#hitter(heaviest)}top(limit){
const all=Array.from({length:this.#size},(_,slot)=>this.#hitter(slot));return all.sort(byCountThenKey).slice(0,limit)}static merge(a,b){const merged=[];for(const one of a.
top(a.capacity)){const other=b.find(one.key);merged.push(sum(one,other??{key:one.key,count:b.unlistedMax,error:b.unlistedMax}))}for(const one of b.top(b.capacity)){
if(a.find(one.key)!==void 0)continue;merged.push(sum(one,{key:one.key,count:a.unlistedMax,error:a.unlistedMax}))}const result=new _HeavyHitters(Math.max(a.capacity,
b.capacity));for(const{key,count,error}of merged.sort(byCountThenKey).slice(0,result.capacity)){result.#list(key,count,error)}result.#total=a.total+b.total;result.#floor=
a.unlistedMax+b.unlistedMax;return result}part(isIn){const part=new _HeavyHitters(this.capacity);part.#total=this.#total;part.#floor=this.unlistedMax;for(const{
key,count,error}of this.top(this.capacity)){if(isIn(key))part.#list(key,count,error);else part.#total-=count-error}return part}#hitter(slot){return{key:this.#keys[slot],
count:this.#counts[slot],error:this.#errors[slot]}}#list(key,count,error){const slot=this.#size++;this.#slotOf.set(key,slot);this.#keys[slot]=key;this.#counts[slot]=
count;this.#errors[slot]=error;this.#rise(slot,slot)}#rise(slot,position){const count=this.#counts[slot];while(position>0){const parent=position-1>>1;const above=this.#heap[parent];
if(this.#counts[above]<=count)break;this.#place(above,position);position=parent}this.#place(slot,position)}#sink(position){const slot=this.#heap[position];const count=this.#counts[slot];
for(;;){let child=2*position+1;if(child>=this.#size)break;let below=this.#heap[child];if(child+1<this.#size){const sibling=this.#heap[child+1];if(this.#counts[sibling]<
this.#counts[below]){below=sibling;child++}}if(this.#counts[below]>=count)break;this.#place(below,position);position=child}this.#place(slot,position)}#place(slot,position){
this.#heap[position]=slot;this.#position[slot]=position}};function byCountThenKey(a,b){return b.count-a.count||(a.key<b.key?-1:1)}function sum(a,b){return{key:a.
key,count:a.count+b.count,error:a.error+b.error}}var HEAT_SLICES=256;var HEAT_RINGS={seconds:{columnMs:1e3,columns:120},minutes:{columnMs:6e4,columns:360},halfHours:{columnMs:18e5,columns:336}};var HEAT_KEYS_PER_SECOND_MAX=1024;
var HEAT_KEYS_PER_COLUMN=24;var HEAT_KEY_CHARACTERS_MAX=128;var HeatHistory=class{#options;#second=Number.NEGATIVE_INFINITY;#keys=new Map;#spread=new Map;#rings={
seconds:new HeatRing("seconds"),minutes:new HeatRing("minutes"),halfHours:new HeatRing("halfHours")};constructor(options){this.#options=options}add(nowMs,key,span2,ru,throttled2){
const second=Math.floor(nowMs/1e3);if(second>this.#second)this.#advance(second);const spent=this.#spent(key,span2);spent.ru+=ru;spent.throttled+=throttled2}columns(nowMs,unit2,asked={}){
const second=Math.floor(nowMs/1e3);if(second>this.#second)this.#advance(second);else this.#fold();return this.#rings[unit2].columns(nowMs,asked)}get size(){return this.#rings.
seconds.size+this.#rings.minutes.size+this.#rings.halfHours.size}clear(){for(const ring3 of Object.values(this.#rings))ring3.clear()}#spent(key,span2){if(key!==
void 0){const known=this.#keys.get(key);if(known!==void 0)return known;if(this.#keys.size<HEAT_KEYS_PER_SECOND_MAX)return created(this.#keys,key)}return this.#spread.
get(span2)??created(this.#spread,span2)}#advance(second){this.#fold();this.#second=second}#fold(){if(this.#keys.size===0&&this.#spread.size===0)return;const startMs=this.#second*
1e3;const open=Object.values(this.#rings).map(ring3=>ring3.at(startMs));const stored=bytesBySlice(this.#options.stored());for(const column of open)column.stored=
stored;for(const[span2,{ru,throttled:throttled2}]of this.#spread){for(const column of open)column.addSpan(span2,ru,throttled2)}for(const[key,{ru,throttled:throttled2}]of this.#keys){
const slice=sliceAt(this.#options.positionOf(key));const text=key.length>HEAT_KEY_CHARACTERS_MAX?`${key.slice(0,HEAT_KEY_CHARACTERS_MAX)}\u2026`:key;for(const column of open)
column.addKey(text,slice,ru,throttled2)}this.#keys.clear();this.#spread.clear();this.#options.budget.used(this)}};var HeatRing=class{#columnMs;#count;#columns=[];constructor(unit2){
this.#columnMs=HEAT_RINGS[unit2].columnMs;this.#count=HEAT_RINGS[unit2].columns}get size(){return this.#columns.length}clear(){this.#columns=[]}at(ms){const startMs=Math.
floor(ms/this.#columnMs)*this.#columnMs;const last=this.#columns.at(-1);if(last?.startMs===startMs)return last;const column=new OpenColumn(startMs);const oldestMs=this.#oldestMs(
ms);this.#columns=[...this.#columns.filter(each2=>each2.startMs>=oldestMs),column];return column}columns(nowMs,{sinceMs=Number.NEGATIVE_INFINITY,withStorage=false}){
const fromMs=Math.max(sinceMs,this.#oldestMs(nowMs));return this.#columns.filter(({startMs})=>startMs>=fromMs).map(column=>column.read(withStorage))}#oldestMs(nowMs){
return(Math.floor(nowMs/this.#columnMs)-this.#count+1)*this.#columnMs}};var OpenColumn=class{startMs;stored=NOTHING_STORED;#ru=new Float32Array(HEAT_SLICES);#throttled=new Float32Array(
HEAT_SLICES);#keys=new HeavyHitters(2*HEAT_KEYS_PER_COLUMN);#throttledKeys=new HeavyHitters(HEAT_KEYS_PER_COLUMN);constructor(startMs){this.startMs=startMs}addKey(key,slice,ru,throttled2){
this.#ru[slice]+=ru;this.#throttled[slice]+=throttled2;this.#keys.add(key,ru);if(throttled2>0)this.#throttledKeys.add(key,throttled2)}addSpan(span2,ru,throttled2){
const{first,last,count}=slicesOf(span2);for(let slice=first;slice<=last;slice++){this.#ru[slice]+=ru/count;this.#throttled[slice]+=throttled2/count}}read(withStorage){
const slices=[];for(let slice=0;slice<HEAT_SLICES;slice++){const ru=this.#ru[slice];const throttled2=this.#throttled[slice];if(ru>0||throttled2>0)slices.push([slice,
roundCharge(ru),roundCharge(throttled2)])}const keys=this.#keys.top(HEAT_KEYS_PER_COLUMN).map(({key,count,error})=>({key,ru:roundCharge(count-error),throttled:this.#throttledKeys.
find(key)?.count??0}));const column={startMs:this.startMs,slices,keys};return withStorage?{...column,storage:Array.from(this.stored,Math.round)}:column}};var NOTHING_STORED=new Float32Array(
HEAT_SLICES);function bytesBySlice(stored){const slices=new Float32Array(HEAT_SLICES);for(const{span:span2,bytes}of stored){const{first,last,count}=slicesOf(span2);
for(let slice=first;slice<=last;slice++)slices[slice]+=bytes/count}return slices}function slicesOf({from:from2,to}){const first=sliceAt(from2);const last=Math.max(
first,Math.ceil(to*HEAT_SLICES)-1);return{first,last,count:last-first+1}}function sliceAt(position){return Math.min(HEAT_SLICES-1,Math.floor(position*HEAT_SLICES))}
function created(map,key){const spent={ru:0,throttled:0};map.set(key,spent);return spent}var LOOK_MS=1e3;var FORGOTTEN_MS=6e5;var CAUSES_MAX=64;var ThrottlingWatch=class{#seen=new Map;#foundMs=Number.NEGATIVE_INFINITY;throttled(nowMs,cause){if(nowMs-
this.#foundMs<LOOK_MS)return void 0;const found=cause();if(found===void 0)return void 0;this.#foundMs=nowMs;return this.isNews(nameOf(found),nowMs)?found:void 0}isNews(name,nowMs){
const before2=this.#seen.get(name);this.#seen.delete(name);this.#seen.set(name,nowMs);if(this.#seen.size>CAUSES_MAX)this.#seen.delete(this.#seen.keys().next().value);
return before2===void 0||nowMs-before2>=FORGOTTEN_MS}};function nameOf(cause){switch(cause.kind){case"hotKey":return`key ${cause.key}`;case"hotPartition":return`\
partition ${cause.rangeId}`;case"lowThroughput":return`throughput ${cause.ruPerSecond}`}}var SLICE_MS=1e4;var SLICES=6;var WRITES_MIN=100;var LASTING_MS=SLICE_MS;var UNEVEN_SHARE=.9;var WriteShares=class{#slices=[];add(nowMs,rangeId){let slice=this.#slices.
at(-1);if(slice===void 0||nowMs-slice.startMs>=SLICE_MS){slice={startMs:nowMs,writes:new Map};this.#slices.push(slice);if(this.#slices.length>SLICES)this.#slices.
shift()}slice.writes.set(rangeId,(slice.writes.get(rangeId)??0)+1)}uneven(nowMs,partitions){const past=this.#slices.filter(({startMs})=>nowMs-startMs<SLICES*SLICE_MS);
if(partitions<2||past.length===0||nowMs-past[0].startMs<LASTING_MS)return void 0;const totals=new Map;let writes=0;for(const[rangeId2,count]of past.flatMap(slice=>[
...slice.writes])){totals.set(rangeId2,(totals.get(rangeId2)??0)+count);writes+=count}const[rangeId,most]=[...totals].reduce((left,right2)=>right2[1]>left[1]?right2:
left);const share=most/writes;return writes<WRITES_MIN||share<UNEVEN_SHARE?void 0:{rangeId,share,writes}}};import{effectivePartitionKey,isPartitionKeyComponent,PartitionKeyError,parsePartitionKeyPath,valueAtSegments}from"@orrerydb/keys/hash";var CHARACTERS_MAX=200;function shownValue(value){const text=typeof value==="string"?value:JSON.stringify(value)??"undefined";return text.length>CHARACTERS_MAX?
`${text.slice(0,CHARACTERS_MAX)}\u2026`:text}var NESTING_LEVELS_MAX=128;var ARRAY_ELEMENT="[]";var PLAIN_NAME=/^[^/"'[\]\\?*]+$/;function pathSegment(name){return PLAIN_NAME.test(name)?name:quotedSegment(name)}function quotedSegment(name){
return`"${name.replace(/["\\]/g,"\\$&")}"`}function canonicalPath(segments){return segments.map(name=>`/${name===null?ARRAY_ELEMENT:pathSegment(name)}`).join("")}
function parsePath(path){const segments=[];let at2=0;while(at2<path.length){if(path[at2]!=="/")return void 0;at2++;const quote=path[at2];if(quote==='"'||quote===
"'"){let name="";at2++;for(;at2<path.length&&path[at2]!==quote;at2++){if(path[at2]==="\\")at2++;name+=path[at2]??""}if(at2>=path.length)return void 0;at2++;segments.
push(name)}else{const end=path.indexOf("/",at2);const name=path.slice(at2,end<0?path.length:end);if(name===""){if(end<0&&segments.length>0)return segments;return void 0}
segments.push(name===ARRAY_ELEMENT?null:name);at2+=name.length}}return segments}var CHARACTERS_MAX2=4096;var LIST_MAX=1500;function parsePolicyPath(path){if(typeof path!=="string")return void 0;if(path.length>CHARACTERS_MAX2){throw new Failure(
"badRequest",`The path '${path.slice(0,50)}\u2026' has ${path.length} characters; at most ${CHARACTERS_MAX2} are allowed.`)}const segments=parsePath(path);if(segments!==
void 0&&segments.length>NESTING_LEVELS_MAX+1){throw new Failure("badRequest",`The path '${path.slice(0,50)}\u2026' has ${segments.length} segments; items are ne\
sted no deeper than ${NESTING_LEVELS_MAX} levels.`)}return segments}function checkPolicyList(list2,name){if(list2.length>LIST_MAX)throw new Failure("badRequest",
`'${name}' has ${list2.length} entries; at most ${LIST_MAX} are allowed. A wildcard path may stand for many.`)}var HIERARCHY_LEVELS_MAX=3;var VALUE_BYTES_MAX=2048;var SYSTEM_KEY_PATH="/_partitionKey";var PartitionKey=class _PartitionKey{paths;kind;version;isSystem;definition;#segments;constructor(definition){
this.definition=definition;this.paths=definition.paths;this.kind=definition.kind==="MultiHash"?"MultiHash":"Hash";this.version=definition.version===2?2:1;this.isSystem=
definition.systemKey===true;this.#segments=this.paths.map(parsePartitionKeyPath)}static of(definition){return new _PartitionKey(definition)}static parse(input){
if(input===void 0)return new _PartitionKey({paths:[SYSTEM_KEY_PATH],kind:"Hash",systemKey:true});if(typeof input!=="object"||input===null||Array.isArray(input))
throw bad2("The partition key must be an object.");const{paths,kind="Hash",version:given,systemKey}=input;const version=parseVersion(given);if(!Array.isArray(paths)||
!paths.every(path=>typeof path==="string")){throw bad2("The 'paths' of a partition key must be an array of strings.")}if(kind!=="Hash"&&kind!=="MultiHash"&&kind!==
"Range")throw bad2(`The partition key kind '${shownValue(kind)}' is not one of Hash, MultiHash.`);if(kind==="MultiHash"){if(version!==2)throw bad2("A partition \
key of kind MultiHash needs version 2.");if(paths.length===0)throw bad2("A hierarchical partition key needs at least one path.");if(paths.length>HIERARCHY_LEVELS_MAX){
throw bad2(`Too many partition key paths (${paths.length}) specified. A maximum of ${HIERARCHY_LEVELS_MAX} is allowed.`)}if(new Set(paths).size!==paths.length)throw bad2(
"The paths of a hierarchical partition key must differ.")}else if(paths.length!==1){throw bad2(`${paths.length===0?"No":"Too many"} partition key paths (${paths.
length}) specified. A key of kind ${kind} has one; for several, use kind MultiHash.`)}for(const path of paths)checkPath(path);return new _PartitionKey({paths,kind,
...version===void 0?{}:{version},...systemKey===true?{systemKey}:{}})}checkFull(components){if(components.length===0&&(this.isSystem||this.paths.length===1))return[
void 0];if(components.length<this.paths.length){throw new Failure("partitionKeyMismatch",`Partition key provided either doesn't correspond to definition in the \
collection or doesn't match partition key field values specified in the document. PartitionKey has fewer components than defined the collection resource: ${components.
length} of ${this.paths.length}. Give a value for each of ${this.paths.join(", ")}.`)}return this.checkPrefix(components)}checkPrefix(components){if(components.
length>this.paths.length){throw bad2(`PartitionKey has more components than defined in the collection resource: ${components.length} instead of ${this.paths.length}\
.`)}for(const component of components){if(typeof component==="string"&&Buffer.byteLength(component)>VALUE_BYTES_MAX){throw bad2(`A partition key value has ${Buffer.
byteLength(component)} bytes; at most ${VALUE_BYTES_MAX} are allowed.`)}}return components}epk(components){try{const bytes=effectivePartitionKey(components,{paths:this.
paths,kind:this.kind,version:this.version});return Buffer.from(bytes.buffer,bytes.byteOffset,bytes.byteLength)}catch(error){throw fromKeyError(error)}}extract(document){
return this.#segments.map((segments,level)=>{const value=valueAtSegments(document,segments);if(isPartitionKeyComponent(value))return value;if(!Array.isArray(value))
return void 0;throw bad2(`The partition key property '${this.paths[level]}' holds an array; it must be a string, a number, true, false or null.`)})}};function parseVersion(version){
switch(version){case void 0:return void 0;case 1:case"V1":return 1;case 2:case"V2":return 2;default:throw bad2("The version of a partition key must be 1 or 2.")}}
function checkPath(path){const refusal2=position=>bad2(`The partition key component definition path '${path}' could not be accepted, failed near position '${position}\
'. Partition key paths must contain only valid characters and not contain a trailing slash or wildcard character.`);parsePolicyPath(path);if(!path.startsWith("/"))
throw refusal2(0);if(path.endsWith("/"))throw refusal2(path.length-1);const unquoted=path.replace(/\/"(?:[^"\\]|\\.)*"|\/'(?:[^'\\]|\\.)*'/g,"/x");const wrong=unquoted.
search(/[\s*?[\]"'\\]|\/\//);if(wrong>=0)throw refusal2(wrong);try{parsePartitionKeyPath(path)}catch{throw refusal2(0)}}function fromKeyError(error){return error instanceof
PartitionKeyError?bad2(error.message,error):error}function bad2(message,cause){return new Failure("badRequest",message,cause===void 0?{}:{cause})}function parseKeyText(text){
const components=JSON.parse(text);return components.map(component=>isPartitionKeyComponent(component)?component:void 0)}function keyText(components){return JSON.
stringify(components.map(component=>component===void 0?{}:component))}var BUCKET_MAX=5;var NO_BUCKET=0;function checkBucketId(id){if(!Number.isInteger(id)||id<1||id>BUCKET_MAX){throw new Failure("badRequest",`There are throughput \
buckets 1 to ${BUCKET_MAX}, and no ${id}.`)}return id}function checkBuckets(buckets){const seen=new Set;for(const{id,maxThroughputPercentage:percentage}of buckets){
checkBucketId(id);if(seen.has(id))throw new Failure("badRequest",`Throughput bucket ${id} is given twice.`);seen.add(id);if(!Number.isInteger(percentage)||percentage<
1||percentage>100){throw new Failure("badRequest",`A throughput bucket takes 1 to 100 percent, not ${percentage}.`)}}return buckets}var BucketBudgets=class _BucketBudgets{#cap=new Float64Array(
BUCKET_MAX+1);#balance=new Float64Array(BUCKET_MAX+1);constructor(buckets,ruPerSecond,before2){for(const{id,maxThroughputPercentage}of checkBuckets(buckets)){const cap=ruPerSecond*
maxThroughputPercentage/100;this.#cap[id]=cap;this.#balance[id]=before2===void 0?cap:Math.min(cap,before2.#balance[id]+Math.max(0,cap-before2.#cap[id]))}}static inherit(others,fraction2){
const heir=new _BucketBudgets([],0);for(const other of others){for(let bucket=1;bucket<=BUCKET_MAX;bucket++){heir.#cap[bucket]+=fraction2*other.#cap[bucket];heir.#balance[bucket]+=
fraction2*other.#balance[bucket]}}return heir}advance(windows){for(let bucket=1;bucket<=BUCKET_MAX;bucket++){const cap=this.#cap[bucket];this.#balance[bucket]=Math.
min(cap,this.#balance[bucket]+windows*cap)}}windowsToWait(bucket){const cap=this.#cap[bucket];const balance=this.#balance[bucket];return cap===0||balance>0?0:Math.
floor(-balance/cap)+1}spend(bucket,charge){if(this.#cap[bucket]>0)this.#balance[bucket]-=charge}};var WINDOW_MS=1e3;var BURST_RU_PER_SECOND=3e3;var BURST_SECONDS=300;var ADMITTED={admitted:true,retryAfterMs:0};var PartitionBudget=class _PartitionBudget{#settings;#buckets;#window;#balance;#banked=0;#burstPerWindow;#burstLeft;#spentHigh=0;#spentHighBefore=0;constructor(settings,nowMs){
this.#settings=settings;this.#buckets=bucketBudgets(settings);this.#window=windowOf(nowMs);this.#balance=settings.ruPerSecond;this.#burstPerWindow=this.#burstLeft=
burstPerWindow(settings)}static inherit(others,fraction2,nowMs){for(const other of others)other.#advance(nowMs);const sum4=amountOf=>others.reduce((total,other)=>total+
fraction2*amountOf(other),0);const{burst,buckets}=others[0].#settings;const heir=new _PartitionBudget({ruPerSecond:sum4(({ruPerSecond})=>ruPerSecond),burst,buckets},
nowMs);heir.#window=Math.max(...others.map(other=>other.#window));heir.#balance=sum4(other=>other.#balance);heir.#banked=Math.min(bankMax(heir.#settings),sum4(other=>other.#banked));
heir.#burstLeft=Math.min(heir.#burstPerWindow,sum4(other=>other.#burstLeft));heir.#spentHigh=sum4(other=>other.#spentHigh);heir.#spentHighBefore=sum4(other=>other.#spentHighBefore);
const inheritedBuckets=others.flatMap(other=>other.#buckets??[]);if(heir.#buckets!==void 0)heir.#buckets=BucketBudgets.inherit(inheritedBuckets,fraction2);if(heir.#balance<
0)heir.#drawFromBank();return heir}get ruPerSecond(){return this.#settings.ruPerSecond}available(nowMs){this.#advance(nowMs);return this.#available()}banked(nowMs){
this.#advance(nowMs);return this.#banked}admit(nowMs,priority,bucket){this.#advance(nowMs);if(bucket!==NO_BUCKET&&this.#buckets!==void 0){const windows=this.#buckets.
windowsToWait(bucket);if(windows>0)return this.#refusal("throughputBucketExceeded",nowMs,windows)}const left=bucket===NO_BUCKET?this.#available():this.#balance;
const kept=priority==="High"?0:Math.max(0,this.#spentHighBefore-this.#spentHigh);if(left>kept)return ADMITTED;return this.#refusal("tooManyRequests",nowMs,this.#windowsToWait())}spend(nowMs,charge,priority,bucket){
this.#advance(nowMs);this.#balance-=charge;if(priority==="High")this.#spentHigh+=charge;if(bucket!==NO_BUCKET)this.#buckets?.spend(bucket,charge);if(this.#balance<
0)this.#drawFromBank()}change(settings,nowMs){this.#advance(nowMs);const raised=Math.max(0,settings.ruPerSecond-this.#settings.ruPerSecond);const burstDrawn=this.#burstPerWindow-
this.#burstLeft;this.#settings=settings;this.#buckets=bucketBudgets(settings,this.#buckets);this.#balance=Math.min(this.#balance+raised,settings.ruPerSecond);this.#burstPerWindow=
burstPerWindow(settings);this.#burstLeft=Math.max(0,this.#burstPerWindow-burstDrawn);this.#banked=Math.min(this.#banked,bankMax(settings))}#available(){return this.#balance+
Math.min(this.#banked,this.#burstLeft)}#advance(nowMs){const window=windowOf(nowMs);if(window>this.#window)this.#openWindow(window)}#openWindow(window){let windows=window-
this.#window;const rate=this.#settings.ruPerSecond;this.#window=window;this.#spentHighBefore=windows===1?this.#spentHigh:0;this.#spentHigh=0;this.#buckets?.advance(
windows);if(this.#balance<0&&this.#banked>0)windows-=this.#payDebtFromBank(windows);if(windows===0)return;this.#burstLeft=this.#burstPerWindow;const unused=this.#balance+
(windows-1)*rate;if(unused>0)this.#banked=Math.min(bankMax(this.#settings),this.#banked+unused);this.#balance=Math.min(0,unused)+rate}#payDebtFromBank(windows){
const rate=this.#settings.ruPerSecond;const paid=rate+this.#burstPerWindow;const full=Math.min(windows,Math.floor(-this.#balance/paid),Math.floor(this.#banked/this.#burstPerWindow));
this.#balance+=full*paid;this.#banked-=full*this.#burstPerWindow;this.#burstLeft=0;if(full===windows)return full;this.#balance+=rate;this.#burstLeft=this.#burstPerWindow;
if(this.#balance<0)this.#drawFromBank();return full+1}#drawFromBank(){const drawn=Math.min(-this.#balance,this.#banked,this.#burstLeft);this.#balance+=drawn;this.#banked-=
drawn;this.#burstLeft-=drawn}#windowsToWait(){const rate=this.#settings.ruPerSecond;const debt=Math.max(0,-this.#balance);const byRate=Math.floor(debt/(rate+this.#burstPerWindow))+
1;const byBank=Math.floor(Math.max(0,debt-this.#banked)/rate)+1;return Math.max(byRate,byBank)}#refusal(code,nowMs,windows){const openAtMs=(this.#window+windows)*
WINDOW_MS;return{admitted:false,code,retryAfterMs:Math.ceil(openAtMs-nowMs)}}};function windowOf(nowMs){return Math.floor(nowMs/WINDOW_MS)}function bucketBudgets(settings,before2){
return settings.buckets.length===0?void 0:new BucketBudgets(settings.buckets,settings.ruPerSecond,before2)}function burstPerWindow(settings){return settings.burst?
Math.max(0,BURST_RU_PER_SECOND-settings.ruPerSecond):0}function bankMax(settings){return burstPerWindow(settings)>0?settings.ruPerSecond*BURST_SECONDS:0}var HISTORY_SECONDS=120;var HISTORY_MINUTES=360;var FIELDS=["requests","ru","normalised","throttled","storageBytes","items"];var PartitionHistory=class{#second;#requests=0;#ru=0;#throttled=0;#ruPerSecond=1;#seconds;#minutes;#storageBytes=0;#items=0;constructor(nowMs){
this.#second=Math.floor(nowMs/1e3);this.#seconds=new Ring(HISTORY_SECONDS,this.#second);this.#minutes=new Ring(HISTORY_MINUTES,Math.floor(this.#second/60))}addRequest(nowMs,ru,ruPerSecond){
this.#advance(nowMs);this.#requests++;this.#ru+=ru;this.#ruPerSecond=ruPerSecond}addThrottled(nowMs){this.#advance(nowMs);this.#throttled++}setTotals(nowMs,storageBytes,items){
this.#advance(nowMs);this.#storageBytes=storageBytes;this.#items=items}seconds(nowMs,limit=HISTORY_SECONDS){this.#advance(nowMs);this.#fold();return this.#seconds.
points(limit).map(at2=>({startMs:at2.number*1e3,requests:at2.read("requests"),ru:at2.read("ru"),normalised:at2.read("normalised"),throttled:at2.read("throttled")}))}minutes(nowMs,limit=HISTORY_MINUTES){
this.#advance(nowMs);this.#fold();return this.#minutes.points(limit).map(at2=>({startMs:at2.number*6e4,requests:at2.read("requests"),ru:at2.read("ru"),normalised:at2.
read("normalised"),throttled:at2.read("throttled"),storageBytes:at2.read("storageBytes"),items:at2.read("items")}))}#advance(nowMs){const second=Math.floor(nowMs/
1e3);if(second<=this.#second)return;this.#fold();this.#second=second;this.#seconds.advance(second);this.#minutes.advance(Math.floor(second/60),["storageBytes","\
items"])}#fold(){for(const ring3 of[this.#seconds,this.#minutes]){ring3.set("requests",ring3.get("requests")+this.#requests);ring3.set("ru",ring3.get("ru")+this.#ru);
ring3.set("throttled",ring3.get("throttled")+this.#throttled);ring3.set("storageBytes",this.#storageBytes);ring3.set("items",this.#items)}const normalised=this.#seconds.
get("ru")/this.#ruPerSecond;this.#seconds.set("normalised",normalised);this.#minutes.set("normalised",Math.max(this.#minutes.get("normalised"),normalised));this.#requests=
this.#ru=this.#throttled=0}};var Ring=class{#length;#first;#last;#columns;constructor(length,first){this.#length=length;this.#first=this.#last=first;this.#columns=
Object.fromEntries(FIELDS.map(field=>[field,new Float64Array(length)]))}get(field){return this.#columns[field][this.#last%this.#length]}set(field,value){this.#columns[field][this.#last%
this.#length]=value}advance(last,carried=[]){const steps=Math.min(last-this.#last,this.#length);for(const field of FIELDS){const column=this.#columns[field];const value=carried.
includes(field)?this.get(field):0;for(let number=last-steps+1;number<=last;number++)column[number%this.#length]=value}this.#last=last}points(limit){const count=Math.
min(limit,this.#length,this.#last-this.#first+1);return Array.from({length:count},(_,i)=>{const number=this.#last-count+1+i;return{number,read:field=>this.#columns[field][number%
this.#length]}})}};var SLICE_MS2=6e5;var SLICES2=6;var KEYS_PER_SLICE=128;var YOUNG_MS=6e4;var RecentHeavyHitters=class{#slices=new Array(SLICES2).fill(void 0);#current;#currentEndsMs=Number.
NEGATIVE_INFINITY;add(key,weight,nowMs){const sketch=nowMs<this.#currentEndsMs?this.#current:this.#openSlice(nowMs);sketch.add(key,weight)}now(nowMs){return nowMs<
this.#currentEndsMs?this.#current:this.#openSlice(nowMs)}lately(nowMs){const present=this.now(nowMs);const number=Math.floor(nowMs/SLICE_MS2);const before2=this.#slices[(number+
SLICES2-1)%SLICES2];if(nowMs-number*SLICE_MS2>=YOUNG_MS||before2?.number!==number-1)return present;return HeavyHitters.merge(present,before2.sketch)}merged(nowMs){
const oldest=Math.floor(nowMs/SLICE_MS2)-SLICES2+1;let merged=new HeavyHitters(KEYS_PER_SLICE);for(const slice of this.#slices){if(slice!==void 0&&slice.number>=
oldest)merged=HeavyHitters.merge(merged,slice.sketch)}return merged}inherit(others,isIn){for(const{number,sketch}of others.flatMap(other=>other.#slices.filter(isSlice))){
const known=this.#slices[number%SLICES2];if(known!==void 0&&known.number>number)continue;const part=sketch.part(isIn);this.#slices[number%SLICES2]={number,sketch:known?.
number===number?HeavyHitters.merge(known.sketch,part):part}}}#openSlice(nowMs){const number=Math.floor(nowMs/SLICE_MS2);const known=this.#slices[number%SLICES2];
const sketch=known?.number===number?known.sketch:new HeavyHitters(KEYS_PER_SLICE);this.#slices[number%SLICES2]={number,sketch};this.#current=sketch;this.#currentEndsMs=
(number+1)*SLICE_MS2;return sketch}};function isSlice(slice){return slice!==void 0}var HOT_KEY_SHARE=.2;var HOT_KEY_TIMES_NEXT=3;var EVEN_PART=.7;var REFUSALS_MIN=10;var LOAD_SECONDS=10;function throttlingCause({rangeId,load,consumers},others){
if(load.throttled<REFUSALS_MIN)return void 0;const hot=hotKey(consumers);if(hot!==void 0)return{kind:"hotKey",rangeId,...hot};const use2=useOf([load]);const othersUse=useOf(
others);if(others.length>0&&othersUse<EVEN_PART*use2){return{kind:"hotPartition",rangeId,use:use2,othersUse}}const all=[load,...others];return{kind:"lowThroughp\
ut",ruPerSecond:sum2(all,"ruPerSecond"),refusals:sum2(all,"throttled")}}function useOf(loads){return sum2(loads,"ru")/(sum2(loads,"ruPerSecond")*LOAD_SECONDS)}function sum2(loads,field){
return loads.reduce((total,load)=>total+load[field],0)}function hotKey(consumers){const[first,second]=consumers.top(2);if(first===void 0)return void 0;const ru=first.
count-first.error;const next=second?.count??consumers.unlistedMax;if(ru<HOT_KEY_SHARE*consumers.total||ru<HOT_KEY_TIMES_NEXT*next)return void 0;return{key:first.
key,share:ru/consumers.total}}var PartitionMeter=class{budget;history;#clock;#consumers=new RecentHeavyHitters;#throttled=new RecentHeavyHitters;#isRetired=false;constructor(clock2,budget){this.#clock=
clock2;this.budget=budget;this.history=new PartitionHistory(clock2.now())}get isRetired(){return this.#isRetired}retire(){this.#isRetired=true}inherit(others,fraction2,isIn){
this.budget=PartitionBudget.inherit(others.map(({budget})=>budget),fraction2,this.#clock.now());this.#consumers.inherit(others.map(other=>other.#consumers),isIn);
this.#throttled.inherit(others.map(other=>other.#throttled),isIn)}admit(request){return this.budget.admit(this.#clock.now(),request.priority,request.bucket)}settle(request,verdict,charge){
const nowMs=this.#clock.now();if(verdict.admitted)this.budget.spend(nowMs,charge,request.priority,request.bucket);this.history.addRequest(nowMs,charge,this.budget.
ruPerSecond);if(request.key!==void 0)this.#consumers.add(request.key,charge,nowMs);if(!verdict.admitted)this.#countThrottled(request,nowMs)}refuse(request){this.#countThrottled(
request,this.#clock.now())}hottestKey(){return this.#consumers.lately(this.#clock.now()).heaviest()}consumersNow(){return this.#consumers.lately(this.#clock.now())}recentLoad(){
const seconds=this.history.seconds(this.#clock.now(),LOAD_SECONDS);return{ruPerSecond:this.budget.ruPerSecond,ru:seconds.reduce((total,{ru})=>total+ru,0),throttled:seconds.
reduce((total,{throttled:throttled2})=>total+throttled2,0)}}hotKeys(limit){const nowMs=this.#clock.now();return{consumers:this.#consumers.merged(nowMs).top(limit),
throttled:this.#throttled.merged(nowMs).top(limit)}}#countThrottled(request,nowMs){this.history.addThrottled(nowMs);if(request.key!==void 0)this.#throttled.add(
request.key,1,nowMs)}};function writerOf(terms,key){return{...spenderOf(terms,key),isWrite:true}}function spenderOf({priority,bucket},key){return key===void 0?{priority,bucket}:{key,priority,
bucket}}function newMeter(environment){return new PartitionMeter(environment,newBudget(0,environment.now()))}function newBudget(ruPerSecond,nowMs){return new PartitionBudget(
budgetSettings(ruPerSecond),nowMs)}function budgetSettings(ruPerSecond,buckets=[]){return{ruPerSecond,burst:true,buckets}}function assignBudget(meter,{ruPerSecond,
shared:shared2},at2,buckets,nowMs){if(shared2===void 0){meter.budget.change(budgetSettings(partitionRuPerSecond(ruPerSecond,at2.share),buckets),nowMs)}else{meter.
budget=shared2[Math.floor(at2.position*shared2.length/at2.count)]}}var Spending=class{#placeNow;#spender;#verdict;constructor(placeNow,spender,verdict){this.#placeNow=
placeNow;this.#spender=spender;this.#verdict=verdict}get hasBegun(){return this.#verdict!==void 0}get isAdmitted(){return this.#verdict.admitted}begin(){const place=this.#placeNow();
const{meter,mode}=place;const verdict=meter.admit(this.#spender);if(!verdict.admitted&&mode==="enforce"){meter.refuse(this.#spender);place.heat.add(place.environment.
now(),this.#spender.key,place.span,0,1);reportThrottling(place);throw throttled(place,verdict.retryAfterMs,verdict.code??"tooManyRequests")}this.#verdict=verdict}end(charge){
const place=this.#placeNow();const{meter,totals,environment,heat,span:span2,rangeId,writes}=place;const{admitted}=this.#verdict;const nowMs=environment.now();meter.
settle(this.#spender,this.#verdict,charge);if(this.#spender.isWrite)writes.add(nowMs,rangeId);heat.add(nowMs,this.#spender.key,span2,charge,admitted?0:1);if(!admitted)
reportThrottling(place);meter.history.setTotals(nowMs,totals.bytes,totals.items)}};async function metered(newSpending,work,failureCharge,sourceNow2){let spending;
try{spending=newSpending();spending.begin();const running=work();const result=running instanceof Promise?await running:running;spending.end(result.charge);return result}catch(error){
if(isRefusal(error)){if(spending?.hasBegun)spending.end(error.charge??=failureCharge);error.source??=sourceNow2()}throw error}}function throttled({meter,rangeId,
databaseId,containerId},retryAfterMs,code){const hottest=meter.hottestKey();return new Failure(code,"Request rate is large. More Request Units may be needed, so\
 no changes were made. Please retry this request later. Learn more: http://aka.ms/cosmosdb-error-429",{retryAfterMs,charge:THROTTLED_CHARGE,details:{database:databaseId,
container:containerId,partitionKeyRangeId:rangeId,partitionRuPerSecond:roundCharge(meter.budget.ruPerSecond),...hottest===void 0?{}:{hottestPartitionKey:hottest.
key}}})}function reportThrottling(place){const{environment,meter,meters,watch,rangeId,databaseId,containerId,mode}=place;const cause=watch.throttled(environment.
now(),()=>throttlingCause({rangeId,load:meter.recentLoad(),consumers:meter.consumersNow()},meters().flatMap(other=>other===meter?[]:other.recentLoad())));if(cause===
void 0)return;const verb=mode==="enforce"?"is throttled":"would be throttled on the service";environment.log("warn",`Container '${containerId}' in database '${databaseId}\
' ${verb}: ${explain(cause)}`)}function reportUnevenWrites({environment,watch,writes,databaseId,containerId},meters){const nowMs=environment.now();const found=writes.
uneven(nowMs,meters.size);if(found===void 0)return;const meter=meters.get(found.rangeId);if(meter===void 0)return;const hot=hotKey(meter.consumersNow());if(!watch.
isNews(`writes ${found.rangeId} ${hot?.key}`,nowMs))return;const part=found.share===1?`All ${found.writes}`:`${percent(found.share)} of the ${found.writes}`;const where=`\
went to one of its ${meters.size} partitions, ${found.rangeId}`;const why=hot===void 0?"Its keys have few values, or those that are written together hash alike":
`Partition key ${hot.key} takes ${percent(hot.share)} of that partition's request units`;environment.log("warn",`${part} writes of the last minute to container \
'${containerId}' in database '${databaseId}' ${where}: the others have nothing to do. ${why}: choose a key with more values, or a synthetic one.`)}function explain(cause){
switch(cause.kind){case"hotKey":return`partition key ${cause.key} takes ${percent(cause.share)} of the request units of partition ${cause.rangeId}. More through\
put is shared out over all keys, and no split divides one: choose a key with more values, or a synthetic one.`;case"hotPartition":return`partition ${cause.rangeId}\
 uses ${percent(cause.use)} of its RU/s, the others ${percent(cause.othersUse)} of theirs, and no single key is to blame. Split it, or give it a larger share of\
 the throughput.`;case"lowThroughput":return`its load is spread evenly, and is more than ${Math.round(cause.ruPerSecond)} RU/s allow: ${cause.refusals} requests\
 of the last ${LOAD_SECONDS} seconds were too many. Raise its throughput, or send less.`}}function percent(part){return`${Math.round(part*100)} %`}var SpendingElsewhere=class{#ownership;#container;#space;#spender;#asked;#admitted;constructor(ownership,container,space,spender){this.#ownership=ownership;this.#container=
container;this.#space=space;this.#spender=spender}get hasBegun(){return this.#admitted!==void 0}begin(){this.#asked??=this.#ask();return this.#asked}end(charge){
const spent={admitted:this.#admitted,charge};this.#ownership.settle(this.#container,this.#space,this.#spender,spent)}async#ask(){this.#admitted=await this.#ownership.
admit(this.#container,this.#space,this.#spender)}};function sourceOf({names},{id,store}){return{container:names,rangeId:id,lsn:store.summary.lsn}}import{LRUCache as LRUCache2}from"lru-cache";var QueryError=class extends Error{code;location;constructor(code,message,location){super(message);this.name=new.target.name;this.code=code;if(location!==void 0)
this.location={start:location.start,end:location.end}}};var QuerySyntaxError=class extends QueryError{constructor(message,location){super("SC1001",message,location)}};var KEYWORDS="ALL AND ARRAY AS ASC BETWEEN BY DESC DISTINCT ESCAPE EXISTS FIRST FROM GROUP IN JOIN LAST LEFT LIKE LIMIT NOT OFFSET OR ORDER RANK RIGHT SELECT TO\
P VALUE WHERE".split(" ");var keywords=new Map(KEYWORDS.map(word=>[word,word]));var constants=new Map(["true","false","null","undefined"].map(word=>[word,word]));
var reservedLengths=new Uint16Array(128);for(const word of[...keywords.keys(),...constants.keys()]){for(const first of[word[0].toLowerCase(),word[0].toUpperCase()]){
reservedLengths[first.charCodeAt(0)]|=1<<word.length}}var nameStart=new RegExp("\\p{ID_Start}","u");var nameContinue=new RegExp("\\p{ID_Continue}","u");var asciiClass=new Uint8Array(
128);for(let code=0;code<128;code++){const character=String.fromCharCode(code);if(/[A-Za-z_]/.test(character))asciiClass[code]=1;else if(/[0-9]/.test(character))
asciiClass[code]=2;else if(/\s/.test(character))asciiClass[code]=4}var wideBlank=/[\p{White_Space}\ufeff]/u;var simpleEscapes=new Map([["'","'"],['"','"'],["\\",
"\\"],["/","/"],["b","\b"],["f","\f"],["n","\n"],["r","\r"],["t","	"]]);function isDigit(code){return code>=48&&code<=57}function isHexDigit(code){return isDigit(
code)||code>=65&&code<=70||code>=97&&code<=102}var Lexer=class{text;kind="end";start=0;end=0;content="";number=0;constructor(text){this.text=text;this.advance()}advance(){
const{text}=this;const start=this.skipBlank(this.end);this.start=start;if(start>=text.length){this.end=start;this.kind="end";return}const code=text.charCodeAt(start);
const ascii=code<128?asciiClass[code]:0;if(ascii===1||code>=128&&this.nameCharacterLength(start,nameStart)>0)this.scanWord(start);else if(ascii===2)this.scanNumber(
start);else if(code===34||code===39)this.scanString(start,code);else if(code===46&&isDigit(text.charCodeAt(start+1)))this.scanNumber(start);else if(code===64)this.
scanParameter(start);else this.scanPunctuation(start,code)}get isWord(){return this.kind==="name"||keywords.has(this.kind)||constants.has(this.kind)}peek(){const{
kind,start,end,content,number}=this;this.advance();const next=this.kind;this.kind=kind;this.start=start;this.end=end;this.content=content;this.number=number;return next}skipBlank(from2){
const{text}=this;let at2=from2;for(;;){const code=text.charCodeAt(at2);if(code<128?asciiClass[code]===4:wideBlank.test(text.charAt(at2))){at2++}else if(code===45&&
text.charCodeAt(at2+1)===45){const line=text.indexOf("\n",at2);at2=line<0?text.length:line+1}else if(code===47&&text.charCodeAt(at2+1)===42){const close=text.indexOf(
"*/",at2+2);if(close<0)throw new QuerySyntaxError("A comment is not closed.",{start:at2,end:text.length});at2=close+2}else{return at2}}}nameCharacterLength(at2,pattern){
const point2=this.text.codePointAt(at2);if(point2===void 0)return 0;const character=String.fromCodePoint(point2);return pattern.test(character)?character.length:
0}nameEnd(from2){const{text}=this;let at2=from2;for(;;){const code=text.charCodeAt(at2);if(code<128){if(asciiClass[code]!==1&&asciiClass[code]!==2)return at2;at2++}else{
const length=this.nameCharacterLength(at2,nameContinue);if(length===0)return at2;at2+=length}}}scanWord(start){this.end=this.nameEnd(start);const word=this.text.
slice(start,this.end);this.content=word;const lengths=reservedLengths[this.text.charCodeAt(start)]??0;const mayBeReserved=word.length<16&&(lengths&1<<word.length)!==
0;this.kind=mayBeReserved?constants.get(word)??this.keyword(word)??"name":"name"}keyword(word){const keyword=keywords.get(word)??keywords.get(word.toUpperCase());
return keyword!==void 0&&keyword.toLowerCase()===word.toLowerCase()?keyword:void 0}scanNumber(start){const{text}=this;let at2=start;let value;if(text.charCodeAt(
at2)===48&&(text.charCodeAt(at2+1)|32)===120&&isHexDigit(text.charCodeAt(at2+2))){at2+=2;while(isHexDigit(text.charCodeAt(at2)))at2++;value=Number(text.slice(start,
at2))}else{while(isDigit(text.charCodeAt(at2)))at2++;if(text.charCodeAt(at2)===46){at2++;while(isDigit(text.charCodeAt(at2)))at2++}if((text.charCodeAt(at2)|32)===
101){const sign=text.charCodeAt(at2+1);const exponent=sign===43||sign===45?at2+2:at2+1;if(isDigit(text.charCodeAt(exponent))){at2=exponent;while(isDigit(text.charCodeAt(
at2)))at2++}}value=Number(text.slice(start,at2))}const end=this.nameEnd(at2);if(end>at2)this.failNear(start,end);if(!Number.isFinite(value)){throw new QuerySyntaxError(
"A number is too large.",{start,end})}this.kind="number";this.number=value;this.end=end}scanString(start,quote){const{text}=this;let content="";let from2=start+
1;for(let at2=from2;;at2++){const code=text.charCodeAt(at2);if(code===quote){this.kind="string";this.content=from2===start+1?text.slice(from2,at2):content+text.
slice(from2,at2);this.end=at2+1;return}if(code===92){content+=text.slice(from2,at2);const length=this.escapeLength(at2);content+=length===6?String.fromCharCode(
Number.parseInt(text.slice(at2+2,at2+6),16)):simpleEscapes.get(text[at2+1]);at2+=length-1;from2=at2+1}else if(at2>=text.length){throw new QuerySyntaxError("A st\
ring is not closed.",{start,end:text.length})}}}escapeLength(at2){const{text}=this;if(simpleEscapes.has(text[at2+1]??""))return 2;if(text[at2+1]==="u"&&/^[0-9a-fA-F]{4}$/.
test(text.slice(at2+2,at2+6)))return 6;const end=Math.min(at2+2,text.length);throw new QuerySyntaxError(`'${text.slice(at2,end)}' is not an escape sequence.`,{start:at2,
end})}scanParameter(start){const end=this.nameEnd(start+1);if(end===start+1)this.failNear(start,end);this.kind="parameter";this.content=this.text.slice(start,end);
this.end=end}scanPunctuation(start,code){const kind=this.punctuation(start,code);if(kind===void 0)this.failNear(start,start+(this.text.codePointAt(start)>65535?
2:1));this.kind=kind;this.end=start+kind.length}punctuation(start,code){const next=this.text.charCodeAt(start+1);switch(code){case 40:return"(";case 41:return")";case 91:
return"[";case 93:return"]";case 123:return"{";case 125:return"}";case 44:return",";case 46:return".";case 58:return":";case 63:return next===63?"??":"?";case 124:
return next===124?"||":"|";case 94:return"^";case 38:return"&";case 61:return"=";case 33:return next===61?"!=":void 0;case 60:return next===61?"<=":next===62?"!\
=":next===60?"<<":"<";case 62:if(next===61)return">=";if(next!==62)return">";return this.text.charCodeAt(start+2)===62?">>>":">>";case 43:return"+";case 45:return"\
-";case 42:return"*";case 47:return"/";case 37:return"%";case 126:return"~";default:return void 0}}failNear(start,end){const near=this.text.slice(start,end);const message=near===
""?"Syntax error, unexpected end of the query.":`Syntax error, incorrect syntax near '${near}'.`;throw new QuerySyntaxError(message,{start,end})}};var queryLimits={textBytesMax:512*1024,nestingMax:256,heightMax:1e3,joinsMax:10,countMax:2**32-1};var TokenReader=class{lexer;height=0;nesting=0;constructor(text){this.lexer=new Lexer(text)}isAt(kind){return this.lexer.kind===kind}accept(kind){if(!this.isAt(
kind))return false;this.lexer.advance();return true}expect(kind){const at2={start:this.lexer.start,end:this.lexer.end};if(!this.accept(kind))this.fail();return at2}parseName(){
if(!isNameable(this.lexer.kind))this.fail();const name=this.lexer.content;this.lexer.advance();return name}fail(){this.failAt(this.lexer)}failAt(at2){this.lexer.
failNear(at2.start,at2.end)}enter(){if(++this.nesting>queryLimits.nestingMax)this.failNesting()}leave(){this.nesting--}grow(other){this.height=Math.max(this.height,
other)+1;if(this.height>queryLimits.heightMax)this.failNesting()}failNesting(){throw new QuerySyntaxError("The query is nested too deeply; split it, or use fewe\
r brackets.",this.lexer)}};function isNameable(kind){return kind==="name"||kind==="ALL"||kind==="FIRST"||kind==="LAST"||kind==="RANK"||kind==="ESCAPE"}var coalescePower=1;var conditionalPower=2;var orPower=3;var andPower=4;var predicatePower=5;var binaryPowers=new Map([["??",coalescePower],["?",conditionalPower],
["OR",orPower],["AND",andPower],["IN",predicatePower],["LIKE",predicatePower],["BETWEEN",predicatePower],["NOT",predicatePower],["||",6],["|",7],["^",8],["&",9],
["=",10],["!=",10],["<",11],["<=",11],[">",11],[">=",11],["<<",12],[">>",12],[">>>",12],["+",13],["-",13],["*",14],["/",14],["%",14]]);var subqueryKinds=new Map(
[["EXISTS","exists"],["ARRAY","array"],["ALL","all"],["FIRST","first"],["LAST","last"]]);var leftDeepChainMax=64;function span(start,end){return{start:start.start,
end:end.end}}var ExpressionParser=class extends TokenReader{tallestClause=0;parseQuery(){const tallestOutside=this.tallestClause;this.tallestClause=0;this.enter();
const query=this.parseSelect();this.leave();this.height=this.tallestClause;this.grow(0);this.tallestClause=tallestOutside;return query}parseClause(parse2){const parsed=parse2();
this.tallestClause=Math.max(this.tallestClause,this.height);return parsed}parseExpression(least=coalescePower){this.enter();const expression=this.parseOperators(
this.parseOperand(),least);this.leave();return expression}parseOperators(operand,least){let left=operand;let tightest=Number.POSITIVE_INFINITY;for(;;){const power=binaryPowers.
get(this.lexer.kind);if(power===void 0||power<least||power>tightest)return left;if(power>predicatePower){left=this.parseBinary(left,power)}else if(power===predicatePower){
left=this.parsePredicate(left);tightest=andPower}else if(power===conditionalPower){left=this.parseConditional(left)}else if(power===coalescePower){const height=this.
height;this.lexer.advance();const right2=this.parseExpression(conditionalPower);this.grow(height);left={kind:"coalesce",left,right:right2,at:span(left.at,right2.
at)}}else{left=this.parseChain(left,power)}}}parseBinary(left,power){const operator=this.lexer.kind;const height=this.height;this.lexer.advance();const right2=this.
parseExpression(power+1);this.grow(height);return{kind:"binary",operator,left,right:right2,at:span(left.at,right2.at)}}parseChain(first,power){const keyword=power===
andPower?"AND":"OR";const operands=[first];let height=this.height;while(this.lexer.kind===keyword){this.lexer.advance();operands.push(this.parseExpression(power+
1));height=Math.max(height,this.height)}const balanced=operands.length>leftDeepChainMax;this.height=height;this.grow(height+(balanced?Math.ceil(Math.log2(operands.
length)):operands.length)-1);const operator=keyword==="AND"?"and":"or";if(balanced)return this.combine(operator,operands,0,operands.length);return operands.reduce(
(left,right2)=>({kind:"binary",operator,left,right:right2,at:span(left.at,right2.at)}))}combine(operator,operands,from2,to){if(to-from2===1)return operands[from2];
const middle=from2+to>>>1;const left=this.combine(operator,operands,from2,middle);const right2=this.combine(operator,operands,middle,to);return{kind:"binary",operator,
left,right:right2,at:span(left.at,right2.at)}}parseConditional(condition){let height=this.height;this.lexer.advance();const then=this.parseExpression();height=Math.
max(height,this.height);this.expect(":");const otherwise=this.parseExpression(conditionalPower);this.grow(height);return{kind:"conditional",condition,then,otherwise,
at:span(condition.at,otherwise.at)}}parsePredicate(operand){const negated2=this.accept("NOT");let height=this.height;if(this.accept("IN")){this.expect("(");const list2=this.
parseList(")");if(list2.length===0)this.fail();const end=this.expect(")");this.grow(height);return{kind:"in",operand,list:list2,negated:negated2,at:span(operand.
at,end)}}if(this.accept("BETWEEN")){const low=this.parseExpression(predicatePower+1);height=Math.max(height,this.height);this.expect("AND");const high=this.parseExpression(
predicatePower+1);this.grow(height);return{kind:"between",operand,low,high,negated:negated2,at:span(operand.at,high.at)}}this.expect("LIKE");const pattern=this.
parseExpression(predicatePower+1);this.grow(height);if(!this.accept("ESCAPE")){return{kind:"like",operand,pattern,negated:negated2,at:span(operand.at,pattern.at)}}
const mark=this.parseOperand();if(mark.kind!=="literal"&&mark.kind!=="parameter")this.failAt(mark.at);return{kind:"like",operand,pattern,escape:mark,negated:negated2,
at:span(operand.at,mark.at)}}parseOperand(){const{lexer}=this;const{kind,start,end}=lexer;if(kind!=="-"&&kind!=="+"&&kind!=="~"&&kind!=="NOT")return this.parsePath();
lexer.advance();if(kind==="-"&&lexer.kind==="number"&&lexer.start===end){return this.parseSteps(this.literal(-lexer.number,start))}const operator=kind==="NOT"?"\
not":kind;this.enter();const operand=this.parseOperand();this.leave();this.grow(0);return{kind:"unary",operator,operand,at:{start,end:operand.at.end}}}parsePath(){
return this.parseSteps(this.parsePrimary())}parseSteps(primary){const{lexer}=this;let object=primary;for(;;){const height=this.height;if(lexer.kind==="."){lexer.
advance();const at2={start:lexer.start,end:lexer.end};const name=this.parseName();if(this.isAt("(")&&object.kind==="name"&&object.name==="udf"){object=this.parseCall(
name,true,object.at.start);continue}this.height=0;this.grow(height);const index={kind:"literal",value:name,at:at2};object={kind:"member",object,index,dotted:true,
at:span(object.at,at2)}}else if(lexer.kind==="["){lexer.advance();const index=this.parseExpression();this.grow(height);const end=this.expect("]");object={kind:"\
member",object,index,dotted:false,at:span(object.at,end)}}else{return object}}}parsePrimary(){const{lexer}=this;const{kind,start}=lexer;this.height=1;switch(kind){case"\
number":return this.literal(lexer.number,start);case"string":return this.literal(lexer.content,start);case"true":case"false":return this.literal(kind==="true",start);case"\
null":return this.literal(null,start);case"undefined":return this.literal(void 0,start);case"parameter":{const at2={start,end:lexer.end};const name=lexer.content;
lexer.advance();return{kind:"parameter",name,at:at2}}case"(":return this.parseParenthesis();case"[":{lexer.advance();const items=this.parseList("]");return{kind:"\
array",items,at:{start,end:this.expect("]").end}}}case"{":return this.parseObject();case"LEFT":case"RIGHT":{const name=lexer.content;lexer.advance();return this.
parseCall(name,false,start)}default:return this.parseNamed()}}parseNamed(){const{lexer}=this;const{kind,start,end}=lexer;const subquery=subqueryKinds.get(kind);
if(subquery!==void 0&&lexer.peek()==="("){const name2=lexer.content;const nameable=isNameable(kind);lexer.advance();if(nameable&&lexer.peek()!=="SELECT")return this.
parseCall(name2,false,start);lexer.advance();const query=this.parseQuery();return{kind:"subquery",subquery,query,at:{start,end:this.expect(")").end}}}const name=this.
parseName();if(lexer.kind==="(")return this.parseCall(name,false,start);return{kind:"name",name,at:{start,end}}}parseParenthesis(){const{lexer}=this;const{start}=lexer;
lexer.advance();if(lexer.kind==="SELECT"){const query=this.parseQuery();return{kind:"subquery",subquery:"scalar",query,at:{start,end:this.expect(")").end}}}const inner=this.
parseExpression();this.expect(")");return inner}parseObject(){const{lexer}=this;const{start}=lexer;const entries=[];let height=0;lexer.advance();while(lexer.kind!==
"}"){if(entries.length>0)this.expect(",");const key=this.parseObjectKey();this.expect(":");entries.push([key,this.parseExpression()]);height=Math.max(height,this.
height)}this.height=height;this.grow(0);return{kind:"object",entries,at:{start,end:this.expect("}").end}}}parseObjectKey(){if(this.lexer.kind!=="string"&&!this.
lexer.isWord)this.fail();const key=this.lexer.content;this.lexer.advance();return key}parseCall(name,udf,start){this.expect("(");const args=this.parseList(")");
return{kind:"call",name,udf,args,at:{start,end:this.expect(")").end}}}parseList(close){const list2=[];let height=0;while(this.lexer.kind!==close||list2.length>0){
list2.push(this.parseExpression());height=Math.max(height,this.height);if(!this.accept(","))break}this.height=height;this.grow(0);return list2}literal(value,start){
const at2={start,end:this.lexer.end};this.height=1;this.lexer.advance();return{kind:"literal",value,at:at2}}};function parseQuery(text){if(Buffer.byteLength(text)>queryLimits.textBytesMax){throw new QueryError("SC1001",`The query is longer than ${queryLimits.textBytesMax}\
 bytes.`)}return new QueryParser(text).parseWhole()}var QueryParser=class extends ExpressionParser{parseWhole(){const query=this.parseQuery();if(this.lexer.kind!==
"end")this.fail();return query}parseSelect(){const{start}=this.expect("SELECT");const select=this.parseSelection();const from2=this.accept("FROM")?this.parseFrom():
void 0;const where=this.accept("WHERE")?this.parseClause(()=>this.parseExpression()):void 0;const groupBy=this.accept("GROUP")?this.parseGroupBy():void 0;const orderBy=this.
accept("ORDER")?this.parseOrderBy():void 0;const offset=this.accept("OFFSET")?this.parseCount():void 0;if(offset!==void 0)this.expect("LIMIT");const limit=offset!==
void 0?this.parseCount():void 0;return{kind:"query",select,...from2&&{from:from2},...where&&{where},...groupBy&&{groupBy},...orderBy&&{orderBy},...offset&&{offset},
...limit&&{limit},at:{start,end:this.lexer.start}}}parseSelection(){const distinct2=this.accept("DISTINCT");const top=this.accept("TOP")?this.parseCount():void 0;
return{distinct:distinct2,...top&&{top},shape:this.parseShape()}}parseShape(){const{start,end}=this.lexer;if(this.accept("*"))return{kind:"star",at:{start,end}};
if(this.accept("VALUE")){const expression=this.parseClause(()=>this.parseExpression());this.parseAlias();return{kind:"value",expression}}const items=[];do{const expression=this.
parseClause(()=>this.parseExpression());const alias=this.parseAlias();items.push(alias===void 0?{expression}:{expression,alias})}while(this.accept(","));return{
kind:"list",items}}parseAlias(){return this.accept("AS")||isNameable(this.lexer.kind)?this.parseName():void 0}parseCount(){const{kind,start,end,number,content}=this.
lexer;if(kind!=="number"&&kind!=="parameter")this.fail();this.lexer.advance();const at2={start,end};return kind==="number"?{kind,value:number,at:at2}:{kind,name:content,
at:at2}}parseFrom(){let source=this.parseSource();for(let joins=1;this.accept("JOIN");joins++){const right2=this.parseSource();const at2={start:source.at.start,
end:right2.at.end};if(joins>queryLimits.joinsMax){throw new QueryError("SC1001",`A query has at most ${queryLimits.joinsMax} JOINs.`,right2.at)}source={kind:"jo\
in",left:source,right:right2,at:at2}}return source}parseSource(){const{start}=this.lexer;if(isNameable(this.lexer.kind)&&this.lexer.peek()==="IN"){const name=this.
parseName();this.expect("IN");const collection2=this.parseCollection();return{kind:"iterate",name,collection:collection2,at:{start,end:collection2.at.end}}}const collection=this.
parseCollection();const{end}=this.lexer;const alias=this.parseAlias();return alias===void 0?{kind:"alias",collection,at:collection.at}:{kind:"alias",collection,
alias,at:{start,end}}}parseCollection(){const expression=this.parseClause(()=>this.parsePath());const{at:at2}=expression;if(expression.kind==="subquery"&&expression.
subquery==="scalar"){return{kind:"subquery",query:expression.query,at:at2}}const path=pathOf(expression);return path===void 0?{kind:"expression",expression,at:at2}:
{kind:"path",...path,expression,at:at2}}parseGroupBy(){this.expect("BY");const keys=[];do keys.push(this.parseClause(()=>this.parseExpression()));while(this.accept(
","));return keys}parseOrderBy(){this.expect("BY");const rank=this.acceptRank();const items=[];do{const expression=this.parseClause(()=>this.parseExpression());
if(rank&&expression.kind!=="call")this.failAt(expression.at);const descending=this.lexer.kind==="DESC";const explicit=this.accept("ASC")||this.accept("DESC");items.
push({expression,descending,explicit})}while(this.accept(","));return{rank,items}}acceptRank(){if(this.lexer.kind!=="RANK"||this.lexer.peek()!=="name")return false;
this.lexer.advance();return true}};function pathOf(expression){const path=[];let node=expression;while(node.kind==="member"){if(node.index.kind!=="literal")return void 0;
const step=node.index.value;if(typeof step!=="string"&&!(typeof step==="number"&&Number.isInteger(step)&&step>=0)){return void 0}path.push(step);node=node.object}
return node.kind==="name"?{root:node.name,path:path.reverse()}:void 0}var queriesMax=1e3;var charactersMax=1024*1024;var queries=new LRUCache2({max:queriesMax,maxSize:charactersMax,sizeCalculation:(_,text)=>Math.max(text.length,1)});
function cachedQuery(text){const known=queries.get(text);if(known!==void 0)return known;const query=parseQuery(text);queries.set(text,query);return query}function typeRank(value){switch(typeof value){case"undefined":return 0;case"boolean":return value?3:2;case"number":return 4;case"string":return 5;default:return value===
null?1:Array.isArray(value)?6:7}}function compareValues(a,b){if(a===b)return 0;const rank=typeRank(a);const difference=rank-typeRank(b);if(difference!==0)return difference;
switch(rank){case 4:case 5:return a<b?-1:a>b?1:0;case 6:return compareArrays(a,b);case 7:return compareObjects(a,b);default:return 0}}function compareArrays(a,b){
const shorter=Math.min(a.length,b.length);for(let i=0;i<shorter;i++){const order=compareValues(a[i],b[i]);if(order!==0)return order}return a.length-b.length}function compareObjects(a,b){
const aKeys=Object.keys(a).sort();const bKeys=Object.keys(b).sort();const shorter=Math.min(aKeys.length,bKeys.length);for(let i=0;i<shorter;i++){const aKey=aKeys[i];
const bKey=bKeys[i];if(aKey!==bKey)return aKey<bKey?-1:1;const order=compareValues(a[aKey],b[bKey]);if(order!==0)return order}return aKeys.length-bKeys.length}function valuesEqual(a,b){
if(a===b)return true;if(typeof a!=="object"||typeof b!=="object"||a===null||b===null)return false;if(Array.isArray(a)){return Array.isArray(b)&&a.length===b.length&&
a.every((item,i)=>valuesEqual(item,b[i]))}if(Array.isArray(b))return false;const left=a;const right2=b;const keys=Object.keys(left);return keys.length===Object.
keys(right2).length&&keys.every(key=>Object.hasOwn(right2,key)&&valuesEqual(left[key],right2[key]))}var OPERATOR_LIMITS={stringLengthMax:2*1024*1024};function add(a,b){return typeof a==="number"&&typeof b==="number"?a+b:void 0}function subtract(a,b){return typeof a===
"number"&&typeof b==="number"?a-b:void 0}function multiply(a,b){return typeof a==="number"&&typeof b==="number"?a*b:void 0}function divide(a,b){return typeof a===
"number"&&typeof b==="number"?a/b:void 0}function modulo(a,b){return typeof a==="number"&&typeof b==="number"?a%b:void 0}function bitAnd(a,b){return typeof a===
"number"&&typeof b==="number"?a&b:void 0}function bitOr(a,b){return typeof a==="number"&&typeof b==="number"?a|b:void 0}function bitXor(a,b){return typeof a==="\
number"&&typeof b==="number"?a^b:void 0}function shiftLeft(a,b){return typeof a==="number"&&typeof b==="number"?a<<b:void 0}function shiftRight(a,b){return typeof a===
"number"&&typeof b==="number"?a>>b:void 0}function shiftRightZeroFill(a,b){return typeof a==="number"&&typeof b==="number"?a>>>b:void 0}function concat(a,b){if(typeof a!==
"string"||typeof b!=="string")return void 0;return a.length+b.length<=OPERATOR_LIMITS.stringLengthMax?a+b:void 0}function negate(a){return typeof a==="number"?-a:
void 0}function plus(a){return typeof a==="number"?a:void 0}function bitNot(a){return typeof a==="number"?~a:void 0}function not(a){return typeof a==="boolean"?
!a:void 0}function and(a,b){if(a===false||b===false)return false;return a===true&&b===true?true:void 0}function or(a,b){if(a===true||b===true)return true;return a===
false&&b===false?false:void 0}function equal(a,b){if(a===void 0||b===void 0)return void 0;if(a===b)return true;return typeof a==="object"&&typeof b==="object"&&
valuesEqual(a,b)}function notEqual(a,b){const result=equal(a,b);return result===void 0?void 0:!result}function ordered(a,b){return typeof a===typeof b&&(typeof a!==
"object"?a!==void 0:a===null&&b===null)}function less(a,b){return ordered(a,b)?a<b:void 0}function lessOrEqual(a,b){return ordered(a,b)?a<=b:void 0}function greater(a,b){
return ordered(a,b)?a>b:void 0}function greaterOrEqual(a,b){return ordered(a,b)?a>=b:void 0}function between(value,low,high){return and(greaterOrEqual(value,low),
lessOrEqual(value,high))}function inList(value,list2){if(value===void 0)return void 0;let unknown=false;for(const candidate of list2){const result=equal(value,candidate);
if(result===true)return true;if(result===void 0)unknown=true}return unknown?void 0:false}function compileIn(list2){const primitives=new Set;const composites=[];
for(const candidate of list2){if(typeof candidate==="object"&&candidate!==null)composites.push(candidate);else if(candidate!==void 0)primitives.add(candidate)}const otherwise=list2.
includes(void 0)?void 0:false;return value=>{if(value===void 0)return void 0;if(typeof value!=="object"||value===null)return primitives.has(value)?true:otherwise;
return composites.some(candidate=>valuesEqual(value,candidate))?true:otherwise}}function member(value,index){if(typeof value!=="object"||value===null)return void 0;
if(typeof index==="string"){return!Array.isArray(value)&&Object.hasOwn(value,index)?value[index]:void 0}return typeof index==="number"&&Array.isArray(value)?value[index]:
void 0}function compileMember(name){if(name in Object.prototype)return value=>member(value,name);return value=>typeof value==="object"&&value!==null&&!Array.isArray(
value)?value[name]:void 0}var BINARY_OPERATORS={or,and,"||":concat,"|":bitOr,"^":bitXor,"&":bitAnd,"=":equal,"!=":notEqual,"<":less,"<=":lessOrEqual,">":greater,
">=":greaterOrEqual,"<<":shiftLeft,">>":shiftRight,">>>":shiftRightZeroFill,"+":add,"-":subtract,"*":multiply,"/":divide,"%":modulo};var UNARY_OPERATORS={"-":negate,
"+":plus,"~":bitNot,not};var ITEM_SLOT=0;var SUBQUERY_ROWS_MAX=1e6;var ROWS_PER_CHECK=256;var BindContext=class{options;steps;#slots=ITEM_SLOT+1;#subqueryRows=0;constructor(options,steps){this.options=
options;this.steps=steps}newSlot(){return this.#slots++}newEnvironment(){return new Array(this.#slots).fill(void 0)}startItem(){this.#subqueryRows=0}countSubqueryRow(){
if(this.#subqueryRows%ROWS_PER_CHECK===0)this.options.checkTime?.();if(++this.#subqueryRows>SUBQUERY_ROWS_MAX){throw new QueryError("SubqueryTooLarge",`The subq\
ueries of this query walk more than ${SUBQUERY_ROWS_MAX} rows for a single item. Filter the arrays before joining them.`)}}};function bindPart(expression,place){
return place.context.steps.expression(expression,place)}var FROM_INDEX=Symbol("made of index entries");function indexedItem(values){values[FROM_INDEX]=true;return values}function isIndexedItem(item){return typeof item===
"object"&&item!==null&&FROM_INDEX in item}var Scope=class _Scope{parent;container;#names=new Map;#hidden=new Set;constructor(parent,container=false){this.parent=parent;this.container=container}declare(name,binding,at2){
if(this.#names.has(name)){throw new QueryError("SC2011",`The input alias '${name}' is specified more than once in the FROM clause.`,at2)}this.#names.set(name,binding)}lookup(name){
return this.#names.get(name)??this.parent?.lookup(name)}grouped(){const scope=new _Scope(this.parent);for(const name of this.#names.keys())scope.#hidden.add(name);
return scope}isHidden(name){return this.#hidden.has(name)||!this.#names.has(name)&&(this.parent?.isHidden(name)??false)}};function bindComputed(name,context){const computed=context.options.computed.get(name);if(computed===void 0)return void 0;const scope=new Scope(void 0);scope.declare(
computed.alias,{slot:ITEM_SLOT},computed.expression.at);const{evaluate}=bindPart(computed.expression,{context,scope});const compute=computed.isIndexable?withoutFailures(
evaluate):evaluate;const read=compileMember(name);return environment=>{const item=environment[ITEM_SLOT];return isIndexedItem(item)?read(item):compute(environment)}}
function withoutFailures(evaluate){return environment=>{try{const value=evaluate(environment);return Number.isNaN(value)?void 0:value}catch(error){if(error instanceof
QueryError)return void 0;throw error}}}function bindProperty([first,...rest],context){const readFirst=compileMember(first);const start=bindComputed(first,context)??
(environment=>readFirst(environment[ITEM_SLOT]));const steps=rest.map(compileMember);return environment=>{let value=start(environment);for(const step of steps)value=
step(value);return value}}var codes={TOP:"SC2060",LIMIT:"SC2061",OFFSET:"SC2062"};function countValue(count,clause,parameters){const value=count.kind==="number"?count.value:parameters.get(
count.name);if(typeof value==="number"&&Number.isInteger(value)&&value>=0&&value<=queryLimits.countMax){return value}const tooLarge2=typeof value==="number"&&value>
queryLimits.countMax;const message=clause!=="TOP"&&tooLarge2?`The ${clause} count value exceeds the maximum allowed value.`:`The count value provided for a ${clause}\
 clause must be an integer.`;throw new QueryError(codes[clause],message,count.at)}function canonicalJson(value){if(typeof value==="number")return String(value);if(typeof value!=="object"||value===null)return JSON.stringify(value);if(Array.isArray(
value))return`[${value.map(canonicalJson).join(",")}]`;const object=value;const members=Object.keys(object).sort().map(key=>`${JSON.stringify(key)}:${canonicalJson(
object[key])}`);return`{${members.join(",")}}`}var ValueSet=class _ValueSet{#primitives=new Set;#composites=new Set;static of(values){const set=new _ValueSet;for(const value of values)set.add(value);return set}get size(){
return this.#primitives.size+this.#composites.size}add(value){if(typeof value!=="object"||value===null)return addTo(this.#primitives,value);return addTo(this.#composites,
canonicalJson(value))}has(value){return typeof value==="object"&&value!==null?this.#composites.has(canonicalJson(value)):this.#primitives.has(value)}};function addTo(set,value){
const before2=set.size;return set.add(value).size>before2}var AGGREGATE_LIMITS={collectedSizeMax:16*1024*1024};var CountAccumulator=class{#counts;#count=0;constructor(counts){this.#counts=counts}add(value,times=1){if(this.#counts(
value))this.#count+=times}result(){return this.#count}};var SumAccumulator=class{#average;#sum=0;#count=0;#isNumeric=true;constructor(average2){this.#average=average2}add(value,times=1){
if(typeof value==="number"){for(let i=0;i<times;i++)this.#sum+=value;this.#count+=times}else if(value!==void 0){this.#isNumeric=false}}result(){if(!this.#isNumeric)
return void 0;if(!this.#average)return this.#sum;return this.#count===0?void 0:this.#sum/this.#count}};var ExtremeAccumulator=class{#sign;#spend;#extreme;#isComparable=true;#characters=0;constructor(sign,spend){
this.#sign=sign;this.#spend=spend}add(value){if(value===void 0)return;if(typeof value==="object"&&value!==null){this.#isComparable=false}else if(this.#extreme===
void 0||compareValues(value,this.#extreme)*this.#sign>0){this.#extreme=value;if(typeof value==="string"&&value.length>this.#characters)this.#hold(value.length)}}#hold(characters){
this.#spend?.(2*(characters-this.#characters));this.#characters=characters}result(){return this.#isComparable?this.#extreme:void 0}};var ListAccumulator=class{#seen;#spend;#items=[];#size=0;constructor(distinct2,spend){
this.#seen=distinct2?new ValueSet:void 0;this.#spend=spend}add(value,times=1){for(let i=0;i<times;i++)this.#addOne(value)}#addOne(value){if(value===void 0)return;
if(this.#seen!==void 0&&!this.#seen.add(value))return;const size=roughSize(value);this.#size+=size;this.#spend?.(2*size);if(this.#size>AGGREGATE_LIMITS.collectedSizeMax){
throw new QueryError("AggregateTooLarge","MAKELIST or MAKESET collected more than a result may hold. Add a filter, or collect smaller values.")}this.#items.push(
value)}result(){return this.#items}};function roughSize(value){if(typeof value==="string")return value.length+3;if(typeof value!=="object"||value===null)return 8;
let size=2;if(Array.isArray(value)){for(const item of value)size+=roughSize(item)}else{for(const[key,member2]of Object.entries(value))size+=key.length+4+roughSize(
member2)}return size}var AGGREGATES=new Map(Object.entries({AVG:()=>new SumAccumulator(true),COUNT:()=>new CountAccumulator(value=>value!==void 0),COUNTIF:()=>new CountAccumulator(
value=>value===true),MAKELIST:spend=>new ListAccumulator(false,spend),MAKESET:spend=>new ListAccumulator(true,spend),MAX:spend=>new ExtremeAccumulator(1,spend),
MIN:spend=>new ExtremeAccumulator(-1,spend),SUM:()=>new SumAccumulator(false)}).map(([name,create])=>[name,{name,create}]));function aggregateNames(){return[...AGGREGATES.
keys()]}function findAggregate(name){return AGGREGATES.get(name.toUpperCase())}function nullary(name,call0){return{name,minArgs:0,maxArgs:0,deterministic:true,call0,call:(_args,context)=>call0(context)}}function unary(name,call1){return{name,
minArgs:1,maxArgs:1,deterministic:true,call1,call:(args,context)=>call1(args[0],context)}}function binary(name,call2,specialize2){return{name,minArgs:2,maxArgs:2,
deterministic:true,call2,call:(args,context)=>call2(args[0],args[1],context),...specialize2&&{specialize:specialize2}}}function ternary(name,call3){return{name,
minArgs:3,maxArgs:3,deterministic:true,call3,call:(args,context)=>call3(args[0],args[1],args[2],context)}}function unaryOrBinary(name,call1,call2){return{name,minArgs:1,
maxArgs:2,deterministic:true,call1,call2,call:(args,context)=>args.length===1?call1(args[0],context):call2(args[0],args[1],context)}}function binaryOrTernary(name,call2,call3,specialize2){
return{name,minArgs:2,maxArgs:3,deterministic:true,call2,call3,call:(args,context)=>args.length===2?call2(args[0],args[1],context):call3(args[0],args[1],args[2],
context),...specialize2&&{specialize:specialize2}}}function variadic(name,minArgs,maxArgs,call,specialize2){return{name,minArgs,maxArgs,deterministic:true,call,
...specialize2&&{specialize:specialize2}}}function nondeterministic(fn){return{...fn,deterministic:false}}var TICKS_PER_SECOND=1e7;var TICKS_PER_MINUTE=60*TICKS_PER_SECOND;var TICKS_PER_HOUR=60*TICKS_PER_MINUTE;var TICKS_PER_DAY=24*TICKS_PER_HOUR;var DAY_MIN=dayNumber(
1,1,1);var DAY_MAX=dayNumber(9999,12,31);function dayNumber(year,month,day){const shifted=month<=2?year-1:year;const era=Math.floor(shifted/400);const yearOfEra=shifted-
era*400;const dayOfYear=Math.floor((153*(month>2?month-3:month+9)+2)/5)+day-1;const dayOfEra=yearOfEra*365+Math.floor(yearOfEra/4)-Math.floor(yearOfEra/100)+dayOfYear;
return era*146097+dayOfEra-719468}function civilDate(day){const shifted=day+719468;const era=Math.floor(shifted/146097);const dayOfEra=shifted-era*146097;const yearOfEra=Math.
floor((dayOfEra-Math.floor(dayOfEra/1460)+Math.floor(dayOfEra/36524)-Math.floor(dayOfEra/146096))/365);const dayOfYear=dayOfEra-(365*yearOfEra+Math.floor(yearOfEra/
4)-Math.floor(yearOfEra/100));const shiftedMonth=Math.floor((5*dayOfYear+2)/153);const month=shiftedMonth<10?shiftedMonth+3:shiftedMonth-9;return{year:yearOfEra+
era*400+(month<=2?1:0),month,day:dayOfYear-Math.floor((153*shiftedMonth+2)/5)+1}}function daysInMonth(year,month){if(month===2)return year%4===0&&(year%100!==0||
year%400===0)?29:28;return month===4||month===6||month===9||month===11?30:31}function isCivilDate(year,month,day){return year>=1&&year<=9999&&month>=1&&month<=12&&
day>=1&&day<=daysInMonth(year,month)}function normalize2(day,tick){const carry=Math.floor(tick/TICKS_PER_DAY);const normalDay=day+carry;if(!(normalDay>=DAY_MIN&&
normalDay<=DAY_MAX))return void 0;return{day:normalDay,tick:tick-carry*TICKS_PER_DAY}}function fromMilliseconds(ms){const day=Math.floor(ms/864e5);return normalize2(
day,Math.floor((ms-day*864e5)*1e4))}function twoDigits(text,at2){const tens=text.charCodeAt(at2)-48;const ones=text.charCodeAt(at2+1)-48;return tens>=0&&tens<=9&&
ones>=0&&ones<=9?tens*10+ones:Number.NaN}function parseTimeOfDay(text,end){if(end<19||text[13]!==":"||text[16]!==":")return Number.NaN;const hour=twoDigits(text,
11);const minute=twoDigits(text,14);const second=twoDigits(text,17);if(hour>23||minute>59||second>59)return Number.NaN;let fraction2=0;if(end>19){if(text[19]!==
"."||end<21||end>27)return Number.NaN;let scale=TICKS_PER_SECOND/10;for(let i=20;i<end;i++,scale/=10){const digit=text.charCodeAt(i)-48;if(!(digit>=0&&digit<=9))
return Number.NaN;fraction2+=digit*scale}}return hour*TICKS_PER_HOUR+minute*TICKS_PER_MINUTE+second*TICKS_PER_SECOND+fraction2}function parseDateTime(value){if(typeof value!==
"string"||value.length<10||value.length>28)return void 0;if(value[4]!=="-"||value[7]!=="-")return void 0;const year=twoDigits(value,0)*100+twoDigits(value,2);const month=twoDigits(
value,5);const dayOfMonth=twoDigits(value,8);if(!isCivilDate(year,month,dayOfMonth))return void 0;const end=value.endsWith("Z")?value.length-1:value.length;const day=dayNumber(
year,month,dayOfMonth);if(end===10)return{day,tick:0};if(value[10]!=="T"&&value[10]!==" ")return void 0;const tick=parseTimeOfDay(value,end);return Number.isNaN(
tick)?void 0:{day,tick}}var TWO_DIGITS=Array.from({length:100},(_,n)=>String(n).padStart(2,"0"));function formatDateTime({day,tick}){const{year,month,day:dayOfMonth}=civilDate(
day);const seconds=Math.floor(tick/TICKS_PER_SECOND);const fraction2=String(tick-seconds*TICKS_PER_SECOND).padStart(7,"0");const date=`${TWO_DIGITS[Math.floor(year/
100)]}${TWO_DIGITS[year%100]}-${TWO_DIGITS[month]}-${TWO_DIGITS[dayOfMonth]}`;const minutes=Math.floor(seconds/60);const time=`${TWO_DIGITS[Math.floor(minutes/60)]}\
:${TWO_DIGITS[minutes%60]}:${TWO_DIGITS[seconds%60]}`;return`${date}T${time}.${fraction2}Z`}var INT64_MAX=2**63;function isObject(value){return typeof value==="object"&&value!==null&&!Array.isArray(value)}function isInteger(value){return Number.isInteger(
value)&&Math.abs(value)<=INT64_MAX}var isBool=value=>typeof value==="boolean";var TYPE_CHECK_FUNCTIONS=[unary("IS_ARRAY",value=>Array.isArray(value)),unary("IS_\
BOOL",isBool),unary("IS_BOOLEAN",isBool),unary("IS_DATETIME",value=>parseDateTime(value)!==void 0),unary("IS_DEFINED",value=>value!==void 0),unary("IS_FINITE_NU\
MBER",value=>Number.isFinite(value)),unary("IS_INTEGER",isInteger),unary("IS_NULL",value=>value===null),unary("IS_NUMBER",value=>typeof value==="number"),unary(
"IS_OBJECT",isObject),unary("IS_PRIMITIVE",value=>value!==void 0&&(typeof value!=="object"||value===null)),unary("IS_STRING",value=>typeof value==="string")];var ARRAY_LENGTH_MAX=1024*1024;function arrayConcat(args){const arrays=[];let length=0;for(const arg of args){if(!Array.isArray(arg))return void 0;length+=arg.length;
if(length>ARRAY_LENGTH_MAX)return void 0;arrays.push(arg)}return arrays.flat(1)}function contains(array,wanted){if(typeof wanted!=="object"||wanted===null)return array.
includes(wanted);for(const item of array)if(valuesEqual(item,wanted))return true;return false}function containsPartially(array,wanted){if(!isObject(wanted))return contains(
array,wanted);const entries=Object.entries(wanted);return array.some(item=>isObject(item)&&entries.every(([key,value])=>Object.hasOwn(item,key)&&valuesEqual(item[key],
value)))}function arrayContains(array,wanted,partial){if(!Array.isArray(array)||wanted===void 0)return void 0;if(partial===true)return containsPartially(array,wanted);
return partial===false||partial===void 0?contains(array,wanted):void 0}function arrayContainsMany(name,combine2){const decisive=combine2===or;return variadic(name,
2,Number.POSITIVE_INFINITY,args=>{const array=args[0];if(!Array.isArray(array))return void 0;let result=!decisive;for(let i=1;i<args.length;i++){const wanted=args[i];
const found=wanted===void 0?void 0:contains(array,wanted);if(found===decisive)return decisive;result=combine2(result,found)}return result})}function arraySlice(array,start,length){
if(!Array.isArray(array)||!Number.isInteger(start)||!Number.isInteger(length))return void 0;const from2=start<0?Math.max(0,array.length+start):start;return length<=
0?[]:array.slice(from2,from2+length)}function extreme(array,sign){if(!Array.isArray(array)||array.length===0)return void 0;let best;for(const item of array){if(typeof item===
"object"&&item!==null)return void 0;if(best===void 0||compareValues(item,best)*sign>0)best=item}return best}function sum3(array){if(!Array.isArray(array))return void 0;
let total=0;for(const item of array){if(typeof item!=="number")return void 0;total+=item}return total}function average(array){const total=sum3(array);const count=total===
void 0?0:array.length;return count===0?void 0:total/count}function median(array){if(!Array.isArray(array)||array.length===0)return void 0;if(!array.every(item=>typeof item===
"number"))return void 0;const sorted2=Float64Array.from(array).sort();const middle=sorted2.length>>1;return sorted2.length%2===1?sorted2[middle]:(sorted2[middle-
1]+sorted2[middle])/2}function choose(args){const position=args[0];return typeof position==="number"&&position>=1?args[position]:void 0}function objectToArray(object,keyName,valueName){
if(!isObject(object)||typeof keyName!=="string"||typeof valueName!=="string")return void 0;return Object.entries(object).map(([key,value])=>({[keyName]:key,[valueName]:value}))}
var ARRAY_FUNCTIONS=[unary("ARRAY_AVG",average),variadic("ARRAY_CONCAT",2,Number.POSITIVE_INFINITY,arrayConcat),binaryOrTernary("ARRAY_CONTAINS",(array,wanted)=>arrayContains(
array,wanted,false),arrayContains),binaryOrTernary("_TRY_ARRAY_CONTAINS",(array,wanted)=>arrayContains(array,wanted,false),arrayContains),arrayContainsMany("ARR\
AY_CONTAINS_ALL",and),arrayContainsMany("ARRAY_CONTAINS_ANY",or),unary("ARRAY_LENGTH",array=>Array.isArray(array)?array.length:void 0),unary("ARRAY_MAX",array=>extreme(
array,1)),unary("ARRAY_MEDIAN",median),unary("ARRAY_MIN",array=>extreme(array,-1)),binaryOrTernary("ARRAY_SLICE",(array,start)=>arraySlice(array,start,Number.MAX_SAFE_INTEGER),
arraySlice),unary("ARRAY_SUM",sum3),variadic("CHOOSE",2,Number.POSITIVE_INFINITY,choose),variadic("OBJECTTOARRAY",1,3,args=>objectToArray(args[0],args.length>1?
args[1]:"k",args.length>2?args[2]:"v"))];function atOnce(pieces){for(;;){const{done,value}=pieces.next();if(done)return value}}var PIECE_VALUES=4096;function ofArrays(name,compute){const call=binary(name,(a,b,{inPieces})=>{if(!Array.isArray(a)||!Array.isArray(b))return void 0;const pieces=compute(
a,b);const isLong=inPieces!==void 0&&a.length+b.length>PIECE_VALUES;return isLong?inPieces(name,pieces):atOnce(pieces)});return{...call,comesInPieces:true}}function*each(values,take){
for(let i=0;i<values.length;){const end=Math.min(i+PIECE_VALUES,values.length);while(i<end)take(values[i++]);if(i<values.length)yield}}function*setOf(values){const set=new ValueSet;
yield*each(values,value=>set.add(value));return set}function*distinct(values,keep){const seen=new ValueSet;const result=[];yield*each(values,value=>{if(keep(value)&&
seen.add(value))result.push(value)});return result}var SET_FUNCTIONS=[ofArrays("SETDIFFERENCE",function*(a,b){const excluded=yield*setOf(b);return yield*distinct(
a,value=>!excluded.has(value))}),ofArrays("SETEQUAL",function*(a,b){const left=yield*setOf(a);const right2=yield*setOf(b);let isEqual2=left.size===right2.size;yield*each(
b,value=>{isEqual2&&=left.has(value)});return isEqual2}),ofArrays("SETINTERSECT",function*(a,b){const wanted=yield*setOf(a);return yield*distinct(b,value=>wanted.
has(value))}),ofArrays("SETUNION",function*(a,b){const seen=new ValueSet;const result=[];const add2=value=>{if(seen.add(value))result.push(value)};yield*each(a,
add2);yield*each(b,add2);return result})];var PARTS=new Map([["year","year"],["yyyy","year"],["yy","year"],["month","month"],["mm","month"],["m","month"],["day","day"],["dd","day"],["d","day"],["hour","\
hour"],["hh","hour"],["minute","minute"],["mi","minute"],["n","minute"],["second","second"],["ss","second"],["s","second"],["millisecond","millisecond"],["ms","\
millisecond"],["microsecond","microsecond"],["mcs","microsecond"],["nanosecond","nanosecond"],["ns","nanosecond"]]);function parsePart(name){return PARTS.get(name)}
var PART_TICKS={day:TICKS_PER_DAY,hour:TICKS_PER_HOUR,minute:TICKS_PER_MINUTE,second:TICKS_PER_SECOND,millisecond:TICKS_PER_SECOND/1e3,microsecond:TICKS_PER_SECOND/
1e6};function partOf(part,{day,tick}){switch(part){case"year":case"month":case"day":return civilDate(day)[part];case"hour":return Math.floor(tick/TICKS_PER_HOUR);case"\
minute":return Math.floor(tick/TICKS_PER_MINUTE)%60;case"second":return Math.floor(tick/TICKS_PER_SECOND)%60;case"nanosecond":return tick%TICKS_PER_SECOND*100;default:
return Math.floor(tick%TICKS_PER_SECOND/PART_TICKS[part])}}function addPart(part,count,start){switch(part){case"year":return addMonths(count*12,start);case"month":return addMonths(count,start);case"day":return normalize2(
start.day+count,start.tick);case"nanosecond":return addTicks(Math.trunc(count/100),start);default:return addTicks(count*PART_TICKS[part],start)}}function addTicks(ticks,{
day,tick}){const rest=ticks%TICKS_PER_DAY;return normalize2(day+(ticks-rest)/TICKS_PER_DAY,tick+rest)}function addMonths(months,{day,tick}){const date=civilDate(
day);const total=date.year*12+date.month-1+months;const year=Math.floor(total/12);const month=total-year*12+1;if(!(year>=1&&year<=9999))return void 0;return{day:dayNumber(
year,month,Math.min(date.day,daysInMonth(year,month))),tick}}function differenceInParts(part,start,end){if(part==="year"||part==="month"){const from2=civilDate(
start.day);const to=civilDate(end.day);return part==="year"?to.year-from2.year:(to.year-from2.year)*12+to.month-from2.month}const days=end.day-start.day;if(part===
"nanosecond")return(days*TICKS_PER_DAY+(end.tick-start.tick))*100;const unit2=PART_TICKS[part];const perDay=TICKS_PER_DAY/unit2;return days*perDay+Math.floor(end.
tick/unit2)-Math.floor(start.tick/unit2)}function binStart(part,size,origin,value){if(part==="year"||part==="month"){const months=part==="year"?size*12:size;return addMonths(
Math.floor(wholeMonths(origin,value)/months)*months,origin)}return part==="nanosecond"?tickBinStart(Math.max(1,Math.floor(size/100)),origin,value):tickBinStart(
size*PART_TICKS[part],origin,value)}function wholeMonths(origin,value){const months=differenceInParts("month",origin,value);const reached2=addMonths(months,origin);
const isReached=reached2!==void 0&&(reached2.day<value.day||reached2.day===value.day&&reached2.tick<=value.tick);return isReached?months:months-1}function tickBinStart(bin,origin,value){
if(TICKS_PER_DAY%bin===0){const intoBin2=(value.tick-origin.tick)%bin;return normalize2(value.day,value.tick-(intoBin2<0?intoBin2+bin:intoBin2))}const size=BigInt(
bin);const day=BigInt(TICKS_PER_DAY);const elapsed=BigInt(value.day-origin.day)*day+BigInt(value.tick-origin.tick);const intoBin=elapsed%size;const toBin=elapsed-
(intoBin<0n?intoBin+size:intoBin);return normalize2(origin.day+Number(toBin/day),origin.tick+Number(toBin%day))}var MONTHS="January February March April May June July August September October November December".split(" ");var DAYS="Sunday Monday Tuesday Wednesday Thursday\
 Friday Saturday".split(" ");function compileFormat(format2){const pieces=[];for(let i=0;i<format2.length;){const character=format2[i];if(character==="\\"){pieces.
push(literal(format2[i+1]??""));i+=2}else if(character==="'"||character==='"'){const close=format2.indexOf(character,i+1);if(close<0)return void 0;pieces.push(literal(
format2.slice(i+1,close)));i=close+1}else{let end=i+1;while(format2[end]===character)end++;const emit=specifier(character,end-i);if(emit===void 0)return void 0;
pieces.push(emit);i=end}}return value=>pieces.map(emit=>emit(value)).join("")}function literal(text){return()=>text}function specifier(character,length){switch(character){case"\
y":return length<=2?padded(value=>yearOf(value)%100,length):padded(yearOf,length);case"M":if(length>=3)return named(MONTHS,value=>civilDate(value.day).month-1,length);
return padded(value=>civilDate(value.day).month,length);case"d":if(length>=3)return named(DAYS,dayOfWeek,length);return padded(value=>civilDate(value.day).day,length);case"\
H":return padded(value=>partOf("hour",value),length);case"h":return padded(value=>(partOf("hour",value)+11)%12+1,length);case"m":return padded(value=>partOf("mi\
nute",value),length);case"s":return padded(value=>partOf("second",value),length);case"t":return value=>(partOf("hour",value)<12?"AM":"PM").slice(0,length);case"\
f":return length>7?void 0:value=>fraction(value,length);case"F":return length>7?void 0:value=>fraction(value,length).replace(/0+$/,"");default:return literal(character.
repeat(length))}}function padded(part,length){const width=Math.min(length,9);return value=>String(part(value)).padStart(width,"0")}function named(names,index,length){
return value=>{const name=names[index(value)];return length===3?name.slice(0,3):name}}function yearOf(value){return civilDate(value.day).year}function dayOfWeek({
day}){return((day+4)%7+7)%7}function fraction({tick},digits){return String(tick%TICKS_PER_SECOND).padStart(7,"0").slice(0,digits)}var UNIX_EPOCH={day:0,tick:0};var BIN_ORIGIN_DAY_MIN=dayNumber(1601,1,1);function format(value){return value===void 0?void 0:formatDateTime(value)}function toTicks({
day,tick}){return day*TICKS_PER_DAY+tick}function fromTicks(ticks){if(!Number.isInteger(ticks))return void 0;const rest=ticks%TICKS_PER_DAY;return format(normalize2(
(ticks-rest)/TICKS_PER_DAY,rest))}function toTimestamp({day,tick}){return day*864e5+Math.floor(tick/1e4)}function dateTimeAdd(partName,count,text){const part=parsePart(
partName);const start=parseDateTime(text);if(part===void 0||start===void 0||!Number.isInteger(count))return void 0;return format(addPart(part,count,start))}function dateTimeBin(args){
const value=parseDateTime(args[0]);const part=parsePart(args[1]);const size=args.length>2?args[2]:1;const origin=args.length>3?parseDateTime(args[3]):UNIX_EPOCH;
if(value===void 0||part===void 0||origin===void 0)return void 0;if(!Number.isSafeInteger(size)||size<=0)return void 0;if(origin.day<BIN_ORIGIN_DAY_MIN)return void 0;
return format(binStart(part,size,origin,value))}function dateTimeDifference(partName,startText,endText){const part=parsePart(partName);const start=parseDateTime(
startText);const end=parseDateTime(endText);if(part===void 0||start===void 0||end===void 0)return void 0;return differenceInParts(part,start,end)}function dateTimeFormat(text,pattern){
const value=parseDateTime(text);if(value===void 0||typeof pattern!=="string")return void 0;return compileFormat(pattern)?.(value)}function specializeFormat([,pattern]){
if(typeof pattern?.value!=="string")return void 0;const write=compileFormat(pattern.value);const call2=text=>{const value=parseDateTime(text);return value===void 0?
void 0:write?.(value)};return{call:args=>call2(args[0]),call2}}function dateTimeFromParts(args){if(!args.every(arg=>Number.isInteger(arg)))return void 0;const[year,
month,day,hour=0,minute=0,second=0,fraction2=0]=args;if(!isCivilDate(year,month,day))return void 0;const inRange=(value,end)=>value>=0&&value<end;if(!inRange(hour,
24)||!inRange(minute,60)||!inRange(second,60))return void 0;if(!inRange(fraction2,TICKS_PER_SECOND))return void 0;const tick=hour*TICKS_PER_HOUR+minute*TICKS_PER_MINUTE+
second*TICKS_PER_SECOND+fraction2;return formatDateTime({day:dayNumber(year,month,day),tick})}function ofDateTime(name,compute){return unary(name,text=>{const value=parseDateTime(
text);return value===void 0?void 0:compute(value)})}function ofPart(name,part){return ofDateTime(name,value=>partOf(part,value))}function moveNow(nowMs,partName,count,direction2){
const part=parsePart(partName);const now=fromMilliseconds(nowMs);if(part===void 0||now===void 0||!Number.isInteger(count))return void 0;return format(addPart(part,
count*direction2,now))}function clock(name,read){return[nondeterministic(nullary(name,context=>read(context.nowMs()))),nondeterministic(nullary(`${name}STATIC`,
context=>read(context.boundAtMs)))]}var DATE_TIME_FUNCTIONS=[nondeterministic(binary("AGO",(part,count,context)=>moveNow(context.nowMs(),part,count,-1))),ternary(
"DATETIMEADD",dateTimeAdd),variadic("DATETIMEBIN",2,4,dateTimeBin),ternary("DATETIMEDIFF",dateTimeDifference),binary("DATETIMEFORMAT",dateTimeFormat,specializeFormat),
variadic("DATETIMEFROMPARTS",3,7,dateTimeFromParts),binary("DATETIMEPART",(partName,text)=>{const part=parsePart(partName);const value=parseDateTime(text);return part===
void 0||value===void 0?void 0:partOf(part,value)}),ofDateTime("DATETIMETOTICKS",toTicks),ofDateTime("DATETIMETOTIMESTAMP",toTimestamp),ofPart("DAY","day"),...clock(
"GETCURRENTDATETIME",ms=>format(fromMilliseconds(ms))),...clock("GETCURRENTTICKS",ms=>{const now=fromMilliseconds(ms);return now===void 0?void 0:toTicks(now)}),
...clock("GETCURRENTTIMESTAMP",Math.floor),ofPart("MONTH","month"),nondeterministic(variadic("NOW",0,2,(args,context)=>args.length===0?format(fromMilliseconds(context.
nowMs())):moveNow(context.nowMs(),args[0],args[1],1))),unary("TICKSTODATETIME",fromTicks),unary("TIMESTAMPTODATETIME",ms=>Number.isInteger(ms)?format(fromMilliseconds(
ms)):void 0),ofPart("YEAR","year")];import{LRUCache as LRUCache3}from"lru-cache";var VOWEL=/[aeiou]|(?<=[^aeiou])y/;var MEASURE=/(?:[aeiou]|(?<=[^aeiou])y)[^aeiouy]/g;var SHORT=/^[^aeiou]+[aeiouy][^aeiouwxy]$/;var DOUBLED=/([^aeioulsz])\1$/;
function stemEnglish(word){if(word.length<=2||!/^[a-z]+$/.test(word))return word;return finalE(finalY(pastOrProgressive(singular(word))))}function measure(stem){
return stem.match(MEASURE)?.length??0}function singular(word){if(!word.endsWith("s")||word.endsWith("ss"))return word;if(word.endsWith("sses")||word.endsWith("i\
es"))return word.slice(0,-2);return word.slice(0,-1)}function pastOrProgressive(word){if(word.endsWith("eed"))return measure(word.slice(0,-3))>0?word.slice(0,-1):
word;const ending=word.endsWith("ed")?2:word.endsWith("ing")?3:0;const stem=word.slice(0,word.length-ending);return ending===0||!VOWEL.test(stem)?word:mend(stem)}
function mend(stem){if(/(?:at|bl|iz)$/.test(stem))return`${stem}e`;if(DOUBLED.test(stem))return stem.slice(0,-1);return SHORT.test(stem)?`${stem}e`:stem}function finalY(word){
return word.endsWith("y")&&VOWEL.test(word.slice(0,-1))?`${word.slice(0,-1)}i`:word}function finalE(word){if(!word.endsWith("e"))return word;const stem=word.slice(
0,-1);const syllables=measure(stem);return syllables>1||syllables===1&&!SHORT.test(stem)?stem:word}var WORDS_MAX=5e5;var PIECE_CHARACTERS=32*1024;var WORD=/[\p{L}\p{M}\p{N}]+/gu;var BETWEEN_WORDS=/[^\p{L}\p{M}\p{N}]/gu;var DASH=new RegExp("\\p{Pd}","gu");var ENGLISH_STOP_WORDS=new Set(
"a about after all also an and another any are as at be because been before being between both but by came can come could did do does each else for from get got\
 had has have he her here him himself his how if in into is it its just like make many me might more most much must my never no now of on only or other our out \
over said same see should since so some still such take than that the their them then there these they this those through to too under up use very want was way \
we well were what when where which while who will with would you your".split(" "));var englishStems=new LRUCache3({max:2e4});function englishStem(word){let stem=englishStems.
get(word);if(stem===void 0){stem=ENGLISH_STOP_WORDS.has(word)?"":stemEnglish(word);englishStems.set(word,stem)}return stem}function*wordPieces(text,language){const lowered=text.
toLowerCase();const isEnglish=language.toLowerCase().startsWith("en");let left=WORDS_MAX;for(let from2=0;from2<lowered.length;){const to=endOfPiece(lowered,from2);
const piece=lowered.slice(from2,to);const found=left>0?piece.match(WORD)?.slice(0,left)??[]:[];left-=found.length;const words=isEnglish?found.map(englishStem).filter(
stem=>stem!==""):found;yield{words,length:words.length+(piece.match(DASH)?.length??0)};from2=to}}function endOfPiece(text,from2){if(text.length-from2<=PIECE_CHARACTERS)
return text.length;BETWEEN_WORDS.lastIndex=from2+PIECE_CHARACTERS;return BETWEEN_WORDS.exec(text)?.index??text.length}function tokenize(text,language){return wordsAndLength(
text,language).words}function wordsAndLength(text,language){const pieces=[...wordPieces(text,language)];if(pieces.length===1)return pieces[0];return{words:pieces.
flatMap(({words})=>words),length:pieces.reduce((sum4,{length})=>sum4+length,0)}}var SATURATION=1.2;var LENGTH_WEIGHT=.75;function bm25(occurrences,wordCount,{documentCount,totalWordCount,hitCounts}){const relativeLength=totalWordCount>0?wordCount*
documentCount/totalWordCount:1;const lengthFactor=SATURATION*(1-LENGTH_WEIGHT+LENGTH_WEIGHT*relativeLength);let score=0;occurrences.forEach((count,term)=>{if(count>
0){const hits=Math.min(hitCounts[term]??0,documentCount);const rarity=Math.log(1+(documentCount-hits+.5)/(hits+.5));score+=rarity*count*(SATURATION+1)/(count+lengthFactor)}});
return score}var EDITS_MAX=2;var NearWords=class{#characters;#edits;constructor(word,edits){this.#characters=[...word];this.#edits=edits}has(word){return this.#compare(word).
isNear}deadPrefix(word){return this.#compare(word).deadPrefix}#compare(word){const wanted=this.#characters;const most=this.#edits;const band=2*most+1;let edits=Array.
from({length:band},(_,k)=>k<most?FAR:k-most);let count=0;let seen="";for(const character of word){count++;seen+=character;const next=[];for(let k=0;k<band;k++){
const length=count-most+k;const isThere=length>=0&&length<=wanted.length;const replaced=length>0?edits[k]+(wanted[length-1]===character?0:1):FAR;next.push(isThere?
Math.min(replaced,(edits[k+1]??FAR)+1,(next[k-1]??FAR)+1):FAR)}edits=next;if(Math.min(...edits)>most)return{isNear:false,deadPrefix:seen}}return{isNear:(edits[wanted.
length-count+most]??FAR)<=most}}};var FAR=Number.POSITIVE_INFINITY;function searchTerm(value,language){const{term,distance:distance2}=isFuzzy(value)?value:{term:value,distance:0};if(typeof term!=="string"||!isDistance(distance2))
return void 0;return{words:tokenize(term,language).map(word=>searchWord(word,distance2))}}function isFuzzy(value){return typeof value==="object"&&value!==null&&
!Array.isArray(value)&&"term"in value}function isDistance(value){return typeof value==="number"&&Number.isInteger(value)&&value>=0&&value<=EDITS_MAX}function searchWord(word,edits){
if(edits===0)return{word,edits,matches:other=>other===word};const near=new NearWords(word,edits);return{word,edits,matches:other=>near.has(other)}}function countTerm(words,term){
let count=0;for(let at2=nextPlace(words,term,0);at2>=0;at2=nextPlace(words,term,at2+1))count++;return count}function hasTerm(words,term){return nextPlace(words,
term,0)>=0}function nextPlace(words,{words:wanted},from2){const[first,...rest]=wanted;if(first===void 0)return-1;const next=place=>first.edits===0?words.indexOf(
first.word,place):indexOfMatch(words,first,place);for(let at2=next(from2);at2>=0;at2=next(at2+1)){if(rest.every((word,i)=>at2+1+i<words.length&&word.matches(words[at2+
1+i])))return at2}return-1}function indexOfMatch(words,wanted,from2){for(let at2=from2;at2<words.length;at2++)if(wanted.matches(words[at2]))return at2;return-1}function matchTerms(text,terms,combine2,language){const decisive=combine2===or;const words=tokenize(text,language);let result=!decisive;for(const term of terms){
const found=term&&hasTerm(words,term);if(found===decisive)return decisive;result=combine2(result,found)}return result}var RANKING_FUNCTIONS=["FullTextScore","RR\
F"];function contains2(name,maxArgs,combine2){const specialize2=([,...constants2])=>{if(constants2.some(term=>term===void 0))return void 0;let terms;return{call:([
text],{fullTextLanguage})=>{if(typeof text!=="string")return void 0;terms??=constants2.map(term=>searchTerm(term.value,fullTextLanguage));return matchTerms(text,
terms,combine2,fullTextLanguage)}}};return variadic(name,2,maxArgs,([text,...values],{fullTextLanguage})=>{if(typeof text!=="string")return void 0;const terms=values.
map(value=>searchTerm(value,fullTextLanguage));return matchTerms(text,terms,combine2,fullTextLanguage)},specialize2)}function textScoring(args,language){const[terms,
documentCount,totalWordCount,hitCounts]=args;if(typeof documentCount!=="number"||typeof totalWordCount!=="number")return void 0;if(!Array.isArray(terms)||!isNumbers(
hitCounts))return void 0;const found=terms.map(term=>searchTerm(term,language));if(!found.every(term=>term!==void 0))return void 0;return{terms:found,statistics:{
documentCount,totalWordCount,hitCounts}}}function isNumbers(value){return Array.isArray(value)&&value.every(item=>typeof item==="number")}function scoreText(text,{
terms,statistics},language){const{words,length}=wordsAndLength(text,language);return bm25(terms.map(term=>countTerm(words,term)),length,statistics)}function fullTextScore(){
const specialize2=([,...constants2])=>{if(constants2.some(constant2=>constant2===void 0))return void 0;const values=constants2.map(constant2=>constant2.value);let scoring;
return{call:([text],{fullTextLanguage})=>{scoring??=textScoring(values,fullTextLanguage);if(typeof text!=="string"||scoring===void 0)return void 0;return scoreText(
text,scoring,fullTextLanguage)}}};return variadic("_FullTextScore",5,5,([text,...rest],{fullTextLanguage})=>{const scoring=textScoring(rest,fullTextLanguage);if(typeof text!==
"string"||scoring===void 0)return void 0;return scoreText(text,scoring,fullTextLanguage)},specialize2)}var FULL_TEXT_FUNCTIONS=[contains2("FULLTEXTCONTAINS",2,and),
contains2("FULLTEXTCONTAINSALL",Number.POSITIVE_INFINITY,and),contains2("FULLTEXTCONTAINSANY",Number.POSITIVE_INFINITY,or),fullTextScore(),unary("_FullTextWordC\
ount",(text,{fullTextLanguage})=>typeof text==="string"?wordsAndLength(text,fullTextLanguage).length:void 0)];var INT64_MIN=-(2n**63n);var INT64_MAX2=2n**63n-1n;function isInt64(value){return Number.isInteger(value)&&value>=-(2**63)&&value<2**63}function toValue(result){
return result>=INT64_MIN&&result<=INT64_MAX2?Number(result):void 0}function ofIntegers(name,fast,exact){return binary(name,(x,y)=>{if(!isInt64(x)||!isInt64(y))return void 0;
if(Number.isSafeInteger(x)&&Number.isSafeInteger(y)){const result2=fast(x,y);if(Number.isSafeInteger(result2))return result2+0}const result=exact(BigInt(x),BigInt(
y));return result===void 0?void 0:toValue(result)})}function bitwise(name,fast,exact){return ofIntegers(name,(x,y)=>(x|0)===x&&(y|0)===y?fast(x,y):Number.NaN,exact)}
function shift(name,exact){return ofIntegers(name,()=>Number.NaN,(x,places)=>places<0n||places>63n?void 0:BigInt.asIntN(64,exact(x,places)))}var INTEGER_FUNCTIONS=[
ofIntegers("INTADD",(x,y)=>x+y,(x,y)=>x+y),ofIntegers("INTSUB",(x,y)=>x-y,(x,y)=>x-y),ofIntegers("INTMUL",(x,y)=>x*y,(x,y)=>x*y),ofIntegers("INTDIV",(x,y)=>Math.
trunc(x/y),(x,y)=>y===0n?void 0:x/y),ofIntegers("INTMOD",(x,y)=>x%y,(x,y)=>y===0n?void 0:x%y),bitwise("INTBITAND",(x,y)=>x&y,(x,y)=>x&y),bitwise("INTBITOR",(x,y)=>x|
y,(x,y)=>x|y),bitwise("INTBITXOR",(x,y)=>x^y,(x,y)=>x^y),unary("INTBITNOT",x=>isInt64(x)?toValue(~BigInt(x)):void 0),shift("INTBITLEFTSHIFT",(x,places)=>x<<places),
shift("INTBITRIGHTSHIFT",(x,places)=>x>>places)];function ofNumber(name,compute){return unary(name,x=>typeof x==="number"?compute(x):void 0)}function ofTwoNumbers(name,compute){return binary(name,(x,y)=>typeof x===
"number"&&typeof y==="number"?compute(x,y):void 0)}function round(x){const whole=Math.trunc(x);return Math.abs(x-whole)>=.5?whole+Math.sign(x):whole}function logarithm(x,base){
if(base===10)return Math.log10(x);if(base===2)return Math.log2(x);return Math.log(x)/Math.log(base)}function numberBin(x,size){if(typeof x!=="number"||typeof size!==
"number"||size===0)return void 0;return Math.floor(x/size)*size}var MATH_FUNCTIONS=[ofNumber("ABS",Math.abs),ofNumber("ACOS",Math.acos),ofNumber("ASIN",Math.asin),
ofNumber("ATAN",Math.atan),ofTwoNumbers("ATN2",Math.atan2),ofNumber("CEILING",Math.ceil),ofNumber("COS",Math.cos),ofNumber("COT",x=>1/Math.tan(x)),ofNumber("DEG\
REES",x=>180/Math.PI*x),ofNumber("EXP",Math.exp),ofNumber("FLOOR",Math.floor),unaryOrBinary("LOG",x=>typeof x==="number"?Math.log(x):void 0,(x,base)=>typeof x===
"number"&&typeof base==="number"?logarithm(x,base):void 0),ofNumber("LOG10",Math.log10),unaryOrBinary("NUMBERBIN",x=>numberBin(x,1),numberBin),nullary("PI",()=>Math.
PI),ofTwoNumbers("POWER",(x,y)=>x**y),ofNumber("RADIANS",x=>Math.PI/180*x),nondeterministic(nullary("RAND",context=>context.random())),ofNumber("ROUND",round),ofNumber(
"SIGN",Math.sign),ofNumber("SIN",Math.sin),ofNumber("SQRT",Math.sqrt),ofNumber("SQUARE",x=>x*x),ofNumber("TAN",Math.tan),ofNumber("TRUNC",Math.trunc)];var EQUATORIAL_RADIUS_M=6378137;var FLATTENING=1/298.257223563;var ECCENTRICITY_SQUARED=FLATTENING*(2-FLATTENING);var POLE_PER_EQUATOR=1-FLATTENING;var POLAR_RADIUS_M=EQUATORIAL_RADIUS_M*
POLE_PER_EQUATOR;var SQUARE_RATIO=POLE_PER_EQUATOR**2;var ONE_PLACE=[[.5,1]];var TWO_PLACES=[-1,1].map(side=>[.5+side*Math.sqrt(1/12),.5]);var THREE_PLACES=[[.5-Math.sqrt(3/20),
5/18],[.5,4/9],[.5+Math.sqrt(3/20),5/18]];var ONE_PLACE_CHORD=Math.sqrt(12*1e-7);var TWO_PLACES_CHORD=(180*1e-7)**.25;function distanceOnEarth(a,b){const from2=normalOf(
a);const to=normalOf(b);const chord=chordOf(from2,to);if(chord>TWO_PLACES_CHORD)return EQUATORIAL_RADIUS_M*longWay(from2,to);return EQUATORIAL_RADIUS_M*shortWay(
from2,to,chord>ONE_PLACE_CHORD?TWO_PLACES:ONE_PLACE)}function normalOf({vx,vy,vz}){return unit(vx,vy,vz/SQUARE_RATIO)}function unit(x,y,z){const length=Math.sqrt(
x*x+y*y+z*z);return{x:x/length,y:y/length,z:z/length}}function chordOf(a,b){return Math.sqrt((a.x-b.x)**2+(a.y-b.y)**2+(a.z-b.z)**2)}function longWay(from2,to){
if(chordOf(from2,to)<=TWO_PLACES_CHORD)return shortWay(from2,to,THREE_PLACES);const middle=middleOf2(from2,to);return longWay(from2,middle)+longWay(middle,to)}var ROUNDING=1e-14;
function middleOf2(from2,to){const x=from2.x+to.x;const y=from2.y+to.y;const z=from2.z+to.z;if(Math.abs(x)+Math.abs(y)+Math.abs(z)>ROUNDING)return unit(x,y,z);return Math.
abs(from2.z)===1?{x:1,y:0,z:0}:{x:0,y:0,z:1}}function shortWay(from2,to,rule){let length=0;for(const[place,weight]of rule)length+=weight*speedAt(from2,to,place);
return length}function speedAt(from2,to,time){const dx=to.x-from2.x;const dy=to.y-from2.y;const dz=to.z-from2.z;const x=from2.x+dx*time;const y=from2.y+dy*time;
const z=(from2.z+dz*time)*SQUARE_RATIO;const square=x*x+y*y+z*z/SQUARE_RATIO;const growth=(x*dx+y*dy+z*dz)/square;const mx=dx-x*growth;const my=dy-y*growth;const mz=dz*
SQUARE_RATIO-z*growth;return Math.sqrt((mx*mx+my*my+mz*mz)/square)}function vertex(x,y){return{x,y,vx:x,vy:y,vz:1}}function ring(vertices){const origin=vertices[0];let twice=0;forEachEdge(vertices,(a,b)=>{twice+=(a.x-origin.x)*
(b.y-origin.y)-(b.x-origin.x)*(a.y-origin.y)});return{vertices,area:Math.abs(twice)/2,contains:point2=>{let inside=false;forEachEdge(vertices,(a,b)=>{if(a.y>point2.
y===b.y>point2.y)return;if(point2.x<a.x+(point2.y-a.y)/(b.y-a.y)*(b.x-a.x))inside=!inside});return inside}}}function forEachEdge(vertices,visit2){let a=vertices[vertices.
length-1];for(const b of vertices){visit2(a,b);a=b}}function nearestOnSegment(point2,start,end){const dx=end.x-start.x;const dy=end.y-start.y;const square=dx*dx+
dy*dy;if(square===0)return start;const fraction2=((point2.x-start.x)*dx+(point2.y-start.y)*dy)/square;if(fraction2<=0)return start;return fraction2>=1?end:vertex(
start.x+fraction2*dx,start.y+fraction2*dy)}var PLANE={vertex,towards:(vx,vy)=>vertex(vx,vy),ring,nearestOnSegment,distance:(a,b)=>Math.hypot(a.x-b.x,a.y-b.y)};var ROUNDING2=1e-15;function orientation(a,b,c){const abx=b.vx-a.vx;const aby=b.vy-a.vy;const abz=b.vz-a.vz;const acx=c.vx-a.vx;const acy=c.vy-a.vy;const acz=c.
vz-a.vz;const volume=(aby*acz-abz*acy)*a.vx+(abz*acx-abx*acz)*a.vy+(abx*acy-aby*acx)*a.vz;const length=Math.abs(abx)+Math.abs(aby)+Math.abs(abz);const size=Math.
abs(c.vx)+Math.abs(c.vy)+Math.abs(a.vx)+Math.abs(a.vy)+1;return Math.abs(volume)<=ROUNDING2*length*size?0:volume}function isSame(a,b){return a.vx===b.vx&&a.vy===
b.vy&&a.vz===b.vz}function isOnSegment(vertex3,a,b){if(isSame(vertex3,a)||isSame(vertex3,b))return true;return!isSame(a,b)&&orientation(a,b,vertex3)===0&&isBetween(
vertex3,a,b)}function isBetween(vertex3,a,b){const product=(a.vx-vertex3.vx)*(b.vx-vertex3.vx)+(a.vy-vertex3.vy)*(b.vy-vertex3.vy)+(a.vz-vertex3.vz)*(b.vz-vertex3.
vz);return product<=0}function segmentsCross(a,b,c,d){const abc=orientation(a,b,c);const abd=orientation(a,b,d);if(abc*abd>=0)return false;const cda=orientation(
c,d,a);const cdb=orientation(c,d,b);return cda*cdb<0&&abd*cda>0&&abc*cdb>0}function segmentsTouch(a,b,c,d){return segmentsCross(a,b,c,d)||isOnSegment(c,a,b)||isOnSegment(
d,a,b)||isOnSegment(a,c,d)||isOnSegment(b,c,d)}function crossing(surface,a,b,c,d){const before2=orientation(c,d,a);return along(surface,a,b,before2/(before2-orientation(
c,d,b)))}function along(surface,a,b,fraction2){return surface.towards(a.vx+(b.vx-a.vx)*fraction2,a.vy+(b.vy-a.vy)*fraction2,a.vz+(b.vz-a.vz)*fraction2)}var ECCENTRICITY=Math.sqrt(ECCENTRICITY_SQUARED);var RADIANS=Math.PI/180;var FULL_TURN=2*Math.PI;function vertex2(x,y){if(Math.abs(y)===90)return{x,y,vx:0,vy:0,
vz:Math.sign(y)};const latitude=y*RADIANS;const geocentric=Math.atan2((1-ECCENTRICITY_SQUARED)*Math.sin(latitude),Math.cos(latitude));const longitude=x*RADIANS;
const horizontal=Math.cos(geocentric);return{x,y,vx:horizontal*Math.cos(longitude),vy:Math.abs(x)===180?0:horizontal*Math.sin(longitude),vz:Math.sin(geocentric)}}
function towards(vx,vy,vz){const length=Math.hypot(vx,vy,vz);const x=Math.atan2(vy,vx)/RADIANS;const y=Math.atan2(vz,(1-ECCENTRICITY_SQUARED)*Math.hypot(vx,vy))/
RADIANS;return{x,y,vx:vx/length,vy:vy/length,vz:vz/length}}function zoneFactor(sine){const squared=ECCENTRICITY_SQUARED*sine*sine;return(1-ECCENTRICITY_SQUARED)*
(sine/(1-squared)+Math.atanh(ECCENTRICITY*sine)/ECCENTRICITY)}var ZONE_FACTOR_POLE=zoneFactor(1);var EQUAL_AREA_RADIUS_SQUARED=EQUATORIAL_RADIUS_M**2*ZONE_FACTOR_POLE/
2;function halfAuthalicTangent(latitude){const sine=Math.max(-1,Math.min(1,zoneFactor(Math.sin(latitude*RADIANS))/ZONE_FACTOR_POLE));return sine/(1+Math.sqrt(1-
sine*sine))}function eastwards(a,b){const difference=(b.x-a.x)*RADIANS;if(difference>Math.PI)return difference-FULL_TURN;return difference<-Math.PI?difference+FULL_TURN:
difference}function ring2(vertices,isHole){let turn=0;let excess=0;forEachEdge(vertices,(a,b)=>{const east=eastwards(a,b);const aTangent=halfAuthalicTangent(a.y);
const bTangent=halfAuthalicTangent(b.y);turn+=east;excess+=2*Math.atan2(Math.tan(east/2)*(aTangent+bTangent),1+aTangent*bTangent)});const goesAroundPole=Math.abs(
turn)>Math.PI;const left=goesAroundPole?FULL_TURN-excess:excess<=0?-excess:2*FULL_TURN-excess;const northIsLeft=goesAroundPole?turn>0:excess>0;const isReversed=isHole&&
left>FULL_TURN;return{vertices,area:(isReversed?2*FULL_TURN-left:left)*EQUAL_AREA_RADIUS_SQUARED,contains:point2=>northIsLeft!==isReversed===isOnNorthSide(vertices,
point2)}}function isOnNorthSide(vertices,point2){let even=true;forEachEdge(vertices,(a,b)=>{const east=eastwards(a,b);const[west,other]=east>=0?[a,b]:[b,a];let offset=eastwards(
west,point2);if(offset<0)offset+=FULL_TURN;if(offset<Math.abs(east)&&isSouthOf(point2,west,other))even=!even});return even}function isSouthOf(point2,west,east){
return Math.abs(point2.y)===90?point2.y<0:orientation(west,east,point2)<0}function nearestOnSegment2(point2,start,end){const nx=start.vy*end.vz-start.vz*end.vy;
const ny=start.vz*end.vx-start.vx*end.vz;const nz=start.vx*end.vy-start.vy*end.vx;const square=nx*nx+ny*ny+nz*nz;if(square>0){const height=(point2.vx*nx+point2.
vy*ny+point2.vz*nz)/square;const fx=point2.vx-height*nx;const fy=point2.vy-height*ny;const fz=point2.vz-height*nz;const pastStart=(ny*start.vz-nz*start.vy)*fx+(nz*
start.vx-nx*start.vz)*fy+(nx*start.vy-ny*start.vx)*fz;const beforeEnd=(ny*end.vz-nz*end.vy)*fx+(nz*end.vx-nx*end.vz)*fy+(nx*end.vy-ny*end.vx)*fz;if(pastStart>=0&&
beforeEnd<=0)return towards(fx,fy,fz)}const toStart=point2.vx*start.vx+point2.vy*start.vy+point2.vz*start.vz;const toEnd=point2.vx*end.vx+point2.vy*end.vy+point2.
vz*end.vz;return toStart>=toEnd?start:end}var EARTH={vertex:vertex2,towards,ring:ring2,nearestOnSegment:nearestOnSegment2,distance:distanceOnEarth};var VERTICES_MAX=1024;var InvalidShape=class extends Error{};function parseGeometry(value,type){try{return{geometry:new ShapeReader(type).shape(value)}}catch(error){
if(error instanceof InvalidShape)return{reason:error.message};throw error}}var ShapeReader=class{#surface;#isEarth;#vertexCount=0;constructor(type){this.#isEarth=
type==="Geography";this.#surface=this.#isEarth?EARTH:PLANE}shape(value){if(typeof value!=="object"||value===null||Array.isArray(value))throw new InvalidShape("A\
 shape must be a GeoJSON object.");const{type,coordinates}=value;switch(type){case"Point":return{surface:this.#surface,point:this.#position(coordinates),polygons:[],
segments:[]};case"LineString":return{surface:this.#surface,polygons:[],segments:this.#line(coordinates)};case"Polygon":return this.#areas([coordinates]);case"Mu\
ltiPolygon":return this.#areas(list(coordinates,"A MultiPolygon must have an array of Polygons."));default:throw new InvalidShape("The type of a shape must be P\
oint, LineString, Polygon or MultiPolygon.")}}#position(value){const[x,y]=list(value,"A position must be an array of two numbers.");if(typeof x!=="number"||typeof y!==
"number"||!Number.isFinite(x)||!Number.isFinite(y)){throw new InvalidShape("A position must be an array of two numbers.")}if(++this.#vertexCount>VERTICES_MAX){throw new InvalidShape(
`A shape may have at most ${VERTICES_MAX} positions.`)}if(this.#isEarth&&!(y>=-90&&y<=90)){throw new InvalidShape("Latitude values must be between -90 and 90 de\
grees.")}if(this.#isEarth&&!(x>=-180&&x<=180)){throw new InvalidShape("Longitude values must be between -180 and 180 degrees.")}return this.#surface.vertex(x,y)}#line(value){
const positions=list(value,"A LineString must have an array of positions.");const vertices=positions.map(position=>this.#position(position));if(vertices.length<
2)throw new InvalidShape("A LineString must have at least two positions.");return vertices.slice(1).map((b,i)=>({a:vertices[i],b}))}#ring(value,isHole){const positions=list(
value,"A ring of a Polygon must be an array of positions.");const vertices=positions.map(position=>this.#position(position));if(vertices.length<4)throw new InvalidShape(
"A ring of a Polygon must have at least four positions.");if(!isSame(vertices[0],vertices.pop())){throw new InvalidShape("The first and the last position of a r\
ing must be the same.")}return this.#surface.ring(vertices,isHole)}#polygon(value){const rings=list(value,"A Polygon must have an array of rings.");if(rings.length===
0)throw new InvalidShape("A Polygon must have at least one ring.");const[outer,...holes]=rings.map((ring3,i)=>this.#ring(ring3,i>0));return{outer,holes}}#areas(values){
const polygons=values.map(value=>this.#polygon(value));const segments=polygons.flatMap(({outer,holes})=>[outer,...holes].flatMap(edges));return{surface:this.#surface,
polygons,segments}}};function list(value,reason){if(!Array.isArray(value))throw new InvalidShape(reason);return value}function edges({vertices}){return vertices.
map((a,i)=>({a,b:vertices[(i+1)%vertices.length]}))}function findSelfContact({polygons}){for(const{outer,holes}of polygons){for(const ring3 of[outer,...holes]){
if(meetsItself(edges(ring3)))return"A ring of a Polygon must not touch or cross itself."}}return void 0}function meetsItself(ring3){for(let i=0;i<ring3.length;i++){
const one=ring3[i];if(isSame(one.a,one.b))return true;for(let j=i+2;j<ring3.length;j++){const other=ring3[j];const areNeighbours=i===0&&j===ring3.length-1;if(!areNeighbours&&
segmentsTouch(one.a,one.b,other.a,other.b))return true}}return false}function area({polygons}){let total=0;for(const{outer,holes}of polygons){total+=outer.area;for(const hole of holes)total-=hole.area}return total}function intersects(a,b){
if(a.point!==void 0)return placeIn(b,a.point)!=="outside";if(b.point!==void 0)return placeIn(a,b.point)!=="outside";for(const one of a.segments){for(const other of b.
segments)if(segmentsTouch(one.a,one.b,other.a,other.b))return true}return hasVertexIn(a,b)||hasVertexIn(b,a)}function hasVertexIn(a,b){if(b.polygons.length===0)
return false;if(a.polygons.length===0)return a.segments.length>0&&placeIn(b,a.segments[0].a)==="inside";return a.polygons.some(({outer,holes})=>[outer,...holes].
some(ring3=>placeIn(b,ring3.vertices[0])==="inside"))}function within(a,b){if(a.point!==void 0)return isInterior(placeIn(b,a.point),b);const pieces=a.segments.flatMap(
segment=>piecesBetween(segment,b));const places=pieces.map(vertex3=>placeIn(b,vertex3));if(places.length===0||places.includes("outside"))return false;if(a.polygons.
length===0)return places.some(place=>isInterior(place,b));if(b.polygons.length===0)return false;for(const segment of b.segments){for(const vertex3 of piecesBetween(
segment,a))if(placeIn(a,vertex3)==="inside")return false}return a.polygons.every(polygon=>placeIn(b,innerVertex(a,polygon))!=="outside")}function isInterior(place,{
polygons}){return place==="inside"||place==="boundary"&&polygons.length===0}function distanceBetween(a,b){const{surface}=a;if(a.point!==void 0&&b.point!==void 0)
return surface.distance(a.point,b.point);if(intersects(a,b))return 0;const pairs=[];let best=Number.POSITIVE_INFINITY;const consider=(from2,to)=>{const chord=Math.
hypot(from2.vx-to.vx,from2.vy-to.vy,from2.vz-to.vz);if(chord>best*CHORD_TOLERANCE)return;best=Math.min(best,chord);pairs.push({from:from2,to,chord})};for(const vertex3 of verticesOf(
a)){for(const{a:start,b:end}of segmentsOf(b)){consider(vertex3,surface.nearestOnSegment(vertex3,start,end))}}for(const vertex3 of verticesOf(b)){for(const{a:start,
b:end}of segmentsOf(a)){consider(vertex3,surface.nearestOnSegment(vertex3,start,end))}}let distance2=Number.POSITIVE_INFINITY;for(const{from:from2,to,chord}of pairs){
if(chord<=best*CHORD_TOLERANCE)distance2=Math.min(distance2,surface.distance(from2,to))}return distance2}var CHORD_TOLERANCE=1.01;function segmentsOf({point:point2,
segments}){return point2===void 0?segments:[{a:point2,b:point2}]}function verticesOf({point:point2,segments,polygons}){if(point2!==void 0)return[point2];if(polygons.
length>0)return segments.map(({a})=>a);return segments.length===0?[]:[segments[0].a,...segments.map(({b})=>b)]}function placeIn(geometry,vertex3){if(geometry.point!==
void 0)return isSame(geometry.point,vertex3)?"boundary":"outside";for(const{a,b}of geometry.segments)if(isOnSegment(vertex3,a,b))return"boundary";return geometry.
polygons.some(polygon=>containsInside(polygon,vertex3))?"inside":"outside"}function containsInside({outer,holes},vertex3){return outer.contains(vertex3)&&!holes.
some(hole=>hole.contains(vertex3))}function piecesBetween({a,b},{surface,segments}){if(isSame(a,b))return[a];const cuts=[a,b];for(const other of segments){if(segmentsCross(
a,b,other.a,other.b))cuts.push(crossing(surface,a,b,other.a,other.b));if(isOnSegment(other.a,a,b))cuts.push(other.a);if(isOnSegment(other.b,a,b))cuts.push(other.
b)}const fromStart=vertex3=>Math.hypot(vertex3.vx-a.vx,vertex3.vy-a.vy,vertex3.vz-a.vz);cuts.sort((one,other)=>fromStart(one)-fromStart(other));const middles=[];
for(let i=1;i<cuts.length;i++){if(!isSame(cuts[i-1],cuts[i]))middles.push(along(surface,cuts[i-1],cuts[i],.5))}return middles}function innerVertex(geometry,polygon){
const{surface}=geometry;const[first,second]=polygon.outer.vertices;const middle=along(surface,first,second,.5);for(const other of polygon.outer.vertices.slice(2)){
for(let fraction2=.5;fraction2>1e-9;fraction2/=8){const candidate=along(surface,middle,other,fraction2);if(placeIn(geometry,candidate)==="inside"&&containsInside(
polygon,candidate))return candidate}}return middle}function toGeometry(value,type){const parsed=parseGeometry(value,type);return"geometry"in parsed?parsed.geometry:void 0}function readerOf(constant2){if(constant2===
void 0)return(value,{geospatialType})=>toGeometry(value,geospatialType);let read;return(_value,{geospatialType})=>{read??={geometry:toGeometry(constant2.value,geospatialType)};
return read.geometry}}function ofShapes(name,compute){const withConstants=([first,second])=>{const readFirst=readerOf(first);const readSecond=readerOf(second);const call22=(a,b,context)=>{
const one=readFirst(a,context);const other=one===void 0?void 0:readSecond(b,context);if(one===void 0||other===void 0)return void 0;context.spend?.(Math.floor(sizeOf(
one)*sizeOf(other)/PAIRS_PER_STEP));return compute(one,other)};return{call2:call22,call:(args,context)=>call22(args[0],args[1],context)}};const{call2}=withConstants(
[]);return binary(name,call2,withConstants)}var PAIRS_PER_STEP=2;function sizeOf({segments}){return Math.max(segments.length,1)}function findFault(value,{geospatialType,
spend}){const parsed=parseGeometry(value,geospatialType);if("reason"in parsed)return parsed.reason;const edges2=sizeOf(parsed.geometry);spend?.(Math.floor(edges2*
edges2/2/PAIRS_PER_STEP));return findSelfContact(parsed.geometry)}var SPATIAL_FUNCTIONS=[unary("ST_AREA",(value,{geospatialType})=>{const geometry=toGeometry(value,
geospatialType);return geometry===void 0?void 0:area(geometry)}),ofShapes("ST_DISTANCE",distanceBetween),ofShapes("ST_INTERSECTS",intersects),unary("ST_ISVALID",
(value,context)=>value===void 0?void 0:findFault(value,context)===void 0),unary("ST_ISVALIDDETAILED",(value,context)=>{if(value===void 0)return void 0;const reason=findFault(
value,context);return reason===void 0?{valid:true}:{valid:false,reason}}),ofShapes("ST_WITHIN",within)];import{createRequire}from"node:module";import{LRUCache as LRUCache4}from"lru-cache";var PATTERN_LENGTH_MAX=4096;var STEPS_MAX=5e6;var PATTERNS_KEPT_MAX=32;var FLAGS={i:"CASE_INSENSITIVE",m:"MULTILINE",s:"DOTALL",x:void 0};var loaded;function engine(){
loaded??=createRequire(import.meta.url)("re2js").RE2JS;return loaded}var STEPS_PER_COUNTED=2;var compiledPatterns=new LRUCache4({max:PATTERNS_KEPT_MAX});function compile(pattern,modifiers){
if(typeof pattern!=="string"||typeof modifiers!=="string")return void 0;const key=`${modifiers}/${pattern}`;let compiled=compiledPatterns.get(key);if(compiled===
void 0){let flags=0;for(const modifier of modifiers){if(!Object.hasOwn(FLAGS,modifier))return void 0;const name=FLAGS[modifier];if(name!==void 0)flags|=engine()[name]}
compiled=compileChecked(modifiers.includes("x")?withoutSpace(pattern):pattern,flags);compiledPatterns.set(key,compiled)}return compiled}function compileChecked(pattern,flags){
if(pattern.length>PATTERN_LENGTH_MAX){throw refusal(`the pattern is longer than ${PATTERN_LENGTH_MAX} characters`)}const expression=parse(pattern,flags);const size=expression.
programSize();const textLengthMax=Math.floor(STEPS_MAX/size);return(text,{spend})=>{if(text.length>textLengthMax){throw refusal(`a text of ${text.length} charac\
ters takes too long; use a simpler pattern or a shorter text`)}spend?.(Math.floor(text.length*size/STEPS_PER_COUNTED));return expression.test(text)}}function parse(pattern,flags){
try{return engine().compile(pattern,flags)}catch(cause){const reason=cause instanceof Error?cause.message:String(cause);throw refusal(`${reason} (look-around an\
d back references are not supported)`)}}function refusal(reason){return new QueryError("InvalidPattern",`REGEXMATCH cannot use this pattern: ${reason}.`)}function withoutSpace(pattern){
let result="";let inClass=false;for(let i=0;i<pattern.length;i++){const character=pattern[i];if(character==="\\"){result+=character+(pattern[++i]??"");continue}
if(!inClass&&character==="#"){const end=pattern.indexOf("\n",i);i=end<0?pattern.length:end;continue}if(!inClass&&/\s/.test(character))continue;if(character==="[")
inClass=true;else if(character==="]")inClass=false;result+=character}return result}function regexMatch(text,pattern,modifiers,context){return typeof text==="str\
ing"?compile(pattern,modifiers)?.(text,context):void 0}function specialize(constants2){const pattern=constants2[1];const modifiers=constants2.length===2?{value:""}:
constants2[2];if(pattern===void 0||modifiers===void 0)return void 0;const compiled=compile(pattern.value,modifiers.value);if(compiled===void 0)return void 0;const match=(text,context)=>typeof text===
"string"?compiled(text,context):void 0;return{call:(args,context)=>match(args[0],context),call2:(text,_pattern,context)=>match(text,context),call3:(text,_pattern,_modifiers,context)=>match(
text,context)}}var REGEX_FUNCTIONS=[binaryOrTernary("REGEXMATCH",(text,pattern,context)=>regexMatch(text,pattern,"",context),regexMatch,specialize)];var REPLICATE_LENGTH_MAX=1e4;function ofString(name,compute){return unary(name,text=>typeof text==="string"?compute(text):void 0)}function concatAll(args){let result="";
for(const arg of args){if(typeof arg!=="string")return void 0;result+=arg;if(result.length>OPERATOR_LIMITS.stringLengthMax)return void 0}return result}function indexOf(text,part,start){
if(typeof text!=="string"||typeof part!=="string"||!Number.isInteger(start))return void 0;return text.indexOf(part,start)}function lastIndexOf(text,part,start){
if(typeof text!=="string"||typeof part!=="string"||!Number.isInteger(start))return void 0;const latest=start-part.length+1;return latest<0?-1:text.lastIndexOf(part,
latest)}function substring(text,start,length){if(typeof text!=="string"||!Number.isInteger(start)||!Number.isInteger(length))return void 0;if(start<0||length<=0)
return"";return text.slice(start,start+length)}function right(text,length){if(typeof text!=="string"||!Number.isInteger(length))return void 0;return length<=0?"":
text.slice(-length)}function replace(text,find,replacement){if(typeof text!=="string"||typeof find!=="string"||typeof replacement!=="string"){return void 0}if(find===
"")return text;const parts=text.split(find);if(parts.length===1)return text;const length=text.length+(parts.length-1)*(replacement.length-find.length);return length<=
OPERATOR_LIMITS.stringLengthMax?parts.join(replacement):void 0}function replicate(text,count){if(typeof text!=="string"||typeof count!=="number"||!(count>=0))return void 0;
const times=Math.trunc(count);return text.length*times<=REPLICATE_LENGTH_MAX&&Number.isFinite(times)?text.repeat(times):void 0}function stringJoin(array,separator){
if(!Array.isArray(array)||typeof separator!=="string")return void 0;let length=separator.length*Math.max(0,array.length-1);for(const item of array){if(typeof item!==
"string")return void 0;length+=item.length}return length<=OPERATOR_LIMITS.stringLengthMax?array.join(separator):void 0}function stringSplit(text,delimiter){if(typeof text!==
"string"||typeof delimiter!=="string")return void 0;return delimiter===""?[text]:text.split(delimiter)}function toText(value){if(typeof value==="string")return value;
return typeof value==="number"?String(value):JSON.stringify(value)}function trimCharacters(text,characters,ends){let from2=0;let to=text.length;while(ends.start&&
from2<to&&characters.includes(text[from2]))from2++;while(ends.end&&to>from2&&characters.includes(text[to-1]))to--;return text.slice(from2,to)}function trim(name,ends,trimSpace){
return unaryOrBinary(name,text=>typeof text==="string"?trimSpace(text):void 0,(text,characters)=>typeof text==="string"&&typeof characters==="string"?trimCharacters(
text,characters,ends):void 0)}var STRING_FUNCTIONS=[variadic("CONCAT",2,Number.POSITIVE_INFINITY,concatAll),binaryOrTernary("INDEX_OF",(text,part)=>indexOf(text,
part,0),indexOf),binaryOrTernary("LASTINDEXOF",(text,part)=>typeof text==="string"&&typeof part==="string"?text.lastIndexOf(part):void 0,lastIndexOf),binary("LE\
FT",(text,length)=>substring(text,0,length)),ofString("LENGTH",text=>text.length),ofString("LOWER",text=>text.toLowerCase()),trim("LTRIM",{start:true,end:false},
text=>text.trimStart()),ternary("REPLACE",replace),binary("REPLICATE",replicate),ofString("REVERSE",text=>[...text].reverse().join("")),binary("RIGHT",right),trim(
"RTRIM",{start:false,end:true},text=>text.trimEnd()),binary("STRINGJOIN",stringJoin),binary("STRINGSPLIT",stringSplit),ternary("SUBSTRING",substring),unary("TOS\
TRING",toText),trim("TRIM",{start:true,end:true},text=>text.trim()),ofString("UPPER",text=>text.toUpperCase())];var contains3=(text,needle)=>text.includes(needle);var startsWithIgnoringCase=(text,lowered)=>text.slice(0,lowered.length).toLowerCase()===lowered;var endsWithIgnoringCase=(text,lowered)=>text.
length>=lowered.length&&text.slice(text.length-lowered.length).toLowerCase()===lowered;function matcher(name,exact,ignoringCase){const withCase=(text,needle)=>typeof text===
"string"&&typeof needle==="string"?exact(text,needle):void 0;const withFlag=(text,needle,ignoreCase)=>{if(typeof text!=="string"||typeof needle!=="string")return void 0;
if(typeof ignoreCase!=="boolean")return void 0;return ignoreCase?ignoringCase(text,needle.toLowerCase()):exact(text,needle)};const specialize2=([,needle,ignoreCase])=>{
if(ignoreCase?.value!==true||typeof needle?.value!=="string")return void 0;const lowered=needle.value.toLowerCase();const match=text=>typeof text==="string"?ignoringCase(
text,lowered):void 0;return{call:args=>match(args[0]),call3:match}};return binaryOrTernary(name,withCase,withFlag,specialize2)}function containsMany(name,ignoreCase,combine2){
const decisive=combine2===or;return variadic(name,2,Number.POSITIVE_INFINITY,args=>{const subject=args[0];if(typeof subject!=="string")return void 0;const text=ignoreCase?
subject.toLowerCase():subject;let result=!decisive;for(let i=1;i<args.length;i++){const term=args[i];const found=typeof term==="string"?text.includes(ignoreCase?
term.toLowerCase():term):void 0;if(found===decisive)return decisive;result=combine2(result,found)}return result})}var STRING_MATCH_FUNCTIONS=[matcher("CONTAINS",
contains3,(text,lowered)=>text.toLowerCase().includes(lowered)),containsMany("CONTAINS_ALL_CI",true,and),containsMany("CONTAINS_ALL_CS",false,and),containsMany(
"CONTAINS_ANY_CI",true,or),containsMany("CONTAINS_ANY_CS",false,or),matcher("ENDSWITH",(text,needle)=>text.endsWith(needle),endsWithIgnoringCase),matcher("START\
SWITH",(text,needle)=>text.startsWith(needle),startsWithIgnoringCase),matcher("STRINGEQUALS",(text,needle)=>text===needle,(text,lowered)=>text.length===lowered.
length&&text.toLowerCase()===lowered)];var NESTING_MAX=128;var NUMBER=/^[ \t\n\r]*-?(?:0|[1-9]\d*)(?:\.\d+)?(?:[eE][+-]?\d+)?[ \t\n\r]*$/;var BOOLEAN=/^[ \t\n\r]*(true|false)[ \t\n\r]*$/;var NULL=/^[ \t\n\r]*null[ \t\n\r]*$/;
function parseNumber(text){if(typeof text!=="string"||!NUMBER.test(text))return void 0;const number=Number(text);return Number.isFinite(number)?number:void 0}function parseBoolean(text){
const match=typeof text==="string"?BOOLEAN.exec(text):null;return match?match[1]==="true":void 0}function parseNull(text){return typeof text==="string"&&NULL.test(
text)?null:void 0}function nestsDeeperThan(text,max){let depth=0;let inString=false;for(let i=0;i<text.length;i++){const character=text[i];if(inString){if(character===
"\\")i++;else if(character==='"')inString=false}else if(character==='"'){inString=true}else if(character==="["||character==="{"){if(++depth>max)return true}else if(character===
"]"||character==="}"){depth--}}return false}function parseComposite(text,opening,isWanted){if(typeof text!=="string"||!text.trimStart().startsWith(opening))return void 0;
if(nestsDeeperThan(text,NESTING_MAX))return void 0;try{const value=JSON.parse(text);return isWanted(value)?value:void 0}catch{return void 0}}var STRING_PARSE_FUNCTIONS=[
unary("STRINGTOARRAY",text=>parseComposite(text,"[",Array.isArray)),unary("STRINGTOBOOLEAN",parseBoolean),unary("STRINGTONULL",parseNull),unary("STRINGTONUMBER",
parseNumber),unary("STRINGTOOBJECT",text=>parseComposite(text,"{",isObject))];var CONDITIONAL_FUNCTIONS=[ternary("IIF",(condition,then,otherwise)=>condition===true?then:otherwise)];var ITEM_RID_BYTES=16;function documentId(item){const rid=isObject(item)?item._rid:void 0;if(typeof rid!=="string")return void 0;const bytes=Buffer.from(rid.replaceAll(
"-","/"),"base64");return bytes.length===ITEM_RID_BYTES?Number(bytes.readBigUInt64LE(8)&0x0fffffffffffffffn):void 0}var ITEM_FUNCTIONS=[unary("DOCUMENTID",documentId)];var DIMENSIONS_MAX=4096;function vectorDistance(a,b,distance2){if(!Array.isArray(a)||!Array.isArray(b))return void 0;const length=a.length;if(length===0||length!==
b.length||length>DIMENSIONS_MAX)return void 0;return distance2==="euclidean"?euclidean(a,b):angular(a,b,distance2)}function angular(a,b,distance2){let product=0;
let aSquare=0;let bSquare=0;for(let i=0;i<a.length;i++){const x=a[i];const y=b[i];if(typeof x!=="number"||typeof y!=="number")return void 0;product+=x*y;aSquare+=
x*x;bSquare+=y*y}if(distance2==="dotproduct")return product;return aSquare===0||bSquare===0?0:product/Math.sqrt(aSquare*bSquare)}function euclidean(a,b){let square=0;
for(let i=0;i<a.length;i++){const x=a[i];const y=b[i];if(typeof x!=="number"||typeof y!=="number")return void 0;square+=(x-y)*(x-y)}return Math.sqrt(square)}function distanceFunctionOf(options){
if(typeof options!=="object"||options===null||Array.isArray(options))return void 0;const{distanceFunction="cosine"}=options;const name=typeof distanceFunction===
"string"?distanceFunction.toLowerCase():void 0;return name==="cosine"||name==="dotproduct"||name==="euclidean"?name:void 0}function distanceOf([a,b,bruteForce=false,
options={}]){const distance2=distanceFunctionOf(options);if(typeof bruteForce!=="boolean"||distance2===void 0)return void 0;return vectorDistance(a,b,distance2)}
var VECTOR_FUNCTIONS=[variadic("VECTORDISTANCE",2,4,distanceOf),variadic("_VectorScore",2,4,distanceOf)];var FAMILIES=[ARRAY_FUNCTIONS,CONDITIONAL_FUNCTIONS,DATE_TIME_FUNCTIONS,FULL_TEXT_FUNCTIONS,INTEGER_FUNCTIONS,ITEM_FUNCTIONS,MATH_FUNCTIONS,REGEX_FUNCTIONS,SET_FUNCTIONS,
SPATIAL_FUNCTIONS,STRING_FUNCTIONS,STRING_MATCH_FUNCTIONS,STRING_PARSE_FUNCTIONS,TYPE_CHECK_FUNCTIONS,VECTOR_FUNCTIONS];var BY_NAME=new Map(FAMILIES.flat().map(
fn=>[fn.name.toUpperCase(),fn]));function findFunction(name){return BY_NAME.get(name.toUpperCase())}function allFunctions(){return[...BY_NAME.values()]}function childrenOf(expression){switch(expression.kind){case"literal":case"parameter":case"name":case"subquery":return[];case"member":return[expression.object,expression.
index];case"unary":return[expression.operand];case"binary":case"coalesce":return[expression.left,expression.right];case"conditional":return[expression.condition,
expression.then,expression.otherwise];case"in":return[expression.operand,...expression.list];case"between":return[expression.operand,expression.low,expression.high];case"\
like":return expression.escape===void 0?[expression.operand,expression.pattern]:[expression.operand,expression.pattern,expression.escape];case"call":return expression.
args;case"object":return expression.entries.map(([,value])=>value);case"array":return expression.items}}function someExpression(expression,test){return test(expression)||
childrenOf(expression).some(child=>someExpression(child,test))}function constant(value){return{evaluate:()=>value,constant:{value}}}function fromSlot(slot){return{evaluate:environment=>environment[slot]}}function combine(parts,build,foldable=true){
const evaluate=build(parts);return foldable&&parts.every(part=>part.constant!==void 0)?constant(evaluate([])):{evaluate}}function isTrue(constant2){return constant2.value===true}function constantOf(node,parameters){switch(node.kind){case"literal":return{value:node.value};case"para\
meter":return parameters.has(node.name)?{value:parameters.get(node.name)}:void 0;case"unary":{const operand=constantOf(node.operand,parameters)?.value;return node.
operator==="-"&&typeof operand==="number"?{value:-operand}:void 0}case"array":{const items=node.items.map(item=>constantOf(item,parameters));if(!items.every(item=>item!==
void 0))return void 0;return{value:items.map(({value})=>value).filter(isDefined)}}case"object":{const entries=node.entries.map(([key,value])=>[key,constantOf(value,
parameters)]);if(entries.some(([,value])=>value===void 0))return void 0;const defined=entries.map(([key,value])=>[key,value.value]).filter(([,value])=>isDefined(
value));return{value:Object.fromEntries(defined)}}case"binary":{if(node.operator!=="=")return void 0;const left=constantOf(node.left,parameters);const right2=left&&
constantOf(node.right,parameters);if(right2===void 0||left?.value===void 0||right2.value===void 0)return void 0;return{value:valuesEqual(left.value,right2.value)}}default:
return void 0}}function isDefined(value){return value!==void 0}function indexPathOf(expression,scope){const steps=documentPathOf(expression,scope);return steps===void 0||steps.length===0?void 0:toIndexPath(steps)}function entryPathOf(expression,scope){
const steps=originOf(expression,scope);return steps===void 0||steps.length===0?void 0:toIndexPath(steps)}function toIndexPath(steps){const segments=steps.map(step=>typeof step===
"string"?step:null);return{path:canonicalPath(segments),isMany:segments.includes(null)}}function documentPathOf(expression,scope){return pathOf2(expression,name=>scope.
lookup(name)?.path)}function originOf(expression,scope){return pathOf2(expression,name=>{const binding=scope.lookup(name);return binding?.path??binding?.origin})}
function pathOf2(expression,rootOf2){if(expression.kind==="name")return rootOf2(expression.name);if(expression.kind!=="member"||expression.index.kind!=="literal")
return void 0;const step=expression.index.value;if(typeof step!=="string"&&typeof step!=="number")return void 0;const object=pathOf2(expression.object,rootOf2);
return object&&[...object,step]}function isAggregateCall(expression){return expression.kind==="call"&&!expression.udf&&findAggregate(expression.name)!==void 0}function isBlocking(query){return query.
select.distinct||isAggregateQuery(query)||query.from!==void 0&&leadingSubqueryBlocks(query.from)}function leadingSubqueryBlocks(source){if(source.kind==="join")
return leadingSubqueryBlocks(source.left);return source.collection.kind==="subquery"&&isBlocking(source.collection.query)}function isAggregateQuery(query){return query.
groupBy!==void 0||selectExpressions(query.select.shape).some(expression=>someExpression(expression,isAggregateCall))}function selectExpressions(shape){switch(shape.
kind){case"star":return[];case"value":return[shape.expression];case"list":return shape.items.map(item=>item.expression)}}function languageOf(text,scope,{fullTextLanguage,fullTextLanguages}){if(fullTextLanguages===void 0||fullTextLanguages.size===0)return fullTextLanguage;const path=indexPathOf(
text,scope)?.path;return path!==void 0&&fullTextLanguages.get(path)||fullTextLanguage}var CHARACTERS_PER_STEP=64;function bindCall(call,place){if(call.udf)return bindUdf(call,place);const aggregate=findAggregate(call.name);if(aggregate!==void 0)return bindAggregate(
call,aggregate,place);const builtin=findFunction(call.name);if(builtin===void 0){throw new QueryError("SC2005",`'${call.name}' is not a recognized built-in func\
tion name.`,{start:call.at.start,end:call.at.start+call.name.length})}checkArgumentCount(call,builtin.minArgs,builtin.maxArgs);const args=withMetric(call,place).
map(argument=>bindPart(argument,place));const{spend,longCalls}=place.context.options;if(builtin.comesInPieces)longCalls?.note();const build=()=>{const counted=spend===
void 0?args:args.map(argument=>countingSteps(argument,spend));const evaluate=callBuiltin(builtin,counted,functionContext(call,place));return spend===void 0?evaluate:
countingSteps({evaluate},spend).evaluate};return combine(args,build,builtin.deterministic)}function countingSteps(bound,spend){const{evaluate}=bound;return{...bound,
evaluate:row=>{const value=evaluate(row);if(typeof value==="string"){if(value.length>=CHARACTERS_PER_STEP)spend(Math.floor(value.length/CHARACTERS_PER_STEP))}else if(Array.
isArray(value)&&value.length>0)spend(value.length);return value}}}function checkArgumentCount(call,minArgs,maxArgs){if(call.args.length>=minArgs&&call.args.length<=
maxArgs)return;const count=minArgs===maxArgs?`${minArgs}`:maxArgs<100?`${minArgs} to ${maxArgs}`:`at least ${minArgs}`;throw new QueryError("SC2050",`The ${call.
name.toUpperCase()} function requires ${count} argument(s).`,call.at)}function functionContext({args:[text]},{scope,context}){const{functions,spend,longCalls}=context.
options;const language=text&&languageOf(text,scope,functions);return{...functions,...language!==void 0&&{fullTextLanguage:language},...spend&&{spend},...longCalls&&
{inPieces:(name,pieces)=>longCalls.run(name,pieces)}}}function withMetric(call,{scope,context}){if(!VECTOR_FUNCTIONS2.has(call.name.toUpperCase()))return call.args;
const{parameters,vectorEmbeddings:vectorEmbeddings2}=context.options;const[first,second,bruteForce,options]=call.args;const given=options===void 0?{}:constantOf(
options,parameters)?.value;if(typeof given!=="object"||given===null||Array.isArray(given)||"distanceFunction"in given)return call.args;const paths=[first,second].
map(argument=>argument&&indexPathOf(argument,scope)?.path);const embedding=vectorEmbeddings2.find(({path})=>paths.includes(canonicalPath(parsePath(path)??[])));
if(embedding===void 0)return call.args;const{at:at2}=call;const{distanceFunction}=embedding;const metric={kind:"literal",value:{...given,distanceFunction},at:at2};
return[first,second,bruteForce??{kind:"literal",value:false,at:at2},metric]}var VECTOR_FUNCTIONS2=new Set(["VECTORDISTANCE","_VECTORSCORE"]);function callBuiltin(builtin,args,context){
const constants2=args.map(argument=>argument.constant);const known=constants2.some(argument=>argument!==void 0);const calls=known&&builtin.specialize?.(constants2)||
builtin;const[a,b,c]=args.map(argument=>argument.evaluate);const{call,call0,call1,call2,call3}=calls;if(args.length===0&&call0)return()=>call0(context);if(args.
length===1&&call1)return row=>call1(a(row),context);if(args.length===2&&call2)return row=>call2(a(row),b(row),context);if(args.length===3&&call3)return row=>call3(
a(row),b(row),c(row),context);const evaluators=args.map(argument=>argument.evaluate);return row=>call(evaluators.map(evaluate=>evaluate(row)),context)}function bindAggregate(call,aggregate,place){
const{grouping}=place;if(grouping===void 0){throw new QueryError("SC2100",`The aggregate function ${call.name.toUpperCase()} is only valid in the SELECT clause.`,
call.at)}checkArgumentCount(call,1,1);const argument=call.args[0];if(someExpression(argument,isAggregateOrSubquery)){throw new QueryError("SC2101","Cannot perfo\
rm an aggregate function on an expression containing an aggregate or a subquery.",call.at)}const{evaluate}=bindPart(argument,{context:place.context,scope:grouping.
rowScope});const slot=grouping.addAggregate(call,aggregate.create,evaluate);return{evaluate:environment=>environment[slot]}}function isAggregateOrSubquery(expression){
return expression.kind==="subquery"||isAggregateCall(expression)}function bindUdf(call,place){const{udf}=place.context.options;if(udf===void 0){throw new QueryError(
"SC2006",`The user-defined function 'udf.${call.name}' is not available here.`,call.at)}const args=call.args.map(argument=>bindPart(argument,place).evaluate);return{
evaluate:environment=>{const values=[];for(const evaluate of args){const value=evaluate(environment);if(value===void 0)return void 0;values.push(value)}return udf.
call(call.name,values)}}}function bindObject(expression,place){const names=expression.entries.map(([name])=>name);const parts=expression.entries.map(([,value])=>bindPart(value,place));return combine(
parts,()=>buildObject(names,parts.map(part=>part.evaluate)))}function buildObject(names,values){const plain=!names.includes("__proto__");return environment=>{const object={};
for(let i=0;i<names.length;i++){const value=values[i](environment);if(value===void 0)continue;if(plain)object[names[i]]=value;else Object.defineProperty(object,
names[i],{value,enumerable:true,configurable:true,writable:true})}return object}}function bindArray(expression,place){const parts=expression.items.map(item=>bindPart(
item,place));return combine(parts,()=>{const evaluators=parts.map(part=>part.evaluate);return environment=>{const array=[];for(const evaluate of evaluators){const value=evaluate(
environment);if(value!==void 0)array.push(value)}return array}})}var LIKE_LIMITS={patternLengthMax:4096,stepsMax:2e7};function compileLike(pattern,escapedBy){if(typeof pattern!=="string"||pattern.length>LIKE_LIMITS.patternLengthMax)
return void 0;const escapeCharacter=escapedBy?.value;if(escapedBy!==void 0&&(typeof escapeCharacter!=="string"||escapeCharacter.length!==1)){return void 0}return matchPieces(
splitPattern(pattern,escapeCharacter))}function like(value,pattern,escapedBy){return compileLike(pattern,escapedBy)?.(value)}function matchPieces(pieces){const first=pieces[0];
const last=pieces[pieces.length-1];if(pieces.length===1){return value=>typeof value==="string"?value.length===first.length&&first.standsAt(value,0):void 0}const middle=pieces.
slice(1,-1).filter(piece=>piece.length>0);return value=>{if(typeof value!=="string")return void 0;const end=value.length-last.length;if(end<first.length||!first.
standsAt(value,0)||!last.standsAt(value,end))return false;let at2=first.length;for(const piece of middle){const found=piece.find(value,at2);if(found<0)return false;
at2=found+piece.length;if(at2>end)return false}return true}}function splitPattern(pattern,escapeCharacter){const pieces=[];let units=[];for(let i=0;i<pattern.length;i++){
const character=pattern[i];if(character===escapeCharacter&&i+1<pattern.length){units.push(pattern[++i])}else if(character==="%"){pieces.push(makePiece(units));units=
[]}else if(character==="_"){units.push(()=>true)}else if(character==="["){const close=closingBracket(pattern,i);units.push(close<0?character:unitSet(pattern.slice(
i+1,close)));if(close>=0)i=close}else{units.push(character)}}pieces.push(makePiece(units));return pieces}function closingBracket(pattern,open){const firstMember=pattern[open+
1]==="^"?open+2:open+1;return pattern.indexOf("]",firstMember+1)}function unitSet(text){const negated2=text.length>1&&text[0]==="^";const body=negated2?text.slice(
1):text;const single=new Set;const ranges=[];for(let i=0;i<body.length;i++){const low=body.charCodeAt(i);if(body[i+1]==="-"&&i+2<body.length){ranges.push([low,body.
charCodeAt(i+2)]);i+=2}else{single.add(low)}}return unit2=>(single.has(unit2)||ranges.some(([low,high])=>low<=unit2&&unit2<=high))!==negated2}function makePiece(units){
return units.every(unit2=>typeof unit2==="string")?literalPiece(units.join("")):testedPiece(units)}function literalPiece(literal2){return{length:literal2.length,
find:(text,from2)=>text.indexOf(literal2,from2),standsAt:(text,at2)=>text.startsWith(literal2,at2)}}function testedPiece(units){const tests=units.map(unit2=>{if(typeof unit2!==
"string")return unit2;const code=unit2.charCodeAt(0);return other=>other===code});const countHolding=(text,at2)=>{let i=0;while(i<tests.length&&at2+i<text.length&&
tests[i](text.charCodeAt(at2+i)))i++;return i};return{length:tests.length,standsAt:(text,at2)=>countHolding(text,at2)===tests.length,find:(text,from2)=>{let steps=0;
for(let at2=from2;at2<=text.length-tests.length;at2++){const holding=countHolding(text,at2);if(holding===tests.length)return at2;steps+=holding+1;if(steps>LIKE_LIMITS.
stepsMax)throw tooCostly()}return-1}}}function tooCostly(){return new QueryError("InvalidPattern","This LIKE takes too long on a text of this size: use fewer si\
ngle-character wildcards, or a shorter text.")}function bindUnary(expression,place){return combine([bindPart(expression.operand,place)],([operand])=>applyUnary(UNARY_OPERATORS[expression.operator],operand.evaluate))}
function applyUnary(operator,operand){return environment=>operator(operand(environment))}function bindBinary(expression,place){const left=bindPart(expression.left,
place);const right2=bindPart(expression.right,place);return combine([left,right2],()=>{const first=left.evaluate;const second=right2.evaluate;switch(expression.
operator){case"and":return environment=>{const a=first(environment);if(a===false)return false;const b=second(environment);return b===false?false:a===true&&b===true?
true:void 0};case"or":return environment=>{const a=first(environment);if(a===true)return true;const b=second(environment);return b===true?true:a===false&&b===false?
false:void 0};default:{const operator=countingSteps2(BINARY_OPERATORS[expression.operator],place.context.options);if(right2.constant===void 0)return row=>operator(
first(row),second(row));const known=right2.constant.value;return environment=>operator(first(environment),known)}}})}function countingSteps2(operator,{spend}){if(spend===
void 0||operator!==BINARY_OPERATORS["="]&&operator!==BINARY_OPERATORS["!="]){return operator}return(a,b)=>{if(Array.isArray(a)&&Array.isArray(b)&&a.length===b.length)
spend(a.length);return operator(a,b)}}function bindCoalesce(expression,place){const left=bindPart(expression.left,place);const right2=bindPart(expression.right,
place);return combine([left,right2],()=>environment=>{const value=left.evaluate(environment);return value===void 0?right2.evaluate(environment):value})}function bindConditional(expression,place){
const parts=[expression.condition,expression.then,expression.otherwise].map(part=>bindPart(part,place));const[condition,then,otherwise]=parts.map(part=>part.evaluate);
return combine(parts,()=>environment=>condition(environment)===true?then(environment):otherwise(environment))}function bindInList(expression,place){const operand=bindPart(
expression.operand,place);const list2=expression.list.map(item=>bindPart(item,place));return combine([operand,...list2],()=>{const constants2=constantsOf(list2);
const found=constants2?applyUnary(compileIn(constants2),operand.evaluate):environment=>inList(operand.evaluate(environment),list2.map(item=>item.evaluate(environment)));
return expression.negated?applyUnary(not,found):found})}function constantsOf(parts){const constants2=[];for(const part of parts){if(part.constant===void 0)return void 0;
constants2.push(part.constant)}return constants2.map(part=>part.value)}function bindBetween(expression,place){const parts=[expression.operand,expression.low,expression.
high].map(part=>bindPart(part,place));const[operand,low,high]=parts.map(part=>part.evaluate);return combine(parts,()=>{const inside=row=>between(operand(row),low(
row),high(row));return expression.negated?applyUnary(not,inside):inside})}function bindLikeMatch(expression,place){const operand=bindPart(expression.operand,place);
const pattern=bindPart(expression.pattern,place);const escapeWith=expression.escape&&bindPart(expression.escape,place);return combine(escapeWith?[operand,pattern,
escapeWith]:[operand,pattern],()=>{const matches=matchLike(operand.evaluate,pattern,escapeWith);return expression.negated?applyUnary(not,matches):matches})}function matchLike(operand,pattern,escapeWith){
if(pattern.constant!==void 0&&(escapeWith===void 0||escapeWith.constant!==void 0)){const matcher2=compileLike(pattern.constant.value,escapeWith?.constant);return matcher2===
void 0?()=>void 0:applyUnary(matcher2,operand)}return environment=>like(operand(environment),pattern.evaluate(environment),escapeWith&&{value:escapeWith.evaluate(
environment)})}var DISTINCT_CHARACTERS_MAX=64*1024*1024;var DistinctSet=class{#seen=new Set;#isKnown;#characters=0;#last;constructor(isKnown=()=>false){this.#isKnown=isKnown}get last(){
return this.#last}get added(){return this.#seen}get size(){return this.#seen.size}has(value){return this.#has(valueIdentity(value))}add(value){const identity=valueIdentity(
value);if(this.#has(identity))return false;this.#characters+=identity.length;if(this.#characters>DISTINCT_CHARACTERS_MAX){throw new QueryError("DistinctTooLarge",
"DISTINCT found more different values than one query may hold. Add a filter, or select fewer properties.")}this.#seen.add(identity);this.#last=value;return true}#has(identity){
return this.#seen.has(identity)||this.#isKnown(identity)}};function valueIdentity(value){switch(typeof value){case"undefined":return"undefined";case"string":return`\
"${value}`;case"number":return`${value===0?0:value}`;default:return canonicalJson(value)}}import{hash as hash2}from"node:crypto";import{hash}from"node:crypto";var TAG_UNDEFINED=0;var TAG_NULL=1;var TAG_FALSE=2;var TAG_TRUE=3;var TAG_NUMBER=5;var TAG_STRING=8;var TAG_ARRAY=10;var TAG_OBJECT=11;var STRING_END=0;var STRING_ESCAPE=1;
var STRING_CUT=255;var STRING_BYTES_MAX=256;var DIGEST_BYTES2=8;var NUMBER_BYTES=9;var CUT_STRING_BYTES_MIN=1+STRING_BYTES_MAX+1+DIGEST_BYTES2;var ENCODED_VALUE_BYTES_MAX=1+
STRING_BYTES_MAX+6+1+DIGEST_BYTES2;function writeValue(target,offset,value){switch(typeof value){case"undefined":target[offset]=TAG_UNDEFINED;return offset+1;case"\
boolean":target[offset]=value?TAG_TRUE:TAG_FALSE;return offset+1;case"number":return writeNumber(target,offset,value);case"string":return writeString(target,offset,
value);default:if(value===null){target[offset]=TAG_NULL;return offset+1}target[offset]=Array.isArray(value)?TAG_ARRAY:TAG_OBJECT;return writeDigest(target,offset+
1,canonicalJson(value))}}function encodeValue(value){const scratch3=Buffer.allocUnsafe(ENCODED_VALUE_BYTES_MAX);return scratch3.subarray(0,writeValue(scratch3,0,
value))}function writeNumber(target,offset,value){target[offset]=TAG_NUMBER;target.writeDoubleBE(value===0?0:value,offset+1);const first=target[offset+1];if(first<
128){target[offset+1]=first|128}else{for(let i=1;i<=8;i++)target[offset+i]=~target[offset+i]&255}return offset+NUMBER_BYTES}function writeString(target,offset,value){
target[offset]=TAG_STRING;let end=offset+1;const limit=end+STRING_BYTES_MAX;for(let i=0;i<value.length;i++){if(end>=limit){target[end]=STRING_CUT;return writeDigest(
target,end+1,value)}end=writeUnit(target,end,value.charCodeAt(i))}target[end]=STRING_END;return end+1}function writeUnit(target,offset,unit2){let end=offset;if(unit2<
128){if(unit2<=STRING_ESCAPE){target[end++]=STRING_ESCAPE;target[end++]=unit2+1}else{target[end++]=unit2}}else if(unit2<2048){target[end++]=192|unit2>>6;target[end++]=
128|unit2&63}else{target[end++]=224|unit2>>12;target[end++]=128|unit2>>6&63;target[end++]=128|unit2&63}return end}function encodeText(text){const bytes=Buffer.allocUnsafe(
3*text.length);let end=0;for(let i=0;i<text.length;i++)end=writeUnit(bytes,end,text.charCodeAt(i));return bytes.subarray(0,end)}function writeDigest(target,offset,text){
target.write(hash("sha256",text,"binary"),offset,DIGEST_BYTES2,"latin1");return offset+DIGEST_BYTES2}function decodeValue(source,offset){const tag=source[offset];
switch(tag){case TAG_UNDEFINED:return{value:void 0,exact:true,end:offset+1};case TAG_NULL:return{value:null,exact:true,end:offset+1};case TAG_FALSE:return{value:false,
exact:true,end:offset+1};case TAG_TRUE:return{value:true,exact:true,end:offset+1};case TAG_NUMBER:return{value:readNumber(source,offset+1),exact:true,end:offset+
NUMBER_BYTES};case TAG_STRING:return readString(source,offset+1);case TAG_ARRAY:case TAG_OBJECT:return{value:void 0,exact:false,end:offset+1+DIGEST_BYTES2};default:
throw new Corruption(`No value is encoded with the tag ${tag}.`)}}function decodeKey(key){const tag=key.charCodeAt(0);if(tag===TAG_NUMBER&&key.length===NUMBER_BYTES){
for(let i=0;i<8;i++)numberBytes[i]=key.charCodeAt(i+1);return{value:numberOfBytes(),exact:true}}if(tag===TAG_STRING&&isAsciiString(key))return{value:key.slice(1,
-1),exact:true};const{value,exact}=decodeValue(Buffer.from(key,"latin1"),0);return{value,exact}}function isAsciiString(key){const last=key.length-1;for(let i=1;i<
last;i++){const byte=key.charCodeAt(i);if(byte<=STRING_ESCAPE||byte>=128)return false}return key.charCodeAt(last)===STRING_END}var numberBytes=new Uint8Array(8);
var numberView=new DataView(numberBytes.buffer);function readNumber(source,offset){if(offset+8>source.length)throw new Corruption("An encoded number is too shor\
t.");for(let i=0;i<8;i++)numberBytes[i]=source[offset+i];return numberOfBytes()}function readInvertedNumber(source,offset,end){if(source[offset]!==(~TAG_NUMBER&
255)||offset+NUMBER_BYTES>end)return void 0;for(let i=0;i<8;i++)numberBytes[i]=~source[offset+1+i];return numberOfBytes()}function numberOfBytes(){if(numberBytes[0]>=
128)numberBytes[0]=numberBytes[0]&127;else for(let i=0;i<8;i++)numberBytes[i]=~numberBytes[i];return numberView.getFloat64(0)}function readString(source,offset){
let end=offset;let ascii=true;while(source[end]!==STRING_END&&source[end]!==STRING_CUT){if(source[end]>=128||source[end]===STRING_ESCAPE)ascii=false;if(source[end]===
STRING_ESCAPE)end++;end++;if(end>=source.length)throw new Corruption("An encoded string has no end.")}const value=ascii?source.toString("latin1",offset,end):readCodeUnits(
source,offset,end);const exact=source[end]===STRING_END;return{value,exact,end:exact?end+1:end+1+DIGEST_BYTES2}}function readCodeUnits(source,offset,end){const units=[];
for(let i=offset;i<end;){const byte=source[i];if(byte===STRING_ESCAPE){units.push(source[i+1]-1);i+=2}else if(byte<128){units.push(byte);i+=1}else if(byte<224){
units.push((byte&31)<<6|source[i+1]&63);i+=2}else{units.push((byte&15)<<12|(source[i+1]&63)<<6|source[i+2]&63);i+=3}}return String.fromCharCode(...units)}var RUN=1e3;function*sortInPieces(list2,compare){let runs=[];for(let at2=0;at2<list2.length;at2+=RUN){runs.push(list2.slice(at2,at2+RUN).sort(compare));if(list2.
length>RUN)yield}while(runs.length>1){const merged=[];for(let i=0;i<runs.length;i+=2){const[a,b]=[runs[i],runs[i+1]];merged.push(b===void 0?a:yield*merge(a,b,compare))}
runs=merged}return runs[0]??[]}function*merge(a,b,compare){const merged=[];let i=0;let j=0;while(i<a.length||j<b.length){const isFirst=j===b.length||i<a.length&&
compare(a[i],b[j])<=0;merged.push(isFirst?a[i++]:b[j++]);if(merged.length%RUN===0)yield}return merged}var GROUPS_MAX=2e5;var GROUPS_BYTES_MAX=64*1024*1024;var GROUP_BYTES=128;var ACCUMULATOR_BYTES=48;var GROUPS_PER_PIECE=100;var GroupTable=class{#keys;#aggregates;#groups=new Map;#last;#bytes=0;constructor(grouping){
this.#keys=grouping.keys;this.#aggregates=grouping.aggregates;if(this.#keys.length===0)this.#groups.set("",this.#newGroup("",[]))}add(environment,times){this.#addTo(
this.#groupOf(environment),environment,times)}addAlike(environment,times){this.#addTo(this.#last??this.#groupOf(environment),environment,times)}#addTo({accumulators},environment,times){
for(let i=0;i<accumulators.length;i++){accumulators[i].add(this.#aggregates[i].argument(environment),times)}}*walk(environment,order="byKeys"){const groups=[];for(const group of this.#groups.
values()){groups.push({group,key:groupKey(group.keys)});if(groups.length%GROUPS_PER_PIECE===0)yield void 0}const inOrder=order==="byKeys"?yield*sorted(groups):groups;
for(const{group,key}of inOrder){this.#keys.forEach(({slot},i)=>{environment[slot]=group.keys[i]});this.#aggregates.forEach((aggregate,i)=>{environment[aggregate.
slot]=group.accumulators[i].result()});yield{key,bytes:group.bytes}}}#groupOf(environment){if(this.#keys.length===0)return this.#groups.get("");const values=this.#keys.
map(key=>key.evaluate(environment));const last=this.#last;if(last!==void 0&&values.every((value,i)=>typeof value==="string"&&value===last.keys[i]))return last;const identity=values.
length===1?valueIdentity(values[0]):JSON.stringify(values.map(valueIdentity));let group=this.#groups.get(identity);if(group===void 0){if(this.#groups.size>=GROUPS_MAX)
throw tooLarge();group=this.#newGroup(identity,values);this.#groups.set(identity,group)}this.#last=group;return group}#newGroup(identity,keys){const spend=bytes=>{
group.bytes+=bytes;this.#bytes+=bytes;if(this.#bytes>GROUPS_BYTES_MAX)throw tooLarge()};const accumulators=this.#aggregates.map(aggregate=>aggregate.create(spend));
const group={identity,keys,accumulators,bytes:0};spend(GROUP_BYTES+2*identity.length+ACCUMULATOR_BYTES*this.#aggregates.length);return group}};var GROUP_KEY_BYTES_MAX=2048;
function groupKey(values){const key=values.map(value=>encodeValue(value).toString("latin1")).join("");if(key.length<=GROUP_KEY_BYTES_MAX)return key;return key.slice(
0,GROUP_KEY_BYTES_MAX)+hash2("sha256",Buffer.from(key,"latin1"),"binary")}function*sorted(groups){const pieces=sortInPieces(groups,compareGroups);for(;;){const{
done,value}=pieces.next();if(done)return value;yield void 0}}function compareGroups(a,b){return compareTexts(a.key,b.key)||compareTexts(a.group.identity,b.group.
identity)}function compareTexts(a,b){return a<b?-1:a>b?1:0}function tooLarge(){return new QueryError("GroupByTooLarge",`GROUP BY found more than ${GROUPS_MAX} g\
roups, or more than ${GROUPS_BYTES_MAX/1024/1024} MB of them. Add a filter, or group by fewer or smaller properties.`)}var QuerySink=class{#query;#environment;#emit;#groups;rowsTaken=0;constructor(query,environment,emit){this.#query=query;this.#environment=environment;this.#emit=
limitedRows(query,emit);if(query.grouping!==void 0)this.#groups=new GroupTable(query.grouping)}row(times=1){this.rowsTaken++;if(this.#groups!==void 0){this.#groups.
add(this.#environment,times);return true}return this.#emit(this.#query.project(this.#environment))}end(){for(const group of this.groups("byKeys")){if(group!==void 0&&
!this.group(group.key))return}}groups(order){return this.#groups?.walk(this.#environment,order)??[]}group(key,emit=this.#emit){return emit(this.#query.project(this.#environment),
key)}};function limitedRows(query,emit){if(!query.distinct&&query.offset===0&&query.limit===Number.POSITIVE_INFINITY)return emit;const seen=query.distinct?new DistinctSet:
void 0;let skip=query.offset;let left=query.limit;return(value,key)=>{if(left===0)return false;if(value===void 0||seen!==void 0&&!seen.add(value))return true;if(skip>
0){skip--;return true}left--;return emit(value,key)&&left>0}}function runSubquery(query,environment,context,emit){const sink=new QuerySink(query,environment,emit);const{where}=query;if(!query.empty){forEachRow(query,0,environment,
()=>{context.countSubqueryRow();return where!==void 0&&where(environment)!==true?true:sink.row()})}sink.end()}function forEachRow(query,depth,environment,visit2){
const step=query.steps[depth];if(step===void 0)return visit2();const value=step.evaluate(environment);if(step.kind==="bind"){if(value===void 0)return true;environment[step.
slot]=value;return forEachRow(query,depth+1,environment,visit2)}if(!Array.isArray(value))return true;for(const element of value){environment[step.slot]=element;
if(!forEachRow(query,depth+1,environment,visit2))return false}return true}function bindSubquery(expression,place){const{context}=place;const query=context.steps.query(expression.query,{context,scope:new Scope(place.scope)});return{evaluate:environment=>{
const taker=ROW_TAKERS[expression.subquery]();runSubquery(query,environment,context,row=>row===void 0||taker.take(row));return taker.result()}}}var ROW_TAKERS={
scalar:takeFirst,first:takeFirst,last:takeLast,exists:takeAny,array:takeAll,all:takeEvery};function takeFirst(){let first;return{take:row=>{first=row;return false},
result:()=>first}}function takeLast(){let last;return{take:row=>{last=row;return true},result:()=>last}}function takeAny(){let found=false;return{take:()=>{found=
true;return false},result:()=>found}}function takeAll(){const rows=[];return{take:row=>{rows.push(row);return true},result:()=>rows}}function takeEvery(){let every=true;
return{take:row=>{every=row===true;return every},result:()=>every}}function bindExpression(expression,place){const grouped=place.grouping?.keyFor(expression);if(grouped!==void 0)return fromSlot(grouped);switch(expression.kind){case"\
literal":return constant(expression.value);case"parameter":return bindParameter(expression,place);case"name":return bindName(expression,place);case"member":return bindMember(
expression,place);case"unary":return bindUnary(expression,place);case"binary":return bindBinary(expression,place);case"coalesce":return bindCoalesce(expression,
place);case"conditional":return bindConditional(expression,place);case"in":return bindInList(expression,place);case"between":return bindBetween(expression,place);case"\
like":return bindLikeMatch(expression,place);case"call":return bindCall(expression,place);case"object":return bindObject(expression,place);case"array":return bindArray(
expression,place);case"subquery":return bindSubquery(expression,place)}}function bindParameter({name,at:at2},place){const{parameters,planOnly=false}=place.context.
options;if(parameters.has(name))return constant(parameters.get(name));if(planOnly)return{evaluate:()=>void 0};throw new QueryError("SC2010",`The parameter '${name}\
' has no value. Add it to the query's parameters.`,at2)}function bindName(expression,place){refuseHidden(expression,place);const binding=place.scope.lookup(expression.
name);if(binding!==void 0)return fromSlot(binding.slot);const number=NUMBER_NAMES.get(expression.name);if(number===void 0)throw unresolved(expression.name,expression.
at);return constant(number)}var NUMBER_NAMES=new Map([["NaN",Number.NaN],["Infinity",Number.POSITIVE_INFINITY]]);function unresolved(name,at2){return new QueryError(
"SC2001",`Identifier '${name}' could not be resolved.`,at2)}function bindMember(expression,place){refuseHidden(expression,place);const computed=computedProperty(
expression,place);if(computed!==void 0)return computed;const index=bindExpression(expression.index,place);return combine([bindExpression(expression.object,place),
index],([object])=>{const from2=object.evaluate;if(index.constant===void 0){return environment=>member(from2(environment),index.evaluate(environment))}const at2=index.
constant.value;if(typeof at2!=="string")return environment=>member(from2(environment),at2);const read=compileMember(at2);return environment=>read(from2(environment))})}
function computedProperty(expression,place){const{object,index}=expression;if(object.kind!=="name"||index.kind!=="literal"||typeof index.value!=="string")return void 0;
if(place.scope.lookup(object.name)?.path?.length!==0)return void 0;const evaluate=bindComputed(index.value,place.context);return evaluate&&{evaluate}}function refuseHidden(expression,place){
let root=expression;while(root.kind==="member"&&place.grouping?.keyFor(root)===void 0)root=root.object;if(root.kind!=="name"||!place.scope.isHidden(root.name)||
place.grouping?.keyFor(root)!==void 0)return;throw new QueryError("SC2102",`Property reference '${referenceText(expression)}' is invalid in the select list beca\
use it is not contained in either an aggregate function or the GROUP BY clause.`,expression.at)}function referenceText(expression){if(expression.kind==="name")return expression.
name;if(expression.kind!=="member")return"";const{index}=expression;const step=index.kind==="literal"&&expression.dotted?`.${index.value}`:"[...]";return referenceText(
expression.object)+step}function bindFrom(source,place){const from2=new FromBinder(place);from2.add(source);return from2}var FromBinder=class{steps=[];bindings=[];input;#place;constructor(place){
this.#place=place}add(source){switch(source.kind){case"join":this.add(source.left);this.add(source.right);return;case"alias":this.#addAlias(source);return;case"\
iterate":this.#addIterate(source);return}}get#leading(){return this.#place.scope.container&&this.bindings.length===0}#addAlias(source){const{collection}=source;
const name=source.alias??defaultAlias(collection);if(collection.kind==="subquery"){if(this.#leading&&isBlocking(collection.query)){const{context}=this.#place;const scope=new Scope(
void 0,true);this.input=context.steps.query(collection.query,{context,scope});this.#bind(name,{slot:ITEM_SLOT},source);return}this.#step("iterate",name,this.#subqueryRows(
collection.query),source);return}const located=this.#locate(collection);if(located.path?.length===0){this.#bind(name,{slot:ITEM_SLOT,path:[]},source);return}this.#step(
"bind",name,located,source)}#addIterate(source){const{collection}=source;if(collection.kind==="subquery"){const{evaluate:rows,origin,...located}=this.#subqueryRows(
collection.query);const evaluate2=environment=>rows(environment).flatMap(row=>Array.isArray(row)?row:[]);const elements=origin&&{origin:[...origin,null]};this.#step(
"iterate",source.name,{...located,evaluate:evaluate2,...elements},source);return}const{evaluate,path}=this.#locate(collection);this.#step("iterate",source.name,
path?{evaluate,path:[...path,null]}:{evaluate},source)}#step(kind,name,located,source){const slot=this.#place.context.newSlot();const{evaluate,path,origin,subquery}=located;
this.steps.push({kind,slot,evaluate,...subquery&&{subquery}});this.#bind(name,{slot,...path&&{path},...origin&&{origin}},source)}#bind(name,binding,source){this.
bindings.push(binding);if(name!==void 0)this.#place.scope.declare(name,binding,source.at)}#locate(collection){if(collection.kind==="expression"){return{evaluate:bindExpression(
collection.expression,this.#place).evaluate}}const binding=this.#place.scope.lookup(collection.root)??this.#container();if(binding===void 0)throw unresolved(collection.
root,collection.at);const evaluate=this.#follow(binding,collection.path);return binding.path?{evaluate,path:[...binding.path,...collection.path]}:{evaluate}}#container(){
return this.#leading?{slot:ITEM_SLOT,path:[]}:void 0}#follow(binding,path){const{context}=this.#place;const first=path[0];const computed=binding.path?.length===
0&&typeof first==="string"?bindComputed(first,context):void 0;const start=computed??(environment=>environment[binding.slot]);const rest=computed?path.slice(1):path;
return environment=>{let value=start(environment);for(const step of rest)value=member(value,step);return value}}#subqueryRows(query){const{context,scope}=this.#place;
const subquery=context.steps.query(query,{context,scope:new Scope(scope,this.#leading)});const{shape}=query.select;const origin=shape.kind==="value"?originOf(shape.
expression,subquery.scope):void 0;return{evaluate:environment=>collectRows(subquery,environment,this.#place),subquery,...origin&&{origin}}}};function collectRows(query,environment,place){
const rows=[];runSubquery(query,environment,place.context,value=>{if(value!==void 0)rows.push(value);return true});return rows}function defaultAlias(collection){
if(collection.kind!=="path")return void 0;const last=collection.path.at(-1);if(last===void 0)return collection.root;return typeof last==="string"?last:void 0}function selectNames(items){let nameless=0;return items.map(item=>item.alias??propertyName(item.expression)??`$${++nameless}`)}function propertyName(expression){
if(expression.kind==="name")return expression.name;if(expression.kind!=="member"||expression.index.kind!=="literal")return void 0;return typeof expression.index.
value==="string"?expression.index.value:void 0}function bindSelect(query,from2,place){const{shape}=query.select;switch(shape.kind){case"star":return bindStar(query,from2,shape.at);case"value":return bindExpression(
shape.expression,place);case"list":{const names=selectNames(shape.items);const values=shape.items.map(item=>bindExpression(item.expression,place).evaluate);return{
evaluate:buildObject(names,values)}}}}function bindStar(query,from2,at2){if(query.groupBy!==void 0){throw new QueryError("SC2041","'SELECT *' is not allowed wit\
h GROUP BY.",at2)}if(from2.bindings.length!==1){const problem=from2.bindings.length===0?"'SELECT *' is not valid if FROM clause is omitted.":"'SELECT *' is only\
 valid with a single input set.";throw new QueryError("SC2040",problem,at2)}return fromSlot(from2.bindings[0].slot)}function answerOf(shape,from2,place){switch(shape.
kind){case"star":return{kind:from2.bindings[0]?.slot===ITEM_SLOT?"item":"value"};case"value":return{kind:isItem(shape.expression,place)?"item":"value"};case"lis\
t":{const embedding=embeddingOf(shape,place);return embedding===void 0?{kind:"value"}:{kind:"embedded",embedding}}}}function isItem(expression,{scope}){return expression.
kind==="name"&&scope.lookup(expression.name)?.slot===ITEM_SLOT}function embeddingOf({items},place){const names=selectNames(items);const areItems=items.map(({expression})=>isItem(
expression,place));const at2=areItems.indexOf(true);const isPlain2=new Set(names).size===names.length&&!names.includes("__proto__");if(at2<0||areItems.indexOf(true,
at2+1)>=0||!isPlain2)return void 0;const members=items.map(({expression},i)=>({name:names[i],evaluate:bindExpression(expression,place).evaluate}));return{before:members.
slice(0,at2),name:names[at2],after:members.slice(at2+1)}}var Grouping=class{rowScope;keys=[];aggregates=[];#newSlot;#slotsByKey=new Map;constructor(rowScope,newSlot){this.rowScope=rowScope;this.#newSlot=newSlot}addKey(expression,evaluate){
const slot=this.#newSlot();this.keys.push({evaluate,slot});this.#slotsByKey.set(expressionKey(expression),slot)}keyFor(expression){return this.#slotsByKey.size===
0?void 0:this.#slotsByKey.get(expressionKey(expression))}addAggregate(call,create,argument){const slot=this.#newSlot();this.aggregates.push({call,create,argument,
slot});return slot}};function expressionKey(expression){return JSON.stringify(expression,(name,value)=>name==="at"||name==="dotted"?void 0:value===void 0?null:value)}var MULTIPLIER_MAX=100;function isVectorDistance(expression){return expression.kind==="call"&&!expression.udf&&expression.name.toUpperCase()==="VECTORDISTANCE"}
function isHighestBest(call,embeddings,parameters){const options=call.args[3]&&constantOf(call.args[3],parameters)?.value;const own=typeof options==="object"&&options!==
null&&!Array.isArray(options)?options:{};const metric="distanceFunction"in own?own.distanceFunction:policyMetric(call,embeddings);return typeof metric!=="string"||
metric.toLowerCase()!=="euclidean"}function policyMetric(call,embeddings){const paths=call.args.map(stepsOf);return embeddings.find(({path})=>{const wanted=JSON.
stringify(parsePath(path));return paths.some(steps=>steps!==void 0&&JSON.stringify(steps)===wanted)})?.distanceFunction}function stepsOf(node){if(node.kind==="n\
ame")return[];if(node.kind!=="member"||node.index.kind!=="literal")return void 0;const object=stepsOf(node.object);return object&&[...object,node.index.value]}var QUERY_RULES=[{code:"SC2203",message:"'TOP' is not supported in subqueries. Use it in the outer query.",brokenAt:({query,isSubquery})=>isSubquery?query.select.
top:void 0},{code:"SC2228",message:"'ORDER BY RANK' is not supported in subqueries. Use it in the outer query.",brokenAt:({query,isSubquery})=>isSubquery&&query.
orderBy?.rank?query.orderBy.items[0].expression:void 0},{code:"SC2202",message:"'ORDER BY' is not supported in subqueries. Use it in the outer query.",brokenAt:({
query,isSubquery})=>isSubquery?query.orderBy?.items[0]?.expression:void 0},{code:"SC2204",message:"'OFFSET LIMIT' is not supported in subqueries. Use it in the \
outer query.",brokenAt:({query,isSubquery})=>isSubquery?query.offset:void 0},{code:"SC2990",message:"A member can be indexed by a constant only. Use CHOOSE, or \
ARRAY_SLICE, for a computed place.",brokenAt:({expressions})=>expressions.find(isComputedMember)},{code:"SC2213",message:`The searchListSizeMultiplier of Vector\
Distance must be between 1 and ${MULTIPLIER_MAX}.`,brokenAt:({expressions,parameters})=>expressions.find(part=>isVectorDistance(part)&&hasBadMultiplier(part,parameters))},
{code:"SC2223",message:"FROM with IN is not allowed with ORDER BY RANK. Filter with ARRAY_CONTAINS or EXISTS instead.",brokenAt:place=>rankedSource(place,({kind})=>kind===
"iterate")},{code:"SC2224",message:"JOIN is not allowed with ORDER BY RANK. Filter with ARRAY_CONTAINS or EXISTS instead.",brokenAt:place=>rankedSource(place,({
kind})=>kind==="join")},{code:"SC2225",message:"A subquery in FROM is not allowed with ORDER BY RANK. Rank the items of the container.",brokenAt:place=>rankedSource(
place,isSubquerySource)},{code:"SC2221",message:"ORDER BY RANK ranks the items of a container. Name it with FROM.",brokenAt:({query})=>query.orderBy?.rank&&query.
from===void 0?query.orderBy.items[0].expression:void 0},{code:"SC2221",message:"ORDER BY RANK takes one call of FullTextScore or VectorDistance, or RRF of two o\
r more. Specifying a sort order (ASC or DESC) in the ORDER BY RANK clause is not allowed.",brokenAt:({query})=>query.orderBy?.rank?badRanking(query.orderBy.items):
void 0},{code:"SC2102",message:"ORDER BY RANK ranks items. Use it without GROUP BY and aggregates.",brokenAt:({query})=>query.orderBy?.rank&&isAggregateQuery(query)?
query.orderBy.items[0].expression:void 0},{code:"SC2229",message:"The last argument of RRF may be an array of weights: a constant, with one number for each of t\
he scores before it.",brokenAt:({query,parameters})=>query.orderBy?.rank?badWeights(query,parameters):void 0},{code:"SC2240",message:"FullTextScore is only allo\
wed in ORDER BY RANK. Use FullTextContains to filter.",brokenAt:({query,expressions})=>{const ranked=rankedScores(query);return expressions.find(part=>isCallOf(
part,"FULLTEXTSCORE")&&!ranked.includes(part))}},{code:"FuzzyTerm",message:`A search term is a text, or {"term": text, "distance": edits} with 0, 1 or ${EDITS_MAX}\
 edits, as a constant. Several terms are several arguments.`,brokenAt:({expressions,parameters})=>expressions.find(part=>hasBadTerm(part,parameters))},{code:"Ag\
gregateComposition",message:"Compositions of aggregates and other expressions are not allowed.",brokenAt:({query,isMerged})=>isMerged&&query.from?selectExpressions(
query.select.shape).find(isAggregateComposition):void 0},{code:"2206",message:"Unsupported ORDER BY clause. ORDER BY VectorDistance needs the items of a contain\
er: use it without DISTINCT and aggregates in FROM.",brokenAt:({query})=>readsItems(query)?void 0:query.orderBy?.items.map(({expression})=>expression).find(isVectorDistance)},
{code:"2206",message:"Unsupported ORDER BY clause. VectorDistance is an order of its own: leave out the other expressions.",brokenAt:({query})=>query.orderBy&&!query.
orderBy.rank&&query.orderBy.items.length>1?query.orderBy.items.map(({expression})=>expression).find(isVectorDistance):void 0},{code:"ScoreWithDirection",message:"\
Specifying a sorting order (ASC or DESC) with VectorDistance function is not supported. Leave it out: the nearest come first.",brokenAt:({query})=>query.orderBy?.
items.find(({expression,explicit})=>explicit&&isVectorDistance(expression))?.expression}];function checkQueryRules(query,{parameters,isMerged=false}){checkQuery(
query,{parameters,isMerged,isSubquery:false})}function checkQuery(query,place){const expressions=partsOf(query);const at2={...place,query,expressions};for(const{
code,message,brokenAt}of QUERY_RULES){const broken=brokenAt(at2);if(broken!==void 0)throw new QueryError(code,message,broken.at)}const inner={...place,isMerged:false,
isSubquery:true};const sources=query.from?leavesOf(query.from):[];for(const{collection}of sources){if(collection.kind==="subquery")checkQuery(collection.query,inner)}
for(const part of expressions){if(part.kind==="subquery")checkQuery(part.query,inner)}}var PARTS2=new WeakMap;function partsOf(query){const known=PARTS2.get(query);
if(known!==void 0)return known;const parts=allParts(clausesOf(query));PARTS2.set(query,parts);return parts}function clausesOf({select,from:from2,where,groupBy,orderBy}){
const selected2=selectExpressions(select.shape);const sources=(from2?leavesOf(from2):[]).flatMap(({collection})=>collection.kind==="expression"?[collection.expression]:
[]);const ordered2=orderBy?.items.map(({expression})=>expression)??[];return[...selected2,...sources,...where?[where]:[],...groupBy??[],...ordered2]}function allParts(expressions){
const parts=[...expressions];for(const part of parts)parts.push(...childrenOf(part));return parts}function leavesOf(source){return source.kind==="join"?[...leavesOf(
source.left),...leavesOf(source.right)]:[source]}function isComputedMember(part){return part.kind==="member"&&someExpression(part.index,isComputed)}function isComputed(part){
if(part.kind==="call")return part.udf||findFunction(part.name)?.deterministic===false;return part.kind==="name"||part.kind==="subquery"}function isAggregateComposition(expression){
return!isAggregateCall(expression)&&someExpression(expression,isAggregateCall)}function hasBadMultiplier({args},parameters){const options=args[3]&&constantOf(args[3],
parameters)?.value;if(typeof options!=="object"||options===null||Array.isArray(options))return false;const{searchListSizeMultiplier:multiplier2}=options;return typeof multiplier2===
"number"&&!(multiplier2>=1&&multiplier2<=MULTIPLIER_MAX)}function rankedSource({query},test){return query.orderBy?.rank&&query.from&&test(query.from)?query.from:
void 0}function readsItems({from:from2}){const first=from2&&leavesOf(from2)[0].collection;return first!==void 0&&!(first.kind==="subquery"&&isBlocking(first.query))}
function isSubquerySource(source){return source.kind!=="join"&&source.collection.kind==="subquery"}function isCallOf(part,name){return part.kind==="call"&&!part.
udf&&part.name.toUpperCase()===name}function isScore(part){return isCallOf(part,"FULLTEXTSCORE")||isVectorDistance(part)}var SEARCHING=new Set(["FULLTEXTCONTAIN\
S","FULLTEXTCONTAINSALL","FULLTEXTCONTAINSANY","FULLTEXTSCORE"]);function hasBadTerm(part,parameters){if(part.kind!=="call"||part.udf||!SEARCHING.has(part.name.
toUpperCase()))return false;const isBadMember=isCallOf(part,"FULLTEXTSCORE")?isBadTerm:isFuzzy;return part.args.slice(1).some(arg=>{const constant2=constantOf(arg,
parameters);if(constant2===void 0)return hasComputedDistance(arg,parameters);return Array.isArray(constant2.value)?constant2.value.some(isBadMember):isBadTerm(constant2.
value)})}function hasComputedDistance(term,parameters){return term.kind==="object"&&term.entries.some(([name,value])=>name==="distance"&&constantOf(value,parameters)===
void 0)}function isBadTerm(term){return typeof term==="object"&&term!==null&&searchTerm(term,"")===void 0}function rankedScores({orderBy}){if(!orderBy?.rank)return[];
return orderBy.items.flatMap(({expression})=>isCallOf(expression,"RRF")?expression.args:[expression])}function badRanking(items){const[{expression,explicit},second]=[
items[0],items[1]];if(second!==void 0)return second.expression;if(explicit)return expression;if(!isCallOf(expression,"RRF"))return isScore(expression)?void 0:expression;
const last=expression.args.at(-1);const scores=last?.kind==="call"?expression.args:expression.args.slice(0,-1);return scores.length<2?expression:scores.find(score=>!isScore(
score))}function badWeights({orderBy},parameters){const ranking=orderBy.items[0].expression;const last=isCallOf(ranking,"RRF")?ranking.args.at(-1):void 0;if(last===
void 0||last.kind==="call")return void 0;const weights=constantOf(last,parameters)?.value;const count=ranking.args.length-1;const isRight=Array.isArray(weights)&&
weights.length===count&&weights.every(weight=>typeof weight==="number");return isRight?void 0:last}var BIND_STEPS={expression:bindExpression,query:bindClauses};function bindQuery(query,options){checkQueryRules(query,options);const context=new BindContext(options,
BIND_STEPS);return{bound:bindClauses(query,{context,scope:new Scope(void 0,true)}),context}}function bindClauses(query,place){const{context,scope}=place;const{parameters}=context.
options;const from2=query.from?bindFrom(query.from,place):{steps:[],bindings:[]};const where=query.where&&bindExpression(query.where,place);const grouping=isAggregateQuery(
query)?bindGrouping(query,place):void 0;const selectPlace=grouping?{context,scope:scope.grouped(),grouping}:place;const project=bindSelect(query,from2,selectPlace);
const offset=query.offset?countValue(query.offset,"OFFSET",parameters):0;return{query,hasFrom:query.from!==void 0,steps:from2.steps,...from2.input&&{input:from2.
input},...where&&where.constant?.value!==true&&{where:where.evaluate},empty:where?.constant!==void 0&&where.constant.value!==true,...grouping&&{grouping},orderBy:grouping?
[]:bindOrderBy(query,place),project:project.evaluate,answer:grouping||from2.input?{kind:"value"}:answerOf(query.select.shape,from2,place),distinct:query.select.
distinct,offset,limit:Math.min(query.select.top?countValue(query.select.top,"TOP",parameters):Number.POSITIVE_INFINITY,query.limit?countValue(query.limit,"LIMIT",
parameters):Number.POSITIVE_INFINITY),scope}}function bindGrouping(query,place){const grouping=new Grouping(place.scope,()=>place.context.newSlot());for(const key of query.
groupBy??[])grouping.addKey(key,bindExpression(key,place).evaluate);return grouping}function bindOrderBy(query,place){if(query.orderBy===void 0||query.orderBy.rank)
return[];return query.orderBy.items.map(item=>({evaluate:bindExpression(item.expression,place).evaluate,descending:item.descending}))}function computedExpressions(properties){const computed=new Map;for(const{name,query}of properties){const expression=computedExpression(query);if(expression!==void 0)
computed.set(name,expression)}return computed}function computedExpression(query){const{from:from2,select}=query;if(select.shape.kind!=="value"||from2?.kind!=="a\
lias"||from2.collection.kind!=="path")return void 0;return{alias:from2.alias??from2.collection.root,expression:select.shape.expression,isIndexable:definitionFault(
query)===void 0}}function definitionFault(query){const{select,from:from2,where,groupBy,orderBy,offset,limit}=query;const isPlain2=[select.top,where,groupBy,orderBy,
offset,limit].every(part=>part===void 0);if(select.shape.kind!=="value"||select.distinct||from2?.kind!=="alias"||from2.collection.kind!=="path"||from2.collection.
path.length>0||!isPlain2){return"must be of the form SELECT VALUE expression FROM c, without other clauses"}return expressionFault(select.shape.expression)}function expressionFault(expression){
if(expression.kind==="subquery")return"must have no subquery";if(expression.kind==="parameter")return"must have no parameters";if(expression.kind==="call"){if(expression.
udf)return"must call no user-defined function";const name=expression.name.toUpperCase();if(findAggregate(name)!==void 0)return`must have no aggregate, such as ${name}`;
if(findFunction(name)?.deterministic===false)return`must not call ${name}, whose value is another each time`;if(SEARCHING2.has(name))return`must not call ${name}\
: spatial, full-text and vector functions are not allowed`}for(const child of childrenOf(expression)){const fault=expressionFault(child);if(fault!==void 0)return fault}
return void 0}var SEARCHING2=new Set([...SPATIAL_FUNCTIONS,...FULL_TEXT_FUNCTIONS,...VECTOR_FUNCTIONS].map(({name})=>name.toUpperCase()));var NO_CONTEXT={nowMs:()=>0,boundAtMs:0,random:()=>0,geospatialType:"Geography",fullTextLanguage:"en-US"};function compileComputed(text){const bound=boundDefinition(
text);if(bound===void 0)return void 0;const environment=bound.context.newEnvironment();return document=>{environment[ITEM_SLOT]=document;const value=bound.evaluate(
environment);environment[ITEM_SLOT]=void 0;return value}}function boundDefinition(text){try{const query=cachedQuery(text);return definitionFault(query)===void 0?
bindDefinition(query):void 0}catch(error){if(error instanceof QueryError)return void 0;throw error}}function computedFault(text){const query=cachedQuery(text);const fault=definitionFault(
query);if(fault===void 0)bindDefinition(query);return fault}var NAME="value";function bindDefinition(query){const context=new BindContext({parameters:new Map,computed:new Map(
[[NAME,computedExpression(query)]]),functions:NO_CONTEXT,vectorEmbeddings:[]},BIND_STEPS);return{context,evaluate:bindComputed(NAME,context)}}function parameterMap(parameters){return new Map(parameters.map(({name,value})=>[name.startsWith("@")?name:`@${name}`,value]))}import{effectivePartitionKey as effectivePartitionKey2,parsePartitionKeyPath as parsePartitionKeyPath3,toHex as toHex4}from"@orrerydb/keys/hash";var anyComponent=Symbol("any");var noKeys=new Map;var pairsMax=1e5;function keySet(patterns){return new Map(patterns.map(pattern=>[pattern.map(componentText).join(),
pattern]))}function componentText(component){return component===anyComponent?"*":component===void 0?"{}":JSON.stringify(component)}function uniteKeys(a,b){if(a===
"all"||b==="all")return"all";if(a.size===0)return b;return b.size===0?a:new Map([...a,...b])}function intersectKeys(a,b){if(a==="all")return b;if(b==="all")return a;
if(a.size*b.size>pairsMax)return a.size<b.size?a:b;const patterns=[];for(const left of a.values()){for(const right2 of b.values()){const both2=intersectPatterns(
left,right2);if(both2!==void 0)patterns.push(both2)}}return keySet(patterns)}function intersectPatterns(a,b){const both2=a.map((component,i)=>component===anyComponent?
b[i]:component);return both2.every((component,i)=>b[i]===anyComponent||b[i]===component)?both2:void 0}import{parsePartitionKeyPath as parsePartitionKeyPath2}from"@orrerydb/keys/hash";function literalOfPattern(pattern,escapedBy){let literal2="";for(let i=0;i<pattern.length;i++){const character=pattern[i];if(character===escapedBy&&i+1<pattern.
length)literal2+=pattern[++i];else if(character==="%"||character==="_"||character==="[")return void 0;else literal2+=character}return literal2}function partitionKeysOf(query,definition,parameters){if(query.from===void 0)return[];const set=new PartitionFilter(definition.paths.map(parsePartitionKeyPath2),
parameters).rowsOf(query,new Map);return set==="all"?"all":prefixesOf(set,definition)}function prefixesOf(set,definition){const shortest=definition.kind==="Mult\
iHash"?1:definition.paths.length;const prefixes2=new Map;for(const pattern of set.values()){const any=pattern.indexOf(anyComponent);const prefix=any<0?pattern:pattern.
slice(0,any);if(prefix.length<shortest)return"all";prefixes2.set(prefixText(prefix),prefix)}const isCovered=prefix=>prefix.some((_,length)=>length>0&&prefixes2.
has(prefixText(prefix.slice(0,length))));return[...prefixes2.values()].filter(prefix=>!isCovered(prefix))}function prefixText(prefix){return JSON.stringify(prefix.
map(component=>component===void 0?{}:component))}var PartitionFilter=class{paths;parameters;constructor(paths,parameters){this.paths=paths;this.parameters=parameters}rowsOf(query,outer){
const names=new Map(outer);const sources=query.from===void 0?"all":this.rowsOfSource(query.from,names);return query.where===void 0?sources:intersectKeys(sources,
this.whereTrue(query.where,names))}rowsOfSource(source,names){if(source.kind==="join"){const left=this.rowsOfSource(source.left,names);return intersectKeys(left,
this.rowsOfSource(source.right,names))}const{collection}=source;const rows=collection.kind==="subquery"?this.whereNotEmpty(collection.query,names):"all";if(source.
kind==="iterate"){names.set(source.name,void 0);return rows}const name=source.alias??(collection.kind==="path"?collection.path.at(-1)??collection.root:void 0);if(typeof name===
"string")names.set(name,collection.kind==="path"?this.itemPath(collection,names):void 0);return rows}itemPath({root,path},names){const base=names.has(root)?names.
get(root):names.size===0?[]:void 0;return base!==void 0&&path.every(step=>typeof step==="string")?[...base,...path]:void 0}whereNotEmpty(query,names){return isAggregateQuery(
query)&&query.groupBy===void 0?"all":this.rowsOf(query,names)}whereTrue(node,names){const constant2=this.constantOf(node);if(constant2!==void 0)return isTrue(constant2)?
"all":noKeys;switch(node.kind){case"name":case"member":return this.whereEqual(node,{value:true},names);case"unary":return node.operator==="not"?this.whereFalse(
node.operand,names):"all";case"binary":return this.whereBinaryTrue(node,names);case"in":return node.negated?"all":this.whereListed(node,names);case"like":return node.
negated?"all":this.whereLike(node,names);case"call":return this.whereCallTrue(node,names);case"subquery":return node.subquery==="exists"?this.whereNotEmpty(node.
query,names):"all";default:return"all"}}whereFalse(node,names){const constant2=this.constantOf(node);if(constant2!==void 0)return constant2.value===false?"all":
noKeys;switch(node.kind){case"name":case"member":return this.whereEqual(node,{value:false},names);case"unary":return node.operator==="not"?this.whereTrue(node.operand,
names):"all";case"binary":{const{operator,left,right:right2}=node;if(operator==="and")return uniteKeys(this.whereFalse(left,names),this.whereFalse(right2,names));
if(operator==="or")return intersectKeys(this.whereFalse(left,names),this.whereFalse(right2,names));return operator==="!="?this.whereOperandsEqual(left,right2,names):
"all"}case"in":return node.negated?this.whereListed(node,names):"all";case"like":return node.negated?this.whereLike(node,names):"all";case"call":return isBuiltin(
node,"IS_DEFINED")?this.whereComponent(node.args[0],[void 0],names):"all";default:return"all"}}whereBinaryTrue({operator,left,right:right2},names){switch(operator){case"\
and":return intersectKeys(this.whereTrue(left,names),this.whereTrue(right2,names));case"or":return uniteKeys(this.whereTrue(left,names),this.whereTrue(right2,names));case"\
=":return this.whereOperandsEqual(left,right2,names);case"!=":case"<":case"<=":case">":case">=":return this.whereBothDefined(left,right2,names);default:return"a\
ll"}}whereOperandsEqual(left,right2,names){const both2=this.whereBothDefined(left,right2,names);const rightConstant=this.constantOf(right2);if(rightConstant!==void 0)
return intersectKeys(both2,this.whereEqual(left,rightConstant,names));const leftConstant=this.constantOf(left);if(leftConstant!==void 0)return intersectKeys(both2,
this.whereEqual(right2,leftConstant,names));return both2}whereBothDefined(left,right2,names){return intersectKeys(this.whereDefined(left,names),this.whereDefined(
right2,names))}whereDefined(node,names){if(node.kind!=="subquery")return"all";const givesRow=node.subquery==="scalar"||node.subquery==="first"||node.subquery===
"last";return givesRow?this.whereNotEmpty(node.query,names):"all"}whereEqual(operand,{value},names){if(value===void 0)return noKeys;if(value===false&&isBuiltin(
operand,"IS_DEFINED"))return this.whereFalse(operand,names);if(isBuiltin(operand,"ABS")&&typeof value==="number"){return this.whereComponent(operand.args[0],value<
0?[]:[-value,value],names)}return this.whereComponent(operand,[componentOf(value)],names)}whereListed({operand,list:list2},names){const constants2=list2.map(item=>this.
constantOf(item));if(constants2.every(constant2=>constant2!==void 0))return this.whereOneOf(operand,constants2,names);return list2.reduce((set,item)=>uniteKeys(
set,this.whereOperandsEqual(operand,item,names)),noKeys)}whereOneOf(operand,constants2,names){const values=constants2.map(({value})=>value).filter(value=>value!==
void 0);return this.whereComponent(operand,values.map(componentOf),names)}whereLike({operand,pattern,escape:mark},names){const text=this.constantOf(pattern)?.value;
const escapedBy=mark&&this.constantOf(mark)?.value;const literal2=typeof text==="string"?literalOfPattern(text,escapedBy):void 0;return literal2===void 0?"all":
this.whereComponent(operand,[literal2],names)}whereCallTrue({name,udf,args},names){switch(udf?"":name.toUpperCase()){case"IS_BOOL":case"IS_BOOLEAN":return this.
whereComponent(args[0],[false,true],names);case"IS_NULL":return this.whereComponent(args[0],[null],names);case"ARRAY_CONTAINS":case"_TRY_ARRAY_CONTAINS":{const list2=args[0]&&
this.constantOf(args[0])?.value;if(!Array.isArray(list2)||args[1]===void 0||args.length>2)return"all";return this.whereOneOf(args[1],list2.map(value=>({value})),
names)}default:return"all"}}whereComponent(operand,values,names){const path=operand&&this.pathOf(operand,names);const index=path===void 0?-1:this.paths.findIndex(
key=>isSamePath(key,path));if(index<0)return"all";return keySet(values.map(value=>this.paths.map((_,i)=>i===index?value:anyComponent)))}pathOf(node,names){if(node.
kind==="name")return names.get(node.name);if(node.kind!=="member")return void 0;const object=this.pathOf(node.object,names);const step=object&&this.constantOf(node.
index)?.value;return typeof step==="string"?[...object,step]:void 0}constantOf(node){return constantOf(node,this.parameters)}};function isBuiltin(node,name){return node.
kind==="call"&&!node.udf&&node.name.toUpperCase()===name}function isSamePath(a,b){return a.length===b.length&&a.every((step,i)=>step===b[i])}function componentOf(value){
return typeof value==="object"&&value!==null?void 0:value===0?0:value}var NAMES_MAX=4096;var V1_TEXT_MAX=100;var LONE_SURROGATE=new RegExp("\\p{Surrogate}","u");function namedItemsOf(query,context){if(query.from===void 0)return void 0;
const{definition,parameters,header=[]}=context;const keyPaths=definition.paths.map(parsePartitionKeyPath3);const isId=path=>path.length===1&&path[0]==="id";const paths=keyPaths.
some(isId)?keyPaths:[...keyPaths,["id"]];const set=new PartitionFilter(paths,parameters).rowsOf(query,new Map);if(set==="all"||set.size>NAMES_MAX)return void 0;
const names=new Map;let exact=isNaming(query,paths,parameters);for(const pattern of set.values()){const parts=pattern.map((part,level)=>part===anyComponent&&level<
header.length?header[level]:part);if(parts.includes(anyComponent))return void 0;const id=parts[paths.findIndex(isId)];if(typeof id!=="string")continue;const key=parts.
slice(0,keyPaths.length);exact&&=!LONE_SURROGATE.test(id)&&key.every(part=>isWhole(part,definition));const epk=toHex4(effectivePartitionKey2(key,definition));names.
set(`${epk} ${id}`,{epk,id})}return{names:[...names.values()],exact}}function isWhole(part,{version}){if(part===void 0)return false;return typeof part!=="string"||
version===2||part.length<=V1_TEXT_MAX}function isNaming({from:from2,where},paths,parameters){if(from2?.kind!=="alias"||from2.collection.kind!=="path"||from2.collection.
path.length>0)return false;const root=from2.alias??from2.collection.root;const isPart=node=>{const path=pathBelow(node,root);return path!==void 0&&paths.some(part=>part.
join("\0")===path.join("\0"))};const isScalar=node=>{const constant2=constantOf(node,parameters);return constant2!==void 0&&(typeof constant2.value!=="object"||
constant2.value===null)};const test=node=>{if(node.kind==="in")return!node.negated&&isPart(node.operand)&&node.list.every(isScalar);if(node.kind!=="binary")return false;
const{operator,left,right:right2}=node;if(operator==="and"||operator==="or")return test(left)&&test(right2);return operator==="="&&(isPart(left)&&isScalar(right2)||
isScalar(left)&&isPart(right2))};return where!==void 0&&test(where)}function pathBelow(node,root){if(node.kind==="name")return node.name===root?[]:void 0;if(node.
kind!=="member"||node.index.kind!=="literal"||typeof node.index.value!=="string")return void 0;const object=pathBelow(node.object,root);return object&&[...object,
node.index.value]}function printQuery(query,layout="line"){return new Printer(layout==="block").query(query,"")}function printExpression(expression,layout="line"){return new Printer(
layout==="block").expression(expression)}var Printer=class _Printer{block;constructor(block2){this.block=block2}query(query,indent){const clauses=[this.select(query)];
if(query.from)clauses.push(`FROM ${this.source(query.from,indent)}`);if(query.where)clauses.push(`WHERE ${this.expression(query.where)}`);if(query.groupBy)clauses.
push(`GROUP BY ${this.list(query.groupBy)}`);if(query.orderBy)clauses.push(this.orderBy(query.orderBy));if(query.offset&&query.limit){clauses.push(`OFFSET ${this.
count(query.offset)} LIMIT ${this.count(query.limit)}`)}return clauses.join(this.break(indent))}break(indent){return this.block?`
${indent}`:" "}select({select}){const distinct2=select.distinct?"DISTINCT ":"";const top=select.top?`TOP ${this.count(select.top)} `:"";return`SELECT ${distinct2}${top}${this.
shape(select.shape)}`}shape(shape){switch(shape.kind){case"star":return"*";case"value":return`VALUE ${this.expression(shape.expression)}`;case"list":return shape.
items.map(({expression,alias})=>this.expression(expression)+(alias===void 0?"":` AS ${alias}`)).join(", ")}}count(count){return count.kind==="number"?this.number(
count.value):count.name}source(source,indent){switch(source.kind){case"alias":{const alias=source.alias===void 0?"":` AS ${source.alias}`;return this.collection(
source.collection,indent)+alias}case"iterate":return`${source.name} IN ${this.collection(source.collection,indent)}`;case"join":return`${this.source(source.left,
indent)}${this.break(indent)}JOIN ${this.source(source.right,indent)}`}}collection(collection,indent){if(collection.kind!=="subquery")return this.expression(collection.
expression);if(!this.block)return`(${this.query(collection.query,indent)})`;const inner=`${indent}    `;return`(
${inner}${this.query(collection.query,inner)}
${indent})`}orderBy({rank,items}){const printed=items.map(({expression,descending,explicit})=>{const direction2=explicit||!(rank||this.block)?descending?" DESC":
" ASC":"";return this.expression(expression)+direction2});return`ORDER BY ${rank?"RANK ":""}${printed.join(", ")}`}list(expressions){return expressions.map(expression=>this.
expression(expression)).join(", ")}expression(node){switch(node.kind){case"literal":return typeof node.value==="number"?this.number(node.value):JSON.stringify(node.
value)??"undefined";case"parameter":case"name":return node.name;case"member":{const object=this.expression(node.object);return node.dotted&&node.index.kind==="l\
iteral"?`${object}.${node.index.value}`:`${object}[${this.expression(node.index)}]`}case"unary":return`(${node.operator==="not"?"NOT":node.operator} ${this.expression(
node.operand)})`;case"binary":return`(${this.expression(node.left)} ${node.operator.toUpperCase()} ${this.expression(node.right)})`;case"coalesce":return`(${this.
expression(node.left)} ?? ${this.expression(node.right)})`;case"conditional":{const{condition,then,otherwise}=node;return`(${this.expression(condition)} ? ${this.
expression(then)} : ${this.expression(otherwise)})`}case"in":return`(${this.expression(node.operand)}${node.negated?" NOT":""} IN (${this.list(node.list)}))`;case"\
between":{const bounds=`${this.expression(node.low)} AND ${this.expression(node.high)}`;return`(${this.expression(node.operand)}${node.negated?" NOT":""} BETWEE\
N ${bounds})`}case"like":{const mark=node.escape?` ESCAPE ${this.expression(node.escape)}`:"";const pattern=this.expression(node.pattern)+mark;return`(${this.expression(
node.operand)}${node.negated?" NOT":""} LIKE ${pattern})`}case"call":return`${node.udf?"udf.":""}${node.name}(${this.list(node.args)})`;case"object":return`{${node.
entries.map(([key,value])=>`${JSON.stringify(key)}: ${this.expression(value)}`).join(", ")}}`;case"array":return`[${this.list(node.items)}]`;case"subquery":{const word=node.
subquery==="scalar"?"":node.subquery.toUpperCase();return`${word}(${this.subquery(node.query)})`}}}subquery(query){return new _Printer(false).query(query,"")}number(value){
if(!this.block||Number.isInteger(value))return String(value);const[digits,exponent]=value.toPrecision(17).split("e");return digits.replace(/\.?0+$/,"")+(exponent===
void 0?"":`e${exponent}`)}};function isDistinctOrdered({select,orderBy}){const[first]=orderBy?.items??[];return select.shape.kind==="value"&&first!==void 0&&printExpression(first.expression)===
printExpression(select.shape.expression)}function pathIndex(path){return{kind:"path",path}}function indexName(index){switch(index.kind){case"path":return index.path;case"composite":return partNames(index.
parts).join(",");case"spatial":return`${index.path} ${index.cells.name}`;case"fullText":return`${index.path} ${index.language}`}}function partNames(parts){return parts.
map(({path,descending})=>`${unambiguous(path)} ${descending?"DESC":"ASC"}`)}function unambiguous(path){if(!/ (?:ASC|DESC),\//.test(path))return path;const segments=parsePath(
path)??[];return segments.map(name=>name!==null&&/ (?:ASC|DESC),$/.test(name)?`/${quotedSegment(name)}`:canonicalPath([name])).join("")}function isSameIndex(a,b){
return a===b||a.kind===b.kind&&indexName(a)===indexName(b)}function extendedBy(prefix,{descending},interval2){const low=lowEnd(interval2);const high=highEnd(interval2);if(!descending){return{from:low===void 0?prefix:border(
prefix,low),to:high===void 0?afterPrefix2(prefix):border(prefix,high)}}return{from:high===void 0?prefix:border(prefix,inverse(high)),to:low===void 0?afterPrefix2(
prefix):border(prefix,inverse(low))}}function keyPart(encoded,{descending}){return descending?invertedKey(encoded):encoded}function invertedKey(key){const bytes=Buffer.
from(key,"latin1");for(let i=0;i<bytes.length;i++)bytes[i]=~bytes[i]&255;return bytes.toString("latin1")}function lowEnd({from:from2,low}){if(low===void 0)return void 0;
return low.inclusive?{bytes:from2,isAfter:false}:{bytes:from2.slice(0,-1),isAfter:true}}function highEnd({to,high}){if(high===void 0)return void 0;return high.inclusive?
{bytes:to.slice(0,-1),isAfter:true}:{bytes:to,isAfter:false}}function inverse({bytes,isAfter}){return{bytes:invertedKey(bytes),isAfter:!isAfter}}function border(prefix,{
bytes,isAfter}){return isAfter?afterPrefix2(prefix+bytes):prefix+bytes}var END="\xFF".repeat(16);function afterPrefix2(prefix){let length=prefix.length;while(length>
0&&prefix.charCodeAt(length-1)===255)length--;if(length===0)return END;return prefix.slice(0,length-1)+String.fromCharCode(prefix.charCodeAt(length-1)+1)}var AFTER="\xFF";var END2="\xFF\xFF";var BOUND_LENGTH_MAX=64;var scratch=Buffer.allocUnsafe(ENCODED_VALUE_BYTES_MAX);function keyOf(value){return scratch.toString(
"latin1",0,writeValue(scratch,0,value))}var ARRAYS={key:keyOf([]).charAt(0),bound:{value:[],inclusive:false}};var OBJECTS={key:keyOf({}).charAt(0),bound:{value:{},
inclusive:false}};var before=value=>({key:keyOf(value),bound:{value,inclusive:false}});var from=value=>({key:keyOf(value),bound:{value,inclusive:true}});var after=value=>({
key:keyOf(value)+AFTER,bound:{value,inclusive:false}});var through=value=>({key:keyOf(value)+AFTER,bound:{value,inclusive:true}});function interval(low,high){return{
from:low.key,to:high.key,...low.bound&&{low:low.bound},...high.bound&&{high:high.bound}}}function typeEdges(value){switch(typeof value){case"boolean":return[from(
false),through(true)];case"number":return[after(true),before("")];case"string":return[from(""),ARRAYS];default:return value===null?[from(null),through(null)]:void 0}}
var DEFINED=interval(from(null),{key:END2});var STRINGS=interval(...typeEdges(""));var NUMBERS=interval(...typeEdges(0));var BOOLEANS=interval(...typeEdges(true));
var NULLS=point(null);var PRIMITIVES=interval(from(null),ARRAYS);var ARRAY_VALUES=interval({key:ARRAYS.key,bound:{value:[],inclusive:true}},OBJECTS);var OBJECT_VALUES=interval(
{key:OBJECTS.key,bound:{value:{},inclusive:true}},{key:END2});var UNDEFINED=point(void 0);var TYPES=[BOOLEANS,NUMBERS,STRINGS,ARRAY_VALUES,OBJECT_VALUES];function isWide({
from:from2,to}){return from2[0]!==to[0]&&TYPES.some(type=>from2<=type.from&&type.to<=to)}function point(value){const key=keyOf(value);const bound={value,inclusive:true};
return{from:key,to:key+AFTER,low:bound,high:bound}}function between2(low,high){return interval(from(low),through(high))}function equalTo(value){if(typeof value===
"string"&&value.length>BOUND_LENGTH_MAX){return{interval:startingWith(value).interval,exact:false}}const isDigest=typeof value==="object"&&value!==null;return{interval:point(
value),exact:!isDigest}}function otherThan(values){const known=values.filter(value=>equalTo(value).exact);const exact=known.length===values.length;const points=uniteIntervals(
known.map(point));const starts=[lowEdge(DEFINED),...points.map(({low})=>after(low.value))];const ends=[...points.map(({low})=>before(low.value)),highEdge(DEFINED)];
return starts.map((start,i)=>({interval:interval(start,ends[i]),exact}))}function comparedTo(operator,value){const edges2=typeEdges(value);if(edges2===void 0)return void 0;
const[first,last]=edges2;if(typeof value==="string"&&value.length>BOUND_LENGTH_MAX){const prefix=value.slice(0,BOUND_LENGTH_MAX);const isBelow=operator==="<"||operator===
"<=";return{interval:isBelow?interval(first,prefixEnd(prefix)):interval(from(prefix),last),exact:false}}switch(operator){case"<":return{interval:interval(first,
before(value)),exact:true};case"<=":return{interval:interval(first,through(value)),exact:true};case">":return{interval:interval(after(value),last),exact:true};case"\
>=":return{interval:interval(from(value),last),exact:true}}}function startingWith(prefix){const start=prefix.slice(0,BOUND_LENGTH_MAX);return{interval:interval(
from(start),prefixEnd(start)),exact:start.length===prefix.length}}function prefixEnd(prefix){let length=prefix.length;while(length>0&&prefix.charCodeAt(length-1)===
65535)length--;if(length===0)return ARRAYS;return before(prefix.slice(0,length-1)+String.fromCharCode(prefix.charCodeAt(length-1)+1))}function isPoint({from:start,
to}){return to===start+AFTER}function holdsKey({from:start,to},key){return key>=start&&key<to}function isTight(interval2){const{low,high}=interval2;if(low===void 0||
high===void 0)return false;if(isPoint(interval2))return typeof low.value!=="object"||low.value===null;return isBelowStrings(low)&&isBelowStrings(high)}function isBelowStrings({
value,inclusive}){return value===null||typeof value==="number"||typeof value==="boolean"||value===""&&!inclusive}function scanOf(index,{from:start,to,low,high}){
if(index.kind==="composite")return{index,keys:{from:start,to}};return{index,...low&&{low},...high&&{high}}}function uniteIntervals(intervals){const sorted2=intervals.
filter(({from:start,to})=>start<to).sort((a,b)=>a.from<b.from?-1:a.from>b.from?1:0);const united2=[];for(const next of sorted2){const last=united2.at(-1);if(last===
void 0||next.from>last.to)united2.push(next);else if(next.to>last.to)united2[united2.length-1]=interval(lowEdge(last),highEdge(next))}return united2}function intersectIntervals(a,b){
return uniteIntervals(a.flatMap(left=>b.map(right2=>interval(left.from>right2.from?lowEdge(left):lowEdge(right2),left.to<right2.to?highEdge(left):highEdge(right2)))))}
function lowEdge({from:key,low}){return low?{key,bound:low}:{key}}function highEdge({to:key,high}){return high?{key,bound:high}:{key}}function indexBounds(index,predicate,known){switch(predicate.kind){case"none":return{intervals:[],isWhole:true};case"or":return united(predicate.operands.map(operand=>indexBounds(
index,operand,known)));case"and":return index.kind==="composite"?boundsOfParts(index.parts,predicate.operands,known):intersected(predicate.operands.map(operand=>indexBounds(
index,operand,known)));case"path":if(index.kind==="composite")return boundsOfParts(index.parts,[predicate],known);return predicate.path===index.path&&!predicate.
isMany?{intervals:predicate.intervals,isWhole:predicate.judge===void 0}:void 0;case"all":case"named":case"composite":{if(index.kind!=="composite")return void 0;
const bounds=boundsOfParts(index.parts,[],known);return bounds&&{...bounds,isWhole:predicate.kind==="all"}}}}function united(bounds){if(!bounds.every(one=>one!==
void 0))return void 0;return{intervals:uniteIntervals(bounds.flatMap(({intervals})=>intervals)),isWhole:bounds.every(({isWhole:isWhole2})=>isWhole2)}}function intersected(bounds){
const[first,...others]=bounds.filter(one=>one!==void 0);if(first===void 0)return void 0;return{intervals:others.reduce((all,{intervals})=>intersectIntervals(all,
intervals),first.intervals),isWhole:bounds.every(one=>one?.isWhole===true)}}function boundsOfParts(parts,operands,known){const paths=operands.filter(operand=>operand.
kind==="path");const others=operands.filter(operand=>operand.kind!=="path");const{intervals,used}=leadingIntervals(parts,paths,known);const own=intervals&&{intervals,
isWhole:used.size===paths.length};if(others.length===0)return own;const index={kind:"composite",parts};return intersected([...own||paths.length>0?[own]:[],...others.
map(operand=>indexBounds(index,operand,known))])}var COMBINATIONS_MAX=1024;function leadingIntervals(parts,operands,known){const used=new Set;let prefixes2=[""];
let intervals;for(const part of parts){const asked=askedOf(part.path,operands,known);if(asked===void 0)return{intervals,used};const count=asked.intervals.length*
prefixes2.length;if(intervals!==void 0&&count>COMBINATIONS_MAX)return{intervals,used};if(asked.operand!==void 0)used.add(asked.operand);const extended=prefixes2.
flatMap(prefix=>asked.intervals.map(interval2=>extendedBy(prefix,part,interval2)));intervals=uniteIntervals(extended);if(!asked.intervals.every(isPoint))return{
intervals,used};prefixes2=prefixes2.flatMap(prefix=>asked.intervals.map(({from:from2})=>prefix+keyPart(from2,part)))}return{intervals,used,...prefixes2.length===
1&&{fixed:prefixes2[0]}}}function askedOf(path,operands,known){const value=known.get(path);if(value!==void 0)return{intervals:[point(value)]};const operand=operands.
find(one=>one.kind==="path"&&one.path===path&&!one.isMany&&one.judge===void 0);return operand?.kind==="path"?{intervals:operand.intervals,operand}:void 0}function orderedScan({index},context){const{predicate,known,composites}=context;const behind=composites.flatMap(parts=>scanBehind(parts,partsOf2(index),context)??
[]);const[longest]=behind.sort((a,b)=>b.prefix.length-a.prefix.length);if(longest!==void 0)return longest;const bounds=indexBounds(index,predicate,known);const isInScope=index.
kind==="composite"&&beginsWith(index.parts,known);return{index,...bounds&&{bounds},prefix:"",isInverted:false,isInScope}}function scanBehind(parts,order,{predicate,
known}){const front=parts.slice(0,Math.max(parts.length-order.length,0));if(front.length===0)return void 0;const isInverted=isInverse(parts.slice(front.length),
order);if(isInverted===void 0)return void 0;const operands=predicate.kind==="and"?predicate.operands:[predicate];const{fixed}=leadingIntervals(front,operands,known);
if(fixed===void 0)return void 0;const index={kind:"composite",parts};const bounds=indexBounds(index,predicate,known);return{index,...bounds&&{bounds},prefix:fixed,
isInverted,isInScope:beginsWith(parts,known)}}function partsOf2(index){return index.kind==="composite"?index.parts:[{path:index.path,descending:false}]}function isInverse(parts,order){
if(parts.some(({path},i)=>path!==order[i].path))return void 0;const inverted3=parts.filter(({descending},i)=>descending!==order[i].descending).length;if(inverted3>
0&&inverted3<parts.length)return void 0;return inverted3>0}function beginsWith(parts,known){return known.size>0&&parts.slice(0,known.size).every(({path})=>known.
has(path))}var VECTOR_METRICS=["cosine","dotproduct","euclidean"];function vectorMetric(name){const lowered=typeof name==="string"?name.toLowerCase():void 0;return VECTOR_METRICS.
find(metric=>metric===lowered)}var WANTED_MAX=1e4;var SEARCH_BREADTH=10;var REFINED=5;var NEAREST_FUNCTIONS=new Set(["VECTORDISTANCE","_VECTORSCORE"]);function planNearest(call,{scope,offset,
limit},readable,{parameters}){const wanted=offset+limit;const[first,second,bruteForce,options]=call.args;if(!NEAREST_FUNCTIONS.has(call.name.toUpperCase())||wanted===
0||wanted>WANTED_MAX)return void 0;const indexOf3=argument=>{const location=indexPathOf(argument,scope);return readable.vectors?.find(({path})=>path===location?.
path)};const index=indexOf3(first)??indexOf3(second);if(index===void 0)return void 0;const vector=vectorIn(constantOf(indexOf3(first)?second:first,parameters)?.
value,index);const isExact=bruteForce===void 0?false:constantOf(bruteForce,parameters)?.value;const tuning=options===void 0?{}:constantOf(options,parameters)?.value;
if(vector===void 0||typeof isExact!=="boolean"||!isObject2(tuning))return void 0;const{distanceFunction=index.metric,searchListSizeMultiplier,quantizedVectorListMultiplier}=tuning;
const metric=vectorMetric(distanceFunction);if(metric===void 0)return void 0;return{path:index.path,vector,metric,wanted,isExact,searchBreadth:multiplier(searchListSizeMultiplier)??
SEARCH_BREADTH,refined:multiplier(quantizedVectorListMultiplier)??REFINED}}function vectorIn(value,{dimensions}){if(!Array.isArray(value)||value.length!==dimensions)
return void 0;return value.every(component=>typeof component==="number")?value:void 0}function isObject2(value){return typeof value==="object"&&value!==null&&!Array.
isArray(value)}function multiplier(value){return typeof value==="number"?Math.min(Math.max(value,1),MULTIPLIER_MAX):void 0}var COMBINING=new Map([["FULLTEXTCONTAINS","all"],["FULLTEXTCONTAINSALL","all"],["FULLTEXTCONTAINSANY","any"]]);function isTextFilter(name){return COMBINING.has(
name)}function fullTextIndexOf(text,{scope,indexing,functions}){const location=indexPathOf(text,scope);if(location===void 0||location.isMany)return void 0;const{
path}=location;const language=languageOf(text,scope,functions);return indexing.hasFullText?.(path,language)?{kind:"fullText",path,language}:void 0}var NEAR_CHARACTERS_MAX=60;
function isIndexedTerm({words}){return words.every(({word,edits})=>edits===0||word.length<=NEAR_CHARACTERS_MAX)}function textPredicate(name,index,values){const isAny=COMBINING.
get(name)==="any";const found=values.map(value=>searchTerm(value,index.language));const terms=found.filter(term=>term!==void 0&&term.words.length>0);if(terms.length===
0||!isAny&&terms.length<found.length)return"none";if(!terms.every(isIndexedTerm))return void 0;return{kind:"text",index,terms,isAny,exact:true}}var DOCUMENTS_MAX=1e14;
function indexedScoring(values,language){const scoring=textScoring(values,language);if(scoring===void 0||!scoring.terms.every(isIndexedTerm))return void 0;const{
documentCount,totalWordCount,hitCounts}=scoring.statistics;const isSound=[documentCount,totalWordCount,...hitCounts].every(count=>count>=0&&count<=DOCUMENTS_MAX);
return isSound?scoring:void 0}function planOrder(bound,place){const{indexing,readable,context,predicate,known}=place;const{query,orderBy,scope}=bound;if(orderBy.length===0)return{kind:"none"};
const items=query.orderBy.items;const evaluators=orderBy.map(key=>key.evaluate);const only=items.length===1?items[0]:void 0;if(only!==void 0&&isScoringFunction(
only.expression))return scoreOrder(only,evaluators[0],bound,{readable,context});const parts=items.map(item=>({...orderPath(item.expression,scope,ORDER_ADVICE),descending:item.
descending}));const plan=only!==void 0?singleOrder(parts[0].path,only,evaluators[0],indexing):compositeOrder(parts,items,evaluators,indexing);const{reverse,keyOf:keyOf3}=plan;
const hasElements=parts.some(({isMany})=>isMany);if(hasElements||!isReadable(plan.index,readable))return{kind:"computed",reverse,keyOf:keyOf3};const scan=orderedScan(
plan,{predicate,known,composites:readable.composites});return{...plan,scan}}function isReadable(index,readable){return index.kind==="path"?readable.isIndexed(index.
path):readable.composites.some(parts=>isSameIndex({kind:"composite",parts},index))}var ORDER_ADVICE=" Order by a property, or make the expression a computed pro\
perty.";function orderPath(expression,scope,advice=""){const steps=documentPathOf(expression,scope);if(steps===void 0||steps.length===0){throw new QueryError("2\
206",`Unsupported ORDER BY clause. ORDER BY item expression could not be mapped to a document path.${advice}`)}if(steps.includes(null)){throw new QueryError("22\
06","Order-by over correlated collections is not supported.",expression.at)}return toIndexPath(steps)}var EVERYWHERE=new Set(["/id","/_ts"]);function singleOrder(path,{
expression,descending},evaluate,indexing){if(!indexing.isIndexed(path)){if(indexing.coming?.isIndexed(path)===true)throw stillBuilt("OrderByPathNotIndexed",indexing.
coming,expression.at);throw new QueryError("OrderByPathNotIndexed",`The index path corresponding to the specified order-by item is excluded. Include ${path}/? i\
n the indexing policy.`,expression.at)}const isTotal=indexing.isExplicit(path)||EVERYWHERE.has(path);return{kind:"indexed",index:pathIndex(path),...!isTotal&&{lackingPath:path},
reverse:descending,keyOf:environment=>encodeValue(evaluate(environment)).toString("latin1")}}function compositeOrder(wanted,items,evaluators,indexing){for(const parts of indexing.
composites){const reverse=directionIn(parts,wanted);if(reverse===void 0)continue;return{kind:"indexed",index:{kind:"composite",parts},reverse,keyOf:environment=>parts.
map(({descending},i)=>{const encoded=encodeValue(evaluators[i](environment));return(descending?inverted(encoded):encoded).toString("latin1")}).join("")}}const at2={
start:items[0].expression.at.start,end:items.at(-1).expression.at.end};const{coming}=indexing;if(coming?.composites.some(parts=>directionIn(parts,wanted)!==void 0)===
true)throw stillBuilt("OrderByWithoutCompositeIndex",coming,at2);throw new QueryError("OrderByWithoutCompositeIndex",`The order by query does not have a corresp\
onding composite index that it can be served from. Add (${indexName({kind:"composite",parts:wanted})}) to the indexing policy.`,at2)}function stillBuilt(code,{percent:percent2},at2){
return new QueryError(code,`The index that this ORDER BY needs is still being built: ${percent2} % of the items are in it. Try again when all are.`,at2)}function directionIn(index,parts){
if(index.length!==parts.length||index.some(({path},i)=>path!==parts[i].path))return void 0;const reverse=index[0].descending!==parts[0].descending;const agrees=index.
every(({descending},i)=>descending!==parts[i].descending===reverse);return agrees?reverse:void 0}function inverted(bytes){return Buffer.from(bytes.map(byte=>~byte))}
var SCORING_FUNCTIONS=new Set(["VECTORDISTANCE","_VECTORSCORE","_FULLTEXTSCORE"]);function isScoringFunction(expression){return expression.kind==="call"&&!expression.
udf&&SCORING_FUNCTIONS.has(expression.name.toUpperCase())}function scoreOrder(item,evaluate,bound,{readable,context}){const{parameters,vectorEmbeddings:vectorEmbeddings2}=context.
options;const call=item.expression;const isHighestFirst=isHighestBest(call,vectorEmbeddings2,parameters);const reverse=item.explicit?item.descending:isHighestFirst;
const unscored=encodeValue(reverse?void 0:{}).toString("latin1");const keyOfScore=score=>score===void 0?unscored:encodeValue(score).toString("latin1");const rule={
reverse,keyOf:environment=>keyOfScore(evaluate(environment))};const scored=reverse?textScoreOf(call,bound,{readable,context}):void 0;if(scored!==void 0)return{kind:"\
textScore",...rule,...scored,keyOfScore};const nearest=reverse===isHighestFirst?planNearest(call,bound,readable,context.options):void 0;return{kind:"computed",...rule,
...nearest&&{nearest}}}function textScoreOf({name,args:[text,...args]},{scope,steps,input,hasFrom},{readable,context}){if(name.toUpperCase()!=="_FULLTEXTSCORE"||
steps.length>0||input!==void 0||!hasFrom)return void 0;const{functions}=context.options;const index=text&&fullTextIndexOf(text,{scope,indexing:readable,functions});
const values=args.map(argument=>bindPart(argument,{context,scope}).constant);if(index===void 0||!values.every(value=>value!==void 0))return void 0;const scoring=indexedScoring(
values.map(({value})=>value),index.language);return scoring&&{index,scoring}}var at={start:0,end:0};function literalOf(value){return{kind:"literal",value,at}}function nameOf2(name){return{kind:"name",name,at}}function propertyOf(object,name){
return{kind:"member",object,index:literalOf(name),dotted:true,at}}function callOf(name,...args){return{kind:"call",name,udf:false,args,at}}function arrayOf(items){
return{kind:"array",items,at}}function objectOf(entries){return{kind:"object",entries,at}}function andOf(left,right2){return left===void 0?right2:{kind:"binary",
operator:"and",left,right:right2,at}}function coalesceOf(left,right2){return{kind:"coalesce",left,right:right2,at}}function negated(operand){return{kind:"binary",
operator:"*",left:literalOf(-1),right:operand,at}}function itemsOf(expressions){return arrayOf(expressions.map(expression=>objectOf([["item",expression]])))}function selected(alias,expression){
return{expression,alias}}function countOf(value){return{kind:"number",value,at}}function rootName({from:from2}){let source=from2;while(source?.kind==="join")source=source.left;if(source===void 0)throw new Error("a query without FROM reads n\
o item");if(source.kind==="iterate")return source.name;const{alias,collection}=source;if(alias!==void 0)return alias;const last=collection.kind==="path"?collection.
path.at(-1)??collection.root:void 0;if(typeof last==="string")return last;throw new QueryError("UnnamedSource","The first source of FROM needs a name: add AS an\
d an alias.",source.at)}function rewriteOrderBy(query,{items,payload,filter}){const{shape}=query.select;const conditions=[query.where,filter];if(shape.kind==="value")conditions.push(callOf(
"IS_DEFINED",shape.expression));const where=conditions.reduce((all,one)=>one===void 0?all:andOf(all,one),void 0);return{...query,select:selectWithRid(query,[selected(
"orderByItems",itemsOf(items.map(item=>item.expression))),selected("payload",payload??payloadOf(query))]),...where&&{where},orderBy:{rank:false,items}}}function selectWithRid(query,items){
const rid={expression:propertyOf(nameOf2(rootName(query)),"_rid")};return{distinct:false,shape:{kind:"list",items:[rid,...items]}}}function payloadOf(query){const{
shape}=query.select;switch(shape.kind){case"star":return nameOf2(rootName(query));case"value":return shape.expression;case"list":{const names=selectNames(shape.
items);return objectOf(shape.items.map((item,i)=>[names[i],item.expression]))}}}var plainQueryInfo={distinctType:"None",top:null,offset:null,limit:null,orderBy:[],orderByExpressions:[],groupByExpressions:[],groupByAliases:[],aggregates:[],groupByAliasToAggregateType:{},
rewrittenQuery:"",hasSelectValue:false,dCountInfo:null,hasNonStreamingOrderBy:false};function planDistinctCount({select,from:from2,where,groupBy,orderBy,limit}){const[counted,...others]=selectExpressions(select.shape);const isCount2=counted?.kind===
"call"&&counted.name.toUpperCase()==="COUNT"&&counted.args[0]?.kind==="literal"&&counted.args[0].value!==void 0;const isBare=!select.distinct&&!select.top&&!where&&
!groupBy&&!orderBy&&!limit;if(!isCount2||others.length>0||!isBare)return void 0;if(from2?.kind!=="alias"||from2.collection.kind!=="subquery")return void 0;const inner=from2.
collection.query;if(!inner.select.distinct||isAggregateQuery(inner))return void 0;return{info:{...plainQueryInfo,distinctType:"Unordered",rewrittenQuery:printQuery(
inner,"block"),hasSelectValue:select.shape.kind==="value",dCountInfo:{dCountAlias:select.shape.kind==="list"?selectNames(select.shape.items)[0]:""}},aggregates:[]}}var CANDIDATES_MIN=60;var MISSING_TEXT_SCORE=-1;var MISSING_VECTOR_SCORE=179769e303;function planHybridSearch(query,options){const{parameters}=options;const{calls,
weights}=scoreCalls(query,parameters);const top=query.select.top&&countValue(query.select.top,"TOP",parameters);const limit=query.limit&&countValue(query.limit,
"LIMIT",parameters);const skip=query.offset&&countValue(query.offset,"OFFSET",parameters);const take=top??limit;return{query,scores:calls.map((call,i)=>rankedScore(
call,(weights[i]??0)<0,options)),weights:weights.map(Math.abs),...skip!==void 0&&{skip},...take!==void 0&&{take},candidates:candidatesOf(top,skip,limit)}}function scoreCalls(query,parameters){
const ranking=query.orderBy.items[0].expression;if(ranking.name.toUpperCase()!=="RRF")return{calls:[ranking],weights:[]};const args=ranking.args;const last=ranking.
args.at(-1);if(last.kind==="call")return{calls:args,weights:[]};return{calls:args.slice(0,-1),weights:constantOf(last,parameters)?.value}}function rankedScore(call,isReversed,options){
const{parameters,vectorEmbeddings:vectorEmbeddings2}=options;const{args,at:at2}=call;if(isVectorDistance(call)){const descending=isHighestBest(call,vectorEmbeddings2,
parameters)!==isReversed;return{kind:"vector",descending,isReversed,args}}const[path,...rest]=args;const terms=rest.flatMap(term=>termsOf(term,parameters));if(path===
void 0||terms.length===0)throw new QueryError("SC2050","FullTextScore takes a path and at least one term.",at2);return{kind:"text",descending:!isReversed,path,terms}}
function termsOf(term,parameters){if(term.kind==="array")return term.items;const value=term.kind==="parameter"?parameters.get(term.name):void 0;return Array.isArray(
value)?value.map(literalOf):[term]}function candidatesOf(top,skip,limit){const twice=count=>Math.min(2*Math.max(count,CANDIDATES_MIN),queryLimits.countMax);if(top!==
void 0)return{top:twice(top)};return limit===void 0?{}:{limit:twice((skip??0)+limit)}}function needsStatistics({scores}){return scores.some(({kind})=>kind==="te\
xt")}function statisticsQuery({query,scores}){const statistics=scores.flatMap(score=>{if(score.kind!=="text")return[];const{path,terms}=score;const hits=terms.map(
term=>callOf("COUNTIF",callOf("FullTextContains",path,term)));const words=callOf("SUM",callOf("_FullTextWordCount",path));return[objectOf([["totalWordCount",words],
["hitCounts",arrayOf(hits)]])]});return{kind:"query",select:{distinct:false,shape:{kind:"list",items:[selected("documentCount",callOf("COUNT",literalOf(1))),selected(
"fullTextStatistics",arrayOf(statistics))]}},...query.from&&{from:query.from},at:query.at}}function rankComponents({scores},terms){let texts=0;return scores.map(
score=>score.kind==="text"?textComponent(score,texts++,terms):vectorComponent(score))}function textComponent({path,terms,descending},number,statistics){const score=callOf(
"_FullTextScore",path,arrayOf(terms),statistics.documentCount,statistics.totalWordCount(number),statistics.hitCounts(number));return{score,descending,item:{expression:score,
descending,explicit:true},ranked:coalesceOf(score,literalOf(MISSING_TEXT_SCORE))}}function vectorComponent({args,descending,isReversed}){const score=callOf("_Ve\
ctorScore",...args);return{score,descending,item:{expression:score,descending:isReversed&&descending,explicit:isReversed},ranked:coalesceOf(score,literalOf(descending?
-MISSING_VECTOR_SCORE:MISSING_VECTOR_SCORE))}}function componentQuery({query,candidates},component,scores,filter){const payload=objectOf([["payload",payloadOf(query)],
["componentScores",arrayOf(scores)]]);const items=[component.item];return withCandidates(rewriteOrderBy(query,{items,payload,...filter&&{filter}}),candidates)}function withCandidates(query,{
top,limit}){const{offset:_offset,limit:_limit,select,...clauses}=query;return{...clauses,select:{...select,...top!==void 0&&{top:countOf(top)}},...limit!==void 0&&
{offset:countOf(0),limit:countOf(limit)}}}var RESUME_FILTER=nameOf2("({documentdb-formattableorderbyquery-filter})");var PLACEHOLDER="documentdb-formattablehybridsearchquery";var PLACEHOLDERS={documentCount:nameOf2(`{${PLACEHOLDER}-totaldocumentcount}`),totalWordCount:text=>nameOf2(
`{${PLACEHOLDER}-totalwordcount-${text}}`),hitCounts:text=>nameOf2(`{${PLACEHOLDER}-hitcountsarray-${text}}`)};function planHybridSearchForClient(query,options){
const search=planHybridSearch(query,options);const components=rankComponents(search,PLACEHOLDERS);return{globalStatisticsQuery:printQuery(statisticsQuery(search),
"block"),componentQueryInfos:components.map(component=>options.skipOrderBy?unorderedComponent(search,component,components):orderedComponent(search,component,components.
map(({ranked})=>ranked))),componentWithoutPayloadQueryInfos:[],projectionQueryInfo:null,componentWeights:search.weights,skip:search.skip??null,take:search.take??
null,requiresGlobalStatistics:needsStatistics(search)}}function unorderedComponent(search,component,all){if(all.length===1)return orderedComponent(search,component,
[]);const rewritten=withCandidates(withScores(search.query,component,all),search.candidates);return{...plainQueryInfo,rewrittenQuery:printQuery(rewritten,"block")}}
function orderedComponent(search,component,scores){const{top,limit}=search.candidates;return{...plainQueryInfo,top:top??null,offset:limit===void 0?null:0,limit:limit??
null,orderBy:[component.descending?"Descending":"Ascending"],orderByExpressions:[printExpression(component.score,"block")],rewrittenQuery:printQuery(componentQuery(
search,component,scores,RESUME_FILTER),"block"),hasNonStreamingOrderBy:true}}function withScores(query,component,all){const scores=all.map(({ranked,descending})=>descending?
ranked:negated(ranked));return{...query,select:selectWithRid(query,[selected("payload",payloadOf(query)),selected("componentScores",arrayOf(scores))]),orderBy:{
rank:false,items:[component.item]}}}var QUERY_FEATURES=["Aggregate","CompositeAggregate","CountIf","DCount","Distinct","GroupBy","HybridSearch","HybridSearchSkipOrderByRewrite","ListAndSetAggregat\
e","MultipleAggregates","MultipleOrderBy","NonStreamingOrderBy","NonValueAggregate","OffsetAndLimit","OrderBy","Top","WeightedRankFusion"];function requireFeatures(needed,supported){
const missing2=needed.filter(feature=>!supported.has(feature));if(missing2.length===0)return;throw new QueryError("UnsupportedQueryFeature",`Query contains the \
following features, which the calling client does not support: ${missing2.join(" ")}`)}function featuresOf(info,aggregates){const features=[["Aggregate",aggregates.
length>0],["CompositeAggregate",aggregates.some(kind=>kind==="Average"||kind==="Min"||kind==="Max")],["MultipleAggregates",aggregates.length>1],["NonValueAggreg\
ate",aggregates.length>0&&!info.hasSelectValue&&info.groupByExpressions.length===0],["ListAndSetAggregate",aggregates.some(kind=>kind==="MakeList"||kind==="Make\
Set")],["CountIf",aggregates.includes("CountIf")],["DCount",info.dCountInfo!==null],["GroupBy",info.groupByExpressions.length>0],["Distinct",info.distinctType!==
"None"],["OrderBy",info.orderBy.length>0],["MultipleOrderBy",info.orderBy.length>1],["NonStreamingOrderBy",info.hasNonStreamingOrderBy],["OffsetAndLimit",info.offset!==
null],["Top",info.top!==null]];return features.filter(([,isNeeded])=>isNeeded).map(([feature])=>feature)}function hybridFeaturesOf(info){return info.componentWeights.
length>0?["HybridSearch","WeightedRankFusion"]:["HybridSearch"]}import{compareEpk as compareEpk5,effectivePartitionKey as effectivePartitionKey3,epkRangeOfPrefix,toHex as toHex5}from"@orrerydb/keys/hash";function keyRangesOf(keys){
if(keys==="all")return[{min:[],max:"Infinity",isMinInclusive:true,isMaxInclusive:false}];const points=keys.length===0?[[]]:keys;return points.map(key=>({min:key,
max:key,isMinInclusive:true,isMaxInclusive:true}))}function toEpkRanges(ranges,definition){return ranges.map(range=>({range,epk:effectivePartitionKey3(range.min,
definition)})).sort((a,b)=>compareEpk5(a.epk,b.epk)).filter(({epk},i,sorted2)=>i===0||compareEpk5(epk,sorted2[i-1].epk)!==0).map(({range,epk})=>{const{min,max,isMinInclusive,
isMaxInclusive}=range;if(max==="Infinity")return{min:toHex5(epk),max:"FF",isMinInclusive,isMaxInclusive};if(min.length>0&&min.length<definition.paths.length){const end=epkRangeOfPrefix(
min,definition).max;return{min:toHex5(epk),max:toHex5(end),isMinInclusive:true,isMaxInclusive:false}}return{min:toHex5(epk),max:toHex5(epk),isMinInclusive,isMaxInclusive}})}var kinds=new Map([["AVG","Average"],["COUNT","Count"],["COUNTIF","CountIf"],["MAKELIST","MakeList"],["MAKESET","MakeSet"],["MAX","Max"],["MIN","Min"],["SUM","S\
um"]]);function planAggregate(expression){const kind=aggregateKind(expression);return kind&&{kind,item:objectOf(partialResult(expression,kind))}}function aggregateKind(expression){
return expression.kind==="call"&&!expression.udf?kinds.get(expression.name.toUpperCase()):void 0}function partialResult(call,kind){const count=["count",callOf("\
COUNT",...call.args)];switch(kind){case"Average":return[["item",objectOf([["sum",callOf("SUM",...call.args)],count])]];case"Min":case"Max":return[["item",call],
["item2",objectOf([[kind.toLowerCase(),call],count])]];default:return[["item",call]]}}function rewriteAggregates(query){const{shape}=query.select;const{select:_,offset:_offset,limit:_limit,orderBy,...rest}=query;const clauses=orderBy===void 0||query.
groupBy!==void 0?rest:{...rest,orderBy};const groupByExpressions=(query.groupBy??[]).map(key=>printExpression(key,"block"));const payload=shape.kind==="list"?listPayload(
query):valuePayload(shape);const groups=query.groupBy&&selected("groupByItems",itemsOf(query.groupBy));const isBareValue=groups===void 0&&shape.kind!=="list";return{
info:{...payload.info,groupByExpressions},kinds:payload.kinds,query:{...clauses,select:{distinct:false,shape:isBareValue?{kind:"value",expression:payload.expression}:
{kind:"list",items:[...groups?[groups]:[],selected("payload",payload.expression)]}}}}}function valuePayload(shape){if(shape.kind==="star")throw new Error("SELEC\
T * is not an aggregate, and binding refuses it with GROUP BY.");const aggregate=planAggregate(shape.expression);const aggregates=aggregate?[aggregate.kind]:[];
return{expression:aggregate?arrayOf([aggregate.item]):shape.expression,info:{aggregates,groupByAliases:[],groupByAliasToAggregateType:{}},kinds:aggregates}}function listPayload({
select:{shape}}){const items=shape.kind==="list"?shape.items:[];const names=selectNames(items);const plans=items.map(item=>planAggregate(item.expression));return{
expression:objectOf(names.map((name,i)=>[name,plans[i]?.item??items[i].expression])),info:{aggregates:[],groupByAliases:names,groupByAliasToAggregateType:Object.
fromEntries(names.map((name,i)=>[name,plans[i]?.kind??null]))},kinds:plans.filter(plan=>plan!==void 0).map(plan=>plan.kind)}}function planForClient(query,partitionKey,options,supportedFeatures){const{parameters}=options;const{bound}=bindQuery(query,{...options,planOnly:true,isMerged:true});
checkOrderBy(bound);const keys=bound.empty?[]:partitionKeysOf(query,partitionKey,parameters);const plan={partitionedQueryExecutionInfoVersion:2,queryRanges:keyRangesOf(
keys)};if(query.orderBy?.rank){const hybridSearchQueryInfo=planHybridSearchForClient(query,{parameters,vectorEmbeddings:options.vectorEmbeddings,skipOrderBy:supportedFeatures.
has("HybridSearchSkipOrderByRewrite")});requireFeatures(hybridFeaturesOf(hybridSearchQueryInfo),supportedFeatures);return{...plan,queryInfo:null,hybridSearchQueryInfo}}
const isOneKey=keys!=="all"&&keys.length===1&&isWholeKey(keys[0],partitionKey);const isCounted=supportedFeatures.has("DCount")||!isOneKey;const{info,aggregates}=(isCounted?
planDistinctCount(query):void 0)??planMerge(query,options,isOneKey);requireFeatures(featuresOf(info,aggregates),supportedFeatures);return{...plan,queryInfo:info,
hybridSearchQueryInfo:null}}function checkOrderBy({query,orderBy,scope}){if(query.orderBy===void 0||orderBy.length===0)return;for(const{expression}of query.orderBy.
items){if(!isScoringFunction(expression))orderPath(expression,scope)}}function isWholeKey(key,{paths}){return key.length===paths.length}function planMerge(query,options,isOneKey){
const info=commonInfo(query,options.parameters);if(query.from===void 0){return{info:{...plainQueryInfo,hasSelectValue:info.hasSelectValue},aggregates:[]}}if(isAggregateQuery(
query)){if(!isOneKey)checkDistinctInput(query);return planAggregates(query,info)}if(query.orderBy!==void 0){return{info:planOrderBy(query,query.orderBy.items,info,
options),aggregates:[]}}return{info:planPlain(query,info,isOneKey),aggregates:[]}}function commonInfo(query,parameters){const{select,offset,limit}=query;return{
...plainQueryInfo,distinctType:select.distinct?"Unordered":"None",top:select.top?countValue(select.top,"TOP",parameters):null,offset:offset?countValue(offset,"O\
FFSET",parameters):null,limit:limit?countValue(limit,"LIMIT",parameters):null,hasSelectValue:select.shape.kind==="value"}}function checkDistinctInput({from:from2}){
if(from2?.kind!=="alias"||from2.collection.kind!=="subquery")return;const{query}=from2.collection;if(!query.select.distinct)return;throw new QueryError("Unsuppo\
rtedQueryFeature","The partitions' aggregates over DISTINCT rows cannot be put together. Filter by one partition key, or aggregate the distinct rows in the clie\
nt.",query.at)}function planAggregates(query,info){const rewrite=rewriteAggregates(query);const rewrittenQuery=printQuery(rewrite.query,"block");return{info:{...info,
...rewrite.info,rewrittenQuery},aggregates:rewrite.kinds}}function planOrderBy(query,items,info,{vectorEmbeddings:vectorEmbeddings2,parameters}){const orderOf=({
expression,descending})=>{const isDescending=isVectorDistance(expression)?isHighestBest(expression,vectorEmbeddings2,parameters):descending;return isDescending?
"Descending":"Ascending"};const rewritten=rewriteOrderBy(query,{items,filter:RESUME_FILTER});const{top}=query.select;const counted=top?{...rewritten,select:{...rewritten.
select,top}}:rewritten;return{...info,distinctType:query.select.distinct&&isDistinctOrdered(query)?"Ordered":info.distinctType,orderBy:items.map(orderOf),orderByExpressions:items.
map(item=>printExpression(item.expression,"block")),rewrittenQuery:printQuery(query.select.distinct?uncounted(rewritten):withSummedLimit(counted,info),"block"),
hasNonStreamingOrderBy:items.some(item=>isVectorDistance(item.expression))}}function planPlain(query,info,isOneKey){if(query.select.distinct){const isCounted=info.
top!==null||info.limit!==null;return isCounted?{...info,rewrittenQuery:printQuery(uncounted(query),"block")}:info}if(info.limit===null)return info;if(isOneKey)return{
...info,offset:null,limit:null};return{...info,rewrittenQuery:printQuery(withSummedLimit(query,info),"block")}}function withSummedLimit(query,{offset,limit}){if(offset===
null||limit===null)return query;return{...query,offset:countOf(0),limit:countOf(offset+limit)}}function uncounted(query){const{offset:_offset,limit:_limit,select,
...clauses}=query;const{top:_top,...rest}=select;return{...clauses,select:rest}}function decodeCompositeKey(key,offset,parts){return new CompositeDecoder(parts).decode(key,offset,key.length)}var CompositeDecoder=class{#parts;#bytes;#start=0;#values=[];#ends=[];constructor(parts){
this.#parts=parts}decode(bytes,start,keyEnd){return this.next(bytes,start,keyEnd)===void 0?void 0:[...this.#values]}next(bytes,start,keyEnd){const common=this.#inCommon(
bytes,start,keyEnd);this.#bytes=void 0;const count=this.#parts.length;let alike=0;while(alike<count&&common>=this.#ends[alike])alike++;for(let i=alike,at2=alike===
0?0:this.#ends[alike-1];i<count;i++){const{value,exact,end}=decodePart(bytes,start+at2,this.#parts[i].descending,keyEnd);if(!exact)return void 0;this.#values[i]=
value;at2=this.#ends[i]=end-start}this.#bytes=bytes;this.#start=start;return alike}get values(){return this.#values}#inCommon(bytes,start,keyEnd){if(bytes!==this.#bytes)
return-1;let common=0;while(start+common<keyEnd&&bytes[start+common]===bytes[this.#start+common])common++;return common}};function endOfParts(key,offset,parts){
let at2=offset;for(const{descending}of parts)at2=decodePart(key,at2,descending,key.length).end;return at2}function decodePart(bytes,at2,descending,keyEnd){if(!descending)
return decodeValue(bytes,at2);const number=readInvertedNumber(bytes,at2,keyEnd);if(number!==void 0)return{value:number,exact:true,end:at2+NUMBER_BYTES};const{value,
exact,end}=decodeValue(inverted2(bytes,at2,keyEnd),0);if(at2+end>keyEnd)throw new Corruption("An encoded value has no end.");return{value,exact,end:at2+end}}var scratch2=Buffer.
alloc(1024);function inverted2(key,from2,to){const length=to-from2;if(scratch2.length<length)scratch2=Buffer.alloc(2*length);for(let i=0;i<length;i++)scratch2[i]=
~key[from2+i];return scratch2}var TERMS_MAX=1e4;function*textTermSteps(text,language){let places=new Map;let length=0;let at2=0;for(const piece of wordPieces(text,language)){length+=piece.length;
if(places!==void 0){for(const word of piece.words)addPlace(places,word,at2++);if(places.size>TERMS_MAX)places=void 0}yield void 0}return{length,places}}function addPlace(places,word,place){
const known=places.get(word);if(known===void 0)places.set(word,[place]);else known.push(place)}function textTerms(text,language){const steps=textTermSteps(text,
language);for(;;){const{done,value}=steps.next();if(done)return value}}var POSTINGS_MAX=1e6;var LOADED_TEXTS=16;async function searchTexts(source,{index,terms,pause=()=>void 0,postingsMax=POSTINGS_MAX},work){const reader=new PostingReader(
source.texts,index,{work,pause,left:postingsMax});const matches=new Map;const add2=(ref,length,term,count)=>{let match=matches.get(ref);if(match===void 0){match=
{ref,length,occurrences:terms.map(()=>0)};matches.set(ref,match)}match.occurrences[term]=match.occurrences[term]+count};for(const[i,{words}]of terms.entries()){
const found=words.length===1?reader.ofWord(words[0]):reader.ofPhrase(words);for await(const postings of found){for(const{ref,length,places}of postings)add2(ref,
length,i,places.length)}if(reader.isExhausted)return void 0}for await(const{ref,text}of longTexts(source,index,work)){const words=[];let length=0;for(const piece of wordPieces(
text,index.language)){words.push(...piece.words);length+=piece.length;await pause()}for(const[i,term]of terms.entries()){const count=countTerm(words,term);if(count>
0)add2(ref,length,i,count)}}return matches}async function*longTexts(source,index,work){for await(const postings of source.texts.postings({index,of:{kind:"longTe\
xts"}})){work.indexEntries+=postings.length;for(let at2=0;at2<postings.length;at2+=LOADED_TEXTS){const refs=postings.slice(at2,at2+LOADED_TEXTS).map(({ref})=>ref);
for(const row of await source.load(refs)){work.itemsLoaded++;work.bytesLoaded+=row.size;const text=textAt(row.value(),index);if(text!==void 0)yield{ref:row.ref,
text}}}}}function textAt(item,{path}){let value=item;for(const name of parsePath(path)??[]){if(typeof value!=="object"||value===null||Array.isArray(value)||name===
null)return void 0;value=Object.hasOwn(value,name)?value[name]:void 0}return typeof value==="string"?value:void 0}var PostingReader=class{#texts;#index;#work;#pause;#left;constructor(texts,index,{
work,pause,left}){this.#texts=texts;this.#index=index;this.#work=work;this.#pause=pause;this.#left=left}get isExhausted(){return this.#left<0}async*ofWord(word){
const terms=word.edits===0?[word.word]:await this.#texts.nearTerms(this.#index,word.word,word.edits);for(const term of terms){this.#work.indexLookups++;for await(const postings of this.#texts.
postings({index:this.#index,of:{kind:"term",term}})){this.#work.indexEntries+=postings.length;this.#left-=postings.length;if(this.isExhausted)return;yield postings;
await this.#pause()}}}async*ofPhrase(words){let phrases;for(const[i,word]of words.entries()){const next=new Map;for await(const postings of this.ofWord(word)){for(const{
ref,length,places}of postings){const before2=phrases?.get(ref);if(phrases!==void 0&&before2===void 0)continue;const known=before2&&new Set(before2.places);const starts=places.
map(place=>place-i).filter(start=>known?.has(start)??true);if(starts.length===0)continue;const joined2=next.get(ref);if(joined2===void 0)next.set(ref,{length,places:starts});else
joined2.places.push(...starts)}}if(this.isExhausted)return;phrases=next}yield[...phrases??[]].map(([ref,{length,places}])=>({ref,length,places}))}};var ArrayTexts=class{#rows;#chunkRows;#termsMax;#indexes=new Map;constructor(rows,chunkRows,termsMax){this.#rows=rows;this.#chunkRows=chunkRows;this.#termsMax=termsMax}async*postings(scan){
const found=this.#scan(scan);for(let at2=0;at2<found.length;at2+=this.#chunkRows)yield found.slice(at2,at2+this.#chunkRows)}async countPostings(scan){return this.#scan(
scan).length}async estimatePostings(scan,max){return Math.min(this.#scan(scan).length,max)}async nearTerms(index,word,edits){const near=new NearWords(word,edits);
return[...this.#postingsOf(index).terms.keys()].filter(term=>near.has(term))}async wordCount(index){return this.#postingsOf(index).texts.reduce((sum4,{length})=>sum4+
length,0)}#scan({index,of,after:after2,reverse=false}){const postings=this.#postingsOf(index);const all=of.kind==="term"?postings.terms.get(of.term)??[]:postings[of.
kind];const left=all.filter(({ref})=>after2===void 0||(reverse?ref<after2:ref>after2));return reverse?left.reverse():left}#postingsOf(index){const known=this.#indexes.
get(indexName(index));if(known!==void 0)return known;const made={texts:[],longTexts:[],terms:new Map};for(const row of this.#rows){const text=textAt(row.value(),
index);if(text===void 0)continue;const{ref}=row;const{length,places=new Map}=textTerms(text,index.language);made.texts.push({ref,length,places:[]});if(places.size>
this.#termsMax){made.longTexts.push({ref,length,places:[]});continue}for(const[term,at2]of places){const list2=made.terms.get(term)??[];list2.push({ref,length,places:at2});
made.terms.set(term,list2)}}this.#indexes.set(indexName(index),made);return made}};var CHUNK_ROWS2=256;var ArraySource=class{texts;#rows;#byRef;#chunkRows;#entriesPerItem;#isExplicit;#nameOf;#indexedAs;#indexes=new Map;constructor(objects2,options={}){
this.#rows=objects2.map((object,i)=>new ArrayRow(options.refs?.[i]??numberedRef(i),object));this.#byRef=new Map(this.#rows.map(row=>[row.ref,row]));this.#chunkRows=
options.chunkRows??CHUNK_ROWS2;this.#entriesPerItem=options.entriesPerItem??1;this.#isExplicit=options.isExplicit??(()=>false);this.texts=new ArrayTexts(this.#rows,
this.#chunkRows,options.textTermsMax??Number.POSITIVE_INFINITY);this.#nameOf=options.nameOf;this.#indexedAs=options.indexedAs??(object=>object)}itemCount(){return this.#rows.
length}itemBytes(){return this.#rows.reduce((bytes,{size})=>bytes+size,0)}indexedItemCount(){return this.itemCount()*this.#entriesPerItem}async exactCount(){return this.
itemCount()}async*items(options){const{after:after2,reverse=false}=options;const rows=this.#rows.filter(({ref})=>after2===void 0||(reverse?ref<after2:ref>after2));
yield*chunksOf(reverse?rows.reverse():rows,this.#chunkRows)}async*refs(options){for await(const rows of this.items(options))yield rows.map(({ref})=>ref)}async*lacking(path,options){
const segments=parsePath(path)??[];for await(const rows of this.items(options)){yield rows.filter(row=>valuesAt(row.value(),segments).length===0)}}async load(refs){
return refs.flatMap(ref=>this.#byRef.get(ref)??[])}async find(names){const wanted=new Set(names.map(nameText));const named2=this.#rows.filter(({object})=>this.#nameOf&&
wanted.has(nameText(this.#nameOf(object))));return named2.map(({ref})=>ref)}async*index(scan){const entries=this.#scan(scan);yield*chunksOf(scan.alike===void 0?
entries:alikeAsOne(entries,scan),this.#chunkRows)}async count(scan){return this.#scan(scan).length}async estimate(scans,max){return Math.min(scans.reduce((sum4,scan)=>sum4+
this.#scan(scan).length,0),max)}#scan({index,low,high,keys,reverse=false,after:after2}){const from2=low&&boundKey(low);const to=high&&boundKey(high);const entries=this.#entries(
index).filter(({key,ref})=>{if(keys!==void 0&&(key<keys.from||key>=keys.to))return false;if(from2!==void 0&&(key<from2.prefix||!from2.inclusive&&key.startsWith(
from2.prefix))){return false}if(to!==void 0&&(to.inclusive?key>to.prefix&&!key.startsWith(to.prefix):key>=to.prefix)){return false}if(after2===void 0)return true;
const order=key<after2.key?-1:key>after2.key?1:ref<after2.ref?-1:ref>after2.ref?1:0;return reverse?order<0:order>0});return reverse?entries.reverse():entries}#entries(index){
const id=`${index.kind} ${indexName(index)}`;const known=this.#indexes.get(id);if(known!==void 0)return known;const entries=this.#makeEntries(index);entries.sort(
(a,b)=>a.key<b.key||a.key===b.key&&a.ref<b.ref?-1:1);this.#indexes.set(id,entries);return entries}#makeEntries(index){switch(index.kind){case"path":return this.#pathEntries(
index.path);case"composite":return this.#compositeEntries(index.parts);case"spatial":return this.#spatialEntries(index.path,index.cells);case"fullText":return[]}}#spatialEntries(path,cells){
const segments=parsePath(path)??[];return this.#rows.flatMap(({ref,object})=>{const numbers=new Set(valuesAt(object,segments).flatMap(value=>cells.numbersOf(value)));
return[...numbers].map(value=>{const key=encodeValue(value).toString("latin1");return{ref,key,value,exact:true}})})}#pathEntries(path){const segments=parsePath(
path)??[];const isExplicit=this.#isExplicit(path);return this.#rows.flatMap(({ref,object})=>{const found=valuesAt(this.#indexedAs(object),segments);const values=found.
length===0&&isExplicit?[void 0]:found;const encodings=new Set(values.map(value=>encodeValue(value).toString("latin1")));return[...encodings].map(key=>{const{value,
exact}=decodeKey(key);return{ref,key,value,exact}})})}#compositeEntries(composite){const parts=composite.map(({path,descending})=>({segments:parsePath(path)??[],
descending}));return this.#rows.map(({ref,object:stored})=>{const object=this.#indexedAs(stored);const key=parts.map(({segments,descending})=>{const encoded=encodeValue(
valuesAt(object,segments)[0]);return(descending?Buffer.from(encoded.map(byte=>~byte)):encoded).toString("latin1")});return{ref,key:key.join(""),exact:false}})}};
var ArrayRow=class{ref;object;#bytes;constructor(ref,object){this.ref=ref;this.object=object}value(){return this.object}bytes(){this.#bytes??=Buffer.from(JSON.stringify(
this.object));return this.#bytes}get size(){return this.bytes().length}};function nameText({epk,id}){return`${epk} ${id}`}function alikeAsOne(entries,{index,alike}){
const runs=[];for(const entry2 of entries){const last=runs.at(-1);const isWhole2=index.kind==="composite"?decodeCompositeKey(Buffer.from(entry2.key,"latin1"),0,
index.parts)!==void 0:entry2.exact;if(last?.key!==entry2.key||!isWhole2)runs.push({...entry2,exact:isWhole2});else if(alike==="counted")runs[runs.length-1]={...last,
times:(last.times??1)+1}}return runs}function numberedRef(number){const bytes=Buffer.alloc(8);bytes.writeUInt32BE(number,4);return bytes.toString("latin1")}function*chunksOf(list2,size){
for(let at2=0;at2<list2.length;at2+=size)yield list2.slice(at2,at2+size)}function valuesAt(value,segments){if(value===void 0)return[];const[segment,...rest]=segments;
if(segment===void 0)return[value];if(segment===null){return Array.isArray(value)?value.flatMap(element=>valuesAt(element,rest)):[]}if(typeof value!=="object"||value===
null||Array.isArray(value))return[];return Object.hasOwn(value,segment)?valuesAt(value[segment],rest):[]}function boundKey({value,inclusive}){const encoded=encodeValue(
value);if(decodeValue(encoded,0).exact)return{prefix:encoded.toString("latin1"),inclusive};return{prefix:encoded.subarray(0,-8).toString("latin1"),inclusive:true}}function indexOf2(predicate){return predicate.kind==="path"?pathIndex(predicate.path):{kind:"composite",parts:predicate.parts}}function asksForLacking({isTotal,
intervals}){return!isTotal&&intervals[0].from===UNDEFINED.from}function asksForLackingOnly(predicate){if(predicate.kind!=="path"||predicate.isMany||!asksForLacking(
predicate))return false;const{intervals,judge}=predicate;return intervals.length===1&&intervals[0].to===UNDEFINED.to&&judge===void 0}var ALL={kind:"all",exact:false};
var EVERYTHING={kind:"all",exact:true};var NONE={kind:"none",exact:true};function both(a,b){if(a.kind==="none"||b.kind==="none")return NONE;if(a.kind==="all")return withExact(
b,a.exact&&b.exact);if(b.kind==="all")return withExact(a,a.exact&&b.exact);const operands=[];for(const operand of[...operandsOf(a,"and"),...operandsOf(b,"and")]){
const same=operands.findIndex(other2=>isSamePlace(other2,operand));if(same<0){operands.push(operand);continue}const other=operands[same];const merged=operand;const intervals=intersectIntervals(
other.intervals,merged.intervals);if(intervals.length===0)return NONE;const{isBroad:_,...place}=other;const isBroad2=other.isBroad&&merged.isBroad;const judge=bothJudges(
other.judge,merged.judge);const exact2=other.exact&&merged.exact;operands[same]={...place,intervals,exact:exact2,...isBroad2&&{isBroad:isBroad2},...judge&&{judge}}}
const exact=a.exact&&b.exact;return operands.length===1?withExact(operands[0],exact):{kind:"and",operands,exact}}function either(a,b){if(a.kind==="none")return b;
if(b.kind==="none")return a;if(a.kind==="all"||b.kind==="all"){return a.kind==="all"&&a.exact||b.kind==="all"&&b.exact?EVERYTHING:ALL}const exact=a.exact&&b.exact;
if(a.kind==="path"&&b.kind==="path"&&a.path===b.path){const isBroad2=a.isBroad||b.isBroad;const intervals=uniteIntervals([...a.intervals,...b.intervals]);const judge=eitherJudge(
a,b);return{...a,intervals,exact,...isBroad2&&{isBroad:isBroad2},...judge&&{judge}}}return{kind:"or",operands:[...operandsOf(a,"or"),...operandsOf(b,"or")],exact}}
function bothJudges(a,b){if(a===void 0||b===void 0)return a??b;return{passes:entry2=>a.passes(entry2)&&b.passes(entry2),text:a.text??b.text}}function eitherJudge(a,b){
if(a.judge===void 0&&b.judge===void 0)return void 0;const passes=entry2=>[a,b].some(({intervals,judge})=>intervals.some(interval2=>holdsKey(interval2,entry2.key))&&
(judge===void 0||judge.passes(entry2)));return{passes}}function isSamePlace(a,b){return a.kind==="path"&&b.kind==="path"&&a.path===b.path&&!a.isMany}function operandsOf(predicate,kind){
return predicate.kind===kind?predicate.operands:[predicate]}function withExact(predicate,exact){return predicate.kind==="none"||predicate.kind==="spatial"?predicate:
{...predicate,exact}}var PLACES2=8;var ENTRIES_PER_PLACE=32;var ENTRIES_MAX=256;var DIGITS=4;async function sampleEntries(source,index,intervals,areFew){const scans=intervals.map(interval2=>scanOf(
index,interval2));const first=await Promise.all(scans.map(scan2=>firstEntries(source,scan2)));const filled=scans.flatMap((scan2,i)=>first[i].length>0?{scan:scan2,
entries:first[i]}:[]);if(filled.length!==1||areFew)return[first.flat()];const{scan,entries}=filled[0];return[entries,await spreadEntries(source,scan,entries)]}async function spreadEntries(source,scan,first){
const last=await firstEntries(source,{...scan,reverse:true});const[low,high]=[first[0]?.key,last[0]?.key];if(low===void 0||high===void 0)return[];const sample=[
first,last].flatMap(entries=>entries.slice(0,ENTRIES_PER_PLACE));for(let place=1;place<PLACES2-1;place++){const key=keyBetween(low,high,place/(PLACES2-1));const entries=await firstEntries(
source,{...scan,after:{key,ref:""}});sample.push(...entries.slice(0,ENTRIES_PER_PLACE))}return sample}async function firstEntries(source,scan){for await(const entries of source.
index(scan))return entries.slice(0,ENTRIES_MAX);return[]}function keyBetween(low,high,share){let common=0;while(common<low.length&&low[common]===high[common])common++;
const[from2,to]=[numberAt(low,common),numberAt(high,common)];const digits=Buffer.alloc(DIGITS);digits.writeUInt32BE(Math.floor(from2+(to-from2)*share));return low.
slice(0,common)+digits.toString("latin1")}function numberAt(key,at2){const digits=Buffer.alloc(DIGITS);digits.write(key.slice(at2,at2+DIGITS),"latin1");return digits.
readUInt32BE()}var ACCESS_TUNING={walkedItems:32,estimateMax:1024,scannedItems:4096};var LOAD_PER_WALK=2;var LOADS_PER_ENTRY=.05;var FEW=16;var LOOKUP_PER_WALK=.5;var TYPICAL_PAGE_ROWS=100;
var SPATIAL_ENTRIES_MAX=32768;async function chooseAccess(source,predicate,options){const{walkedItems,estimateMax,scannedItems,needsFewItems}=options;const items=source.
itemCount();const walk={access:{kind:"walk"},candidates:items};if(predicate.kind==="none")return{access:{kind:"refs",predicate},candidates:0};if(predicate.kind===
"named"){const{length}=predicate.names;return length<=items?{access:{kind:"refs",predicate},candidates:length}:walk}if(predicate.kind==="all"||items<=walkedItems)
return walk;if(needsFewItems&&isEntryPredicate(predicate)&&isScanned(predicate)&&!isScattered(source)){return{access:scanOrPoint(predicate),candidates:items}}const walkWorth=Math.
ceil(items/LOAD_PER_WALK);const estimateEnd=Math.min(estimateMax,walkWorth);const operands=predicate.kind==="and"?predicate.operands:[predicate];const maxOf=({kind})=>kind===
"spatial"?Math.min(SPATIAL_ENTRIES_MAX,walkWorth):estimateEnd;const[best,...rest]=await estimateOperands(source,operands,maxOf);const{operand,entries}=best;if(costOf(
best)+lookupsOf(operand)*LOOKUP_PER_WALK>=items){return textAccess(source,predicate)??lackingAccess(source,predicate)??walk}if(entries>=estimateMax&&operand.kind!==
"spatial"&&!isJudged(operand)){return items>scannedItems&&isEntryPredicate(operand)&&isScanned(operand)&&!isBroad(operand)?{access:scanOrPoint(operand),candidates:entries}:
textAccess(source,predicate)??lackingAccess(source,predicate)??walk}const helping=rest.filter(other=>(other.entries+other.judged)*LOADS_PER_ENTRY<entries*(1-other.
entries/items)&&entries>FEW);if(helping.length>0){const joined2=[operand,...helping.map(other=>other.operand)];const exact=predicate.exact&&joined2.length===operands.
length;return{access:{kind:"refs",predicate:{kind:"and",operands:joined2,exact}},candidates:entries}}if(isEntryPredicate(operand)&&isSinglePoint(operand)){return{
access:{kind:"point",predicate:operand},candidates:entries}}return{access:{kind:"refs",predicate:operand},candidates:entries}}function textAccess(source,predicate){
const operands=predicate.kind==="and"?predicate.operands:[predicate];const texts=operands.filter(operand=>operand.kind==="text"&&isNearCheap(source,operand));if(texts.
length===0)return void 0;const exact=predicate.exact&&texts.length===operands.length;const searched=texts.length===1?texts[0]:{kind:"and",operands:texts,exact};
return{access:{kind:"refs",predicate:searched},candidates:source.itemCount()}}function lackingAccess(source,predicate){const operands=predicate.kind==="and"?predicate.
operands:[predicate];const operand=isScattered(source)?void 0:operands.find(asksForLackingOnly);return operand&&{access:{kind:"lacking",predicate:operand},candidates:source.
itemCount()}}function costOf({entries,judged}){const pages=1+entries/TYPICAL_PAGE_ROWS;return entries*LOAD_PER_WALK+judged*LOADS_PER_ENTRY*pages}function isJudged(predicate){
return predicate.kind==="path"&&predicate.judge!==void 0}function judgesValues(predicate){const isJoined=predicate.kind==="and"||predicate.kind==="or";return isJoined?
predicate.operands.some(judgesValues):isJudged(predicate)}var FIRST_LOOK=64;async function estimateOperands(source,operands,maxOf){const look=operand=>operands.
length===1||isJudged(operand)?maxOf(operand):Math.min(FIRST_LOOK,maxOf(operand));const first=await Promise.all(operands.map(operand=>estimate(source,operand,look(
operand))));const least=Math.min(...first.map(({entries})=>entries));const narrowing=least>FEW?Math.ceil(least/LOADS_PER_ENTRY):0;const isSettled=operands.some(
(operand,i)=>first[i].entries<look(operand));const estimates=await Promise.all(operands.map(async(operand,i)=>{const max=isSettled?Math.min(narrowing,maxOf(operand)):
maxOf(operand);const isEnough=first[i].entries<look(operand)||max<=look(operand);return{operand,...isEnough?first[i]:await estimate(source,operand,max)}}));return estimates.
sort((a,b)=>costOf(a)-costOf(b))}function scanOrPoint(predicate){return{kind:isSinglePoint(predicate)?"point":"scan",predicate}}function isEntryPredicate(predicate){
return predicate.kind==="path"||predicate.kind==="composite"}function isScanned(predicate){return predicate.kind==="composite"||!(predicate.isMany||asksForLacking(
predicate))}function isBroad(predicate){return predicate.kind==="path"&&predicate.isBroad===true}function isSinglePoint(predicate){if(predicate.kind==="composit\
e")return predicate.isPoint;return predicate.intervals.length===1&&isPoint(predicate.intervals[0])}function lookupsOf(predicate){if(isEntryPredicate(predicate)||
predicate.kind==="spatial")return predicate.intervals.length;if(predicate.kind!=="and"&&predicate.kind!=="or")return 0;return predicate.operands.reduce((sum4,operand)=>sum4+
lookupsOf(operand),0)}async function estimate(source,predicate,max){const counted=entries=>({entries,judged:0});switch(predicate.kind){case"all":return counted(
source.itemCount());case"none":return counted(0);case"named":return counted(predicate.names.length);case"path":if(asksForLacking(predicate))return counted(source.
itemCount());if(predicate.judge!==void 0)return estimateJudged(source,predicate,predicate.judge,max);return counted(await estimateEntries(source,indexOf2(predicate),
predicate.intervals,max));case"composite":return counted(await estimateEntries(source,indexOf2(predicate),predicate.intervals,max));case"spatial":return counted(
await countTogether(source,predicate,max));case"text":return counted(await estimateText(source,predicate,max));case"or":case"and":{const parts=await Promise.all(
predicate.operands.map(operand=>estimate(source,operand,max)));const entries=parts.map(part=>part.entries);const total=predicate.kind==="or"?entries.reduce((a,b)=>a+
b,0):Math.min(...entries);const judged=parts.reduce((sum4,part)=>sum4+part.judged,0);return{entries:judged>0?total:Math.min(total,max),judged}}}}var NEAR_ITEMS_SHARE=.1;
function isNearCheap(source,{terms}){const items=source.indexedItemCount?.()??source.itemCount();return terms.every(isExactTerm)||source.itemCount()>=items*NEAR_ITEMS_SHARE}
async function estimateText(source,predicate,max){const{index,terms,isAny}=predicate;const ofWord=term=>source.texts.estimatePostings({index,of:{kind:"term",term}},
max);const entries=await Promise.all(terms.map(async term=>isExactTerm(term)?Math.min(...await Promise.all(term.words.map(({word})=>ofWord(word)))):max));return Math.
min(isAny?entries.reduce((a,b)=>a+b,0):Math.min(...entries),max)}function isExactTerm({words}){return words.every(({edits})=>edits===0)}var ELEMENTS_PER_ITEM=3;
async function estimateJudged(source,predicate,judge,max){const index=indexOf2(predicate);const counted=await estimateEntries(source,index,predicate.intervals,max);
const indexed=source.indexedItemCount?.()??source.itemCount();const judged=counted<max?counted:indexed*(predicate.isMany?ELEMENTS_PER_ITEM:1);const samples=await sampleEntries(
source,index,spread(predicate.intervals),counted<max);const share=Math.min(...samples.map(sample=>leastOf(sample.filter(judge.passes).length)/Math.max(sample.length,
1)));return{entries:Math.ceil(judged*share),judged}}function leastOf(found){return Math.max(found-2*Math.sqrt(found),0)}var SAMPLED_INTERVALS=16;function spread(intervals){
const step=Math.max(Math.floor(intervals.length/SAMPLED_INTERVALS),1);return intervals.filter((_,i)=>i%step===0)}async function estimateEntries(source,index,intervals,max){
const sample=spread(intervals);const entries=await countEntries(source,index,sample,max);return Math.min(Math.round(entries*intervals.length/sample.length),max)}
async function countEntries(source,index,intervals,max){let entries=0;for(const interval2 of intervals){entries+=await source.estimate([scanOf(index,interval2)],
max-entries);if(entries>=max)return max}return entries}function countTogether(source,{index,intervals},max){return source.estimate(intervals.map(interval2=>scanOf(
index,interval2)),max)}var LOAD_IN_ENTRIES=10;var EXTREME_ENTRIES_MAX=1e3;async function isCoveringCheaper(covering,source,choose2){if(covering.isExtreme)return entriesPerItem(
source)<=EXTREME_ENTRIES_MAX;if(isIndexPassable(source))return true;return covering.intervals!==void 0&&(await choose2()).access.kind!=="walk"}function isScattered(source){
return entriesPerItem(source)>2}function isIndexPassable(source){return entriesPerItem(source)<=LOAD_IN_ENTRIES}function entriesPerItem(source){const items=source.
itemCount();return(source.indexedItemCount?.()??items)/Math.max(items,1)}var UNINDEXED=new RegExp(`^/(?:${[...UNINDEXED_PROPERTIES].join("|")})(?:/|$)`);function readableIndexes(indexing,computed){const isComputed2=path=>computed.has(
firstName(path));const isStored=path=>!UNINDEXED.test(path)&&!isComputed2(path);const isHeld=path=>isComputed2(path)?indexing.holdsComputed?.(firstName(path))===
true:isStored(path);const isTold=path=>isStored(path)||path.includes(`/${ARRAY_ELEMENT}`)||indexing.isExplicit(path);return{isIndexed:path=>isHeld(path)&&indexing.
isIndexed(path)&&isTold(path),isExplicit:path=>isHeld(path)&&indexing.isExplicit(path),shapeCells:path=>isStored(path)?indexing.shapeCells?.(path):void 0,hasFullText:(path,language)=>isStored(
path)&&indexing.hasFullText?.(path,language)===true,composites:indexing.composites.filter(parts=>parts.every(({path})=>isHeld(path))),vectors:(indexing.vectors??
[]).filter(({path})=>isStored(path)),holdsComputed:name=>indexing.holdsComputed?.(name)===true,...indexing.coming&&{coming:indexing.coming}}}function firstName(path){
return parsePath(path)?.[0]??""}function withComposites(predicate,composites,known){switch(predicate.kind){case"or":{const operands=predicate.operands.map(operand=>withComposites(operand,composites,
known));return{...predicate,operands}}case"and":return composedAnd(predicate,composites,known);default:return predicate}}function composedAnd(predicate,composites,known){
const operands=predicate.operands.map(operand=>withComposites(operand,composites,known));const candidates=composites.flatMap(parts=>candidateOf(parts,operands,known)??
[]).sort((a,b)=>b.used.size-a.used.size);const chosen=[];const left=new Set(operands);for(const candidate of candidates){if(![...candidate.used].some(operand=>left.
has(operand)))continue;chosen.push(candidate.predicate);for(const operand of candidate.used)left.delete(operand)}const all=[...chosen,...left];return all.length===
1?{...all[0],exact:predicate.exact}:{...predicate,operands:all}}function candidateOf(parts,operands,known){const{intervals,used,fixed}=leadingIntervals(parts,operands,
known);if(intervals===void 0||used.size<2)return void 0;const exact=[...used].every(operand=>operand.exact);return{predicate:{kind:"composite",parts,intervals,isPoint:fixed!==
void 0,exact},used}}function rowKeyOf(bound){const{query,steps,input,hasFrom,scope,grouping,distinct:distinct2}=bound;if(steps.length>0||input!==void 0||!hasFrom||grouping!==void 0===
distinct2){return void 0}const names=distinct2?heldProperties(selectExpressions(query.select.shape),scope):query.groupBy?.map(key=>propertyNames(key,scope));if(names===
void 0||names.length===0||!names.every(each2=>each2!==void 0)){return void 0}return withoutRepeats(names)}function heldProperties(expressions,scope){const held=[];
const collect=expression=>{switch(expression.kind){case"literal":case"parameter":return true;case"object":return expression.entries.every(([,member2])=>collect(
member2));case"member":{const names=propertyNames(expression,scope);if(names!==void 0)held.push(names);return names!==void 0}default:return false}};return expressions.
every(collect)?held:void 0}function propertyNames(expression,scope){if(expression.kind!=="member")return void 0;const path=documentPathOf(expression,scope);const isPlain2=path!==
void 0&&path.length>0&&path.every(step=>typeof step==="string");return isPlain2?path:void 0}function withoutRepeats(all){return[...new Map(all.map(names=>[JSON.
stringify(names),names])).values()]}function isCountable(expression,scope){if(!isAggregateCall(expression))return childrenOf(expression).every(part=>isCountable(part,scope));return childrenOf(expression).
every(argument=>argument.kind==="literal"||propertyNames(argument,scope)!==void 0)}function propertiesRead(expressions,scope){const paths=new Set;const isPlain2=expression=>{
const names=propertyNames(expression,scope);if(names!==void 0)paths.add(toIndexPath(names).path);if(names!==void 0)return true;switch(expression.kind){case"name":case"\
subquery":return false;case"call":return isSteady(expression)&&expression.args.every(isPlain2);default:return childrenOf(expression).every(isPlain2)}};return expressions.
every(isPlain2)?paths:void 0}function isSteady({name,udf}){if(udf)return false;const aggregate=findAggregate(name);return aggregate===void 0?findFunction(name)?.
deterministic===true:!/^MAKE/.test(aggregate.name)}var EVERYWHERE2=["id"];var EVERYWHERE_PATH=toIndexPath(EVERYWHERE2).path;function coveringPath({query,steps,input,hasFrom,scope,grouping},predicate,indexing){if(steps.
length>0||input!==void 0||!hasFrom||query.select.shape.kind==="star")return void 0;const isUnfiltered=predicate.kind==="all"&&predicate.exact;const names=onlyPath(
readExpressions(query,isUnfiltered),scope);if(names===void 0)return void 0;const isAnywhere=names.length===0;const{path}=toIndexPath(isAnywhere?EVERYWHERE2:names);
if(!indexing.isIndexed(path))return void 0;const isBounded=predicate.kind==="path"&&predicate.path===path&&!asksForLacking(predicate);const isTotal=isAnywhere||
indexing.isExplicit(path);const countsMissing=!isBounded&&!isTotal&&!ignoresMissing(query,names,scope,isUnfiltered);if(countsMissing&&(grouping===void 0||!indexing.
isIndexed(EVERYWHERE_PATH)))return void 0;const isMatched=isUnfiltered||predicate.exact&&isBounded;const parts=readExpressions(query,isUnfiltered);return{path,names,
...isBounded&&{intervals:predicate.intervals},isExtreme:isMatched&&!isAnywhere&&isExtremeQuery(query),isMatched:isMatched&&(isUnfiltered||!countsMissing),countsMissing,
countsOnly:isMatched&&(isAnywhere||isBounded)&&aggregatesLiterals(query,scope),isCountable:grouping!==void 0&&propertiesRead(parts,scope)!==void 0&&parts.every(
part=>isCountable(part,scope))}}function countsMatches({query,steps,input,hasFrom,grouping,scope}){const isOfItems=steps.length===0&&input===void 0&&hasFrom;return isOfItems&&
grouping!==void 0&&aggregatesLiterals(query,scope)}function extremeIntervals({intervals}){return intervals??[DEFINED]}function readExpressions(query,isUnfiltered){
const{shape}=query.select;const selected2=shape.kind==="value"?[shape.expression]:shape.kind==="list"?shape.items.map(item=>item.expression):[];const ordered2=query.
orderBy?.items.map(item=>item.expression)??[];return[...selected2,...query.where&&!isUnfiltered?[query.where]:[],...query.groupBy??[],...ordered2]}function onlyPath(expressions,scope){
const found=[];const isPlain2=expression=>{if(expression.kind==="subquery"||expression.kind==="name")return expression.kind==="name"&&scope.lookup(expression.name)===
void 0;if(expression.kind==="call"&&(expression.udf||COLLECTING.has(expression.name.toUpperCase())))return false;if(expression.kind!=="member")return childrenOf(
expression).every(isPlain2);const path=documentPathOf(expression,scope);if(path===void 0||path.length===0||!path.every(step=>typeof step==="string"))return false;
found.push(path);return true};if(!expressions.every(isPlain2))return void 0;const[first=[],...others]=found;const text=JSON.stringify(first);return others.every(
path=>JSON.stringify(path)===text)?first:void 0}var COLLECTING=new Set(["MAKELIST","MAKESET"]);function ignoresMissing(query,names,scope,isUnfiltered){const{shape}=query.
select;const isProperty=expression=>expression.kind==="member"&&JSON.stringify(documentPathOf(expression,scope))===JSON.stringify(names);if(shape.kind==="value"&&
isProperty(shape.expression))return query.groupBy===void 0;if(query.groupBy!==void 0||query.where!==void 0&&!isUnfiltered)return false;return readExpressions(query,
isUnfiltered).every(part=>onlyAggregates(part,isProperty))}function onlyAggregates(expression,isProperty){if(isAggregate(expression))return expression.args.length===
1&&isProperty(expression.args[0]);return expression.kind!=="member"&&childrenOf(expression).every(child=>onlyAggregates(child,isProperty))}function isAggregate(expression){
return expression.kind==="call"&&!expression.udf&&findAggregate(expression.name)!==void 0}function aggregatesLiterals(query,scope){const isSame3=expression=>isAggregate(
expression)?expression.args.every(({kind})=>kind==="literal"):childrenOf(expression).every(isSame3);const parts=readExpressions(query,true);return query.groupBy===
void 0&&parts.every(isSame3)&&onlyPath(parts,scope)?.length===0}function isExtremeQuery(query){if(query.groupBy!==void 0||query.orderBy!==void 0)return false;const{
shape}=query.select;const calls=[];const collect=expression=>{if(isAggregate(expression))calls.push(expression);else childrenOf(expression).forEach(collect)};if(shape.
kind==="star")return false;(shape.kind==="value"?[shape.expression]:shape.items.map(item=>item.expression)).forEach(collect);const names=new Set(calls.map(call=>call.
kind==="call"?call.name.toUpperCase():""));names.delete("MIN");names.delete("MAX");const read=new Set(calls.map(call=>expressionKey(childrenOf(call)[0])));const isBare=calls.
every(call=>childrenOf(call)[0].kind==="member");return calls.length>0&&names.size===0&&read.size===1&&isBare}function containsPredicate(array,{value},context){const location=entryPathOf(array,context.scope);if(location===void 0)return ALL;return elementPredicate({...location,
path:`${location.path}/[]`},equalTo(value),context)}function partlyContainsPredicate(array,constant2,context){const{value}=constant2;const location=entryPathOf(
array,context.scope);if(location===void 0||value===void 0)return ALL;if(typeof value!=="object"||value===null||Array.isArray(value))return containsPredicate(array,
constant2,context);const elements=`${location.path}/[]`;const properties=Object.entries(value).map(([name,property2])=>elementPredicate({...location,path:elements+
canonicalPath([name])},equalTo(property2),context));if(properties.length===0)return elementPredicate({...location,path:elements},{interval:OBJECT_VALUES,exact:true},
context);return withExact(properties.reduce(both),properties.length===1&&properties[0].exact)}function elementPredicate({path,isMany},{interval:interval2,exact:isExactValue},context){
const exact=isExactValue&&!isMany;if(!context.indexing.isIndexed(path)){context.noteMissing(path);return ALL}return{kind:"path",path,isMany:true,isTotal:false,intervals:[
interval2],exact}}function existsScope(query,outer,newSlot){if(query.from===void 0||query.where===void 0||isBlocking(query))return void 0;const scope=new Scope(outer);return declareSources(
query.from,scope,newSlot)?scope:void 0}function declareSources(source,scope,newSlot){if(source.kind==="join")return declareSources(source.left,scope,newSlot)&&declareSources(
source.right,scope,newSlot);const path=collectionPath(source,scope);if(path===void 0)return false;const name=source.kind==="iterate"?source.name:source.alias;if(name===
void 0||source.collection.kind!=="path")return false;const values=source.kind==="iterate"?[...path,null]:path;scope.declare(name,{slot:newSlot(),path:values},source.
at);return true}function collectionPath({collection},scope){if(collection.kind!=="path")return void 0;const root=scope.lookup(collection.root)?.path;return root&&
[...root,...collection.path]}var WAYS_MAX=16;var capitals;function findCapitals(){const found=new Map;for(let code=0;code<55296;code++){const character=String.fromCharCode(code);const lowered=character.
toLowerCase();if(lowered.charCodeAt(0)>127)continue;const same=found.get(lowered.charAt(0))??[];found.set(lowered.charAt(0),[...same,character])}return found}function startingIgnoringCase(prefix){
return waysToBegin(prefix.toLowerCase()).ways.map(way=>({interval:startingWith(way).interval,exact:false}))}function equalIgnoringCase(text){const lowered=text.
toLowerCase();const{ways,isWhole:isWhole2}=waysToBegin(lowered);return isWhole2?ways.filter(way=>way.toLowerCase()===lowered).map(equalTo):startingIgnoringCase(
text)}function waysToBegin(lowered){capitals??=findCapitals();let ways=[""];for(const character of lowered){const written=capitals.get(character);if(written===void 0||
ways.length*written.length>WAYS_MAX)return{ways,isWhole:false};ways=ways.flatMap(way=>written.map(next=>way+next))}return{ways,isWhole:true}}var MATCHING=new Set(["CONTAINS","ENDSWITH","STARTSWITH","STRINGEQUALS"]);function heldText(filter,context){const constant2=node=>context.constantOf(node)?.value;
const texts=filter.kind==="call"?textsOfCall(filter,constant2):textsOfLike(filter,constant2);const longest=texts.reduce((most,text)=>text.length>most.length?text:
most,"");return longest===""?void 0:longest}function textsOfCall({name,args},constant2){const[subject,needle,option]=args;const text=needle&&constant2(needle);if(subject?.
kind!=="member"||typeof text!=="string")return[];const isPlain2=option===void 0||constant2(option)===false||constant2(option)==="";const upper=name.toUpperCase();
if(!isPlain2)return[];return upper==="REGEXMATCH"?textsOfRegex(text):MATCHING.has(upper)?[text]:[]}function textsOfLike(filter,constant2){if(filter.kind!=="like"||
filter.negated||filter.escape||filter.operand.kind!=="member")return[];const pattern=constant2(filter.pattern);return typeof pattern==="string"?pattern.split(/[%_]|\[.*/s):
[]}function textsOfRegex(pattern){if(/[|()[\]{}]/.test(pattern))return[];const texts=[[]];for(const[token2]of pattern.matchAll(/\\?[\s\S]/gu)){const text=texts.
at(-1);if(token2==="*"||token2==="?")text.pop();if(/^(\\[a-zA-Z0-9]|[.^$*+?\\])$/.test(token2))texts.push([]);else text.push(token2.length>1&&token2.startsWith(
"\\")?token2.slice(1):token2)}return texts.map(text=>text.join(""))}var OF_TEXT=new Set(["CONTAINS","CONTAINS_ALL_CI","CONTAINS_ALL_CS","CONTAINS_ANY_CI","CONTAINS_ANY_CS","DAY","ENDSWITH","LEFT","MONTH","REGEXMATCH","RIGHT","ST\
ARTSWITH","STRINGEQUALS","SUBSTRING","YEAR"]);var OF_NUMBER=new Set(["ABS","CEILING","FLOOR","ROUND","TRUNC"]);function judgedPredicate(filter,context){const place=onlyPlace(
filter,context);const location=place&&entryPathOf(place,context.scope);const reader=place&&readerOf2(place,context);if(location===void 0||reader===void 0||!isJudged2(
filter,context))return ALL;const evaluate=context.evaluatorOf(filter,context.scope);const passes=orUnknown(value=>evaluate(reader.slot,reader.holding(value))===
true);if(passes(void 0))return ALL;const{path,isMany}=location;const interval2=intervalOf(filter,place);const known=context.known.get(path);if(known!==void 0){context.
noteKnown(path);return passes(known)?EVERYTHING:NONE}if(!context.indexing.isIndexed(path)){context.noteMissing(path);return ALL}return{kind:"path",path,isMany,isTotal:context.
indexing.isExplicit(path),intervals:[interval2],exact:false,judge:{passes:({value,exact})=>!exact||passes(value),text:interval2===STRINGS?heldText(filter,context):
void 0}}}function orUnknown(test){return value=>{try{return test(value)}catch(error){if(error instanceof QueryError)return true;throw error}}}function onlyPlace(filter,context){
const found=[];const collect=node=>{if(context.constantOf(node)!==void 0)return;if(node.kind==="member"||node.kind==="name")found.push(node);else childrenOf(node).
forEach(collect)};collect(filter);const[first,...others]=found;const text=first&&placeText(first);return text!==void 0&&others.every(other=>placeText(other)===text)?
first:void 0}function placeText(node){const names=namesBelow(node);return names&&JSON.stringify([rootOf(node)?.name,...names])}function rootOf(node){if(node.kind===
"name")return node;return node.kind==="member"?rootOf(node.object):void 0}function namesBelow(node){if(node.kind==="name")return[];if(node.kind!=="member"||node.
index.kind!=="literal"||typeof node.index.value!=="string")return void 0;const names=namesBelow(node.object);return names&&[...names,node.index.value]}function readerOf2(place,{
scope}){const names=namesBelow(place);const binding=scope.lookup(rootOf(place)?.name??"");if(names===void 0||binding===void 0)return void 0;if(names.length===0)
return{slot:binding.slot,holding:value=>value};const nothing=indexedItem({});const last=names.length-1;const leaf={[names[last]]:null};const held=indexedItem(names.
slice(0,last).reduceRight((inner,name)=>({[name]:inner}),leaf));const holding=value=>{if(value===void 0)return nothing;leaf[names[last]]=value;return held};return{
slot:binding.slot,holding}}function isJudged2(node,context){if(context.constantOf(node)!==void 0)return true;switch(node.kind){case"name":case"member":return true;case"\
unary":return node.operator==="not"&&isJudged2(node.operand,context);case"binary":return COMBINING2.has(node.operator)&&isJudged2(node.left,context)&&isJudged2(
node.right,context);case"in":case"between":case"like":return childrenOf(node).every(child=>isJudged2(child,context));case"call":return isJudgedCall(node,context);default:
return false}}var COMBINING2=new Set(["and","or","=","!=","<","<=",">",">="]);function isJudgedCall({name,udf,args},context){const upper=name.toUpperCase();if(udf||
!(OF_TEXT.has(upper)||OF_NUMBER.has(upper)))return false;if(upper==="SUBSTRING"&&context.constantOf(args[1])?.value!==0)return false;return args.every((argument,i)=>i===
0?isJudged2(argument,context):context.constantOf(argument))}function intervalOf(filter,place){const text=placeText(place);const isPlace=node=>node!==void 0&&placeText(
node)===text;const isOnlyIn=(functions,likes,node)=>{if(isPlace(node))return false;const isSubject=node.kind==="call"&&functions.has(node.name.toUpperCase())&&isPlace(
node.args[0])||likes&&node.kind==="like"&&isPlace(node.operand);const rest=isSubject?childrenOf(node).filter(child=>!isPlace(child)):childrenOf(node);return rest.
every(child=>isOnlyIn(functions,likes,child))};if(isOnlyIn(OF_TEXT,true,filter))return STRINGS;return isOnlyIn(OF_NUMBER,false,filter)?NUMBERS:DEFINED}function readTextFilter({name,args:[text,...args]},context){const index=text&&fullTextIndexOf(text,context);const values=args.map(term=>context.constantOf(term));
if(index===void 0||!values.every(value=>value!==void 0))return ALL;const predicate=textPredicate(name.toUpperCase(),index,values.map(({value})=>value));return predicate===
"none"?NONE:predicate??ALL}var DISTANCE_FUNCTION="ST_DISTANCE";var MEETING_FUNCTIONS=["ST_WITHIN","ST_INTERSECTS"];function isDistanceCall(expression){return expression.kind==="call"&&!expression.
udf&&expression.name.toUpperCase()===DISTANCE_FUNCTION}function isMeetingCall(expression){return expression.kind==="call"&&!expression.udf&&MEETING_FUNCTIONS.includes(
expression.name.toUpperCase())}function distancePredicate(call,operator,value,context){if(typeof value!=="number")return NONE;return operator===">"||operator===
">="?ALL:spatialPredicate(call,value,context)}function spatialPredicate(call,distance2,context){const relation=relationOf(call,context);if(relation===void 0)return ALL;
const{path,shape}=relation;const cells=context.indexing.shapeCells?.(path);const ranges=cells?.rangesNear(shape.value,distance2);if(cells===void 0||ranges===void 0)
return ALL;const intervals=uniteIntervals(ranges.map(({first,last})=>between2(first,last)));if(intervals.length===0)return NONE;return{kind:"spatial",index:{kind:"\
spatial",path,cells},intervals,exact:false}}function relationOf(call,{scope,constantOf:constantOf2}){if(call.kind!=="call"||call.args.length!==2)return void 0;const[
first,second]=call.args;for(const[operand,other]of[[first,second],[second,first]]){const path=entryPathOf(operand,scope)?.path;const shape=path===void 0?void 0:
constantOf2(other);if(path!==void 0&&shape!==void 0)return{path,shape}}return void 0}function predicateOf(filter,context){if(filter===void 0)return EVERYTHING;const known=context.constantOf(filter);if(known!==void 0)return known.value===true?EVERYTHING:
NONE;const predicate=intervalPredicate(filter,context);return isLeaf(filter)&&!predicate.exact?judgedToo(predicate,filter,context):predicate}function isComparison({
kind}){return kind==="binary"||kind==="in"||kind==="between"}function isLeaf(filter){if(filter.kind==="binary")return filter.operator!=="and"&&filter.operator!==
"or";return filter.kind!=="subquery"&&filter.kind!=="name"&&filter.kind!=="member"}function judgedToo(predicate,filter,context){const isSettled=predicate.kind!==
"path"||predicate.judge!==void 0||isComparison(filter);if(predicate.kind!=="all"&&isSettled)return predicate;const judged=judgedPredicate(filter,context);if(predicate.
kind==="all"||judged.kind!=="path")return judged.kind==="all"?predicate:judged;return judged.path===predicate.path?{...predicate,judge:judged.judge}:predicate}function intervalPredicate(filter,context){
switch(filter.kind){case"binary":return binaryPredicate(filter,context);case"unary":return filter.operator==="not"?falsePredicate(filter.operand,context):ALL;case"\
in":return filter.negated?notInPredicate(filter,context):inPredicate(filter,context);case"between":return filter.negated?outsidePredicate(filter,context):betweenPredicate(
filter,context);case"like":return filter.negated?ALL:likePredicate(filter,context);case"call":return callPredicate(filter,context);case"name":case"member":return pathPredicate(
filter,[{interval:point(true),exact:true}],context);case"subquery":return existsPredicate(filter,context);default:return ALL}}function falsePredicate(filter,context){
const known=context.constantOf(filter);if(known!==void 0)return known.value===false?EVERYTHING:NONE;switch(filter.kind){case"unary":return filter.operator==="no\
t"?predicateOf(filter.operand,context):ALL;case"binary":return falseBinaryPredicate(filter,context);case"in":case"between":case"like":return predicateOf({...filter,
negated:!filter.negated},context);case"name":case"member":return pathPredicate(filter,[{interval:point(false),exact:true}],context);case"call":return lackingPredicate(
filter,context);default:return ALL}}function falseBinaryPredicate(filter,context){const{operator,left,right:right2}=filter;switch(operator){case"and":return either(
falsePredicate(left,context),falsePredicate(right2,context));case"or":return both(falsePredicate(left,context),falsePredicate(right2,context));case"=":case"!=":case"\
<":case"<=":case">":case">=":return binaryPredicate({...filter,operator:OPPOSITE[operator]},context);default:return ALL}}function pathPredicate(expression,covers,context){
const location=entryPathOf(expression,context.scope);if(location===void 0)return ALL;const some=covers.filter(cover=>cover!==void 0);const known=context.known.get(
location.path);if(known!==void 0){context.noteKnown(location.path);return knownPredicate(known,some)}const exact=!location.isMany&&some.every(cover=>cover.exact);
if(!context.indexing.isIndexed(location.path)){context.noteMissing(location.path);return ALL}const intervals=uniteIntervals(some.map(cover=>cover.interval));if(intervals.
length===0)return NONE;return{kind:"path",...location,isTotal:context.indexing.isExplicit(location.path),intervals,exact}}function lackingPredicate(filter,context){
if(filter.udf||filter.name.toUpperCase()!=="IS_DEFINED")return ALL;const location=entryPathOf(filter.args[0],context.scope);if(location===void 0||location.isMany||
!context.indexing.isIndexed(location.path))return ALL;return pathPredicate(filter.args[0],[{interval:UNDEFINED,exact:true}],context)}function knownPredicate(value,covers){
const key=encodeValue(value).toString("latin1");const holding=covers.filter(({interval:interval2})=>holdsKey(interval2,key));if(holding.length===0)return NONE;return holding.
some(({exact})=>exact)?EVERYTHING:ALL}var FLIPPED={"<":">","<=":">=",">":"<",">=":"<="};var OPPOSITE={"=":"!=","!=":"=","<":">=","<=":">",">":"<=",">=":"<"};function binaryPredicate(filter,context){
const{operator,left,right:right2}=filter;switch(operator){case"and":return both(predicateOf(left,context),predicateOf(right2,context));case"or":return either(predicateOf(
left,context),predicateOf(right2,context));case"=":case"!=":case"<":case"<=":case">":case">=":break;default:return ALL}const rightValue=context.constantOf(right2);
if(rightValue!==void 0)return comparePredicate(left,operator,rightValue,context);const leftValue=context.constantOf(left);if(leftValue===void 0)return ALL;const flipped=operator===
"="||operator==="!="?operator:FLIPPED[operator];return comparePredicate(right2,flipped,leftValue,context)}function comparePredicate(operand,operator,{value},context){
if(value===void 0)return NONE;if(operator==="!=")return otherPredicate(operand,[value],context);const isCondition=operator==="="&&operand.kind!=="member"&&operand.
kind!=="name";if(isCondition&&value===true)return predicateOf(operand,context);if(isCondition&&value===false)return falsePredicate(operand,context);if(isDistanceCall(
operand))return distancePredicate(operand,operator,value,context);return pathPredicate(operand,[operator==="="?equalTo(value):comparedTo(operator,value)],context)}
function otherPredicate(operand,values,context){const predicate=pathPredicate(operand,otherThan(values),context);return predicate.kind==="path"?{...predicate,isBroad:true}:
predicate}function notInPredicate(filter,context){const values=listedValues(filter,context);if(values===void 0)return ALL;return values.includes(void 0)?NONE:otherPredicate(
filter.operand,values,context)}function outsidePredicate(filter,context){const low=context.constantOf(filter.low);const high=context.constantOf(filter.high);if(low===
void 0||high===void 0)return ALL;return either(comparePredicate(filter.operand,"<",low,context),comparePredicate(filter.operand,">",high,context))}function inPredicate(filter,context){
const values=listedValues(filter,context);if(values===void 0)return ALL;const covers=values.filter(value=>value!==void 0).map(equalTo);return pathPredicate(filter.
operand,covers,context)}function listedValues({list:list2},context){const known=list2.map(item=>context.constantOf(item));return known.every(constant2=>constant2!==
void 0)?known.map(({value})=>value):void 0}function betweenPredicate(filter,context){const low=context.constantOf(filter.low);const high=context.constantOf(filter.
high);if(low===void 0||high===void 0)return ALL;return both(comparePredicate(filter.operand,">=",low,context),comparePredicate(filter.operand,"<=",high,context))}
function likePredicate(filter,context){const pattern=context.constantOf(filter.pattern)?.value;if(typeof pattern!=="string"||filter.escape!==void 0)return ALL;const wildcard=pattern.
search(/[%_[\]]/);if(wildcard<0)return pathPredicate(filter.operand,[equalTo(pattern)],context);const{interval:interval2,exact}=startingWith(pattern.slice(0,wildcard));
const isPrefix=wildcard===pattern.length-1&&pattern.endsWith("%");return pathPredicate(filter.operand,[{interval:interval2,exact:exact&&isPrefix}],context)}var TYPE_CHECKS={
IS_ARRAY:{interval:ARRAY_VALUES,exact:true},IS_BOOL:{interval:BOOLEANS,exact:true},IS_BOOLEAN:{interval:BOOLEANS,exact:true},IS_DATETIME:{interval:STRINGS,exact:false},
IS_DEFINED:{interval:DEFINED,exact:true},IS_FINITE_NUMBER:{interval:NUMBERS,exact:false},IS_INTEGER:{interval:NUMBERS,exact:false},IS_NULL:{interval:NULLS,exact:true},
IS_NUMBER:{interval:NUMBERS,exact:true},IS_OBJECT:{interval:OBJECT_VALUES,exact:true},IS_PRIMITIVE:{interval:PRIMITIVES,exact:true},IS_STRING:{interval:STRINGS,
exact:true}};var IGNORING_CASE=new Map([["STARTSWITH",startingIgnoringCase],["STRINGEQUALS",equalIgnoringCase]]);function callPredicate(filter,context){if(filter.
udf)return ALL;if(isMeetingCall(filter))return spatialPredicate(filter,0,context);const name=filter.name.toUpperCase();const[operand,argument,option]=filter.args;
const check=TYPE_CHECKS[name];if(check!==void 0&&operand!==void 0)return pathPredicate(operand,[check],context);if(isTextFilter(name))return readTextFilter(filter,
context);if(operand===void 0||argument===void 0)return ALL;if(name==="ARRAY_CONTAINS"&&option===void 0){const list2=context.constantOf(operand)?.value;if(Array.
isArray(list2))return pathPredicate(argument,list2.map(equalTo),context)}const known=context.constantOf(argument);const flag=option===void 0?false:context.constantOf(
option)?.value;if(known===void 0)return ALL;if(name==="ARRAY_CONTAINS"&&flag===true)return partlyContainsPredicate(operand,known,context);const ignoringCase=flag===
true?IGNORING_CASE.get(name):void 0;if(ignoringCase!==void 0&&typeof known.value==="string")return pathPredicate(operand,ignoringCase(known.value),context);if(flag!==
false)return ALL;switch(name){case"STARTSWITH":if(typeof known.value!=="string")return NONE;return pathPredicate(operand,[startingWith(known.value)],context);case"\
STRINGEQUALS":if(typeof known.value!=="string")return NONE;return pathPredicate(operand,[equalTo(known.value)],context);case"ARRAY_CONTAINS":if(known.value===void 0)
return ALL;return containsPredicate(operand,known,context);default:return ALL}}function existsPredicate(filter,context){if(filter.subquery!=="exists")return ALL;
const scope=existsScope(filter.query,context.scope,context.newSlot);if(scope===void 0)return ALL;const inner=predicateOf(filter.query.where,{...context,scope});
return inner.kind==="none"?NONE:withExact(inner,false)}function filterPredicate(bound,{context,indexing,known,noteMissing,noteKnown}){const isConstant=constantTest();return rowsPredicate(bound,(filter,scope)=>predicateOf(
filter,{scope,indexing,functions:context.options.functions,known,constantOf:expression=>{if(expression.kind==="literal")return expression;return isConstant(expression)?
bindPart(expression,{context,scope}).constant:void 0},evaluatorOf:(expression,inner)=>{const{evaluate}=bindPart(expression,{context,scope:inner});const environment=context.
newEnvironment();return(slot,value)=>{environment[slot]=value;return evaluate(environment)}},newSlot:()=>context.newSlot(),noteMissing,noteKnown}))}function rowsPredicate({
query,scope,steps},readFilter2){let predicate=readFilter2(query.where,scope);for(const{subquery}of steps){if(subquery===void 0||isBlocking(subquery.query))continue;
const rows=rowsPredicate(subquery,readFilter2);predicate=both(predicate,rows.kind==="none"?rows:withExact(rows,false))}return predicate}function constantTest(){
const known=new Map;const test=expression=>{if(expression.kind==="literal")return true;const answer=known.get(expression);if(answer!==void 0)return answer;const isConstant=expression.
kind!=="name"&&expression.kind!=="subquery"&&!(expression.kind==="call"&&expression.udf)&&childrenOf(expression).every(test);known.set(expression,isConstant);return isConstant};
return test}function adviseIndexes(bound,{predicate,wished,missing:missing2,known}){const served=leavesOf2(predicate);const used=[...[...known].map(path=>use(pathIndex(path),
{isPrecise:true,impact:"High"})),...served];const wishes=leavesOf2(wished);const lacking=[...missing2].map(path=>wishes.find(({index})=>index.kind==="path"&&index.
path===path)??use(pathIndex(path),{isPrecise:false,impact:"Low"}));const composites=wishedComposites(bound,wished).filter(parts=>!served.some(({index})=>index.kind===
"composite"&&holdsAll(index.parts,parts)));const potential=composites.map(parts=>use({kind:"composite",parts},{isPrecise:false,impact:"High"}));return{used:onceEach(
used),potential:[...lacking,...potential]}}function withOrder({used,potential},order){const{index}=order.scan;const parts=index.kind==="composite"?index.parts:[];
const isHeld=({index:other})=>other.kind==="path"?parts.some(({path})=>path===other.path):other.kind==="composite"&&holdsAll(parts,other.parts);return{used:onceEach(
[...used.filter(use2=>!isHeld(use2)),{index,isPrecise:true,impact:"High"}]),potential:potential.filter(use2=>!isHeld(use2))}}function use(index,{isPrecise,impact}){
return{index,isPrecise,impact}}function onceEach(uses){const byName=new Map;for(const{index,isPrecise,impact}of uses){const name=indexName(index);const other=byName.
get(name);byName.set(name,{index,isPrecise:isPrecise||other?.isPrecise===true,impact:other?.impact==="High"?"High":impact})}return[...byName.values()]}function leavesOf2(predicate){
switch(predicate.kind){case"all":case"none":case"named":return[];case"path":case"composite":return[use(indexOf2(predicate),{isPrecise:predicate.exact,impact:impactOf(
predicate)})];case"spatial":return[use(predicate.index,{isPrecise:false,impact:"High"})];case"text":return[use(predicate.index,{isPrecise:predicate.exact,impact:"\
High"})];case"and":case"or":return predicate.operands.flatMap(leavesOf2)}}function impactOf({intervals}){return intervals.some(isWide)?"Low":"High"}function wishedComposites({
query,scope},wished){const operands=wished.kind==="and"?wished.operands:[];const paths=operands.filter(operand=>operand.kind==="path"&&!operand.isMany);const equal2=paths.
filter(isEqual).map(({path})=>path);const ranges=paths.filter(operand=>isRange(operand)).map(({path})=>path);if(equal2.length===0)return[];if(ranges.length>0)return ranges.
map(range=>ascending([...equal2,range]));const keys=(query.groupBy??[]).map(key=>indexPathOf(key,scope)?.path);const isGrouped=keys.length>1&&keys.every(path=>path!==
void 0&&equal2.includes(path));return isGrouped?[ascending(keys)]:[]}function isEqual({intervals}){return intervals.length===1&&isPoint(intervals[0])}function isRange({
intervals}){return intervals.length===1&&!isPoint(intervals[0])&&!isWide(intervals[0])}function ascending(paths){return paths.map(path=>({path,descending:false}))}
function holdsAll(index,wanted){return wanted.every(({path})=>index.some(part=>part.path===path))}function planKeyed(bound,context){const key=rowKeyOf(bound);const{query,scope,grouping}=bound;if(key===void 0||bound.empty||!isOfValues(context.predicate))return void 0;
if(!selectExpressions(query.select.shape).every(part=>isCountable(part,scope))){return void 0}const isUnfiltered=context.predicate.kind==="all"&&context.predicate.
exact;const read=propertiesRead(readExpressions(query,isUnfiltered),scope);if(read===void 0)return void 0;const rows={isOnce:(grouping?.aggregates.length??0)===
0,keyOf:keyOfProperties(key,context.bindContext)};const found=read.size===1?byPath(bound,key[0],context):byComposite(key,read,context);return found&&{...rows,...found}}
function keyOrderOf(bound,context){const key=rowKeyOf(bound);return key&&{reverse:false,keyOf:keyOfProperties(key,context)}}function isOfValues(predicate){switch(predicate.
kind){case"all":case"path":case"composite":return true;case"and":case"or":return predicate.operands.every(isOfValues);default:return false}}function byPath({query,
grouping},names,{predicate,indexing,order}){const{path}=toIndexPath(names);const index=pathIndex(path);if(!indexing.isIndexed(path))return void 0;if(order.kind===
"computed"||order.kind==="indexed"&&!isSameIndex(order.index,index)){return void 0}const isBounded=predicate.kind==="path"&&predicate.path===path;if(isBounded&&
asksForLacking(predicate))return void 0;const{shape}=query.select;const isValue=grouping===void 0&&shape.kind==="value"&&shape.expression.kind==="member";const countsMissing=!isBounded&&
!indexing.isExplicit(path)&&!isValue;if(countsMissing&&!indexing.isIndexed(EVERYWHERE_PATH))return void 0;const isUnfiltered=predicate.kind==="all"&&predicate.exact;
return{index,properties:[names],...isBounded&&{intervals:predicate.intervals},isMatched:isUnfiltered||isBounded&&predicate.exact,countsMissing,reverse:order.kind===
"indexed"&&order.reverse}}function byComposite(key,read,{predicate,composed,indexing,order}){const bounds=composed.kind==="composite"?composed:void 0;const isUnfiltered=predicate.
kind==="all"&&predicate.exact;if(order.kind!=="none"||!(isUnfiltered||bounds))return void 0;const parts=indexing.composites.find(composite=>(bounds===void 0||bounds.
parts===composite)&&key.every((names,i)=>composite[i]?.path===toIndexPath(names).path&&!composite[i].descending)&&[...read].every(path=>composite.some(part=>part.
path===path))&&composite.every(({path})=>!composite.some(other=>other.path.startsWith(`${path}/`))));if(parts===void 0)return void 0;return{index:{kind:"composi\
te",parts},properties:parts.map(({path})=>parsePath(path)),...key.length<parts.length&&{keyParts:parts.slice(0,key.length)},...bounds&&{intervals:bounds.intervals},
isMatched:isUnfiltered||(bounds?.exact??false),countsMissing:false,reverse:false}}function keyOfProperties(properties,context){const readers=properties.map(names=>bindProperty(
names,context));return environment=>readers.map(read=>encodeValue(read(environment)).toString("latin1")).join("")}function requiredText({query:{where},steps,scope},context){if(where===void 0||steps.length>0||someExpression(where,isCall))return void 0;const texts=equalities(
where).map(equality=>textOf(equality,{context,scope}));return texts.find(text=>text!==void 0)}function isCall({kind}){return kind==="call"||kind==="subquery"}function equalities(filter){
if(filter.kind!=="binary")return[];const{operator,left,right:right2}=filter;if(operator==="and")return[...equalities(left),...equalities(right2)];if(operator!==
"=")return[];return[[left,right2],[right2,left]]}function textOf([property2,value],{context,scope}){const path=documentPathOf(property2,scope);const[first,last]=[
path?.[0],path?.at(-1)];if(typeof first!=="string"||typeof last!=="string"||context.options.computed.has(first))return void 0;if(someExpression(value,({kind})=>kind===
"name"))return void 0;const constant2=bindPart(value,{context,scope}).constant?.value;if(constant2===void 0||typeof constant2==="object"&&constant2!==null)return void 0;
return`${JSON.stringify(last)}:${JSON.stringify(constant2)}`}function textFigures({query,grouping,steps,input,hasFrom,scope,distinct:distinct2,offset,limit},{context,indexing}){const isOfAll=hasFrom&&input===void 0&&steps.
length===0&&query.where===void 0;const isOneRow=!distinct2&&offset===0&&limit===Number.POSITIVE_INFINITY&&!query.orderBy;if(!isOfAll||!isOneRow||grouping===void 0||
grouping.keys.length>0)return void 0;const{functions}=context.options;const indexOf3=text=>text&&fullTextIndexOf(text,{scope,indexing,functions});const figureOf=({
call})=>{const[argument]=call.args;const name=call.name.toUpperCase();if(name==="COUNT"&&argument?.kind==="literal"&&argument.value!==void 0)return{kind:"items"};
if(argument?.kind!=="call"||argument.udf)return void 0;const index=indexOf3(argument.args[0]);if(index===void 0)return void 0;if(name==="SUM"&&isCallOf2(argument,
"_FULLTEXTWORDCOUNT"))return{kind:"words",index};if(name!=="COUNTIF"||!isCallOf2(argument,"FULLTEXTCONTAINS")||argument.args.length!==2)return void 0;const term=bindPart(
argument.args[1],{context,scope}).constant;const predicate=term&&textPredicate("FULLTEXTCONTAINS",index,[term.value]);return predicate==="none"?{kind:"nothing"}:
predicate&&{kind:"hits",predicate}};const figures=grouping.aggregates.map(figureOf);const isWhole2=figures.every(figure=>figure!==void 0);return isWhole2&&figures.
some(figure=>figure.kind!=="items")?figures:void 0}function isCallOf2(call,name){return call.name.toUpperCase()===name}function planExecution(bound,planOptions){const{context,indexing,known}=planOptions;const{query,grouping,input,hasFrom,distinct:distinct2,empty}=bound;const{options}=context;
if(query.orderBy?.rank)return{kind:"rank",search:planHybridSearch(query,options)};const readable=readableIndexes(indexing,new Set(options.computed.keys()));const found=planAccess(
innermostOf(bound),{...planOptions,indexing:readable});const order=planOrder(bound,{indexing,readable,context,predicate:found.predicate,known});const access=order.
kind==="indexed"?{...found,usage:withOrder(found.usage,order)}:found;if(empty&&grouping===void 0)return{kind:"empty",bound,access};const{predicate,composed}=access;
const keyed=planKeyed(bound,{predicate,composed,indexing:readable,order,bindContext:context});if(keyed!==void 0)return{kind:"keyed",bound,access,keyed};if(grouping!==
void 0||input!==void 0||!hasFrom){const figures=textFigures(bound,{context,indexing:readable});return{kind:"whole",bound,access,input:figures!==void 0?{kind:"te\
xtFigures",figures}:inputOf(bound,inner=>planKeyed(inner,{predicate,composed,indexing:readable,order:{kind:"none"},bindContext:context}))}}if(!distinct2)return{
kind:"rows",bound,access,order};const isSideBySide=order.kind!=="none"&&query.orderBy?.items.length===1&&isDistinctOrdered(query);const keyOrder=keyOrderOf(bound,
context);return{kind:"distinct",bound,access,order,isSideBySide,...keyOrder&&{keyOrder}}}function innermostOf(bound){return bound.input===void 0?bound:innermostOf(
bound.input)}var ADVISED_NAMES_MAX=16;var BY_ID={used:[{index:pathIndex(EVERYWHERE_PATH),isPrecise:true,impact:"High"}],potential:[]};function planAccess(bound,options){
const{context,indexing,named:named2}=options;if(named2!==void 0){const byName={kind:"named",...named2};const isLong=named2.names.length>ADVISED_NAMES_MAX;const usage2=isLong?
BY_ID:readFilter(bound,options).usage;return{predicate:byName,composed:byName,countsOnly:false,usage:usage2}}const{predicate,composed,usage}=readFilter(bound,options);
const covering=searchesTexts(predicate)?void 0:coveringPath(bound,predicate,indexing);const text=requiredText(bound,context);return{predicate,composed,...covering&&
{covering},countsOnly:predicate.exact&&countsMatches(bound),...text!==void 0&&{requiredText:text},usage}}function readFilter(bound,options){const{indexing,context}=options;
const all=readableIndexes({...indexing,isIndexed:()=>true},new Set(context.options.computed.keys()));const missing2=new Set;const known=new Set;const read=view=>filterPredicate(
bound,{...options,indexing:view,noteMissing:path=>all.isIndexed(path)&&missing2.add(path),noteKnown:path=>known.add(path)});const predicate=read(indexing);const wished=missing2.
size===0?predicate:read(all);const composed=withComposites(predicate,indexing.composites,options.known);const usage=adviseIndexes(bound,{predicate:composed,wished,
missing:missing2,known});return{predicate,composed,usage}}function searchesTexts(predicate){return predicate.kind==="text"||(predicate.kind==="and"||predicate.kind===
"or")&&predicate.operands.some(searchesTexts)}function inputOf({empty,input,hasFrom,grouping},planInner){if(empty)return{kind:"nothing"};if(input!==void 0){const inner=inputOf(
input,planInner);const keyed=grouping===void 0?void 0:planInner(input);const read=keyed&&inner.kind==="items"?{...inner,keyed}:inner;return{kind:"subquery",query:{
bound:input,input:read}}}return hasFrom?{kind:"items",inRefOrder:grouping===void 0}:{kind:"oneRow"}}var TESTS=new Set(["STARTSWITH","ENDSWITH","CONTAINS","STRINGEQUALS","REGEXMATCH"]);function withTestedValues(query,readable){const{select,from:from2,where,groupBy,
orderBy,limit}=query;const isBare=!select.distinct&&!select.top&&!where&&!groupBy&&!orderBy&&!limit;if(!isBare||select.shape.kind!=="value"||from2?.kind!=="alia\
s")return query;const{alias,collection}=from2;if(collection.kind!=="path"||collection.path.length>0)return query;const tested=testedValue(select.shape.expression,
alias??collection.root);if(tested===void 0||!readable.isIndexed(canonicalPath(tested.names)))return query;const{expression}=tested;return{...query,where:callOf(
"IS_DEFINED",expression),orderBy:{rank:false,items:[{expression,descending:false,explicit:false}]}}}function testedValue(test,item){if(test.kind!=="call"||test.
udf||!TESTS.has(test.name.toUpperCase()))return void 0;const[expression,...others]=test.args;if(others.some(other=>someExpression(other,readsRow)))return void 0;
const names=expression&&namesBelow2(expression,item);return expression&&names&&names.length>0?{expression,names}:void 0}function readsRow({kind}){return kind===
"name"||kind==="subquery"||kind==="call"}function namesBelow2(expression,item){if(expression.kind==="name")return expression.name===item?[]:void 0;if(expression.
kind!=="member"||expression.index.kind!=="literal")return void 0;const{value}=expression.index;const above=typeof value==="string"?namesBelow2(expression.object,
item):void 0;return above&&[...above,value]}var START={segments:[],rows:0,within:new Map};var VERSION=1;var HASH=/^(?:[0-9A-F]{2})*$/;function encodeContinuation(position){return JSON.stringify({v:VERSION,
n:position.rows,...position.key!==void 0&&{k:toBase64(position.key)},...position.segments.length>0&&{s:position.segments.map(({min,max,ref,key,index})=>key===void 0||
index===void 0?[min,max,toBase64(ref)]:[min,max,toBase64(ref),toBase64(key),Buffer.from(index).toString("base64")])},...position.within.size>0&&{w:[...position.
within].map(([ref,combinations])=>[toBase64(ref),combinations])},...position.kept&&{r:[position.kept.id,position.kept.at]}})}function decodeContinuation(text){let token2;
try{token2=JSON.parse(text)}catch{throw invalidContinuation()}if(typeof token2!=="object"||token2===null||token2.v!==VERSION)throw invalidContinuation();const{n,
k,s,w,r}=token2;if(!isCount(n))throw invalidContinuation();return{rows:n,segments:decodeSegments(s),...k!==void 0&&{key:fromBase64(k)},within:decodeWithin(w),...r!==
void 0&&{kept:decodeKept(r)}}}function invalidContinuation(){return new QueryError("InvalidContinuation","The continuation token does not belong to this query. \
Send it unchanged, with the query that it came from.")}function decodeSegments(list2){if(list2===void 0)return[];if(!Array.isArray(list2))throw invalidContinuation();
return list2.map(entry2=>{if(!Array.isArray(entry2))throw invalidContinuation();const[min,max,ref,key,index]=entry2;if(typeof min!=="string"||typeof max!=="stri\
ng"||!HASH.test(min)||!HASH.test(max)){throw invalidContinuation()}const segment={min,max,ref:fromBase64(ref)};if(key===void 0)return segment;if(typeof index!==
"string")throw invalidContinuation();return{...segment,key:fromBase64(key),index:Buffer.from(index,"base64").toString()}})}function decodeWithin(list2){if(list2===
void 0)return new Map;if(!Array.isArray(list2))throw invalidContinuation();return new Map(list2.map(entry2=>{if(!Array.isArray(entry2)||!isCount(entry2[1]))throw invalidContinuation();
return[fromBase64(entry2[0]),entry2[1]]}))}function decodeKept(pair){const[id,at2]=Array.isArray(pair)?pair:[];if(typeof id!=="string"||!isCount(at2))throw invalidContinuation();
return{id,at:at2}}function isCount(value){return Number.isSafeInteger(value)&&value>=0}function toBase64(latin1){return Buffer.from(latin1,"latin1").toString("b\
ase64")}function fromBase64(text){if(typeof text!=="string")throw invalidContinuation();return Buffer.from(text,"base64").toString("latin1")}var IndexUsage=class{#planned;#used;constructor(planned){this.#planned=planned;this.#used=new Map(planned.used.map(use2=>[indexName(use2.index),use2]))}use(index,isPrecise){
const name=indexName(index);if(!this.#used.has(name))this.#used.set(name,{index,isPrecise,impact:"High"})}report(){return{used:[...this.#used.values()],potential:this.#planned.
potential}}};function mergeReports(reports){return{used:onceEach(reports.flatMap(({used})=>used)),potential:onceEach(reports.flatMap(({potential})=>potential))}}var PAGE_BYTES_MAX=4*1024*1024;var PAGE_ITEMS_MAX=1e5;var PageBuilder=class{rows=[];itemsMax;#bytesMax;#bytes=0;constructor(limits){this.itemsMax=Math.min(limits.
maxItems??PAGE_ITEMS_MAX,PAGE_ITEMS_MAX);this.#bytesMax=limits.maxBytes??PAGE_BYTES_MAX}add(row){if(this.isFull||this.rows.length>0&&this.#bytes+row.size>this.#bytesMax)
return false;this.rows.push(row);this.#bytes+=row.size;return true}clear(){this.rows.length=0;this.#bytes=0}get isFull(){return this.rows.length>=this.itemsMax}get bytes(){
return this.#bytes}};function noWork(){return{partitionsVisited:0,indexLookups:0,indexEntries:0,itemsLoaded:0,itemsMatched:0,bytesLoaded:0,tuples:0,functionCalls:0,rowsOut:0,bytesOut:0}}
function addWork(sum4,more){for(const name of Object.keys(sum4))sum4[name]+=more[name]}function noTimes(){return{totalMs:0,compileMs:0,planMs:0,indexLookupMs:0,
itemLoadMs:0,writeMs:0,userFunctionMs:0}}function addTimes(sum4,more){for(const name of Object.keys(sum4))sum4[name]+=more[name]}var ValueRow=class{#value;#bytes;constructor(value){this.#value=value;this.#bytes=Buffer.from(JSON.stringify(value))}value(){return this.#value}bytes(){return this.#bytes}get size(){
return this.#bytes.length}};var KEPT_RESULT_BYTES_MAX=8*1024*1024;var ENTRY_BYTES3=100;var PrintedRow=class{key;#bytes;constructor(bytes,key){this.#bytes=bytes;this.key=key}value(){return JSON.
parse(this.#bytes.toString())}bytes(){return this.#bytes}get size(){return this.#bytes.length}};var KeptRows=class{kind="rows";rows=[];#bytes=0;get bytes(){return this.#bytes}add(row,key){
this.#bytes+=row.size+(key?.length??0)+ENTRY_BYTES3;this.rows.push(new PrintedRow(row.bytes(),key));return this.#bytes<=KEPT_RESULT_BYTES_MAX}clear(){this.rows.
length=0}};var SeenValues=class{kind="seen";#numbers=new Map;#bytes=0;get bytes(){return this.#bytes}get count(){return this.#numbers.size}isAmongFirst(count,identity){
const number=this.#numbers.get(identity);return number!==void 0&&number<count}extend(count,identities){let number=count;for(const identity of identities){const known=this.#numbers.
get(identity);if((known??this.count)!==number)return false;if(known===void 0){this.#numbers.set(identity,number);this.#bytes+=2*identity.length+ENTRY_BYTES3}number++}
return this.#bytes<=KEPT_RESULT_BYTES_MAX}};var LOWEST_REF="";var HIGHEST_REF="\xFF".repeat(16);function sortPosition(range,{key},reverse){if(key===void 0)return void 0;const{history}=range;switch(history.
kind){case"reached":return{key,ref:history.ref};case"passed":return{key,ref:reverse?LOWEST_REF:HIGHEST_REF};case"new":return{key,ref:reverse?HIGHEST_REF:LOWEST_REF}}}
function pastKey(ranges,key,reverse){const[{min},{max}]=[ranges[0],ranges.at(-1)];return{key,segments:[{min,max,ref:reverse?LOWEST_REF:HIGHEST_REF}]}}function compareEntries(a,b,reverse){
const order=a.key<b.key?-1:a.key>b.key?1:a.ref<b.ref?-1:a.ref>b.ref?1:0;return reverse?-order:order}var SortProgress=class{#ranges;#taken;#key;constructor(ranges,start){
this.#ranges=ranges;this.#key=start.key;this.#taken=ranges.map(({history})=>start.key!==void 0&&history.kind==="reached"?{key:start.key,ref:history.ref}:void 0)}take(rangeIndex,entry2){
this.#key=entry2.key;this.#taken[rangeIndex]=entry2}position(){if(this.#key===void 0)return{segments:[]};const segments=this.#taken.flatMap((entry2,i)=>{if(entry2?.
key!==this.#key)return[];const{min,max}=this.#ranges[i];return[{min,max,ref:entry2.ref}]});return{key:this.#key,segments}}};var OF_KEY="";var KeyProgress=class{#run;#reverse;#key;#number=0;#keyBefore;constructor(run,reverse=false){this.#run=run;this.#reverse=reverse}next(key){if(key===
this.#key){this.#number++;return}this.#keyBefore=this.#key;this.#key=key;this.#number=0}get isAnswered(){const{key,within:within2}=this.#run.start;if(key===void 0||
this.#key===void 0)return false;if(this.#key===key)return this.#number<(within2.get(OF_KEY)??Number.POSITIVE_INFINITY);return this.#reverse?this.#key>key:this.#key<
key}before(){return this.#number>0?{key:this.#key,segments:[],within:new Map([[OF_KEY,this.#number]])}:this.#past(this.#keyBefore)}after(){return this.#past(this.#key)}#past(key){
const{start,ranges}=this.#run;const isBehind=key===void 0||start.key!==void 0&&(this.#reverse?key>start.key:key<start.key);return isBehind?start:{...pastKey(ranges,
key,this.#reverse),within:new Map}}};var WholeAnswer=class{#run;#progress;#rest=new KeptRows;#passed=0;#rows;#next;constructor(run,reverse=false){this.#run=run;this.#progress=new KeyProgress(run,reverse);
this.#rows=run.start.rows}get next(){const{kept}=this.#run;if(this.#next===void 0||this.#rest.rows.length===0||kept===void 0)return this.#next;return{...this.#next,
kept:{id:kept.keep(this.#rest),at:0}}}fromKept(){const{start,kept}=this.#run;const found=start.kept&&kept?.find(start.kept.id);if(start.kept===void 0||found?.kind!==
"rows")return false;const{id}=start.kept;for(let{at:at2}=start.kept;at2<found.rows.length&&this.#next===void 0;at2++){const row=found.rows[at2];if(row.key!==void 0)
this.#progress.next(row.key);if(!this.#answer(row,row.key))this.#next={...this.#next,kept:{id,at:at2}}}return true}add(row,key){const{start,kept}=this.#run;if(key!==
void 0)this.#progress.next(key);const isAnswered=start.key===void 0?this.#passed<start.rows:this.#progress.isAnswered;this.#passed++;if(isAnswered||this.#next===
void 0&&this.#answer(row,key))return true;if(kept===void 0)return false;if(this.#rest.add(row,key))return true;this.#rest.clear();return false}#answer(row,key){
if(this.#run.page.add(row)){this.#rows++;return true}this.#next={...START,...key!==void 0&&positionOf(this.#progress),rows:this.#rows};return false}};function positionOf(progress){
const{key,segments,within:within2}=progress.before();return{...key!==void 0&&{key},segments,within:within2}}var RANKED_ROWS_MAX=5e4;var RANK_CONSTANT=60;async function executeHybridSearch(request,search,execute2){const{task,continuation,kept}=request;const began=task.
now();const start=continuation===void 0?START:decodeContinuation(continuation);const page=new PageBuilder(request.page);const answer=new WholeAnswer({start,ranges:[],
page,...kept&&{kept}});const ranking=new Ranking(request,search,execute2);if(!answer.fromKept()){for(const payload of await ranking.payloads())if(!answer.add(new ValueRow(
payload)))break}const work=start.rows===0?ranking.work:noWork();work.rowsOut=page.rows.length;work.bytesOut=page.bytes;const{next}=answer;return{rows:page.rows,
...next&&{continuation:encodeContinuation(next)},work,times:{...ranking.times,totalMs:task.now()-began},indexUsage:ranking.usage,hasReversedTies:false}}var Ranking=class{#request;#search;#execute;work=noWork();times=noTimes();usage=mergeReports(
[]);constructor(request,search,execute2){this.#request=request;this.#search=search;this.#execute=execute2}async payloads(){const components=rankComponents(this.#search,
await this.#statistics());const scores=components.map(({ranked})=>ranked);const candidates=new Map;for(const component of components){for(const row of await this.#rows(
componentQuery(this.#search,component,scores))){const{_rid,payload}=row;if(payload.payload===void 0)continue;candidates.set(_rid,{rid:_rid,payload:payload.payload,
scores:payload.componentScores})}}const{skip=0,take=Number.POSITIVE_INFINITY,weights}=this.#search;return fuse([...candidates.values()],components,weights).slice(
skip,skip+take).map(({payload})=>payload)}async#statistics(){if(!needsStatistics(this.#search))return NO_STATISTICS;const[row]=await this.#rows(statisticsQuery(
this.#search));const{documentCount,fullTextStatistics}=row;return{documentCount:literalOf(documentCount),totalWordCount:text=>literalOf(fullTextStatistics[text].
totalWordCount),hitCounts:text=>arrayOf(fullTextStatistics[text].hitCounts.map(literalOf))}}async#rows(query){const{continuation:_continuation,isMerged:_isMerged,
...rest}=this.#request;const rows=[];let continuation;do{const page=await this.#execute({...rest,query,page:{},...continuation!==void 0&&{continuation}});rows.push(
...page.rows.map(row=>row.value()));if(rows.length>RANKED_ROWS_MAX){throw new QueryError("RankTooLarge",`ORDER BY RANK found more than ${RANKED_ROWS_MAX} items.\
 Add TOP, or OFFSET and LIMIT, or a filter.`)}addWork(this.work,page.work);addTimes(this.times,page.times);this.usage=mergeReports([this.usage,page.indexUsage]);
continuation=page.continuation}while(continuation!==void 0);return rows}};var NO_STATISTICS={documentCount:literalOf(0),totalWordCount:()=>literalOf(0),hitCounts:()=>arrayOf(
[])};function fuse(candidates,components,weights){if(components.length===1)return withTiesByRid(candidates,({scores})=>scores[0]);const fused=new Map;for(const[
i,{descending}]of components.entries()){const direction2=descending?-1:1;const sorted3=[...candidates].sort((a,b)=>direction2*(a.scores[i]-b.scores[i]));const weight=weights[i]??
1;let rank=0;for(const[at2,candidate]of sorted3.entries()){if(at2===0||candidate.scores[i]!==sorted3[at2-1].scores[i])rank++;fused.set(candidate,(fused.get(candidate)??
0)+weight/(RANK_CONSTANT+rank))}}const sorted2=[...candidates].sort((a,b)=>fused.get(b)-fused.get(a));return withTiesByRid(sorted2,candidate=>fused.get(candidate))}
function withTiesByRid(sorted2,scoreOf){let place=0;const placed2=sorted2.map((candidate,i)=>{if(i>0&&scoreOf(candidate)!==scoreOf(sorted2[i-1]))place++;return{
candidate,place}});placed2.sort((a,b)=>a.place-b.place||(a.candidate.rid<b.candidate.rid?-1:1));return placed2.map(({candidate})=>candidate)}var ROWS_PER_READING=32;var READING_MS=2;var EFFORT_PER_READING=2e4;var EFFORT_MAX=4e6;var Pacer=class{#task;#deadlineMs;#stop;#rows=0;#rowsPerReading=1;#readAtMs;#effort=0;#late=false;#bytesRead=0;#elsewhereMs=0;#isHeavy=false;constructor(task,deadlineMs=Number.
POSITIVE_INFINITY,stop={}){this.#task=task;this.#deadlineMs=deadlineMs;this.#stop=stop;this.#readAtMs=task.now()}hurry(){this.#rows=ROWS_PER_READING}spend(steps){
this.#effort+=steps;if(this.#effort>EFFORT_MAX){throw new QueryError("ItemTooCostly",`The expressions of this query look at more than ${EFFORT_MAX} values for a\
 single row. Filter arrays before they are searched or joined, and build no long ones.`)}}isDue(){const isLong=this.#effort>EFFORT_PER_READING;this.#effort=0;if(++this.#rows<
this.#rowsPerReading&&!isLong)return false;this.#rows=0;const now=this.#task.now();const isSlow=now-this.#readAtMs>READING_MS;this.#rowsPerReading=isSlow?Math.max(
1,this.#rowsPerReading>>1):Math.min(ROWS_PER_READING,this.#rowsPerReading<<1);this.#readAtMs=now;return this.#task.isDue()}async pause(){this.#late=this.#task.now()>=
this.#deadlineMs;await this.#task.pause();this.#readAtMs=this.#task.now();this.check()}async inTurns(pieces){for(;;){const{done,value}=pieces.next();if(done)return value;
this.hurry();if(this.isDue())await this.pause()}}async waitFor(promise){const result=await this.#task.waitFor(promise);this.#effort=0;this.#readAtMs=this.#task.
now();this.check();return result}check(){const{usedMsMax=Number.POSITIVE_INFINITY}=this.#stop;if(this.#usedMs>=usedMsMax){throw new QueryError("Timeout","The qu\
ery took too long, and its result cannot be answered in part. Add a filter, join smaller arrays, or read fewer items at once.")}const{light}=this.#stop;if(light!==
void 0&&!this.#isHeavy&&this.#isMoreThan(light)){this.#isHeavy=true;light.turnHeavy()}if(this.#stop.isUnwanted?.())throw new QueryError("Timeout","Nobody waits \
for this query any longer.")}useElsewhere(ms){this.#elsewhereMs+=ms}read(bytes){this.#bytesRead+=bytes;this.check()}#isMoreThan({usedMsMax,bytesMax}){return this.#bytesRead>
bytesMax||this.#usedMs>usedMsMax}get#usedMs(){return this.#task.usedMs+this.#elsewhereMs}get isLate(){return this.#late}};function parseLarge({pacer},item){return item.parse===void 0||item.size<LARGE_PIECE_BYTES?void 0:pacer.inTurns(item.parse())}function prepareRow(run,item,evaluate){
const start=()=>run.calls?.start(item.size,evaluate);const parsed=parseLarge(run,item);return parsed===void 0?start():parsed.then(start)}var EmbeddedRow=class{#item;#name;#before;#after;#bytes;constructor({before:before2,name,after:after2},item,environment){this.#item=item;this.#name=name;this.#before=
membersOf(before2,environment);this.#after=membersOf(after2,environment);const head=textOf2(this.#before);const tail=textOf2(this.#after);this.#bytes=Buffer.concat(
[Buffer.from(`{${head}${head===""?"":","}${JSON.stringify(name)}:`),item.bytes(),Buffer.from(tail===""?"}":`,${tail}}`)])}value(){return{...this.#before,[this.#name]:this.#item.
value(),...this.#after}}bytes(){return this.#bytes}get size(){return this.#bytes.length}};function membersOf(members,environment){const object={};for(const{name,
evaluate}of members){const value=evaluate(environment);if(value!==void 0)object[name]=value}return object}function textOf2(object){return JSON.stringify(object).
slice(1,-1)}var NOTHING3=[];var RowCursor=class{#steps;#environment;#elements;#next;#started=false;constructor(steps,environment){this.#steps=steps;this.#environment=environment;
this.#elements=steps.map(()=>NOTHING3);this.#next=steps.map(()=>0)}start(){this.#started=false}next(){const last=this.#steps.length-1;let depth=last;if(!this.#started){
this.#started=true;if(last<0)return true;depth=0;this.#open(0)}else if(last<0){return false}while(depth>=0){if(!this.#bindNext(depth))depth--;else if(depth===last)
return true;else this.#open(++depth)}return false}tryNext(){const[started,elements,next]=[this.#started,[...this.#elements],[...this.#next]];try{this.next()}finally{
this.#started=started;elements.forEach((each2,depth)=>{this.#elements[depth]=each2;this.#next[depth]=next[depth]})}}#open(depth){const{kind,evaluate}=this.#steps[depth];
const value=evaluate(this.#environment);if(kind==="bind")this.#elements[depth]=value===void 0?NOTHING3:[value];else this.#elements[depth]=Array.isArray(value)?value:
NOTHING3;this.#next[depth]=0}#bindNext(depth){const elements=this.#elements[depth];const next=this.#next[depth];if(next>=elements.length)return false;this.#environment[this.#steps[depth].
slot]=elements[next];this.#next[depth]=next+1;return true}};var FIRST_BATCH=2;var BATCH_MAX=256;var BATCH_BYTES=4*1024*1024;function nextBatch(size,found){let bytes=0;for(const item of found)bytes+=item.size;const fitting=bytes===
0?BATCH_MAX:Math.floor(BATCH_BYTES*found.length/bytes);return Math.max(1,Math.min(size*2,BATCH_MAX,fitting))}var CoveredRow=class{size=0;times;#entry;#value;constructor(entry2,value=NOTHING4,times=1){this.times=times;this.#entry=entry2;this.#value=value}get ref(){return this.#entry.
ref}value(){return this.#value}bytes(){return Buffer.from(JSON.stringify(this.#value))}};var NOTHING4=indexedItem({});var CoveredBatch=class extends CoveredRow{forEach;constructor(entry2,times,forEach){
super(entry2,NOTHING4,times);this.forEach=forEach}};function coveredBatch(entries,itemOf){let all=0;for(const{times=1}of entries)all+=times;return new CoveredBatch(
entries[0],all,visit2=>{for(const entry2 of entries)visit2(itemOf(entry2),entry2.times??1)})}function itemHolder(names){const name=names.at(-1);if(name===void 0)
return()=>NOTHING4;const leaf={[name]:null};const item=indexedItem(names.slice(0,-1).reduceRight((inner,outer)=>({[outer]:inner}),leaf));return({value})=>{if(value===
void 0)return NOTHING4;leaf[name]=value;return item}}var UnreadRow=class extends CoveredRow{constructor(ref,times=1){super({ref},NOTHING4,times)}};function nested(names,value){
if(value===void 0||names.length===0)return NOTHING4;return indexedItem(names.reduceRight((inner,name)=>({[name]:inner}),value))}async function*coverEntries(source,chunks,names){
let size=FIRST_BATCH;for await(const entries of chunks){for(let at2=0;at2<entries.length;){const end=endOfBatch(entries,at2,size);const batch=end-at2===entries.
length?entries:entries.slice(at2,end);const digests=batch.filter(({exact})=>!exact).map(({ref})=>ref);const loaded2=digests.length>0?await source.load(digests):
[];if(digests.length>0)size=nextBatch(size,loaded2);yield coverBatch(batch,loaded2,names);at2=end}}}function endOfBatch(entries,from2,digestsMax){let digests=0;
for(let at2=from2;at2<entries.length;at2++){if(!entries[at2].exact&&++digests>digestsMax)return at2}return entries.length}function coverBatch(entries,loaded2,names){
const byRef=new Map(loaded2.map(row=>[row.ref,row]));const rows=[];const rowEntries=[];let last;for(const entry2 of entries){const{value,exact,times}=entry2;if(exact&&
(last===void 0||last.value!==value))last={value,covered:nested(names,value)};const row=exact?new CoveredRow(entry2,last.covered,times):byRef.get(entry2.ref);if(row===
void 0)continue;rows.push(row);rowEntries.push(entry2)}return{rows,entries:rowEntries}}function tryRow({context,environment},bound,isMatched){context.startItem();if(!isMatched&&bound.where!==void 0&&bound.where(environment)!==true)return;const{grouping}=bound;
if(grouping===void 0){bound.project(environment);return}for(const{evaluate}of grouping.keys)evaluate(environment);for(const{argument}of grouping.aggregates)argument(
environment)}function projectRow(run,item){const{answer,project}=run.bound;switch(answer.kind){case"item":item.forget?.();return item;case"embedded":return timed(run,()=>new EmbeddedRow(
answer.embedding,item,run.environment));case"value":{const value=project(run.environment);return value===void 0?void 0:printRow(run,value)}}}function printRow(run,value){
return timed(run,()=>new ValueRow(value))}function timed(run,print){const began=run.now();const row=print();run.times.writeMs+=run.now()-began;return row}async function produceRows(run,stream,seen){
return new RowProducer(run,stream,seen).fillPage()}var RowProducer=class{#run;#stream;#seen;#cursor;#hasCombinations;#rows;#within;#isMatched=false;constructor(run,stream,seen){
this.#run=run;this.#stream=stream;this.#seen=seen;this.#cursor=new RowCursor(run.bound.steps,run.environment);this.#hasCombinations=run.bound.steps.length>0;this.#rows=
run.start.rows;this.#within=new Map(run.start.within)}async fillPage(){const{page,pacer}=this.#run;if(this.#limitReached)return void 0;for(;;){const item=this.#stream.
head();if(item===void 0){const{rangeNumber}=this.#stream;if(!await this.#stream.fill(page.rows.length>0))return void 0;if(this.#stream.rangeNumber!==rangeNumber&&
page.rows.length>0)return this.#continuation();continue}if(item instanceof UnreadRow){if(this.#run.skip.left<item.times)await this.#stream.read();else if(await this.#passOver(
item))return this.#limitReached?void 0:this.#continuation();continue}this.#isMatched=false;const prepared=this.#hasCombinations?void 0:this.#prepare(item);if(prepared!==
void 0)await prepared;const outcome=this.#hasCombinations?await this.#takeRows(item):this.#takeRow(item);this.#run.calls?.end();if(outcome==="pageFull"||outcome===
"late")return this.#continuation();if(this.#within.size>0)this.#within.delete(item.ref);this.#stream.take(this.#isMatched);if(outcome==="limitReached")return void 0;
if(pacer.isDue())await pacer.pause();if(pacer.isLate)return this.#continuation();if(page.isFull)return await this.#isKnownToEnd()?void 0:this.#continuation()}}async#passOver({
times}){const{pacer,skip}=this.#run;this.#rows+=times;skip.left-=times;this.#stream.take(true);if(pacer.isDue())await pacer.pause();return pacer.isLate||this.#limitReached}async#isKnownToEnd(){
const stream=this.#stream;return stream.looksAhead&&stream.head()===void 0&&!await stream.fill(true)}get#limitReached(){const{offset,limit}=this.#run.bound;return this.#rows>=
offset+limit}#continuation(){return{...this.#stream.position(),rows:this.#rows,within:this.#within}}#prepare(item){const{bound,environment,textFilter}=this.#run;
const isMatched=this.#stream.isMatched&&!this.#hasCombinations;if(isMatched||bound.where===void 0){if(bound.answer.kind==="item")return void 0}else if(textFilter?.
rejects(item))return void 0;return prepareRow(this.#run,item,()=>{environment[ITEM_SLOT]=item.value();tryRow(this.#run,bound,isMatched)})}#takeRow(item){const{bound,
context,environment,textFilter,work}=this.#run;context.startItem();const where=this.#stream.isMatched?void 0:bound.where;if(where!==void 0&&textFilter?.rejects(
item))return"next";if(bound.answer.kind!=="item"||where!==void 0)environment[ITEM_SLOT]=item.value();const{functionCalls}=work;if((where===void 0||where(environment)===
true)&&!this.#addRow(item)){work.functionCalls=functionCalls;return"pageFull"}return this.#limitReached?"limitReached":"next"}async#takeRows(item){const{bound,context,
environment,pacer,work}=this.#run;const{where}=bound;const parsed=parseLarge(this.#run,item);if(parsed!==void 0)await parsed;context.startItem();environment[ITEM_SLOT]=
item.value();this.#cursor.start();const passed=this.#within.get(item.ref)??0;for(let combination=0;;combination++){const opened=this.#run.calls?.start(item.size,
()=>this.#cursor.tryNext());if(opened!==void 0)await opened;if(!this.#cursor.next())break;if(combination<passed)continue;const prepared=this.#prepare(item);if(prepared!==
void 0)await prepared;const{functionCalls}=work;if(where===void 0||where(environment)===true){if(!this.#addRow(item)){work.functionCalls=functionCalls;if(combination>
0)this.#within.set(item.ref,combination);return"pageFull"}}work.tuples++;if(this.#limitReached)break;if(pacer.isDue()){await pacer.pause();if(pacer.isLate){this.#within.
set(item.ref,combination+1);return"late"}}}return this.#limitReached?"limitReached":"next"}#addRow(item){this.#isMatched=true;const row=projectRow(this.#run,item);
if(row===void 0||this.#seen?.has(row.value()))return true;if(this.#rows>=this.#run.bound.offset&&!this.#run.page.add(row))return false;this.#seen?.add(row.value());
this.#rows++;if(this.#run.skip.left>0)this.#run.skip.left--;return true}};async function textRefs(source,{index,terms,isAny},work){const matches=await searchTexts(source,{index,terms},work);if(matches===void 0)return void 0;const refs=new Set;
for(const{ref,occurrences}of matches.values()){if(isAny||occurrences.every(count=>count>0))refs.add(ref)}return refs}async function onlyTerm(source,{index,terms}){
const[word,...others]=terms.flatMap(({words})=>words);if(word===void 0||others.length>0||word.edits>0)return void 0;const hasLongTexts=await source.texts.estimatePostings(
{index,of:{kind:"longTexts"}},1)>0;return hasLongTexts?void 0:word.word}async function*termRefs(source,{index},term,after2){const scan={index,of:{kind:"term",term},
...after2!==void 0&&{after:after2}};for await(const postings of source.texts.postings(scan))yield postings.map(({ref})=>ref)}async function*scanIntervals(source,index,intervals,options={}){const{reverse=false,after:after2,alike,together}=options;for(const interval2 of reverse?[...intervals].
reverse():intervals){if(after2!==void 0&&(reverse?after2.key<interval2.from:after2.key>=interval2.to))continue;const scan={...scanOf(index,interval2),reverse,...after2&&
{after:after2},...alike&&{alike},...together&&{together}};for await(const entries of source.index(scan)){const isInside=[entries[0],entries.at(-1)].every(entry2=>!entry2||
holdsKey(interval2,entry2.key));yield isInside?entries:entries.filter(({key})=>holdsKey(interval2,key))}}}var SKIPPED_MIN=64;async function*judgedEntries(source,{index,intervals,judge}){if(judge===void 0){for await(const entries of scanIntervals(source,index,intervals)){
yield{entries,passedOver:0}}return}const verdicts=new Verdicts(judge);const read=(interval2,after2)=>scanIntervals(source,index,[interval2],after2?{after:after2}:
{});for(const interval2 of intervals){const{from:from2,to}=interval2;const judged=await source.judged?.({index,keys:{from:from2,to}},judge);if(judged!==void 0){
yield*judged;continue}let after2;do{let skipped;for await(const entries of read(interval2,after2)){yield verdicts.take(entries);skipped=verdicts.skippable(entries);
if(skipped!==void 0)break}after2=skipped===void 0?void 0:{key:skipped,ref:HIGHEST_REF}}while(after2!==void 0)}}var Verdicts=class{#judge;#key;#passes=false;constructor(judge){
this.#judge=judge}take(entries){let passedOver=0;const passing=entries.filter(entry2=>{if(entry2.key!==this.#key){this.#key=entry2.key;this.#passes=this.#judge.
passes(entry2);if(!this.#passes)passedOver++}return this.#passes});return{entries:passing,passedOver}}skippable(entries){const isOne=entries.length>=SKIPPED_MIN&&
entries[0].key===this.#key;return isOne&&!this.#passes?this.#key:void 0}};var REFS_MAX=65536;async function*walkItems(source,after2){for await(const rows of source.items(after2?{after:after2.ref}:{}))yield{rows}}async function*skipItems(source,after2,skip){
const count=after2===void 0?await source.exactCount?.():void 0;if(count!==void 0&&count>0&&count<=skip.left){yield{rows:[new UnreadRow(HIGHEST_REF,count)],entriesPerRow:1};
return}let passed=after2;for await(const refs of source.refs?.(after2?{after:after2.ref}:{})??[]){if(skip.left<=0)break;yield{rows:refs.map(ref=>new UnreadRow(ref)),
entriesPerRow:1};if(refs.length>0)passed={ref:refs.at(-1)}}yield*walkItems(source,passed)}var UNDEFINED_KEY=encodeValue(void 0).toString("latin1");async function*lackingItems(source,path,after2,{
reverse,isMatched}){const from2=after2?.key===UNDEFINED_KEY?after2.ref:void 0;const isPassed=from2===void 0?after2!==void 0&&!reverse:from2===(reverse?LOWEST_REF:
HIGHEST_REF);if(path===void 0||isPassed)return;const isWithin=from2!==void 0&&from2!==LOWEST_REF&&from2!==HIGHEST_REF;for await(const rows of source.lacking(path,
{reverse,...isWithin&&{after:from2}})){yield{rows,keys:rows.map(()=>UNDEFINED_KEY),isMatched}}}async function countIntervals(source,index,intervals){if(index.kind===
"path"&&!intervals.every(isTight))return void 0;let count=0;for(const interval2 of intervals){const found=await source.count?.(scanOf(index,interval2));if(found===
void 0)return void 0;count+=found}return count}async function*scanWhole(source,index,options={}){const{reverse=false,after:after2,alike,together}=options;yield*source.
index({index,reverse,...after2&&{after:after2},...alike&&{alike},...together&&{together}})}async function*extremeEntries(source,index,intervals){for(const reverse of[
false,true]){let first;for await(const entries of scanIntervals(source,index,intervals,{reverse})){first??=entries[0];if(first===void 0)continue;const alike=entries.
findIndex(entry2=>entry2!==first&&!beginAlike(first,entry2));yield alike<0?entries:entries.slice(0,alike);if(alike>=0)break}}}function beginAlike(a,b){return!a.
exact&&!b.exact&&typeof a.value==="string"&&a.value===b.value}async function*loadEntries(source,chunks,isUnread){let size=FIRST_BATCH;for await(const entries of chunks){
if(isUnread()){yield{rows:unreadRows(entries),keys:entries.map(({key})=>key)};continue}for(let at2=0;at2<entries.length;){const batch=entries.slice(at2,at2+size);
const rows=await source.load(batch.map(({ref})=>ref));at2+=size;size=nextBatch(size,rows);yield{rows,keys:keysOf(batch,rows)}}}}function keysOf(entries,rows){const keys=[];
for(const{ref,key}of entries)if(rows[keys.length]?.ref===ref)keys.push(key);return keys}function unreadRows(entries){return entries.map(({ref})=>new UnreadRow(ref))}
async function*loadRefs(source,refs,isUnread){let size=FIRST_BATCH;for(let at2=0;at2<refs.length;){const batch=refs.slice(at2,at2+size);const rows=isUnread()?batch.
map(ref=>new UnreadRow(ref)):await source.load(batch);at2+=size;size=nextBatch(size,rows);yield{rows}}}async function collectRefs(source,predicate,work){switch(predicate.
kind){case"all":return void 0;case"none":return new Set;case"named":return findNamed(source,predicate.names,work);case"path":if(asksForLacking(predicate))return void 0;
return collectEntries(source,{...predicate,index:indexOf2(predicate)},work);case"composite":return collectEntries(source,{...predicate,index:indexOf2(predicate)},
work);case"spatial":return collectEntries(source,predicate,work);case"text":return textRefs(source,predicate,work);case"or":return collectUnion(source,predicate.
operands,work);case"and":return collectIntersection(source,predicate.operands,work)}}async function findNamed(source,names,work){const refs=await source.find(names);
work.indexLookups+=names.length;work.indexEntries+=refs.length;return new Set(refs)}async function collectEntries(source,scan,work){const refs=new Set;work.indexLookups+=
scan.intervals.length;for await(const{entries,passedOver}of judgedEntries(source,scan)){work.indexEntries+=entries.length+passedOver;for(const{ref}of entries)refs.
add(ref);if(refs.size>REFS_MAX)return void 0}return refs}async function collectUnion(source,operands,work){const all=new Set;for(const operand of operands){const refs=await collectRefs(
source,operand,work);if(refs===void 0)return void 0;for(const ref of refs)all.add(ref);if(all.size>REFS_MAX)return void 0}return all}async function collectIntersection(source,operands,work){
let common;for(const operand of operands){const refs=await collectRefs(source,operand,work);if(refs===void 0)return void 0;const known=common;common=known===void 0?
refs:new Set([...known].filter(ref=>refs.has(ref)));if(common.size===0)break}return common}function keyedRanges(keyed,usage){return async function*({source},after2,opening){const{index,isMatched,isOnce,reverse}=keyed;const intervals=keyed.intervals??(keyed.
countsMissing?[DEFINED]:void 0);usage.use(index,isMatched);if(after2===void 0)opening.indexLookups+=intervals?.length??1;const isMissingDue=keyed.countsMissing&&
(reverse||after2===void 0);const missing2=async()=>{usage.use(pathIndex(EVERYWHERE_PATH),true);const counts=await countMissing(source,keyed);opening.indexLookups++;
opening.indexEntries+=counts.entries;return missingChunk(counts.missing,isMatched)};if(isMissingDue&&!reverse)yield await missing2();const options={reverse,alike:isOnce?
"once":"counted",...keyed.keyParts&&!isOnce&&{together:keyed.keyParts.length},...after2?.key!==void 0&&{after:{key:after2.key+after2.ref,ref:""}}};const chunks=intervals?
scanIntervals(source,index,intervals,options):scanWhole(source,index,options);for await(const entries of chunks){yield{...await rowsOf(source,entries,keyed),entriesPerRow:1,
isMatched}}if(isMissingDue&&reverse&&after2?.key!==UNDEFINED_KEY)yield await missing2()}}async function countMissing(source,{index}){const everywhere=pathIndex(
EVERYWHERE_PATH);const items=await source.exactCount?.()??await countEntries2(source,{index:everywhere});const entries=await countEntries2(source,{index,low:DEFINED.
low});return{missing:Math.max(items-entries,0),entries}}async function countEntries2(source,scan){const known=await source.count?.(scan);if(known!==void 0)return known;
let count=0;for await(const entries of source.index({...scan,alike:"counted"})){for(const{times=1}of entries)count+=times}return count}function missingChunk(missing2,isMatched){
const rows=missing2>0?[new CoveredRow({ref:""},void 0,missing2)]:[];return{rows,keys:rows.map(()=>UNDEFINED_KEY),isMatched}}async function rowsOf(source,entries,keyed){
const parts=entries.filter(({exact})=>!exact).map(({ref})=>ref);const loaded2=parts.length>0?await source.load(parts):[];const byRef=new Map(loaded2.map(row=>[row.
ref,row]));const rows=[];const keys=[];for(let at2=0;at2<entries.length;){const entry2=entries[at2];const end=entry2.exact?endOfAlike(entries,at2,keyed):at2+1;const row=entry2.
exact?coveredRow(entries.slice(at2,end),keyed):byRef.get(entry2.ref);at2=end;if(row===void 0)continue;rows.push(row);keys.push(rowKey(entry2,keyed))}return{rows,
keys}}function endOfAlike(entries,first,{keyParts,isOnce}){const{values}=entries[first];if(keyParts===void 0||isOnce||values===void 0)return first+1;let end=first+
1;while(end<entries.length&&beginsAlike(entries[end].values,values,keyParts.length))end++;return end}function beginsAlike(a,b,length){for(let i=0;i<length;i++)if(a===
void 0||a[i]!==b[i])return false;return true}function coveredRow(entries,keyed){const first=entries[0];const{each:each2}=first;if(entries.length===1){return each2===
void 0?new CoveredRow(first,coveredItem(first,keyed),first.times):new CoveredBatch(first,first.times,itemsOf2(each2,keyed))}const times=entries.reduce((sum4,entry2)=>sum4+
(entry2.times??1),0);return new CoveredBatch(first,times,itemsOf2(eachOf(entries),keyed))}function eachOf(entries){return visit2=>{for(const{values,times=1,each:each2}of entries){
if(each2===void 0)visit2(values,times);else each2(visit2)}}}function itemsOf2(each2,{properties}){const item={};const held=indexedItem(item);return visit2=>each2(
(values,times)=>{if(values.includes(void 0)){visit2(itemWith(values,properties),times);return}for(let i=0;i<values.length;i++)hold(item,properties[i],values[i]);
visit2(held,times)})}function rowKey({key},{keyParts}){return keyParts===void 0?key:key.slice(0,endOfParts(Buffer.from(key,"latin1"),0,keyParts))}function coveredItem(entry2,{
index,properties}){return itemWith(index.kind==="composite"?valuesOf(entry2,index.parts):[entry2.value],properties)}function itemWith(values,properties){const item={};
for(let i=0;i<properties.length;i++)hold(item,properties[i],values[i]);return indexedItem(item)}function valuesOf({key,values},parts){return values??decodeCompositeKey(
Buffer.from(key,"latin1"),0,parts)}function hold(item,names,value){if(value===void 0)return;const last=names.length-1;let held=item;for(let i=0;i<last;i++){if(!Object.
hasOwn(held,names[i]))setOwn(held,names[i],{});held=held[names[i]]}setOwn(held,names[last],value)}function setOwn(item,name,value){if(name!=="__proto__")item[name]=
value;else Object.defineProperty(item,name,{value,enumerable:true,configurable:true,writable:true})}var READ_TO_THE_END={ref:HIGHEST_REF};var RangeStream=class{range;#open;#work;#opening=noWork();#chunks;#chunk;#at=0;#unread;#batch=FIRST_BATCH;#after;#taken;#takenKey;#takenIndex;#isDone;constructor(range,open,after2,work){
this.range=range;this.#open=open;this.#after=after2;this.#work=work;this.#isDone=after2?.ref===HIGHEST_REF&&after2.key===void 0}get position(){const isBegun=this.#taken!==
void 0||this.#after!==void 0;if(isBegun&&this.#isDone)return READ_TO_THE_END;if(this.#taken===void 0)return this.#after;const key=this.#takenKey;const index=this.#takenIndex;
return{ref:this.#taken.ref,...key!==void 0&&{key},...index!==void 0&&{index}}}head(){return this.#chunk?.rows[this.#at]}get key(){return this.#chunk?.keys?.[this.#at]??
""}get isMatched(){return this.#chunk?.isMatched??false}async fill(){if(this.#unread!==void 0){this.#chunk=this.#unread;this.#unread=void 0;this.#at=0;return true}
if(this.#isDone)return false;this.#chunks??=this.#open(this.range,this.#after,this.#opening)[Symbol.asyncIterator]();for(;;){const{done,value}=await this.#chunks.
next();if(done){this.#chunk=void 0;this.#isDone=true;return false}if(value.rows.length>0){this.#chunk=value;this.#at=0;return true}}}async read(){const chunk=this.#chunk;
const end=this.#at+this.#batch;const rows=await this.range.source.load(chunk.rows.slice(this.#at,end).map(({ref})=>ref));this.#batch=nextBatch(this.#batch,rows);
const refs=new Set(rows.map(({ref})=>ref));const keys=chunk.keys?.slice(this.#at,end).filter((_,i)=>refs.has(chunk.rows[this.#at+i].ref));this.#unread=end<chunk.
rows.length?partOf2(chunk,end):void 0;this.#chunk={...chunk,rows,...keys&&{keys}};this.#at=0}take(isMatched){const chunk=this.#chunk;const row=chunk.rows[this.#at];
this.#taken=row;this.#takenKey=chunk.keys?.[this.#at];this.#takenIndex=chunk.index;const{entriesPerRow=0}=chunk;if(row instanceof CoveredRow){this.#work.indexEntries+=
entriesPerRow*row.times}else{this.#work.indexEntries+=entriesPerRow;this.#work.itemsLoaded++;if(isMatched)this.#work.itemsMatched++;this.#work.bytesLoaded+=row.
size}this.#at++}countVisit(){this.#work.partitionsVisited++;this.#work.indexLookups+=this.#opening.indexLookups;this.#work.indexEntries+=this.#opening.indexEntries}async close(){
await this.#chunks?.return?.()}};function partOf2(chunk,from2){const{rows,keys}=chunk;return{...chunk,rows:rows.slice(from2),...keys&&{keys:keys.slice(from2)}}}var MergeStream=class{rangeNumber=0;looksAhead=true;#streams;#ended;#reverse;#progress;#visitsCounted;#least=-1;constructor(ranges,open,options){const{reverse,start,
work}=options;this.#reverse=reverse;this.#progress=new SortProgress(ranges,start);this.#streams=ranges.map(range=>new RangeStream(range,open,sortPosition(range,
start,reverse),work));this.#ended=ranges.map(()=>false);this.#visitsCounted=start.key!==void 0}head(){return this.#least<0?void 0:this.#streams[this.#least].head()}get key(){
return this.#streams[this.#least]?.key??""}get isMatched(){return this.#streams[this.#least]?.isMatched??false}async fill(){await Promise.all(this.#streams.map(
async(stream,i)=>{if(!this.#ended[i]&&stream.head()===void 0)this.#ended[i]=!await stream.fill()}));this.#findLeast();if(this.#least<0)this.#countVisits();return this.#least>=
0}async read(){const stream=this.#streams[this.#least];await stream.read();if(stream.head()===void 0)this.#least=-1;else this.#findLeast()}take(isMatched){this.#countVisits();
const stream=this.#streams[this.#least];const entry2={key:stream.key,ref:stream.head().ref};stream.take(isMatched);this.#progress.take(this.#least,entry2);if(stream.
head()===void 0)this.#least=-1;else if(stream.key!==entry2.key)this.#findLeast()}position(){return this.#progress.position()}async close(){await Promise.all(this.#streams.
map(stream=>stream.close()))}#findLeast(){this.#least=-1;let leastKey="";for(let i=0;i<this.#streams.length;i++){const stream=this.#streams[i];if(stream.head()===
void 0)continue;const{key}=stream;if(this.#least<0||(this.#reverse?key>leastKey:key<leastKey)){this.#least=i;leastKey=key}}}#countVisits(){if(this.#visitsCounted)
return;this.#visitsCounted=true;for(const stream of this.#streams)stream.countVisit()}};var KeyedReader=class{#run;#bound;#stream;constructor(run,{bound,keyed,ranges,start,work}){this.#run=run;this.#bound=bound;const{reverse}=keyed;this.#stream=new MergeStream(
ranges,keyedRanges(keyed,run.usage),{reverse,start,work})}close(){return this.#stream.close()}async hasNext(){return this.#stream.head()!==void 0||await this.#stream.
fill()}get key(){return this.#stream.key}async take(){const{context,environment,pacer,calls}=this.#run;const{where,grouping}=this.#bound;const{key}=this;const rows=grouping===
void 0?new DistinctRows(this.#bound):new GroupRows(this.#bound,grouping);do{const item=this.#stream.head();if(item instanceof CoveredBatch){this.#addBatch(rows,
item);if(pacer.isDue())await pacer.pause();continue}const parsed=parseLarge(this.#run,item);if(parsed!==void 0)await parsed;context.startItem();environment[ITEM_SLOT]=
item.value();const{isMatched}=this.#stream;const prepared=calls?.start(item.size,()=>tryRow(this.#run,this.#bound,isMatched));if(prepared!==void 0)await prepared;
const isRow=isMatched||where===void 0||where(environment)===true;if(isRow)rows.add(environment,item instanceof CoveredRow?item.times:1);this.#stream.take(isRow);
if(pacer.isDue())await pacer.pause()}while((this.#stream.head()!==void 0||await this.#stream.fill())&&this.key===key);return rows.end(this.#run)}#addBatch(rows,batch){
const{context,environment}=this.#run;const{where}=this.#bound;const{isMatched}=this.#stream;let isRow=false;batch.forEach((item,times)=>{context.startItem();environment[ITEM_SLOT]=
item;if(!isMatched&&where!==void 0&&where(environment)!==true)return;if(isRow)rows.addAlike(environment,times);else rows.add(environment,times);isRow=true});this.#stream.
take(isRow)}};var DistinctRows=class{#project;#rows=new Map;constructor({project}){this.#project=project}add(environment){const row=this.#project(environment);if(row!==
void 0)this.#rows.set(valueIdentity(row),row)}addAlike(){}async end(){const rows=[...this.#rows];if(rows.length>1)rows.sort(([a],[b])=>a<b?-1:1);return rows.map(
([,row])=>row)}};var GroupRows=class{#project;#table;constructor({project},grouping){this.#project=project;this.#table=new GroupTable(grouping)}add(environment,times){
this.#table.add(environment,times)}addAlike(environment,times){this.#table.addAlike(environment,times)}async end({environment,calls}){const rows=[];for(const group of this.#table.
walk(environment)){if(group===void 0)continue;const prepared=calls?.start(group.bytes,()=>this.#project(environment));if(prepared!==void 0)await prepared;const row=this.#project(
environment);if(row!==void 0)rows.push(row)}calls?.end();return rows}};function unreadRanges(run){return run.ranges.map(range=>({...range,history:{kind:"new"}}))}var TYPICAL_ROWS=100;var PAGE_BYTES=4*1024*1024;var ENTRY_COST=.05;var SORT_CANDIDATES_MAX=4e3;async function isSortCheaper(choice){if(isReadForAll(choice))return false;
const counts=await Promise.all(choice.sources.map(source=>countsOf(source,choice.scan)));let items=0;let cost=0;for(const count of counts){items+=count.items;cost+=
count.items+ENTRY_COST*count.entries}const wanted=Math.min(choice.rowsMax,TYPICAL_ROWS,rowsOfPage(choice.sources));const foundMax=Math.min(Math.sqrt(wanted*cost),
SORT_CANDIDATES_MAX);if(items<=foundMax&&choice.scan.bounds===void 0)return true;return await choice.candidates(Math.ceil(foundMax)+1)<=Math.min(foundMax,items/
2)}function rowsOfPage(sources){let items=0;let bytes=0;for(const source of sources){const known=source.itemBytes?.()??0;if(known>0)items+=source.itemCount();bytes+=
known}return bytes===0?TYPICAL_ROWS:Math.max(1,PAGE_BYTES*items/bytes)}async function countsOf(source,{index,bounds,isInScope}){const items=source.itemCount();const entries=isInScope?
items:source.indexedItemCount?.()??items;if(bounds===void 0)return{items,entries};const bounded=await estimateEntries(source,index,bounds.intervals,SORT_CANDIDATES_MAX);
if(bounded>=SORT_CANDIDATES_MAX)return{items,entries};return{items:Math.min(items,bounded),entries:bounded}}function isReadForAll({scan:{bounds,isInScope},sources}){
return bounds?.isWhole===true&&(isInScope||!sources.some(isScattered))}function isFilterCheaper(found,items,wanted){return found*found<=Math.max(wanted,NEAREST_ROWS_MIN)*
items}var NEAREST_ROWS_MIN=10;var FIRST_BATCH2=16;var BATCH_MAX2=256;var TextRankStream=class _TextRankStream{rangeNumber=0;looksAhead=true;isMatched=true;#run;#order;#ranges;#progress;#chunks;#chunk=[];#at=0;#pending=noWork();#passed=new Map;constructor(run,order,ranges){
this.#run=run;this.#order=order;this.#ranges=ranges;this.#progress=new SortProgress(run.ranges,run.start);this.#chunks=this.#candidates()}static async open(run,order){
const{start,work}=run;const done=noWork();const ranges=await Promise.all(run.ranges.map(range=>searchRange(run,order,range,done)));if(!ranges.every(range=>range!==
void 0))return void 0;run.usage.use(order.index,true);if(start.rows===0&&start.key===void 0){done.partitionsVisited=ranges.length;addWork(work,done)}return new _TextRankStream(
run,order,ranges)}head(){return this.#chunk[this.#at]?.row}async fill(){while(this.head()===void 0){const{done,value}=await this.#chunks.next();if(done){addWork(
this.#run.work,this.#pending);this.#pending=noWork();return false}this.#chunk=value;this.#at=0}return true}async read(){}take(){const ranked=this.#chunk[this.#at++];
addWork(this.#run.work,ranked.work);this.#run.work.itemsMatched++;for(const[rangeIndex,entry2]of ranked.passed)this.#progress.take(rangeIndex,entry2);this.#progress.
take(ranked.rangeIndex,ranked)}position(){return this.#progress.position()}async close(){await this.#chunks.return(void 0)}async*#candidates(){yield*this.#scored();
const zero=this.#order.keyOfScore(0);for(const i of this.#ranges.keys())yield*this.#unmatched(i,zero);const unscored=this.#order.keyOfScore(void 0);for(const i of this.#ranges.
keys())yield*this.#textless(i,unscored)}async*#scored(){const scored=this.#ranges.flatMap(({scores,allowed,after:after2},rangeIndex)=>{const left=[];for(const[ref,
score]of scores){if(allowed!==void 0&&!allowed.has(ref))continue;if(after2===void 0||this.#isAfter({key:this.#order.keyOfScore(score),ref},after2)){left.push({ref,
score,rangeIndex})}}return left});const best=await this.#run.pacer.inTurns(sortInPieces(scored,bestFirst));for(let at2=0,size=FIRST_BATCH2;at2<best.length;at2+=
size,size=Math.min(size*2,BATCH_MAX2)){yield this.#passing(await this.#load(best.slice(at2,at2+size)))}}async*#unmatched(rangeIndex,key){const{scores,allowed}=this.#ranges[rangeIndex];
const from2=this.#startOf(rangeIndex,key);if(from2==="passed")return;const{source}=this.#run.ranges[rangeIndex];const scan={index:this.#order.index,of:{kind:"te\
xts"},reverse:true,...from2};let size=FIRST_BATCH2;for await(const postings of source.texts.postings(scan)){const refs=postings.map(({ref})=>ref).filter(ref=>!scores.
has(ref)&&(allowed?.has(ref)??true));for(let at2=0;at2<refs.length;at2+=size,size=Math.min(size*2,BATCH_MAX2)){const rows=await source.load(refs.slice(at2,at2+size));
yield this.#passing(rows.map(row=>({row,key,rangeIndex,ref:row.ref,entries:1})))}await this.#pause()}}async*#textless(rangeIndex,key){const from2=this.#startOf(
rangeIndex,key);if(from2==="passed")return;for await(const rows of this.#itemsBackwards(rangeIndex,from2)){const found=[];for(const row of rows){const isTextless=textAt(
row.value(),this.#order.index)===void 0;found.push({row,key,rangeIndex,ref:row.ref,entries:0,...!isTextless&&{isPassedOver:true}})}yield this.#passing(found);await this.#pause()}}async*#itemsBackwards(rangeIndex,from2){
const{source}=this.#run.ranges[rangeIndex];const{allowed}=this.#ranges[rangeIndex];if(allowed===void 0){yield*source.items({reverse:true,...from2});return}const{
after:after2}=from2;const refs=[...allowed].filter(ref=>after2===void 0||ref<after2).sort().reverse();for(let at2=0;at2<refs.length;at2+=BATCH_MAX2)yield await source.
load(refs.slice(at2,at2+BATCH_MAX2))}async#load(scored){const rows=await Promise.all(this.#run.ranges.map(async({source},i)=>{const refs=scored.filter(({rangeIndex})=>rangeIndex===
i).map(({ref})=>ref);const loaded2=refs.length===0?[]:await source.load(refs);return new Map(loaded2.map(row=>[row.ref,row]))}));return scored.flatMap(({ref,rangeIndex,
score})=>{const row=rows[rangeIndex].get(ref);return row===void 0?[]:[{row,key:this.#order.keyOfScore(score),rangeIndex,ref,entries:0}]})}async#passing(found){const ranked=[];
for(const{row,key,ref,rangeIndex,entries,isPassedOver=false}of found){this.#pending.itemsLoaded++;this.#pending.bytesLoaded+=row.size;this.#pending.indexEntries+=
entries;const isAsked=!isPassedOver&&this.#run.bound.where!==void 0;const prepared=isAsked?prepareRow(this.#run,row,()=>this.#passes(row)):void 0;if(prepared!==
void 0)await prepared;if(isPassedOver||!this.#passes(row)){this.#passed.set(rangeIndex,{key,ref});continue}ranked.push({row,key,ref,rangeIndex,work:this.#pending,
passed:this.#passed});this.#pending=noWork();this.#passed=new Map}return ranked}#passes(row){const{bound,context,environment}=this.#run;if(bound.where===void 0)
return true;context.startItem();environment[ITEM_SLOT]=row.value();return bound.where(environment)===true}#startOf(rangeIndex,key){const{after:after2}=this.#ranges[rangeIndex];
if(after2===void 0||after2.key>key)return{};return after2.key<key?"passed":{after:after2.ref}}#isAfter(entry2,after2){return compareEntries(entry2,after2,true)>
0}async#pause(){if(this.#run.pacer.isDue())await this.#run.pacer.pause()}};function bestFirst(a,b){return b.score-a.score||a.rangeIndex-b.rangeIndex||(a.ref<b.ref?
1:-1)}async function searchRange({pacer,reader,bound,start},{index,scoring},range,work){const{source}=range;const pause=()=>{pacer.hurry();return pacer.isDue()?
pacer.pause():void 0};const matches=await searchTexts(source,{index,terms:scoring.terms,pause},work);if(matches===void 0)return void 0;const scores=new Map;for(const{
ref,length,occurrences}of matches.values()){scores.set(ref,bm25(occurrences,length,scoring.statistics))}const access=bound.where===void 0?void 0:(await reader.choose(
range)).access;const allowed=access===void 0||access.kind==="walk"?void 0:await collectRefs(source,access.predicate,work);return{scores,allowed,after:sortPosition(
range,start,true)}}var ConcatStream=class{looksAhead;#isCostly;#streams;#at=0;#counted=0;constructor(ranges,open,work,{looksAhead,isCostly}={looksAhead:false,isCostly:false}){this.
looksAhead=looksAhead;this.#isCostly=isCostly;this.#streams=ranges.filter(({history})=>history.kind!=="passed").map(range=>new RangeStream(range,open,positionIn(
range),work))}get current(){return this.#streams[this.#at]}head(){return this.current?.head()}get isMatched(){return this.current?.isMatched??false}get rangeNumber(){
return this.#at}async fill(isLooking=false){for(let opened=0;this.current!==void 0;this.#at++,opened++){if(isLooking&&this.#isCostly&&opened>0)return true;if(await this.
current.fill())return true}this.#countVisits(this.#streams.length);return false}async read(){await this.current.read()}take(isMatched){this.#countVisits(this.#at+
1);this.current.take(isMatched)}position(){let first=Math.min(this.#at,this.#streams.length-1);while(first>0&&this.#streams[first].position===void 0)first--;const segments=[];
for(const{range,position}of this.#streams.slice(Math.max(first,0))){if(position===void 0)continue;const last=segments.at(-1);if(last?.max===range.min&&isSamePosition(
last,position)){segments[segments.length-1]={...last,max:range.max}}else segments.push({min:range.min,max:range.max,...position})}return{segments}}async close(){
await this.current?.close()}#countVisits(end){for(;this.#counted<end;this.#counted++){const stream=this.#streams[this.#counted];if(stream.range.history.kind==="\
new")stream.countVisit()}}};function positionIn({history}){if(history.kind!=="reached")return void 0;const{kind:_kind,...position}=history;return position}function isSamePosition(a,b){
return a.ref===b.ref&&a.key===b.key&&a.index===b.index}var NearestGoal=class{search;#reverse;#best=[];#given=0;#useful=0;constructor(search,reverse){this.search=search;this.#reverse=reverse}start(){this.#best=[];this.#given=
0;this.#useful=0}give(count){this.#given+=count}usefulShare(){return this.#given===this.#useful?1:(this.#useful+1)/(this.#given+2)}note(key){this.#useful++;this.#best.
push(key);if(this.#best.length>=2*this.search.wanted)this.#cut()}isReached(bound){const{wanted}=this.search;if(this.#best.length<wanted)return false;if(bound===
void 0)return true;this.#cut();return this.#compare(this.#best[wanted-1],encodeValue(bound).toString("latin1"))<0}#cut(){this.#best.sort((a,b)=>this.#compare(a,
b));this.#best=this.#best.slice(0,this.search.wanted)}#compare(a,b){const order=a<b?-1:a>b?1:0;return this.#reverse?-order:order}};function nearestItems(goal,others,work){
return async function*(range,after2,opening){const{source}=range;const given=new Set;goal.start();const nearest=source.nearest?.(goal.search,()=>goal.usefulShare())??
[];for await(const{refs,bound,vectorsRead,lookups}of nearest){work.indexEntries+=vectorsRead;work.indexLookups+=lookups;for(const ref of refs)given.add(ref);goal.
give(refs.length);yield{rows:await source.load(refs)};if(goal.isReached(bound))return}if(goal.isReached(void 0))return;for await(const chunk of others(range,after2,
opening)){yield{...chunk,rows:chunk.rows.filter(({ref})=>!given.has(ref))}}}}var HEAP_BYTES_MAX=16*1024*1024;var ENTRY_BYTES4=200;var SortStream=class{rangeNumber=0;looksAhead=true;#options;#progress;#after;#rangeIndexes;#held=[];#at=0;#passes=0;#left=true;constructor(options){
this.#options=options;const{ranges,start,reverse}=options;this.#progress=new SortProgress(ranges,start);this.#after=ranges.map(range=>sortPosition(range,start,reverse));
this.#rangeIndexes=new Map(ranges.map((range,i)=>[range.min,i]))}head(){return this.#held[this.#at]?.row}isMatched=true;async fill(){if(this.head()!==void 0)return true;
if(!this.#left)return false;await this.#pass();return this.#held.length>0}async read(){}take(){const held=this.#held[this.#at++];this.#progress.take(held.rangeIndex,
held);if(this.#at===this.#held.length)this.#goOnAfter(held)}position(){return this.#progress.position()}async close(){}async#pass(){const{read,prepare:prepare2,
keyOf:keyOf3,pacer,wanted}=this.#options;const heap=new BoundedHeap((a,b)=>this.#compare(a,b),wanted);const stream=read(this.#passes++===0);try{for(;;){const row=stream.
head();if(row===void 0){if(!await stream.fill())break;continue}const prepared=prepare2(row);if(prepared!==void 0)await prepared;const key=keyOf3(row);if(key!==void 0){
const rangeIndex=this.#rangeIndexes.get(stream.current.range.min);const held={key,ref:row.ref,row,rangeIndex};if(this.#isAfterPosition(held))heap.add(held,row.size+
ENTRY_BYTES4)}row.forget?.();stream.take(key!==void 0);if(pacer.isDue())await pacer.pause()}}finally{await stream.close()}this.#held=await pacer.inTurns(heap.sorted());
this.#at=0;this.#left=heap.dropped}#isAfterPosition(held){const after2=this.#after[held.rangeIndex];return after2===void 0||compareEntries(held,after2,this.#options.
reverse)>0}#compare(a,b){if(a.key!==b.key)return a.key<b.key!==this.#options.reverse?-1:1;if(a.rangeIndex!==b.rangeIndex)return a.rangeIndex-b.rangeIndex;return compareEntries(
a,b,this.#options.reverse)}#goOnAfter(last){const{ranges,start,reverse}=this.#options;ranges.forEach((range,i)=>{const kind=i<last.rangeIndex?"passed":"new";this.#after[i]=
i===last.rangeIndex?last:this.#later(this.#after[i],sortPosition({...range,history:{kind}},{...start,key:last.key},reverse))})}#later(a,b){return a!==void 0&&compareEntries(
a,b,this.#options.reverse)>0?a:b}};var BoundedHeap=class{#compare;#countMax;#heap=[];#bytes=0;dropped=false;constructor(compare,countMax){this.#compare=compare;
this.#countMax=Math.max(countMax,1)}add(value,bytes){if(this.#isFull&&this.#compare(value,this.#heap[0].value)>0){this.dropped=true;return}this.#bytes+=bytes;this.#heap.
push({value,bytes});this.#siftUp(this.#heap.length-1);while(this.#heap.length>1&&(this.#heap.length>this.#countMax||this.#bytes>HEAP_BYTES_MAX)){this.#dropRoot()}}sorted(){
return sortInPieces(this.#heap.map(({value})=>value),this.#compare)}get#isFull(){return this.dropped||this.#heap.length>=this.#countMax}#dropRoot(){this.dropped=
true;this.#bytes-=this.#heap[0].bytes;const last=this.#heap.pop();if(this.#heap.length===0)return;this.#heap[0]=last;this.#siftDown()}#siftUp(from2){let at2=from2;
while(at2>0){const parent=at2-1>>1;if(this.#compare(this.#heap[at2].value,this.#heap[parent].value)<=0)return;this.#swap(at2,parent);at2=parent}}#siftDown(){for(let at2=0;;){
let largest=at2;for(const child of[2*at2+1,2*at2+2]){const isLarger=child<this.#heap.length&&this.#compare(this.#heap[child].value,this.#heap[largest].value)>0;
if(isLarger)largest=child}if(largest===at2)return;this.#swap(at2,largest);at2=largest}}#swap(a,b){const value=this.#heap[a];this.#heap[a]=this.#heap[b];this.#heap[b]=
value}};function readAll(run,isFirst=true){const work=isFirst?repeatableWork(run):noWork();return new ConcatStream(unreadRanges(run),run.reader.inRefOrder(),work)}function readWhole(run,inRefOrder){
const work=repeatableWork(run);const ranges=unreadRanges(run);if(!inRefOrder)return new ConcatStream(ranges,run.reader.anyhow(),work);return new MergeStream(ranges,
run.reader.byRef(),{reverse:false,start:START,work})}function repeatableWork({start,work}){return start.rows===0&&start.key===void 0?work:noWork()}async function openStream(run,order,{
mayScan}){switch(order.kind){case"none":return new ConcatStream(run.ranges,run.reader.unordered(mayScan),run.work,{looksAhead:run.bound.where!==void 0,isCostly:run.
reader.isCostly});case"computed":return mayScan&&order.nearest!==void 0?nearestStream(run,order,order.nearest):sortedStream(run,order);case"textScore":return await TextRankStream.
open(run,order)??sortedStream(run,order);case"indexed":return await isSortedCheaper(run,order)?sortedStream(run,order):mergedStream(run,order)}}async function isSortedCheaper({
bound,ranges,reader,skip},order){if(skip.isMost&&reader.isMatchedBy(order.scan))return false;return isSortCheaper({sources:ranges.map(({source})=>source),scan:order.
scan,rowsMax:bound.offset+bound.limit,candidates:async max=>{const choices=await Promise.all(ranges.map(range=>reader.choose(range,max)));return choices.reduce(
(sum4,{candidates})=>sum4+candidates,0)}})}function mergedStream({ranges,reader,usage,start,work},order){usage.use(order.scan.index,true);return new MergeStream(
ranges,reader.ordered(order),{reverse:order.reverse,start,work})}function rowsWanted({bound,page,start}){const left=bound.offset+bound.limit-start.rows;return Math.
min(page.itemsMax+1+Math.max(bound.offset-start.rows,0),left)}function sortedStream(run,order){return sortCandidates(run,order,{read:isFirstPass=>readAll(run,isFirstPass),
hasRow:()=>true,note:()=>{}})}function nearestStream(run,order,search){const goal=new NearestGoal(search,order.reverse);return sortCandidates(run,order,{read:isFirstPass=>{
const work=isFirstPass?repeatableWork(run):noWork();return new ConcatStream(unreadRanges(run),nearestOrFiltered(run,goal,work),work)},hasRow:()=>hasRow(run),note:key=>goal.
note(key)})}function nearestOrFiltered({reader},goal,work){const others=reader.unordered(false);const nearest=nearestItems(goal,others,work);return async function*(range,after2,opening){
const{access,candidates}=await reader.choose(range);const isFiltered=access.kind!=="walk"&&isFilterCheaper(candidates,range.source.itemCount(),goal.search.wanted);
yield*(isFiltered?others:nearest)(range,after2,opening)}}function hasRow({bound,environment,work}){if(bound.answer.kind!=="value")return true;const{functionCalls}=work;
const value=bound.project(environment);work.functionCalls=functionCalls;return value!==void 0}function sortCandidates(run,order,{read,hasRow:hasRow2,note}){const{
bound,context,environment,start}=run;const cursor=new RowCursor(bound.steps,environment);const visit2=(row,noteRow)=>{context.startItem();environment[ITEM_SLOT]=
row.value();cursor.start();while(cursor.next()){context.countSubqueryRow();if(bound.where===void 0||bound.where(environment)===true){const key=order.keyOf(environment);
if(hasRow2())noteRow(key);return key}}return void 0};return new SortStream({ranges:run.ranges,read,prepare:row=>prepareRow(run,row,()=>void visit2(row,()=>{})),
keyOf:row=>visit2(row,note),reverse:order.reverse,start,pacer:run.pacer,wanted:rowsWanted(run)})}async function countFigures({ranges,usage,work,start},figures){const done=noWork();done.partitionsVisited=ranges.length;const totals=[];for(const figure of figures){
const counts=await Promise.all(ranges.map(({source})=>countFigure(source,figure,done)));if(!counts.every(count=>count!==void 0))return void 0;totals.push(counts.
reduce((sum4,count)=>sum4+count,0))}for(const figure of figures){if(figure.kind==="words")usage.use(figure.index,true);if(figure.kind==="hits")usage.use(figure.
predicate.index,true)}if(start.rows===0){work.partitionsVisited+=done.partitionsVisited;work.indexLookups+=done.indexLookups;work.indexEntries+=done.indexEntries;
work.itemsLoaded+=done.itemsLoaded;work.bytesLoaded+=done.bytesLoaded}return totals}async function countFigure(source,figure,work){switch(figure.kind){case"noth\
ing":return 0;case"items":work.indexLookups++;return source.exactCount?.();case"words":{work.indexLookups++;const known=await source.texts.wordCount(figure.index);
if(known!==void 0)return known;let words=0;for await(const texts of source.texts.postings({index:figure.index,of:{kind:"texts"}})){work.indexEntries+=texts.length;
for(const{length}of texts)words+=length}return words}case"hits":{const{predicate}=figure;const term=await onlyTerm(source,predicate);const known=term===void 0?void 0:
await source.texts.countPostings({index:predicate.index,of:{kind:"term",term}});if(known!==void 0){work.indexLookups++;work.indexEntries+=known;return known}return(await textRefs(
source,predicate,work))?.size}}}var SUBQUERY_RESULT_ROWS_MAX=5e5;async function produceWhole(run,{keyOrder,...query}){const answer=new WholeAnswer(run,keyOrder?.reverse??false);if(answer.fromKept())
return answer.next;const emit=(value,key)=>value===void 0||answer.add(printRow(run,value),key);const end=async sink=>{if(!await answersAsAppeared(run,query.bound,
sink))await endGroups(run,query.bound,sink)};await(keyOrder===void 0?runWhole(run,query,emit,end):runDistinct(run,query,keyOrder,emit));return answer.next}async function answersAsAppeared(run,bound,sink){
const{grouping,distinct:distinct2,offset,limit}=bound;const isPart=distinct2||offset>0||limit<Number.POSITIVE_INFINITY;if(grouping===void 0||grouping.keys.length<
2||isPart||run.start!==START)return false;const{functionCalls}=run.work;let fits=true;await endGroups(run,bound,sink,"asAppeared",value=>{fits=value===void 0||run.
page.add(printRow(run,value));return fits});if(!fits){run.page.clear();run.work.functionCalls=functionCalls}return fits}async function endGroups(run,bound,sink,order="\
byKeys",emit){const{pacer,calls,environment}=run;for(const group of sink.groups(order)){if(group!==void 0){const prepared=calls?.start(group.bytes,()=>bound.project(
environment));if(prepared!==void 0)await prepared;if(!sink.group(group.key,emit))break}if(pacer.isDue())await pacer.pause()}calls?.end()}async function runWhole(run,query,emit,end=sink=>endGroups(
run,query.bound,sink)){const{bound,input}=query;if(input.kind==="items"&&input.keyed&&run.ranges.every(({source})=>isIndexPassable(source))){await runKeyed(run,
bound,input.keyed,emit);return}if(query.input.kind==="textFigures"){const totals=await countFigures(run,query.input.figures);if(totals!==void 0){query.bound.grouping.
aggregates.forEach(({slot},i)=>{run.environment[slot]=totals[i]});emit(query.bound.project(run.environment));return}}const sink=new QuerySink(query.bound,run.environment,
emit);await feed(run,query,sink);run.calls?.end();await end(sink)}async function runKeyed(run,bound,keyed,emit){const ranges=unreadRanges(run);const reader=new KeyedReader(
run,{bound,keyed,ranges,start:START,work:repeatableWork(run)});try{while(await reader.hasNext()){for(const row of await reader.take())if(!emit(row))return}}finally{
await reader.close()}}async function runDistinct(run,query,{keyOf:keyOf3,reverse},emit){const{bound}=query;const{environment,pacer}=run;const seen=new DistinctSet;
const rows=[];const all={...bound,distinct:false,orderBy:[],offset:0,limit:Number.POSITIVE_INFINITY};const collect=value=>{if(value!==void 0&&seen.add(value)){rows.
push({key:keyOf3(environment),value,identity:valueIdentity(value)})}return true};await feed(run,query,new QuerySink(all,environment,collect));const sorted2=await pacer.
inTurns(sortInPieces(rows,(a,b)=>a.key===b.key?a.identity<b.identity?-1:1:a.key<b.key!==reverse?-1:1));for(const{key,value}of sorted2.slice(bound.offset,bound.offset+
bound.limit)){if(!emit(value,key))return;if(pacer.isDue())await pacer.pause()}}async function feed(run,{bound,input},sink){switch(input.kind){case"nothing":return;case"\
oneRow":await feedItem(run,bound,sink,{value:void 0});return;case"subquery":for(const row of await subqueryRows(run,input.query)){if(!await feedItem(run,bound,sink,
{value:row}))return;if(run.pacer.isDue())await run.pacer.pause()}return;case"textFigures":await feedItems(run,bound,sink,false);return;case"items":await feedItems(
run,bound,sink,input.inRefOrder)}}async function feedItems(run,bound,sink,inRefOrder){const stream=readWhole(run,inRefOrder);try{for(;;){const item=stream.head();
if(item===void 0){if(!await stream.fill())return;continue}const{isMatched}=stream;const rowsBefore=sink.rowsTaken;let goOn=true;if(item instanceof CoveredBatch){
feedBatch(run,bound,sink,{batch:item,isMatched})}else if(isMatched||!run.textFilter?.rejects(item)){const times=item instanceof CoveredRow?item.times:1;const parsed=parseLarge(
run,item);if(parsed!==void 0)await parsed;const fed=feedItem(run,bound,sink,{value:item.value(),size:item.size,isMatched,times});goOn=typeof fed==="boolean"?fed:
await fed}stream.take(sink.rowsTaken>rowsBefore);if(!goOn)return;if(run.pacer.isDue())await run.pacer.pause()}}finally{await stream.close()}}function feedBatch({
context,environment},{where},sink,{batch,isMatched}){batch.forEach((item,times)=>{context.startItem();environment[ITEM_SLOT]=item;if(isMatched||where===void 0||
where(environment)===true)sink.row(times)})}function feedItem(run,bound,sink,{value,size=Number.POSITIVE_INFINITY,isMatched=false,times=1}){const{context,environment,
calls}=run;context.startItem();environment[ITEM_SLOT]=value;if(bound.steps.length>0)return feedCombinations(run,bound,sink,size);const feed2=()=>{const isRow=isMatched||
bound.where===void 0||bound.where(environment)===true;return!isRow||sink.row(times)};const prepared=calls?.start(size,()=>tryRow(run,bound,isMatched));return prepared===
void 0?feed2():prepared.then(feed2)}async function feedCombinations(run,bound,sink,size){const{environment,pacer,work,calls}=run;const cursor=new RowCursor(bound.
steps,environment);for(;;){const opened=calls?.start(size,()=>cursor.tryNext());if(opened!==void 0)await opened;if(!cursor.next())return true;work.tuples++;const prepared=calls?.
start(size,()=>tryRow(run,bound,false));if(prepared!==void 0)await prepared;if((bound.where===void 0||bound.where(environment)===true)&&!sink.row())return false;
if(pacer.isDue())await pacer.pause()}}async function subqueryRows(run,query){const rows=[];await runWhole(run,query,value=>{if(value!==void 0)rows.push(value);if(rows.
length>SUBQUERY_RESULT_ROWS_MAX){throw new QueryError("SubqueryTooLarge",`The subquery in FROM has more than ${SUBQUERY_RESULT_ROWS_MAX} rows. Filter it before \
the outer query reads it.`)}return true});return rows}async function produceDistinct(run,stream,{bound,order,isSideBySide,keyOrder}){if(order.kind==="none"&&run.start.key!==void 0){if(keyOrder===void 0)throw invalidContinuation();
return produceWhole(run,{bound,input:{kind:"items",inRefOrder:false},keyOrder})}if(isSideBySide&&order.kind!=="none"){const seen=new DistinctSet;const next=await produceRows(
run,stream,seen);return next&&pastAnswered(run,order,next,seen.last)}return produceRemembered(run,stream,order)}async function produceRemembered(run,stream,order){
const{kept,start}=run;const found=start.kept&&kept?.find(start.kept.id);if(start.kept===void 0||found?.kind!=="seen"||found.count<start.kept.at){const seen2=new DistinctSet;
if(start!==START)await readBefore(run,order,seen2);return withSeen(run,await produceRows(run,stream,seen2),new SeenValues,{at:0,seen:seen2})}const{id,at:at2}=start.
kept;const seen=new DistinctSet(identity=>found.isAmongFirst(at2,identity));return withSeen(run,await produceRows(run,stream,seen),found,{id,at:at2,seen})}function withSeen({
kept},next,values,{id,at:at2,seen}){if(next===void 0||kept===void 0||!values.extend(at2,seen.added))return next;return{...next,kept:{id:kept.keep(values,id),at:at2+
seen.size}}}function pastAnswered({ranges},{reverse},next,answered){if(answered===void 0)return next;const key=encodeValue(answered).toString("latin1");const isBeyond=next.
key!==void 0&&(reverse?next.key<key:next.key>key);return isBeyond?next:{...next,...pastKey(ranges,key,reverse),within:START.within}}async function readBefore(run,order,seen){
const stream=readAll(run,false);try{await addBefore(run,stream,order,seen)}finally{await stream.close()}}async function addBefore(run,stream,order,seen){const{bound,
context,environment,pacer,calls,start}=run;const cursor=new RowCursor(bound.steps,environment);const histories=new Map(run.ranges.map(range=>[range.min,range]));
for(;;){const item=stream.head();if(item===void 0){if(!await stream.fill())return;continue}const parsed=parseLarge(run,item);if(parsed!==void 0)await parsed;context.
startItem();environment[ITEM_SLOT]=item.value();const range=histories.get(stream.current.range.min);const isBefore=order.kind!=="none"?isSortedBefore(run,order,
range,item.ref):range.history.kind==="passed"||range.history.kind==="reached"&&item.ref<=range.history.ref;const combinations=isBefore?Number.POSITIVE_INFINITY:
start.within.get(item.ref)??0;cursor.start();for(let i=0;i<combinations;i++){const opened=calls?.start(item.size,()=>cursor.tryNext());if(opened!==void 0)await opened;
if(!cursor.next())break;const prepared=calls?.start(item.size,()=>tryRow(run,bound,false));if(prepared!==void 0)await prepared;if(bound.where===void 0||bound.where(
environment)===true){const value=bound.project(environment);if(value!==void 0)seen.add(value)}if(pacer.isDue())await pacer.pause()}stream.take(false);if(pacer.isDue())
await pacer.pause()}}function isSortedBefore(run,order,range,ref){const position=sortPosition(range,run.start,order.reverse);const key=order.keyOf(run.environment);
return position!==void 0&&key!==void 0&&compareEntries({key,ref},position,order.reverse)<=0}async function produceKeyed(run,plan){const{bound,keyed}=plan;const{ranges,start}=run;if(!ranges.every(({source})=>isIndexPassable(source))){const input={kind:"\
items",inRefOrder:false};return produceWhole(run,{bound,input,...bound.distinct&&{keyOrder:keyed}})}const work=noWork();const reader=new KeyedReader(run,{bound,
keyed,ranges,start,work});try{const next=await fillPage(run,reader,new KeyProgress(run,keyed.reverse),()=>{addWork(run.work,work);Object.assign(work,noWork())});
if(next===void 0)addWork(run.work,work);return next}finally{await reader.close()}}async function fillPage(run,reader,progress,keyDone){const{bound,page,pacer,start}=run;
const end=bound.offset+bound.limit;let{rows}=start;while(rows<end&&await reader.hasNext()){if(page.isFull||pacer.isLate)return token(progress.after(),rows);const{
key}=reader;for(const value of await reader.take()){progress.next(key);if(progress.isAnswered)continue;if(rows>=bound.offset&&!page.add(printRow(run,value)))return token(
progress.before(),rows);if(++rows>=end)break}keyDone();if(pacer.isDue())await pacer.pause()}return void 0}function token({key,segments,within:within2},rows){return{
...START,rows,...key!==void 0&&{key},segments,within:within2}}var LongCall=class{name;result;constructor(name,result){this.name=name;this.result=result}};var LONG_ROW_BYTES=64*1024;var RowCalls=class{#udf;#around;#outcomes=[];#next=0;#isTried=false;#isNeeded;#givenBytes;constructor(udf,around){
this.#udf=udf;this.#around=around;this.#isNeeded=udf!==void 0}get isNeeded(){return this.#isNeeded}note(){this.#isNeeded=true}run(name,pieces){const known=this.#outcomes[this.#next];
if(known?.name===name&&"value"in known){this.#next++;return known.value}if(this.#isTried)throw new LongCall(name,()=>this.#around.pacer.inTurns(pieces));return atOnce(
pieces)}call(name,args){const{work}=this.#around;if(!this.#isTried)work.functionCalls++;const known=this.#outcomes[this.#next];if(known?.name===name){this.#next++;
if("error"in known)throw known.error;return known.value}if(!this.#isTried)return this.#callHere(name,args);const distant=this.#udf.callDistant?.(name,args);if(distant!==
void 0)throw new LongCall(name,()=>this.#callElsewhere(distant));const value=this.#callHere(name,args);this.#outcomes.push({name,value});this.#next++;return value}start(bytes,evaluate){
this.end();this.#givenBytes??=this.#around.givenBytes();return bytes+this.#givenBytes<LONG_ROW_BYTES?void 0:this.#prepare(evaluate)}end(){this.#outcomes.length=
0;this.#next=0}async#prepare(evaluate){const{pacer}=this.#around;pacer.hurry();if(pacer.isDue())await pacer.pause();for(let call=this.#try(evaluate);call!==void 0;call=
this.#try(evaluate))this.#outcomes.push(await outcomeOf(call));if(pacer.isDue())await pacer.pause()}#try(evaluate){this.#isTried=true;try{evaluate()}catch(thrown){
if(thrown instanceof LongCall)return thrown}finally{this.#isTried=false;this.#next=0}return void 0}#callHere(name,args){const{times,pacer,now}=this.#around;pacer.
hurry();const beganMs=now();try{return this.#udf.call(name,args)}finally{times.userFunctionMs+=now()-beganMs}}async#callElsewhere(distant){const{times,pacer}=this.#around;
const{result}=await pacer.inTurns(distant);const{json,usedMs}=await pacer.waitFor(result);times.userFunctionMs+=usedMs;pacer.useElsewhere(usedMs);if(json===void 0)
return void 0;return json.length<LARGE_PIECE_BYTES?JSON.parse(json):pacer.inTurns(parseInPieces(Buffer.from(json)))}};async function outcomeOf({name,result}){try{
return{name,value:await result()}}catch(error){return{name,error}}}function skipOf(plan,start){const{offset,limit}=plan.bound;if(!isOneRowEach(plan))return{left:0,isMost:false};return{left:Math.max(offset-start.rows,0),isMost:offset>
limit}}function isOneRowEach({kind,bound}){if(kind!=="rows"||bound.steps.length>0)return false;return bound.answer.kind==="item"||bound.query.select.shape.kind!==
"value"}var NEW={kind:"new"};var PASSED={kind:"passed"};function cutRanges(partitions,{segments}){const borders=[...new Set(segments.flatMap(({min,max})=>[min,max]))].sort();
const lastMin=segments.map(({min})=>min).sort().at(-1)??"";const ranges=[];for(const partition of[...partitions].sort((a,b)=>a.min<b.min?-1:1)){const inside=borders.
filter(border2=>border2>partition.min&&border2<partition.max);const cuts=[partition.min,...inside,partition.max];for(let i=0;i+1<cuts.length;i++){const[min,max]=[
cuts[i],cuts[i+1]];const segment=segments.find(candidate=>candidate.min<=min&&max<=candidate.max);const history=segment?reached(segment):segments.length>0&&min<
lastMin?PASSED:NEW;ranges.push({min,max,source:partition.open(min,max),history})}}return ranges}function reached({min:_min,max:_max,...position}){return{kind:"r\
eached",...position}}async function*orderedEntries(source,scan,{reverse,after:after2,intervals}){const{index,prefix,isInverted}=scan;const read=options=>intervals?scanIntervals(source,
index,intervals,options):scanWhole(source,index,options);const own=key=>prefix+(isInverted?invertedKey(key):key);const start=after2&&{key:own(after2.key),ref:after2.
ref};const chunks=isInverted?turnedTies(read,reverse,start):read({reverse,...start&&{after:start}});if(prefix===""){yield*chunks;return}for await(const entries of chunks){
yield entries.map(entry2=>{const key=entry2.key.slice(prefix.length);return{...entry2,key:isInverted?invertedKey(key):key}})}}var HELD_TIES_MAX=1024;async function*turnedTies(read,reverse,start){
if(start!==void 0)yield*tiesAfter(read,reverse,start);const past=reverse?HIGHEST_REF:LOWEST_REF;const after2=start&&{after:{key:start.key,ref:past}};let ties=[];
let isTooMany=false;const turned=async function*(){if(isTooMany)yield*tiesAfter(read,reverse,{key:ties[0].key,ref:past});else if(ties.length>0)yield ties.reverse()};
for await(const entries of read({reverse:!reverse,...after2})){for(const entry2 of entries){if(ties.length>0&&ties[0].key!==entry2.key){yield*turned();ties=[];isTooMany=
false}if(ties.length<HELD_TIES_MAX)ties.push(entry2);else isTooMany=true}}yield*turned()}async function*tiesAfter(read,reverse,start){for await(const entries of read(
{reverse,after:start})){const end=entries.findIndex(({key})=>key!==start.key);yield end<0?entries:entries.slice(0,end);if(end>=0)return}}var LOOKUPS_AHEAD_MAX=16;var READ_ALL={mayScan:false,maySkip:false};var RangeReader=class{#predicate;#composed;#usage;#skip;#countsOnly;#tuning;#covering;#choices=new Map;constructor({
access,usage,skip,tuning}){this.#predicate=access.predicate;this.#composed=access.composed;this.#covering=access.covering;this.#usage=usage;this.#skip=skip;this.#countsOnly=
access.countsOnly;this.#tuning=tuning}get isCostly(){return judgesValues(this.#predicate)||lookupsOf(this.#composed)>LOOKUPS_AHEAD_MAX}isMatchedBy({bounds}){return this.#isUnfiltered||
bounds?.isWhole===true&&this.#predicate.exact}choose(range,max=this.#tuning.estimateMax){const known=this.#choices.get(range.min);if(known!==void 0)return known;
const estimateMax=Math.min(max,this.#tuning.estimateMax);const predicate=partIn(range,this.#predicateFor(range.source));const{isMost}=this.#skip;const options={
...this.#tuning,estimateMax,needsFewItems:isMost&&this.#isWhole(predicate)};const choice=chooseAccess(range.source,predicate,options);this.#choices.set(range.min,
choice);return choice}inRefOrder(){return(range,after2,opening)=>this.#open(range,after2,opening,READ_ALL)}unordered(mayScan){return(range,after2,opening)=>this.#open(
range,after2,opening,{mayScan,maySkip:true})}byRef(){const open=this.inRefOrder();return async function*(range,after2,opening){for await(const chunk of open(range,
after2,opening)){yield{...chunk,keys:chunk.rows.map(({ref})=>ref)}}}}anyhow(){const covering=this.#covering;if(covering!==void 0){return(range,after2,opening)=>this.#openAnyhow(
range,after2,opening,covering)}if(!this.#countsOnly)return this.inRefOrder();return(range,after2,opening)=>this.#openCounted(range,after2,opening)}ordered(order){
return(range,after2,opening)=>this.#openOrdered(range,after2,opening,order)}async*#open(range,after2,opening,{mayScan,maySkip}){const{source}=range;const chosen=after2?.
key===void 0?(await this.choose(range)).access:this.#scanAccess(after2.index);const isByRef=!mayScan||after2!==void 0&&after2.key===void 0;const access=chosen.kind===
"scan"&&isByRef?{...chosen,kind:"refs"}:chosen;switch(access.kind){case"walk":{const isMatched=this.#isUnfiltered;const isSkipped=maySkip&&isMatched&&this.#skip.
left>0;const chunks=isSkipped?skipItems(source,after2,this.#skip):walkItems(source,after2);for await(const chunk of chunks)yield{...chunk,isMatched};return}case"\
lacking":{const{predicate}=access;this.#note(predicate);if(after2===void 0)opening.indexLookups++;const isMatched=this.#isWhole(predicate);for await(const rows of source.
lacking(predicate.path,after2?{after:after2.ref}:{})){yield{rows,isMatched}}return}case"point":case"scan":yield*this.#scan(range,after2,opening,{...access,maySkip});
return;case"refs":{this.#note(access.predicate);const only=access.predicate.kind==="text"?await onlyTerm(source,access.predicate):void 0;if(only!==void 0){if(after2===
void 0)opening.indexLookups++;const isMatched2=this.#isWhole(access.predicate);const isUnread2=()=>isMatched2&&this.#isUnread(maySkip);for await(const refs2 of termRefs(
source,access.predicate,only,after2?.ref)){for await(const{rows}of loadRefs(source,refs2,isUnread2))yield{rows,entriesPerRow:1,isMatched:isMatched2}}return}const refs=await collectRefs(
source,access.predicate,after2===void 0?opening:noWork());if(refs===void 0){yield*walkItems(source,after2);return}const rest=after2?[...refs].filter(ref=>ref>after2.
ref):[...refs];const isMatched=this.#isWhole(access.predicate);const isUnread=()=>isMatched&&this.#isUnread(maySkip);for await(const{rows}of loadRefs(source,rest.
sort(),isUnread))yield{rows,isMatched};return}}}async*#scan({source},after2,opening,access){const{intervals}=access.predicate;const index=indexOf2(access.predicate);
this.#usage.use(index,access.predicate.exact);if(after2===void 0)opening.indexLookups+=intervals.length;const isMatched=this.#isWhole(access.predicate);const key=after2&&
(access.kind==="point"?intervals[0].from:after2.key);const position=key!==void 0&&after2?{after:{key,ref:after2.ref}}:{};const entries=scanIntervals(source,index,
intervals,position);const isUnread=()=>isMatched&&this.#isUnread(access.maySkip);for await(const{rows,keys}of this.#rowsOf(source,index,entries,isUnread)){const order=access.
kind==="scan"?{keys,index:scanName(index)}:{};yield{rows,entriesPerRow:1,isMatched,...order}}}async*#openOrdered(range,after2,opening,{reverse,scan,lackingPath}){
const{index,bounds}=scan;const hasGaps=index.kind==="path"&&lackingPath!==void 0&&!this.#isCoveredBy(index);const isLackingAsked=bounds===void 0||bounds.intervals[0]?.
from===UNDEFINED.from;const isMatched=this.isMatchedBy(scan);const lacking=()=>lackingItems(range.source,hasGaps&&isLackingAsked?lackingPath:void 0,after2,{reverse,
isMatched});if(!reverse)yield*lacking();const asked=bounds?.intervals;const intervals=hasGaps?intersectIntervals(asked??[DEFINED],[DEFINED]):asked;if(after2===void 0)
opening.indexLookups+=intervals?.length??1;const position=after2?.key===void 0?{}:{after:{key:after2.key,ref:after2.ref}};const entries=orderedEntries(range.source,
scan,{reverse,intervals,...position});const isUnread=()=>isMatched&&this.#isUnread(true);for await(const{rows,keys}of this.#rowsOf(range.source,index,entries,isUnread)){
yield{rows,keys,entriesPerRow:1,isMatched}}if(reverse)yield*lacking()}async*#rowsOf(source,index,chunks,isUnread){if(this.#covering===void 0||!this.#isCoveredBy(
index)){yield*loadEntries(source,chunks,isUnread);return}for await(const{rows,entries}of coverEntries(source,chunks,this.#covering.names)){yield{rows,keys:entries.
map(({key})=>key)}}}async*#openAnyhow(range,after2,opening,covering){const{countsOnly,names,path}=covering;const count=countsOnly&&names.length===0?await range.
source.exactCount?.():void 0;if(count!==void 0){this.#usage.use(pathIndex(path),true);opening.indexLookups++;yield countedChunk(count);return}const isCheaper=await isCoveringCheaper(
covering,range.source,()=>this.choose(range));yield*isCheaper?this.#openCovered(range,opening,covering):this.#open(range,after2,opening,READ_ALL)}async*#openCounted(range,after2,opening){
const{source}=range;const predicate=this.#predicateFor(source);if(predicate.kind!=="composite"){yield*this.#open(range,after2,opening,READ_ALL);return}const{intervals}=predicate;
const index=indexOf2(predicate);this.#usage.use(index,true);opening.indexLookups+=intervals.length;let count=await countIntervals(source,index,intervals);if(count===
void 0){count=0;for await(const entries of scanIntervals(source,index,intervals))count+=entries.length}yield countedChunk(count)}async*#openCovered({source},opening,covering){
const{names,intervals,isExtreme,isMatched,countsMissing,countsOnly}=covering;const index=pathIndex(covering.path);this.#usage.use(index,isMatched);const items=countsMissing?
await this.#countItems(source,opening):0;opening.indexLookups+=isExtreme?2:intervals?.length??1;const count=countsOnly&&intervals?await countIntervals(source,index,
intervals):void 0;if(count!==void 0){yield countedChunk(count);return}const options=covering.isCountable?{alike:"counted"}:{};const chunks=isExtreme?extremeEntries(
source,index,extremeIntervals(covering)):intervals?scanIntervals(source,index,intervals,options):scanWhole(source,index,options);let found=0;const itemOf=itemHolder(
names);for await(const entries of chunks){for(const{times=1}of entries)found+=times;if(covering.isCountable&&entries.length>0&&entries.every(({exact})=>exact)){
yield{rows:[coveredBatch(entries,itemOf)],entriesPerRow:1,isMatched};continue}for await(const{rows}of coverEntries(source,[entries],names)){yield{rows,entriesPerRow:1,
isMatched}}}for(let missing2=items-found;missing2>0;missing2-=MISSING_ROWS.length){yield{rows:MISSING_ROWS.slice(0,missing2),isMatched}}}async#countItems(source,opening){
const index=pathIndex(EVERYWHERE_PATH);this.#usage.use(index,true);opening.indexLookups++;let items=await source.count?.({index})??-1;if(items<0){items=0;for await(const entries of scanWhole(
source,index))items+=entries.length}opening.indexEntries+=items;return items}#scanAccess(name){const predicate=[...entryPredicates(this.#composed),...entryPredicates(
this.#predicate)].find(operand=>scanName(indexOf2(operand))===name&&!(operand.kind==="path"&&operand.isMany));if(predicate===void 0)throw invalidContinuation();
return{kind:"scan",predicate}}#predicateFor(source){return isScattered(source)?this.#predicate:this.#composed}#isUnread(maySkip){return this.#countsOnly||maySkip&&
this.#skip.left>0}get#isUnfiltered(){return this.#predicate.kind==="all"&&this.#predicate.exact}#isCoveredBy(index){return this.#covering!==void 0&&index.kind===
"path"&&index.path===this.#covering.path}#isWhole(predicate){const isAll=predicate===this.#predicate||predicate===this.#composed;const isOther=predicate.kind===
"and"||predicate.kind==="named"&&this.#predicate.kind==="named";return predicate.exact&&this.#predicate.exact&&(isAll||isOther)}#note(predicate){if(predicate.kind===
"named")this.#usage.use(pathIndex(EVERYWHERE_PATH),predicate.exact);if(predicate.kind==="path"||predicate.kind==="composite")this.#usage.use(indexOf2(predicate),
predicate.exact);if(predicate.kind==="spatial")this.#usage.use(predicate.index,predicate.exact);if(predicate.kind==="text")this.#usage.use(predicate.index,predicate.
exact);if(predicate.kind!=="and"&&predicate.kind!=="or")return;for(const operand of predicate.operands)this.#note(operand)}};function entryPredicates(predicate){
const operands=predicate.kind==="and"?predicate.operands:[predicate];return operands.filter(operand=>operand.kind==="path"||operand.kind==="composite")}function partIn({
min,max},predicate){if(predicate.kind!=="named")return predicate;return{...predicate,names:predicate.names.filter(({epk})=>epk>=min&&epk<max)}}function scanName(index){
return index.kind==="path"?index.path:`*${indexName(index)}`}function countedChunk(count){const rows=count>0?[new CoveredRow({ref:""},void 0,count)]:[];return{rows,
entriesPerRow:1,isMatched:true}}var MISSING_ROWS=Array.from({length:256},()=>new CoveredRow({ref:""}));var NOTHING5=(async function*(){})();var TimedSource=class{#source;#times;#clock;#pacer;constructor(source,times,clock2,pacer){this.#source=source;this.#times=times;
this.#clock=clock2;this.#pacer=pacer}itemCount(){return this.#source.itemCount()}itemBytes(){return this.#source.itemBytes?.()??0}indexedItemCount(){return this.#source.
indexedItemCount?.()??this.#source.itemCount()}exactCount(){return this.#time("indexLookupMs",Promise.resolve(this.#source.exactCount?.()))}items(options){return this.#rows(
this.#timeChunks("itemLoadMs",this.#source.items(options)))}refs(options){const chunks=this.#source.refs?.(options);return chunks&&this.#timeChunks("indexLookup\
Ms",chunks)}lacking(path,options){return this.#rows(this.#timeChunks("itemLoadMs",this.#source.lacking(path,options)))}async load(refs){const rows=await this.#time(
"itemLoadMs",this.#source.load(refs));this.#countRows(rows);return rows}find(names){return this.#time("indexLookupMs",this.#source.find(names))}index(scan){return this.#timeChunks(
"indexLookupMs",this.#source.index(scan))}async judged(scan,judge){const chunks=await this.#time("indexLookupMs",Promise.resolve(this.#source.judged?.(scan,judge)));
return chunks&&this.#timeChunks("indexLookupMs",chunks)}nearest(search,usefulShare){return this.#timeChunks("indexLookupMs",this.#source.nearest?.(search,usefulShare)??
NOTHING5)}count(scan){return this.#time("indexLookupMs",Promise.resolve(this.#source.count?.(scan)))}estimate(scans,max){return this.#time("indexLookupMs",this.#source.
estimate(scans,max))}get texts(){const{texts}=this.#source;return texts&&{postings:scan=>this.#timeChunks("indexLookupMs",texts.postings(scan)),countPostings:scan=>this.#time(
"indexLookupMs",texts.countPostings(scan)),estimatePostings:(scan,max)=>this.#time("indexLookupMs",texts.estimatePostings(scan,max)),nearTerms:(index,word,edits)=>this.#time(
"indexLookupMs",texts.nearTerms(index,word,edits)),wordCount:index=>this.#time("indexLookupMs",texts.wordCount(index))}}async*#rows(chunks){for await(const rows of chunks){
this.#countRows(rows);yield rows}}#countRows(rows){let bytes=0;for(const{size}of rows)bytes+=size;this.#pacer.read(bytes)}async#time(name,promise){const began=this.#clock.
now();const result=await this.#pacer.waitFor(promise);this.#times[name]+=this.#clock.now()-began;return result}async*#timeChunks(name,chunks){const iterator=chunks[Symbol.
asyncIterator]();try{for(;;){const began=this.#clock.now();const{done,value}=await this.#pacer.waitFor(iterator.next());this.#times[name]+=this.#clock.now()-began;
if(done)return;this.#pacer.hurry();if(this.#pacer.isDue())await this.#pacer.pause();yield value}}finally{await iterator.return?.()}}};var ITEMS_PER_JUDGEMENT=64;var WORTH_IT=.6;var TextFilter=class{#text;#isWorthIt=true;#seen=0;#rejected=0;constructor(requiredText2){this.#text=Buffer.from(requiredText2)}rejects(item){
if(!this.#isWorthIt)return false;const isRejected=!item.bytes().includes(this.#text);if(isRejected)this.#rejected++;if(++this.#seen===ITEMS_PER_JUDGEMENT){this.#isWorthIt=
this.#rejected>=ITEMS_PER_JUDGEMENT*WORTH_IT;this.#seen=0;this.#rejected=0}return isRejected}};async function executeQuery(request){const watch=startWatch(request);const{plan,context}=prepare(request,watch);if(plan.kind==="rank")return executeHybridSearch(
request,plan.search,executeQuery);const run=startRun(request,plan,context,watch);const next=await produce(run,plan);const{work,times,usage}=run;work.rowsOut=run.
page.rows.length;work.bytesOut=run.page.bytes;times.totalMs=request.task.now()-watch.beganMs;return{rows:run.page.rows,...next&&{continuation:encodeContinuation(
next)},work,times,indexUsage:usage.report(),hasReversedTies:hasReversedTies(plan)}}function startWatch({task,page,stop,udf,parameters}){const pacer=new Pacer(task,
page.deadlineMs,stop);const work=noWork();const times=noTimes();const calls=new RowCalls(udf,{work,times,pacer,now:()=>task.now(),givenBytes:()=>JSON.stringify(
parameters??[]).length});return{beganMs:task.now(),pacer,work,times,calls}}function hasReversedTies(plan){switch(plan.kind){case"empty":case"whole":return false;case"\
rows":case"distinct":return plan.order.kind!=="none"&&plan.order.reverse;case"keyed":return plan.keyed.reverse}}function prepare(request,{beganMs,pacer,times,calls}){
const{task,indexing}=request;const options={parameters:parameterMap(request.parameters??[]),isMerged:request.isMerged??false,computed:computedExpressions(request.
computedProperties??[]),functions:request.functions,vectorEmbeddings:request.vectorEmbeddings??[],checkTime:()=>pacer.check(),spend:steps=>pacer.spend(steps),longCalls:calls,
...request.udf&&{udf:calls}};const readable=readableIndexes(indexing,new Set(options.computed.keys()));const{bound,context}=bindQuery(withTestedValues(request.query,
readable),options);const boundMs=task.now();times.compileMs=boundMs-beganMs;const known=new Map((request.known??[]).map(({path,value})=>[path,value]));const plan=planExecution(
bound,{context,indexing,known,named:request.named});times.planMs=task.now()-boundMs;return{plan,context}}function startRun(request,plan,context,{pacer,work,times,
calls}){const{task,continuation}=request;const start=continuation===void 0?START:decodeContinuation(continuation);const{bound,access}=plan;const skip=skipOf(plan,
start);const usage=new IndexUsage(access.usage);const{requiredText:requiredText2}=access;return{bound,context,environment:context.newEnvironment(),page:new PageBuilder(
request.page),pacer,work,times,usage,now:()=>task.now(),start,skip,ranges:cutRanges(timedPartitions(request,times,pacer),start),reader:new RangeReader({access,usage,
skip,tuning:request.tuning??ACCESS_TUNING}),...calls.isNeeded&&{calls},...request.kept&&{kept:request.kept},...requiredText2!==void 0&&{textFilter:new TextFilter(
requiredText2)}}}function timedPartitions({partitions,task},times,pacer){return partitions.map(partition=>({min:partition.min,max:partition.max,open:(min,max)=>new TimedSource(
partition.open(min,max),times,task,pacer)}))}async function produce(run,plan){switch(plan.kind){case"empty":return void 0;case"whole":return produceWhole(run,plan);case"\
keyed":return isUnkeyed(run)?produceUnkeyed(run,plan):produceKeyed(run,plan);case"rows":return withStream(run,plan.order,true,stream=>produceRows(run,stream));case"\
distinct":return withStream(run,plan.order,false,stream=>produceDistinct(run,stream,plan))}}function isUnkeyed({start}){return start.key===void 0&&(start.rows>0||
start.segments.length>0)}function produceUnkeyed(run,{bound}){if(!bound.distinct)return produceWhole(run,{bound,input:{kind:"items",inRefOrder:false}});const order={
kind:"none"};return withStream(run,order,false,stream=>produceDistinct(run,stream,{bound,order,isSideBySide:false}))}async function withStream(run,order,mayScan,produceFrom){
const stream=await openStream(run,order,{mayScan});try{return await produceFrom(stream)}finally{await stream.close()}}function queryWords(){const scalars=allFunctions().map(({name})=>name).filter(name=>!name.startsWith("_"));return{keywords:KEYWORDS,functions:[...scalars,...aggregateNames(),
...RANKING_FUNCTIONS].sort()}}import assert7 from"node:assert/strict";var ComputedValues=class{#properties;constructor(definitions,compile2){this.#properties=new Map(definitions.map(({name,query})=>[name,{query,compute:compile2(query)}]))}indexedDocument(document){
if(this.#properties.size===0)return document;const indexed={...document};for(const[name,{compute}]of this.#properties){const value=compute?.(document);if(value===
void 0)delete indexed[name];else indexed[name]=value}return indexed}holds(name,query){const property2=this.#properties.get(name);return property2?.query===query&&
property2.compute!==void 0}definitionOf(name){return this.#properties.get(name)?.query}};var DEFAULT_LANGUAGE="en-US";var LANGUAGE_NUMBERS=new Map([["en-US","1033"],["de-DE","1031"],["es-ES","3082"],["fr-FR","1036"],["it-IT","1040"],["pt-BR","1046"],
["pt-PT","2070"]]);var TAGS=new Map([...LANGUAGE_NUMBERS].flatMap(([tag,number])=>[[tag,tag],[number,tag]]));function textLanguages(policy){const{defaultLanguage,
fullTextPaths}=policy??{};const languages=new Map;for(const{path,language}of fullTextPaths??[]){const tag=TAGS.get(language);const segments=parsePath(path);if(tag!==
void 0&&segments!==void 0)languages.set(canonicalPath(segments),tag)}return{defaultLanguage:TAGS.get(defaultLanguage)??DEFAULT_LANGUAGE,languages}}import{createHash as createHash2}from"node:crypto";import{LRUCache as LRUCache6}from"lru-cache";var LEVEL_MAX=22;var ANYWHERE=0;function wholeFace(face){return{face,level:0,i:0,j:0,path:face}}function childrenOf2({face,level,i,j,path}){return[0,1,2,3].map(
quarter=>({face,level:level+1,i:2*i+(quarter>>1),j:2*j+(quarter&1),path:4*path+quarter}))}function smallestCell(face,x,y){const count=2**LEVEL_MAX;const i=Math.
min(Math.max(Math.floor(x*count),0),count-1);const j=Math.min(Math.max(Math.floor(y*count),0),count-1);let path=face;for(let bit=LEVEL_MAX-1;bit>=0;bit--)path=4*
path+2*(i>>bit&1)+(j>>bit&1);return{face,level:LEVEL_MAX,i,j,path}}function spread2(level){return 4**(LEVEL_MAX-level)}function cellNumber({path,level}){return(2*
path+1)*spread2(level)}function rangeOf(cell){const number=cellNumber(cell);const half=spread2(cell.level)-1;return{first:number-half,last:number+half}}function numbersAround({
path,level}){const numbers=[];for(let above=level-1;above>=0;above--){if(!isShapeLevel(above))continue;numbers.push((2*Math.floor(path/4**(level-above))+1)*spread2(
above))}return numbers}function isShapeLevel(level){return level===0||level%3===LEVEL_MAX%3}function uniteRanges(ranges){const united2=[];for(const next of[...ranges].
sort((a,b)=>a.first-b.first)){const last=united2.at(-1);if(last===void 0||next.first>last.last+2)united2.push(next);else united2[united2.length-1]={first:last.first,
last:Math.max(last.last,next.last)}}return united2}var COORDINATE_MAX=1e100;function isBoundingBox(value){if(typeof value!=="object"||value===null)return false;const{xmin,ymin,xmax,ymax}=value;if(![xmin,ymin,xmax,
ymax].every(isCoordinate))return false;return xmin<xmax&&ymin<ymax}function isCoordinate(value){return typeof value==="number"&&Math.abs(value)<COORDINATE_MAX}function planeGrid({
xmin,ymin,xmax,ymax}){const width=xmax-xmin;const height=ymax-ymin;const size=1+Math.max(...[xmin,ymin,xmax,ymax].map(Math.abs));return{name:`Geometry ${xmin},${ymin}\
,${xmax},${ymax}`,faces:1,circleAround:({level,i,j})=>{const part=2**-level;return{centre:PLANE.vertex(xmin+(i+.5)*part*width,ymin+(j+.5)*part*height),radius:Math.
hypot(width,height)*part/2}},cellOf:({x,y})=>smallestCell(0,(x-xmin)/width,(y-ymin)/height),distance:PLANE.distance,distanceToSegment:(vertex3,start,end)=>PLANE.
distance(vertex3,PLANE.nearestOnSegment(vertex3,start,end)),isClear:shape=>largestOf(shape)<COORDINATE_MAX,holds:shape=>verticesOf2(shape).every(({x,y})=>x>=xmin&&
x<=xmax&&y>=ymin&&y<=ymax),rounding:size*1e-13,reach:(shape,distance2)=>distance2+(size+largestOf(shape)+distance2)*1e-12}}function verticesOf2({point:point2,segments}){
return point2===void 0?segments.flatMap(({a,b})=>[a,b]):[point2]}function largestOf(shape){return verticesOf2(shape).reduce((most,{x,y})=>Math.max(most,Math.abs(
x),Math.abs(y)),0)}import{LRUCache as LRUCache5}from"lru-cache";function coverShape(shape,grid,options){const{reach:reach2,cellsMax,hasLevel=()=>true}=options;const touched=cells=>cells.flatMap(cell=>{const{centre,radius}=grid.
circleAround(cell);const apart=distanceToBoundary(centre,shape,grid);const isInside=apart+reach2>=radius&&isInAreas(centre,shape);const distance2=(isInside?-apart:
apart)-reach2;return distance2<=radius?[{cell,isWhole:cell.level===LEVEL_MAX||distance2<=-radius}]:[]});const divided=cell=>{let parts;let cells=[cell];do{parts=
touched(cells.flatMap(childrenOf2));cells=parts.map(part=>part.cell)}while(cells.length>0&&!hasLevel(cells[0].level));return parts};const cover=[];const queue=[
...touched(Array.from({length:grid.faces},(_,face)=>wholeFace(face)))];for(let next=queue.shift();next!==void 0;next=queue.shift()){const parts=next.isWhole?[]:
divided(next.cell);const isDivided=!next.isWhole&&cover.length+queue.length+parts.length<=cellsMax;if(isDivided)queue.push(...parts);else cover.push(next.cell)}
return cover}function distanceToBoundary(vertex3,{point:point2,segments},grid){if(point2!==void 0)return grid.distance(vertex3,point2);let distance2=Number.POSITIVE_INFINITY;
for(const{a,b}of segments)distance2=Math.min(distance2,grid.distanceToSegment(vertex3,a,b));return distance2}function isInAreas(vertex3,{polygons}){return polygons.
some(polygon=>containsInside(polygon,vertex3))}var HALF_FACE=Math.PI/4;function cellOf({vx,vy,vz}){const vector=[vx,vy,vz];let axis=0;for(const other of[1,2])if(Math.abs(vector[other])>Math.abs(vector[axis]))
axis=other;const along2=Math.abs(vector[axis]);const column=Math.atan(vector[(axis+1)%3]/along2);const row=Math.atan(vector[(axis+2)%3]/along2);const face=vector[axis]>
0?axis:axis+3;return smallestCell(face,(column/HALF_FACE+1)/2,(row/HALF_FACE+1)/2)}function direction(face,column,row){const length=Math.sqrt(1+column*column+row*
row);const axis=face%3;const along2=(face<3?1:-1)/length;const across=column/length;const up=row/length;switch(axis){case 0:return{vx:along2,vy:across,vz:up};case 1:
return{vx:up,vy:along2,vz:across};default:return{vx:across,vy:up,vz:along2}}}function tangentAt(place,level){return Math.tan((place*2**(1-level)-1)*HALF_FACE)}var COLUMN_CENTRE=.5131;
var ROW_CENTRE=.4927;function circleAround({face,level,i,j}){const centre=direction(face,tangentAt(i+COLUMN_CENTRE,level),tangentAt(j+ROW_CENTRE,level));const west=tangentAt(
i,level);const east=tangentAt(i+1,level);const south=tangentAt(j,level);const north=tangentAt(j+1,level);const square=Math.max(squareChord(centre,direction(face,
west,south)),squareChord(centre,direction(face,east,south)),squareChord(centre,direction(face,west,north)),squareChord(centre,direction(face,east,north)));return{
centre:EARTH.towards(centre.vx,centre.vy,centre.vz),radius:angleOfChord(Math.sqrt(square))}}function angleOfChord(chord){return 2*Math.asin(Math.min(chord/2,1))}
function distance(a,b){return angleOfChord(Math.sqrt(squareChord(a,b)))}function squareChord(a,b){const dx=a.vx-b.vx;const dy=a.vy-b.vy;const dz=a.vz-b.vz;return dx*
dx+dy*dy+dz*dz}function distanceToSegment(vertex3,start,end){const{vx,vy,vz}=vertex3;const dx=end.vx-start.vx;const dy=end.vy-start.vy;const dz=end.vz-start.vz;
const sx=start.vx+end.vx;const sy=start.vy+end.vy;const sz=start.vz+end.vz;const nx=sy*dz-sz*dy;const ny=sz*dx-sx*dz;const nz=sx*dy-sy*dx;const px=ny*vz-nz*vy;const py=nz*
vx-nx*vz;const pz=nx*vy-ny*vx;const isBesides=px*start.vx+py*start.vy+pz*start.vz<0&&px*end.vx+py*end.vy+pz*end.vz>0;if(!isBesides)return angleOfChord(Math.sqrt(
Math.min(squareChord(vertex3,start),squareChord(vertex3,end))));const height=Math.abs(nx*vx+ny*vy+nz*vz)/Math.sqrt(nx*nx+ny*ny+nz*nz);return Math.asin(Math.min(
height,1))}var OPPOSITE2=-.9999;function isClear({segments}){return segments.every(({a,b})=>a.vx*b.vx+a.vy*b.vy+a.vz*b.vz>OPPOSITE2)}function reach(_shape,metres){
const angle=metres/POLAR_RADIUS_M*MEASURED_SHORT+ROUNDING3;return angle<Math.PI?angle:Number.POSITIVE_INFINITY}var MEASURED_SHORT=1+1e-6;var ROUNDING3=1e-8;var EARTH_GRID={
name:"Geography",faces:6,circleAround,cellOf,distance,distanceToSegment,isClear,holds:()=>true,rounding:1e-11,reach};var SHAPE_CELLS_MAX=8;var QUERY_CELLS_MAX=16;var REMEMBERED_MAX=64;var REMEMBERED_CHARACTERS_MAX=4096;var SHAPE_TYPES=["Point","LineString","Polygon","MultiPoly\
gon"];var ShapeCells=class{name;#type;#grid;#shapes;#remembered=new LRUCache5({max:REMEMBERED_MAX});constructor({type,boundingBox,shapes}){this.#type=type;this.#grid=
type==="Geometry"?planeGrid(boundingBox):EARTH_GRID;this.#shapes=new Set(SHAPE_TYPES.filter(shape=>shapes.length===0||shapes.includes(shape)));this.name=`${this.#grid.
name} ${[...this.#shapes].join(",")}`}numbersOf(value){if(!looksLikeShape(value))return[];const parsed=parseGeometry(value,this.#type);if(!("geometry"in parsed))
return[];const shape=parsed.geometry;const grid=this.#grid;if(!this.#shapes.has(value.type)||!grid.isClear(shape)||!grid.holds(shape))return[ANYWHERE];if(shape.
point!==void 0)return[cellNumber(grid.cellOf(shape.point))];return coverShape(shape,grid,{reach:grid.rounding,cellsMax:SHAPE_CELLS_MAX,hasLevel:isShapeLevel}).map(
cellNumber)}rangesNear(value,distance2){const text=`${distance2} ${JSON.stringify(value)}`;const known=this.#remembered.get(text);if(known!==void 0)return known.
ranges;const ranges=this.#findRanges(value,distance2);if(text.length<=REMEMBERED_CHARACTERS_MAX)this.#remembered.set(text,{ranges});return ranges}#findRanges(value,distance2){
const parsed=parseGeometry(value,this.#type);if(!("geometry"in parsed))return[];const shape=parsed.geometry;const reach2=this.#grid.reach(shape,Math.max(distance2,
0));if(!this.#grid.isClear(shape)||reach2===Number.POSITIVE_INFINITY)return void 0;const cells=coverShape(shape,this.#grid,{reach:reach2,cellsMax:QUERY_CELLS_MAX});
const around=new Set(this.#hasLargeCells?cells.flatMap(numbersAround):[]);const single=[ANYWHERE,...around].map(number=>({first:number,last:number}));return uniteRanges(
[...single,...cells.map(rangeOf)])}get#hasLargeCells(){return this.#shapes.size>1||!this.#shapes.has("Point")}};function looksLikeShape(value){if(typeof value!==
"object"||value===null||Array.isArray(value))return false;const{type,coordinates}=value;return typeof type==="string"&&Array.isArray(coordinates)&&SHAPE_TYPES.includes(
type)}var SpatialRules=class{#rules;constructor(indexes,type){this.#rules=indexes.flatMap(index=>compileRule(index,type)??[]).sort((a,b)=>b.segments.length-a.segments.
length||Number(a.isBelow)-Number(b.isBelow))}cellsAt(path){const segments=parsePath(path);return segments&&this.#ruleFor(segments)?.cells}entriesOf(document){const entries=new Map;
for(const rule of this.#rules){forEachAt(document,rule,(value,segments)=>{if(this.#ruleFor(segments)!==rule)return;const path=canonicalPath(segments);for(const number of rule.
cells.numbersOf(value)){const index={kind:"spatial",path,cells:rule.cells};entries.set(`${number} ${path}`,{index,value:encodeValue(number)})}})}return entries.
values()}#ruleFor(path){return this.#rules.find(({segments,isBelow})=>(isBelow?segments.length<=path.length:segments.length===path.length)&&segments.every((name,i)=>name===
path[i]))}};function compileRule({path,types,boundingBox},type){const segments=typeof path==="string"?parsePath(path):void 0;if(segments===void 0||type==="Geome\
try"&&!isBoundingBox(boundingBox))return void 0;const last=segments.at(-1);if(last==="?"||last==="*")segments.pop();const shapes=Array.isArray(types)?types.filter(
shape=>typeof shape==="string"):[];const box=type==="Geometry"&&isBoundingBox(boundingBox)?{boundingBox}:{};return{segments,isBelow:last==="*",cells:new ShapeCells(
{type,shapes,...box})}}function forEachAt(document,{segments,isBelow},visit2){const descend=(value,path)=>{const next=segments[path.length];if(path.length>=segments.
length)visit2(value,path);if(typeof value!=="object"||value===null||path.length>=segments.length&&!isBelow)return;if(Array.isArray(value)){if(next===void 0||next===
null)for(const element of value)descend(element,[...path,null])}else if(next===void 0){for(const name in value)descend(value[name],[...path,name])}else if(next!==
null&&Object.hasOwn(value,next)){descend(value[next],[...path,next])}};descend(document,[])}var IndexRules=class{root;composites;explicitPaths;enabled;isAutomatic;spatial;constructor(policy,geospatialType){this.enabled=policy.indexingMode?.toLowerCase()!==
"none";this.isAutomatic=policy.automatic!==false;this.root=new PathNode("",{nodes:0});for(const{path}of policy.excludedPaths??[])this.#addRule(path,false);for(const{
path}of policy.includedPaths??[{path:"/*"}])this.#addRule(path,true);this.root.settle(false);this.explicitPaths=this.#findExplicit();this.spatial=new SpatialRules(
policy.spatialIndexes??[],geospatialType==="Geometry"?"Geometry":"Geography");this.composites=(policy.compositeIndexes??[]).map(compileComposite)}isIndexed(path){
if(!this.enabled)return false;const segments=parsePath(path);if(segments===void 0)return false;let node=this.root;for(const segment of segments)node=segment===null?
node.element():node.child(segment);return node.scalars}spatialCellsAt(path){return this.enabled?this.spatial.cellsAt(path):void 0}isExplicit(path){return this.enabled&&
this.explicitPaths.some(({node})=>node.path===path)}#addRule(rule,included){const segments=parsePath(rule);if(segments===void 0)return;const last=segments.at(-1);
if(last==="?"||last==="*")segments.pop();let node=this.root;for(const segment of segments)node=segment===null?node.element():node.child(segment);if(last==="*")node.
ruleBelow??=included;else node.ruleHere??=included}#findExplicit(){const found=[];const visit2=node=>{const segments=parsePath(node.path);if(node.ruleHere===true&&
segments?.every(segment=>segment!==null)){found.push({node,segments})}for(const child of node.children.values())visit2(child)};visit2(this.root);return found}};
var REMEMBERED_PATHS_MAX=2e4;var PathNode=class _PathNode{path;children=new Map;elements;ruleHere;ruleBelow;scalars=false;below=false;#count;#prefix;constructor(path,count){
this.path=path;this.#count=count;count.nodes++}get prefix(){this.#prefix??=indexPrefix({kind:"path",path:this.path});return this.#prefix}child(name){const known=this.
children.get(name);if(known!==void 0)return known;const node=this.#make(`${this.path}/${pathSegment(name)}`);if(this.#count.nodes<=REMEMBERED_PATHS_MAX)this.children.
set(name,node);return node}element(){this.elements??=this.#make(`${this.path}/${ARRAY_ELEMENT}`);return this.elements}settle(inherited){this.below=this.ruleBelow??
inherited;this.scalars=this.ruleHere??this.below;for(const child of this.children.values())child.settle(this.below);this.elements?.settle(this.below)}#make(path){
const node=new _PathNode(path,this.#count);node.settle(this.below);return node}};var INDEX_PREFIX_BYTES=9;var REMEMBERED_PREFIXES_MAX=1e3;var INDEX_KINDS={path:Kind.
index,composite:Kind.composite,spatial:Kind.spatial,fullText:Kind.fullText};var prefixes=new LRUCache6({max:REMEMBERED_PREFIXES_MAX});function indexPrefix(index){
const kind=INDEX_KINDS[index.kind];const name=indexName(index);const id=`${kind} ${name}`;const known=prefixes.get(id);if(known!==void 0)return known;const digest=createHash2(
"sha256").update(name).digest();const prefix=Buffer.concat([Buffer.of(kind),digest],INDEX_PREFIX_BYTES);prefixes.set(id,prefix);return prefix}function compileComposite(parts){
const compiled=parts.map(({path,order})=>{const segments=(parsePath(path)??[]).filter(segment=>segment!==null&&segment!=="?");return{path:canonicalPath(segments),
segments,descending:order?.toLowerCase()==="descending"}});return{prefix:indexPrefix({kind:"composite",parts:compiled}),parts:compiled}}var ENTRY_BYTES_MAX=INDEX_PREFIX_BYTES+ENCODED_VALUE_BYTES_MAX+REF_BYTES;var BLOCK_BYTES=16*1024;var block=Buffer.allocUnsafe(BLOCK_BYTES);var blockUsed=0;var PIECE_VALUES2=128;function*addIndexEntries(rules,document,ref,keys){if(!rules.enabled)return;const walk={ref,keys,visited:0,seen:void 0};yield*visitObject(rules.root,document,walk);
for(const{node,segments}of rules.explicitPaths){if(valueAt(document,segments)===void 0)keys.push(entry(node,void 0,ref))}for(const composite of rules.composites)
keys.push(compositeEntry(composite,document,ref));for(const{index,value}of rules.spatial.entriesOf(document)){keys.push(Buffer.concat([indexPrefix(index),value,
Buffer.from(ref,"latin1")]))}}function*visitObject(node,object,walk){const top=node.path==="";for(const name in object){if(top&&name.charCodeAt(0)===95&&UNINDEXED_PROPERTIES.
has(name))continue;const value=object[name];const child=node.child(name);visit(child,value,walk);if(walk.visited>=PIECE_VALUES2)yield*pieceEnd(walk);if(typeof value===
"object"&&value!==null)yield*visitInside(child,value,walk)}}function visit(node,value,walk){walk.visited++;if(!node.scalars)return;const{seen}=walk;const key=entry(
node,value,walk.ref);if(seen!==void 0){const before2=seen.size;if(seen.add(key.toString("latin1")).size===before2)return}walk.keys.push(key)}function*pieceEnd(walk){
walk.visited=0;yield}function*visitInside(node,value,walk){if(!node.below&&node.children.size===0&&node.elements===void 0)return;if(!Array.isArray(value)){yield*visitObject(
node,value,walk);return}const isOutermost=walk.seen===void 0;walk.seen??=new Set;yield*visitArray(node.element(),value,walk);if(isOutermost)walk.seen=void 0}function*visitArray(node,array,walk){
for(const element of array){visit(node,element,walk);if(walk.visited>=PIECE_VALUES2)yield*pieceEnd(walk);if(typeof element==="object"&&element!==null)yield*visitInside(
node,element,walk)}}function entry({prefix},value,ref){if(blockUsed+ENTRY_BYTES_MAX>BLOCK_BYTES){block=Buffer.allocUnsafe(BLOCK_BYTES);blockUsed=0}const start=blockUsed;
for(let i=0;i<INDEX_PREFIX_BYTES;i++)block[start+i]=prefix[i];const end=writeValue(block,start+INDEX_PREFIX_BYTES,value);for(let i=0;i<REF_BYTES;i++)block[end+i]=
ref.charCodeAt(i);blockUsed=end+REF_BYTES;return block.subarray(start,blockUsed)}function compositeEntry(composite,document,ref){const values=composite.parts.map(
({segments})=>valueAt(document,segments));return Buffer.concat([composite.prefix,encodeComposite(composite,values),Buffer.from(ref,"latin1")])}function encodeComposite(composite,values){
const parts=values.map((value,i)=>{const bytes=Buffer.allocUnsafe(ENCODED_VALUE_BYTES_MAX);const part=bytes.subarray(0,writeValue(bytes,0,value));if(composite.parts[i].
descending)for(let at2=0;at2<part.length;at2++)part[at2]=~part[at2]&255;return part});return Buffer.concat(parts)}function valueAt(document,segments){let value=document;
for(const segment of segments){if(typeof value!=="object"||value===null||Array.isArray(value))return void 0;const object=value;if(!Object.hasOwn(object,segment))
return void 0;value=object[segment]}return value}var VectorIndex=class{path;dimensions;metric;isQuantized;prefix;#segments;constructor({path,type,dimensions,distanceFunction}){const segments=parsePath(path)??[];
this.#segments=segments.filter(segment=>segment!==null);this.path=canonicalPath(segments);this.dimensions=dimensions;this.metric=vectorMetric(distanceFunction)??
"cosine";this.isQuantized=type!=="flat";this.prefix=vectorPrefix(this.path)}vectorOf(document){const value=valueAt(document,this.#segments);if(!Array.isArray(value)||
value.length!==this.dimensions)return void 0;return value.every(component=>typeof component==="number")?value:void 0}};var INDEX_RULES_VERSION=3;function indexDefinitionOf(body){const policy=body.indexingPolicy;const computedProperties2=namedProperties(policy,body);return{policy,
...policy.spatialIndexes&&{geospatialType:body.geospatialConfig?.type??"Geography"},...computedProperties2.length>0&&{computedProperties:computedProperties2},...(policy.
fullTextIndexes?.length??0)>0&&{texts:indexedTexts(policy,body)},...policy.vectorIndexes&&{vectorEmbeddings:indexedEmbeddings(policy,body)}}}function indexedTexts({
fullTextIndexes=[]},{fullTextPolicy}){const{defaultLanguage,languages}=textLanguages(fullTextPolicy);return fullTextIndexes.map(({path})=>{const canonical=canonicalPath(
parsePath(path)??[]);return{path,language:languages.get(canonical)??defaultLanguage}})}function indexedEmbeddings({vectorIndexes=[]},{vectorEmbeddingPolicy}){const indexed=new Set(
vectorIndexes.map(({path})=>path));const{vectorEmbeddings:vectorEmbeddings2}=vectorEmbeddingPolicy;return vectorEmbeddings2.filter(({path})=>indexed.has(path)).
map(({path,dimensions,distanceFunction})=>({path,dimensions,distanceFunction}))}function vectorIndexesOf({policy,vectorEmbeddings:vectorEmbeddings2=[]}){return(policy.
vectorIndexes??[]).flatMap(({path,type})=>{const embedding=vectorEmbeddings2.find(other=>other.path===path);return embedding===void 0?[]:[new VectorIndex({...embedding,
type:String(type)})]})}function namedProperties({includedPaths=[],compositeIndexes:compositeIndexes2=[]},{computedProperties:computedProperties2}){if(computedProperties2===
void 0)return[];const named2=new Set([...includedPaths,...compositeIndexes2.flat()].map(({path})=>parsePath(path)?.[0]));return computedProperties2.filter(({name})=>named2.
has(name))}function heededBy(version,definition){if(version>=INDEX_RULES_VERSION)return definition;const{computedProperties:computedProperties2,...heeded}=definition;
if(version>=2)return heeded;const{spatialIndexes,fullTextIndexes,vectorIndexes,...policy}=definition.policy;return{policy}}function isSameDefinition(a,b){return valuesEqual(
a,b)}function textIndexes(texts){const found=new Map;for(const{path,language}of texts){const segments=parsePath(path)??[];if(segments.at(-1)==="?")segments.pop();if(segments.
length===0||segments.includes(null)||segments.includes("*"))continue;const identity={kind:"fullText",path:canonicalPath(segments),language};const prefix=indexPrefix(
identity);const digest=prefix.toString("latin1",1,INDEX_PREFIX_BYTES);found.set(digest,{identity,segments,prefix,digest})}return[...found.values()]}function textsOf(indexes,document){
const texts=[];for(const index of indexes){const text=valueAt(document,index.segments);if(typeof text==="string")texts.push({index,text})}return texts}var GENERATIONS=256;var KEPT_RULES_MAX=8;function firstGeneration(definition){return{generation:0,rules:INDEX_RULES_VERSION,...definition}}function isUpToDate({
generation,rules=1,...made},definition){return isSameDefinition(heededBy(rules,made),definition)}var IndexGenerations=class{#states=[];#rules=new Map;#texts=new Map;#vectors=new Map;#computed=new Map;#compile;#hasTexts=false;#hasVectors=false;constructor(states,compile2){
this.#compile=compile2;this.adopt(states)}get states(){return this.#states}get current(){return this.#states.at(-1).generation}get isChanging(){return this.#states.
length>1}next(definition){assert7(!this.isChanging);const generation=(this.current+1)%GENERATIONS;return[...this.#states,{generation,rules:INDEX_RULES_VERSION,...definition}]}adopt(states){
assert7(states.length>0);this.#states=states;for(const{generation,rules=1,...definition}of states){const known=this.#rules.get(generation);this.#rules.delete(generation);
const heeded=heededBy(rules,definition);this.#rules.set(generation,known??new IndexRules(heeded.policy,heeded.geospatialType));this.#texts.set(generation,this.#texts.
get(generation)??textIndexes(heeded.texts??[]));this.#vectors.set(generation,this.#vectors.get(generation)??vectorIndexesOf(heeded));this.#computed.set(generation,
this.#computed.get(generation)??new ComputedValues(heeded.computedProperties??[],this.#compile))}for(const generation of this.#rules.keys()){if(this.#rules.size<=
KEPT_RULES_MAX)break;this.#rules.delete(generation);this.#texts.delete(generation);this.#vectors.delete(generation);this.#computed.delete(generation)}this.#hasTexts=
[...this.#texts.values()].some(indexes=>indexes.length>0);this.#hasVectors=[...this.#vectors.values()].some(indexes=>indexes.length>0)}entriesOf(item){const keys=[];
atOnce(this.addEntriesOf(item,keys));return keys}*addEntriesOf(item,keys){const rules=this.#rulesOf(item);if(!rules?.enabled)return;const document=this.#computed.
get(item.generation).indexedDocument(item.document);yield*addIndexEntries(rules,document,item.ref,keys)}textsOf(item){if(!this.#rulesOf(item)?.enabled)return[];
return textsOf(this.#texts.get(item.generation),item.document)}get hasTexts(){return this.#hasTexts}get fullTexts(){const indexes=this.currentRules.enabled?this.#texts.
get(this.current):[];return indexes.filter(({digest})=>this.#states.every(({generation})=>this.#texts.get(generation).some(text=>text.digest===digest)))}#rulesOf({
indexed,generation}){if(indexed===false)return void 0;const rules=this.#rules.get(generation);if(rules===void 0)throw new Corruption(`An item is indexed by the \
policy ${generation}, which there is not.`);return indexed===void 0&&!rules.isAutomatic?void 0:rules}vectorsOf({generation}){return this.#vectors.get(generation)??
[]}get hasVectors(){return this.#hasVectors}get allVectorIndexes(){const all=this.#states.flatMap(state=>this.vectorsOf(state));return[...new Map(all.map(index=>[
index.path,index])).values()]}get vectorIndexes(){const[oldest]=this.#states;const inOldest=new Set(this.#vectors.get(oldest.generation).map(({path})=>path));return this.#vectors.
get(this.current).filter(({path})=>inOldest.has(path))}isIndexed(path){return this.#isOneValue(path)&&this.#every(rules=>rules.isIndexed(path))}isExplicit(path){
return this.#isOneValue(path)&&this.#every(rules=>rules.isExplicit(path))}hasComposite(prefix){return this.#every(rules=>rules.composites.some(composite=>composite.
prefix.equals(prefix)&&composite.parts.every(({path})=>this.#isOneValue(path))))}holdsComputed(name,query){return this.#states.every(({generation})=>this.#computed.
get(generation).holds(name,query))}#isOneValue(path){if(!this.isChanging)return true;const name=parsePath(path)?.[0];const definitions=this.#states.map(({generation})=>this.#computed.
get(generation).definitionOf(name??""));return definitions.every(definition=>definition===definitions[0])}cellsAt(path){const cells=this.currentRules.spatialCellsAt(
path);const isEverywhere=this.#isOneValue(path)&&this.#every(rules=>rules.spatialCellsAt(path)?.name===cells?.name);return isEverywhere?cells:void 0}get currentRules(){
return this.#rules.get(this.current)}#every(test){return this.#states.every(({generation})=>test(this.#rules.get(generation)))}};var Lifetimes=class{#settings;constructor(settings){this.#settings=settings}adopt(settings){this.#settings=settings}get defaultTtl(){return this.#settings.defaultTtl}get versionSeconds(){
return this.#settings.versionSeconds}get keepsVersions(){return this.#settings.versionSeconds>0}isLive(item,nowSeconds){const{defaultTtl}=this.#settings;if(defaultTtl===
void 0)return true;const ttl=item.ttl===0?defaultTtl:item.ttl;return ttl<0||item.timestamp+ttl>=nowSeconds()}};import{createHash as createHash3}from"node:crypto";var DIGEST_BYTES3=16;var UniqueKeys=class{#policies;constructor(policy){this.#policies=(policy?.uniqueKeys??[]).map(({paths})=>paths.map(path=>(parsePath(path)??
[]).filter(segment=>segment!==null)))}get count(){return this.#policies.length}keysOf(epk,document){return this.#policies.map((paths,policy)=>{const values=paths.
map(segments=>valueAt(document,segments)??null);const digest=createHash3("sha256").update(canonicalJson(values)).digest().subarray(0,DIGEST_BYTES3);return uniqueKey(
epk,policy,digest)})}};function containerContext(resource,{storage,cache,environment,storageLimits},grewTooLarge){const{rid,body}=resource;const partitionKey=PartitionKey.of(body.partitionKey);
return{scheduler:environment.scheduler,cache,container:{rid:ridBytes(rid),selfLink:body._self},indexes:new IndexGenerations(stateOf(resource).indexGenerations,compileComputed),
uniqueKeys:new UniqueKeys(body.uniqueKeyPolicy),lifetimes:new Lifetimes(lifetimesOf(resource)),etags:new Etags(randomInteger(environment,2**32)),logicalNumbers:storage.
logicalNumbers(rid),epkOf:key=>epkOfStoredKey(partitionKey,key),logicalBytesMax:storageLimits.logicalPartitionBytes,grewTooLarge,nowSeconds:()=>Math.floor(environment.
now()/1e3)}}function epkOfStoredKey(partitionKey,key){try{return partitionKey.epk(parseKeyText(key))}catch(cause){throw new Corruption("The key value of a logic\
al partition cannot be read.",{cause})}}function lifetimesOf({body}){const policy=body.changeFeedPolicy;return{defaultTtl:body.defaultTtl,versionSeconds:(policy?.
retentionDuration??0)*60}}var RETIRED_PARTITIONS_MAX=64;var SECOND_MS=1e3;var MINUTE_MS=6e4;function passOnSpending(from2,to,partitionKey,nowMs){const retired=withoutMetersOf(from2,to);const fresh=withoutMetersOf(
to,from2);if(retired.length===0)return retired;const holders=new Map;const holderOf=key=>{let holder=holders.get(key);if(holder===void 0)holders.set(key,holder=
to.at(partitionKey.epk(parseKeyText(key))));return holder};const meters=retired.map(({meter})=>meter);const shares=fresh.reduce((sum4,{state})=>sum4+state.share,
0);for(const partition of fresh){partition.meter.inherit(meters,partition.state.share/shares,key=>holderOf(key)===partition)}for(const{meter,store}of retired){meter.
history.setTotals(nowMs,store.summary.bytes,store.summary.items);meter.retire()}return retired}function withoutMetersOf(map,other){const meters=new Set(other.served.
map(({meter})=>meter));return map.served.filter(({meter})=>!meters.has(meter))}var RetiredPartitions=class{#partitions=[];add(partitions,nowMs){const added=partitions.
map(({id,meter:{history}})=>({id,history,retiredMs:nowMs}));this.#partitions=[...this.#partitions,...added].filter(({retiredMs})=>retiredMs>nowMs-HISTORY_MINUTES*
MINUTE_MS).slice(-RETIRED_PARTITIONS_MAX)}histories(unit2,nowMs,limit=Number.POSITIVE_INFINITY){const unitMs=unit2==="seconds"?SECOND_MS:MINUTE_MS;const count=Math.
min(limit,unit2==="seconds"?HISTORY_SECONDS:HISTORY_MINUTES);const firstMs=(Math.floor(nowMs/unitMs)-count+1)*unitMs;return this.#partitions.map(({id,history,retiredMs})=>({
id,points:history[unit2](retiredMs).filter(({startMs})=>startMs>=firstMs)})).filter(({points})=>points.length>0)}};async function provenMoment(container,storage,catalog){for(;;){container.checkExists();const moment=container.moment();try{const versions=[await storage.catalogVersionAt(
moment),await storage.catalog.version()];if(versions.every(version=>version===catalog.version)){if(isSame2(catalog.byRid("container",container.rid),container.resource))
return moment;throw new ServedElsewhere("same")}}catch(error){moment.close();throw error}moment.close();await catalog.refresh()}}function isSame2(one,other){return one===
other||JSON.stringify(one)===JSON.stringify(other)}var Turns=class{#last=Promise.resolve();run(work){const result=this.#last.then(work,work);this.#last=result.catch(()=>{});return result}};var Container=class _Container{rid;names;ridBytes;selfLink;partitionKey;formerKey;throttle;turns=new Turns;retiredHistories=new RetiredPartitions;heat;#throttlingWatch=new ThrottlingWatch;#writeShares=new WriteShares;#wholeTurns=0;#context;#surroundings;#resource;#map;#generation;#catchingUp;#indexedPercent=0;#retirement;constructor(resource,surroundings,context,map,generation){
this.#resource=resource;this.#surroundings=surroundings;this.#context=context;this.#map=map;this.#generation=generation;this.throttle=surroundings.throttle;this.
rid=resource.rid;this.names={rid:resource.rid,database:surroundings.databaseId,container:resource.id};this.ridBytes=ridBytes(resource.rid);this.selfLink=resource.
body._self;this.partitionKey=PartitionKey.of(resource.body.partitionKey);this.heat=new HeatHistory({positionOf:key=>hashPosition2(this.partitionKey.epk(parseKeyText(
key)),this.partitionKey.version),stored:()=>this.#map.served.map(partition=>({span:partition.span(this.partitionKey.version),bytes:partition.store.summary.bytes})),
budget:surroundings.heatBudget});const{formerKey}=stateOf(resource);this.formerKey=formerKey&&PartitionKey.of(formerKey)}static async open(resource,surroundings){
const context=containerContext(resource,surroundings,space=>surroundings.partitionFull(container,space));const{partitions,nextPartitionId,retired}=stateOf(resource);
const{generation}=surroundings.ownership;const opened=await Promise.all(partitions.map(state=>surroundings.ownership.serves(resource,state.space)?openPartition(
state,surroundings,context):new PhysicalPartition(state)));const map=new PartitionMap(opened,nextPartitionId,retired);const container=new _Container(resource,surroundings,
context,map,generation);container.applyThroughput();return container}get resource(){return this.#resource}get state(){return stateOf(this.#resource)}get map(){return this.#map}get environment(){
return this.#surroundings.environment}get storageLimits(){return this.#surroundings.storageLimits}get indexes(){return this.#context.indexes}now(){return this.#surroundings.
environment.now()}nowSeconds(){return this.#context.nowSeconds()}moment(){return this.#surroundings.storage.moment()}throughput(){return this.#surroundings.throughput()}totals(){
return sumOf(this.#map.partitions.map(({store})=>store.summary))}async storedTotals(){return sumOf(await Promise.all(this.#map.partitions.map(partition=>this.summaryOf(
partition))))}async summaryOf(partition){if(partition.isServed)return partition.store.summary;return this.#surroundings.storage.summaryOf(partition.state.space)}get isCaughtUp(){
return this.#generation===this.#surroundings.ownership.generation}catchUp(){this.#catchingUp??=this.#catchUp().finally(()=>{this.#catchingUp=void 0});return this.#catchingUp}async#catchUp(){
const{ownership}=this.#surroundings;while(!this.isCaughtUp){this.checkExists();const{generation}=ownership;const map=this.#map;const missing2=map.partitions.filter(
({isServed,state})=>!isServed&&ownership.serves(this.#resource,state.space));const opened=await Promise.all(missing2.map(({state})=>this.openPartition(state)));
if(generation!==ownership.generation||map!==this.#map)continue;this.#generation=generation;if(opened.length===0)continue;this.#map=map.with(partition=>opened[missing2.
indexOf(partition)]??partition);this.applyThroughput()}}async leave(spaces){const left=this.#map.served.filter(({state})=>spaces.has(state.space));this.#map=this.#map.
with(partition=>left.includes(partition)?partition.left():partition);await Promise.all(left.map(({store,state})=>store.shutForGood(()=>new ServedElsewhere(state.
space))))}async readAt(partitions,work){const{storage,catalog,environment}=this.#surroundings;const moment=await provenMoment(this,storage,catalog);try{const spaces=new Set(
this.state.partitions.map(({space})=>space));if(!partitions.every(({state})=>spaces.has(state.space)))return void 0;const read=await Promise.all(partitions.map(
async({state})=>{const failure=()=>new ServedElsewhere(state.space);const store=await storage.partitionAt(moment,state.space,this.#context,failure);return new PhysicalPartition(
state,{store,meter:newMeter(environment)})}));return await work(read,moment)}finally{moment.close()}}get isWhole(){return this.#map.partitions.every(({isServed})=>isServed)}checkWhole(){
if(!this.isWhole)throw new ServedElsewhere("all")}checkKept(partitions){this.checkExists();if(!partitions.every(partition=>this.#map.partitions.includes(partition)))
throw new ServedElsewhere("all")}async inWholeTurn(work){this.#wholeTurns++;try{return await this.turns.run(()=>{this.checkWhole();return work()})}finally{this.#wholeTurns--}}claim(spaces){
return this.#surroundings.ownership.claim(this.#resource,spaces)}adopt(resource){this.#resource=resource;const{indexes,lifetimes}=this.#context;indexes.adopt(this.
state.indexGenerations);lifetimes.adopt(lifetimesOf(resource));if(!indexes.isChanging)this.#indexedPercent=0}get indexProgress(){return this.#context.indexes.isChanging?
this.#indexedPercent:100}noteIndexed(percent2){this.#indexedPercent=percent2}isLive(item){const{lifetimes,nowSeconds}=this.#context;return lifetimes.isLive(item,
nowSeconds)}get versionSeconds(){return this.#context.lifetimes.versionSeconds}metered(partition,spender,work,failureCharge){return metered(()=>this.spending(partition,
spender),work,failureCharge,()=>{const place=this.#successor(partition,spender.key);return{...sourceOf(this,place),isEmpty:place.store.summary.items===0}})}spending(partition,spender){
this.checkExists();return new Spending(()=>this.#meteredPlace(partition,spender.key),spender)}spendingElsewhere({state},spender){this.checkExists();return new SpendingElsewhere(
this.#surroundings.ownership,this.#resource,state.space,spender)}settle(partition,spender,{admitted,charge}){const verdict={admitted,retryAfterMs:0};new Spending(
()=>this.#meteredPlace(partition,spender.key),spender,verdict).end(charge)}openPartition(state){return openPartition(state,this.#surroundings,this.#context)}copyPartitions(partitions,targets){
const stores=partitions.map(({store})=>store);return this.#surroundings.storage.copy(stores,targets)}switchTo(resource,map){const before2=this.#map;const served=new Map(
before2.served.map(partition=>[partition.state.space,partition]));this.#map=map.with(partition=>{if(partition.isServed&&!partition.isLeft)return partition;const{
share,space}=partition.state;return served.get(space)?.withShare(share)??partition.left()});this.adopt(resource);const nowMs=this.now();this.retiredHistories.add(
passOnSpending(before2,this.#map,this.partitionKey,nowMs),nowMs);this.applyThroughput()}async retire(failure=containerDeleted){this.#retirement=failure;for(const partition of this.#map.
served)partition.isLeft=failure()instanceof ServedElsewhere;this.#surroundings.heatBudget.drop(this.heat);await Promise.all(this.#map.served.map(({store})=>store.
shutForGood(failure)))}checkExists(){if(this.#retirement!==void 0)throw this.#retirement()}hold(){return new Promise((resolve,reject)=>{const held=async()=>{this.
checkExists();const releases=await Promise.all(this.#map.partitions.map(({store})=>store.keepWritersOut()));await new Promise(release=>{resolve(release)});for(const release of releases)
release()};this.inWholeTurn(held).catch(reject)})}get staysWhole(){const{throttle}=this.#surroundings;return this.#wholeTurns>0||this.throttle!==throttle||this.#context.
indexes.isChanging}get buckets(){return this.state.buckets??[]}applyThroughput(){const throughput=this.throughput();const{partitions}=this.#map;const nowMs=this.
now();for(const[position,partition]of partitions.entries()){const at2={position,count:partitions.length,share:partition.state.share};if(partition.isServed)assignBudget(
partition.meter,throughput,at2,this.buckets,nowMs)}}#meteredPlace(partition,key){const place=this.#successor(partition,key);const{id,meter,store}=place;return{meter,
totals:store.summary,rangeId:id,heat:this.heat,span:place.span(this.partitionKey.version),meters:()=>this.#map.served.map(other=>other.meter),watch:this.#throttlingWatch,
writes:this.#writeShares,databaseId:this.#surroundings.databaseId,containerId:this.#resource.id,mode:this.throttle,environment:this.#surroundings.environment}}watchWrites(){
if(!this.isWhole)return;reportUnevenWrites({environment:this.#surroundings.environment,watch:this.#throttlingWatch,writes:this.#writeShares,databaseId:this.#surroundings.
databaseId,containerId:this.#resource.id},new Map(this.#map.partitions.map(({id,meter})=>[id,meter])))}#successor(partition,key){if(!partition.meter.isRetired)return partition;
const now=this.#map.at(key===void 0?partition.min:this.partitionKey.epk(parseKeyText(key)));return now.isServed?now:partition}};async function openPartition(state,{
storage,environment,storageLimits},context){const store=await storage.openPartition(state.space,context);store.watchSize(storageLimits.partitionBytes);return new PhysicalPartition(
state,{store,meter:newMeter(environment)})}function sumOf(all){return{items:all.reduce((sum4,{items})=>sum4+items,0),bytes:all.reduce((sum4,{bytes})=>sum4+bytes,
0)}}function containerDeleted(){return new Failure("notFound","The container was deleted.")}var NameExchanged=class extends Failure{constructor(){super("nameCacheStale","The container has another name now. Read it again by its name.")}};var OpenContainers=class{#tree;#options;#heatBudget=new HeatBudget;#opening=new Map;#opened=new Map;constructor(tree,options){
this.#tree=tree;this.#options=options}use(address,work){try{const resource=this.find(address);const opened=this.#opened.get(resource.rid);const result=opened?.isCaughtUp?
work(opened):this.open(resource).then(work);return result.catch(error=>this.#useAgain(error,address,work))}catch(error){return Promise.reject(error)}}#useAgain(error,address,work){
if(!(error instanceof NameExchanged))throw error;return this.use(address,work)}find({database,container,intendedRid}){const owner=this.#tree.findOwner("database",
"",database);const resource=this.#tree.findOwner("container",owner.rid,container);if(intendedRid!==void 0&&resource.rid!==intendedRid){throw new Failure("wrongC\
ontainerRid","Collection rid mismatch: the container was deleted and created anew since the client read it.")}return resource}async open(resource){const{rid}=resource;
let opening=this.#opening.get(rid);if(opening===void 0){const begun=new Opening(isWanted=>this.#open(resource,isWanted),()=>this.#opening.get(rid)===begun);this.#opening.
set(rid,opening=begun);begun.container.catch(()=>{if(this.#opening.get(rid)===begun)this.#opening.delete(rid)})}const container=await opening.container;if(!container.
isCaughtUp)await container.catchUp();return container}async openWhole(resource){const{ownership}=this.#options;if(!ownership.servesWhole(resource))await ownership.
gather(resource);const container=await this.open(resource);container.checkWhole();return container}opened(rid){return this.#opened.get(rid)}async forget(resources){
const opened=resources.map(({rid})=>this.#opened.get(rid)).filter(each2=>each2!==void 0);this.#close(resources);await Promise.all(opened.map(container=>container.
retire()))}rename(containers){this.#close(containers);for(const container of containers)void container.retire(()=>new NameExchanged)}async leave(parts){await Promise.
all(parts.map(part=>this.#leave(part)));for(const{spaces}of parts)for(const space of spaces)this.#options.cache.deleteSpace(space)}async#leave({container:resource,
spaces}){const opened=this.#opened.get(resource.rid);if(this.#servesSome(resource))return opened?.leave(new Set(spaces));this.#close([resource]);await opened?.retire(
()=>new ServedElsewhere("same"))}#servesSome(resource){const{ownership}=this.#options;return stateOf(resource).partitions.some(({space})=>ownership.serves(resource,
space))}#close(containers){for(const{rid}of containers){this.#opening.delete(rid);this.#opened.delete(rid)}}async#open(resource,isWanted){const{storage,cache,environment,
throttle,storageLimits,ownership}=this.#options;for(;;){const current=this.#current(resource);if(!isWanted()||!this.#servesSome(current))throw new ServedElsewhere(
"same");const{generation}=ownership;const container=await Container.open(current,{ownership,catalog:this.#tree.catalog,storage,cache,environment,databaseId:this.#tree.
catalog.byRid("database",resource.parentRid)?.id??"",throughput:()=>this.#options.throughput(resource),throttle,storageLimits,heatBudget:this.#heatBudget,partitionFull:(full,space)=>this.#options.
partitionFull(full,space)});container.adopt(this.#current(resource));if(isWanted()&&generation===ownership.generation){this.#opened.set(resource.rid,container);
return container}await container.retire(()=>new ServedElsewhere("same"))}}#current(resource){return this.#tree.find("container",resource.parentRid,resource.rid)}};
var Opening=class{container;constructor(open,isWanted){this.container=Promise.resolve().then(()=>open(isWanted))}};async function whenAdmitted({scheduler},{owner={},isUnwanted},work){try{return await scheduler.admission.run({owner,isUnwanted},work)}catch(error){if(!(error instanceof
AdmissionRefusal))throw error;const{message,retryAfterMs}=error;throw new Failure("serverBusy",message,{retryAfterMs,cause:error})}}import{epkRangeOfPrefix as epkRangeOfPrefix2,intersectEpkRanges,isWithinEpkRange,WHOLE_EPK_RANGE}from"@orrerydb/keys/hash";function scopeRange(container,scope){
const{partitionKey}=container;let range=scope.epkRange??WHOLE_EPK_RANGE;if(scope.key!==void 0){const isFull=scope.key.length===0||scope.key.length===partitionKey.
paths.length;const components=isFull?partitionKey.checkFull(scope.key):partitionKey.checkPrefix(scope.key);range=intersectEpkRanges(range,epkRangeOfPrefix2(components,
partitionKey))}return range}function asServed(container,scope,followsSplits){if(followsSplits||scope.rangeId===void 0)return scope;const retired=container.map.retiredRange(
scope.rangeId);if(retired===void 0)return scope;const{rangeId:_,...rest}=scope;return{...rest,epkRange:intersectEpkRanges(retired,scope.epkRange??WHOLE_EPK_RANGE)}}
function partitionsInScope(container,scope){const range=scopeRange(container,scope);const named2=scope.rangeId===void 0?void 0:container.map.byId(scope.rangeId);
const partitions=named2===void 0?container.map.overlapping(range):[named2];return partitions.map(partition=>({partition,range:intersectEpkRanges(partition,range)}))}
function openRows({partition,range,pinned},moment){if(pinned===void 0&&isWithinEpkRange(partition,range))return partition.store.rows(void 0,moment);return partition.
store.rows(pinned?.map(part=>intersectEpkRanges(part,range))??[range],moment)}function latestRow({json,lsn}){return Buffer.concat([json.subarray(0,-1),Buffer.from(`,"${LSN_PROPERTY}":${lsn}}`)])}function latestRowWithMetadata({json,lsn,timestamp}){
const metadata=JSON.stringify({lsn,crts:timestamp});return Buffer.concat([Buffer.from('{"current":'),json,Buffer.from(`,"metadata":${metadata}}`)])}function versionRow(partitionKey,version){
return Buffer.concat([Buffer.from('{"current":'),version.current??Buffer.from("{}"),Buffer.from(`,"metadata":${JSON.stringify(metadataOf(partitionKey,version))}\
}`)])}function metadataOf(partitionKey,version){const{operation,lsn,committedAt,previousLsn,expired}=version;const metadata={operationType:operation,lsn,crts:committedAt,
previousImageLSN:previousLsn};if(operation!=="delete")return metadata;const document=JSON.parse(version.previous.toString());const key=partitionKey.extract(document);
return{...metadata,...expired?{timeToLiveExpired:true}:{},id:document.id,partitionKey:Object.fromEntries(partitionKey.paths.map((path,level)=>[path.slice(1),key[level]]))}}import{isWithinEpkRange as isWithinEpkRange2}from"@orrerydb/keys/hash";var MICROS={partitionsVisited:25e5,indexLookups:4e4,indexEntries:1e3,itemsLoaded:14e3,bytesLoaded:8,tuples:630,functionCalls:2e3,rowsOut:22500,bytesOut:53};var MICROS_PER_RU=1e6;
var MICROS_PER_HUNDREDTH=1e4;function queryCharge(work,multiplier2){return lastQueryPageCharge(work,0,multiplier2)}function queryPageCharge(work,carriedMicros,multiplier2){
const micros=workMicros(work)*multiplier2+carriedMicros;const least=emptyReadCharge(multiplier2);if(micros<least*MICROS_PER_RU)return{charge:least,carriedMicros:0};
const hundredths=Math.floor(micros/MICROS_PER_HUNDREDTH);return{charge:hundredths/100,carriedMicros:micros-hundredths*MICROS_PER_HUNDREDTH}}function lastQueryPageCharge(work,carriedMicros,multiplier2){
const charge=roundCharge((workMicros(work)*multiplier2+carriedMicros)/MICROS_PER_RU);return Math.max(charge,emptyReadCharge(multiplier2))}function feedCharge(sizes,multiplier2,passedOver=0){
const items=sizes.length;const bytes=sizes.reduce((sum4,size)=>sum4+size,0);const micros=(items+passedOver)*MICROS.indexEntries+items*(MICROS.itemsLoaded+MICROS.
rowsOut)+bytes*(MICROS.bytesLoaded+MICROS.bytesOut);return Math.max(roundCharge(micros*multiplier2/MICROS_PER_RU),emptyReadCharge(multiplier2))}function workMicros(work){
return work.partitionsVisited*MICROS.partitionsVisited+work.indexLookups*MICROS.indexLookups+work.indexEntries*MICROS.indexEntries+work.itemsLoaded*MICROS.itemsLoaded+
work.bytesLoaded*MICROS.bytesLoaded+work.tuples*MICROS.tuples+work.functionCalls*MICROS.functionCalls+work.rowsOut*MICROS.rowsOut+work.bytesOut*MICROS.bytesOut}var SYSTEM_BYTES=205;var ATTACHMENTS="attachments/";function withSystemProperties(document,container,version){return joined(withoutSystemProperties(document),systemProperties(
container,version))}function systemProperties(container,{ref,etag,timestamp}){const rid=ridText(itemRid(container.rid,ref));return{_rid:rid,_self:selfLink(container.
selfLink,"item",rid),_etag:etag,_attachments:ATTACHMENTS,_ts:timestamp}}function joined(own,system){return Object.hasOwn(own,"__proto__")?{...own,...system}:Object.
assign({},own,system)}function joinedJson(own,system){return`${own.slice(0,-1)}${own==="{}"?"":","}${JSON.stringify(system).slice(1)}`}function withoutSystemProperties(document){
if(!SYSTEM_PROPERTIES.some(name=>Object.hasOwn(document,name)))return document;const copy={...document};for(const name of SYSTEM_PROPERTIES)delete copy[name];return copy}function whenKnown(value,next){return value instanceof Promise?value.then(next):next(value)}var ITEM_BYTES_MAX=2*1024*1024;async function createItem(container,transaction,document,conditions){const id=checkDocument(document);const existing=await transaction.
read(id);if(existing!==void 0&&await freed(container,transaction,existing)!==void 0){throw new Failure("conflict","Entity with the specified id already exists i\
n the system.",{replicaMessage:"Resource with specified id or name already exists."})}return createNew(transaction,id,document,conditions)}function createNew(transaction,id,document,{
indexed}){const{termsAdded}=transaction.work;return whenKnown(transaction.create(id,document,{indexed}),item=>{checkSize(item);const terms=transaction.work.termsAdded-
termsAdded;return{outcome:"created",item,charge:createCharge(chargedBytes(item),terms)}})}async function upsertItem(container,transaction,document,conditions){const id=checkDocument(
document);const found=await transaction.read(id);const existing=found&&await freed(container,transaction,found);return existing===void 0?createNew(transaction,id,
document,conditions):replaceExisting(transaction,existing,document,conditions)}async function replaceItem(container,transaction,id,document,conditions){const newId=checkDocument(
document);const existing=await readLive(container,transaction,id);if(existing===void 0)throw notFound();const holder=newId===id?void 0:await transaction.read(newId);
if(holder!==void 0&&await freed(container,transaction,holder)!==void 0){throw new Failure("conflict",`An item with the new id '${newId}' already exists.`)}return replaceExisting(
transaction,existing,document,conditions)}async function deleteItem(container,transaction,id,conditions){const existing=await readLive(container,transaction,id);
if(existing===void 0)throw notFound();checkConditions(existing,conditions);const before2={...transaction.work};await transaction.delete(existing);const terms=transaction.
work.termsRemoved-before2.termsRemoved;return{outcome:"deleted",item:existing,charge:deleteCharge(chargedBytes(existing),terms)}}async function readLive(container,transaction,id){
const item=await transaction.read(id);return item!==void 0&&container.isLive(item)?item:void 0}async function freed(container,transaction,item){if(container.isLive(
item))return item;await transaction.delete(item,{expired:true});return void 0}var WHERE_LOOKED_UP="the id is looked up in the logical partition of the given par\
tition key only: check both.";function notFound(){return new Failure("notFound",`Entity with the specified id does not exist in the system. Resource Not Found: ${WHERE_LOOKED_UP}`,
{replicaMessage:`Resource Not Found. For an item, ${WHERE_LOOKED_UP}`})}function checkKeyOfDocument(container,document,components){const own=container.partitionKey.
extract(document);if(own.length!==components.length||own.some((component,i)=>component!==components[i])){throw new Failure("partitionKeyMismatch",`PartitionKey \
extracted from document doesn't match the one specified in the header. Learn more: https://aka.ms/CosmosDB/sql/errors/wrong-pk-value. It is ${keyText(own)} in t\
he item and ${keyText(components)} in the request, where {} stands for an absent value. An item's partition key cannot be changed: to move it, create it under t\
he new key and delete the old one.`)}}function chargedBytes(item){return item.size-SYSTEM_BYTES}async function replaceExisting(transaction,existing,document,conditions,price=replaceCharge){
checkConditions(existing,conditions);const before2={...transaction.work};const item=await transaction.replace(existing,document,{indexed:conditions.indexed});checkSize(
item);const charge=price({bytesBefore:chargedBytes(existing),bytesAfter:chargedBytes(item),termsRemoved:transaction.work.termsRemoved-before2.termsRemoved,termsAdded:transaction.
work.termsAdded-before2.termsAdded});return{outcome:"replaced",item,charge}}function checkDocument(document){const{ttl}=document;if(ttl!==void 0&&(typeof ttl!==
"number"||!Number.isInteger(ttl)||ttl!==-1&&ttl<1||ttl>2147483647)){throw new Failure("badRequest",`The 'ttl' of an item must be -1 or a whole number of seconds\
 above 0, not ${JSON.stringify(ttl)}.`)}return checkItemId(document.id)}function checkSize(item){if(chargedBytes(item)>ITEM_BYTES_MAX){throw new Failure("tooLar\
ge",`The item has ${chargedBytes(item)} bytes; at most ${ITEM_BYTES_MAX} are allowed.`)}}function checkConditions(existing,{ifMatch,ifNoneMatch}){if(ifMatch!==void 0&&
ifMatch!=="*"&&!sameEtag(ifMatch,existing.etag)){throw new Failure("preconditionFailed","One of the specified pre-condition is not met: the item was changed sin\
ce its ETag was read. Read it again and repeat.")}if(ifNoneMatch!==void 0&&(ifNoneMatch==="*"||sameEtag(ifNoneMatch,existing.etag))){throw new Failure("precondi\
tionFailed","One of the specified pre-condition is not met: the item exists with the given ETag.")}}function sameEtag(given,etag){return given===etag||given===etag.
slice(1,-1)}function checkSession(partition,terms){const{id,store}=partition;const seen=lsnSeen(partition,terms);if(seen!==void 0&&seen>store.summary.lsn){throw new Failure(
"sessionNotAvailable",`The read session is not available: the client has seen LSN ${seen} of range ${id}, which is at ${store.summary.lsn}.`)}}function lsnSeen({
id,state},{session}){return session&&(session.get(id)??seenOfAncestors(session,state.parents))}function seenOfAncestors(session,parents){for(let i=parents.length-
1;i>=0;i--){const lsn=session.get(String(parents[i]));if(lsn!==void 0)return lsn}return void 0}var PAGE_ENTRIES_MAX=1e4;var PAGE_ITEMS_DEFAULT=100;function readChangeFeedPage(container,request,read){const{key,terms}=request;const part=onlyPart(container,request);
checkSession(part.partition,terms);return container.metered(part.partition,spenderOf(terms,key&&keyText(key)),()=>read(part),emptyReadCharge(terms.readMultiplier))}
function pageFromNow(container,partition,{readMultiplier:readMultiplier2}){return{position:partition.store.summary.lsn,hasMore:false,charge:feedCharge([],readMultiplier2),
...sourceOf(container,partition)}}function pageLimits({maxItems}){return{itemsMax:maxItems===void 0||maxItems<1?PAGE_ITEMS_DEFAULT:maxItems,bytesMax:PAGE_BYTES_MAX,
entriesMax:PAGE_ENTRIES_MAX}}async function atThisMoment(container,partition,read){const moment=container.moment();try{const answer=await read(moment);partition.
checkServed();return answer}finally{moment.close()}}function onlyPart(container,scope){const[part,...others]=partitionsInScope(container,scope);if(part!==void 0&&
others.length===0)return part;throw new Failure("badRequest","A change feed is read range by range: name a partition key, a partition key range id or a feed ran\
ge inside one range.")}function readLatestChanges(container,request){return readChangeFeedPage(container,request,part=>latestPage(container,part,request))}async function latestPage(container,{
partition,range},request){const{afterLsn=0,terms}=request;if(afterLsn==="now")return{items:[],...pageFromNow(container,partition,terms)};const since=request.sinceSeconds??
0;const page={afterLsn,...pageLimits(request),...isWithinEpkRange2(partition,range)?{}:{range},accepts:item=>item.timestamp>=since};const changes=await atThisMoment(
container,partition,moment=>partition.store.changes(page,moment));const{items,lsn:position,hasMore,entries}=changes;const charge=feedCharge(items.map(chargedBytes),
terms.readMultiplier,entries-items.length);return{items,position,hasMore,charge,...sourceOf(container,partition)}}import{epkRangeOfPrefix as epkRangeOfPrefix3,fromHex as fromHex3,intersectEpkRanges as intersectEpkRanges2,isEmptyEpkRange,parsePartitionKeyPath as parsePartitionKeyPath4,
toHex as toHex6}from"@orrerydb/keys/hash";function withQueryFailures(work){try{return work()}catch(error){throw toFailure(error)}}function toFailure(error){if(!(error instanceof QueryError))return error;
if(error.code==="Timeout")return new Failure("timeout",error.message,{cause:error});if(error.code==="InvalidContinuation")return new Failure("badRequest",`Inval\
id Continuation Token. ${error.message}`,{cause:error});const body={errors:[{severity:"Error",...error.location===void 0?{}:{location:error.location},code:error.
code,message:error.message}]};const code=error.code==="UnsupportedQueryFeature"?"crossPartitionNotServable":"badRequest";return new Failure(code,`Message: ${JSON.
stringify(body)}`,{cause:error})}function containerView(container){return{indexing:indexingView(container),computedProperties:computedProperties(container),vectorEmbeddings:vectorEmbeddings(container),
functions:containerFunctions(container)}}function indexingView(container){const{indexes}=container;return{isIndexed:path=>indexes.isIndexed(path),isExplicit:path=>indexes.
isExplicit(path),shapeCells:path=>indexes.cellsAt(path),hasFullText:(path,language)=>indexes.fullTexts.some(({identity})=>identity.path===path&&identity.language===
language),composites:indexes.currentRules.composites.filter(({prefix})=>indexes.hasComposite(prefix)).map(({parts})=>parts),vectors:indexes.vectorIndexes,...indexes.
isChanging&&{coming:{percent:container.indexProgress,isIndexed:path=>indexes.currentRules.isIndexed(path),composites:indexes.currentRules.composites.map(({parts})=>parts)}},
holdsComputed:name=>computedDefinitions(container).some(property2=>property2.name===name&&indexes.holdsComputed(name,property2.query))}}function computedProperties(container){
return computedDefinitions(container).map(({name,query})=>({name,query:cachedQuery(query)}))}function computedDefinitions(container){const{computedProperties:computedProperties2=[]}=container.
resource.body;return computedProperties2}function vectorEmbeddings(container){const policy=container.resource.body.vectorEmbeddingPolicy;return policy?.vectorEmbeddings??
[]}function containerFunctions({environment,resource}){return functionContext2(environment,resource.body)}function functionContext2(environment,settings={}){const{
geospatialConfig,fullTextPolicy}=settings;const{defaultLanguage,languages}=textLanguages(fullTextPolicy);const geospatialType=geospatialConfig?.type;return{nowMs:()=>environment.
now(),boundAtMs:environment.now(),random:()=>environment.random(),geospatialType:geospatialType==="Geometry"?"Geometry":"Geography",fullTextLanguage:defaultLanguage,
fullTextLanguages:languages}}function encodeContinuation2(position,carriedMicros){return`{"carried":${carriedMicros},"at":${position}}`}var SERVICE_FORM=/^[+-]RID:~?[A-Za-z0-9+/=_-]*#RT:\d+#TRC:\d+/;
function isOwnContinuation(text){return ownContinuation(text)!==void 0}function decodeContinuation2(text){if(text===void 0||text===""||SERVICE_FORM.test(text))return{
carriedMicros:0};const own=ownContinuation(text);if(own!==void 0)return own;throw new Failure("badRequest","Invalid Continuation Token. Send it exactly as it wa\
s answered, or start the query again without one.")}function ownContinuation(text){try{const{carried,at:at2}=JSON.parse(text);const isOwn=typeof carried==="numb\
er"&&at2!==void 0;return isOwn?{position:JSON.stringify(at2),carriedMicros:carried}:void 0}catch{return void 0}}var LazyRows=class{#rows;#all;constructor(rows,all){this.#rows=rows;this.#all=all;rows.catch(()=>{})}itemCount(){return this.#all.itemCount()}itemBytes(){return this.#all.
itemBytes()}async exactCount(){return(await this.#rows).exactCount()}async count(scan){return(await this.#rows).count(scan)}async*items(options){yield*(await this.#rows).
items(options)}async*lacking(path,options){yield*(await this.#rows).lacking(path,options)}async*index(scan){yield*(await this.#rows).index(scan)}async judged(...args){
return(await this.#rows).judged(...args)}async find(names){return(await this.#rows).find(names)}async*nearest(search,usefulShare){yield*(await this.#rows).nearest(
search,usefulShare)}async load(refs){return(await this.#rows).load(refs)}async estimate(scans,max){return(await this.#rows).estimate(scans,max)}get texts(){const texts=this.#rows.
then(rows=>rows.texts);texts.catch(()=>{});return{async*postings(scan){yield*(await texts).postings(scan)},countPostings:async scan=>(await texts).countPostings(
scan),estimatePostings:async(scan,max)=>(await texts).estimatePostings(scan,max),nearTerms:async(index,word,edits)=>(await texts).nearTerms(index,word,edits),wordCount:async index=>(await texts).
wordCount(index)}}};var QuerySpending=class{#spending;#indexEntries=0;#itemsLoaded=0;#bytesLoaded=0;constructor(spending){this.#spending=spending}get hasBegun(){return this.#spending.
hasBegun}get rows(){return this.#indexEntries+this.#itemsLoaded}begin(){if(!this.hasBegun)return this.#spending.begin()}countEntries(entries){this.#indexEntries+=
entries}countItems(rows){this.#itemsLoaded+=rows.length;for(const{size}of rows)this.#bytesLoaded+=size}end(charge){this.#spending.end(charge)}endFailed(multiplier2){
const work={...noWork(),indexEntries:this.#indexEntries,itemsLoaded:this.#itemsLoaded,bytesLoaded:this.#bytesLoaded};const charge=queryCharge(work,multiplier2);
this.end(charge);return charge}};async function spendTogether(spendings,multiplier2,run){const begun=spendings[0]?.begin();if(begun!==void 0)await begun;try{const page=await run();
const begun2=spendings.filter(({hasBegun})=>hasBegun);const shares=chargeShares(page.charge,begun2.map(({rows})=>rows));for(const[i,spending]of begun2.entries())
spending.end(shares[i]);return page}catch(error){if(isRefusal(error)){let charge=0;for(const spending of spendings)if(spending.hasBegun)charge+=spending.endFailed(
multiplier2);error.charge??=roundCharge(charge)}throw error}}function chargeShares(charge,counts){const total=counts.reduce((sum4,count)=>sum4+count,0);return counts.
map((count,i)=>total===0?i===0?charge:0:charge*count/total)}function entriesIn(entries){return entries.reduce((sum4,{times=1})=>sum4+times,0)}var MeteredRows=class{#rows;#spending;constructor(rows,spending){
this.#rows=rows;this.#spending=spending}itemCount(){return this.#rows.itemCount()}itemBytes(){return this.#rows.itemBytes?.()??0}indexedItemCount(){return this.#rows.
indexedItemCount?.()??this.#rows.itemCount()}async exactCount(){await this.#spending.begin();const count=await this.#rows.exactCount?.();this.#spending.countEntries(
count??0);return count}async count(scan){await this.#spending.begin();const count=await this.#rows.count?.(scan);this.#spending.countEntries(count??0);return count}async*items(options){
await this.#spending.begin();for await(const rows of this.#rows.items(options)){this.#spending.countItems(rows);yield rows}}refs(options){const chunks=this.#rows.
refs?.(options);return chunks&&this.#meterRefs(chunks)}async*#meterRefs(chunks){await this.#spending.begin();for await(const refs of chunks){this.#spending.countEntries(
refs.length);yield refs}}async*lacking(path,options){await this.#spending.begin();for await(const rows of this.#rows.lacking(path,options)){this.#spending.countItems(
rows);yield rows}}async*index(scan){await this.#spending.begin();for await(const entries of this.#rows.index(scan)){this.#spending.countEntries(scan.alike===void 0?
entries.length:entriesIn(entries));yield entries}}async judged(scan,judge){await this.#spending.begin();const chunks=await this.#rows.judged?.(scan,judge);return chunks&&
this.#meterJudged(chunks)}async*#meterJudged(chunks){for await(const chunk of chunks){this.#spending.countEntries(chunk.entries.length+chunk.passedOver);yield chunk}}async find(names){
await this.#spending.begin();const refs=await this.#rows.find(names);this.#spending.countEntries(refs.length);return refs}async*nearest(search,usefulShare){await this.#spending.
begin();for await(const chunk of this.#rows.nearest?.(search,usefulShare)??[]){this.#spending.countEntries(chunk.vectorsRead);yield chunk}}async load(refs){await this.#spending.
begin();const rows=await this.#rows.load(refs);this.#spending.countItems(rows);return rows}async estimate(scans,max){await this.#spending.begin();const entries=await this.#rows.
estimate(scans,max);this.#spending.countEntries(entries);return entries}get texts(){const{texts}=this.#rows;return texts&&meteredTexts(texts,this.#spending)}};function meteredTexts(texts,spending){
const counted=async count=>{await spending.begin();const entries=await count;spending.countEntries(entries??0);return entries};return{async*postings(scan){await spending.
begin();for await(const postings of texts.postings(scan)){spending.countEntries(postings.length);yield postings}},countPostings:scan=>counted(texts.countPostings(
scan)),estimatePostings:(scan,max)=>counted(texts.estimatePostings(scan,max)),async nearTerms(index,word,edits){await spending.begin();const terms=await texts.nearTerms(
index,word,edits);spending.countEntries(terms.length);return terms},async wordCount(index){await spending.begin();return texts.wordCount(index)}}}var QUERY_TIME={pageMs:5e3,wholeMs:3e4,conditionMs:1e3};async function queryTime({scheduler},usedMsMax,{owner={},isUnwanted,admitted}={}){const task=scheduler.begin(
owner);if(task.isDue())await task.pause();return{task,stop:{usedMsMax,...isUnwanted&&{isUnwanted},...admitted&&{light:{usedMsMax:scheduler.admission.limits.lightMs,
bytesMax:scheduler.admission.limits.lightBytes,turnHeavy:()=>admitted.turnHeavy()}}},deadlineMs:task.now()+Math.min(usedMsMax,QUERY_TIME.pageMs)}}var V1_TEXT_MAX2=100;async function queryContainer(container,{text,parameters},request){const time=await queryTime(container.environment,QUERY_TIME.wholeMs,request);
const query=withQueryFailures(()=>cachedQuery(text));const{position,carriedMicros}=decodeContinuation2(request.continuation);const keys=partitionKeysOf(query,container.
partitionKey,parameterMap(parameters));const scoped=pinnedByFilter(container,query,keys,partitionsInScope(container,request));const named2=namedItems(container,
query,request,{keys,parameters});const spender=querySpender(request,keys);const{readMultiplier:readMultiplier2}=request.terms;const run=async(read,spendings,taken)=>{
const kept=keptForPage(container,{text,parameters},request,read);const moment=taken??container.moment();try{const opened=await openAll(read,moment);for(const{partition}of read)
partition.checkServed();const page=await execute(container,{query,parameters,request,time,known:knownValues(container,request.key,keys),named:named2,position,partitions:opened,
moment,spendings,kept});const{rows,work,times,indexUsage,hasReversedTies:hasReversedTies2}=page;return{rows,work,times,indexUsage:request.key===void 0?indexUsage:
withKeyIndex(indexUsage),hasReversedTies:hasReversedTies2,container:container.names,ranges:kept?.olderMoment??rangesSeen(read),...charged(page,carriedMicros,readMultiplier2)}}finally{
if(taken===void 0)moment.close()}};const partitions=scoped.map(({partition})=>partition);if(partitions.length===1||partitions.every(({isServed})=>isServed)){for(const partition of partitions)
checkSession(partition,request.terms);const spendings=partitions.map(each2=>new QuerySpending(container.spending(each2,spender)));return spendTogether(spendings,
readMultiplier2,()=>run(scoped,spendings))}const answer=await container.readAt(partitions,(read,moment)=>{for(const partition of read)checkSession(partition,request.
terms);const spendings=partitions.map(each2=>new QuerySpending(each2.isServed?container.spending(each2,spender):container.spendingElsewhere(each2,spender)));const scopedAt=scoped.
map((part,i)=>({...part,partition:read[i]}));return spendTogether(spendings,readMultiplier2,()=>run(scopedAt,spendings,moment))});return answer??queryContainer(
container,{text,parameters},request)}function rangesSeen(scoped){return scoped.map(({partition:{id,store}})=>({rangeId:id,lsn:store.summary.lsn}))}function keptForPage({
rid},{text,parameters},{kept,key,rangeId,epkRange,terms},scoped){const now=rangesSeen(scoped);return kept?.of({identity:[rid,text,parameters,key,rangeId,epkRange],
ranges:now,isNewEnough:ranges=>ranges.length===now.length&&now.every(({rangeId:id,lsn:newest},i)=>{const{rangeId:keptId,lsn}=ranges[i];const needed=terms.readMultiplier===
1?lsnSeen(scoped[i].partition,terms)??0:newest;return keptId===id&&lsn>=needed})})}function querySpender(request,pinned){const key=request.key??(pinned!=="all"&&
pinned.length===1?pinned[0]:void 0);return spenderOf(request.terms,key&&keyText(key))}async function execute(container,execution){const{query,parameters,request,
known,named:named2,position,partitions,moment,spendings,kept}=execution;const{task,stop,deadlineMs}=execution.time;const{maxItems,udf}=request;try{return await executeQuery(
{query,parameters,partitions:partitions.map((partition,i)=>queryPartition(partition,moment,spendings[i])),isMerged:request.key===void 0&&request.rangeId===void 0&&
request.epkRange===void 0,...containerView(container),known,...named2&&{named:named2},page:{deadlineMs,...maxItems===void 0||maxItems<0?{}:{maxItems}},task,stop,
...position===void 0?{}:{continuation:position},...kept&&{kept},...udf===void 0?{}:{udf}})}catch(error){throw toFailure(error)}}function queryPartition({scoped,
opened},moment,spending){const whole={min:toHex6(scoped.range.min),max:toHex6(scoped.range.max)};return{...whole,open:(min,max)=>{if(min===whole.min&&max===whole.
max)return new MeteredRows(opened,spending);const part={...scoped,range:{min:fromHex3(min),max:fromHex3(max)}};const rows=new LazyRows(openRows(part,moment),opened);
return new MeteredRows(rows,spending)}}}async function openAll(scoped,moment){return Promise.all(scoped.map(async part=>({scoped:part,opened:await openRows(part,
moment)})))}function pinnedByFilter(container,query,keys,scoped){if(query.from===void 0)return scoped.slice(0,1);const{partitionKey}=container;if(keys==="all")return[
...scoped];const ranges=new Map(keys.map(key=>epkRangeOfPrefix3(key,partitionKey)).map(range=>[toHex6(range.min),range]));const touched=scoped.map(part=>({...part,
pinned:[...ranges.values()].map(pinned=>intersectEpkRanges2(part.range,pinned)).filter(range=>!isEmptyEpkRange(range))})).filter(({pinned})=>pinned.length>0);return touched.
length>0?touched:scoped.slice(0,1).map(part=>({...part,pinned:[]}))}function knownValues({partitionKey},header,pinned){const key=header??(pinned!=="all"&&pinned.
length===1?pinned[0]:[]);if(key.length!==partitionKey.paths.length)return[];return partitionKey.paths.flatMap((path,level)=>{const value=key[level];const isWhole2=typeof value!==
"string"||partitionKey.version===2||value.length<=V1_TEXT_MAX2;return value===void 0||!isWhole2?[]:[{path:canonicalPath(parsePartitionKeyPath4(path)),value}]})}
function namedItems({partitionKey},query,{key},{keys,parameters}){if(keys==="all"&&key===void 0)return void 0;const header=key?.length===0?partitionKey.checkFull(
key):key;return namedItemsOf(query,{definition:partitionKey,parameters:parameterMap(parameters),...header&&{header}})}function withKeyIndex({used,potential}){return{
used:[{index:pathIndex("/_epk"),isPrecise:true,impact:"High"},...used],potential}}function charged({work,continuation},carriedMicros,multiplier2){if(continuation===
void 0)return{charge:lastQueryPageCharge(work,carriedMicros,multiplier2)};const{charge,carriedMicros:carried}=queryPageCharge(work,carriedMicros,multiplier2);return{
charge,continuation:encodeContinuation2(continuation,carried)}}function readPlainFeed(container,request){return queryContainer(container,{text:"SELECT * FROM c",parameters:[]},request)}import{intersectEpkRanges as intersectEpkRanges3,isWithinEpkRange as isWithinEpkRange3}from"@orrerydb/keys/hash";async function sampleItems(container,{range,afterLsn},itemsMax){const[partition,...others]=container.map.overlapping(range);if(partition===void 0)return{rows:[],
rest:[]};if(others.length>0){const parts=[partition,...others].map(each2=>({range:intersectEpkRanges3(each2,range),afterLsn}));return{rows:[],rest:parts}}const page={
afterLsn,itemsMax,bytesMax:PAGE_BYTES_MAX,entriesMax:PAGE_ENTRIES_MAX,...isWithinEpkRange3(partition,range)?{}:{range},accepts:()=>true};const{items,lsn,hasMore}=await atThisMoment(
container,partition,moment=>partition.store.changes(page,moment));return{rows:items.map(({json})=>json),rest:hasMore?[{range,afterLsn:lsn}]:[]}}import{isInEpkRange}from"@orrerydb/keys/hash";function readAllVersions(container,request){return readChangeFeedPage(container,request,part=>versionPage(container,part,request))}async function versionPage(container,{
partition,range},request){if(container.versionSeconds===0){throw new Failure("badRequest","This container keeps no versions. Give it a 'changeFeedPolicy' with a\
 'retentionDuration' in minutes to read all versions and deletes.")}const{store}=partition;const{afterLsn,terms}=request;if(afterLsn==="now")return{versions:[],
...pageFromNow(container,partition,terms)};if(afterLsn===void 0||request.sinceSeconds!==void 0)throw beyondRetention();const keptSince=container.nowSeconds()-container.
versionSeconds;const page={afterLsn,...pageLimits(request),accepts:({epk})=>isInEpkRange(epk,range)};const read=await atThisMoment(container,partition,moment=>store.
versions(page,moment));const isKept=read?.oldestAt===void 0||read.oldestAt>=keptSince;if(read===void 0||!isKept)throw beyondRetention();const{versions,lsn:position,
hasMore,entries}=read;const sizes=versions.map(({current,previous})=>(current??previous).length);const charge=feedCharge(sizes,terms.readMultiplier,entries-versions.
length);return{versions,position,hasMore,charge,...sourceOf(container,partition)}}function beyondRetention(){return new Failure("badRequest","You must read the \
change feed from within the retention period. Start from now, or from a token that is not older.")}var FeedOperations=class{#containers;#environment;constructor(containers,environment){this.#containers=containers;this.#environment=environment}list(address,request){
return whenAdmitted(this.#environment,request,admitted=>this.#containers.use(address,async container=>readPlainFeed(container,{...asServed(container,request,request.
followsSplits),admitted})))}changes(address,mode,request){return whenAdmitted(this.#environment,request,()=>this.#containers.use(address,container=>changeRows(container,
mode,request)))}sample(address,part,itemsMax,owner){return whenAdmitted(this.#environment,{owner},()=>this.#containers.use(address,container=>sampleItems(container,
part,itemsMax)))}};async function changeRows(container,mode,request){if(mode==="allVersions"){const{versions,...page2}=await readAllVersions(container,request);
return{...page2,rows:versions.map(version=>versionRow(container.partitionKey,version))}}const{items,...page}=await readLatestChanges(container,request);return{...page,
rows:items.map(mode==="latest"?latestRow:latestRowWithMetadata)}}var Background=class{#environment;#running=new Set;#isStopped=false;constructor(environment){this.#environment=environment}get isStopped(){return this.#isStopped}stop(){
this.#isStopped=true}run(work){const tracked=work.catch(error=>{if(error instanceof ServedElsewhere)return;if(error instanceof Failure&&(error.code==="notFound"||
error.code==="nameCacheStale"))return;this.#environment.log("error",`Work in the background failed: ${String(error)}`)}).finally(()=>this.#running.delete(tracked));
this.#running.add(tracked)}async settled(){await Promise.allSettled(this.#running)}};import{parsePartitionKeyPath as parsePartitionKeyPath5}from"@orrerydb/keys/hash";function parsePointer(text){if(text==="")return[];if(!text.startsWith("/")||/~(?![01])/.test(text))return void 0;return text.slice(1).split("/").map(segment=>segment.
replaceAll("~1","/").replaceAll("~0","~"))}function arrayIndex(segment){return/^(0|[1-9][0-9]{0,8})$/.test(segment)?Number(segment):void 0}function isPointerPrefix(prefix,pointer){
return prefix.length<=pointer.length&&prefix.every((segment,i)=>segment===pointer[i])}var OPERATIONS_MAX=10;var KINDS=new Set(["add","set","replace","remove","incr","move"]);function parsePatchOperations(input){if(!Array.isArray(input))throw bad3(
"The 'operations' of a patch must be an array.");if(input.length===0)throw bad3("A patch needs at least one operation.");if(input.length>OPERATIONS_MAX){throw bad3(
`The number of patch operations can't exceed '${OPERATIONS_MAX}': there are ${input.length}. Send them in several requests.`)}return input.map((operation,i)=>numbered(
i,()=>parseOperation(operation)))}function applyPatch(document,operations){return operations.reduce((patched,operation,i)=>numbered(i,()=>applyOperation(patched,
operation)),document)}function changedPaths(operation){return operation.kind==="move"?[operation.path,operation.from]:[operation.path]}function numbered(index,work){
try{return work()}catch(error){if(!(error instanceof Failure))throw error;throw new Failure(error.code,`For Operation(${index+1}): ${error.message}`,{cause:error})}}
function parseOperation(input){if(typeof input!=="object"||input===null)throw bad3("An operation of a patch must be an object.");const{op,path,value,from:from2}=input;
const kind=typeof op==="string"?op.toLowerCase():void 0;if(kind===void 0||!KINDS.has(kind)){throw bad3(`The operation ${JSON.stringify(op)} is not one of ${[...KINDS].
join(", ")}.`)}const target=pointerOf(path,"path");switch(kind){case"remove":return{kind:"remove",path:target};case"move":return{kind:"move",path:target,from:pointerOf(
from2,"from")};case"incr":if(typeof value!=="number")throw bad3("An 'incr' operation needs a number as its 'value'.");return{kind:"incr",path:target,value};default:
if(value===void 0)throw bad3(`A '${kind}' operation needs a 'value'.`);return{kind,path:target,value}}}function pointerOf(input,name){const pointer=typeof input===
"string"?parsePointer(input):void 0;if(pointer===void 0||pointer.length===0){throw bad3(`The '${name}' of an operation must be a JSON pointer such as "/address/\
city", not ${JSON.stringify(input)}.`)}return pointer}function applyOperation(document,operation){const{kind,path}=operation;switch(kind){case"add":case"set":case"\
replace":return put(document,path,operation.value,kind);case"remove":return remove(document,path);case"incr":return put(document,path,incremented(valueAt2(document,
path),operation),"set");case"move":{const{from:from2}=operation;if(isPointerPrefix(from2,path)){throw bad3(`'${pointerText(from2)}' cannot be moved to '${pointerText(
path)}', which lies inside of it.`)}const value=valueAt2(document,from2);if(value===void 0)throw nothingAt(from2);return put(remove(document,from2),path,value,"\
add")}}}function incremented(current,{path,value}){if(current===void 0)return value;if(typeof current!=="number")throw bad3(`'${pointerText(path)}' holds no num\
ber to increment.`);const sum4=current+value;if(!Number.isFinite(sum4))throw bad3(`'${pointerText(path)}' would grow past the largest number.`);return sum4}function put(document,path,value,kind){
if(path.length+nestingOf(value)>NESTING_LEVELS_MAX){throw bad3(`The item would be nested deeper than ${NESTING_LEVELS_MAX} levels.`)}return editParent(document,
path,(parent,name)=>{if(!Array.isArray(parent)){if(kind==="replace"&&!Object.hasOwn(parent,name))throw nothingAt(path);return{...parent,[name]:value}}const index=name===
"-"&&kind!=="replace"?parent.length:arrayIndex(name);if(index===void 0)throw bad3(`'${name}' in '${pointerText(path)}' is no index of an array.`);const isEnd=index===
parent.length&&kind!=="replace";if(index>=parent.length&&!isEnd){throw bad3(`'${pointerText(path)}' lies outside of its array, which has ${parent.length} elemen\
ts.`)}return kind==="add"||isEnd?[...parent.slice(0,index),value,...parent.slice(index)]:parent.with(index,value)})}function remove(document,path){return editParent(
document,path,(parent,name)=>{if(childOf(parent,name)===void 0)throw nothingAt(path);if(Array.isArray(parent))return parent.toSpliced(Number(name),1);const{[name]:_,
...rest}=parent;return rest})}function editParent(document,path,edit){const descend=(node,depth)=>{if(typeof node!=="object"||node===null){throw bad3(`There is \
no object or array at '${pointerText(path.slice(0,depth))}' to change: no path found beyond: '${path[depth-1]}'. Operations do not create the objects on the way\
 to their path: add those first.`)}const parent=node;const name=path[depth];if(depth===path.length-1)return edit(parent,name);const child=descend(childOf(parent,
name),depth+1);return Array.isArray(parent)?parent.with(Number(name),child):{...parent,[name]:child}};return descend(document,0)}function valueAt2(document,path){
let value=document;for(const name of path)value=childOf(value,name);return value}function childOf(value,name){if(typeof value!=="object"||value===null)return void 0;
if(Array.isArray(value)){const index=arrayIndex(name);return index===void 0?void 0:value[index]}return Object.hasOwn(value,name)?value[name]:void 0}function nestingOf(value){
if(typeof value!=="object"||value===null)return 0;let deepest=0;for(const child of Array.isArray(value)?value:Object.values(value)){deepest=Math.max(deepest,nestingOf(
child))}return deepest+1}function nothingAt(path){return bad3(`There is nothing at '${pointerText(path)}'.`)}function pointerText(path){return path.map(segment=>`\
/${segment.replaceAll("~","~0").replaceAll("/","~1")}`).join("")}function bad3(message){return new Failure("badRequest",message)}function placeOf(container,components){const full=container.partitionKey.checkFull(components);const epk=container.partitionKey.epk(full);return{components:full,
epk,text:keyText(full),partition:container.map.at(epk)}}function sourceNow(container,{epk,partition}){const now=container.map.at(epk);return sourceOf(container,
now.isServed?now:partition)}function missingKey(){return new Failure("badRequest","PartitionKey value must be supplied for this operation: send it in the header\
 x-ms-documentdb-partitionkey.")}function locateItem(container,key,id){const{epk,partition}=placeOf(container,key);return findItem(container,partition,epk,id)}async function itemByRid(container,rid){
const ref=itemRefOf(container,rid);if(ref===void 0)return void 0;for(const{store}of container.map.partitions){const item=await store.getByRef(ref);if(item!==void 0)
return item}return void 0}async function findItem(container,partition,epk,id){const item=await partition.store.get(epk,id);if(item!==void 0)return item;const ref=itemRefOf(
container,id);const byRef=ref===void 0?void 0:await partition.store.getByRef(ref);if(byRef?.epk.equals(epk))return byRef;partition.checkServed();return void 0}async function nameOf3(container,transaction,id){
const ref=itemRefOf(container,id);if(ref===void 0||await transaction.read(id)!==void 0)return id;return(await transaction.readByRef(ref))?.id??id}function itemRefOf(container,id){
const bytes=id.length===24?ridBytes(id):void 0;return bytes&&refOfItemRid(container.ridBytes,bytes)}async function readItemById(container,id,request){const{key,terms,ifNoneMatch}=request;if(key===void 0)throw missingKey();const{epk,text,partition}=placeOf(container,
key);checkSession(partition,terms);const{readMultiplier:readMultiplier2}=terms;const answer=item2=>{if(item2===void 0||!container.isLive(item2))throw notFound();
const isKnown=ifNoneMatch!==void 0&&sameEtag(ifNoneMatch,item2.etag);const outcome2=isKnown?"notModified":"read";const charge2=isKnown?emptyReadCharge(readMultiplier2):
readCharge(chargedBytes(item2),readMultiplier2);return{outcome:outcome2,item:item2,charge:charge2}};const read=()=>{const cached=partition.store.cached(epk,id);
return cached===void 0?findItem(container,partition,epk,id).then(answer):answer(cached)};const{outcome,item,charge}=await container.metered(partition,spenderOf(
terms,text),read,emptyReadCharge(readMultiplier2));const{id:rangeId,store}=partition;return{outcome,item,charge,container:container.names,rangeId,lsn:store.summary.
lsn}}function createOne(container,document,request){const run=(transaction,body)=>createItem(container,transaction,body,request);return writeOne(container,{operation:"\
Create",document,run},request)}function upsertOne(container,document,request){const run=(transaction,body)=>upsertItem(container,transaction,body,request);return writeOne(
container,{operation:"Upsert",document,run},request)}function replaceOne(container,id,document,request){const run=async(transaction,body)=>replaceItem(container,
transaction,await nameOf3(container,transaction,id),body,request);return writeOne(container,{operation:"Replace",document,run},request)}function deleteOne(container,id,request){
const run=async transaction=>deleteItem(container,transaction,await nameOf3(container,transaction,id),request);return writeOne(container,{operation:"Delete",document:void 0,
run},request)}function keyOfWrite({partitionKey,formerKey},document,given,mayNameFormerKey){if(document===void 0)return given;if(given===void 0)return partitionKey.
extract(document);const isFormer=mayNameFormerKey&&formerKey!==void 0&&keyText(formerKey.extract(document))===keyText(given);return isFormer?partitionKey.extract(
document):given}async function writeOne(container,{operation,document,run},{key:given,withTriggers,terms,mayNameFormerKey=false}){const key=keyOfWrite(container,
document,given,mayNameFormerKey);if(key===void 0)throw missingKey();const place=placeOf(container,key);if(withTriggers===void 0){return await writeAt(container,
place,terms,transaction=>run(transaction,document),document)}return withTriggers.inTurn(place,thread=>{const write=transaction=>withTriggers.write({container,place,
transaction,thread,operation,document,write:body=>{if(body!==void 0)checkKeyOfDocument(container,body,place.components);return run(transaction,body)}});return writeAt(
container,place,terms,write,document)})}async function writeAt(container,place,terms,write,document){const{components,epk,text,partition}=place;const result=await container.
metered(partition,writerOf(terms,text),()=>{if(document!==void 0)checkKeyOfDocument(container,document,components);return partition.store.transact(epk,text,write)},
REFUSED_WRITE_CHARGE);const{container:names,rangeId,lsn}=sourceNow(container,place);const{outcome,item,charge,body}=result;return{outcome,item,charge,body,container:names,
rangeId,lsn}}var NO_INDEX={isIndexed:()=>false,isExplicit:()=>false,composites:[]};var NOT_PATCHABLE=["id",...SYSTEM_PROPERTIES];function parsePatch(container,body){const isObject3=typeof body===
"object"&&body!==null&&!Array.isArray(body);const{operations:given=body,condition}=isObject3?body:{};const operations=parsePatchOperations(given);const fixed=[...NOT_PATCHABLE.
map(name=>[name]),...container.partitionKey.paths.map(parsePartitionKeyPath5)];for(const[i,operation]of operations.entries())numbered(i,()=>checkPaths(operation,
fixed));return{operations,...condition===void 0?{}:{condition:parseCondition(condition)}}}function patchOne(container,id,patch,request){const run=async transaction=>patchItem(
container,transaction,await nameOf3(container,transaction,id),patch,request);return writeOne(container,{operation:"Replace",document:void 0,run},request)}async function patchItem(container,transaction,id,patch,conditions){
const existing=await readLive(container,transaction,id);if(existing===void 0)throw notFound();checkConditions(existing,conditions);await transaction.parse(existing);
if(patch.condition!==void 0&&!await fulfils(container,existing.document,patch.condition)){throw new Failure("preconditionFailed","One of the specified pre-condi\
tion is not met: the item does not fulfil the condition of the patch.")}const{scheduler}=container.environment;const{document:current,size}=existing;await breathe(
scheduler,container,size);const document=applyPatch(current,patch.operations);checkDocument(document);await breathe(scheduler,container,size);checkKeyOfDocument(
container,document,container.partitionKey.extract(existing.document));return replaceExisting(transaction,existing,document,{indexed:existing.indexed},replacement=>patchCharge(
replacement,patch.operations.length))}function checkPaths(operation,fixed){for(const path of changedPaths(operation)){if(!fixed.some(name=>isPointerPrefix(name,
path)))continue;throw new Failure("badRequest",`'/${path.join("/")}' cannot be patched: an item's id and partition key never change, and its system properties b\
elong to the server.`)}}function parseCondition(condition){if(typeof condition!=="string"||!/^\s*from\s/i.test(condition)){throw new Failure("badRequest",`The '\
condition' of a patch must be a text such as "from c where c.state = 'open'", not ${JSON.stringify(condition)}.`)}const query=withQueryFailures(()=>cachedQuery(
`SELECT VALUE 1 ${condition}`));const{groupBy,orderBy,offset,limit}=query;if([groupBy,orderBy,offset,limit].some(clause=>clause!==void 0)){throw new Failure("ba\
dRequest","The 'condition' of a patch has a FROM and a WHERE clause and no other.")}return query}async function fulfils(container,document,condition){const source=new ArraySource(
[document]);const{task,stop}=await queryTime(container.environment,QUERY_TIME.conditionMs);try{const{rows}=await executeQuery({query:condition,partitions:[{min:"",
max:"FF",open:()=>source}],...containerView(container),indexing:NO_INDEX,page:{maxItems:1},task,stop});return rows.length>0}catch(error){throw toFailure(error)}}var BATCH_OPERATIONS_MAX=100;var RESPONSE_BYTES_MAX=4*1024*1024;var RESULT_BYTES=200;function answersItem({minimal},outcome){switch(outcome){case"read":return true;case"\
created":case"replaced":return minimal!==true;case"deleted":case"notModified":return false}}var ResponseBudget=class{#bytesLeft=RESPONSE_BYTES_MAX;take(operation,{
outcome,item}){const bytes=RESULT_BYTES+(answersItem(operation,outcome)?item.size:0);if(bytes>this.#bytesLeft){throw new Failure("batchResponseTooLarge",`The an\
swer to the batch would have more than ${RESPONSE_BYTES_MAX} bytes. Send its operations in several requests.`)}this.#bytesLeft-=bytes}};function checkOperationCount(operations){
if(operations.length===0)throw bad4("Batch request has no operations. Give it at least one.");if(operations.length>BATCH_OPERATIONS_MAX){throw bad4(`Batch reque\
st has more operations than what is supported. It has ${operations.length}; send at most ${BATCH_OPERATIONS_MAX} at a time.`)}}async function runOperation(container,transaction,components,operation,readMultiplier2){
const document=()=>{const object=documentOf(operation);checkKeyOfDocument(container,object,components);return object};switch(operation.kind){case"create":return createItem(
container,transaction,document(),operation);case"upsert":return upsertItem(container,transaction,document(),operation);case"replace":return replaceItem(container,
transaction,idOf(operation),document(),operation);case"patch":{const patch=parsePatch(container,operation.body??null);return patchItem(container,transaction,idOf(
operation),patch,operation)}case"delete":return deleteItem(container,transaction,idOf(operation),operation);case"read":return readOperation(container,transaction,
operation,readMultiplier2)}}function documentOf({body,kind}){if(typeof body!=="object"||body===null||Array.isArray(body)){throw bad4(`A ${kind} operation needs \
an item as its 'resourceBody'.`)}return body}function idOf({id,kind}){if(id===void 0||id==="")throw bad4(`A ${kind} operation needs an 'id'.`);return id}function dependencyFailed(){
return new Failure("dependencyFailed","Another operation of the same batch has failed.")}function knownEtag({ifNoneMatch,ifMatch}){return ifNoneMatch??ifMatch}async function readOperation(container,transaction,operation,readMultiplier2){
const item=await readLive(container,transaction,idOf(operation));if(item===void 0)throw notFound();const known=knownEtag(operation);if(known!==void 0&&sameEtag(
known,item.etag)){return{outcome:"notModified",item,charge:emptyReadCharge(readMultiplier2)}}return{outcome:"read",item,charge:readCharge(chargedBytes(item),readMultiplier2)}}
function bad4(message){return new Failure("badRequest",message)}async function runBatch(container,operations,{key,terms}){checkOperationCount(operations);if(key===void 0)throw missingKey();const place=placeOf(container,key);
checkKeys(container,operations,place);if(operations.some(({kind})=>kind==="read"))checkSession(place.partition,terms);const{partition,text}=place;const{readMultiplier:readMultiplier2}=terms;
const run=async()=>{const outcome=await commitAll(container,operations,place,readMultiplier2);return{results:outcome,charge:batchCharge(outcome.map(result=>result.
charge))}};const{results,charge}=await container.metered(partition,writerOf(terms,text),run,REFUSED_WRITE_CHARGE);return{results,charge,...sourceNow(container,place)}}
async function commitAll(container,operations,{partition,epk,text,components},readMultiplier2){const done=[];const budget=new ResponseBudget;const runAll=async transaction=>{
for(const operation of operations){const result=await runOperation(container,transaction,components,operation,readMultiplier2);budget.take(operation,result);done.
push(result)}};try{await partition.store.transact(epk,text,runAll);return done}catch(error){const isOfAll=done.length===operations.length||isBusy(error);if(!isRefusal(
error)||isOfAll)throw error;return operations.map((operation,i)=>i===done.length?{failure:error,charge:refusedCharge(operation,readMultiplier2)}:{failure:dependencyFailed(),
charge:done[i]?.charge??0})}}function checkKeys(container,operations,{epk}){for(const{key}of operations){if(key===void 0||placeOf(container,key).epk.equals(epk))
continue;throw new Failure("badRequest","One or more operations within the batch request have a different partition key value than the request.")}}async function runBulk(container,operations,request){checkOperationCount(operations);if(request.key!==void 0)checkKeys(container,operations,placeOf(container,request.
key));const named2=request.rangeId===void 0?void 0:container.map.byIdForWriting(request.rangeId);const routed=operations.map(operation=>route(container,operation,
request));if(named2!==void 0)checkRange(routed,named2);checkServed(container,routed);const budget=new ResponseBudget;const run=one=>runAlone(container,one,request,
budget);const results=request.continueOnError?await runByKey(routed,run):await runInOrder(routed,run);const first=routed.find(one=>"place"in one)?.place;const partition=named2??
container.map.partitions[0];return{results,charge:batchCharge(results.map(({charge})=>charge)),...sourceNow(container,first??{epk:partition.min,partition})}}function route(container,operation,request){
try{return{operation,place:placeOf(container,keyOf2(container,operation,request))}}catch(error){if(!(error instanceof Failure))throw error;return{operation,failure:error}}}
function keyOf2(container,operation,request){const key=operation.key??request.key;if(key!==void 0)return key;if(operation.kind==="read"||operation.kind==="delet\
e"||operation.kind==="patch")throw missingKey();return container.partitionKey.extract(documentOf(operation))}function checkRange(routed,named2){for(const one of routed){
if("failure"in one||one.place.partition===named2)continue;throw new Failure("rangeGone",`The partition key ${one.place.text} is not in range ${named2.id} but in\
 ${one.place.partition.id}. Read the ranges of the container again.`)}}function checkServed(container,routed){const partitions=new Set(routed.flatMap(one=>"plac\
e"in one?[one.place.partition]:[]));const[only]=partitions;if(partitions.size>1)container.checkWhole();else if(only?.isServed===false)throw new ServedElsewhere(
only.state.space)}async function runByKey(routed,run){const byKey=new Map;const running=routed.map(one=>{const key="place"in one?one.place.epk.toString("latin1"):
"";const before2=byKey.get(key);const result=before2===void 0?run(one):before2.then(()=>run(one));byKey.set(key,result);return result});await Promise.allSettled(
running);return Promise.all(running)}async function runInOrder(routed,run){const results=[];let hasFailed=false;for(const one of routed){const result=hasFailed?
{failure:dependencyFailed(),charge:0}:await run(one);hasFailed||="failure"in result;results.push(result)}return results}async function runAlone(container,routed,{
terms},budget){const{operation}=routed;const{readMultiplier:readMultiplier2}=terms;if("failure"in routed)return{failure:routed.failure,charge:refusedCharge(operation,
readMultiplier2)};const{components}=routed.place;try{if(operation.kind==="read"){const ifNoneMatch=knownEtag(operation);const read=await readItemById(container,
idOf(operation),{terms,key:components,ifNoneMatch});budget.take(operation,read);return read}return await writeAt(container,placeOf(container,components),terms,async transaction=>{
const done=await runOperation(container,transaction,components,operation,readMultiplier2);budget.take(operation,done);return done})}catch(error){if(!isRefusal(error))
throw error;return{failure:error,charge:error.charge??refusedCharge(operation,readMultiplier2)}}}async function deleteLogicalPartition(container,{key,terms}){if(key===void 0)throw missingKey();const place=placeOf(container,key);const{epk,text,partition}=place;
const{items,charge}=await container.metered(partition,spenderOf(terms,text),async()=>({items:await partition.store.transact(epk,text,transaction=>transaction.drop()),
charge:LOGICAL_PARTITION_DELETE_CHARGE}),REFUSED_WRITE_CHARGE);return{items,charge,...sourceNow(container,place)}}var ItemOperations=class{#containers;#triggers;constructor(containers,triggers){this.#containers=containers;this.#triggers=triggers}read(address,id,request){return this.#containers.
use(address,container=>readItemById(container,id,request))}create(address,document,request){return this.#containers.use(address,container=>createOne(container,document,
bindTriggers(this.#triggers,request)))}upsert(address,document,request){return this.#containers.use(address,container=>upsertOne(container,document,bindTriggers(
this.#triggers,request)))}replace(address,id,document,request){return this.#containers.use(address,container=>replaceOne(container,id,document,bindTriggers(this.#triggers,
request)))}patch(address,id,body,request){return this.#containers.use(address,async container=>patchOne(container,id,parsePatch(container,body),bindTriggers(this.#triggers,
request)))}delete(address,id,request){return this.#containers.use(address,container=>deleteOne(container,id,bindTriggers(this.#triggers,request)))}batch(address,operations,request){
return this.#containers.use(address,container=>runBatch(container,operations,request))}bulk(address,operations,{rangeId,followsSplits,...request}){return this.#containers.
use(address,container=>{const isStale=rangeId!==void 0&&!followsSplits&&container.map.isRetiredOrSwitching(rangeId);return runBulk(container,operations,isStale?
request:{...request,rangeId})})}deleteLogicalPartition(address,request){return this.#containers.use(address,container=>deleteLogicalPartition(container,request))}};
function bindTriggers(runner,request){const{triggers}=request;if(triggers===void 0)return request;return{...request,withTriggers:{inTurn:(place,write)=>runner.inTurn(
place,write),write:triggered=>runner.writeWithTriggers(triggers,triggered)}}}import{fromHex as fromHex4}from"@orrerydb/keys/hash";var PIPELINE_FEATURES=new Set(QUERY_FEATURES);function planContainerQuery(container,{text,parameters},features){const query=withQueryFailures(()=>cachedQuery(text));
const{partitionKey}=container;const{computedProperties:computedProperties2,vectorEmbeddings:vectorEmbeddings2,functions}=containerView(container);const plan=withQueryFailures(
()=>planForClient(query,partitionKey,{parameters:parameterMap(parameters),computed:computedExpressions(computedProperties2),vectorEmbeddings:vectorEmbeddings2,functions,
udf:{call:()=>void 0}},features));const info=plan.queryInfo;const queryRanges=toEpkRanges(plan.queryRanges,partitionKey);const isNarrowed=queryRanges.every(({min,
max})=>min!==""||max!=="FF");const touched=new Set(queryRanges.flatMap(({min,max})=>rangeIds(container,min,max)));return{body:{...plan,queryRanges},isPinned:isNarrowed&&
touched.size<2,isPlain:info!==null&&isPlain(info),isOrderOnly:info!==null&&isPlain({...info,orderBy:[]}),isDistinctCount:info!==null&&info.dCountInfo!==null}}function rangeIds({
map},min,max){if(min===max)return[map.at(fromHex4(min)).id];return map.overlapping({min:fromHex4(min),max:fromHex4(max)}).map(({id})=>id)}function isPlain(info){
return info.distinctType==="None"&&info.top===null&&info.offset===null&&info.limit===null&&info.orderBy.length===0&&info.aggregates.length===0&&info.groupByExpressions.
length===0&&Object.keys(info.groupByAliasToAggregateType).length===0}function checkServable(container,text,request){const{rangeId,epkRange,continuation,key,mayCross,mergesQueries}=request;if(rangeId!==void 0||key!==void 0)return;
if(epkRange!==void 0&&partitionsInScope(container,request).length<2)return;if(continuation!==void 0&&isOwnContinuation(continuation))return;if(mayCross&&!mergesQueries)
return;const plan=planContainerQuery(container,text,PIPELINE_FEATURES);if(!mayCross){if(plan.isPinned)return;throw crossPartitionDisabled()}if(plan.isPlain||plan.
isDistinctCount)return;if(plan.isPinned&&plan.isOrderOnly)return;throw new Failure("crossPartitionNotServable","The provided cross partition query can not be di\
rectly served by the gateway. This is a first chance (internal) exception that all newer clients will know how to handle gracefully. This exception is traced, b\
ut unless you see it bubble up as an exception (which only happens on older SDK clients), then you can safely ignore this message.",{details:{additionalErrorInfo:JSON.
stringify(plan.body)}})}function crossPartitionDisabled(){return new Failure("badRequest","Cross partition query is required but disabled. Please set x-ms-docum\
entdb-query-enablecrosspartition to true, specify x-ms-documentdb-partitionkey, or revise your query to avoid this exception.")}import{createHash as createHash4}from"node:crypto";import{LRUCache as LRUCache7}from"lru-cache";var KEPT_BYTES_MAX=64*1024*1024;var KEPT_RESULTS_MAX=1e3;var KEPT_SECONDS_MAX=300;var KeptQueryResults=class{#environment;#kept=new LRUCache7({max:KEPT_RESULTS_MAX,
maxSize:KEPT_BYTES_MAX,sizeCalculation:({result})=>Math.max(result.bytes,1)});constructor(environment){this.#environment=environment}of(query){return new KeptForPage(
this.#kept,this.#environment,query)}};var KeptForPage=class{#kept;#environment;#query;#identity;#olderMoment;constructor(kept,environment,query){this.#kept=kept;
this.#environment=environment;this.#query=query}get olderMoment(){return this.#olderMoment}find(id){const kept=this.#kept.get(id);if(kept===void 0||kept.identity!==
this.#hashed())return void 0;const{result,ranges,keptMs}=kept;if(this.#environment.now()-keptMs>KEPT_SECONDS_MAX*1e3)return void 0;if(result.kind==="rows"){if(!this.#query.
isNewEnough(ranges))return void 0;this.#olderMoment=ranges}return result}keep(result,id=this.#newId()){const{ranges}=this.#query;const keptMs=this.#environment.
now();this.#kept.set(id,{result,identity:this.#hashed(),ranges,keptMs});return id}#hashed(){this.#identity??=createHash4("sha256").update(JSON.stringify(this.#query.
identity)).digest("base64");return this.#identity}#newId(){return[0,1].map(()=>randomInteger(this.#environment,2**32).toString(36)).join("")}};var QueryOperations=class{#containers;#functions;#environment;#kept;constructor(containers,functions,environment){this.#containers=containers;this.#functions=functions;
this.#environment=environment;this.#kept=new KeptQueryResults(environment)}run(address,text,request){return whenAdmitted(this.#environment,request,admitted=>this.#containers.
use(address,async container=>{checkServable(container,text,request);const served=asServed(container,request,request.followsSplits);const scoped={...served,admitted,
kept:this.#kept};return this.#functions.withFunctions(container,text.text,udf=>queryContainer(container,text,udf===void 0?scoped:{...scoped,udf}))}))}words(){return queryWords()}plan(address,text,features){
return this.#containers.use(address,async container=>{const{body}=planContainerQuery(container,text,features);return{body,charge:NO_DATA_CHARGE,container:container.
names}})}};var HOLD_MS_MAX=6e4;var ContainerNaming=class{#tree;#environment;#containers;#holds=new Map;constructor(tree,environment,containers){this.#tree=tree;this.#environment=
environment;this.#containers=containers}async hold(address,forMs){if(!Number.isInteger(forMs)||forMs<1||forMs>HOLD_MS_MAX){throw new Failure("badRequest",`'forM\
s' must be a whole number from 1 to ${HOLD_MS_MAX}, not ${forMs}.`)}const container=await this.#containers.open(this.#containers.find(address));const release=await container.
hold();const id=randomInteger(this.#environment,2**48).toString(36);const timer=setTimeout(()=>this.#holds.get(id)?.end(),forMs);timer.unref();const end=()=>{clearTimeout(
timer);this.#holds.delete(id);release()};this.#holds.set(id,{id,container,end});return{hold:id}}async release(id){const hold2=this.#holds.get(id);hold2?.end();return{
released:hold2!==void 0}}async exchange(address,otherName,holdId){const one=await this.#containers.open(this.#containers.find(address));const other=await this.#containers.
open(this.#containers.find({database:address.database,container:otherName}));if(one===other)throw new Failure("badRequest","A container cannot exchange its name\
 with itself.");const held=holdId===void 0?void 0:this.#heldBy(holdId,one);const releases=[];try{const toHold=[one,other].filter(container=>container!==held?.container);
for(const container of toHold.sort((a,b)=>a.rid<b.rid?-1:1)){releases.push(await container.hold())}const exchanged=await this.#exchange(one,other,held);return exchanged.
map(({id,rid,body})=>({container:id,rid,partitionKey:body.partitionKey}))}finally{for(const release of releases)release();held?.end()}}#heldBy(id,container){const hold2=this.#holds.
get(id);if(hold2?.container===container)return hold2;throw new Failure("conflict","Writers are not held any more: the hold is over, or another container's. The \
names stay as they are.")}async#exchange(one,other,held){const{catalog}=this.#tree;const exchanged=await catalog.change(()=>{if(held!==void 0)this.#heldBy(held.
id,one);const a=presentContainer(catalog,one.rid);const b=presentContainer(catalog,other.rid);checkSettled(a);checkSettled(b);const[stateOfA,stateOfB]=exchangedStates(
a,b);const next=[this.#renamed(a,b.id,stateOfA),this.#renamed(b,a.id,stateOfB)];const database=catalog.ofRid(a.parentRid);const spaces=[a,b].flatMap(each2=>namedSpacesOf(
database,each2).spaces);const reusedNames=[a,b].map(each2=>({name:namedSpacesOf(database,each2).name,spaces}));const whenApplied=()=>this.#containers.rename([one,
other]);return{change:{put:next,reusedNames,whenApplied},result:next}});const opened=await Promise.all(exchanged.map(resource=>this.#containers.open(resource)));
for(const[i,container]of[one,other].entries())opened[i].throttle=container.throttle;return exchanged}#renamed(container,id,state){return this.#tree.remake(container,
id,{...container.body,id},state)}};function checkSettled(container){const{indexGenerations,targetPartitions}=stateOf(container);const what=indexGenerations.length>
1?"its indexing policy is being changed":targetPartitions===void 0?void 0:"its throughput is being changed";if(what===void 0)return;throw new Failure("conflict",
`The container '${container.id}' keeps its name for now: ${what}. Try again later.`)}function exchangedStates(a,b){const[stateA,stateB]=[stateOf(a),stateOf(b)];
const first=Math.max(stateA.nextPartitionId,stateB.nextPartitionId);const second=first+stateA.partitions.length;const nextPartitionId=second+stateB.partitions.length;
const renumbered=(own,from2,formerly)=>{const{partitions,retired=[]}=stateOf(formerly);const gone=partitions.map(({id,min,max})=>({id,min,max}));return{...own,partitions:own.
partitions.map((partition,i)=>({...partition,id:from2+i,parents:[]})),nextPartitionId,retired:[...retired,...gone].slice(-RETIRED_RANGES_MAX),formerKey:formerly.
body.partitionKey}};return[renumbered(stateA,first,b),renumbered(stateB,second,a)]}import{evenBoundaries as evenBoundaries2}from"@orrerydb/keys/hash";function objectOf2(value,name){if(typeof value!=="object"||value===null||Array.isArray(value))throw wrongShape(name,"an object");return value}function listOf(value,name){
if(!Array.isArray(value))throw wrongShape(name,"an array");checkPolicyList(value,name);return value}function listIn(value,name,owner){return listOf(objectOf2(value,
owner)[name],`${owner}.${name}`)}function badPolicy(message){return new Failure("badRequest",message)}function wrongShape(name,shape){return badPolicy(`One of t\
he specified inputs is invalid: '${name}' must be ${shape}.`)}var LANGUAGE_NAMES=new Set([...LANGUAGE_NUMBERS.keys(),...LANGUAGE_NUMBERS.values()]);function checkFullTextPolicy(value){const{defaultLanguage=DEFAULT_LANGUAGE,
fullTextPaths=[]}=objectOf2(value,"fullTextPolicy");checkLanguage(defaultLanguage);const paths=listOf(fullTextPaths,"fullTextPaths");for(const item of paths){const{
path,language}=objectOf2(item,"fullTextPaths");if(parsePolicyPath(path)===void 0){throw badPolicy(`The Full Text Policy contains an invalid Path: ${shownValue(path)}\
. Begin it with '/', for example '/abstract'.`)}if(language!==void 0)checkLanguage(language)}return{defaultLanguage,fullTextPaths:paths}}function checkLanguage(language){
if(typeof language==="string"&&LANGUAGE_NAMES.has(language))return;throw badPolicy(`The Full Text Policy contains an unsupported language ${JSON.stringify(language)}\
. Supported are ${[...LANGUAGE_NUMBERS.keys()].join(", ")}.`)}function checkFullTextIndexes({fullTextIndexes}){for(const{path}of fullTextIndexes??[]){if(parsePolicyPath(
path)!==void 0)continue;throw badPolicy(`The Full Text Index contains an invalid Path: ${shownValue(path)}. Begin it with '/', for example '/abstract'.`)}}var ETAG_PATH='/"_etag"/?';var COMPOSITE_PATHS_MAX=8;var COMPOSITES_MAX=100;var SEGMENTS_MAX=1e4;function completeIndexingPolicy(input){if(input===void 0||input===
null)return completeIndexingPolicy({});if(typeof input!=="object"||Array.isArray(input))throw bad5("The indexing policy must be an object.");const given=input;const mode=given.
indexingMode??"consistent";if(typeof mode!=="string"||!["consistent","lazy","none"].includes(mode.toLowerCase())){throw bad5("The indexing mode must be 'consist\
ent' or 'none'.")}if(given.automatic!==void 0&&typeof given.automatic!=="boolean")throw bad5("'automatic' must be true or false.");if(mode.toLowerCase()==="none"){
return{indexingMode:"none",automatic:false,includedPaths:[],excludedPaths:[]}}const included=pathList(given.includedPaths,"includedPaths");const excluded=pathList(
given.excludedPaths,"excludedPaths");const namesPaths=included.length>0;checkSegments([...included,...excluded]);const all=[...included,...excluded];if(included.
length===0&&!excluded.includes("/*"))included.push("/*");else if(!all.includes("/*")&&!all.includes("/")){throw bad5('The special mandatory indexing path "/" is\
 not provided in any of the path type sets. Please provide this path in one of the sets.')}const twice=all.find((path,i)=>all.indexOf(path)!==i);if(twice!==void 0)
throw bad5(`The indexing path '${twice}' is given more than once.`);if(!all.includes(ETAG_PATH))excluded.push(ETAG_PATH);return{indexingMode:"consistent",automatic:given.
automatic!==false||namesPaths,includedPaths:included.map(path=>({path})),excludedPaths:excluded.map(path=>({path})),...withoutEmpty({compositeIndexes:compositeIndexes(
given.compositeIndexes),spatialIndexes:objects(given.spatialIndexes,"spatialIndexes"),vectorIndexes:objects(given.vectorIndexes,"vectorIndexes"),fullTextIndexes:objects(
given.fullTextIndexes,"fullTextIndexes")})}}function pathList(input,name){return objects(input,name).map(({path})=>{if(typeof path!=="string")throw bad5(`Each o\
f '${name}' needs a 'path'.`);const segments=parsePolicyPath(path);const last=segments?.at(-1);if(path!=="/"&&(segments===void 0||last!=="?"&&last!=="*")){throw bad5(
`The indexing path '${path}' could not be accepted. Please ensure that the path is a valid path: it begins with '/' and ends with '?' or '*'.`)}return path==="/"?
"/*":path})}function checkSegments(paths){const count=paths.reduce((sum4,path)=>sum4+parsePolicyPath(path).length,0);if(count>SEGMENTS_MAX){throw bad5(`The path\
s of the indexing policy have ${count} segments together; at most ${SEGMENTS_MAX} are allowed. A wildcard path may stand for many.`)}}function compositeIndexes(input){
if(input===void 0||input===null)return[];if(!Array.isArray(input))throw bad5("'compositeIndexes' must be an array of arrays.");if(input.length>COMPOSITES_MAX)throw bad5(
`At most ${COMPOSITES_MAX} composite indexes are allowed.`);return input.map(parts=>{const list2=objects(parts,"compositeIndexes");if(list2.length<2||list2.length>
COMPOSITE_PATHS_MAX){throw bad5(`A composite index has 2 to ${COMPOSITE_PATHS_MAX} paths, not ${list2.length}.`)}return list2.map(({path,order="ascending"})=>{if(typeof path!==
"string"||parsePolicyPath(path)===void 0)throw bad5(`The composite path '${shownValue(path)}' could not be accepted.`);if(order!=="ascending"&&order!=="descendi\
ng")throw bad5("The order of a composite path must be 'ascending' or 'descending'.");return{path,order}})})}function objects(input,name){if(input===void 0||input===
null)return[];if(!Array.isArray(input)||!input.every(item=>typeof item==="object"&&item!==null&&!Array.isArray(item))){throw bad5(`'${name}' must be an array of\
 objects.`)}checkPolicyList(input,name);return[...input]}function withoutEmpty(lists){return Object.fromEntries(Object.entries(lists).filter(([,list2])=>list2.length>
0))}function bad5(message){return new Failure("badRequest",message)}var DATA_TYPES=["float32","float16","int8","uint8"];var DISTANCE_FUNCTIONS=["cosine","dotproduct","euclidean"];var INDEX_TYPES=["flat","quantizedFlat","diskANN"];
var DIMENSIONS_MAX2=4096;var QUANTIZATION_BYTES_MAX=512;var SEARCH_LIST_MIN=25;var SEARCH_LIST_MAX=500;var SHARD_PATHS_MAX=1;function checkVectorPolicy(value){return{
vectorEmbeddings:listIn(value,"vectorEmbeddings","vectorEmbeddingPolicy").map(item=>checkEmbedding(objectOf2(item,"vectorEmbeddings")))}}function checkEmbedding(embedding){
const{path,dataType="float32",distanceFunction="cosine",dimensions}=embedding;if(parsePolicyPath(path)===void 0){throw badPolicy(`The Vector Embedding Policy ha\
s an invalid Path: ${shownValue(path)}. Begin it with '/', for example '/vector'.`)}if(!DATA_TYPES.includes(shownValue(dataType).toLowerCase())){throw badPolicy(
`The Vector Embedding Policy has an invalid DataType:${shownValue(dataType)}. Use one of ${DATA_TYPES.join(", ")}.`)}if(!DISTANCE_FUNCTIONS.includes(shownValue(
distanceFunction).toLowerCase())){throw badPolicy(`The Vector Embedding Policy has an invalid DistanceFunction:${shownValue(distanceFunction)}. Use one of ${DISTANCE_FUNCTIONS.
join(", ")}.`)}return{...embedding,path,dataType,distanceFunction,dimensions:checkDimensions(dimensions)}}function checkDimensions(dimensions){if(typeof dimensions===
"number"&&dimensions>DIMENSIONS_MAX2){throw badPolicy(`The Vector Embedding Policy has Dimensions:${dimensions} which is more than the maximum supported value, ${DIMENSIONS_MAX2}\
.`)}if(typeof dimensions!=="number"||!Number.isInteger(dimensions)||dimensions<1){throw badPolicy(`The Vector Embedding Policy has Dimensions:${shownValue(dimensions)}\
. It must be a whole number from 1 to ${DIMENSIONS_MAX2}.`)}return dimensions}function checkVectorIndexes({vectorIndexes},policy){const embeddings=new Map(embeddingsIn(
policy).map(embedding=>[embedding.path,embedding]));for(const index of vectorIndexes??[]){const{path,type,quantizationByteSize,indexingSearchListSize,vectorIndexShardKey}=index;
const embedding=embeddings.get(path);if(embedding===void 0){throw badPolicy(`The Vector Indexing Policy's path::${shownValue(path)} not matching in Embedding's \
path. Name it in the vectorEmbeddingPolicy too.`)}if(!INDEX_TYPES.includes(shownValue(type))){throw badPolicy(`The Vector Indexing Policy's Index Type::${shownValue(
type)} is invalid. Use one of ${INDEX_TYPES.join(", ")}.`)}const bytesMax=Math.min(QUANTIZATION_BYTES_MAX,embedding.dimensions);checkParameter("QuantizationByte\
Size",quantizationByteSize,1,bytesMax);checkParameter("IndexingSearchListSize",indexingSearchListSize,SEARCH_LIST_MIN,SEARCH_LIST_MAX);if(vectorIndexShardKey!==
void 0)checkShardKey(vectorIndexShardKey)}}function checkParameter(name,value,min,max){if(value===void 0)return;if(typeof value==="number"&&Number.isInteger(value)&&
value>=min&&value<=max)return;throw badPolicy(`The Vector Indexing Policy parameter ${name} value :: ${shownValue(value)} is out of range. The allowed range is \
between ${min} and ${max}.`)}function checkShardKey(value){const paths=listOf(value,"vectorIndexShardKey");if(paths.length>SHARD_PATHS_MAX){throw badPolicy(`The\
 number of shard paths defined in the Vector Indexing Policy: ${paths.length} exceeds the maximum: ${SHARD_PATHS_MAX}.`)}for(const path of paths){if(parsePolicyPath(
path)!==void 0)continue;throw badPolicy(`The Vector Indexing Policy has an invalid Shard Path: ${shownValue(path)}. Begin it with '/', for example '/country'.`)}}
function checkVectorsUnchanged(before2,after2){if(!valuesEqual(vectorIndexesIn(after2),vectorIndexesIn(before2))){throw badPolicy("Paths in existing vector inde\
xing policy cannot be modified in Collection Replace. Create a new container with the indexes you want.")}const kept=embeddingsIn(after2.vectorEmbeddingPolicy);
for(const embedding of embeddingsIn(before2.vectorEmbeddingPolicy)){const same=kept.find(({path})=>path===embedding.path);if(same!==void 0&&valuesEqual(same,embedding))
continue;throw badPolicy(`Paths in existing embedding policy cannot be modified in Collection Replace: '${shownValue(embedding.path)}' would change. Create a ne\
w container with the vectors you want.`)}}function vectorIndexesIn({indexingPolicy}){return indexingPolicy.vectorIndexes??[]}function embeddingsIn(policy){return policy?.
vectorEmbeddings??[]}var TTL_MAX=2147483647;var UNIQUE_KEYS_MAX=10;var UNIQUE_KEY_PATHS_MAX=16;var COMPUTED_PROPERTIES_MAX=20;function parseContainerDefinition(input,options){const id=checkName(
input.id);if(input.partitionKey===void 0&&options.requirePartitionKey){throw badPolicy(`Partition key is missing. Give the container a 'partitionKey' with its p\
ath, for example {"paths":["/id"],"kind":"Hash"}.`)}const partitionKey=PartitionKey.parse(input.partitionKey);const indexingPolicy=completeIndexingPolicy(input.
indexingPolicy);new IndexRules(indexingPolicy);const body={id,indexingPolicy,partitionKey:partitionKey.definition};const defaultTtl=checkTtl(input.defaultTtl);if(defaultTtl!==
void 0){if(indexingPolicy.indexingMode==="none")throw badPolicy("Time to live needs indexing: it cannot be used with indexing mode 'none'.");body.defaultTtl=defaultTtl}
body.uniqueKeyPolicy=checkUniqueKeys(input.uniqueKeyPolicy);body.conflictResolutionPolicy=checkConflictResolution(input.conflictResolutionPolicy);body.geospatialConfig=
checkGeospatial(input.geospatialConfig);for(const[name,check]of Object.entries(OPTIONAL)){const value=input[name];if(value!==void 0&&value!==null)body[name]=check(
value)}checkKeyIsStored(partitionKey,body.computedProperties??[]);checkSpatialIndexes(indexingPolicy,body.geospatialConfig);checkFullTextIndexes(indexingPolicy);
checkVectorIndexes(indexingPolicy,body.vectorEmbeddingPolicy);return{partitionKey,body}}function checkReplacement(before2,after2,given){if(given.id!==before2.id){
throw badPolicy(`A container cannot be renamed: the body says '${shownValue(given.id)}', the container is '${shownValue(before2.id)}'.`)}const sameKey=PartitionKey.
of(before2.partitionKey);const{paths,kind,version}=after2.partitionKey;if(!valuesEqual([...paths],[...sameKey.paths])||kind!==sameKey.kind||version!==sameKey.version){
throw badPolicy(`Document collection partition key cannot be changed. The container is divided by ${JSON.stringify(sameKey.paths)} for ever: create a new contai\
ner with the key you want and copy the items into it.`)}checkVectorsUnchanged(before2,after2.body);if(!valuesEqual(after2.body.uniqueKeyPolicy,before2.uniqueKeyPolicy)){
throw badPolicy("The unique key policy of a container cannot be changed. Create a new container with the policy you want.")}}var OPTIONAL={computedProperties:checkComputedProperties,
vectorEmbeddingPolicy:checkVectorPolicy,fullTextPolicy:checkFullTextPolicy,clientEncryptionPolicy:checkEncryptionPolicy,changeFeedPolicy:checkChangeFeedPolicy,analyticalStorageTtl:checkAnalyticalTtl};
function checkTtl(value){if(value===void 0||value===null)return void 0;if(typeof value!=="number"||!Number.isInteger(value)||value!==-1&&(value<1||value>TTL_MAX)){
throw badPolicy(`The default time to live must be -1 or a whole number of seconds from 1 to ${TTL_MAX}, not ${JSON.stringify(value)}.`)}return value}function checkAnalyticalTtl(value){
if(typeof value==="number"&&Number.isInteger(value)&&value>=-1&&value<=TTL_MAX)return value;throw badPolicy(`The time to live of the analytical store must be -1\
, 0 or a whole number of seconds up to ${TTL_MAX}, not ${JSON.stringify(value)}.`)}function checkUniqueKeys(value){if(value===void 0||value===null)return{uniqueKeys:[]};
const{uniqueKeys=[]}=objectOf2(value,"uniqueKeyPolicy");const list2=listOf(uniqueKeys,"uniqueKeyPolicy.uniqueKeys");if(list2.length>UNIQUE_KEYS_MAX)throw badPolicy(
`A container has at most ${UNIQUE_KEYS_MAX} unique keys.`);return{uniqueKeys:list2.map(key=>{const paths=listIn(key,"paths","uniqueKeys");if(paths.length===0||paths.
length>UNIQUE_KEY_PATHS_MAX)throw badPolicy(`A unique key has 1 to ${UNIQUE_KEY_PATHS_MAX} paths.`);for(const path of paths){if(typeof path!=="string"||parsePolicyPath(
path)?.every(segment=>segment!==null)!==true){throw badPolicy(`The unique key path ${JSON.stringify(path)} could not be accepted.`)}}return{paths}})}}function checkConflictResolution(value){
const{mode="LastWriterWins",conflictResolutionPath="/_ts",conflictResolutionProcedure=""}=value===void 0||value===null?{}:objectOf2(value,"conflictResolutionPol\
icy");if(mode!=="LastWriterWins"&&mode!=="Custom")throw badPolicy("The conflict resolution mode must be 'LastWriterWins' or 'Custom'.");return mode==="Custom"?{
mode,conflictResolutionPath:"",conflictResolutionProcedure}:{mode,conflictResolutionPath:conflictResolutionPath||"/_ts",conflictResolutionProcedure:""}}function checkGeospatial(value){
const{type="Geography"}=value===void 0||value===null?{}:objectOf2(value,"geospatialConfig");if(type!=="Geography"&&type!=="Geometry")throw badPolicy("The type o\
f 'geospatialConfig' must be 'Geography' or 'Geometry'.");return{type}}function checkSpatialIndexes({spatialIndexes},{type}){for(const{path,boundingBox}of spatialIndexes??
[]){if(type==="Geometry"&&!isBoundingBox(boundingBox)){throw badPolicy(`The spatial index '${shownValue(path)}' needs a boundingBox with numbers xmin < xmax and\
 ymin < ymax, because the container's type is Geometry.`)}if(type==="Geography"&&boundingBox!==void 0){throw badPolicy(`The spatial index '${shownValue(path)}' \
must have no boundingBox, because the container's type is Geography.`)}}}function checkComputedProperties(value){const list2=listOf(value,"computedProperties");
if(list2.length>COMPUTED_PROPERTIES_MAX)throw badPolicy(`A container has at most ${COMPUTED_PROPERTIES_MAX} computed properties.`);const names=new Set;return list2.
map(item=>{const{name,query}=objectOf2(item,"computedProperties");if(typeof name!=="string"||name===""||typeof query!=="string")throw badPolicy("A computed prop\
erty needs a 'name' and a 'query'.");if(names.has(name)||name==="id"||name.startsWith("_"))throw badPolicy(`The computed property name '${name}' is taken.`);names.
add(name);const fault=withQueryFailures(()=>computedFault(query));if(fault!==void 0)throw badPolicy(`The query of the computed property '${name}' ${fault}.`);return{
name,query}})}function checkKeyIsStored({paths},computed){const hidden=computed.find(({name})=>paths.some(path=>parsePolicyPath(path)?.[0]===name));if(hidden!==
void 0){throw badPolicy(`The computed property '${shownValue(hidden.name)}' would hide the partition key. Give it another name.`)}}function checkEncryptionPolicy(value){
const policy=objectOf2(value,"clientEncryptionPolicy");for(const item of listIn(value,"includedPaths","clientEncryptionPolicy")){const{path,clientEncryptionKeyId}=objectOf2(
item,"includedPaths");if(typeof path!=="string"||typeof clientEncryptionKeyId!=="string"){throw badPolicy("Each encrypted path needs a 'path' and a 'clientEncry\
ptionKeyId'.")}}return policy}function checkChangeFeedPolicy(value){const{retentionDuration=0}=objectOf2(value,"changeFeedPolicy");if(typeof retentionDuration!==
"number"||retentionDuration<0)throw badPolicy("The 'retentionDuration' of the change feed is a number of minutes.");return{retentionDuration}}async function quotaOf(container,catalog){const{storageLimits}=container;const count=kind=>catalog.list(kind,container.rid).length;return{...await container.storedTotals(),
bytesMax:container.map.partitions.length*storageLimits.partitionBytes,itemBytesMax:ITEM_BYTES_MAX,scripts:{storedProcedure:count("storedProcedure"),trigger:count(
"trigger"),userDefinedFunction:count("userDefinedFunction")},scriptsMax:SCRIPTS_MAX,indexProgress:container.indexProgress}}function partitionFigures(container){const nowMs=container.now();return Promise.all(container.map.partitions.map(async partition=>{const{id,state,isServed}=partition;
const{items,bytes,lsn}=await container.summaryOf(partition);const{ruPerSecond}=container.throughput();const budget=isServed?partition.meter.budget.ruPerSecond:partitionRuPerSecond(
ruPerSecond,state.share);const history=isServed?partition.meter.history:void 0;return{id,minInclusive:state.min,maxExclusive:state.max,parents:state.parents.map(
String),throughputFraction:state.share,ruPerSecond:roundCharge(budget),items,storageBytes:bytes,lsn,lastSecond:history?.seconds(nowMs,2).map(rounded)[0],thisMinute:history?.
minutes(nowMs,1).map(rounded)[0]}}))}async function keyFigures(container,{limit,withLargest}){const partitions=container.map.served;const hot=partitions.map(({id,
meter})=>({id,...meter.hotKeys(limit)}));const top=of=>hot.flatMap(each2=>each2[of].map(({key,count,error})=>({key,count:roundCharge(count),error:roundCharge(error),
partition:each2.id}))).sort((a,b)=>b.count-a.count).slice(0,limit);const largest=[];if(withLargest){for(const partition of partitions)largest.push(...(await sizesOf(
partition,limit)).largest)}return{consumers:top("consumers"),throttled:top("throttled"),largest:largest.sort(bySize2).slice(0,limit)}}function partitionHistories(container,unit2,limit){
const nowMs=container.now();const present=container.map.served.map(({id,meter,store})=>{meter.history.setTotals(nowMs,store.summary.bytes,store.summary.items);return{
id,points:meter.history[unit2](nowMs,limit).map(rounded)}});const retired=container.retiredHistories.histories(unit2,nowMs,limit).map(({id,points})=>({id,gone:true,
points:points.map(rounded)}));return[...present,...retired]}function containerHeat(container,unit2,asked){return{columnMs:HEAT_RINGS[unit2].columnMs,slices:HEAT_SLICES,
columns:container.heat.columns(container.now(),unit2,asked)}}var STATISTICS_KEYS=10;async function partitionStatistics(container){const statistics=[];for(const partition of container.
map.partitions){const{summary}=partition.store;const{count,largest}=await sizesOf(partition,STATISTICS_KEYS);statistics.push({id:partition.id,sizeInKB:kilobytes(
summary.bytes),documentCount:summary.items,sampledDistinctPartitionKeyCount:count,partitionKeys:largest.map(({key,storageBytes})=>({partitionKey:JSON.parse(key),
sizeInKB:kilobytes(storageBytes)}))})}return statistics}async function sizesOf({id,store},limit){let count=0;let largest=[];for await(const some of store.logicalPartitions()){
count+=some.length;for(const{key,items,bytes}of some)largest.push({key,partition:id,items,storageBytes:bytes});largest=largest.sort(bySize2).slice(0,limit)}return{
count,largest}}function rounded(point2){return{...point2,ru:roundCharge(point2.ru)}}function bySize2(a,b){return b.storageBytes-a.storageBytes}function kilobytes(bytes){
return Math.ceil(bytes/1024)}async function partitionKeyRanges(container){const{map,resource,ridBytes:ridBytes2,selfLink:parentLink}=container;const summaries=await Promise.all(map.partitions.
map(partition=>container.summaryOf(partition)));return map.partitions.map(({state},i)=>{const rid=ridText(childRid(ridBytes2,"partitionKeyRange",state.id));return{
_rid:rid,id:String(state.id),_etag:`"${map.version}-${state.id}"`,minInclusive:state.min,maxExclusive:state.max,ridPrefix:state.id,_self:selfLink(parentLink,"pa\
rtitionKeyRange",rid),throughputFraction:state.share,status:"online",parents:state.parents.map(String),ownedArchivalPKRangeIds:[],_ts:resource.body._ts,lsn:summaries[i].
lsn}})}function removalOf(removed,catalog,containers,provisioned){const isContainer=removed.kind==="container";const database=isContainer?catalog.ofRid(removed.parentRid):
removed;const all=isContainer?[removed]:catalog.list("container",removed.rid);const offers=(isContainer?all:[removed,...all]).map(owner=>provisioned.offerOf(owner)).
filter(offer=>offer!==void 0);return{remove:[...offers,removed],removeContainers:all.map(container=>({rid:container.rid,...namedSpacesOf(database,container)})),
whenApplied:()=>{provisioned.forget(removed);return containers.forget(all)}}}async function queryResources(environment,resources,query,page){const{rows,continuation}=await readPage(environment,resources,query,page);if(continuation===void 0)
return{rows};const next=await readPage(environment,resources,query,{maxItems:1,continuation});const isLast=next.rows.length===0&&next.continuation===void 0;return isLast?
{rows}:{rows,continuation}}async function readPage(environment,resources,{text,parameters},page){const{task,stop,deadlineMs}=await queryTime(environment,QUERY_TIME.
wholeMs);try{const result=await executeQuery({query:cachedQuery(text),parameters,partitions:[{min:"",max:"FF",open:()=>new ArraySource(resources)}],indexing:{isIndexed:()=>true,
isExplicit:()=>true,composites:[]},functions:functionContext2(environment),page:{deadlineMs,...page.maxItems===void 0||page.maxItems<1?{}:{maxItems:page.maxItems}},
task,stop,...page.continuation===void 0?{}:{continuation:page.continuation}});const rows=result.rows.map(row=>row.value());return result.continuation===void 0?{
rows}:{rows,continuation:result.continuation}}catch(error){throw toFailure(error)}}var EVERYTHING2={text:"SELECT * FROM c",parameters:[]};var DELETED={charge:METADATA_WRITE_CHARGE};function wasRead(tree,resource){return{resource,owner:tree.ownerNames(
resource.parentRid),charge:METADATA_READ_CHARGE}}function wasWritten(tree,resource){return{resource,owner:tree.ownerNames(resource.parentRid),charge:METADATA_WRITE_CHARGE}}
async function listed(environment,owner,bodies,{query=EVERYTHING2,maxItems,continuation}){const page=await queryResources(environment,bodies,query,{maxItems,continuation});
return{owner,charge:METADATA_READ_CHARGE,...page}}var Containers=class{#tree;#environment;#provisioned;#containers;#rebuilds;#newPartitions;constructor({tree,environment,provisioned,containers,rebuilds,newPartitions}){
this.#tree=tree;this.#environment=environment;this.#provisioned=provisioned;this.#containers=containers;this.#rebuilds=rebuilds;this.#newPartitions=newPartitions}async list(database,page){
const{rid}=this.#databaseOf(database);const bodies=this.#tree.catalog.list("container",rid).map(({body})=>body);return listed(this.#environment,this.#tree.ownerNames(
rid),bodies,page)}async create(database,body,request){const owner=this.#databaseOf(database);const definition=parseContainerDefinition(body,{requirePartitionKey:request.
knowsPartitionKeys});const given=throughputOfRequest(request);const shared2=this.#provisioned.offerOf(owner);const throughput=given??(shared2?throughputOf(shared2):
DEFAULT_THROUGHPUT);const asked=request.partitions??this.#newPartitions;if(asked!==void 0)checkPartitionCount(asked);const count=definition.partitionKey.isSystem?
1:asked??initialPartitionCount(throughput,given===void 0&&shared2?"database":"container");const state=await this.#initialState(definition,count);const id=definition.
body.id;const container=this.#tree.make("container",owner,id,definition.body,state);const hasOffer=given!==void 0||shared2===void 0;const offers=hasOffer?[this.#provisioned.
makeOffer(container,throughput)]:[];await this.#tree.catalog.change(()=>{this.#tree.checkExists(owner);const beginContainer=namedSpacesOf(owner,container);return{
change:{put:[container,...offers],beginContainer},result:void 0}});return wasWritten(this.#tree,container)}async read(address,{quota,statistics}={}){const resource=this.#find(
address);if(quota!==true&&statistics!==true)return wasRead(this.#tree,resource);const container=await this.#containers.open(resource);const body=statistics?{...resource.
body,statistics:await partitionStatistics(container)}:resource.body;const answer=wasRead(this.#tree,{...resource,body});return quota?{...answer,quota:await quotaOf(
container,this.#tree.catalog)}:answer}async replace(address,body,ifMatch){const container=await this.#containers.open(this.#find(address));const replaced=await this.#tree.
catalog.change(()=>{const current=this.#current(container.resource);checkEtag(current,ifMatch);const definition=parseContainerDefinition({...body,partitionKey:body.
partitionKey??current.body.partitionKey},{requirePartitionKey:false});checkReplacement(current.body,definition,body);const state=stateAfter(container,indexDefinitionOf(
definition.body));const next=this.#tree.remake(current,current.id,definition.body,state);return{change:{put:[next],whenApplied:()=>container.adopt(next)},result:next}});
this.#rebuilds.start(replaced);return wasWritten(this.#tree,replaced)}async delete(address,ifMatch){const resource=this.#find(address);await this.#tree.catalog.
change(()=>{const current=this.#current(resource);checkEtag(current,ifMatch);return{change:removalOf(current,this.#tree.catalog,this.#containers,this.#provisioned),
result:void 0}});return DELETED}ranges(address,page){return this.#containers.use(address,async container=>listed(this.#environment,this.#tree.ownerNames(container.
rid),await partitionKeyRanges(container),page))}rangesSince(address,known){return this.#containers.use(address,async container=>{const etag=`"${container.map.version}\
"`;const owner=this.#tree.ownerNames(container.rid);const answer={owner,etag,charge:METADATA_READ_CHARGE};return known===etag?answer:{...answer,rows:await partitionKeyRanges(
container)}})}async replica({containerRid:containerRid2,rangeId}){const resource=this.#tree.catalog.byRid("container",containerRid2);if(resource===void 0){throw new Failure(
"nameCacheStale","The container of this address was deleted. Read it again by its name.")}return this.#containers.use({database:resource.parentRid,container:resource.
rid},async container=>{const partition=container.map.partitions.find(({id})=>id===rangeId);if(partition===void 0){throw new Failure("completingSplit",`The parti\
tion key range '${rangeId}' of this address was split or merged. Read the ranges of the container again.`)}return sourceOf(container,partition)})}async conflicts(address,page){
const{query,key,rangeId,mayCross}=page;const isScoped=key!==void 0||rangeId!==void 0||mayCross;if(query!==void 0&&!isScoped)throw crossPartitionDisabled();return listed(
this.#environment,this.#tree.ownerNames(this.#containers.find(address).rid),[],page)}async conflict(address,id){const{id:container}=this.#find(address);throw new Failure(
"notFound",`The container '${container}' has no conflict '${id}': with one region no two writes conflict.`)}async#initialState({partitionKey:{kind,version},body},count){
const spaces=await this.#tree.catalog.takeSpaces(count);return{partitions:initialPartitions(evenBoundaries2(count,kind==="MultiHash"?2:version),spaces),nextPartitionId:count,
indexGenerations:[firstGeneration(indexDefinitionOf(body))]}}#databaseOf(id){return this.#tree.findOwner("database","",id)}#find({database,container}){return this.#tree.
find("container",this.#databaseOf(database).rid,container)}#current({rid,parentRid}){return this.#tree.find("container",parentRid,rid)}};function stateAfter(container,definition){
const{indexes}=container;if(isUpToDate(indexes.states.at(-1),definition))return container.state;if(indexes.isChanging){throw new Failure("conflict","The indexin\
g policy is being changed. Wait until the transformation is complete, then change it again.")}return{...container.state,indexGenerations:indexes.next(definition)}}var Databases=class{#tree;#environment;#provisioned;#containers;constructor(tree,environment,provisioned,containers){this.#tree=tree;this.#environment=environment;
this.#provisioned=provisioned;this.#containers=containers}list(page){const bodies=this.#tree.catalog.list("database").map(({body})=>body);return listed(this.#environment,
this.#tree.ownerNames(""),bodies,page)}async create(body,request={}){const throughput=throughputOfRequest(request);const database=this.#tree.make("database",void 0,
checkName(body.id),{id:body.id});const offers=throughput?[this.#provisioned.makeOffer(database,throughput)]:[];await this.#tree.catalog.change(()=>({change:{put:[
database,...offers]},result:void 0}));return wasWritten(this.#tree,database)}async read(id){return wasRead(this.#tree,this.#find(id))}async delete(id,ifMatch){const{
rid}=this.#find(id);const{catalog}=this.#tree;await catalog.change(()=>{const current=this.#find(rid);checkEtag(current,ifMatch);const change=removalOf(current,
catalog,this.#containers,this.#provisioned);return{change,result:void 0}});return DELETED}#find(id){return this.#tree.find("database","",id)}};var Grants=class{#tree;#containers;constructor(tree,containers){this.#tree=tree;this.#containers=containers}permission(rid){return this.#tree.catalog.byRid("per\
mission",rid)}async covers(grant,asked){const[database,container,below]=grant.steps;const isOfContainer=asked.reach==="definitions"&&asked.steps.length===2;if(isOfContainer)
return this.#leadsToTheSame([database,container],asked.steps);if(!this.#leadsToTheSame(grant.steps,asked.steps))return false;const address={database:database.id,
container:container.id};return this.#containers.use(address,async opened=>{if(below?.kind==="item")return isSameItem(opened,below.id,grant.key,asked);return grant.
key===void 0||isWithinKey(opened,grant.key,asked)})}#leadsToTheSame(granted,asked){if(asked.length<granted.length)return false;let parentRid="";for(const[i,{kind,
id}]of granted.entries()){if(kind===void 0||kind==="item")break;const resource=this.#tree.lookup(kind,parentRid,id);const step=asked[i];if(step.kind!==kind||resource===
void 0)return false;if(resource!==this.#tree.lookup(kind,parentRid,step.id))return false;parentRid=resource.rid}return true}};async function isSameItem(container,granted,key,asked){
const step=asked.steps[2];if(step?.kind!=="item"||asked.key===void 0||asked.runsTriggers)return false;if(key!==void 0&&!isKeyWithin(container,key,asked.key))return false;
const item=await locateItem(container,asked.key,step.id);const named2=key===void 0?await itemByRid(container,granted):void 0;if(named2!==void 0)return named2.ref===
item?.ref;const owned=await locateItem(container,asked.key,granted);return owned===void 0?step.id===granted:owned.ref===item?.ref}function isWithinKey(container,key,asked){
switch(asked.reach){case"definitions":return true;case"beyondAnyKey":return false;case"itemsOfItsKey":return asked.key!==void 0&&isKeyWithin(container,key,asked.
key)}}function isKeyWithin({partitionKey},granted,given){const levels=partitionKey.paths.length;const normal=key=>key.length===0&&levels===1?[void 0]:key;const[
whole,part]=[normal(granted),normal(given)];return whole.length>0&&whole.length<=part.length&&whole.every((component,i)=>Object.is(component,part[i]))}var Offers=class{#tree;#environment;#throughput;constructor(tree,environment,throughput){this.#tree=tree;this.#environment=environment;this.#throughput=throughput}list(page){
const bodies=this.#tree.catalog.list("offer").map(({body})=>body);return listed(this.#environment,this.#tree.ownerNames(""),bodies,page)}async read(id){return this.#withState(
wasRead(this.#tree,this.#find(id)))}async replace(id,body,migrateTo){const offer=this.#find(id);if(body._rid!==void 0&&body._rid!==offer.rid){throw new Failure(
"badRequest",`The body belongs to another offer: its _rid is '${shownValue(body._rid)}'.`)}const replaced=await(migrateTo===void 0?this.#throughput.replaceOffer(
offer,body):this.#throughput.migrateOffer(offer,migrateTo));return this.#withState(wasWritten(this.#tree,replaced))}async#withState(answer){const{kind}=throughputOf(
answer.resource);return{...answer,minimumRuPerSecond:await this.#throughput.minimumThroughput(answer.resource,kind),isPending:this.#throughput.isPending(answer.
resource)}}#find(id){const lower=id.toLowerCase();const found=this.#tree.catalog.list("offer").find(({rid})=>rid.toLowerCase()===lower);return found??this.#tree.
find("offer","",id)}};var Partitions=class{#tree;#containers;#topology;#provisioned;#throughput;#ownership;constructor({tree,containers,topology,provisioned,throughput,ownership}){this.#ownership=
ownership;this.#tree=tree;this.#containers=containers;this.#topology=topology;this.#provisioned=provisioned;this.#throughput=throughput}async containers(){const{
catalog}=this.#tree;const figures=[];for(const database of catalog.list("database")){for(const resource of catalog.list("container",database.rid)){const isServed=stateOf(
resource).partitions.some(({space})=>this.#ownership.serves(resource,space));if(isServed)figures.push(await this.#figuresOf(database.id,resource))}}return figures}servedHere(address){
return this.#containers.use(address,async({isWhole:isWhole2,map})=>isWhole2?void 0:map.served.map(({id})=>id))}container(address){return this.#containers.use(address,
({names,resource})=>this.#figuresOf(names.database,resource))}figures(address){return this.#containers.use(address,async container=>partitionFigures(container))}place(address,key){
return this.#containers.use(address,async({names,partitionKey,map})=>{const{database,container}=names;if(key===void 0||key.length<partitionKey.paths.length)return{
database,container};const epk=partitionKey.epk(partitionKey.checkFull(key));return{database,container,partition:map.at(epk).id}})}async spend({rid,space,spender,
spent}){const resource=this.#tree.catalog.byRid("container",rid);if(resource===void 0||!this.#ownership.serves(resource,space))return true;const container=await this.#containers.
open(resource);const partition=container.map.served.find(({state})=>state.space===space);if(partition===void 0)return true;if(spent!==void 0){container.settle(partition,
spender,spent);return spent.admitted}const spending=container.spending(partition,spender);spending.begin();return spending.isAdmitted}keys(address,asked){return this.#containers.
use(address,container=>keyFigures(container,asked))}histories(address,unit2,limit){return this.#containers.use(address,async container=>partitionHistories(container,
unit2,limit))}heat(address,unit2,asked){return this.#containers.use(address,async container=>containerHeat(container,unit2,asked))}throttle(address){return this.#containers.
use(address,async container=>container.throttle)}setThrottle(address,mode){return this.#containers.use(address,async container=>container.throttle=mode)}buckets(address){
return this.#containers.use(address,async container=>container.buckets)}setBuckets(address,buckets){return this.#containers.use(address,async container=>{await this.#throughput.
setBuckets(container,buckets);return container.buckets})}split(address,rangeId,point2){return this.#containers.use(address,async container=>{const halves=await this.#topology.
split(container,rangeId,point2);return{created:halves.map(({id})=>id),partitions:await partitionFigures(container)}})}merge(address,rangeIds2,options){return this.#containers.
use(address,async container=>{const{id}=await this.#topology.merge(container,rangeIds2,options);return{created:[id],partitions:await partitionFigures(container)}})}shareOut(address,count){
return this.#containers.use(address,async container=>{const before2=new Set(container.map.partitions.map(({id})=>id));await this.#topology.shareOut(container,count);
const created2=container.map.partitions.map(({id})=>id).filter(id=>!before2.has(id));return{created:created2,partitions:await partitionFigures(container)}})}redistribute(address,targets){
return this.#containers.use(address,async container=>{await this.#topology.redistribute(container,targets);return{created:[],partitions:await partitionFigures(container)}})}async#figuresOf(database,resource){
const container=await this.#containers.open(resource);const offer=this.#provisioned.offerOf(resource);const{served}=container.map;const loads=served.map(({meter})=>meter.
recentLoad());const summaries=served.map(({store})=>store.summary);const perSecond=of=>roundCharge(loads.reduce((sum4,load)=>sum4+load[of],0)/LOAD_SECONDS);return{
database,container:resource.id,partitionKey:resource.body.partitionKey,throughput:this.#provisioned.throughputFor(resource),sharesDatabaseThroughput:offer===void 0,
replacePending:offer!==void 0&&this.#throughput.isPending(offer),throttle:container.throttle,partitions:container.map.partitions.length,items:summaries.reduce((sum4,{
items})=>sum4+items,0),bytes:summaries.reduce((sum4,{bytes})=>sum4+bytes,0),usedRuPerSecond:perSecond("ru"),throttledPerSecond:perSecond("throttled")}}};var PlainResources=class{#tree;#environment;constructor(tree,environment){this.#tree=tree;this.#environment=environment}async list(kind,owner,page,shown=({body})=>body){
const{rid}=this.#owner(owner);const bodies=this.#tree.catalog.list(kind,rid).map(shown);return listed(this.#environment,this.#tree.ownerNames(rid),bodies,page)}async create(kind,owner,body){
return wasWritten(this.#tree,await this.#tree.create(kind,this.#owner(owner),body))}async upsert(kind,owner,body,ifMatch){const{id}=body;const existing=typeof id===
"string"?this.#tree.catalog.find(kind,this.#owner(owner).rid,id):void 0;if(existing===void 0)return{...await this.create(kind,owner,body),isNew:true};return{...wasWritten(
this.#tree,await this.#tree.replace(existing,body,ifMatch)),isNew:false}}async read(kind,owner,id){return wasRead(this.#tree,this.#find(kind,owner,id))}async replace(kind,owner,id,body,ifMatch){
return wasWritten(this.#tree,await this.#tree.replace(this.#find(kind,owner,id),body,ifMatch))}async delete(kind,owner,id,ifMatch){await this.#tree.delete(this.#find(
kind,owner,id),ifMatch);return DELETED}#find(kind,owner,id){return this.#tree.find(kind,this.#owner(owner).rid,id)}#owner({database,container,user}){const found=this.#tree.
findOwner("database","",database);if(container!==void 0)return this.#tree.findOwner("container",found.rid,container);return user===void 0?found:this.#tree.findOwner(
"user",found.rid,user)}};var ScaleOut=class{#catalog;#containers;#topology;#background;#scaling=new Set;constructor(catalog,containers,topology,background){this.#catalog=catalog;this.#containers=
containers;this.#topology=topology;this.#background=background}resume({rid}){if(!this.#scaling.has(rid))this.#background.run(this.#scale(rid))}async#scale(rid){
this.#scaling.add(rid);try{for(;;){const resource=this.#catalog.byRid("container",rid);if(resource===void 0||stateOf(resource).targetPartitions===void 0)return;
await this.#scaleOnce(await this.#containers.openWhole(resource))}}finally{this.#scaling.delete(rid)}}async#scaleOnce(container){if(await this.#topology.splitNext(
container,()=>nextToSplit(container)))return;await changeState(this.#catalog,container.rid,({targetPartitions:_,...reached2})=>reached2,changed=>container.adopt(
changed))}};function withTarget(container,throughput){const state=stateOf(container);const isSystem=container.body.partitionKey.systemKey===true;const target=isSystem?
1:targetPartitionCount(throughput,state.partitions.length);const{targetPartitions:_,...rest}=state;const next=target>state.partitions.length?{...rest,targetPartitions:target}:
rest;return withState(container,next)}function nextToSplit(container){const{targetPartitions=0}=container.state;if(container.map.partitions.length>=targetPartitions)
return void 0;return container.map.partitions.filter(partition=>middleOf(container,partition)!==void 0).sort((a,b)=>a.state.parents.length-b.state.parents.length||
b.store.summary.bytes-a.store.summary.bytes)[0]}var ThroughputControl=class{#tree;#provisioned;#containers;#scaleOut;constructor(tree,provisioned,containers,scaleOut){this.#tree=tree;this.#provisioned=provisioned;
this.#containers=containers;this.#scaleOut=scaleOut}async replaceOffer(offer,body){const throughput=throughputOfContent(body.content);const{catalog}=this.#tree;
const{replaced,spenders}=await catalog.change(async()=>{const current=this.#tree.find("offer","",offer.rid);if(this.isPending(current)){throw new Failure("scali\
ngInProgress","The throughput is still being changed: partitions are being split. Try again when the offer is no longer pending.")}checkThroughput(throughput,await this.
minimumThroughput(current,throughput.kind));const highest=Math.max(highestEver(current),provisionedRuPerSecond(throughput));const kilobytes2=Math.ceil(await this.#storageBytes(
current)/1024);const next=this.#tree.remake(current,current.id,{...current.body,content:offerContent(throughput,highest,kilobytes2)});const targeted=this.#provisioned.
spendersOf(current).map(container=>withTarget(container,throughput));const whenApplied=()=>{for(const container of targeted)this.#containers.opened(container.rid)?.
adopt(container)};return{change:{put:[next,...targeted],whenApplied},result:{replaced:next,spenders:targeted}}});const owner=replaced.body.offerResourceId;this.#provisioned.
changeShared(owner,provisionedRuPerSecond(throughput));for(const container of spenders){this.#containers.opened(container.rid)?.applyThroughput();this.#scaleOut.
resume(container)}return replaced}async migrateOffer(offer,to){const asked=provisionedRuPerSecond(throughputOf(offer));const ruPerSecond=Math.max(asked,await this.
minimumThroughput(offer,to));const throughput=to==="manual"?{kind:to,ruPerSecond}:{kind:to,maximumRuPerSecond:Math.ceil(ruPerSecond/1e3)*1e3};return this.replaceOffer(
offer,{...offer.body,content:offerContent(throughput,highestEver(offer))})}isPending(offer){return this.#provisioned.spendersOf(offer).some(container=>stateOf(container).
targetPartitions!==void 0)}async minimumThroughput(offer,kind){const isDatabase=this.#tree.catalog.byRid("database",offer.body.offerResourceId)!==void 0;return minimumRuPerSecond(
kind,{highestRuPerSecondEver:highestEver(offer),storageBytes:await this.#storageBytes(offer),...isDatabase?{sharedContainers:this.#provisioned.spendersOf(offer).
length}:{}})}async setBuckets(container,buckets){const checked=checkBuckets(buckets);checkOwnThroughput(container.throughput(),"throughput buckets");await changeState(
this.#tree.catalog,container.rid,state=>({...state,buckets:checked}),changed=>{container.adopt(changed);container.applyThroughput()})}async#storageBytes(offer){
const containers=this.#provisioned.spendersOf(offer).map(resource=>this.#containers.open(resource));let bytes=0;for(const container of await Promise.all(containers))
bytes+=(await container.storedTotals()).bytes;return bytes}};var ProcedureOperations=class{#containers;#tree;#scripts;constructor(containers,tree,scripts){this.#containers=containers;this.#tree=tree;this.#scripts=scripts}execute(address,procedure,parameters,request){
return this.#containers.use(address,async container=>this.#scripts.execute(container,this.#tree.find("storedProcedure",container.rid,procedure),parameters,request))}};import assert8 from"node:assert/strict";var READ_MULTIPLIER=1;var HANDLED_BY_SCRIPTS=new Set(["badRequest","partitionKeyMismatch","forbidden","partitionKeyFull","notFound","conflict","preconditionFail\
ed","timeout","tooLarge"]);var TOUCHED_MAX=100;var TransactionHost=class{#container;#functions;#transaction;#place;#statuses;touched=[];#operationsCharge=0;#steps=0;#isEnded=false;constructor(container,transaction,place,{
functions,statuses}){this.#functions=functions;this.#container=container;this.#transaction=transaction;this.#place=place;this.#statuses=statuses}get charge(){return scriptCharge(
this.#operationsCharge,this.#steps)}end(){this.#isEnded=true}countSteps(steps){this.#steps+=steps}async call(operation){try{return await this.#perform(operation)}catch(error){
if(!(error instanceof Failure))throw error;this.#operationsCharge+=refusedCharge(operation,READ_MULTIPLIER);if(!HANDLED_BY_SCRIPTS.has(error.code))throw error;return{
status:this.#statuses.failure(error.code),errorMessage:error.message}}}async#perform(operation){const container=this.#container;const transaction=this.#transaction;
switch(operation.kind){case"create":this.#checkKey(operation.body);return this.#written(await createItem(container,transaction,operation.body,conditionsOf(operation)));case"\
upsert":this.#checkKey(operation.body);return this.#written(await upsertItem(container,transaction,operation.body,conditionsOf(operation)));case"replace":this.#checkKey(
operation.body);return this.#written(await replaceItem(container,transaction,await this.#idOf(operation.item),operation.body,conditionsOf(operation)));case"dele\
te":return this.#written(await deleteItem(container,transaction,await this.#idOf(operation.item),conditionsOf(operation)));case"read":return this.#read(operation);case"\
readFeed":return this.#query("SELECT * FROM c",[],operation);case"query":return this.#query(operation.query,operation.parameters,operation)}}#touch(touched){this.#operationsCharge+=
touched.charge;if(this.touched.length<TOUCHED_MAX)this.touched.push(touched)}#written({outcome,item,charge}){this.#touch({outcome,item,charge});const status=this.#statuses.
outcome[outcome];return outcome==="deleted"?{status}:{status,body:item.document,etag:item.etag}}async#read({item,ifNoneMatch}){const found=await readLive(this.#container,
this.#transaction,await this.#idOf(item));if(found===void 0)throw notFound();if(ifNoneMatch!==void 0&&sameEtag(ifNoneMatch,found.etag)){this.#operationsCharge+=
emptyReadCharge(READ_MULTIPLIER);return{status:this.#statuses.outcome.notModified,etag:found.etag}}this.#touch({outcome:"read",item:found,charge:readCharge(chargedBytes(
found),READ_MULTIPLIER)});return{status:this.#statuses.outcome.read,body:found.document,etag:found.etag}}async#query(text,parameters,page){const container=this.#container;
const isUnwanted=()=>this.#isEnded;const{task,stop,deadlineMs}=await queryTime(container.environment,scriptLimits.timeoutMs,{isUnwanted});const rows=await task.
waitFor(this.#transaction.rows());try{const result=await this.#functions.withFunctions(container,text,udf=>executeQuery({query:cachedQuery(text),parameters,partitions:[
{min:"",max:"FF",open:()=>rows}],...containerView(container),page:{maxItems:page.pageSize,deadlineMs},task,stop,...page.continuation===void 0?{}:{continuation:page.
continuation},...udf===void 0?{}:{udf}}));this.#operationsCharge+=queryCharge(result.work,READ_MULTIPLIER);return{status:this.#statuses.outcome.read,body:result.
rows.map(row=>row.value()),...result.continuation===void 0?{}:{continuation:result.continuation}}}catch(error){throw toFailure(error)}}#checkKey(document){checkKeyOfDocument(
this.#container,document,this.#place.components)}async#idOf(link){if(link.by==="id")return link.value;const ref=itemRefOf(this.#container,link.value);const item=ref===
void 0?void 0:await this.#transaction.readByRef(ref);return item?.id??link.value}};function conditionsOf({ifMatch,indexing}){return{...ifMatch===void 0?{}:{ifMatch},
...indexing==="exclude"||indexing==="include"?{indexed:indexing==="include"}:{}}}var BUSY_RETRY_MS=1e3;var Scripts=class{#runner;#catalog;#statuses;constructor(runner,catalog,statuses){this.#runner=runner;this.#catalog=catalog;this.#statuses=
statuses}async execute(container,procedure,parameters,request){if(request.key===void 0){throw new Failure("badRequest","A stored procedure runs on one partition\
 key: send it in the header x-ms-documentdb-partitionkey.")}const place=placeOf(container,request.key);const{partition,epk,text}=place;const spender=writerOf(request.
terms,text);let chargeSoFar=()=>0;const run=async(transaction,thread)=>{const host=this.#newHost(container,transaction,place);chargeSoFar=()=>host.charge;try{const{
body,log}=await this.#runner.runStoredProcedure({...this.#surroundings(container,procedure,host),thread,parameters,enableLogging:request.enableLogging});return{
body,log,charge:host.charge,touched:host.touched}}finally{host.end()}};const execution=()=>this.#asFailure(()=>this.inTurn(place,thread=>partition.store.transact(
epk,text,transaction=>run(transaction,thread))),()=>chargeSoFar());const answer=await container.metered(partition,spender,execution,scriptCharge(0,0));return{...answer,
...sourceNow(container,place)}}inTurn({partition,epk,text},work){return this.#asFailure(()=>partition.store.inScriptTurn(epk,text,()=>this.#runner.withThread(work)))}async writeWithTriggers(names,triggered){
const{container,place,transaction,operation,thread}=triggered;let charge=0;const charged2=async(work,cost)=>{let result;try{result=await work();return result}finally{
charge+=cost(result)}};let current=triggered.document;const run=async(name,type,responseBody)=>{const trigger=this.#trigger(container,name,type,operation);const host=this.#newHost(
container,transaction,place);const options={...this.#surroundings(container,trigger,host),thread,type,operation,requestBody:current,...responseBody===void 0?{}:
{responseBody}};try{const result=await charged2(()=>this.#runner.runTrigger(options),()=>host.charge);return result.body}finally{host.end()}};const runAll=async()=>{
for(const name of names.pre)current=await run(name,"pre");const result=await charged2(()=>triggered.write(current),written=>written?.charge??REFUSED_WRITE_CHARGE);
let body;for(const name of names.post){body=await run(name,"post",result.outcome==="deleted"?void 0:body??result.item.document)}return{...result,charge:roundCharge(
charge),...body===void 0?{}:{body}}};return this.#asFailure(runAll,()=>roundCharge(charge))}async withFunctions(container,text,run){if(!/\budf\s*\./.test(text))
return run(void 0);const functions=await this.#runner.createUdfRunner({getBody:name=>{const resource=this.#catalog.find("userDefinedFunction",container.rid,name);
if(resource===void 0)throw new Failure("badRequest",`There is no user-defined function '${name}' in this container.`);return resource.body.body}});try{return await this.#asFailure(
()=>run(functions))}finally{functions.dispose()}}close(){return this.#runner.close()}#newHost(container,transaction,place){assert8(this.#statuses!==void 0,"scri\
pts need the numbers of what becomes of their operations");return new TransactionHost(container,transaction,place,{functions:this,statuses:this.#statuses})}#surroundings(container,script,host){
const{resource}=container;const database=this.#catalog.byRid("database",resource.parentRid);return{body:script.body.body,name:script.id,host,selfLink:container.
selfLink,altLink:containerNameLink(database?.id??"",resource.id)}}#trigger(container,name,type,operation){const trigger=this.#catalog.find("trigger",container.rid,
name);if(trigger===void 0)throw new Failure("badRequest",`There is no trigger '${name}' in this container.`);const{triggerType,triggerOperation}=trigger.body;if(shownValue(
triggerType).toLowerCase()!==type){throw new Failure("badRequest",`Trigger '${name}' is a ${shownValue(triggerType)}-trigger.`)}const fits=["all",operation.toLowerCase(),
...operation==="Replace"||operation==="Upsert"?["update"]:[]];if(!fits.includes(shownValue(triggerOperation).toLowerCase())&&!(operation==="Upsert"&&/^(create|replace)$/i.
test(shownValue(triggerOperation)))){throw new Failure("badRequest",`Trigger '${name}' is for ${shownValue(triggerOperation)} operations, not for ${operation}.`)}
return trigger}async#asFailure(run,chargeSoFar=()=>0){try{return await run()}catch(error){const failure=error instanceof ScriptError?this.#failureOf(error):error;
const charge=chargeSoFar();if(failure instanceof Failure&&charge>0)failure.charge=charge;throw failure}}#failureOf(error){const{code,number,line}=error;if(code===
"busy")return new Failure("tooManyRequests",error.message,{cause:error,retryAfterMs:BUSY_RETRY_MS});const where=line===void 0?"":` (line ${line})`;const message=`\
Encountered exception while executing Javascript. Exception = ${error.message}${where}`;if(code==="timeout")return new Failure("timeout",message,{cause:error});
if(code==="limit"&&number!==void 0&&number===this.#statuses?.failure("tooLarge"))return new Failure("tooLarge",message,{cause:error});const isStatus=Number.isInteger(
number)&&number>=400&&number<=599;return new Failure("badRequest",message,{cause:error,...isStatus?{substatus:number}:{}})}};var ProvisionedThroughput=class{#tree;#environment;#sharedBudgets=new Map;constructor(tree,environment){this.#tree=tree;this.#environment=environment}offerOf(owner){
return this.#tree.catalog.list("offer").find(offer=>offer.body.offerResourceId===owner.rid)}makeOffer(owner,throughput){const offer=this.#tree.make("offer",void 0,
"",{resource:owner.body._self,offerType:"Invalid",offerResourceId:owner.rid,offerVersion:"V2",content:offerContent(throughput,provisionedRuPerSecond(throughput))});
return{...offer,id:offer.rid,body:{...offer.body,id:offer.rid}}}throughputFor(container){const offer=this.offerOf(container)??this.#sharedOffer(container);return offer?
throughputOf(offer):DEFAULT_THROUGHPUT}spendable(container){const ruPerSecond=provisionedRuPerSecond(this.throughputFor(container));const isShared=this.offerOf(
container)===void 0&&this.#sharedOffer(container)!==void 0;return isShared?{ruPerSecond,shared:this.#budgetsOf(container.parentRid,ruPerSecond)}:{ruPerSecond}}spendersOf(offer){
const{catalog}=this.#tree;const owner=offer.body.offerResourceId;const container=catalog.byRid("container",owner);if(container!==void 0)return[container];return catalog.
list("container",owner).filter(each2=>this.offerOf(each2)===void 0)}changeShared(ownerRid,ruPerSecond){if(this.#sharedBudgets.has(ownerRid))this.#changeBudgets(
ownerRid,ruPerSecond)}forget({rid}){this.#sharedBudgets.delete(rid)}#sharedOffer({parentRid}){const database=this.#tree.catalog.byRid("database",parentRid);return database&&
this.offerOf(database)}#budgetsOf(databaseRid2,ruPerSecond){return this.#sharedBudgets.get(databaseRid2)??this.#changeBudgets(databaseRid2,ruPerSecond)}#changeBudgets(databaseRid2,ruPerSecond){
const count=Math.ceil(ruPerSecond/PARTITION_RU_PER_SECOND_MAX);const nowMs=this.#environment.now();const known=this.#sharedBudgets.get(databaseRid2)??[];const budgets=Array.
from({length:count},(_,i)=>known[i]??newBudget(ruPerSecond/count,nowMs));for(const budget of budgets)budget.change(budgetSettings(ruPerSecond/count),nowMs);this.#sharedBudgets.
set(databaseRid2,budgets);return budgets}};var SPLIT_AGAIN_AFTER_GROWTH=1.25;function splitFullPartition(topology,background,container,space,openWhole){const partition=container.map.served.find(({state})=>state.
space===space);if(partition===void 0)return;const{id,store}=partition;store.watchSize(Number.POSITIVE_INFINITY);background.run(openWhole(container.resource).then(
whole=>topology.split(whole,id,"data")).then(halves=>{for(const{state,isServed,store:store2}of halves){if(isServed&&store2.isTooLarge)splitFullPartition(topology,
background,container,state.space,openWhole)}},error=>{store.watchSize(store.summary.bytes*SPLIT_AGAIN_AFTER_GROWTH);container.environment.log("warn",`Partition ${id}\
 of container '${container.resource.id}' is over its storage limit, and was not split: ${error.message}`)}))}async function*checkContainers({catalog},storage,open){for(const database of catalog.list("database")){for(const resource of catalog.list("container",database.rid)){
const names={database:database.id,container:resource.id};try{for(const{id,store}of(await open(resource)).map.partitions){yield{...names,range:id,report:await checkPartition(
store,storage)}}}catch(error){if(!(error instanceof Corruption))throw error;yield{...names,range:"any",report:unreadable2(error)}}}}}async function checkPartition(store,storage){
const moment=storage.moment();try{return await store.check(moment)}finally{moment.close()}}function unreadable2({finding}){return{items:0,logicalPartitions:0,indexEntries:0,
findings:[finding]}}import assert9 from"node:assert/strict";function renewGeneration(container,catalog){return changeState(catalog,container.rid,state=>{const{indexes,resource}=container;const definition=indexDefinitionOf(
resource.body);if(indexes.isChanging||isUpToDate(indexes.states[0],definition))return state;return{...state,indexGenerations:indexes.next(definition)}},changed=>container.
adopt(changed))}function rebuildIndex(container,catalog,isStopped){return container.inWholeTurn(async()=>{const{indexes}=container;if(!indexes.isChanging)return;
const generation=indexes.current;if(!await reindex(container,isStopped))return;await changeState(catalog,container.rid,state=>{assert9.equal(state.indexGenerations.
at(-1).generation,generation,"the policy was changed again");return{...state,indexGenerations:state.indexGenerations.slice(-1)}},changed=>container.adopt(changed))})}
async function reindex(container,isStopped){const{database,container:name}=container.names;const log=new WorkLog(container.environment,`The index of container '${name}\
' in database '${database}'`,container.totals().items);const progress={isStopped,seen:items=>{log.seen(items);container.noteIndexed(log.percent)}};for(const{store}of container.
map.partitions){if(!await store.reindex(progress))return false}log.end("follows the changed policy");return true}var IndexRebuilds=class{#catalog;#background;#open;#running=new Set;constructor(catalog,background,open){this.#catalog=catalog;this.#background=background;this.#open=
open}start(resource){if(hasWork(resource)&&!this.#running.has(resource.rid)){this.#background.run(this.#applyPolicies(resource))}}async#applyPolicies(resource){
const{rid}=resource;const isStopped=()=>this.#background.isStopped||this.#catalog.byRid("container",rid)===void 0;this.#running.add(rid);try{const container=await this.#open(
resource);while(hasWork(container.resource)&&!isStopped()){if(!container.indexes.isChanging)await renewGeneration(container,this.#catalog);await rebuildIndex(container,
this.#catalog,isStopped)}}finally{this.#running.delete(rid)}}};function hasWork(resource){const{indexGenerations}=stateOf(resource);return indexGenerations.length>
1||!isUpToDate(indexGenerations[0],indexDefinitionOf(resource.body))}var PROGRESS_MS=5e3;function moveLongKeys({catalog},sources,setAside){return sources.storage.bringUpToDate(async()=>{const progress=new MoveProgress(sources,setAside.
path);for(const database of catalog.list("database")){for(const container of catalog.list("container",database.rid)){if(!mayHaveMisplaced(container))continue;const names={
database:database.id,container:container.id};await moveInContainer(container,sources,{moved:items=>progress.moved(items),setAside:async items=>{await setAside.keep(
items.map(json=>`${JSON.stringify({...names,item:JSON.parse(json.toString())})}
`));progress.setAside+=items.length}})}}progress.end()})}function mayHaveMisplaced({body}){const{kind,version}=PartitionKey.of(body.partitionKey);return kind===
"Hash"&&version===1}async function moveInContainer(container,sources,observer){const context=containerContext(container,sources,()=>{});for(const{space}of stateOf(
container).partitions){await sources.storage.rehashPartition(space,context,observer)}}var MoveProgress=class{setAside=0;#path;#environment;#items=0;#toldAt;constructor({
environment},path){this.#path=path;this.#environment=environment;this.#toldAt=environment.now()}moved(items){this.#items+=items;if(this.#environment.now()<this.#toldAt+
PROGRESS_MS)return;this.#toldAt=this.#environment.now();this.#environment.log("info",`Moving items with long partition keys: ${this.#items} so far.`)}end(){if(this.#items===
0)return;this.#environment.log("info",`${this.#items} items with partition keys of over 100 characters were moved: the version that wrote them hashed such keys \
wrongly.`);if(this.setAside===0)return;this.#environment.log("warn",`${this.setAside} of these items could not stay: their keys begin with the same 100 characte\
rs as others, which makes them one logical partition, and another item there has the same id or unique values. They are in ${this.#path} now.`)}};async function*restoreContainers({catalog},sources,saved,lost){for(const database of catalog.list("database")){for(const resource of catalog.list("container",database.
rid)){const names={database:database.id,container:resource.id};const report=loss=>lost({...names,...loss});yield{...names,items:await restoreContainer(resource,
sources,saved,report)}}}}async function restoreContainer(resource,sources,saved,report){const context=containerContext(resource,sources,()=>{});const partitionKey=PartitionKey.
of(resource.body.partitionKey);let items=0;for(const{space}of stateOf(resource).partitions){const dropped=await droppedNumbers(saved,space);const told=new Set;const tell=(ref,loss)=>{
told.add(ref);report(loss)};const restored=await sources.storage.restorePartition(space,context,{items:provenItems(saved,space,dropped,tell),lsn:await lsnOf(saved,
space),keyOf:item=>keyText(partitionKey.extract(item.document)),refused:item=>tell(item.ref,{id:item.id,item:item.json,reason:"another item has its id, a unique\
 value or its place"})});items+=restored.items;await context.logicalNumbers.raise(restored.numberMax);let epks;for await(const{key,value}of saved.rows(space,Kind.
id)){const ref=value.toString("latin1");if(told.has(ref)||dropped.has(logicalNumberOf(ref)))continue;if(await sources.storage.hasItem(space,ref))continue;epks??=
await epksOf(saved,space);report(missing(key,epks))}}return items}async function droppedNumbers(saved,space){const dropped=new Set;for await(const{key}of saved.
rows(space,Kind.dropped))dropped.add(numberOfDroppedKey(key));return dropped}async function*provenItems(saved,space,dropped,tell){const logged=await loggedPlaces(
saved,space);for await(const{key,value,isLast}of saved.rows(space,Kind.item)){const ref=refAtEnd(key);if(dropped.has(logicalNumberOf(ref)))continue;const item=readableItem(
ref,value);if(item===void 0)tell(ref,{reason:`the item at ${hex(ref)} cannot be read`});else if(isLast||logged.has(placeName(item)))yield item;else tell(ref,{id:item.
id,item:item.json,reason:"a later write of it may be lost"})}}async function loggedPlaces(saved,space){const doubtful=new Set;if(!saved.hasLosses)return doubtful;
for await(const{key,value,isLast}of saved.rows(space,Kind.item)){const item=isLast?void 0:readableItem(refAtEnd(key),value);if(item!==void 0)doubtful.add(placeName(
item))}const logged=new Set;if(doubtful.size===0)return logged;for await(const{key,value,isLast}of saved.rows(space,Kind.log)){const name=`${key.toString("hex")}\
 ${value.toString("hex")}`;if(isLast&&doubtful.has(name))logged.add(name)}return logged}function placeName({lsn,place,ref}){return`${logKey(lsn,place).toString(
"hex")} ${hex(ref)}`}function readableItem(ref,record){try{const item=StoredItem.decode(ref,record);const isOwn=StoredItem.decode(void 0,record).ref===ref;return isOwn&&
typeof item.id==="string"?item:void 0}catch(error){if(!(error instanceof Corruption))throw error;return void 0}}async function lsnOf(saved,space){for await(const{
value}of saved.rows(space,Kind.summary))return decodeSummary(value).lsn;return 0}function missing(key,epks){for(let end=2;end<key.length;end++){if(epks.has(key.
toString("latin1",1,end)))return{id:key.toString("utf8",end),reason:"its content is lost"}}return{reason:`its content is lost; its id is at the end of ${key.toString(
"hex")}`}}async function epksOf(saved,space){const epks=new Set;for await(const{key}of saved.rows(space,Kind.logical))epks.add(epkOfLogicalKey(key).toString("la\
tin1"));return epks}function hex(ref){return Buffer.from(ref,"latin1").toString("hex")}var VectorUpkeep=class{#background;#running=new Set;constructor(background){this.#background=background}start(container){const{rid,indexes}=container;const isNeeded=indexes.
vectorIndexes.some(({isQuantized})=>isQuantized);if(!isNeeded||this.#running.has(rid)||this.#background.isStopped)return;this.#running.add(rid);this.#background.
run(this.#tend(container).finally(()=>this.#running.delete(rid)))}async#tend(container){for(const{store}of container.map.served){if(this.#background.isStopped)return;
if(!await store.vectorsNeedTending())continue;await container.turns.run(async()=>{if(container.map.served.some(partition=>partition.store===store))await store.tendVectors(
()=>this.#background.isStopped)})}}};var Engine=class _Engine{environment;databases;containers;resources;offers;partitions;naming;grants;items;queries;feeds;procedures;checkpoint;tree;scripts;topology;provisioned;throughput;#sources;#openContainers;#background;#rebuilds;#scaleOut;#vectors;#ownership;constructor(options,{
catalog,background,cache}){const{storage,environment,newPartitions,storageLimits=DEFAULT_STORAGE_LIMITS,ownership=ALONE}=options;const tree=new ResourceTree(catalog,
environment);const provisioned=new ProvisionedThroughput(tree,environment);const topology=new PartitionTopology(catalog,()=>background.isStopped);const sources={
storage,cache,environment,storageLimits};const containers=new OpenContainers(tree,{...sources,ownership,throttle:options.throttle,throughput:resource=>provisioned.
spendable(resource),partitionFull:(container,space)=>splitFullPartition(topology,background,container,space,resource=>containers.openWhole(resource))});const scaleOut=new ScaleOut(
catalog,containers,topology,background);const throughput=new ThroughputControl(tree,provisioned,containers,scaleOut);const rebuilds=new IndexRebuilds(catalog,background,
resource=>containers.openWhole(resource));const scripts=new Scripts(new ScriptRunner({environment}),catalog,options.scriptStatuses);this.environment=environment;
this.checkpoint=options.checkpoint;this.databases=new Databases(tree,environment,provisioned,containers);this.containers=new Containers({tree,environment,provisioned,
containers,rebuilds,newPartitions});this.resources=new PlainResources(tree,environment);this.offers=new Offers(tree,environment,throughput);this.partitions=new Partitions(
{tree,containers,topology,provisioned,throughput,ownership});this.naming=new ContainerNaming(tree,environment,containers);this.grants=new Grants(tree,containers);
this.items=new ItemOperations(containers,scripts);this.queries=new QueryOperations(containers,scripts,environment);this.feeds=new FeedOperations(containers,environment);
this.procedures=new ProcedureOperations(containers,tree,scripts);this.tree=tree;this.scripts=scripts;this.topology=topology;this.provisioned=provisioned;this.throughput=
throughput;this.#sources=sources;this.#openContainers=containers;this.#background=background;this.#rebuilds=rebuilds;this.#scaleOut=scaleOut;this.#vectors=new VectorUpkeep(
background);this.#ownership=ownership}static async open(options){await options.storage.checkFormat();const background=new Background(options.environment);const cache=new ItemCache(
options.cacheBytes);const catalog=await Catalog.open(options.storage.catalog,options.ownership??ALONE,{unused:space=>cache.deleteSpace(space),emptyingFailed:error=>{
if(background.isStopped)return;const message=`A dropped key space is not empty yet, and is tried again later: ${String(error)}`;options.environment.log("error",
message)}});return new _Engine(options,{catalog,background,cache})}bringUpToDate(setAside){return moveLongKeys(this.tree,this.#sources,setAside)}resume(){if(this.#background.
isStopped)return;this.tree.catalog.emptyDroppedSpaces();for(const resource of this.#allContainers()){if(!this.#ownership.serves(resource,stateOf(resource).partitions[0].
space))continue;this.#rebuilds.start(resource);this.#scaleOut.resume(resource)}}tendVectors(container){this.#vectors.start(container)}stop(){this.#background.stop()}inBackground(work){
this.#background.run(work)}settled(){return this.#background.settled()}async close(){this.stop();await this.settled();await this.scripts.close();await this.#sources.
storage.close();await this.tree.catalog.settled()}check(){return checkContainers(this.tree,this.#sources.storage,resource=>this.containerOf(resource))}restore(saved,lost){
return restoreContainers(this.tree,this.#sources,saved,lost)}usedSpaces(){return new Set(this.#allContainers().flatMap(resource=>stateOf(resource).partitions.map(
({space})=>space)))}leave(parts,left){return this.tree.catalog.whileUnchanged(async()=>{left();await this.#openContainers.leave(parts);for(const{container}of parts){
const isShared=this.provisioned.offerOf(container)===void 0;if(isShared)this.provisioned.forget({rid:container.parentRid})}})}staysWhole({rid,state}){const{targetPartitions}=state;
return targetPartitions!==void 0||this.#openContainers.opened(rid)?.staysWhole===true}containersToSweep(){const isServed=container=>stateOf(container).partitions.
some(({space})=>this.#ownership.serves(container,space));return this.#allContainers().filter(isServed).filter(({rid,body})=>this.#openContainers.opened(rid)!==void 0||
body.defaultTtl!==void 0||body.changeFeedPolicy!==void 0)}containerOf(resource){return this.#openContainers.open(resource)}openContainer(database,container){return this.
containerOf(this.#openContainers.find({database,container}))}#allContainers(){const{catalog}=this.tree;return catalog.list("database").flatMap(({rid})=>catalog.
list("container",rid))}};var CONSISTENCY_LEVELS=["Strong","BoundedStaleness","Session","ConsistentPrefix","Eventual"];function readMultiplier(level){return level==="Strong"||level==="Bo\
undedStaleness"?2:1}var THROTTLE_MODES=["observe","enforce"];import{compareEpk as compareEpk6,epkRangeOfPrefix as epkRangeOfPrefix4,fromHex as fromHex5}from"@orrerydb/keys/hash";var tables=new WeakMap;function partitionSpaces(container){return tableOf(container).partitions.map(({space})=>space)}function askedPartition(container,asked){const table=tableOf(
container);const{partitions}=table;const named2=partitions.length===1||asked===void 0?void 0:namedPartition(table,asked());return(named2??partitions[0]).space}function namedPartition(table,{
key,rangeId,epk}){const{partitions}=table;if(rangeId!==void 0)return partitions.find(({id})=>id===rangeId);const place=key===void 0?epk:epkOf(table,key);return place&&
partitions.findLast(({min})=>compareEpk6(min,place)<=0)}function epkOf({partitionKey},key){try{const isPart=key.length>0&&key.length<partitionKey.paths.length;return isPart?
epkRangeOfPrefix4(key,partitionKey).min:partitionKey.epk(partitionKey.checkFull(key))}catch(error){if(error instanceof Failure)return void 0;throw error}}function tableOf(container){
let table=tables.get(container);if(table===void 0){const partitions=stateOf(container).partitions.map(({id,min,space})=>({id:String(id),min:fromHex5(min),space})).
sort((a,b)=>compareEpk6(a.min,b.min));table={partitionKey:PartitionKey.of(container.body.partitionKey),partitions};tables.set(container,table)}return table}var KEPT_QUERY_LIMITS={textBytesMax:queryLimits.textBytesMax,joinsMax:queryLimits.joinsMax,shapePositionsMax:VERTICES_MAX};var AccountConsistency=class{level;#allowed;#ownMultiplier;#multipliers;constructor(level,target="account"){const isCopy=target==="copy";const multiplierOf=isCopy?
()=>1:readMultiplier;this.level=level;this.#allowed=isCopy?CONSISTENCY_LEVELS:CONSISTENCY_LEVELS.slice(CONSISTENCY_LEVELS.indexOf(level));this.#ownMultiplier=multiplierOf(
level);this.#multipliers=new Map(this.#allowed.flatMap(allowed=>[[allowed,multiplierOf(allowed)],[allowed.toLowerCase(),multiplierOf(allowed)]]))}isSession(asked){
return(asked??this.level).toLowerCase()==="session"}readMultiplier(asked){if(asked===void 0)return this.#ownMultiplier;const multiplier2=this.#multipliers.get(asked)??
this.#multipliers.get(asked.toLowerCase());if(multiplier2!==void 0)return multiplier2;throw new Failure("badRequest",`ConsistencyLevel ${asked} specified in the\
 request is invalid when service is configured with consistency level ${this.level}. Ask for ${this.#allowed.join(" or ")}, or leave the level out.`)}};var UNMETERED_CHARGES={failure:EARLY_REFUSAL_CHARGE,account:NO_DATA_CHARGE,control:NO_DATA_CHARGE};var ITEMS_PER_ROUND=1e4;async function sweepContainer(container,itemsMax=ITEMS_PER_ROUND){const report={expired:0,dropped:0,versions:0};for(const{store}of container.
map.served){report.expired+=await store.removeExpired(itemsMax);report.dropped+=await store.removeDropped(itemsMax);const keptSince=container.nowSeconds()-container.
versionSeconds;report.versions+=await store.trimVersions(container.versionSeconds>0?keptSince:keptSince+1)}return report}async function sweepEngine(engine2){const total={
expired:0,dropped:0,versions:0};for(const resource of engine2.containersToSweep()){try{const container=await engine2.containerOf(resource);engine2.tendVectors(container);
container.watchWrites();const{expired,dropped,versions}=await sweepContainer(container);total.expired+=expired;total.dropped+=dropped;total.versions+=versions}catch(error){
if(error instanceof ServedElsewhere)continue;if(error instanceof Failure&&error.code==="notFound")continue;engine2.environment.log("error",`Container '${resource.
id}' was not swept: ${String(error)}`)}}return total}export{DEFAULT_STORAGE_LIMITS,shownValue,NESTING_LEVELS_MAX,ARRAY_ELEMENT,quotedSegment,parsePath,partitionSpaces,askedPartition,workerEntry,etagText,StoredItem,
VectorRole,NO_SET,UNASSIGNED,setId,numberOfSet,rolePrefix,setKey,fullKey,setPrefix,cellPrefix,quantizedKey,centroidKey,encodeFull,withPlace2 as withPlace,placeOfFull,
readFull,encodeCentroid,encodeSetHeader,cellVector,normalize,distanceSquare,readSetHeaders,readSet,cachePrefix,ServedElsewhere,ridText,ridBytes,containerNameLink,
TIMESTAMP_MAX,timestampOf,readCharge,createCharge,deleteCharge,replaceCharge,patchCharge,PARTITION_RU_PER_SECOND_MAX,initialPartitionCount,QueryError,cachedQuery,
atOnce,NearWords,DIGEST_BYTES2 as DIGEST_BYTES,CUT_STRING_BYTES_MIN,encodeValue,encodeText,decodeValue,decodeKey,partitionKeysOf,pathIndex,decodeCompositeKey,CompositeDecoder,
textTermSteps,textTerms,noWork,FIRST_BATCH,nextBatch,INDEX_PREFIX_BYTES,indexPrefix,valueAt,queryCharge,withSystemProperties,systemProperties,joined,joinedJson,
withoutSystemProperties,whenKnown,answersItem,NO_WORDS,addWords,negatedWords,isSameWords,encodeLogicalRecord,decodeLogicalRecord,checkRoom,readSummary,EMPTY_SUMMARY,
encodeSummary,decodeSummary,addTotals,readChanges,encodeVersion,decodeVersion,readVersions,trimVersions,PartitionCopy,PARTITIONS_MAX,Engine,KEPT_QUERY_LIMITS,CONSISTENCY_LEVELS,
AccountConsistency,THROTTLE_MODES,UNMETERED_CHARGES,sweepEngine};
