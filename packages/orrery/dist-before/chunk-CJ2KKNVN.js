import{askControl}from"./chunk-5KZWRL55.js";import{InProcessHttpClient,connectionString,plantSeed,readSeed,startServer}from"./chunk-P3KSX3NC.js";import{
LevelStore,systemEnvironment,withControllableClock}from"./chunk-KB5MD3PU.js";import{storeFolder}from"./chunk-NC73DPF2.js";import{endpointOf}from"./chunk-4GC6BSGV.js";
import{DEFAULT_CONSISTENCY,DEFAULT_HOST,WELL_KNOWN_KEY}from"./chunk-SSPL66FW.js";import{GatewayRequest}from"./chunk-5G7ROUXY.js";import{MemoryStore}from"./chunk-4OGY6332.js";
import{CONSISTENCY_LEVELS,DEFAULT_STORAGE_LIMITS,PARTITIONS_MAX,THROTTLE_MODES,shownValue}from"./chunk-2RYLY42K.js";import{rm as rm2}from"node:fs/promises";import{Agent}from"node:https";function containerPath(name){const[database,container]=namesOf(name);return`dbs/${encodeURIComponent(database)}/colls/${encodeURIComponent(container)}`}function containerNameText(name){
return namesOf(name).join("/")}function namesOf(name){if(typeof name!=="string")return"id"in name?[name.database.id,name.id]:[name.database,name.container];const[
database,container,...more]=name.split("/");if(!database||!container||more.length>0)throw new TypeError(`A container is named by its database and itself, as "sh\
op/carts", not "${name}".`);return[database,container]}var FaultControl=class{#ask;constructor(ask){this.#ask=ask}add(rule){return this.#ask("POST","faults",rule)}async list(){return(await this.#ask("GET","faults")).
rules}read(id){return this.#ask("GET",`faults/${encodeURIComponent(id)}`)}enable(id){return this.#ask("PUT",`faults/${encodeURIComponent(id)}`,{enabled:true})}disable(id){
return this.#ask("PUT",`faults/${encodeURIComponent(id)}`,{enabled:false})}remove(id){return this.#ask("DELETE",`faults/${encodeURIComponent(id)}`)}async clear(){
await this.#ask("DELETE","faults")}};var Control=class{faults;clock;#ask;constructor(ask){this.#ask=ask;this.faults=new FaultControl(ask);this.clock={read:()=>ask("GET","clock"),advance:ms=>ask("PO\
ST","clock",{advanceMs:ms})}}async reset(){return(await this.#ask("POST","reset")).databases}requests({from,limit=100,container,failed=false}={}){const filter=new URLSearchParams(
{limit:String(limit),failed:String(failed)});if(from!==void 0)filter.set("from",String(from));if(container!==void 0)filter.set("container",containerNameText(container));
return this.#ask("GET",`requests?${filter}`)}async containers(){return(await this.#ask("GET","containers")).containers}async partitions(of){return(await this.#ask(
"GET",`${containerPath(of)}/partitions`)).partitions}hotKeys(of,{limit=20}={}){return this.#ask("GET",`${containerPath(of)}/keys?limit=${limit}`)}async history(of,{
unit="minutes",limit}={}){const target=`${containerPath(of)}/history?unit=${unit}${limit===void 0?"":`&limit=${limit}`}`;return(await this.#ask("GET",target)).partitions}split(of,partition,point={}){
return this.#ask("POST",`${containerPath(of)}/partitions/${encodeURIComponent(partition)}/split`,point)}shareOut(of,count){return this.#ask("PUT",`${containerPath(
of)}/partitions`,{count})}merge(of,partitions,{force=false}={}){return this.#ask("POST",`${containerPath(of)}/merge`,{partitions,force})}redistribute(of,targets){
return this.#ask("POST",`${containerPath(of)}/redistribute`,targets===void 0?{}:{targets})}async throttle(of,mode){const target=`${containerPath(of)}/throttle`;
const asked=mode===void 0?this.#ask("GET",target):this.#ask("PUT",target,{mode});return(await asked).mode}};var isText=value=>typeof value==="string"&&value!=="";var isObject=value=>typeof value==="object"&&value!==null&&!Array.isArray(value);var isPort=value=>Number.
isInteger(value)&&Number(value)>=0&&Number(value)<=65535;var isSize=value=>Number.isSafeInteger(value)&&Number(value)>0;var isPartitionCount=value=>isSize(value)&&
Number(value)<=PARTITIONS_MAX;var oneOf=allowed=>[allowed.map(each=>JSON.stringify(each)).join(" or "),value=>allowed.includes(value)];var OPTIONS={data:["the n\
ame of a folder",isText],store:["the address of a PostgreSQL database",isText],seed:["an object, or the name of a file or folder",value=>isText(value)||isObject(
value)],durability:oneOf(["disk","process"]),port:["a whole number from 0 to 65535",isPort],direct:["a port or false",value=>value===false||isPort(value)],host:[
"an address",isText],key:["a text in base64",isText],throttle:oneOf(THROTTLE_MODES),consistency:oneOf(CONSISTENCY_LEVELS),storageLimits:["an object",isObject],partitions:[
`a whole number from 1 to ${PARTITIONS_MAX}`,isPartitionCount],controllableClock:["true or false",value=>typeof value==="boolean"],environment:["an object",isObject]};
var STORAGE_LIMITS={partitionBytes:["a number of bytes above 0",isSize],logicalPartitionBytes:["a number of bytes above 0",isSize]};var FUNCTION=["a function",value=>typeof value===
"function"];var ENVIRONMENT={now:FUNCTION,random:FUNCTION,log:FUNCTION,scheduler:["an object",isObject],clockControl:["an object",isObject]};function checkOptions(options){
check(options,OPTIONS,"startOrrery");const{storageLimits={},environment={}}=options;check(storageLimits,STORAGE_LIMITS,"'storageLimits' of startOrrery");check(environment,
ENVIRONMENT,"'environment' of startOrrery")}function check(given,known,whose){if(!isObject(given))throw new TypeError(`${whose} takes an object, not ${shownValue(
String(given))}.`);for(const[name,value]of Object.entries(given)){const rule=Object.hasOwn(known,name)?known[name]:void 0;if(rule===void 0)throw new TypeError(`${whose}\
 has no option '${name}'. It has: ${Object.keys(known).join(", ")}.`);const[words,isRight]=rule;if(value!==void 0&&!isRight(value))throw new TypeError(`The opti\
