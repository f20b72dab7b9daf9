async function forEachAtOnce(all,atOnce,work){const left=[...all];const worker=async()=>{for(let next=left.shift();next!==void 0;next=left.shift())await work(next)};
await Promise.all(Array.from({length:Math.min(atOnce,all.length)},worker))}import{parseStrategy}from"@orrerydb/keys";import{extractPartitionKey,murmur3x86of32,parsePartitionKeyPath}from"@orrerydb/keys/hash";var ItemKeys=class{definition;#strategy;#chance=0;constructor({
definition,strategy}){this.definition=definition;this.#strategy=strategy===void 0?void 0:parseStrategy(strategy,{random:()=>this.#chance})}get added(){return this.#strategy===
void 0?[]:addedPaths(this.#strategy).map(parsePartitionKeyPath)}keyed(item,identity){if(this.#strategy===void 0)return item;this.#chance=murmur3x86of32(new TextEncoder().
encode(identity))/2**32;return this.#strategy.apply(item)}of(item){return extractPartitionKey(item,this.definition)}};function addedPaths({into,dependsOn}){return into.
filter(path=>!dependsOn.includes(path))}function identityText(id,key){return JSON.stringify([id,...key.map(component=>component===void 0?{}:component)])}function sdkKey(key){
const values=key.map(component=>component===void 0?{}:component);return values.length===1?values[0]:values}var SYSTEM=new Set(["_rid","_self","_etag","_attachme\
nts","_ts","_lsn"]);function withoutSystem(item){return Object.fromEntries(Object.entries(item).filter(([name])=>!SYSTEM.has(name)))}var BULK_MAX=100;var BULKS_AT_ONCE=5;var PASSING=new Set([429,449]);var PAUSE_MS=50;var MINIMAL={contentResponseOnWriteEnabled:false};async function writeAll(container,writes,wait,atOnce=BULKS_AT_ONCE){
const{results,charge}=await runAll(container,writes.map(operationOf),wait,atOnce);const answers=results.map(({statusCode,eTag="",resourceBody})=>({status:statusCode,
etag:eTag,message:messageOf(resourceBody)}));return{answers,charge}}async function readAll(container,places,wait){const operations=places.map(({id,key})=>({operationType:"\
Read",id,partitionKey:sdkKey(key)}));const{results,charge}=await runAll(container,operations,wait,BULKS_AT_ONCE);const items=results.map(({statusCode,resourceBody})=>statusCode===
200?resourceBody:void 0);return{items,charge}}async function runAll(container,all,wait,atOnce){const results=[];let charge=0;const parts=Array.from({length:Math.
ceil(all.length/BULK_MAX)},(_,i)=>i*BULK_MAX);await forEachAtOnce(parts,atOnce,async from=>{let left=all.slice(from,from+BULK_MAX).map((operation,i)=>({operation,
place:from+i}));while(left.length>0){const operations=left.map(({operation})=>operation);const answers=await container.items.bulk(operations,{continueOnError:true},
MINIMAL);let pauseMs=0;left=left.filter(({place},i)=>{const answer=answers[i];charge+=answer.requestCharge??0;if(PASSING.has(answer.statusCode)){const{retryAfterMilliseconds}=answer;
pauseMs=Math.max(pauseMs,retryAfterMilliseconds??PAUSE_MS);return true}results[place]=answer;return false});if(left.length>0)await wait(pauseMs)}});return{results,
charge}}function operationOf({kind,id,key,etag,item}){const partitionKey=sdkKey(key);const ifMatch=etag;if(kind==="create")return{operationType:"Create",partitionKey,
resourceBody:item};if(kind==="upsert")return{operationType:"Upsert",partitionKey,resourceBody:item};if(kind==="delete")return{operationType:"Delete",id,partitionKey,
ifMatch};return{operationType:"Replace",id,partitionKey,ifMatch,resourceBody:item}}function messageOf(body){return String(body?.message??"")}export{forEachAtOnce,ItemKeys,addedPaths,identityText,sdkKey,withoutSystem,writeAll,readAll};
