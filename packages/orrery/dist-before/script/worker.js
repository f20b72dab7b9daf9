import{Realm,ScriptError,runSource,scriptLimits,tampered,toldError}from"../chunk-7HWEX7J4.js";import assert from"node:assert/strict";import{setPriority}from"node:os";import{parentPort,workerData}from"node:worker_threads";import{createHash}from"node:crypto";function generatedIds(seed){let generated=0;return()=>{const bytes=createHash("sha256").update(`${seed} ${generated++}`).digest();
bytes[6]=64|bytes[6]&15;bytes[8]=128|bytes[8]&63;return bytes.toString("hex",0,16).replace(/^(.{8})(.{4})(.{4})(.{4})/,"$1-$2-$3-$4-")}}function readRunState(text,newId){const state=fields(JSON.parse(text));if(state.kind==="operation")return{kind:"operation",operation:readOperation(fields(state.
operation),newId)};if(state.kind!=="done")throw tampered();const end={request:optionalText(state.request),response:optionalText(state.response),log:string(state.
log)};return{kind:"done",end}}function readOperation(operation,newId){switch(operation.kind){case"create":return{kind:"create",body:newItem(operation,newId),indexing:indexing(
operation.indexing)};case"upsert":return{kind:"upsert",body:newItem(operation,newId),indexing:indexing(operation.indexing),...condition("ifMatch",operation.ifMatch)};case"\
replace":return{kind:"replace",item:itemLink(operation.item),body:item(operation.body),indexing:indexing(operation.indexing),...condition("ifMatch",operation.ifMatch)};case"\
delete":return{kind:"delete",item:itemLink(operation.item),...condition("ifMatch",operation.ifMatch)};case"read":return{kind:"read",item:itemLink(operation.item),
...condition("ifNoneMatch",operation.ifNoneMatch)};case"readFeed":return{kind:"readFeed",...feedPage(operation)};case"query":return{kind:"query",query:string(operation.
query),parameters:parameters(operation.parameters),...feedPage(operation)};default:throw tampered()}}function fields(value){if(typeof value==="object"&&value!==
null&&!Array.isArray(value))return value;throw tampered()}function string(value){if(typeof value==="string")return value;throw tampered()}function optionalText(value){
return value===void 0?void 0:string(value)}function item(value){return fields(value)}function newItem(operation,newId){const body=item(operation.body);return operation.
generateId===true?{...body,id:newId()}:body}function itemLink(value){const link=fields(value);if(link.by==="id"||link.by==="rid")return{by:link.by,value:string(
link.value)};throw tampered()}function indexing(value){if(value==="default"||value==="include"||value==="exclude")return value;throw tampered()}function condition(name,etag){
return etag===void 0?{}:{[name]:string(etag)}}function feedPage({pageSize,continuation}){if(typeof pageSize!=="number"||!(pageSize>=1&&pageSize<=scriptLimits.pageSizeMax))
throw tampered();return continuation===void 0?{pageSize}:{pageSize,continuation:string(continuation)}}function parameters(value){if(!Array.isArray(value))throw tampered();
return value.map(entry=>{const parameter=fields(entry);return{name:string(parameter.name),value:parameter.value??null}})}async function runScript(job,{realm,call:call2}){const run2=realm.open(runConfig(job));const newId=generatedIds(job.seed);const start=realm.property(run2,"start");
const next=realm.property(run2,"next");const deliver=realm.property(run2,"deliver");realm.call(start,[realm.compile(job.body,`${job.name}.js`)]);for(let operations=0;;operations++){
realm.runJobs();const state=realm.call(next,[]).consume(text=>readState(realm,text,newId));if(state.kind==="done")return state.end;if(operations>=scriptLimits.operationsMax){
throw new ScriptError("limit",`A script may do ${scriptLimits.operationsMax} operations.`)}const result=realm.string(JSON.stringify(await call2(state.operation)));
realm.call(deliver,[result]);result.dispose()}}function readState(realm,text,newId){return readRunState(realm.text(text,scriptLimits.messageCharactersMax),newId)}
function runConfig(job){return{parameters:job.parameters,startMs:job.startMs,seed:job.seed,request:job.request,...job.response===void 0?{}:{response:job.response},
selfLink:job.selfLink,altLink:job.altLink,logging:job.enableLogging,acceptUntilMs:job.startMs+job.timeoutMs*scriptLimits.acceptingShare,operationsMax:scriptLimits.
operationsMax,pageSizeMax:scriptLimits.pageSizeMax,bodyCharactersMax:scriptLimits.bodyCharactersMax,logCharactersMax:scriptLimits.logCharactersMax}}assert(parentPort!==null,"this module is the entry of a worker thread");var port=parentPort;var module=workerData;if(process.platform==="linux")setPriority(5);var idle=await createRealm();
var receive;port.on("message",message=>{if(message.kind==="run")void run(message.job);else receive?.(message.result)});send({kind:"ready"});function createRealm(){
const{runMemoryPages,runStackBytes}=scriptLimits;return Realm.create(runSource,{module,memoryPages:runMemoryPages,stackBytes:runStackBytes})}function send(message){
port.postMessage(message)}function call(operation,steps){return new Promise(resolve=>{receive=resolve;send({kind:"operation",steps,operation})})}async function run(job){
const realm=idle??await createRealm();idle=void 0;send(await runToEnd(job,realm));if(!realm.sandbox.reusable)return;realm.sandbox.rewind();idle=realm}async function runToEnd(job,realm){
const{sandbox}=realm;try{const end=await runScript(job,{realm,call:operation=>call(operation,sandbox.stepsTaken)});return{kind:"done",steps:sandbox.stepsTaken,end}}catch(error){
if(!(error instanceof ScriptError))throw error;return{kind:"failed",steps:sandbox.stepsTaken,...toldError(error)}}}