on '${name}' of ${whose} must be ${words}, not ${shown(value)}.`)}}function shown(value){return typeof value==="function"?"a function":shownValue(JSON.stringify(
value)??String(value))}import{randomUUID}from"node:crypto";import{mkdir,rm}from"node:fs/promises";import{basename,dirname,join}from"node:path";var FOLDER="copies";async function copyOf(store,dataFolder){if(store instanceof MemoryStore)return{memory:store.fork()};if(!(store instanceof LevelStore)||dataFolder===
void 0)throw new Error("Only what is in memory or in a data folder can be copied.");const copy=await newFolder(dataFolder);await store.fork(storeFolder(copy));return{
dataFolder:copy}}var DataCopy=class _DataCopy{#source;constructor(source){this.#source=source}static async of(store,dataFolder){return new _DataCopy(await copyOf(
store,dataFolder))}async open(){const source=this.#source;if("memory"in source)return{memory:source.memory.fork()};const copy=await newFolder(source.dataFolder);
await LevelStore.forkFolder(storeFolder(source.dataFolder),storeFolder(copy));return{dataFolder:copy}}async openIn(dataFolder){const source=this.#source;if("mem\
ory"in source||dataFolder===void 0)return this.open();await rm(storeFolder(dataFolder),{recursive:true});await LevelStore.forkFolder(storeFolder(source.dataFolder),
storeFolder(dataFolder));return{dataFolder}}async remove(){if("dataFolder"in this.#source)await rm(this.#source.dataFolder,{recursive:true,force:true})}};async function newFolder(dataFolder){
const isCopy=basename(dirname(dataFolder))===FOLDER;const folder=join(isCopy?dirname(dataFolder):join(dataFolder,FOLDER),randomUUID());await mkdir(folder,{recursive:true});
return folder}function removeCopies(dataFolder){return rm(join(dataFolder,FOLDER),{recursive:true,force:true})}async function startOrrery(options={}){checkOptions(options);const{data,seed}=options;if(data!==void 0)await removeCopies(data);const orrery=await InProcessOrrery.
start(options,data===void 0?{}:{dataFolder:data});try{if(seed!==void 0)await orrery.plant(seed);return orrery.members}catch(error){await orrery.stop();throw error}}
var InProcessOrrery=class _InProcessOrrery{key;endpoint;directPort;control;#options;#cosmos;#copies=[];#ownFolder;#server;constructor(options,server,cosmos,ownFolder){
this.#options=options;this.#server=server;this.#cosmos=cosmos;this.#ownFolder=ownFolder;this.key=keyOf(options);this.endpoint=endpointOf(hostOf(options),server.
port);this.directPort=server.directPort;this.control=new Control((method,target,body)=>askControl(sendTo(this.#serve),this.key,method,target,body))}static async start(options,source,aheadMs=0){
const sdk=import("@azure/cosmos").catch(()=>void 0);const server=await startServer({...serverSettings(options,aheadMs),...source}).catch(explainPort);const ownFolder="\
dataFolder"in source&&source.dataFolder!==options.data?source.dataFolder:void 0;return new _InProcessOrrery(options,server,await sdk,ownFolder)}get members(){const{
endpoint,key,directPort,control}=this;return{endpoint,key,connectionString:connectionString(endpoint,key),directPort,control,client:options=>this.client(options),
fork:()=>this.fork(),snapshot:()=>this.snapshot(),restore:snapshot=>this.restore(snapshot),reset:()=>this.reset(),stop:()=>this.stop()}}async plant(seed){await plantSeed(
this.#running.engine,typeof seed==="string"?await readSeed(seed):seed)}client(clientOptions={}){if(this.#cosmos===void 0)throw new Error("client() needs the pac\
kage @azure/cosmos: run `npm install @azure/cosmos`.");const{endpoint,key}=this;const{CosmosClient,Constants}=this.#cosmos;const transport=/^4\.0\./.test(Constants.
SDKVersion)?throughTls(endpoint):{endpoint,httpClient:new InProcessHttpClient(this.#serve)};return new CosmosClient({key,...transport,...clientOptions})}async fork(){
const source=await copyOf(this.#running.store,this.#folder);const{port:_,direct,seed:__,...options}=this.#options;const forked=await _InProcessOrrery.start({...options,
...direct===false?{direct}:{}},source,this.#aheadMs);return forked.members}async snapshot(){const copy=await DataCopy.of(this.#running.store,this.#folder);this.#copies.
push(copy);return copy}async restore(snapshot){const copy=snapshot;const server=this.#running;if(!this.#copies.includes(copy))throw new Error("Only a snapshot o\
f this Orrery can be restored.");const settings=serverSettings(this.#options,this.#aheadMs);const{port,directPort}=server;this.#server=void 0;await server.stop();
const source=await copy.openIn(this.#folder);const ports={port,...directPort===void 0?{}:{directPort}};this.#server=await startServer({...settings,...ports,...source})}async reset(){
await this.control.reset();if(this.#options.seed!==void 0)await this.plant(this.#options.seed)}async stop(){const server=this.#server;this.#server=void 0;await server?.
stop();for(const copy of this.#copies.splice(0))await copy.remove();if(this.#ownFolder!==void 0)await rm2(this.#ownFolder,{recursive:true,force:true})}get#folder(){
return this.#ownFolder??this.#options.data}get#running(){if(this.#server===void 0)throw new Error("This Orrery was stopped. Start another one, and take its clie\
nt.");return this.#server}get#aheadMs(){return this.#running.engine.environment.clockControl?.aheadMs??0}#serve=async request=>this.#running.gateway.serve(request)};
function keyOf(options){return options.key??WELL_KNOWN_KEY}function hostOf(options){return options.host??DEFAULT_HOST}function serverSettings(options,aheadMs){const environment={
...systemEnvironment("error"),...options.environment};return{host:hostOf(options),port:options.port??0,durability:options.durability??"process",throttle:options.
throttle??"observe",consistency:options.consistency??DEFAULT_CONSISTENCY,keys:{primary:keyOf(options)},environment:options.controllableClock===false?environment:
withControllableClock(environment,aheadMs),storageLimits:{...DEFAULT_STORAGE_LIMITS,...options.storageLimits},...options.partitions===void 0?{}:{newPartitions:options.
partitions},...options.direct===false?{}:{directPort:options.direct??0},...options.store===void 0?{}:{storeUrl:options.store}}}function explainPort(error){if(error.
code!=="EADDRINUSE")throw error;throw new Error(`Port ${error.port} of ${error.address} is in use by another program. Choose another, or leave it out for a free\
 one.`,{cause:error})}function throughTls(endpoint){return{endpoint:endpoint.replace(/^http:/,"https:"),agent:new Agent({rejectUnauthorized:false})}}function sendTo(serve){
return async(method,target,headers,body)=>{const request=new GatewayRequest({method,target,headers,secure:false,host:"localhost",readBody:async()=>Buffer.from(body??
""),isGone:()=>false,origin:"in process"});const answer=await serve(request);return{status:answer.status,text:answer.body?.toString()??""}}}function connectControl(server){const{endpoint,key}=typeof server==="string"?parseConnectionString(server):server;const ask=(method,target,body)=>askControl(async(_,path,headers,text)=>{
const response=await fetch(new URL(path,endpoint),{method,headers,...text===void 0?{}:{body:text}});return{status:response.status,text:await response.text()}},key,
method,target,body);return new Control(ask)}function parseConnectionString(text){const parts=new Map(text.split(";").map(part=>{const at=part.indexOf("=");return[
part.slice(0,at).trim(),part.slice(at+1).trim()]}));const endpoint=parts.get("AccountEndpoint");const key=parts.get("AccountKey");if(!endpoint||!key)throw new TypeError(
"A connection string has the form AccountEndpoint=http://127.0.0.1:8081/;AccountKey=\u2026; as the server prints it.");return{endpoint,key}}export{startOrrery,connectControl};
