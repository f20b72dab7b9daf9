import{LevelStore,openStore}from"./chunk-KB5MD3PU.js";import{makeCheckpoint,removeCheckpoints}from"./chunk-2X4TLY2U.js";import{endpointOf}from"./chunk-4GC6BSGV.js";
import{DEFAULT_CACHE_BYTES,shareCache}from"./chunk-SSPL66FW.js";import{AccountKeys,FRAMES_FD,FromFront,ToFront,answerText,authenticate,createListener,readRequestText,
requestOfStream,sign,stringToSign,writeToStream}from"./chunk-HOD52LCP.js";import{OWN_PART,PieceSender,Trunk,askedNode,isOwnPart,parseEpk,parseEpkRange,requestOfLines,
spendingAnswer,trunkProof}from"./chunk-7C4VGX5Y.js";import{FrameChannel,TRUNK_LIMITS,TRUNK_PREFACE,TrunkKind}from"./chunk-SZGB2INA.js";import{COPIES,
WRITE_QUORUM,replicaPath}from"./chunk-44AUGP7U.js";import{AddressCounts,LISTENER_LIMITS,OUTCOME_STATUS,activityIdOf,clientFacts,commonHeaders,containerHeaders,
failureResponse,listenOn,ownerHeaders,parseSessionToken,rangeHeaders,refusalResponse,statusOf,withoutContentPath,writeResponse}from"./chunk-XKXI46I4.js";import{
BODY_BYTES_MAX,CONTROL_PREFIX,GatewayRequest,RequestHeader,ResponseHeader,bodyTooLarge,clientGone,errorBody,errorsMessage,parsePartitionKeyHeader,parseResourcePath}from"./chunk-5G7ROUXY.js";
import{Storage}from"./chunk-IDJ3P7AN.js";import{MemoryStore}from"./chunk-4OGY6332.js";import{ARRAY_ELEMENT,AccountConsistency,Engine,KEPT_QUERY_LIMITS,
NESTING_LEVELS_MAX,THROTTLE_MODES,TIMESTAMP_MAX,UNMETERED_CHARGES,answersItem,parsePath,quotedSegment,ridBytes,ridText,shownValue,sweepEngine,workerEntry}from"./chunk-2RYLY42K.js";
import{Failure,LARGE_PIECE_BYTES,inPieces}from"./chunk-YRRMZR6P.js";import{parseInPieces}from"./chunk-2VM4AD4A.js";import{STATE_CONTAINER}from"./chunk-MVGD2D4R.js";
import{nearestName}from"./chunk-PGSEBUOL.js";import{UsageError}from"./chunk-V6AEYMQJ.js";import{PRODUCT_VERSION}from"./chunk-2NNTH3NB.js";import{readdir,readFile,stat}from"node:fs/promises";import{join,parse}from"node:path";var SeedError=class extends Error{name="SeedError"};var AT_ONCE=64;var TERMS={priority:"High",bucket:0,readMultiplier:1};async function plantSeed(engine,seed){checkSeed(
seed);for(const[database,containers]of Object.entries(seed)){await unlessThere(`database '${database}'`,()=>engine.databases.create({id:database}));for(const[container,
definition]of Object.entries(containers))await plantContainer(engine,{database,container},definition)}}var MEMBERS=["partitionKey","throughput","partitions","it\
ems","indexingPolicy","defaultTtl","uniqueKeyPolicy","conflictResolutionPolicy","computedProperties","vectorEmbeddingPolicy","fullTextPolicy","geospatialConfig",
"changeFeedPolicy","clientEncryptionPolicy","analyticalStorageTtl"];function checkSeed(seed){if(!isObject(seed))throw new SeedError("A seed is an object: databa\
ses by their names.");for(const[database,containers]of Object.entries(seed)){if(!isObject(containers))throw new SeedError(`The seed's database '${database}' mus\
t be an object: containers by their names.`);for(const[container,definition]of Object.entries(containers))checkContainer(`container '${database}/${container}'`,
definition)}}function checkContainer(what,definition){if(!isObject(definition))throw new SeedError(`The seed's ${what} must be an object: its definition.`);const unknown=Object.
keys(definition).find(member=>!MEMBERS.includes(member));if(unknown!==void 0){const near=nearestName(unknown,MEMBERS);const hint=near===void 0?`It may have ${MEMBERS.
join(", ")}.`:`Did you mean '${near}'?`;throw new SeedError(`The seed's ${what} has no member '${unknown}'. ${hint}`)}const{items=[]}=definition;if(!Array.isArray(
items)||!items.every(isObject))throw new SeedError(`The 'items' of the seed's ${what} must be a list of objects.`)}function isObject(value){return typeof value===
"object"&&value!==null&&!Array.isArray(value)}async function plantContainer(engine,address,{items=[],throughput,partitions,...definition}){const what=`container\
 '${address.database}/${address.container}'`;const body={id:address.container,...definition,partitionKey:keyDefinition(definition.partitionKey,what)};const isNew=await unlessThere(
what,()=>engine.containers.create(address.database,plain(body),{knowsPartitionKeys:true,...throughput===void 0?{}:{ruPerSecond:throughput},...partitions===void 0?
{}:{partitions}}));if(!isNew)return;const mode=await engine.partitions.throttle(address);await engine.partitions.setThrottle(address,"observe");for(let first=0;first<
items.length;first+=AT_ONCE){await Promise.all(items.slice(first,first+AT_ONCE).map((item,i)=>unlessThere(`item ${first+i+1} of ${what}`,()=>engine.items.upsert(
address,plain(item),{terms:TERMS}))))}await engine.partitions.setThrottle(address,mode)}async function unlessThere(what,create){try{await create();return true}catch(error){
if(!(error instanceof Failure))throw error;if(error.code==="conflict"||error.code==="databaseExists")return false;throw new SeedError(`The seed's ${what} is ref\
used: ${error.message}`)}}function plain(value){return JSON.parse(JSON.stringify(value))}function keyDefinition(given2,what){const paths=typeof given2==="string"?
[given2]:given2?.paths;if(!Array.isArray(paths))throw new SeedError(`The seed's ${what} needs a 'partitionKey', such as "/customer".`);const kind=paths.length>1?
"MultiHash":"Hash";return{kind,version:2,...typeof given2==="string"?{}:given2,paths}}async function readSeed(path){const found=await stat(path).catch(()=>void 0);
if(found===void 0)throw new SeedError(`There is no seed at ${path}: name a file or a folder.`);if(!found.isDirectory())return await readDocument(path);const seed={};
for(const database of await readdir(path,{withFileTypes:true})){if(!database.isDirectory())continue;seed[database.name]=await readContainers(join(path,database.
name))}if(Object.keys(seed).length===0)throw new SeedError(`There is no seed in ${path}: it must have a folder for each database.`);return seed}async function readContainers(folder){
const containers={};const files=(await readdir(folder)).map(file=>({file:join(folder,file),...parse(file)}));for(const{file,name,ext}of files)if(DOCUMENTS.has(ext))
containers[name]=await readDocument(file);for(const{file,name,ext}of files){if(!LINES.has(ext))continue;const container=containers[name];if(container===void 0)throw new SeedError(
`${file} has items, but no ${name}.json beside it says what the container's key is.`);containers[name]={...container,items:[...container.items??[],...await readLines(
file)]}}return containers}var DOCUMENTS=new Set([".json",".yaml",".yml"]);var LINES=new Set([".ndjson",".jsonl"]);async function readDocument(file){const text3=await readFile(
file,"utf8");try{if(file.endsWith(".json"))return JSON.parse(text3);const{parse:parse2}=await import("yaml");return parse2(text3)}catch(error){throw new SeedError(
`The seed ${file} cannot be read: ${error.message}`)}}async function readLines(file){const lines=(await readFile(file,"utf8")).split("\n");return lines.flatMap(
(line,i)=>{if(line.trim()==="")return[];try{return[JSON.parse(line)]}catch(error){throw new SeedError(`Line ${i+1} of the seed ${file} cannot be read: ${error.message}`)}})}import{fork}from"node:child_process";import{createServer}from"node:net";import{fileURLToPath}from"node:url";import assert from"node:assert/strict";var FrontExchanges=class{#gateway;#credentials;#channel;#exchanges=new Map;constructor(front,gateway,credentials){this.#gateway=gateway;this.#credentials=credentials;
this.#channel=new FrameChannel(front,frame=>this.#take(frame));front.on("error",()=>front.destroy());front.on("close",()=>{for(const id of this.#exchanges.keys())
this.#end(id)})}#take({kind,id,text:text3,bytes}){if(kind===FromFront.request)void this.#serve(id,text3,bytes);else if(kind===FromFront.over)this.#end(id);else if(kind===
FromFront.body)this.#exchanges.get(id)?.body?.resolve(bytes);else this.#exchanges.get(id)?.body?.reject(text3==="tooLarge"?bodyTooLarge():clientGone())}async#serve(id,text3,bytes){
const{access,keysVersion,body:place,...head}=readRequestText(text3);const exchange={isOver:false,isAnswered:false};this.#exchanges.set(id,exchange);const memory=this.#gateway.
memory(()=>this.#channel.send(ToFront.cut,id),go=>{if(exchange.isOver)go();else exchange.letGo=go});const answer=await this.#gateway.serve(new GatewayRequest({...head,
origin:head.clientAddress,readBody:async()=>{if(place==="here")return bytes;if(place==="gone"||exchange.isOver)throw clientGone();return new Promise((resolve2,reject)=>{
exchange.body={resolve:resolve2,reject};this.#channel.send(ToFront.wantBody,id)})},isGone:()=>exchange.isOver,memory}),keysVersion===this.#credentials.version?access:
void 0);assert(answer.pieces===void 0);exchange.isAnswered=true;const isAwaited=exchange.letGo!==void 0&&!exchange.isOver;if(!isAwaited)this.#exchanges.delete(id);
const body=head.method==="HEAD"||exchange.isOver?void 0:answer.body;this.#channel.send(ToFront.answer,id,answerText(answer,isAwaited),body)}#end(id){const exchange=this.#exchanges.
get(id);if(exchange===void 0)return;exchange.isOver=true;exchange.letGo?.();exchange.body?.reject(clientGone());if(exchange.isAnswered)this.#exchanges.delete(id)}};var WORKERS_MAX=64;var LIFE_MS_MIN=1e3;var END_MS=5e3;var Fronts=class{#options;#server;#addresses=new AddressCounts(LISTENER_LIMITS.connectionsPerAddressMax);#fronts=new Set;#waiting=[];#connections=0;#isClosing=false;constructor(options){
this.#options=options;this.#server=createServer({pauseOnConnect:true,allowHalfOpen:true,noDelay:true},socket=>{options.onConnection();this.#enter(socket)})}async listen(port,host){
const{count,onError}=this.#options;const address=await listenOn(this.#server,{port,host},onError);await Promise.all(Array.from({length:count},()=>this.#start()));
return address}announceKeys(){for(const front of this.#fronts)front.announceKeys()}async close(){this.#isClosing=true;this.#server.close();for(const{socket}of this.#waiting.
splice(0))socket.destroy();await Promise.all([...this.#fronts].map(front=>front.stop()))}#enter(socket){const isFull=this.#connections>=LISTENER_LIMITS.connectionsMax;
const leave=isFull?void 0:this.#addresses.enter(socket.remoteAddress);if(leave===void 0){socket.destroy();return}socket.on("error",()=>socket.destroy());this.#connections++;
const connection={socket,leave:()=>{this.#connections--;leave()}};const front=this.#leastBusy();if(front===void 0)this.#waiting.push(connection);else front.give(
connection)}#leastBusy(){let least;for(const front of this.#fronts)if(front.isReady&&(least===void 0||front.connections<least.connections))least=front;return least}async#start(){
if(this.#isClosing)return;const startMs=performance.now();const front=new FrontProcess(this.#options,how=>{this.#fronts.delete(front);if(this.#isClosing)return;
this.#options.log("warn",`A front process ended (${how}), and its connections with it. Another one is started.`);const waitMs=Math.max(0,startMs+LIFE_MS_MIN-performance.
now());setTimeout(()=>this.#start().catch(()=>{}),waitMs).unref()});this.#fronts.add(front);await front.ready;for(const connection of this.#waiting.splice(0))front.
give(connection)}};var FrontProcess=class{#options;#child;#connections=new Map;#ended;#isReady=false;#lastId=0;ready;constructor(options,onEnd){this.#options=options;
this.#child=fork(fileURLToPath(workerEntry("gateway/fronts/front-process",import.meta.url)),[],{execArgv:[],stdio:["ignore","ignore","inherit","ipc","overlapped"]});
const child=this.#child;this.#ended=new Promise(resolve2=>{child.once("exit",(code,signal)=>resolve2(signal??`exit code ${code}`));child.on("error",error=>child.
pid===void 0?resolve2(String(error)):options.onError(error))});this.ready=new Promise((resolve2,reject)=>{child.on("message",message=>this.#hear(message,resolve2));
void this.#ended.then(how=>{this.#isReady=false;for(const{socket,leave}of this.#connections.values()){socket.destroy();leave()}reject(new Error(`A front process\
 could not be started (${how}).`));onEnd(how)})});if(child.pid===void 0)return;new FrontExchanges(child.stdio[FRAMES_FD],options.gateway,options.credentials);this.
announceKeys()}get isReady(){return this.#isReady}get connections(){return this.#connections.size}give(connection){const id=++this.#lastId;this.#connections.set(
id,connection);if(this.#child.connected){const message={kind:"connection",id};this.#child.send(message,connection.socket,{keepOpen:true},()=>{})}}announceKeys(){
const{texts,version}=this.#options.credentials;this.#tell({kind:"keys",keys:texts,version})}async stop(){this.#tell({kind:"stop"});const kill=setTimeout(()=>this.#child.
kill("SIGKILL"),LISTENER_LIMITS.closeGraceMs+END_MS);await this.#ended;clearTimeout(kill)}#hear(message,onReady){switch(message.kind){case"ready":this.#isReady=
true;onReady();break;case"taken":this.#connections.get(message.id)?.socket.destroy();break;case"closed":this.#connections.get(message.id)?.leave();this.#connections.
delete(message.id);break;case"wantCertificate":void this.#sendCertificate();break;case"failed":this.#options.onError(message.message)}}async#sendCertificate(){const{
certificate,onError}=this.#options;const made2=await certificate().catch(error=>{onError(error);return void 0});this.#tell({kind:"certificate",certificate:made2})}#tell(message){
if(this.#child.connected)this.#child.send(message,()=>{})}};import{readFile as readFile4}from"node:fs/promises";import{createSecureContext}from"node:tls";import{hostname,networkInterfaces}from"node:os";var LOOPBACK_NAMES=["localhost","127.0.0.1","[::1]"];var WILDCARDS=new Set(["0.0.0.0","::","[::]"]);var BrowserGuard=class{#names;#isOnEveryAddress;#origins;constructor({
host,allowedHosts=[],allowedOrigins=[]}){this.#isOnEveryAddress=WILDCARDS.has(host);const own=this.#isOnEveryAddress?[]:[host];this.#names=new Set([...LOOPBACK_NAMES,
...own,...allowedHosts].map(name=>hostNameOf(bracketed(name))??name));this.#origins=new Set(allowedOrigins.map(origin=>originOf(origin)??origin))}allowedOrigin(request){
const origin=request.headers[RequestHeader.origin];if(origin===void 0)return void 0;return this.#origins.has(origin)||this.#origins.has("*")?origin:void 0}check(request){
if(!isFromBrowser(request)||this.allowedOrigin(request)!==void 0)return;if(!this.#isOwnName(hostNameOf(request.host))){throw new Failure("forbidden",`A browser \
asked for '${request.host}', which is no name of this server. If it is, start the server with --allow-host and that name.`)}const origin=request.headers[RequestHeader.
origin];if(origin!==void 0?!isOwnOrigin(origin,request):isOfOtherPage(request)){throw new Failure("forbidden",`Pages of ${origin===void 0?"another origin":`the \
origin '${origin}'`} may not use this server. To let them, start the server with --allow-origin and that origin.`)}}#isOwnName(name){if(name===void 0)return false;
return this.#names.has(name)||this.#isOnEveryAddress&&machineNames().has(name)}};function isFromBrowser({headers}){return headers[RequestHeader.origin]!==void 0||
headers[RequestHeader.fetchSite]!==void 0||(headers[RequestHeader.userAgent]?.startsWith("Mozilla/")??false)||headers[RequestHeader.acceptLanguage]!==void 0&&headers[RequestHeader.
fetchMode]===void 0}function isOwnOrigin(origin,request){return urlOf(origin)?.host===urlOf(request.endpoint)?.host}function isOfOtherPage({method,headers}){const site=headers[RequestHeader.
fetchSite];const isLink=method==="GET"&&headers[RequestHeader.fetchMode]==="navigate"&&headers[RequestHeader.fetchDestination]==="document";return(site==="cross\
-site"||site==="same-site")&&!isLink}function machineNames(){const addresses=Object.values(networkInterfaces()).flatMap(each=>each??[]);return new Set([hostname().
toLowerCase(),...addresses.map(({address})=>bracketed(address))])}function bracketed(host){return host.includes(":")&&!host.startsWith("[")?`[${host}]`:host}function hostNameOf(host){
return urlOf(`http://${host}`)?.hostname}function originOf(text3){const origin=urlOf(text3)?.origin;return origin==="null"?void 0:origin}function urlOf(text3){return URL.
canParse(text3)?new URL(text3):void 0}import{createHmac,timingSafeEqual}from"node:crypto";var TOKEN=/^type=resource&ver=1\.0&sig=([\w-]+);([\w-]+);$/;function parseResourceToken(text3){const[,signature,claim]=TOKEN.exec(text3)??[];return signature===
void 0||claim===void 0?void 0:{signature,claim}}function writeResourceToken({signature,claim}){return`type=resource&ver=1.0&sig=${signature};${claim};`}function parseResourceClaim(claim){
const json=Buffer.from(claim,"base64url").toString();const[permissionRid,expiresAtSeconds]=JSON.parse(json);return{permissionRid,expiresAtSeconds}}function writeResourceClaim({
permissionRid,expiresAtSeconds}){return Buffer.from(JSON.stringify([permissionRid,expiresAtSeconds])).toString("base64url")}var TOKEN_SECONDS_DEFAULT=3600;var TOKEN_SECONDS_MIN=10;var TOKEN_SECONDS_MAX=86400;var ResourceTokens=class{#secret;constructor(accountKey){this.#secret=createHmac(
"sha256",Buffer.from(accountKey,"base64")).update("resource tokens").digest()}mint(permissionRid,expiresAtSeconds){const claim=writeResourceClaim({permissionRid,
expiresAtSeconds});return writeResourceToken({signature:this.#sign(claim),claim})}permissionOf(token,nowSeconds){const parsed2=parseResourceToken(token);if(parsed2===
void 0||!this.#isSigned(parsed2)){throw new Failure("unauthorized","The resource token is not one of this account.")}const{permissionRid,expiresAtSeconds}=parseResourceClaim(
parsed2.claim);if(nowSeconds>=expiresAtSeconds){throw new Failure("forbidden","The resource token has expired. Read the permission again to get a new one.")}return permissionRid}#isSigned({
signature,claim}){const expected=Buffer.from(this.#sign(claim));const given2=Buffer.from(signature);return expected.length===given2.length&&timingSafeEqual(expected,
given2)}#sign(claim){return createHmac("sha256",this.#secret).update(claim).digest("base64url")}};var Credentials=class{#current;#version=1;constructor(texts){this.#current=made(texts)}replace(texts){this.#current=made(texts);this.#version++}get version(){return this.#version}get texts(){
return this.#current.texts}get keys(){return this.#current.keys}get tokens(){return this.#current.tokens}};function made(texts){return{keys:new AccountKeys(texts),
tokens:new ResourceTokens(texts.primary),texts}}import{constants}from"node:http2";async function authorizeToken(engine,tokens,request,token){const nowSeconds=Math.floor(engine.environment.now()/1e3);const permission=engine.grants.permission(tokens.
permissionOf(token,nowSeconds));if(permission===void 0)throw new Failure("forbidden","The permission of this resource token no longer exists.");if(request.path.
type===""&&request.isRead)return;const mayOnlyRead=shownValue(permission.body.permissionMode).toLowerCase()!=="all";if(mayOnlyRead&&!request.isRead)throw forbidden(
permission);if(!await engine.grants.covers(grantOf(permission),askedOf(request)))throw forbidden(permission)}function grantOf({body}){const{resource,resourcePartitionKey}=body;
return{steps:grantedSteps(resource),key:resourcePartitionKey===void 0?void 0:parsePartitionKeyHeader(JSON.stringify(resourcePartitionKey))}}function grantedSteps(link){
const path=/^\/*dbs\//.test(link)?parseResourcePath(`/${link}`):void 0;if(path===void 0||path.isFeed||!GRANTABLE.has(path.type)){throw new Failure("badRequest",
`The 'resource' of a permission must be the link of a container, an item, a stored procedure, a trigger or a user-defined function, such as 'dbs/a/colls/b', not\
 '${link}'.`)}return stepsOf(path.segments)}var GRANTABLE=new Set(["colls","docs","sprocs","triggers","udfs"]);var KINDS={dbs:"database",colls:"container",docs:"\
item",sprocs:"storedProcedure",triggers:"trigger",udfs:"userDefinedFunction"};function stepsOf(segments){return segments.map(({type,id})=>({kind:KINDS[type],id}))}
function askedOf(request){return{steps:stepsOf(request.subject.segments),key:request.partitionKey,runsTriggers:request.header(RequestHeader.preTriggerInclude)!==
void 0||request.header(RequestHeader.postTriggerInclude)!==void 0,reach:reachOf(request)}}function reachOf(request){const{type,isFeed}=request.path;switch(type){case"\
colls":return request.isRead&&!request.booleanHeader(RequestHeader.populatePartitionStatistics)?"definitions":"beyondAnyKey";case"addresses":case"pkranges":return request.
isRead?"definitions":"beyondAnyKey";case"docs":return isFeed&&request.method==="POST"?reachOfPost(request):"itemsOfItsKey";case"sprocs":return isFeed||request.method!==
"POST"?"beyondAnyKey":"itemsOfItsKey";case"partitionkeydelete":return"itemsOfItsKey";default:return"beyondAnyKey"}}function reachOfPost(request){const post=request.
feedPost();if(post==="queryPlan")return"definitions";const isBulk=post==="batch"&&!request.booleanHeader(RequestHeader.batchAtomic);return isBulk?"beyondAnyKey":
"itemsOfItsKey"}function forbidden({id,body}){const{permissionMode,resource,resourcePartitionKey}=body;const key=resourcePartitionKey===void 0?"":` with the par\
tition key ${JSON.stringify(resourcePartitionKey)}`;return new Failure("forbidden",`The resource token is of permission '${id}', which does not allow this: it g\
rants ${shownValue(permissionMode)} on '${shownValue(resource)}'${key}. A request on an item needs its partition key.`)}var METHODS="GET, HEAD, POST, PUT, PATCH, DELETE";var PREFLIGHT_SECONDS=7200;function isPreflight({method,headers}){return method==="OPTIONS"&&headers[RequestHeader.
corsMethod]!==void 0}function preflightAnswer({headers}){const asked=headers[RequestHeader.corsHeaders];return{status:204,headers:{"access-control-allow-methods":METHODS,
"access-control-max-age":PREFLIGHT_SECONDS,...asked===void 0?{}:{"access-control-allow-headers":asked}}}}function addCorsHeaders(headers,origin){headers["access\
-control-allow-origin"]=origin;headers["access-control-expose-headers"]=Object.keys(headers).join(", ");headers.vary="Origin"}async function checkReplica(engine,request,replica){if(replica==="master")return;const source=await replicaSource(engine,request,replica);if(source!==void 0&&!isNamed(
request,source)){throw new Failure("nameCacheStale","The container of this name is not the one of this address: it was deleted and created again. Read it again.")}}
async function replicaSource(engine,request,replica){try{return await engine.containers.replica(replica)}catch(error){const namesRange=request.header(RequestHeader.
partitionKeyRangeId)!==void 0;if(namesRange&&error instanceof Failure&&error.code==="completingSplit")return void 0;throw error}}function isNamed({path},{container}){
const[database,named]=path.segments;if(database===void 0||named?.type!=="colls")return true;return named.id===container.rid||named.id===container.container&&isDatabase(
database.id,container)}function isDatabase(id,{database,rid}){return id===database||id===ridText(ridBytes(rid).subarray(0,4))}async function addReplicaHeaders(engine,{
replica},answer){const isSecret=answer.status===401||answer.status===403;if(replica===void 0||isSecret||answer.headers[ResponseHeader.lsn]!==void 0)return answer;
if(replica==="master")return{...answer,headers:{...answer.headers,...MASTER_HEADERS}};const source=await findReplica(engine,replica);if(source===void 0)return answer;
return{...answer,headers:{...rangeHeaders(source.container,source),...answer.headers}}}var MASTER_HEADERS={[ResponseHeader.lsn]:1};async function findReplica(engine,replica){
try{return await engine.containers.replica(replica)}catch{return void 0}}var ExchangeMemory=class{#all;#cut;#whenOver;#overs;#holding;constructor(all,cut,whenOver=()=>{}){this.#all=all;this.#cut=cut;this.#whenOver=whenOver}receive(bytesMax,read){
return bytesMax<this.#all.limits.countedFromBytes?read():this.#receive(bytesMax,read)}async#receive(bytesMax,read){const holding=this.#begin();if(!holding.tryHold(
bytesMax))throw this.#refusal();holding.waitForClient();const body=await read();holding.goOn();holding.hold(body.length);return body}expect(bytesMax){if(!this.#all.
makeRoom(bytesMax))throw this.#refusal()}answer(bytes,isRepeatable){if(bytes<this.#all.limits.countedFromBytes&&this.#holding===void 0)return;const holding=this.#begin();
if(!holding.tryHold(bytes)){if(isRepeatable())throw this.#refusal();holding.hold(bytes)}holding.waitForClient()}whenOver(go){if(this.#overs!==void 0){this.#overs.
push(go);return}const overs=[go];this.#overs=overs;this.#whenOver(()=>{for(const over of overs)over()})}end(){this.#holding?.release()}#begin(){if(this.#holding===
void 0){this.#holding=this.#all.begin(this.#cut);this.whenOver(()=>this.end())}return this.#holding}#refusal(){const{retryAfterMs,limits}=this.#all;return new Failure(
"serverBusy",`The server holds ${limits.heldBytesMax/1024/1024} MB of requests and answers for other clients. Nothing was done. Repeat the request in ${Math.ceil(
retryAfterMs/1e3)} seconds.`,{retryAfterMs})}};import{promisify}from"node:util";import{gzip}from"node:zlib";var EXPLORER_PREFIX="/_explorer/";var INDEX="index.html";var CONTENT_TYPES={html:"text/html; charset=utf-8",js:"text/javascript; charset=utf-8",css:"text/css; c\
harset=utf-8",svg:"image/svg+xml"};var SECURITY_HEADERS={"content-security-policy":"default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self'; con\
nect-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'","x-content-type-options":"nosniff","x-frame-options":"DENY","referrer-policy":"no-\
referrer","cross-origin-opener-policy":"same-origin"};function isExplorerRequest({target}){return target.startsWith(EXPLORER_PREFIX)||target===EXPLORER_PREFIX.slice(
0,-1)}var ExplorerPage=class{#load;#files;#zipped=new Map;constructor(load){this.#load=load}async answer(request){if(request.method!=="GET"&&request.method!=="H\
EAD")throw new Failure("methodNotAllowed","The explorer can only be read.");const[path=""]=request.target.split("?",1);if(path===EXPLORER_PREFIX.slice(0,-1))return{
status:302,headers:{location:EXPLORER_PREFIX},body:Buffer.alloc(0)};const files=await(this.#files??=this.#load());if(files===void 0)throw new Failure("notFound",
"The explorer is not part of this installation. Build it with: npm run build.");const name=fileNamed(path.slice(EXPLORER_PREFIX.length),files);const file=files.
get(name);if(file===void 0)throw new Failure("notFound",`The explorer has no file '${name}'.`);return this.#answerFile(request,name,file)}async#answerFile(request,name,file){
const headers={...SECURITY_HEADERS,"content-type":CONTENT_TYPES[name.slice(name.lastIndexOf(".")+1)]??"application/octet-stream","cache-control":name===INDEX?"n\
o-cache":"public, max-age=31536000, immutable",vary:"accept-encoding"};if(!(request.headers[RequestHeader.acceptEncoding]??"").includes("gzip"))return{status:200,
headers,body:Buffer.from(file)};let zipped=this.#zipped.get(name);if(zipped===void 0)this.#zipped.set(name,zipped=await promisify(gzip)(file,{level:9}));return{
status:200,headers:{...headers,"content-encoding":"gzip"},body:zipped}}};function fileNamed(path,files){return files.has(path)||path.startsWith("assets/")?path:
INDEX}import{setTimeout as sleep}from"node:timers/promises";var LATENCY_MS_MAX=6e5;var NORMAL_P99=2.3263478740408408;function latencyMs(latency,random){return Math.min(LATENCY_MS_MAX,drawn(latency,random))}function drawn(latency,random){
if("ms"in latency)return latency.ms;if("fromMs"in latency)return latency.fromMs+random()*(latency.toMs-latency.fromMs);if("meanMs"in latency)return-latency.meanMs*
Math.log(1-random());const sigma=Math.log(latency.p99Ms/latency.medianMs)/NORMAL_P99;return latency.medianMs*Math.exp(sigma*normal(random))}function normal(random){
return Math.sqrt(-2*Math.log(1-random()))*Math.cos(2*Math.PI*random())}function object(members){const names=Object.keys(members);return(value,name)=>{const given2=anyObject(value,name);const unknown=Object.keys(given2).find(each=>!names.
includes(each));if(unknown!==void 0){const allowed=names.length===0?"nothing":names.map(each=>`'${each}'`).join(", ");throw new Failure("badRequest",`${name} ha\
s no '${unknown}'. It may have: ${allowed}.`)}return Object.fromEntries(names.map(each=>[each,members[each](given2[each],`'${each}'`)]))}}function optional(reader){
return(value,name)=>value===void 0?void 0:reader(value,name)}var text=(value,name)=>{if(typeof value!=="string")throw wrong(name,"a string",value);return value};
var number=(value,name)=>{if(typeof value!=="number")throw wrong(name,"a number",value);return value};var boolean=(value,name)=>{if(typeof value!=="boolean")throw wrong(
name,"true or false",value);return value};function oneOf(...allowed){return(value,name)=>{if(!allowed.includes(value))throw wrong(name,allowed.map(each=>`'${each}\
'`).join(" or "),value);return value}}function list(reader){return(value,name)=>{if(!Array.isArray(value))throw wrong(name,"an array",value);return value.map((each,i)=>reader(
each,`Entry ${i+1} of ${name}`))}}function mapOf(reader){return(value,name)=>new Map(Object.entries(anyObject(value,name)).map(([key,each])=>[key,reader(each,`'${key}\
' of ${name}`)]))}var anyObject=(value,name)=>{if(typeof value!=="object"||value===null||Array.isArray(value))throw wrong(name,"an object",value);return value};
var SHOWN_MAX=100;function wrong(name,expected,value){if(value===void 0)return new Failure("badRequest",`${name} is missing: it must be ${expected}.`);const json=JSON.
stringify(value);const shown2=json.length>SHOWN_MAX?`${json.slice(0,SHOWN_MAX)}\u2026`:json;return new Failure("badRequest",`${name} must be ${expected}, not ${shown2}\
.`)}var FAULT_ANSWERS={tooManyRequests:{status:429,substatus:3200,name:"TooManyRequests"},retryWith:{status:449,name:"RetryWith"},timeout:{status:408,name:"RequestT\
imeout"},serviceUnavailable:{status:503,name:"ServiceUnavailable"},internalServerError:{status:500,name:"InternalServerError"},gone:{status:410,name:"Gone"},nameCacheStale:{
status:410,substatus:1e3,name:"Gone"},partitionKeyRangeGone:{status:410,substatus:1002,name:"Gone"},completingSplit:{status:410,substatus:1007,name:"Gone"},completingMigration:{
status:410,substatus:1008,name:"Gone"},leaseNotFound:{status:410,substatus:1022,name:"Gone"},sessionNotAvailable:{status:404,substatus:1002,name:"NotFound"},ownerNotFound:{
status:404,substatus:1003,name:"NotFound"},containerBeingCreated:{status:404,substatus:1013,name:"NotFound"}};var FAULT_OPERATIONS=["create","upsert","read","replace","patch","delete","query","batch","list","changes","execute","queryPlan","metadata"];var ID=/^[A-Za-z0-9._-]{1,64}$/;var WHOLE_MAX=315576e6;var CONDITION=object({operations:optional(list(oneOf(...FAULT_OPERATIONS))),database:optional(text),container:optional(
text),key:optional(keyReader),partition:optional(text),connection:optional(oneOf("gateway","direct"))});var RESULT=object({type:oneOf(...Object.keys(FAULT_ANSWERS),
"cut","delay"),retryAfterMs:optional(between(0,LATENCY_MS_MAX)),latency:optional(latencyReader),carriedOut:optional(boolean),times:optional(whole(1)),rate:optional(
rateReader)});var RULE=object({id:optional(idReader),condition:optional(CONDITION),result:RESULT,skip:optional(whole(0)),hitLimit:optional(whole(1)),startDelayMs:optional(
between(0,WHOLE_MAX)),durationMs:optional(between(0,WHOLE_MAX)),enabled:optional(boolean)});function readFaultRule(value){const rule=withoutAbsent(RULE(value,"T\
he rule"));const{type,retryAfterMs,latency,carriedOut}=rule.result;if(type==="delay"&&latency===void 0)throw new Failure("badRequest",`A 'delay' needs a 'latenc\
y', such as { "ms": 100 }.`);if(type==="delay"&&carriedOut===false)throw new Failure("badRequest","A 'delay' is always carried out: leave out 'carriedOut'.");if(retryAfterMs!==
void 0&&type!=="tooManyRequests"&&type!=="retryWith")throw new Failure("badRequest","'retryAfterMs' is for 'tooManyRequests' and 'retryWith' alone.");if(rule.condition?.
partition!==void 0&&rule.condition.container===void 0)throw new Failure("badRequest","'partition' is the id of a partition of one container: name it too.");return rule}
function idReader(value,name){const id=text(value,name);if(!ID.test(id))throw new Failure("badRequest",`${name} must be 1 to 64 letters, digits, dots, dashes or\
 underscores, not '${shownValue(id)}'.`);return id}function keyReader(value,name){const parts=Array.isArray(value)?value:[value];const isKey=parts.length>0&&parts.
every(part=>part===null||typeof part!=="object");if(!isKey)throw new Failure("badRequest",`${name} must be a partition key value, or a list of them.`);return value}
function rateReader(value,name){const rate=number(value,name);if(!(rate>0&&rate<=1))throw new Failure("badRequest",`${name} must be above 0 and at most 1, not ${rate}\
.`);return rate}function latencyReader(value,name){const time=optional(between(0,LATENCY_MS_MAX));const members={ms:time,fromMs:time,toMs:time,meanMs:time,medianMs:time,
p99Ms:time};const latency=withoutAbsent(object(members)(value,name));const shape=Object.keys(latency).sort().join(" ");const isWhole=["ms","fromMs toMs","meanMs",
"medianMs p99Ms"].includes(shape);const isOrdered="fromMs"in latency&&latency.fromMs>latency.toMs||"medianMs"in latency&&!(latency.medianMs>0&&latency.p99Ms>=latency.
medianMs);if(!isWhole||isOrdered){throw new Failure("badRequest",`${name} must have 'ms', or 'fromMs' up to 'toMs', or 'meanMs', or 'medianMs' above 0 up to 'p9\
9Ms'.`)}return latency}function between(min,max){return(value,name)=>{const given2=number(value,name);if(!(given2>=min&&given2<=max))throw new Failure("badReque\
st",`${name} must be a number from ${min} to ${max}, not ${given2}.`);return given2}}function whole(min){return(value,name)=>{const given2=between(min,WHOLE_MAX)(
value,name);if(!Number.isInteger(given2))throw new Failure("badRequest",`${name} must be a whole number, not ${given2}.`);return given2}}function withoutAbsent(value){
return Object.fromEntries(Object.entries(value).filter(([,each])=>each!==void 0).map(([name,each])=>[name,typeof each==="object"&&each!==null&&!Array.isArray(each)?
withoutAbsent(each):each]))}var FAULT_RULES_MAX=100;var FAULT_OPERATIONS_MAX=1e4;var ActiveRule=class{rule;addedMs;removed=new AbortController;met=new Map;isEnabled;seen=0;hits=0;constructor(rule,addedMs){
this.rule=rule;this.addedMs=addedMs;this.isEnabled=rule.enabled??true}stateAt(nowMs){const{startDelayMs=0,durationMs=Number.POSITIVE_INFINITY,hitLimit}=this.rule;
const sinceMs=nowMs-this.addedMs-startDelayMs;if(sinceMs>=durationMs||hitLimit!==void 0&&this.hits>=hitLimit)return"over";if(!this.isEnabled)return"disabled";return sinceMs<
0?"waiting":"active"}isThrough(identity,times){const met=this.met.get(identity)??0;this.met.delete(identity);if(met>=times)return true;this.met.set(identity,met+
1);if(this.met.size>FAULT_OPERATIONS_MAX)this.met.delete(this.met.keys().next().value);return false}};var Faults=class{#options;#rules=new Map;#added=0;constructor(options){
this.#options={wait:realWait,...options}}get isArmed(){return this.#rules.size>0}add(given2){const rule=readFaultRule(given2);if(this.#rules.size>=FAULT_RULES_MAX)
throw new Failure("conflict",`There are ${FAULT_RULES_MAX} rules for faults already. Remove some.`);let{id}=rule;if(id!==void 0&&this.#rules.has(id))throw new Failure(
"conflict",`There is a rule '${id}' already. Remove it, or choose another id.`);while(id===void 0||this.#rules.has(id))id=`fault-${++this.#added}`;const active=new ActiveRule(
{...rule,id},this.#options.nowMs());this.#rules.set(id,active);return this.#shown(active)}list(){return[...this.#rules.values()].map(rule=>this.#shown(rule))}read(id){
return this.#shown(this.#find(id))}setEnabled(id,isEnabled){const rule=this.#find(id);rule.isEnabled=isEnabled;return this.#shown(rule)}remove(id){const rule=this.#find(
id);const state=this.#shown(rule);this.#rules.delete(id);rule.removed.abort();return state}clear(){for(const{id}of this.list())this.remove(id)}async meet(subject){
for(const rule of[...this.#rules.values()]){if(rule.stateAt(this.#options.nowMs())!=="active")continue;if(!await subject.fits(rule.rule.condition??{}))continue;
const{skip=0,result}=rule.rule;const identity=result.times===void 0?"":await subject.identity();if(rule.stateAt(this.#options.nowMs())!=="active")continue;rule.
seen++;if(rule.seen<=skip)continue;if(result.rate!==void 0&&this.#options.random()>=result.rate)continue;if(result.times!==void 0&&rule.isThrough(identity,result.
times))continue;rule.hits++;return{id:rule.rule.id,result,wait:()=>this.#wait(rule)}}return void 0}async#wait({rule,removed}){const{latency}=rule.result;if(latency===
void 0)return;await this.#options.wait(latencyMs(latency,this.#options.random),removed.signal)}#find(id){const rule=this.#rules.get(id);if(rule===void 0)throw new Failure(
"notFound",`There is no rule '${id}' for faults.`);return rule}#shown(active){const{rule,isEnabled,seen,hits}=active;return{...rule,enabled:isEnabled,state:active.
stateAt(this.#options.nowMs()),seen,hits}}};async function realWait(ms,signal){await sleep(ms,void 0,{signal}).catch(()=>{})}import{createHash}from"node:crypto";var CHANGING=new Set(["docs","pkranges"]);function requestVerb(request){return request.path.isFeed?feedVerb(request):resourceVerb(request.method)}function feedVerb(request){
if(request.method==="POST")return request.feedPost();if(request.method!=="GET"&&request.method!=="HEAD")return void 0;const isOfChanges=request.header(RequestHeader.
aIm)!==void 0&&CHANGING.has(request.path.type);return isOfChanges?"changes":"list"}function resourceVerb(method){switch(method){case"GET":case"HEAD":return"read";case"\
PUT":return"replace";case"DELETE":return"delete";case"PATCH":return"patch";case"POST":return"execute";default:return void 0}}var FaultSubject=class{#request;#engine;#operation;#place;#identity;constructor(request,engine){this.#request=request;this.#engine=engine;this.#operation=operationOf(
request)}async fits(condition){const{operations,database,container,key,partition,connection}=condition;const isMeant=operations===void 0?this.#operation!=="meta\
data"&&this.#operation!=="queryPlan":operations.includes(this.#operation);if(!isMeant)return false;const isDirect=this.#request.replica!==void 0;if(connection!==
void 0&&isDirect!==(connection==="direct"))return false;if(key!==void 0&&keyText(Array.isArray(key)?key:[key])!==this.#keyText())return false;if(database===void 0&&
container===void 0&&partition===void 0)return true;const place=await(this.#place??=this.#find());if(place===void 0)return false;if(database!==void 0&&database!==
place.database)return false;if(container!==void 0&&container!==place.container)return false;return partition===void 0||(place.partition??this.#namedRange()??partition)===
partition}identity(){return this.#identity??=this.#identify()}async#identify(){const{method,target,headers}=this.#request;const hash=createHash("sha256").update(
`${method} ${target}`);for(const name of IDENTITY_HEADERS)hash.update(`
${headers[name]??""}`);const body=await this.#request.body().catch(()=>Buffer.alloc(0));return hash.update("\n").update(body).digest("base64")}#keyText(){try{const{
partitionKey}=this.#request;return partitionKey===void 0?void 0:keyText(partitionKey)}catch{return void 0}}#namedRange(){return this.#request.header(RequestHeader.
partitionKeyRangeId)?.split(",").at(-1)}async#find(){const[database,container]=this.#request.path.segments;if(database===void 0||container?.type!=="colls")return void 0;
try{const address={database:database.id,container:container.id};return await this.#engine.partitions.place(address,this.#request.partitionKey)}catch(error){if(error instanceof
Failure)return void 0;throw error}}};var IDENTITY_HEADERS=[RequestHeader.partitionKey,RequestHeader.partitionKeyRangeId,RequestHeader.continuation,RequestHeader.
isUpsert];function operationOf(request){const{type}=request.path;const verb=requestVerb(request);if(type!=="docs"&&!(type==="sprocs"&&verb==="execute"))return"m\
etadata";return FAULT_OPERATIONS.find(operation=>operation===verb)??"metadata"}function keyText(components){return JSON.stringify(components.map(component=>component===
void 0?{}:component))}async function serveWithFaults({faults,request,activityId,engine},serve){const fault=await faults.meet(new FaultSubject(request,engine));if(fault===void 0)return serve();
request.trace.fault=fault.id;const{type,carriedOut=false,retryAfterMs}=fault.result;await fault.wait();if(type==="delay")return marked(await serve(),fault.id);if(carriedOut)
await serve();if(type==="cut")return marked({status:503,headers:{},isCut:true},fault.id);const answer=refusalResponse(FAULT_ANSWERS[type],`Fault injected by the\
 rule '${fault.id}'.`,{activityId,nowMs:engine.environment.now(),isDirect:request.replica!==void 0});if(retryAfterMs!==void 0)answer.headers[ResponseHeader.retryAfterMs]=
retryAfterMs;return marked(answer,fault.id)}function marked(answer,id){answer.headers[ResponseHeader.fault]=id;return answer}var LIVE=`${CONTROL_PREFIX}live`;var READY=`${CONTROL_PREFIX}ready`;function openDoor(request,isStopping){const{target,method}=request;if(target===LIVE||target===
READY){if(method!=="GET"&&method!=="HEAD")throw new Failure("methodNotAllowed",`${target} can only be read.`);return empty(target===READY&&isStopping?503:200,{"\
cache-control":"no-store"})}if(target==="/"&&isPageVisit(request))return empty(302,{location:EXPLORER_PREFIX});return void 0}function isPageVisit({method,headers}){
return method==="GET"&&headers[RequestHeader.authorization]===void 0&&(headers[RequestHeader.accept]??"").includes("text/html")}function empty(status,headers){return{
status,headers,body:Buffer.alloc(0)}}var REFUSAL_LINES_PER_MINUTE_MAX=60;var MINUTE_MS=6e4;var SHOWN_CHARACTERS_MAX=200;var RefusalLog=class{#options;#minuteStartMs=Number.NEGATIVE_INFINITY;#refused=0;constructor(options){
this.#options=options}note(request,{message},activityId){const{nowMs,write}=this.#options;const now=nowMs();if(now-this.#minuteStartMs>=MINUTE_MS){const untold=this.#refused-
REFUSAL_LINES_PER_MINUTE_MAX;if(untold>0)write(`${untold} more requests were refused with 401 in that minute.`);this.#minuteStartMs=now;this.#refused=0}this.#refused++;
if(this.#refused>REFUSAL_LINES_PER_MINUTE_MAX)return;const from=request.clientAddress??"this process";const what=`${request.method} ${quoted(request.target)} fr\
om ${from} was refused with 401 (${activityId})`;write(`${what}: ${quoted(message.split(". ")[0])}`)}};function quoted(text3){return JSON.stringify(text3.slice(
0,SHOWN_CHARACTERS_MAX))}var NAME={dbs:"Databases",colls:"DocumentCollections",docs:"Documents",sprocs:"StoredProcedures",triggers:"Triggers",udfs:"UserDefinedFunctions",conflicts:"Conf\
licts",pkranges:"PartitionKeyRanges",users:"Users",permissions:"Permissions",clientencryptionkeys:"ClientEncryptionKeys",offers:"Offers",addresses:"Addresss"};var COMMA=44;
function feedEnvelope(type,ownerRid,items){const head=`{"_rid":"${ownerRid}","${NAME[type]}":[`;const tail=`],"_count":${items.length}}`;let size=head.length+tail.
length+Math.max(0,items.length-1);for(const item of items)size+=item.length;const buffer=Buffer.allocUnsafe(size);let offset2=buffer.write(head,"latin1");for(const item of items){
if(offset2>head.length)buffer[offset2++]=COMMA;buffer.set(item,offset2);offset2+=item.length}buffer.write(tail,offset2,"latin1");return buffer}import{isUtf8 as isUtf82}from"node:buffer";import{isUtf8}from"node:buffer";var SHORT_TEXT_BYTES=64;var ByteReader=class{bytes;#format;position;constructor(bytes,format,position=0){this.bytes=bytes;this.#format=format;this.position=position}get isAtEnd(){
return this.position>=this.bytes.length}fail(what){throw new Failure("badRequest",`The request body is not valid ${this.#format}: ${what}.`)}byte(){return this.
bytes[this.#advance(1)]}uint(width){return this.bytes.readUIntLE(this.#advance(width),width)}int(width){return this.bytes.readIntLE(this.#advance(width),width)}uint64(){
return this.bytes.readBigUInt64LE(this.#advance(8))}int64(){return this.bytes.readBigInt64LE(this.#advance(8))}float32(){return this.bytes.readFloatLE(this.#advance(
4))}float64(){return this.bytes.readDoubleLE(this.#advance(8))}slice(length2){const start=this.#advance(length2);return this.bytes.subarray(start,start+length2)}utf8(length2){
const start=this.#advance(length2);const end=start+length2;if(length2<=SHORT_TEXT_BYTES&&this.#isAscii(start,end))return this.bytes.toString("latin1",start,end);
if(!isUtf8(this.bytes.subarray(start,end)))this.fail(`the string at byte ${start} is not UTF-8`);return this.bytes.toString("utf8",start,end)}#isAscii(start,end){
for(let i=start;i<end;i++)if(this.bytes[i]>127)return false;return true}endOf(length2){if(length2>this.bytes.length-this.position)this.#cut(length2);return this.
position+length2}#advance(length2){const start=this.position;this.position=this.endOf(length2);return start}#cut(length2){this.fail(`at byte ${this.position} it\
 announces ${length2} more bytes, but it ends at ${this.bytes.length}`)}};var PREAMBLE=128;var Marker={systemString:32,userString:64,userStringEnd:104,base64:113,base64Long:114,base64Url:115,base64UrlLong:116,guidLower:117,guidUpper:118,
guidQuoted:119,hexLower:120,hexUpper:121,dateTime:122,packed4:123,packed5:124,packed6:125,packed7:126,packed7Long:127,shortString:128,string1:192,string2:193,string4:194,
reference1:195,reference2:196,reference3:197,reference4:198,numberUint64:199,numberUint8:200,numberInt16:201,numberInt32:202,numberInt64:203,numberDouble:204,float32:205,
float64:206,null:208,false:209,true:210,guid:211,uint8:215,int8:216,int16:217,int32:218,int64:219,uint32:220,binary1:221,binary2:222,binary4:223,array0:224,array1:225,
arrayLength1:226,arrayLength2:227,arrayLength4:228,arrayCounted1:229,arrayCounted2:230,arrayCounted4:231,object0:232,object1:233,objectLength1:234,objectLength2:235,
objectLength4:236,objectCounted1:237,objectCounted2:238,objectCounted4:239,numbers1:240,numbers2:241,numberArrays1:242,numberArrays2:243};var SYSTEM_STRINGS=["$\
s","$t","$v","_attachments","_etag","_rid","_self","_ts","attachments/","coordinates","geometry","GeometryCollection","id","url","Value","label","LineString","l\
ink","MultiLineString","MultiPoint","MultiPolygon","name","Name","Type","Point","Polygon","properties","type","value","Feature","FeatureCollection","_id"];var HEX_LOWER="0123456789abcdef";var HEX_UPPER="0123456789ABCDEF";var DATE_TIME=" 0123456789:-.TZ";var GUID_DIGITS=32;function isStringMarker(marker){return marker>=
Marker.systemString&&marker<=Marker.reference4}function readString(reader,marker){if(marker<Marker.userString)return SYSTEM_STRINGS[marker-Marker.systemString];
if(marker<Marker.userStringEnd)return failOnUserString(reader);if(marker<Marker.shortString)return readShortened(reader,marker);if(marker<Marker.string1)return reader.
utf8(marker-Marker.shortString);switch(marker){case Marker.string1:return reader.utf8(reader.uint(1));case Marker.string2:return reader.utf8(reader.uint(2));case Marker.
string4:return reader.utf8(reader.uint(4));default:return referenced(reader,reader.uint(marker-Marker.reference1+1))}}function readShortened(reader,marker){switch(marker){case Marker.
base64:return base64(reader,1,"base64");case Marker.base64Long:return base64(reader,2,"base64");case Marker.base64Url:return base64(reader,1,"base64url");case Marker.
base64UrlLong:return base64(reader,2,"base64url");case Marker.guidLower:return guid(reader,HEX_LOWER);case Marker.guidUpper:return guid(reader,HEX_UPPER);case Marker.
guidQuoted:return`"${guid(reader,HEX_LOWER)}"`;case Marker.hexLower:return spelled(reader,reader.byte(),HEX_LOWER);case Marker.hexUpper:return spelled(reader,reader.
byte(),HEX_UPPER);case Marker.dateTime:return spelled(reader,reader.byte(),DATE_TIME);case Marker.packed4:return offset(reader,4);case Marker.packed5:return offset(
reader,5);case Marker.packed6:return offset(reader,6);case Marker.packed7:return unpack(reader,reader.uint(1),7).toString("latin1");case Marker.packed7Long:return unpack(
reader,reader.uint(2),7).toString("latin1");default:return failOnMarker(reader,marker)}}function failOnMarker(reader,marker){return reader.fail(`0x${marker.toString(
16)} at byte ${reader.position-1} begins no value`)}function failOnUserString(reader){return reader.fail(`the string at byte ${reader.position-1} is from a dict\
ionary of the container's own, which no client has; send it whole`)}function referenced(reader,target){const marker=reader.bytes[target];if(marker===void 0||!isStringMarker(
marker)||marker>=Marker.reference1){return reader.fail(`a reference points to byte ${target}, where no string begins`)}const{position}=reader;reader.position=target+
1;const text3=readString(reader,marker);reader.position=position;return text3}function base64(reader,width,encoding){const padded=reader.uint(width)*4;const paddingByte=reader.
byte();const isPadded=paddingByte<=2;const padding=isPadded?paddingByte:255-paddingByte;if(padding>2||padding>padded)reader.fail(`the base64 at byte ${reader.position}\
 has no such padding`);const bytes=reader.slice((padded-padding)*3>>2);const text3=bytes.toString(encoding).slice(0,padded-padding);return isPadded?text3+"=".repeat(
padding):text3}function guid(reader,digits){return spelled(reader,GUID_DIGITS,digits).replace(/^(.{8})(.{4})(.{4})(.{4})/,"$1-$2-$3-$4-")}function spelled(reader,count,alphabet){
return unpack(reader,count,4).reduce((text3,value)=>text3+alphabet[value],"")}function offset(reader,bits){const count=reader.byte();const base=reader.byte();const characters=unpack(
reader,count,bits).map(value=>value+base);if(base>127||characters.some(character=>character>127)){reader.fail(`the string before byte ${reader.position} leaves \
ASCII`)}return Buffer.from(characters).toString("latin1")}function unpack(reader,count,bits){const bytes=reader.slice(Math.ceil(count*bits/8));const values=Buffer.
alloc(count);for(let i=0;i<count;i++){const at=i*bits;const both=bytes[at>>3]|(bytes[(at>>3)+1]??0)<<8;values[i]=both>>(at&7)&(1<<bits)-1}return values}var DECODED_BYTES_MAX=2202010;function isCosmosBinary(body){return body[0]===PREAMBLE}function decodeCosmosBinary(body){const reader=new ByteReader(body,"binary\
 JSON",1);const value=new Decoder(reader).value(0);if(!reader.isAtEnd)reader.fail(`after the value, at byte ${reader.position}, it goes on`);return value}var Decoder=class{#reader;#bytesLeft=DECODED_BYTES_MAX;constructor(reader){
this.#reader=reader}value(levels){this.#spend(1);const marker=this.#reader.byte();if(marker<Marker.systemString)return marker;if(isStringMarker(marker))return this.#string(
marker);if(marker>=Marker.array0&&marker<=Marker.numberArrays2)return this.#collection(marker,levels);switch(marker){case Marker.null:return null;case Marker.false:
return false;case Marker.true:return true;case Marker.guid:return this.#guid();case Marker.binary1:return this.#base64(1);case Marker.binary2:return this.#base64(
2);case Marker.binary4:return this.#base64(4);default:return this.#number(marker)}}#string(marker){const text3=readString(this.#reader,marker);this.#spend(text3.
length);return text3}#guid(){const bytes=this.#reader.slice(16);const groups=[Buffer.from(bytes.subarray(0,4)).reverse(),Buffer.from(bytes.subarray(4,6)).reverse(),
Buffer.from(bytes.subarray(6,8)).reverse(),bytes.subarray(8,10),bytes.subarray(10)];return groups.map(group=>group.toString("hex")).join("-")}#base64(width){return this.#reader.
slice(this.#reader.uint(width)).toString("base64")}#number(marker){const reader=this.#reader;switch(marker){case Marker.numberUint64:return Number(reader.uint64());case Marker.
numberUint8:case Marker.uint8:return reader.byte();case Marker.int8:return reader.int(1);case Marker.numberInt16:case Marker.int16:return reader.int(2);case Marker.
numberInt32:case Marker.int32:return reader.int(4);case Marker.uint32:return reader.uint(4);case Marker.numberInt64:case Marker.int64:return Number(reader.int64());case Marker.
float32:return this.#finite(reader.float32());case Marker.numberDouble:case Marker.float64:return this.#finite(reader.float64());default:return failOnMarker(reader,
marker)}}#finite(value){if(!Number.isFinite(value)){this.#reader.fail(`the number before byte ${this.#reader.position} is not finite; send it as a string`)}return value}#collection(marker,outerLevels){
const levels=this.#enter(outerLevels);switch(marker){case Marker.array0:return[];case Marker.array1:return[this.value(levels)];case Marker.object0:return{};case Marker.
object1:{const object2={};this.#member(object2,levels);return object2}case Marker.numbers1:return this.#numbers(this.#numberMarker(),this.#reader.uint(1));case Marker.
numbers2:return this.#numbers(this.#numberMarker(),this.#reader.uint(2));case Marker.numberArrays1:return this.#numberArrays(Marker.numbers1,levels);case Marker.
numberArrays2:return this.#numberArrays(Marker.numbers2,levels);default:return marker<Marker.object0?this.#array(marker,levels):this.#object(marker,levels)}}#enter(outerLevels){
if(outerLevels>=NESTING_LEVELS_MAX){this.#reader.fail(`it is nested deeper than ${NESTING_LEVELS_MAX} levels before byte ${this.#reader.position}`)}return outerLevels+
1}#array(marker,levels){const items=[];this.#parts(marker-Marker.arrayLength1,()=>items.push(this.value(levels)));return items}#object(marker,levels){const object2={};
this.#parts(marker-Marker.objectLength1,()=>this.#member(object2,levels));return object2}#parts(form,readPart){const reader=this.#reader;const width=[1,2,4][form%
3];const length2=reader.uint(width);const count=form<3?void 0:reader.uint(width);const end=reader.endOf(length2);let parts=0;for(;reader.position<end;parts++)readPart();
if(reader.position>end)reader.fail(`a value goes on past byte ${end}, where the one around it ends`);if(count!==void 0&&parts!==count){reader.fail(`the value th\
at ends at byte ${end} announces ${count} parts and has ${parts}`)}}#member(object2,levels){const marker=this.#reader.byte();if(!isStringMarker(marker)){this.#reader.
fail(`the name of a property is expected at byte ${this.#reader.position-1}`)}const name=this.#string(marker);const value=this.value(levels);if(name==="__proto_\
_")Object.defineProperty(object2,name,{value,...PLAIN});else object2[name]=value}#numberMarker(){const marker=this.#reader.byte();return NUMBERS_OF_ARRAYS.has(marker)?
marker:failOnMarker(this.#reader,marker)}#numbers(marker,count){this.#spend(1+count);return Array.from({length:count},()=>this.#number(marker))}#numberArrays(inner,levels){
const reader=this.#reader;this.#enter(levels);const arrayMarker=reader.byte();if(arrayMarker!==inner)failOnMarker(reader,arrayMarker);const width=inner===Marker.
numbers1?1:2;const marker=this.#numberMarker();const numbers=reader.uint(width);const arrays=reader.uint(width);return Array.from({length:arrays},()=>this.#numbers(
marker,numbers))}#spend(bytes){this.#bytesLeft-=bytes;if(this.#bytesLeft<0)throw new Failure("tooLarge",errorsMessage("Request size is too large"))}};var PLAIN={
writable:true,enumerable:true,configurable:true};var NUMBERS_OF_ARRAYS=new Set([Marker.float32,Marker.float64,Marker.uint8,Marker.int8,Marker.int16,Marker.int32,
Marker.int64,Marker.uint32]);function parseJson(body){if(isCosmosBinary(body))return decodeCosmosBinary(body);checkUtf8(body);const text3=body.toString("utf8");const mayOverflow=body.length>
2*NESTING_LEVELS_MAX?look(body):MAY_OVERFLOW.test(text3);const parsed2=parseText(text3);if(mayOverflow)checkNumbers(parsed2);return parsed2}function checkUtf8(body){
if(isUtf82(body))return;throw new Failure("badRequest","The request body is not valid UTF-8; send JSON in that encoding.")}function parseText(text3){try{return JSON.
parse(text3)}catch(error){throw invalid(text3===""?"it is empty":error.message,error)}}function invalid(where,cause){return new Failure("badRequest",`The reques\
t body is not valid JSON: ${where}.`,{cause})}var EXPONENT_DIGITS_MIN=3;var DIGITS_MIN=200;var MAY_OVERFLOW=new RegExp(`[eE]\\+?\\d{${EXPONENT_DIGITS_MIN}}|(?<!\
\\d)\\d{${DIGITS_MIN}}`);function checkNumbers(value){if(typeof value==="number"&&!Number.isFinite(value)){throw new Failure("badRequest",`The request body hold\
s a number that is too large: at most ${Number.MAX_VALUE} can be kept. Send it as a string.`)}if(typeof value==="object"&&value!==null)for(const part of Object.
values(value))checkNumbers(part)}function parseJsonObject(body){return checkObject(parseJson(body))}function*parseJsonObjectInPieces(body){if(isCosmosBinary(body))
return parseJsonObject(body);checkUtf8(body);const mayOverflow=look(body);yield;const parsed2=yield*parseTextInPieces(body);if(mayOverflow)checkNumbers(parsed2);
return checkObject(parsed2)}function*parseTextInPieces(body){try{return yield*parseInPieces(body)}catch(error){throw invalid(error.message,error)}}function checkObject(parsed2){
if(typeof parsed2!=="object"||parsed2===null||Array.isArray(parsed2)){throw new Failure("badRequest","The request body must be a JSON object.")}return parsed2}function look(body){
let level=0;let mayOverflow=false;for(let i=0;i<body.length;i++){const byte=body[i];if(isDigit(byte)){const end=endOfDigits(body,i+1);mayOverflow||=end-i>=DIGITS_MIN;
i=end-1;continue}switch(byte){case 34:i=endOfString(body,i+1);break;case 91:case 123:if(++level>NESTING_LEVELS_MAX){throw new Failure("badRequest",`The request \
body is nested deeper than ${NESTING_LEVELS_MAX} levels at byte ${i}.`)}break;case 93:case 125:level--;break;case 69:case 101:{const start=body[i+1]===43?i+2:i+
1;mayOverflow||=endOfDigits(body,start)-start>=EXPONENT_DIGITS_MIN;break}}}return mayOverflow}function isDigit(byte){return byte!==void 0&&byte>=48&&byte<=57}function endOfDigits(body,start){
let i=start;while(isDigit(body[i]))i++;return i}function endOfString(body,start){let i=start;while(i<body.length&&body[i]!==34)i+=body[i]===92?2:1;return i}var RequestContext=class{engine;request;access;activityId;tokens;consistency;directPort;recorder;requests;metrics;faults;desks;nodes;constructor(init){this.engine=
init.engine;this.request=init.request;this.access=init.access;this.activityId=init.activityId;this.tokens=init.tokens;this.consistency=init.consistency;this.directPort=
init.directPort;this.recorder=init.recorder;this.requests=init.requests;this.metrics=init.metrics;this.faults=init.faults;this.desks=init.desks;this.nodes=init.
nodes}id(level){return this.request.path.segments[level].id}get container(){return{database:this.id(0),container:this.id(1)}}get intendedContainer(){const intendedRid=this.
request.header(RequestHeader.intendedContainerRid);return{database:this.id(0),container:this.id(1),intendedRid}}get client(){return clientFacts(this.request.header(
RequestHeader.userAgent))}async json(){const body=await this.request.body();if(body.length<LARGE_PIECE_BYTES)return parseJsonObject(body);return inPieces(this.engine.
environment.scheduler,this.request.client,parseJsonObjectInPieces(body))}get ifMatch(){return this.request.header(RequestHeader.ifMatch)}get continuation(){return this.
request.header(RequestHeader.continuation)}get maxItems(){const count=this.request.integerHeader(RequestHeader.maxItemCount,-1,2147483647);return count===-1||count===
0?void 0:count}answer(status,body,charge,headers={}){commonHeaders(this.activityId,charge,this.engine.environment.now(),headers);return body===void 0?{status,headers}:
{status,headers,body}}answerResource(status,{resource,owner,charge},headers={}){const etag=resource.body._etag;const isKnown=this.request.isRead&&this.request.header(
RequestHeader.ifNoneMatch)===etag;return this.answer(isKnown?304:status,isKnown?void 0:Buffer.from(JSON.stringify(resource.body)),charge,{[ResponseHeader.etag]:etag,
...ownerHeaders(owner),...headers})}answerList(type,{owner,rows,continuation,charge},headers={}){if(continuation!==void 0)headers[ResponseHeader.continuation]=continuation;
const items=rows.map(row=>Buffer.from(JSON.stringify(row)));return this.answerFeed(type,owner.rid,items,charge,{...ownerHeaders(owner),...headers})}answerFeed(type,ownerRid,items,charge,headers={}){
return this.answer(200,feedEnvelope(type,ownerRid,items),charge,{[ResponseHeader.itemCount]:items.length,...headers})}};var START=object({items:optional(number),workload:optional(text),traffic:optional(oneOf("recording")),scale:optional(mapOf(number)),replays:optional(number),replaySeconds:optional(
number)});async function startAdvice(request){const{traffic,scale,...terms}=await request.body(START);if(traffic!==void 0&&terms.workload!==void 0)throw new Failure(
"badRequest","Give 'traffic' or 'workload', not both.");const container=await request.namedContainer();const recorded=traffic===void 0?void 0:request.context.recorder.
linesOf(`${container.database}/${container.container}`);if(recorded?.length===0){throw new Failure("conflict","Nothing is recorded of this container: begin a re\
cording, use the container, then ask again.")}const started=await request.desks.advice.start(container,{...terms,recorded,scale:scale&&Object.fromEntries(scale)});
return request.answer(started)}async function readAdvice(request){return request.answer(request.desks.advice.read(await request.namedContainer()))}async function readAdviceReport(request){
return request.answerPage(request.desks.advice.report(await request.namedContainer()))}async function cancelAdvice(request){return request.answer(await request.
desks.advice.cancel(await request.namedContainer()))}var NOTHING=object({});async function makeCheckpoint2(request){await request.body(NOTHING);const{checkpoint}=request.engine;if(checkpoint===void 0){throw new Failure(
"conflict","This server keeps everything in memory: there is no folder to copy.")}return request.answer({folder:await checkpoint()})}var ADVANCE=object({advanceMs:number});var ADVANCE_MS_MAX=366*864e5;async function readClock(request){const{environment}=request.context.engine;return request.answer(
{now:new Date(environment.now()).toISOString(),aheadMs:environment.clockControl?.aheadMs??0,controllable:environment.clockControl!==void 0})}async function advanceClock(request){
const{environment}=request.engine;const{clockControl}=environment;if(clockControl===void 0){throw new Failure("conflict","The clock of this server cannot be mov\
ed. Start it with --controllable-clock to test what depends on time.")}const{advanceMs}=await request.body(ADVANCE);if(advanceMs<0||advanceMs>ADVANCE_MS_MAX){throw new Failure(
"badRequest",`'advanceMs' must be a number from 0 to ${ADVANCE_MS_MAX}, not ${advanceMs}: a clock only goes forward.`)}if(environment.now()+advanceMs>TIMESTAMP_MAX*
1e3)throw new Failure("badRequest","The clock cannot be moved past February 2106, where timestamps end.");clockControl.advance(advanceMs);return readClock(request)}var LIMIT_MAX=1e3;var ControlRequest=class{context;names;constructor(context,names){this.context=context;this.names=names}get engine(){return this.context.engine}get container(){
return{database:this.names.database,container:this.names.container}}get desks(){return this.context.desks}async namedContainer(){const{resource,owner}=await this.
engine.containers.read(this.container);return{database:owner.link.slice("dbs/".length),container:resource.id,rid:resource.rid}}parameter(name){return new URLSearchParams(
this.context.request.path.query).get(name)??void 0}limit(){const text3=this.parameter("limit");if(text3===void 0)return void 0;const limit=/^\d+$/.test(text3)?Number(
text3):0;if(limit<1||limit>LIMIT_MAX){throw new Failure("badRequest",`'limit' must be a whole number from 1 to ${LIMIT_MAX}, not '${text3}'.`)}return limit}wholeNumber(name){
const text3=this.parameter(name);if(text3===void 0)return void 0;if(!/^\d{1,15}$/.test(text3))throw new Failure("badRequest",`'${name}' must be a whole number, \
not '${shownValue(text3)}'.`);return Number(text3)}async body(reader){const isAbsent=(await this.context.request.body()).length===0;return reader(isAbsent?{}:await this.
context.json(),"The body")}answerPage(html){const answer=this.context.answer(200,Buffer.from(html),UNMETERED_CHARGES.control);answer.headers[ResponseHeader.contentType]=
"text/html; charset=utf-8";return answer}answer(body){return this.context.answer(200,Buffer.from(JSON.stringify(body)),UNMETERED_CHARGES.control)}};var SWITCH=object({enabled:boolean});async function listFaults(request){return request.answer({rules:request.context.faults.list()})}async function addFault(request){
return request.answer(request.context.faults.add(await request.context.json()))}async function readFault(request){return request.answer(request.context.faults.read(
request.names.rule))}async function switchFault(request){const{enabled}=await request.body(SWITCH);return request.answer(request.context.faults.setEnabled(request.
names.rule,enabled))}async function removeFault(request){return request.answer(request.context.faults.remove(request.names.rule))}async function clearFaults(request){
const rules=request.context.faults.list();request.context.faults.clear();return request.answer({rules})}async function partsOf(request,own){const{nodes,request:asked}=request.context;if(nodes===void 0||isOwnPart(asked))return[own];if(await request.engine.partitions.
servedHere(request.container)===void 0)return[own];const target=asked.target.slice(CONTROL_PREFIX.length);const others=await nodes.askOthers(`${target}${target.
includes("?")?"&":"?"}${OWN_PART}`);return[own,...others]}function sumOfContainers(parts){const sum=of=>parts.reduce((total,part)=>total+part[of],0);return{...parts[0],
items:sum("items"),bytes:sum("bytes"),usedRuPerSecond:sum("usedRuPerSecond"),throttledPerSecond:sum("throttledPerSecond")}}function mergedPartitions([own,...others]){
const told=new Map(others.flatMap(({partitions,served})=>partitions.filter(({id})=>served?.includes(id)).map(each=>[each.id,each])));return own.partitions.map(each=>told.
get(each.id)??each)}function mergedKeys(parts,limit){const top=of=>parts.flatMap(part=>part[of]).sort((a,b)=>b.count-a.count).slice(0,limit);return{consumers:top(
"consumers"),throttled:top("throttled"),largest:parts.flatMap(({largest})=>largest).sort((a,b)=>b.storageBytes-a.storageBytes).slice(0,limit)}}function mergedHistories(parts){
const all=parts.flat();return[...all.filter(({gone})=>!gone),...all.filter(({gone})=>gone)]}function mergedColumns(parts){const byStart=new Map;for(const{columns:columns2}of parts){
for(const column of columns2)byStart.set(column.startMs,[...byStart.get(column.startMs)??[],column])}return[...byStart.values()].map(mergedColumn).sort((a,b)=>a.
startMs-b.startMs)}function mergedColumn(columns2){const[first,...rest]=columns2;if(rest.length===0)return first;const slices=new Map;for(const[slice,ru,throttled]of columns2.
flatMap(column=>column.slices)){const[,ruBefore,throttledBefore]=slices.get(slice)??[slice,0,0];slices.set(slice,[slice,ruBefore+ru,throttledBefore+throttled])}
const stored=columns2.flatMap(({storage})=>storage===void 0?[]:[storage]);return{startMs:first.startMs,slices:[...slices.values()].sort(([a],[b])=>a-b),keys:columns2.
flatMap(({keys})=>keys).sort((a,b)=>b.ru-a.ru).slice(0,Math.max(...columns2.map(({keys})=>keys.length))),...stored.length>0&&{storage:stored[0].map((_,slice)=>stored.
reduce((sum,each)=>sum+each[slice],0))}}}var KEYS_DEFAULT=20;var HEAT_UNIT=oneOf("seconds","minutes","halfHours");var TRUE_OR_FALSE=oneOf("true","false");var HISTORY_UNIT=oneOf("seconds","minutes");var THROTTLE=object(
{mode:oneOf(...THROTTLE_MODES)});var BUCKETS=object({buckets:list(object({id:number,maxThroughputPercentage:number}))});async function listContainers(request){const own=await request.
engine.partitions.containers();const{nodes}=request.context;if(nodes===void 0||request.context.request.isForwarded)return request.answer({containers:own});const others=await nodes.
askOthers("containers");const parts=new Map;for(const part of[own,...others.map(each=>each.containers)].flat()){const name=`${part.database}/${part.container}`;
parts.set(name,[...parts.get(name)??[],part])}const containers=[...parts].sort(([a],[b])=>a<b?-1:1).map(([,each])=>sumOfContainers(each));return request.answer(
{containers})}async function readContainer(request){const own=await request.engine.partitions.container(request.container);return request.answer(sumOfContainers(
await partsOf(request,own)))}async function readPartitions(request){const{partitions}=request.engine;const served=await partitions.servedHere(request.container);
const own={partitions:await partitions.figures(request.container),...served!==void 0&&{served}};if(isOwnPart(request.context.request))return request.answer(own);
return request.answer({partitions:mergedPartitions(await partsOf(request,own))})}async function readKeys(request){const{engine,container}=request;const limit=request.
limit()??KEYS_DEFAULT;const withLargest=TRUE_OR_FALSE(request.parameter("largest")??"true","'largest'")==="true";const own=await engine.partitions.keys(container,
{limit,withLargest});return request.answer(mergedKeys(await partsOf(request,own),limit))}async function readHistory(request){const{engine,container}=request;const unit=HISTORY_UNIT(
request.parameter("unit")??"minutes","'unit'");const own={partitions:await engine.partitions.histories(container,unit,request.limit())};const parts=await partsOf(
request,own);return request.answer({unit,partitions:mergedHistories(parts.map(({partitions})=>partitions))})}async function readHeat(request){const{engine,container}=request;
const unit=HEAT_UNIT(request.parameter("unit")??"seconds","'unit'");const heat=await engine.partitions.heat(container,unit,{sinceMs:request.wholeNumber("since"),
withStorage:TRUE_OR_FALSE(request.parameter("storage")??"false","'storage'")==="true"});const columns2=mergedColumns(await partsOf(request,heat));return request.
answer({unit,nowMs:engine.environment.now(),...heat,columns:columns2})}async function readThrottle(request){return request.answer({mode:await request.engine.partitions.
throttle(request.container)})}async function setThrottle(request){const{engine,container}=request;const{mode}=await request.body(THROTTLE);return request.answer(
{mode:await engine.partitions.setThrottle(container,mode)})}async function readBuckets(request){return request.answer({buckets:await request.engine.partitions.buckets(
request.container)})}async function setBuckets(request){const{engine,container}=request;const{buckets}=await request.body(BUCKETS);return request.answer({buckets:await engine.
partitions.setBuckets(container,buckets)})}import{monitorEventLoopDelay}from"node:perf_hooks";var METRICS_CONTENT_TYPE="text/plain; version=0.0.4; charset=utf-8";function metricsText(metrics){return metrics.filter(({samples})=>samples.length>0).map(({name,
type,help,samples})=>{const lines=samples.map(({labels={},value,suffix=""})=>`${name}${suffix}${labelsText(labels)} ${value}
`);return`# HELP ${name} ${help}
# TYPE ${name} ${type}
${lines.join("")}`}).join("")}function labelsText(labels){const pairs=Object.entries(labels).map(([name,value])=>`${name}="${escaped(String(value))}"`);return pairs.
length===0?"":`{${pairs.join(",")}}`}function escaped(text3){return text3.replaceAll("\\","\\\\").replaceAll('"','\\"').replaceAll("\n","\\n")}var RESOURCES={"":["account","account"],addresses:["addresses","addresses"],dbs:["database","databases"],colls:["container","containers"],docs:["item","items"],
users:["user","users"],permissions:["permission","permissions"],clientencryptionkeys:["encryption key","encryption keys"],sprocs:["stored procedure","stored pro\
cedures"],triggers:["trigger","triggers"],udfs:["function","functions"],conflicts:["conflict","conflicts"],partitionkeydelete:["partition key","partition keys"],
pkranges:["range","ranges"],offers:["offer","offers"]};var OF_MANY=new Set(["list","query","batch"]);function shownRequest(served){const{activityId,key,status,substatus,
chargeRu,items,bytes,why,fault,method,target}=served;return{at:new Date(served.atMs).toISOString(),activityId,...served.correlatedId!==void 0&&{correlatedId:served.
correlatedId},operation:operationOf2(served),...namesOf(served),...key!==void 0&&{key},partitions:partitionsOf(served),status,...substatus!==void 0&&{substatus},
charge:chargeRu,ms:rounded(served.totalMs),stages:{authenticate:rounded(served.authenticateMs),receive:rounded(served.receiveMs),work:rounded(Math.max(0,served.
totalMs-served.authenticateMs-served.receiveMs))},...items!==void 0&&{items},bytes,...served.query!==void 0&&{query:queryText(served.query)},...why!==void 0&&{why},
...fault!==void 0&&{fault},method,path:target,...served.client!==void 0&&{client:served.client}}}function operationOf2({verb,resource,method}){const names=resource===
void 0?void 0:RESOURCES[resource];if(verb===void 0||names===void 0)return method.toLowerCase();if(verb==="changes")return`changes of ${names[1]}`;if(verb==="que\
ryPlan")return"plan query";return`${verb} ${OF_MANY.has(verb)?names[1]:names[0]}`}function namesOf({target,owner}){const[database,container]=/^dbs\/([^/]+)(?:\/colls\/([^/]+))?/.
exec(owner??"")?.slice(1)??[];const segments=segmentsOf(target);const named=(type,at)=>segments[at]?.type===type?segments[at].id:void 0;const names={database:database??
named("dbs",0),container:container??named("colls",1),id:segments[2]?.id};return Object.fromEntries(Object.entries(names).filter(([,name])=>name!==void 0))}function segmentsOf(target){
try{return parseResourcePath(target).segments}catch{return[]}}function partitionsOf({partition,sessionToken,ranges,resource,status}){if(partition!==void 0)return[
partition];if(ranges!==void 0)return ranges;if(resource!=="docs"||status>=400||sessionToken===void 0)return[];return sessionToken.split(",").flatMap(part=>/^\d+(?=:)/.
exec(part)??[])}function queryText(body){const[,escaped2]=/"query"\s*:\s*"((?:[^"\\]|\\.)*)/.exec(body)??[];if(escaped2===void 0)return"";try{return JSON.parse(
`"${escaped2}"`)}catch{return escaped2}}function rounded(ms){return Math.round(ms*1e3)/1e3}var TIME_BOUNDS_MS=[.5,1,2.5,5,10,25,50,100,250,500,1e3,2500,1e4];var COUNTED_CONTAINERS_MAX=1e3;var Counts=class{operation;byStatus=new Map;times=new Array(TIME_BOUNDS_MS.
length+1).fill(0);totalMs=0;constructor(operation){this.operation=operation}add({status,totalMs}){this.byStatus.set(status,(this.byStatus.get(status)??0)+1);this.
totalMs+=totalMs;let bound=0;while(bound<TIME_BOUNDS_MS.length&&totalMs>TIME_BOUNDS_MS[bound])bound++;this.times[bound]++}};var RequestMetrics=class{#counts=new Map;#ru=new Map;note(served){
this.#countsOf(served).add(served);const{chargeRu,owner=""}=served;if(chargeRu===0)return;const before=this.#ru.get(owner);const name=before===void 0&&this.#ru.
size>=COUNTED_CONTAINERS_MAX?"":owner;this.#ru.set(name,(this.#ru.get(name)??0)+chargeRu)}get operations(){return[...this.#counts.values()].flatMap(byVerb=>[...byVerb.
values()])}get ru(){return this.#ru}#countsOf(served){const{resource,verb}=served;let byVerb=this.#counts.get(resource);if(byVerb===void 0)this.#counts.set(resource,
byVerb=new Map);let counts=byVerb.get(verb);if(counts===void 0)byVerb.set(verb,counts=new Counts(verb===void 0?"none":operationOf2(served)));return counts}};async function readMetrics(request){const{metrics}=request.context;const containers=await request.engine.partitions.containers();const ofContainers=(name,help,figure)=>gauge(
`orrery_container_${name}`,help,containers.map(each=>({labels:{database:each.database,container:each.container},value:figure(each)})));const text3=metricsText([
gauge("orrery_info","Which version this is.",[{labels:{version:PRODUCT_VERSION},value:1}]),...requestMetrics(metrics),ofContainers("partitions","Physical partit\
ions.",({partitions})=>partitions),ofContainers("items","Items.",({items})=>items),ofContainers("bytes","Bytes of all items.",({bytes})=>bytes),ofContainers("us\
ed_ru_per_second","RU/s of the last ten seconds.",each=>each.usedRuPerSecond),ofContainers("throttled_per_second","Requests a second of the last ten seconds tha\
t were refused with 429, or would be on the service.",each=>each.throttledPerSecond),...nodeMetrics(request),...processMetrics()]);const answer=request.answer({});
answer.headers[ResponseHeader.contentType]=METRICS_CONTENT_TYPE;return{...answer,body:Buffer.from(text3)}}function nodeMetrics({context:{nodes}}){if(nodes===void 0)
return[];const counter=(name,help,value)=>({name,type:"counter",help,samples:[{value}]});return[counter("orrery_forwarded_requests_total","Requests that another\
 node answered.",nodes.forwarded),counter("orrery_failovers_total","Partitions taken from nodes that had gone.",nodes.cluster.failovers)]}function requestMetrics({
operations,ru}){return[{name:"orrery_requests_total",type:"counter",help:"Requests of clients, by operation and status.",samples:operations.flatMap(({operation,
byStatus})=>[...byStatus].map(([status,value])=>({labels:{operation,status},value})))},{name:"orrery_request_duration_seconds",type:"histogram",help:"How long r\
equests took, by operation.",samples:operations.flatMap(durationSamples)},{name:"orrery_request_units_total",type:"counter",help:"Request units of all answers, \
by container.",samples:[...ru].map(([owner,value])=>({labels:namesOf2(owner),value:rounded2(value)}))}]}function durationSamples({operation,times,totalMs}){let count=0;
const buckets=times.map((inClass,i)=>{count+=inClass;const bound=TIME_BOUNDS_MS[i];const le=bound===void 0?"+Inf":String(bound/1e3);return{suffix:"_bucket",labels:{
operation,le},value:count}});return[...buckets,{suffix:"_sum",labels:{operation},value:rounded2(totalMs/1e3)},{suffix:"_count",labels:{operation},value:count}]}
function namesOf2(owner){const[database,container]=owner===""?[]:parseResourcePath(`/${owner}`).segments;return{database:database?.id??"",container:container?.id??
""}}var loopDelay;function processMetrics(){const{rss,heapUsed,external}=process.memoryUsage();const{user,system}=process.cpuUsage();if(loopDelay===void 0)(loopDelay=
monitorEventLoopDelay({resolution:10})).enable();const[p50,p99,max]=[loopDelay.percentile(50),loopDelay.percentile(99),loopDelay.max];const isEmpty=loopDelay.count===
0;loopDelay.reset();const delay=(quantile,ns)=>({labels:{quantile},value:ns/1e9});return[gauge("orrery_event_loop_delay_seconds","How late timers of 10 ms came \
since the figures were last read.",isEmpty?[]:[delay("0.5",p50),delay("0.99",p99),delay("1",max)]),gauge("process_resident_memory_bytes","Memory of the process.",
[{value:rss}]),gauge("orrery_heap_used_bytes","Memory of JavaScript objects.",[{value:heapUsed}]),gauge("orrery_external_bytes","Memory of buffers and such.",[{
value:external}]),{name:"process_cpu_seconds_total",type:"counter",help:"Time of processors that the process has used.",samples:[{value:(user+system)/1e6}]},gauge(
"process_start_time_seconds","When the process began, in seconds since 1970.",[{value:Math.round(performance.timeOrigin/1e3)}])]}function gauge(name,help,samples){
return{name,type:"gauge",help,samples}}function rounded2(value){return Math.round(value*1e6)/1e6}var HOLD=object({forMs:number});var RELEASE=object({hold:text});var EXCHANGE=object({with:text,hold:optional(text)});async function holdWriters(request){const{forMs}=await request.
body(HOLD);return request.answer(await request.engine.naming.hold(request.container,forMs))}async function releaseWriters(request){const{hold}=await request.body(
RELEASE);return request.answer(await request.engine.naming.release(hold))}async function exchangeNames(request){const{with:other,hold}=await request.body(EXCHANGE);
const containers=await request.engine.naming.exchange(request.container,other,hold);return request.answer({containers})}var PASS=object({unit:text,to:text});var SPENDING=object({rid:text,space:number,spender:object({key:optional(text),priority:oneOf("High","Low"),bucket:number}),
spent:optional(object({admitted:boolean,charge:number}))});var NOTHING2=object({reason:optional(text)});async function listNodes(request){const router=nodesOf(request);
await router.cluster.freshCatalog();const nodes=await router.cluster.overview();return request.answer({nodes:nodes.map(({id,name,address,isLeaving,leaseLeftMs,units})=>({
id,name,address:address??null,isThis:id===router.cluster.id,state:address===void 0?"starting":isLeaving?"leaving":"serving",leaseLeftMs,changesCatalog:router.changesCatalog(
units),containers:router.containersOf(units),partitions:router.partitionsOf(units)}))})}async function passUnit(request){const{unit,to}=await request.body(PASS);
await nodesOf(request).cluster.pass(unit,to);return request.answer({})}async function spendOnPartition(request){const{spent,spender,...partition}=await request.
body(SPENDING);const{key,...rest}=spender;const asked={...partition,spent,spender:key===void 0?rest:{...rest,key}};return request.answer(await spendingAnswer(request.
engine.partitions.spend(asked)))}async function drainNode(request){await request.body(NOTHING2);const router=nodesOf(request);const id=request.names.node;if(id===
router.cluster.id)await router.cluster.leave();else{const node=askedNode(await router.cluster.overview(),id);const{status}=await router.control(node,"POST",`nod\
es/${id}/drain`);if(status!==200)throw new Failure("unavailable",`The node at ${node.address} answered ${status}.`)}return listNodes(request)}function nodesOf({
context:{nodes}}){if(nodes===void 0)throw new Failure("conflict","This server has its data to itself: nodes are started with --store and --node.");return nodes}var START2=object({hash:optional(boolean)});async function startRecording(request){const{hash=false}=await request.body(START2);const{recorder}=request.context;
recorder.start(hash);return request.answer({recording:true,next:recorder.take(0).next})}async function readRecording(request){const text3=request.parameter("fro\
m")??"0";if(!/^\d{1,15}$/.test(text3))throw new Failure("badRequest",`'from' must be a whole number, not '${text3}'.`);const{isOn,lines,next,dropped}=request.context.
recorder.take(Number(text3));return request.answer({recording:isOn,operations:lines.map(line=>JSON.parse(line)),next,dropped})}async function countRecorded(request){
const{database,container}=await request.namedContainer();const{recorder}=request.context;const{length:length2}=recorder.linesOf(`${database}/${container}`);return request.
answer({recording:recorder.isOn,operations:length2})}async function stopRecording(request){request.context.recorder.stop();return request.answer({recording:false})}var MOVE=object({key:optional(list(text)),strategy:optional(anyObject),to:optional(text),maxRu:optional(number)});var VERIFY=object({repair:optional(boolean)});
var SWITCH2=object({writersStopped:optional(boolean),maxLagMs:optional(number)});var CANCEL=object({deleteTarget:optional(boolean)});var COMPLETE=object({deleteFormer:optional(
boolean)});var NOTHING3=object({});function route(reader,act){return async request=>{const body=await request.body(reader);const container=await request.namedContainer();
return request.answer(await act(request.desks.moves,container,body))}}var planRepartition=route(MOVE,(moves,container,terms)=>moves.plan(container,terms));var startRepartition=route(
MOVE,(moves,container,terms)=>moves.start(container,terms));var readRepartition=route(NOTHING3,(moves,container)=>moves.read(container));var REPARTITION_ACTIONS={
verify:route(VERIFY,(moves,container,terms)=>moves.verify(container,terms)),"cut-over":route(SWITCH2,(moves,container,terms)=>moves.cutOver(container,terms)),"r\
oll-back":route(SWITCH2,(moves,container,terms)=>moves.rollBack(container,terms)),pause:route(NOTHING3,(moves,container)=>moves.pause(container)),resume:route(NOTHING3,
(moves,container)=>moves.resume(container)),cancel:route(CANCEL,(moves,container,{deleteTarget})=>moves.cancel(container,deleteTarget===true)),complete:route(COMPLETE,
(moves,container,{deleteFormer})=>moves.complete(container,deleteFormer===true))};var REQUESTS_DEFAULT=100;var YES_OR_NO=oneOf("true","false");async function readRequests(request){const{requests}=request.context;const from=request.wholeNumber(
"from");const limit=request.limit()??REQUESTS_DEFAULT;const container=request.parameter("container");const failed=YES_OR_NO(request.parameter("failed")??"false",
"'failed'")==="true";const found=[];let next=requests.next;for(const{number:number2,served}of requests.from(from??0)){if(failed&&served.status<400)continue;const shown2=shownRequest(
served);if(container!==void 0&&`${shown2.database}/${shown2.container}`!==container)continue;if(found.length===limit){if(from!==void 0){next=number2;break}found.
shift()}found.push({number:number2,...shown2})}return request.answer({requests:found,next})}var NOTHING4=object({});async function resetAccount(request){await request.body(NOTHING4);const{engine,context}=request;context.faults.clear();context.recorder.
stop();const databases=[];for(;;){const{rows}=await engine.databases.list({});if(rows.length===0)return request.answer({databases});for(const row of rows){await engine.
databases.delete(row.id);databases.push(row.id)}}}async function readServer(request){const{access,engine,directPort}=request.context;return request.answer({version:PRODUCT_VERSION,access:access.kind,directPort:directPort??
null,inMemory:engine.checkpoint===void 0,now:new Date(engine.environment.now()).toISOString()})}async function readQueryWords(request){return request.answer(request.
engine.queries.words())}var SPLIT=object({at:optional(oneOf("midpoint","data")),epk:optional(text)});var SHARING_OUT=object({count:number});var MERGE=object({partitions:list(text),force:optional(
boolean)});var REDISTRIBUTION=object({targets:optional(mapOf(number))});async function splitPartition(request){const{engine,container,names}=request;const point=splitPoint(
await request.body(SPLIT));return request.answer(await engine.partitions.split(container,names.partition,point))}async function shareOutPartitions(request){const{
engine,container}=request;const{count}=await request.body(SHARING_OUT);return request.answer(await engine.partitions.shareOut(container,count))}async function mergePartitions(request){
const{engine,container}=request;const{partitions,force=false}=await request.body(MERGE);const[one,other,...more]=partitions;if(one===void 0||other===void 0||one===
other||more.length>0){throw new Failure("badRequest","'partitions' must have the ids of two partitions.")}return request.answer(await engine.partitions.merge(container,
[one,other],{force}))}async function redistributeThroughput(request){const{engine,container}=request;const{targets}=await request.body(REDISTRIBUTION);return request.
answer(await engine.partitions.redistribute(container,targets))}function splitPoint({at,epk}){if(epk===void 0)return at??"midpoint";if(at===void 0)return{epk:parseEpk(
epk)};throw new Failure("badRequest","A split takes 'at' or 'epk', not both.")}var CONTAINER="dbs/{database}/colls/{container}";var ROUTES={"GET server":readServer,"GET query-words":readQueryWords,"GET containers":listContainers,"GET reque\
sts":readRequests,"GET metrics":readMetrics,[`GET ${CONTAINER}`]:readContainer,[`GET ${CONTAINER}/partitions`]:readPartitions,[`PUT ${CONTAINER}/partitions`]:shareOutPartitions,
[`GET ${CONTAINER}/keys`]:readKeys,[`GET ${CONTAINER}/history`]:readHistory,[`GET ${CONTAINER}/heat`]:readHeat,[`GET ${CONTAINER}/throttle`]:readThrottle,[`PUT ${CONTAINER}\
/throttle`]:setThrottle,[`GET ${CONTAINER}/buckets`]:readBuckets,[`PUT ${CONTAINER}/buckets`]:setBuckets,[`POST ${CONTAINER}/partitions/{partition}/split`]:splitPartition,
[`POST ${CONTAINER}/merge`]:mergePartitions,[`POST ${CONTAINER}/redistribute`]:redistributeThroughput,[`POST ${CONTAINER}/hold`]:holdWriters,[`POST ${CONTAINER}\
/release`]:releaseWriters,[`POST ${CONTAINER}/exchange`]:exchangeNames,[`GET ${CONTAINER}/recording`]:countRecorded,[`POST ${CONTAINER}/advice`]:startAdvice,[`G\
ET ${CONTAINER}/advice`]:readAdvice,[`DELETE ${CONTAINER}/advice`]:cancelAdvice,[`GET ${CONTAINER}/advice/report`]:readAdviceReport,[`POST ${CONTAINER}/repartit\
ion`]:startRepartition,[`GET ${CONTAINER}/repartition`]:readRepartition,[`POST ${CONTAINER}/repartition/plan`]:planRepartition,...Object.fromEntries(Object.entries(
REPARTITION_ACTIONS).map(([name,route2])=>[`POST ${CONTAINER}/repartition/${name}`,route2])),"GET nodes":listNodes,"POST nodes/pass":passUnit,"POST nodes/spendi\
ng":spendOnPartition,"POST nodes/{node}/drain":drainNode,"GET clock":readClock,"POST clock":advanceClock,"GET faults":listFaults,"POST faults":addFault,"DELETE \
faults":clearFaults,"GET faults/{rule}":readFault,"PUT faults/{rule}":switchFault,"DELETE faults/{rule}":removeFault,"POST reset":resetAccount,"POST checkpoint":makeCheckpoint2,
"POST recording":startRecording,"GET recording":readRecording,"DELETE recording":stopRecording};var PATTERNS=Object.entries(ROUTES).map(([pattern,route2])=>{const[
method,path]=pattern.split(" ");return{method,parts:path.split("/"),route:route2}});function isControlRequest(request){return request.target.startsWith(CONTROL_PREFIX)}
async function control(context){const{request,access}=context;if(access.kind==="token"){throw new Failure("forbidden","The control API needs an account key; a r\
esource token opens nothing of it.")}const parts=request.path.signedLink.slice(CONTROL_PREFIX.length-1).split("/").map(decode);const methods=[];for(const{method,
parts:pattern,route:route2}of PATTERNS){const names=match(pattern,parts);if(names!==void 0&&method===request.method)return route2(new ControlRequest(context,names));
if(names!==void 0)methods.push(method)}if(methods.length>0){throw new Failure("methodNotAllowed",`The control API has no ${request.method} ${request.target}, bu\
t ${methods.join(" and ")}.`)}throw new Failure("notFound",`The control API has no ${request.method} ${request.target}. It has: ${Object.keys(ROUTES).join(", ")}\
.`)}function match(pattern,parts){if(pattern.length!==parts.length)return void 0;const names={};for(const[i,expected]of pattern.entries()){const part=parts[i];if(expected.
startsWith("{"))names[expected.slice(1,-1)]=part;else if(expected!==part)return void 0}return names}function decode(text3){try{return decodeURIComponent(text3)}catch{
throw new Failure("badRequest",`The path has a malformed percent escape: '${text3}'.`)}}var REGION="South Central US";var STALENESS_BOUND={maxStalenessPrefix:100,maxIntervalInSeconds:5};var REPLICATION={minReplicaSetSize:WRITE_QUORUM,maxReplicasetSize:COPIES.
length};var NO_ATTACHMENTS={[ResponseHeader.mediaStorageUsageMb]:0,[ResponseHeader.mediaStorageUsageMbMax]:0};var QUERY_ENGINE={maxSqlQueryInputLength:KEPT_QUERY_LIMITS.
textBytesMax,maxJoinsPerSqlQuery:KEPT_QUERY_LIMITS.joinsMax,spatialMaxGeometryPointCount:KEPT_QUERY_LIMITS.shapePositionsMax,sqlAllowNonFiniteNumbers:false,sqlAllowAggregateFunctions:true,
sqlAllowSubQuery:true,sqlAllowScalarSubQuery:true,allowNewKeywords:true,sqlAllowLike:true,sqlAllowGroupByClause:true,sqlAllowTop:true,enableSpatialIndexing:true};
async function readAccount(context){const{endpoint,host}=context.request;const{level}=context.consistency;const locations=[{name:REGION,databaseAccountEndpoint:`${endpoint}\
/`}];const document={_self:"",id:"orrery",_rid:host,media:"//media/",addresses:"//addresses/",_dbs:"//dbs/",writableLocations:locations,readableLocations:locations,
enableMultipleWriteLocations:false,continuousBackupEnabled:false,enableNRegionSynchronousCommit:false,enablePerPartitionFailoverBehavior:false,userReplicationPolicy:{
asyncReplication:false,...REPLICATION},userConsistencyPolicy:{defaultConsistencyLevel:level,...level==="BoundedStaleness"?STALENESS_BOUND:{}},systemReplicationPolicy:REPLICATION,
readPolicy:{primaryReadCoefficient:1,secondaryReadCoefficient:1},queryEngineConfiguration:JSON.stringify(QUERY_ENGINE)};return context.answer(200,Buffer.from(JSON.
stringify(document)),UNMETERED_CHARGES.account,{...NO_ATTACHMENTS})}var PROTOCOL="rntbd";var MASTER_RANGE="M";async function listAddresses(context){const{directPort,request}=context;if(directPort===void 0){throw new Failure("bad\
Request","Direct mode is turned off here: start the server without '--direct off', or connect in gateway mode.")}const{owner,replicas}=await resolve(context);const filter=request.
query.get("$filter")??"";const isOfProtocol=filter===""||filter.endsWith(PROTOCOL);const authority=`${hostName(request.host)}:${directPort}`;const rows=isOfProtocol?
replicas.flatMap(replica=>addressesOf(replica,authority)):[];return context.answerList("addresses",{owner,rows,charge:UNMETERED_CHARGES.account})}var ACCOUNT={rid:"",
link:""};async function resolve({engine,request}){const[database,container]=request.subject.segments;if(database===void 0||container?.type!=="colls")return{owner:ACCOUNT,
replicas:["master"]};const address={database:database.id,container:container.id};const{owner,rows=[]}=await engine.containers.rangesSince(address,void 0);const wanted=request.
query.get("$partitionKeyRangeIds")?.split(",");const ids=rows.map(({id})=>id).filter(id=>wanted?.includes(id)??true);return{owner,replicas:ids.map(rangeId=>({containerRid:owner.
rid,rangeId}))}}function addressesOf(replica,authority){return COPIES.map(copy=>{const uri=`${PROTOCOL}://${authority}${replicaPath(replica,copy)}`;return{isPrimary:copy===
COPIES[0],protocol:PROTOCOL,logicalUri:uri,physcialUri:uri,partitionIndex:"",partitionKeyRangeId:replica==="master"?MASTER_RANGE:replica.rangeId}})}function hostName(host){
try{return new URL(`http://${host}`).hostname}catch{return"localhost"}}import{crc32}from"node:zlib";var ROW_VERSION=129;var TypeCode={null:1,false:2,true:3,int32:7,uint32:11,float64:16,utf8:20,binary:21};function maskBytes({fixed,variable}){return Math.ceil((fixed.
length+variable.length)/8)}function firstSparseToken({fixed,variable}){return 1+fixed.length+variable.length}var SEGMENT_SCHEMA=2147473648;var RECORD_SCHEMA=2147473649;var ROW_HEAD_BYTES=5;var SEGMENT_BYTES=10;var RECORD_BYTES=13;function isHybridRow(body){return body[0]===
ROW_VERSION}function readRecords(body){const reader=new ByteReader(body,"HybridRow record I/O");const rows=[];let isInSegment=false;while(!reader.isAtEnd){const start=reader.
position;const schema=readHead(reader);if(schema===SEGMENT_SCHEMA){skipSegment(reader,start);isInSegment=true}else if(schema===RECORD_SCHEMA&&isInSegment){rows.
push(readRecord(reader))}else{reader.fail(`neither a segment nor a record begins at byte ${start}`)}}return rows}function readHead(reader){const version=reader.
byte();if(version!==ROW_VERSION){reader.fail(`byte ${reader.position-1} is 0x${version.toString(16)}, where a row begins with 0x81`)}return reader.int(4)}function skipSegment(reader,start){
reader.byte();const length2=reader.int(4);if(length2<SEGMENT_BYTES)reader.fail(`the segment at byte ${start} has a length of ${length2}`);reader.position=start;
reader.position=reader.endOf(length2)}function readRecord(reader){const length2=reader.int(4);const checksum=reader.uint(4);if(length2<ROW_HEAD_BYTES)reader.fail(
`the record before byte ${reader.position} has a length of ${length2}`);const start=reader.position;const row=reader.slice(length2);if(crc32(row)!==checksum)reader.
fail(`the checksum of the row at byte ${start} is not that of its bytes`);return row}function writeRecords(rows){return Buffer.concat([segment(),...rows.flatMap(
row=>[recordHead(row),row])])}function segment(){const bytes=Buffer.alloc(SEGMENT_BYTES);writeHead(bytes,SEGMENT_SCHEMA);bytes[ROW_HEAD_BYTES]=1;bytes.writeInt32LE(
SEGMENT_BYTES,ROW_HEAD_BYTES+1);return bytes}function recordHead(row){const bytes=Buffer.alloc(RECORD_BYTES);writeHead(bytes,RECORD_SCHEMA);bytes.writeInt32LE(row.
length,ROW_HEAD_BYTES);bytes.writeUInt32LE(crc32(row),ROW_HEAD_BYTES+4);return bytes}function writeHead(bytes,schema){bytes[0]=ROW_VERSION;bytes.writeInt32LE(schema,
1)}var LENGTH_BYTES_MAX=5;function readRow(layout,bytes){const reader=new ByteReader(bytes,"HybridRow");if(reader.byte()!==ROW_VERSION)reader.fail("a row does not \
begin with 0x81");const schema=reader.int(4);if(schema!==layout.schema)reader.fail(`a row is of schema ${schema}, not ${layout.schema}`);const row={};const mask=reader.
slice(maskBytes(layout));const isPresent=bit=>(mask[bit>>3]>>(bit&7)&1)===1;for(const[i,{name}]of layout.fixed.entries()){const value=reader.int(4);if(isPresent(
i))row[name]=value}for(const[i,column]of layout.variable.entries()){if(isPresent(layout.fixed.length+i))row[column.name]=readText(reader,column)}while(!reader.isAtEnd)
readSparse(reader,layout,row);return row}function readSparse(reader,layout,row){const start=reader.position;const code=reader.byte();const column=layout.sparse[readLength(
reader)-firstSparseToken(layout)];if(column===void 0){reader.fail(`the field at byte ${start} of a row is none of schema ${layout.schema}`)}if(code!==TypeCode.null)
row[column.name]=readSparseValue(reader,column,code)}function readSparseValue(reader,column,code){const{name,type}=column;if(type==="bool"){if(code===TypeCode.true||
code===TypeCode.false)return code===TypeCode.true}else if(code===TypeCode[type]){switch(type){case"int32":return reader.int(4);case"uint32":return reader.uint(4);case"\
float64":return reader.float64();case"utf8":case"binary":return readText(reader,column)}}return reader.fail(`the field '${name}' of a row must be ${type}, and h\
as the type code ${code}`)}function readText(reader,{type}){const length2=readLength(reader);return type==="utf8"?reader.utf8(length2):reader.slice(length2)}function readLength(reader){
let length2=0;for(let i=0;i<LENGTH_BYTES_MAX;i++){const byte=reader.byte();length2+=(byte&127)*2**(7*i);if(byte<128)return length2}return reader.fail(`the lengt\
h before byte ${reader.position} of a row does not end`)}function writeRow(layout,row){const head=Buffer.alloc(5);head[0]=ROW_VERSION;head.writeInt32LE(layout.schema,1);const mask=Buffer.alloc(maskBytes(layout));const chunks=[
head,mask];for(const[i,{name}]of layout.fixed.entries()){if(row[name]!==void 0)setBit(mask,i);chunks.push(int32(row[name]??0))}for(const[i,{name}]of layout.variable.
entries()){const value=row[name];if(value===void 0)continue;setBit(mask,layout.fixed.length+i);chunks.push(...text2(value))}for(const[i,column]of layout.sparse.
entries()){const value=row[column.name];if(value!==void 0)chunks.push(...sparse(column,firstSparseToken(layout)+i,value))}return Buffer.concat(chunks)}function setBit(mask,bit){
mask[bit>>3]|=1<<(bit&7)}function sparse({type},token,value){const code=type==="bool"?value===true?TypeCode.true:TypeCode.false:TypeCode[type];const head=Buffer.
concat([Buffer.of(code),length(token)]);switch(type){case"bool":return[head];case"int32":return[head,int32(value)];case"uint32":{const bytes=Buffer.alloc(4);bytes.
writeUInt32LE(value);return[head,bytes]}case"float64":{const bytes=Buffer.alloc(8);bytes.writeDoubleLE(value);return[head,bytes]}case"utf8":case"binary":return[
head,...text2(value)]}}function int32(value){const bytes=Buffer.alloc(4);bytes.writeInt32LE(value);return bytes}function text2(value){const bytes=typeof value===
"string"?Buffer.from(value):value;return[length(bytes.length),bytes]}function length(value){const bytes=[];let rest=value;for(;rest>=128;rest=Math.floor(rest/128))
bytes.push(rest&127|128);return Buffer.from([...bytes,rest])}var BATCH_OPERATION={schema:2145473648,fixed:columns({operationType:"int32",resourceType:"int32"}),variable:columns({partitionKey:"utf8",effectivePartitionKey:"\
binary",id:"utf8",binaryId:"binary",resourceBody:"binary"}),sparse:columns({indexingDirective:"utf8",ifMatch:"utf8",ifNoneMatch:"utf8",timeToLiveInSeconds:"int3\
2",minimalReturnPreference:"bool"})};var BATCH_RESULT={schema:2145473649,fixed:columns({statusCode:"int32",subStatusCode:"int32"}),variable:columns({eTag:"utf8",
resourceBody:"binary"}),sparse:columns({retryAfterMilliseconds:"uint32",requestCharge:"float64"})};function readOperationRows(body){return readRecords(body).map(
row=>readRow(BATCH_OPERATION,row))}function writeResultRows(results){return writeRecords(results.map(result=>writeRow(BATCH_RESULT,{...result})))}function columns(types){
return Object.entries(types).map(([name,type])=>({name,type}))}function requestTerms({request,consistency}){const level=request.header(RequestHeader.consistencyLevel);const session=consistency.isSession(level)?request.header(
RequestHeader.sessionToken):void 0;return{priority:priorityOf(request.header(RequestHeader.priorityLevel)),bucket:request.integerHeader(RequestHeader.throughputBucket,
1,5)??0,readMultiplier:consistency.readMultiplier(level),session:session===void 0?void 0:parseSessionToken(session)}}function itemRequest(context){const{request}=context;
return{terms:requestTerms(context),key:request.partitionKey,mayNameFormerKey:!context.client.readsKeysAgain,ifMatch:request.header(RequestHeader.ifMatch),ifNoneMatch:request.
header(RequestHeader.ifNoneMatch),indexed:indexedBy(request.header(RequestHeader.indexingDirective)),triggers:triggersOf(request)}}function priorityOf(level){switch(level?.
toLowerCase()){case void 0:case"high":return"High";case"low":return"Low";default:throw new Failure("badRequest",`The header '${RequestHeader.priorityLevel}' mus\
t be High or Low, not '${level}'.`)}}function indexedBy(directive){switch(directive?.toLowerCase()){case void 0:case"default":return void 0;case"include":return true;case"\
exclude":return false;default:throw new Failure("badRequest",`The indexing directive must be Default, Include or Exclude, not '${directive}'.`)}}function triggersOf(request){
const pre=request.listHeader(RequestHeader.preTriggerInclude);const post=request.listHeader(RequestHeader.postTriggerInclude);if(pre.length===0&&post.length===0)
return void 0;if(pre.length>1||post.length>1){throw new Failure("badRequest","A request runs at most one pre-trigger and one post-trigger.")}return{pre,post}}function requestScope({
request}){const startEpk=request.header(RequestHeader.startEpk);const endEpk=request.header(RequestHeader.endEpk);const hasRange=startEpk!==void 0||endEpk!==void 0;
return{key:request.partitionKey,rangeId:request.header(RequestHeader.partitionKeyRangeId),epkRange:hasRange?parseEpkRange(startEpk,endEpk):void 0}}var KINDS2=new Map(["create","upsert","read","delete","replace","patch"].map(kind=>[kind,kind]));function parseOperations(body,minimal){const operations=parseJson(
body);if(!Array.isArray(operations))throw new Failure("badRequest","The body of a batch must be an array of operations.");return operations.map(operation=>parseOperation(
operation,minimal))}function parseOperation(input,minimal){const fields=input??{};const{operationType,id,resourceBody,partitionKey,ifMatch,ifNoneMatch}=fields;const kind=KINDS2.
get(shownValue(operationType).toLowerCase());if(kind===void 0){throw new Failure("badRequest",`The operation type ${shownValue(operationType)} is not one of Cre\
ate, Upsert, Read, Delete, Replace, Patch.`)}return{kind,minimal:minimal||fields.minimalReturnPreference===true,id:textOf(id),body:resourceBody,key:keyOfOperation(
partitionKey),indexed:indexedBy(textOf(fields.indexingDirective)),ifMatch:textOf(ifMatch),ifNoneMatch:textOf(ifNoneMatch)}}function textOf(value){return typeof value===
"string"?value:void 0}function keyOfOperation(partitionKey){if(partitionKey===void 0||partitionKey===null)return void 0;return parsePartitionKeyHeader(typeof partitionKey===
"string"?partitionKey:JSON.stringify(partitionKey))}var KIND_NUMBERS=new Map([[0,"create"],[1,"patch"],[2,"read"],[4,"delete"],[5,"replace"],[20,"upsert"]]);var DOCUMENT_TYPE=2;
function readOperations(body,minimal){return readOperationRows(body).map(row=>operationOf3(row,minimal))}function operationOf3(row,minimal){const kind=KIND_NUMBERS.
get(row.operationType);if(kind===void 0){throw new Failure("badRequest",`The operation type ${row.operationType} is not one of 0 (Create), 1 (Patch), 2 (Read), \
4 (Delete), 5 (Replace), 20 (Upsert).`)}checkFields(row);let document;return{kind,minimal:minimal||row.minimalReturnPreference===true,id:row.id,get body(){if(row.
resourceBody===void 0)return void 0;document??=parseJson(row.resourceBody);return document},key:keyOfOperation(row.partitionKey),indexed:indexedBy(row.indexingDirective),
ifMatch:row.ifMatch,ifNoneMatch:row.ifNoneMatch}}function checkFields({resourceType,effectivePartitionKey,binaryId,timeToLiveInSeconds}){const refused=(name,instead)=>new Failure(
"badRequest",`An operation of a batch cannot have '${name}' here: ${instead}.`);if(resourceType!==DOCUMENT_TYPE)throw refused("resourceType","it is 2, for items");
if(effectivePartitionKey!==void 0)throw refused("effectivePartitionKey","send the partition key");if(binaryId!==void 0)throw refused("binaryId","send the id as \
text");if(timeToLiveInSeconds!==void 0)throw refused("timeToLiveInSeconds","set 'ttl' in the item")}var COMMA2=Buffer.from(",");function batchStatus(results){const isAllDone=results.every(result=>!("failure"in result)&&result.outcome!=="notModified");return isAllDone?
200:207}function writeJsonResults(operations,results){const rows=results.map((result,i)=>jsonRow(operations[i],result));return Buffer.concat([Buffer.from("["),...rows.
flatMap((row,i)=>i===0?row:[COMMA2,...row]),Buffer.from("]")])}function jsonRow(operation,result){if("failure"in result){const{code,retryAfterMs}=result.failure;
const{status,substatus=result.failure.substatus}=statusOf(code);const row2={statusCode:status,...substatus===void 0?{}:{subStatusCode:substatus},requestCharge:result.
charge,...retryAfterMs===void 0?{}:{retryAfterMilliseconds:Math.ceil(retryAfterMs)}};return[Buffer.from(JSON.stringify(row2))]}const{outcome,item,charge}=result;
const row={statusCode:OUTCOME_STATUS[outcome],requestCharge:charge};if(outcome==="deleted")return[Buffer.from(JSON.stringify(row))];const head=JSON.stringify({...row,
eTag:item.etag});if(!answersItem(operation,outcome))return[Buffer.from(head)];return[Buffer.from(`${head.slice(0,-1)},"resourceBody":`),item.json,Buffer.from("}")]}
function writeRowResults(operations,results,activityId){return writeResultRows(results.map((result,i)=>resultRow(operations[i],result,activityId)))}function resultRow(operation,result,activityId){
if("failure"in result){const{code,message,details,retryAfterMs=0,substatus}=result.failure;const status=statusOf(code);return{statusCode:status.status,subStatusCode:substatus??
status.substatus,resourceBody:errorBody(status,message,activityId,details),retryAfterMilliseconds:Math.ceil(retryAfterMs),requestCharge:result.charge}}const{outcome,
item,charge}=result;return{statusCode:OUTCOME_STATUS[outcome],eTag:outcome==="deleted"?void 0:item.etag,resourceBody:answersItem(operation,outcome)?item.json:void 0,
requestCharge:charge}}var INT64_MIN=-(2n**63n);var INT64_MAX=2n**63n-1n;var UINT64_MAX=2n**64n-1n;var FIRST_BYTES=1024;var SHORT_STRING_BYTES=Marker.string1-Marker.shortString;var BYTES_PER_CHARACTER=3;
var WIDTHS=[1,2,4];var LONGEST_HEAD=1+2*WIDTHS[2];function encodeCosmosBinary(value){const encoder=new Encoder;encoder.value(value);return encoder.written()}var Encoder=class{#bytes=Buffer.
allocUnsafe(FIRST_BYTES);#end=1;constructor(){this.#bytes[0]=PREAMBLE}written(){return this.#bytes.subarray(0,this.#end)}value(value){if(typeof value==="string")
this.#string(value);else if(typeof value==="number")this.#number(value);else if(typeof value==="boolean")this.#byte(value?Marker.true:Marker.false);else if(value===
null)this.#byte(Marker.null);else if(Array.isArray(value))this.#array(value);else this.#object(value)}#array(items){const start=this.#openParts();for(const item of items)
this.value(item);this.#closeParts(start,Marker.arrayCounted1,items.length)}#object(object2){const start=this.#openParts();const members=Object.entries(object2);
for(const[name,part]of members){this.#string(name);this.value(part)}this.#closeParts(start,Marker.objectCounted1,members.length)}#openParts(){this.#reserve(LONGEST_HEAD);
const start=this.#end;this.#end+=LONGEST_HEAD;return start}#closeParts(start,marker1,count){const length2=this.#end-start-LONGEST_HEAD;const form=formOf(length2);
const width=WIDTHS[form];const head=1+2*width;this.#bytes[start]=marker1+form;this.#bytes.writeUIntLE(length2,start+1,width);this.#bytes.writeUIntLE(count,start+
1+width,width);this.#bytes.copyWithin(start+head,start+LONGEST_HEAD,this.#end);this.#end=start+head+length2}#string(text3){this.#reserve(LONGEST_HEAD+BYTES_PER_CHARACTER*
text3.length);const start=this.#end;if(text3.length<SHORT_STRING_BYTES){const length3=this.#bytes.write(text3,start+1);if(length3<SHORT_STRING_BYTES){this.#bytes[start]=
Marker.shortString+length3;this.#end=start+1+length3;return}}const length2=Buffer.byteLength(text3);const form=formOf(length2);const width=WIDTHS[form];this.#bytes[start]=
Marker.string1+form;this.#bytes.writeUIntLE(length2,start+1,width);this.#bytes.write(text3,start+1+width);this.#end=start+1+width+length2}#number(value){if(Number.
isInteger(value)&&value>=0&&value<Marker.systemString){this.#byte(value);return}const integer=integerOf(value);if(integer===void 0)this.#double(value);else this.#integer(
integer)}#integer(value){this.#reserve(9);if(value>INT64_MAX){this.#bytes[this.#end]=Marker.numberUint64;this.#bytes.writeBigUInt64LE(value,this.#end+1)}else{this.#bytes[this.#end]=
Marker.numberInt64;this.#bytes.writeBigInt64LE(value,this.#end+1)}this.#end+=9}#double(value){this.#reserve(9);this.#bytes[this.#end]=Marker.numberDouble;this.#bytes.
writeDoubleLE(value,this.#end+1);this.#end+=9}#byte(byte){this.#reserve(1);this.#bytes[this.#end++]=byte}#reserve(more){const needed=this.#end+more;if(needed<=this.#bytes.
length)return;const larger=Buffer.allocUnsafe(Math.max(needed,2*this.#bytes.length));this.#bytes.copy(larger,0,0,this.#end);this.#bytes=larger}};function integerOf(value){
if(Number.isSafeInteger(value))return BigInt(value);if(!Number.isInteger(value))return void 0;const text3=JSON.stringify(value);const integer=text3.includes("e")?
void 0:BigInt(text3);return integer!==void 0&&integer>=INT64_MIN&&integer<=UINT64_MAX?integer:void 0}function formOf(length2){return length2<=255?0:length2<=65535?
1:2}function inAcceptedFormat(request,json){const formats=request.listHeader(RequestHeader.supportedFormats).map(format=>format.toLowerCase());const isBinary=formats.
includes("cosmosbinary")&&!formats.includes("jsontext");return isBinary&&!json.includes("\\ud")?encodeCosmosBinary(JSON.parse(json.toString())):json}async function readItem(context){const{engine,intendedContainer,request}=context;const answer=await engine.items.read(intendedContainer,context.id(2),itemRequest(
context));const{item,charge}=answer;const headers=rangeHeaders(answer.container,answer);headers[ResponseHeader.etag]=item.etag;headers[ResponseHeader.itemLsn]=item.
lsn;headers[ResponseHeader.contentLocation]=`${request.endpoint}${request.target}`;const status=OUTCOME_STATUS[answer.outcome];if(answer.outcome==="notModified")
return context.answer(status,void 0,charge,headers);headers[ResponseHeader.itemCount]=1;return context.answer(status,inAcceptedFormat(context.request,item.json),
charge,headers)}async function createItem(context){const{engine,intendedContainer}=context;const document=await context.json();return answerWrite(context,"creat\
e",await engine.items.create(intendedContainer,document,itemRequest(context)))}async function upsertItem(context){const{engine,intendedContainer}=context;const document=await context.
json();return answerWrite(context,"upsert",await engine.items.upsert(intendedContainer,document,itemRequest(context)))}async function replaceItem(context){const{
engine,intendedContainer}=context;const document=await context.json();const request=itemRequest(context);return answerWrite(context,"replace",await engine.items.
replace(intendedContainer,context.id(2),document,request))}async function patchItem(context){const{engine,intendedContainer}=context;const patch=parseJson(await context.
request.body());const request=itemRequest(context);return answerWrite(context,"patch",await engine.items.patch(intendedContainer,context.id(2),patch,request))}async function deleteItem(context){
const{engine,intendedContainer}=context;const request=itemRequest(context);return answerWrite(context,"delete",await engine.items.delete(intendedContainer,context.
id(2),request))}function answerWrite(context,verb,written){const answer=shownWrite(context,written);if(!context.recorder.isOn)return answer;const{item,charge}=written;
return{...answer,touched:[{do:verb,item,status:answer.status,charge}]}}function shownWrite(context,answer){const{outcome,item,body,charge}=answer;const headers=rangeHeaders(
answer.container,answer);if(outcome==="deleted")return context.answer(OUTCOME_STATUS.deleted,void 0,charge,headers);const shown2=body===void 0?item.json:Buffer.
from(JSON.stringify(body));headers[ResponseHeader.etag]=item.etag;headers[ResponseHeader.itemLsn]=item.lsn;return context.answer(OUTCOME_STATUS[outcome],isMinimal(
context)?void 0:inAcceptedFormat(context.request,shown2),charge,headers)}function isMinimal({request}){return request.header(RequestHeader.prefer)?.toLowerCase()===
"return=minimal"}async function runItemBatch(context){const body=await context.request.body();const isOfRows=isHybridRow(body);const operations=(isOfRows?readOperations:parseOperations)(
body,isMinimal(context));const running2=runOperations(context,operations);const answer=await(context.request.replica===void 0?running2.catch(withoutSubstatus):running2);
const{results,charge,container}=answer;const rows=isOfRows?writeRowResults(operations,results,context.activityId):writeJsonResults(operations,results);const headers=rangeHeaders(
container,answer);if(results.some(result=>"failure"in result))withoutContentPath(headers);const response=context.answer(batchStatus(results),rows,charge,headers);
return context.recorder.isOn?{...response,touched:touchedBy(operations,results)}:response}function touchedBy(operations,results){return results.flatMap((result,i)=>{
if("failure"in result)return[];const{item,outcome,charge}=result;return[{do:operations[i].kind,item,status:OUTCOME_STATUS[outcome],charge}]})}function withoutSubstatus(error){
if(error instanceof Failure&&error.code==="ownerNotFound")throw new Failure("notFound",error.message);throw error}function runOperations(context,operations){const{
engine,intendedContainer,request,client}=context;const{terms,key,triggers}=itemRequest(context);if(triggers!==void 0)throw new Failure("badRequest","Triggers do\
 not run with batches: send the write by itself.");if(request.booleanHeader(RequestHeader.batchAtomic))return engine.items.batch(intendedContainer,operations,{terms,
key});return engine.items.bulk(intendedContainer,operations,{terms,key,rangeId:request.header(RequestHeader.partitionKeyRangeId),continueOnError:request.booleanHeader(
RequestHeader.batchContinueOnError),followsSplits:client.followsSplits})}var LSN_MAX=2**48-2;function parseFeedToken(etag){if(etag==="*")return{afterLsn:"now"};const[,lsn,since]=/^(\d{1,19})(?:;(\d{1,15}))?$/.exec(etag.replaceAll('"',
""))??[];if(lsn===void 0){throw new Failure("badRequest",`Invalid change feed token ${etag}. Send the ETag of the last answer, or '*'.`)}const afterLsn=Math.min(
Number(lsn),LSN_MAX);return{afterLsn,...since===void 0?{}:{sinceSeconds:Number(since)}}}function writeFeedToken(lsn,sinceSeconds){return sinceSeconds===void 0?`\
"${lsn}"`:`"${lsn};${sinceSeconds}"`}var ALL_VERSIONS="full-fidelity feed";var METADATA_APART="2021-09-15";async function readChangeFeed(context){const{engine,intendedContainer,request}=context;const feed=feedRequest(
context);const answer=await engine.feeds.changes(intendedContainer,feedMode(request),feed);const{container,rows,position,hasMore,charge}=answer;const headers=rangeHeaders(
container,answer);headers[ResponseHeader.etag]=writeFeedToken(position,hasMore?feed.sinceSeconds:void 0);if(rows.length>0||hasMore)return context.answerFeed("do\
cs",container.rid,rows,charge,headers);headers[ResponseHeader.itemCount]=0;return context.answer(304,void 0,charge,headers)}function feedMode(request){if(request.
header(RequestHeader.aIm)?.toLowerCase()===ALL_VERSIONS)return"allVersions";const format=request.header(RequestHeader.changeFeedWireFormat);return format===METADATA_APART?
"latestWithMetadata":"latest"}function feedRequest(context){const{request,maxItems}=context;const token=request.header(RequestHeader.ifNoneMatch);const since=request.
header(RequestHeader.ifModifiedSince);return{...requestScope(context),terms:requestTerms(context),maxItems,owner:request.client,isUnwanted:request.isGone,...token===
void 0?since&&{sinceSeconds:secondsOf(since)}:parseFeedToken(token)}}function secondsOf(date){const time=Date.parse(date);if(Number.isNaN(time))throw new Failure(
"badRequest",`The header If-Modified-Since is not a date: '${date}'.`);return Math.floor(time/1e3)}function queryText2(body){const{query,parameters=[]}=body;if(typeof query!=="string"){throw new Failure("badRequest","The body of a query needs its text as 'que\
ry'.")}const list2=parameters??[];if(!Array.isArray(list2))throw new Failure("badRequest","The 'parameters' of a query must be an array.");return{text:query,parameters:list2.
map(parameter=>{const{name,value}=parameter??{};if(typeof name!=="string")throw new Failure("badRequest","Each parameter of a query needs a 'name'.");return{name,
value}})}}async function resourcePage(context){const{request,maxItems,continuation}=context;const query=request.method==="POST"?queryText2(await context.json()):void 0;return{
query,maxItems,continuation}}function throughputHeaders(request){const manual=request.integerHeader(RequestHeader.offerThroughput,0,2147483647);const settings=request.header(RequestHeader.offerAutopilotSettings);
return{...manual===void 0?{}:{ruPerSecond:manual},...settings===void 0?{}:{autoscaleSettings:autoscaleSettings(settings)}}}function autoscaleSettings(settings){
try{const parsed2=Object(JSON.parse(settings));if(typeof parsed2.maxThroughput==="number")return parsed2}catch{}throw new Failure("badRequest",`The header '${RequestHeader.
offerAutopilotSettings}' must be JSON with a 'maxThroughput', not ${settings}.`)}var PARTITION_KEYS_SINCE="2018-12-31";async function listContainers2(context){const page=await resourcePage(context);return context.answerList("colls",await context.
engine.containers.list(context.id(0),page))}async function createContainer(context){const{engine,request}=context;const version=request.header(RequestHeader.version)??
PARTITION_KEYS_SINCE;const created=await engine.containers.create(context.id(0),await context.json(),{...throughputHeaders(request),knowsPartitionKeys:version>=
PARTITION_KEYS_SINCE});return context.answerResource(201,created)}async function readContainer2(context){const{engine,container,request}=context;const answer=await engine.
containers.read(container,{quota:request.booleanHeader(RequestHeader.populateQuotaInfo),statistics:request.booleanHeader(RequestHeader.populatePartitionStatistics)});
return context.answerResource(200,answer,answer.quota===void 0?{}:quotaHeaders(answer.quota))}async function replaceContainer(context){const{engine,container,ifMatch}=context;
return context.answerResource(200,await engine.containers.replace(container,await context.json(),ifMatch))}async function deleteContainer(context){const{engine,
container,ifMatch}=context;const{charge}=await engine.containers.delete(container,ifMatch);return context.answer(204,void 0,charge)}async function listPartitionKeyRanges(context){
const{engine,container}=context;return context.answerList("pkranges",await engine.containers.ranges(container,await resourcePage(context)))}async function readRangeChanges(context){
const{engine,container,request}=context;const known=request.header(RequestHeader.ifNoneMatch);const{rows,etag,...list2}=await engine.containers.rangesSince(container,
known);const headers={[ResponseHeader.etag]:etag};return rows===void 0?context.answer(304,void 0,list2.charge,headers):context.answerList("pkranges",{...list2,rows},
headers)}async function listConflicts(context){const{engine,container,request}=context;const conflicts=await engine.containers.conflicts(container,{...await resourcePage(
context),...requestScope(context),mayCross:request.booleanHeader(RequestHeader.enableCrossPartitionQuery)});return context.answerList("conflicts",conflicts)}function findConflict(context){
return context.engine.containers.conflict(context.container,context.id(2))}var COLLECTION_KILOBYTES_MAX=10*1024*1024;function quotaHeaders(quota){const used=inKilobytes(
quota.bytes);const held=inKilobytes(quota.bytesMax);const scripts=counts=>`functions=${counts.userDefinedFunction};storedProcedures=${counts.storedProcedure};tr\
iggers=${counts.trigger};`;return{[ResponseHeader.indexTransformationProgress]:quota.indexProgress,[ResponseHeader.resourceQuota]:`documentSize=${inKilobytes(quota.
itemBytesMax)};documentsSize=${held};documentsCount=-1;collectionSize=${Math.min(held,COLLECTION_KILOBYTES_MAX)};${scripts(quota.scriptsMax)}`,[ResponseHeader.resourceUsage]:`\
documentsSize=${used};documentsCount=${quota.items};collectionSize=${used};${scripts(quota.scripts)}`}}function inKilobytes(bytes){return Math.ceil(bytes/1024)}async function listDatabases(context){return context.answerList("dbs",await context.engine.databases.list(await resourcePage(context)))}async function createDatabase(context){
const{engine,request}=context;const created=await engine.databases.create(await context.json(),throughputHeaders(request));return context.answerResource(201,created)}
async function readDatabase(context){return context.answerResource(200,await context.engine.databases.read(context.id(0)))}async function deleteDatabase(context){
const{charge}=await context.engine.databases.delete(context.id(0),context.ifMatch);return context.answer(204,void 0,charge)}function formatQueryMetrics(metrics){const{retrievedDocumentCount,matchedDocumentCount}=metrics;const ratio=retrievedDocumentCount===0?1:matchedDocumentCount/retrievedDocumentCount;
return[`totalExecutionTimeInMs=${metrics.totalExecutionTimeMs.toFixed(2)}`,`queryCompileTimeInMs=${metrics.queryCompileTimeMs.toFixed(2)}`,`queryLogicalPlanBuil\
dTimeInMs=${metrics.logicalPlanBuildTimeMs.toFixed(2)}`,`VMExecutionTimeInMs=${metrics.runtimeExecutionTimeMs.toFixed(2)}`,`indexLookupTimeInMs=${metrics.indexLookupTimeMs.
toFixed(2)}`,`documentLoadTimeInMs=${metrics.documentLoadTimeMs.toFixed(2)}`,`userFunctionExecuteTimeInMs=${metrics.userFunctionTimeMs.toFixed(2)}`,`retrievedDo\
cumentCount=${retrievedDocumentCount}`,`retrievedDocumentSize=${metrics.retrievedDocumentBytes}`,`outputDocumentCount=${metrics.outputDocumentCount}`,`outputDoc\
umentSize=${metrics.outputDocumentBytes}`,`writeOutputTimeInMs=${metrics.documentWriteTimeMs.toFixed(2)}`,`indexUtilizationRatio=${ratio.toFixed(2)}`].join(";")}
function indexUtilizationV1({utilized,potential}){const single=index=>({FilterExpression:"",IndexSpec:index.spec,FilterPreciseSet:index.isPrecise,IndexPreciseSet:index.
isPrecise,IndexImpactScore:index.impact});const composite=index=>({IndexSpecs:index.spec,IndexPreciseSet:index.isPrecise,IndexImpactScore:index.impact});const json=JSON.
stringify({UtilizedSingleIndexes:utilized.filter(isSingle).map(single),PotentialSingleIndexes:potential.filter(isSingle).map(single),UtilizedCompositeIndexes:utilized.
filter(isComposite).map(composite),PotentialCompositeIndexes:potential.filter(isComposite).map(composite)});return Buffer.from(json).toString("base64")}function indexUtilizationV2({
utilized,potential}){const lists=(indexes,hasScores)=>({SingleIndexes:indexes.filter(isSingle).map(({spec,impact})=>({IndexSpec:spec,...hasScores&&{IndexImpactScore:impact}})),
CompositeIndexes:indexes.filter(isComposite).map(({spec,impact})=>({IndexSpecs:spec,...hasScores&&{IndexImpactScore:impact}}))});return encodeURIComponent(JSON.
stringify({UtilizedIndexes:lists(utilized,false),PotentialIndexes:lists(potential,true)}))}function isSingle({spec}){return typeof spec==="string"}function isComposite(index){
return!isSingle(index)}function queryHeaders(request,answer){const headers={[ResponseHeader.queryExecutionInfo]:executionInfo(answer)};if(request.booleanHeader(RequestHeader.populateQueryMetrics)){
headers[ResponseHeader.queryMetrics]=queryMetrics(answer)}if(request.booleanHeader(RequestHeader.populateIndexMetricsV2)){headers[ResponseHeader.indexUtilization]=
indexUtilizationV2(indexUtilization(answer))}else if(request.booleanHeader(RequestHeader.populateIndexMetrics)){headers[ResponseHeader.indexUtilization]=indexUtilizationV1(
indexUtilization(answer))}return headers}function executionInfo({hasReversedTies}){return JSON.stringify({reverseRidEnabled:false,reverseIndexScan:hasReversedTies})}
function queryMetrics({work,times}){return formatQueryMetrics({totalExecutionTimeMs:times.totalMs,queryCompileTimeMs:times.compileMs,logicalPlanBuildTimeMs:times.
planMs,runtimeExecutionTimeMs:times.totalMs-times.compileMs-times.planMs,indexLookupTimeMs:times.indexLookupMs,documentLoadTimeMs:times.itemLoadMs,documentWriteTimeMs:times.
writeMs,userFunctionTimeMs:times.userFunctionMs,retrievedDocumentCount:work.itemsLoaded,retrievedDocumentBytes:work.bytesLoaded,outputDocumentCount:work.rowsOut,
outputDocumentBytes:work.bytesOut,matchedDocumentCount:work.itemsMatched})}function indexUtilization({indexUsage:{used,potential}}){const inOrder=[...used].sort(
(a,b)=>Number(isOfIds(a))-Number(isOfIds(b)));return{utilized:inOrder.map(wireIndex),potential:potential.map(wireIndex)}}function isOfIds({index}){return index.
kind==="path"&&index.path==="/id"}function wireIndex({index,...use}){switch(index.kind){case"path":return{...use,spec:`${policyPath(index.path)}/?`};case"spatia\
l":return{...use,spec:`${policyPath(index.path)}/*`};case"composite":return{...use,spec:index.parts.map(({path,descending})=>`${policyPath(path)} ${descending?"\
DESC":"ASC"}`)};case"fullText":return{...use,spec:policyPath(index.path)}}}var IDENTIFIER=new RegExp("^[\\p{ID_Start}_]\\p{ID_Continue}*$","u");function policyPath(path){
const segments=parsePath(path)??[];return segments.map(name=>name===null?`/${ARRAY_ELEMENT}`:`/${IDENTIFIER.test(name)?name:quotedSegment(name)}`).join("")}async function queryItems(context){const{engine,intendedContainer,request,client}=context;const text3=queryText2(await context.json());const answer=await engine.
queries.run(intendedContainer,text3,{...feedRequest2(context),mayCross:request.booleanHeader(RequestHeader.enableCrossPartitionQuery),mergesQueries:client.mergesQueries});
return answerQuery(context,answer)}async function listItems(context){const{engine,intendedContainer}=context;return answerQuery(context,await engine.feeds.list(
intendedContainer,feedRequest2(context)))}async function planItemQuery(context){const{engine,intendedContainer,request}=context;const text3=queryText2(await context.
json());const features=new Set(request.listHeader(RequestHeader.supportedQueryFeatures));const{body,charge,container}=await engine.queries.plan(intendedContainer,
text3,features);return context.answer(200,Buffer.from(JSON.stringify(body)),charge,containerHeaders(container))}function feedRequest2(context){const{request,client,
maxItems,continuation}=context;return{...requestScope(context),terms:requestTerms(context),maxItems,continuation,owner:request.client,isUnwanted:request.isGone,
followsSplits:client.followsSplits}}function answerQuery(context,answer){const{container,ranges,continuation}=answer;const[range,...others]=ranges;context.request.
trace.ranges=ranges.map(({rangeId})=>rangeId);const headers=range!==void 0&&others.length===0?rangeHeaders(container,range):containerHeaders(container);if(continuation!==
void 0)headers[ResponseHeader.continuation]=continuation;Object.assign(headers,queryHeaders(context.request,answer));const rows=answer.rows.map(row=>row.bytes());
return context.answerFeed("docs",container.rid,rows,answer.charge,headers)}async function deleteLogicalPartition(context){const{engine,intendedContainer,request}=context;const answer=await engine.items.deleteLogicalPartition(intendedContainer,
{terms:requestTerms(context),key:request.partitionKey});return context.answer(200,void 0,answer.charge,rangeHeaders(answer.container,answer))}async function listOffers(context){return context.answerList("offers",await context.engine.offers.list(await resourcePage(context)))}async function readOffer(context){
return answerOffer(context,await context.engine.offers.read(context.id(0)))}async function replaceOffer(context){const{engine,request}=context;const body=await context.
json();return answerOffer(context,await engine.offers.replace(context.id(0),body,migration(request)))}function migration(request){if(request.booleanHeader(RequestHeader.
migrateOfferToAutoscale))return"autoscale";return request.booleanHeader(RequestHeader.migrateOfferToManual)?"manual":void 0}function answerOffer(context,answer){
return context.answerResource(200,answer,{[ResponseHeader.minThroughput]:answer.minimumRuPerSecond,[ResponseHeader.offerReplacePending]:String(answer.isPending)})}function plainRoutes(kind,type,owner){const ownerOf=context=>owner==="database"?{database:context.id(0)}:{database:context.id(0),[owner]:context.id(1)};const idOf=context=>context.
id(owner==="database"?1:2);const bodyOf=async context=>{const body=await context.json();if(kind==="permission")checkGrant(body);return body};const list2=async context=>{
const page=await resourcePage(context);const shown2=resource=>shownBody(context,resource);return context.answerList(type,await context.engine.resources.list(kind,
ownerOf(context),page,shown2))};return{feed:{list:list2,query:list2,create:async context=>{const body=await bodyOf(context);return answerShown(context,201,await context.
engine.resources.create(kind,ownerOf(context),body))},upsert:async context=>{const{engine,ifMatch}=context;const body=await bodyOf(context);const answer=await engine.
resources.upsert(kind,ownerOf(context),body,ifMatch);return answerShown(context,answer.isNew?201:200,answer)}},resource:{read:async context=>answerShown(context,
200,await context.engine.resources.read(kind,ownerOf(context),idOf(context))),replace:async context=>{const{engine,ifMatch}=context;const body=await bodyOf(context);
return answerShown(context,200,await engine.resources.replace(kind,ownerOf(context),idOf(context),body,ifMatch))},delete:async context=>{const{engine,ifMatch}=context;
const{charge}=await engine.resources.delete(kind,ownerOf(context),idOf(context),ifMatch);return context.answer(204,void 0,charge)}}}}function checkGrant({resource,
resourcePartitionKey}){if(typeof resource==="string")grantedSteps(resource);if(Array.isArray(resourcePartitionKey))parsePartitionKeyHeader(JSON.stringify(resourcePartitionKey))}
function answerShown(context,status,{resource,...answer}){const body=shownBody(context,resource);return context.answerResource(status,{resource:{...resource,body},
...answer})}function shownBody({request,engine,tokens},resource){if(resource.kind!=="permission")return resource.body;const seconds=request.integerHeader(RequestHeader.
resourceTokenExpirySeconds,TOKEN_SECONDS_MIN,TOKEN_SECONDS_MAX)??TOKEN_SECONDS_DEFAULT;const expiresAt=Math.floor(engine.environment.now()/1e3)+seconds;return{...resource.
body,_token:tokens.mint(resource.rid,expiresAt)}}var VERBS={created:"create",replaced:"replace",deleted:"delete",read:"read",notModified:"read"};async function executeStoredProcedure(context){const{engine,intendedContainer,
request}=context;const parameters=parametersOf(await request.body());const enableLogging=request.booleanHeader(RequestHeader.enableScriptLogging);const answer=await engine.
procedures.execute(intendedContainer,context.id(2),parameters,{terms:requestTerms(context),key:request.partitionKey,enableLogging});const headers=rangeHeaders(answer.
container,answer);if(enableLogging&&answer.log!=="")headers[ResponseHeader.scriptLogResults]=encodeURIComponent(answer.log);const response=context.answer(200,Buffer.
from(JSON.stringify(answer.body??"")),answer.charge,headers);if(!context.recorder.isOn)return response;const touched=answer.touched.map(({outcome,item,charge})=>({
do:VERBS[outcome],item,status:OUTCOME_STATUS[outcome],charge}));return{...response,touched}}function parametersOf(body){if(body.length===0)return[];const parameters=parseJson(
body);if(!Array.isArray(parameters))throw new Failure("badRequest","The parameters of a stored procedure must be a JSON array.");return parameters}var STORED_PROCEDURES=plainRoutes("storedProcedure","sprocs","container");var ROUTES2={"":{resource:{read:readAccount}},addresses:{feed:{list:listAddresses}},dbs:{
feed:{list:listDatabases,create:createDatabase,query:listDatabases},resource:{read:readDatabase,delete:deleteDatabase}},colls:{feed:{list:listContainers2,create:createContainer,
query:listContainers2},resource:{read:readContainer2,replace:replaceContainer,delete:deleteContainer}},docs:{feed:{list:listItems,changes:readChangeFeed,create:createItem,
upsert:upsertItem,query:queryItems,queryPlan:planItemQuery,batch:runItemBatch},resource:{read:readItem,replace:replaceItem,patch:patchItem,delete:deleteItem}},users:plainRoutes(
"user","users","database"),permissions:plainRoutes("permission","permissions","user"),clientencryptionkeys:plainRoutes("clientEncryptionKey","clientencryptionke\
ys","database"),sprocs:{...STORED_PROCEDURES,resource:{...STORED_PROCEDURES.resource,execute:executeStoredProcedure}},triggers:plainRoutes("trigger","triggers",
"container"),udfs:plainRoutes("userDefinedFunction","udfs","container"),conflicts:{feed:{list:listConflicts,query:listConflicts},resource:{read:findConflict,delete:findConflict}},
partitionkeydelete:{resource:{execute:deleteLogicalPartition}},pkranges:{feed:{list:listPartitionKeyRanges,changes:readRangeChanges}},offers:{feed:{list:listOffers,
query:listOffers},resource:{read:readOffer,replace:replaceOffer}}};function findRoute(request){const{type,isFeed}=request.path;const routes=ROUTES2[type];const verb=requestVerb(
request);const route2=verb===void 0?void 0:isFeed?routes?.feed?.[verb]:routes?.resource?.[verb];if(route2===void 0){throw new Failure("methodNotAllowed",`${request.
method} is not possible on '${request.target}'${verb===void 0?"":` (${verb})`}.`)}return route2}import{createHmac as createHmac2,randomBytes}from"node:crypto";var LITERAL=/"(?:\\.|[^"\\])*"|'(?:\\.|[^'\\])*'/g;function queryShape(text3,given2){const parameters={...given2};let count=0;const shaped=text3.replace(LITERAL,
(literal,at)=>{if(isName(text3,at,at+literal.length))return literal;let name=`@text${++count}`;while(name in parameters)name=`@text${++count}`;parameters[name]=
unescaped(literal);return name});return{text:shaped,parameters}}var WORD=/[()[\]{}]|\b(?:FROM|WHERE|GROUP\s+BY|ORDER\s+BY|OFFSET)\b/gi;var SOURCE=/^FROM\s+([A-Za-z_]\w*)(?![\w.[])(?!\s+IN\b)(?:\s+(?:AS\s+)?(?!(?:WHERE|JOIN|IN|GROUP|ORDER|OFFSET)\b)([A-Za-z_]\w*))?/i;
function underKey(shape,key){const{text:text3}=shape;const[from,where,end]=clausesOf(text3);const source=from===void 0?null:SOURCE.exec(text3.slice(from));if(source===
null)return shape;const alias=source[2]??source[1];const filter=where===void 0?"":text3.slice(where,end);const missing=key.filter(([path])=>!isNamed2(filter,alias,
path));if(missing.length===0)return shape;const terms=missing.map(([path],i)=>`${alias}${steps(path)} = @key${i+1}`).join(" AND ");const parameters=Object.fromEntries(
missing.map(([,value],i)=>[`@key${i+1}`,value]));const at=where??end;const rest=end<text3.length?` ${text3.slice(end)}`:"";const whole2=where===void 0?`${text3.
slice(0,at).trimEnd()} WHERE ${terms}${rest}`:`${text3.slice(0,at)} ${terms} AND (${filter.trim()})${rest}`;return{text:whole2,parameters:{...shape.parameters,...parameters}}}
function clausesOf(text3){let depth=0;let[from,where]=[];for(const{0:word,index}of text3.matchAll(WORD)){if("([{".includes(word))depth++;else if(")]}".includes(
word))depth--;else if(depth>0)continue;else if(/^FROM$/i.test(word))from??=index;else if(/^WHERE$/i.test(word))where??=index+word.length;else if(from!==void 0)return[
from,where,index]}return[from,where,text3.length]}function steps(path){return path.slice(1).split("/").map(name=>/^\w+$/.test(name)?`.${name}`:`["${name.replaceAll(
'"',"")}"]`).join("")}function isNamed2(filter,alias,path){const plain2=filter.replaceAll(/\[\s*["'](\w+)["']\s*\]/g,".$1").replaceAll(/\s+/g,"");return plain2.
includes(`${alias}${steps(path)}=`)}function isName(text3,start,end){if(/^\s*:/.test(text3.slice(end,end+20)))return true;return/[\w\])]\s*\[\s*$/.test(text3.slice(
Math.max(0,start-40),start))&&/^\s*\]/.test(text3.slice(end))}function unescaped(literal){const inner=literal.slice(1,-1).replaceAll("\\'","'");try{return JSON.
parse(`"${literal.startsWith("'")?inner.replaceAll(/(?<!\\)"/g,'\\"'):inner}"`)}catch{return inner}}var RECORDED_BYTES_MAX=16*1024*1024;var BYTES_AFTER_DROP=RECORDED_BYTES_MAX*.875;var RECORDED_LINES_MAX=5e3;var DEPTH_MAX=4;var VALUES_MAX=64;var TEXT_MAX=256;var MOVER="\
orrery-repartition";var SYSTEM=new Set(["_rid","_self","_etag","_attachments","_ts","_lsn"]);var TrafficRecorder=class{#engine;#lines=[];#containers=new Map;#salt;#first=0;#bytes=0;#dropped=0;isOn=false;constructor(engine){
this.#engine=engine}start(hides){if(this.isOn)throw new Failure("conflict","A recording is under way. End it first.");this.#first+=this.#lines.length;this.#lines.
length=0;this.#containers.clear();this.#salt=hides?randomBytes(32):void 0;this.#bytes=0;this.#dropped=0;this.isOn=true}stop(){this.isOn=false}take(from){const gone=Math.
min(Math.max(0,from-this.#first),this.#lines.length);for(const line of this.#lines.splice(0,gone))this.#bytes-=line.length;this.#first+=gone;const lines=this.#lines.
slice(0,RECORDED_LINES_MAX);return{isOn:this.isOn,lines,next:this.#first+lines.length,dropped:this.#dropped}}linesOf(container){const member=`,"container":${JSON.
stringify(container)},`;return this.#lines.filter(line=>line.startsWith(member,line.indexOf(",")))}async note(request,answer){try{const isProcedure=request.path.
type==="sprocs"&&answer.touched!==void 0;if(request.path.type!=="docs"&&!isProcedure){if(request.method!=="GET")this.#containers.clear();return}if(answer.status>=
500||request.header(RequestHeader.userAgent)?.includes(MOVER))return;const container=await this.#container(request);const at=Math.round(this.#engine.environment.
now());const charge=Number(answer.headers[ResponseHeader.requestCharge]??0);for(const recorded of await operationsOf(request,answer,container.paths)){const{item,
others,parameters,...rest}=recorded;const line={at,container:container.name,status:answer.status,charge,...rest,...item===void 0?{}:{item:this.#values(item)},...others===
void 0?{}:{others:others.map(each=>this.#values(each))},...parameters===void 0?{}:{parameters:this.#values(parameters)}};this.#add(JSON.stringify(line))}}catch{}}#add(line){
this.#lines.push(line);this.#bytes+=line.length;if(this.#bytes<=RECORDED_BYTES_MAX)return;let gone=0;while(this.#bytes>BYTES_AFTER_DROP)this.#bytes-=this.#lines[gone++].
length;this.#lines.splice(0,gone);this.#first+=gone;this.#dropped+=gone}#container(request){const[database,container]=request.path.segments.map(({id})=>id);const key=`${database}\
/${container}`;let known=this.#containers.get(key);if(known===void 0){known=this.#engine.containers.read({database,container},{quota:false,statistics:false}).then(
({resource})=>({name:`${database}/${resource.id}`,paths:resource.body.partitionKey.paths}));known.catch(()=>this.#containers.delete(key));this.#containers.set(key,
known)}return known}#values(object2){const left={count:VALUES_MAX};return scalarsOf(object2,1,left,text3=>this.#salt===void 0?text3:createHmac2("sha256",this.#salt).
update(text3).digest("base64url").slice(0,16))}};function scalarsOf(object2,depth,left,shown2){const kept2={};for(const name in object2){if(depth===1&&SYSTEM.has(
name))continue;const value=object2[name];if(left.count===0)break;if(typeof value==="string"){if(value.length>TEXT_MAX)continue;kept2[name]=shown2(value)}else if(typeof value!==
"object"||value===null)kept2[name]=value;else if(!Array.isArray(value)&&depth<DEPTH_MAX)kept2[name]=scalarsOf(value,depth+1,left,shown2);else continue;left.count--}
return kept2}async function operationsOf(request,answer,paths){const{isFeed,segments,type}=request.path;const{touched}=answer;const id=segments.at(-1).id;if(type===
"sprocs")return[transactionOf(touched,namedOf(request,paths),id)];if(!isFeed)return[await pointOperation(request,answer,id,paths)];if(request.method!=="POST"||request.
header(RequestHeader.continuation)!==void 0)return[];const by=["/id",...paths];const post=request.feedPost();switch(post){case"create":case"upsert":{const body=await request.
body();return[{do:post,item:touched?.[0]?.item.document??parsed(body),by,bytes:body.length}]}case"query":{const range=request.header(RequestHeader.partitionKeyRangeId);
const{query,parameters=[]}=parseJson(await request.body());const given2=Object.fromEntries((parameters??[]).map(({name,value})=>[name,value]));const key=(request.
partitionKey??[]).flatMap((value,i)=>value===void 0?[]:[[paths[i],value]]);const isPart=range!==void 0&&key.length===0;return[{do:"query",...underKey(queryShape(
query,given2),key),...isPart?{range}:{}}]}case"batch":{if(touched===void 0)return[];if(request.booleanHeader(RequestHeader.batchAtomic))return touched.length===
0?[]:[transactionOf(touched,namedOf(request,paths))];return touched.map(({do:verb,item,status,charge})=>({do:verb,item:item.document,bytes:item.json.length,by,status,
charge}))}default:return[]}}function namedOf(request,paths){const key=request.partitionKey??[];const named={};for(const[i,path]of paths.entries()){const value=key[i];
if(value!==void 0&&/^\/[\w-]+$/.test(path))named[path.slice(1)]=value}return named}function parsed(json){return parseJson(json)}async function pointOperation(request,answer,id,paths){
const verb=POINT_VERBS[request.method]??"read";const by=["/id",...paths];const touched=answer.touched?.[0]?.item;if(touched!==void 0)return{do:verb,item:touched.
document,bytes:touched.json.length,by};const{status,body}=answer;if(status<300&&body!==void 0&&body.length>0)return{do:verb,item:parsed(body),bytes:body.length,
by};return{do:verb,item:{...namedOf(request,paths),id},by}}var POINT_VERBS={PUT:"replace",DELETE:"delete",PATCH:"patch"};function transactionOf(touched,named,procedure=void 0){
const[first,...others]=touched.map(({item})=>item);return{do:"batch",item:first?.document??named,...first===void 0?{}:{bytes:first.json.length},others:others.map(
({document})=>document),...procedure===void 0?{}:{procedure}}}function requestLine(shown2){const{at,status,substatus,operation,key,partitions,charge,ms,items,query,why,fault}=shown2;const what=[shown2.database,shown2.container,
shown2.id].filter(name=>name!==void 0).join("/");const parts=[at,substatus===void 0?status:`${status}/${substatus}`,operation,...what===""?[]:[oneLine(what)],...key===
void 0?[]:[`key ${oneLine(key)}`],...partitions.length===0?[]:[partitionWords(partitions)],`${charge} RU`,`${ms.toFixed(1)} ms`,...items===void 0?[]:[items===1?
"1 item":`${items} items`],...query===void 0?[]:[`query ${oneLine(shownValue(query))}`],...fault===void 0?[]:[`injected by ${oneLine(fault)}`],...why===void 0?[]:
[`because ${oneLine(shownValue(why))}`]];return parts.join("  ")}function partitionWords(partitions){return`${partitions.length===1?"partition":"partitions"} ${partitions.
join(",")}`}function oneLine(text3){return text3.replace(/[\u0000-\u001f\u007f-\u009f]/g,character=>JSON.stringify(character).slice(1,-1))}var RequestLog=class{#options;#waiting=[];constructor(options){this.#options=options}note(served){if(this.#waiting.length===0)setImmediate(()=>this.#write());this.#waiting.
push(served)}#write(){const lines=this.#waiting.map(served=>{const shown2=shownRequest(served);return`${this.#options.format==="json"?JSON.stringify(shown2):requestLine(
shown2)}
`});this.#waiting=[];this.#options.write(lines.join(""))}};var REQUESTS_KEPT=1e3;var RequestRing=class{#kept=[];#next=0;get next(){return this.#next}add(served){this.#kept[this.#next++%REQUESTS_KEPT]=served}*from(number2){
const first=Math.max(0,number2,this.#next-REQUESTS_KEPT);const end=this.#next;for(let i=first;i<end;i++)yield{number:i,served:this.#kept[i%REQUESTS_KEPT]}}};var KEPT_TEXT_MAX=512;var KEPT_QUERY_BYTES_MAX=2048;function servedRequest(request,{status,headers,body,pieces},{atMs,startMs,endMs}){const{trace}=request;const[
verb,resource]=wordsOf(request);return{atMs,activityId:headers[ResponseHeader.activityId],correlatedId:kept(request.headers[RequestHeader.correlatedActivityId]),
client:kept(request.headers[RequestHeader.userAgent]),method:request.method,target:kept(request.target),verb,resource,owner:headers[ResponseHeader.altContentPath],
key:kept(request.headers[RequestHeader.partitionKey]),partition:headers[ResponseHeader.partitionKeyRangeId],sessionToken:kept(headers[ResponseHeader.sessionToken]),
ranges:trace.ranges,status,substatus:headers[ResponseHeader.subStatus],chargeRu:Number(headers[ResponseHeader.requestCharge]??0),items:headers[ResponseHeader.itemCount],
bytes:body?.length??pieces?.bytes??0,query:verb==="query"?trace.body?.toString("utf8",0,KEPT_QUERY_BYTES_MAX):void 0,why:kept(trace.failure?.message),fault:trace.
fault,authenticateMs:(trace.authenticatedMs??endMs)-startMs,receiveMs:trace.receiveMs,totalMs:endMs-startMs}}function wordsOf(request){try{return[requestVerb(request),
request.path.type]}catch{return[void 0,void 0]}}function kept(text3){if(text3===void 0||text3.length<=KEPT_TEXT_MAX)return text3;return`${Buffer.from(text3.slice(
0,KEPT_TEXT_MAX)).toString()}\u2026`}var PAGE_BYTES_MAX=4*1024*1024;var CERTIFICATE_PATH="/_explorer/emulator.pem";var Gateway=class{#options;#consistency;#directConsistency;#refusals;#explorer;#recorder;#requests=new RequestRing;#metrics=new RequestMetrics;#requestLog;#isStopping=false;faults;constructor(options){
this.#options=options;this.#explorer=new ExplorerPage(options.explorerFiles);this.#consistency=new AccountConsistency(options.consistency);this.#directConsistency=
new AccountConsistency(options.consistency,"copy");this.#recorder=new TrafficRecorder(options.engine);this.#requestLog=options.requestLog&&new RequestLog(options.
requestLog);const{environment}=options.engine;this.faults=new Faults({nowMs:()=>environment.now(),random:()=>environment.random()});this.#refusals=new RefusalLog(
{nowMs:()=>environment.now(),write:line=>environment.log("warn",line)})}handle=(message,response)=>{const memory=this.memory(()=>message.socket.destroy(),go=>whenClosed(
response,go));void this.serve(GatewayRequest.of(message,memory)).then(answer=>{writeResponse(response,message.method==="HEAD"?withoutBody(answer):answer)})};handlePlain=exchange=>{
const memory=this.memory(()=>exchange.socket.destroy(),go=>exchange.whenOver(go));void this.serve(GatewayRequest.ofPlain(exchange,memory)).then(answer=>exchange.
answer(answer))};handleStream=async(stream,headers)=>{const memory=this.memory(()=>stream.close(constants.NGHTTP2_CANCEL),go=>whenClosed(stream,go));const answer=await this.
serve(requestOfStream(stream,headers,memory));writeToStream(stream,headers[":method"]==="HEAD"?withoutBody(answer):answer)};memory(cut,whenOver){return new ExchangeMemory(
this.#options.engine.environment.scheduler.held,cut,whenOver)}stopSoon(){this.#isStopping=true;this.faults.clear()}async serve(request,access){const startMs=performance.
now();const answer=await this.#serve(request,access);if(this.#recorder.isOn)void this.#recorder.note(request,answer);const endMs=performance.now();answer.headers[ResponseHeader.
requestDurationMs]=Number((endMs-startMs).toFixed(3));if(!request.isForwarded&&isOfAccount(request,answer))this.#watch(request,answer,startMs,endMs);const origin=this.#options.
guard.allowedOrigin(request);if(origin!==void 0)addCorsHeaders(answer.headers,origin);return request.replica===void 0?answer:addReplicaHeaders(this.#options.engine,
request,answer)}#watch(request,answer,startMs,endMs){const atMs=this.#options.engine.environment.now();const served=servedRequest(request,answer,{atMs,startMs,endMs});
this.#requests.add(served);this.#metrics.note(served);this.#requestLog?.note(served)}async#serve(request,known){const{engine,guard,directPort,nodes}=this.#options;
const{keys,tokens}=this.#options.credentials;const activityId=activityIdOf(request);try{if(!request.isForwarded)guard.check(request);if(isPreflight(request)&&guard.
allowedOrigin(request)!==void 0)return preflightAnswer(request);const open2=openDoor(request,this.#isStopping||!this.#isCurrent);if(open2!==void 0)return open2;
if(request.target===CERTIFICATE_PATH)return await this.#certificate(request);if(isExplorerRequest(request))return await this.#explorer.answer(request);const{environment}=engine;
const realMs=environment.now()-(environment.clockControl?.aheadMs??0);const access=known??authenticate(request,keys,realMs);request.trace.authenticatedMs=performance.
now();this.#assertCurrent();const context=new RequestContext({engine,request,access,activityId,tokens,consistency:request.replica===void 0?this.#consistency:this.#directConsistency,
directPort:directPort(),recorder:this.#recorder,requests:this.#requests,metrics:this.#metrics,faults:this.faults,desks:this.#options.desks,nodes});const here=()=>this.#answer(
context);const answer=nodes===void 0?await here():await nodes.serve(request,access,here);if(isControlRequest(request))return answer;this.#assertCurrent();request.
memory?.answer(heldBytes(answer),()=>request.isRead);return answer}catch(error){if(error instanceof Failure)request.trace.failure=error;const words=wordsForLog(
error);if(words!==void 0){const what=`${request.method} ${request.target} failed (${activityId})`;engine.environment.log("error",`${what}: ${words}`)}if(error instanceof
Failure&&error.code==="unauthorized")this.#refusals.note(request,error,activityId);const answer=failureResponse(error,activityId,engine.environment.now(),{isDirect:request.
replica!==void 0,client:clientFacts(request.header(RequestHeader.userAgent))});request.memory?.answer(answer.body?.length??0,()=>false);return answer}}#answer(context){
const{engine,request,access,tokens}=context;if(isControlRequest(request))return control(context);if(access.kind!=="token")return this.#answerAllowed(context);return authorizeToken(
engine,tokens,request,access.token).then(()=>this.#answerAllowed(context))}#answerAllowed(context){const{engine,request,activityId}=context;if(!this.faults.isArmed)
return this.#route(context);return serveWithFaults({faults:this.faults,request,activityId,engine},()=>this.#route(context))}#route(context){const{engine,request}=context;
if(request.replica===void 0)return this.#routeChecked(context);return checkReplica(engine,request,request.replica).then(()=>this.#routeChecked(context))}#routeChecked(context){
const{engine,request}=context;if(request.answersPage)request.memory?.expect(PAGE_BYTES_MAX);else engine.environment.scheduler.noteShort();return findRoute(request)(
context)}get#isCurrent(){return this.#options.isCurrent?.()??true}#assertCurrent(){if(this.#isCurrent)return;throw new Failure("unavailable","The server has los\
t touch with its database, and what it knows may be out of date: repeat the request in a few seconds.")}async#certificate(request){if(request.method!=="GET")throw new Failure(
"methodNotAllowed","The certificate can only be read.");return{status:200,headers:{"content-type":"application/x-pem-file"},body:Buffer.from(await this.#options.
certificatePem())}}};function isOfAccount(request,{headers}){return headers[ResponseHeader.activityId]!==void 0&&!request.target.startsWith("/_")}function withoutBody({
body:_,pieces:__,...answer}){return answer}function heldBytes({body,pieces}){return body?.length??Math.min(pieces?.bytes??0,TRUNK_LIMITS.windowBytes)}function whenClosed(stream,go){
if(stream.closed||stream.destroyed)go();else stream.once("close",go)}function wordsForLog(error){if(!(error instanceof Failure))return error?.stack??String(error);
return error.code==="corrupt"?error.message:void 0}import{createPrivateKey,randomUUID,X509Certificate}from"node:crypto";import{mkdir,readFile as readFile2,rename,writeFile}from"node:fs/promises";import{join as join2}from"node:path";import{createHash as createHash2,generateKeyPair,randomBytes as randomBytes2,sign as sign2}from"node:crypto";import{hostname as hostname2}from"node:os";import{promisify as promisify2}from"node:util";function element(tag,...contents){const content=Buffer.concat(contents);return Buffer.concat([Buffer.from([tag,...lengthBytes(content.length)]),content])}function lengthBytes(length2){
if(length2<128)return[length2];const bytes=[];for(let rest=length2;rest>0;rest>>>=8)bytes.unshift(rest&255);return[128|bytes.length,...bytes]}var der={boolean:value=>element(
1,Buffer.from([value?255:0])),integer(bytes){let start=0;while(start<bytes.length-1&&bytes[start]===0)start++;const isNegative=(bytes[start]&128)!==0;return element(
2,isNegative?Buffer.from([0]):Buffer.alloc(0),bytes.subarray(start))},bitString:(bytes,unusedBits=0)=>element(3,Buffer.from([unusedBits]),bytes),octetString:bytes=>element(
4,bytes),utf8String:text3=>element(12,Buffer.from(text3)),objectIdentifier(dotted){const[first=0,second=0,...rest]=dotted.split(".").map(Number);const bytes=[first*
40+second,...rest].flatMap(number2=>{const digits=[number2&127];for(let high=number2>>>7;high>0;high>>>=7)digits.unshift(high&127|128);return digits});return element(
6,Buffer.from(bytes))},time(date){const digits=date.toISOString().replace(/[-:T]|\.\d+/g,"");return date.getUTCFullYear()<2050?element(23,Buffer.from(digits.slice(
2))):element(24,Buffer.from(digits))},sequence:(...elements)=>element(48,...elements),set:(...elements)=>element(49,...elements),tagged:(number2,...elements)=>element(
160|number2,...elements),taggedBytes:(number2,bytes)=>element(128|number2,bytes)};var VALID_YEARS=10;var DAY_MS=24*60*60*1e3;var IP_ADDRESSES=[Buffer.from([127,0,0,1]),Buffer.from([...Array(15).fill(0),1])];var ECDSA_WITH_SHA256=der.sequence(
der.objectIdentifier("1.2.840.10045.4.3.2"));async function createCertificate(now){const{publicKey,privateKey}=await promisify2(generateKeyPair)("ec",{namedCurve:"\
P-256"});const tbs=toBeSigned(publicKey,now);const signature=sign2("sha256",tbs,privateKey);const bytes=der.sequence(tbs,ECDSA_WITH_SHA256,der.bitString(signature));
return{key:privateKey.export({type:"pkcs8",format:"pem"}).toString(),cert:toPem(bytes)}}function toBeSigned(publicKey,now){const notBefore=new Date(now.getTime()-
DAY_MS);const notAfter=new Date(now);notAfter.setUTCFullYear(now.getUTCFullYear()+VALID_YEARS);const name=der.sequence(der.set(der.sequence(der.objectIdentifier(
"2.5.4.3"),der.utf8String("Orrery on this machine"))));const spki=publicKey.export({type:"spki",format:"der"});const version3=der.tagged(0,der.integer(Buffer.from(
[2])));return der.sequence(version3,der.integer(randomBytes2(16)),ECDSA_WITH_SHA256,name,der.sequence(der.time(notBefore),der.time(notAfter)),name,spki,der.tagged(
3,der.sequence(...extensions(spki))))}function extensions(spki){const keyId=createHash2("sha1").update(spki).digest();const keyUsage=der.bitString(Buffer.from([
128]),7);const serverAuthentication=der.objectIdentifier("1.3.6.1.5.5.7.3.1");return[extension("2.5.29.19",der.sequence(),"critical"),extension("2.5.29.15",keyUsage,
"critical"),extension("2.5.29.37",der.sequence(serverAuthentication)),extension("2.5.29.17",der.sequence(...subjectNames())),extension("2.5.29.14",der.octetString(
keyId)),extension("2.5.29.35",der.sequence(der.taggedBytes(0,keyId)))]}function extension(id,value,critical){const mark=critical===void 0?[]:[der.boolean(true)];
return der.sequence(der.objectIdentifier(id),...mark,der.octetString(value))}function subjectNames(){const machine=hostname2();const names=new Set(["localhost",
"host.docker.internal","orrery"]);if(/^[\x21-\x7e]+$/.test(machine))names.add(machine);return[...Array.from(names,name=>der.taggedBytes(2,Buffer.from(name))),...IP_ADDRESSES.
map(address=>der.taggedBytes(7,address))]}function toPem(bytes){const lines=bytes.toString("base64").match(/.{1,64}/g)??[];return["-----BEGIN CERTIFICATE-----",
...lines,"-----END CERTIFICATE-----",""].join("\n")}var CERTIFICATE_FILE="certificate.pem";var CERTIFICATE_KEY_FILE="certificate-key.pem";async function loadOrCreateCertificate(folder,now){if(folder===void 0)return createCertificate(
now);const kept2=await readCertificate(folder);if(kept2!==void 0&&isUsable(kept2,now))return kept2;const made2=await createCertificate(now);await mkdir(folder,{
recursive:true});await replaceFile(join2(folder,CERTIFICATE_KEY_FILE),made2.key,384);await replaceFile(join2(folder,CERTIFICATE_FILE),made2.cert,420);return made2}
function lazyCertificate(folder,now){let certificate;return()=>{certificate??=loadOrCreateCertificate(folder,now()).catch(error=>{certificate=void 0;throw error});
return certificate}}async function readCertificate(folder){try{const[key,cert]=await Promise.all([readFile2(join2(folder,CERTIFICATE_KEY_FILE),"utf8"),readFile2(
join2(folder,CERTIFICATE_FILE),"utf8")]);return{key,cert}}catch(error){if(error.code==="ENOENT")return void 0;throw error}}function isUsable({key,cert},now){try{
const parsed2=new X509Certificate(cert);return parsed2.checkPrivateKey(createPrivateKey(key))&&new Date(parsed2.validTo)>now}catch{return false}}async function replaceFile(path,text3,mode){
const temporary=`${path}.${randomUUID()}`;await writeFile(temporary,text3,{mode});await rename(temporary,path)}import{randomBytes as randomBytes3,timingSafeEqual as timingSafeEqual2}from"node:crypto";var TrunkDoor=class{#options;#trunks=new Set;#isClosing=false;constructor(options){this.#options=options}serve(socket){const drop=()=>socket.destroy();let first=Buffer.
alloc(0);const read=chunk=>{first=Buffer.concat([first,chunk]);if(first.length<TRUNK_PREFACE.length)return;socket.off("data",read).off("error",drop);if(first.equals(
TRUNK_PREFACE))this.#enter(socket);else socket.destroy()};socket.setTimeout(TRUNK_LIMITS.introductionMs,drop);socket.on("error",drop).on("data",read)}#enter(socket){
const trunk=new IncomingTrunk(socket,this.#options,()=>this.#trunks.delete(trunk));this.#trunks.add(trunk);if(this.#isClosing)trunk.close()}close(){this.#isClosing=
true;for(const trunk of this.#trunks)trunk.close()}destroy(){for(const trunk of this.#trunks)trunk.destroy()}};var IncomingTrunk=class{#options;#trunk;#from;#nonce=randomBytes3(
24).toString("base64");#exchanges=new Map;#proofs=[];#provenFor;constructor(socket,options,closed){this.#options=options;this.#from=socket.remoteAddress??"";this.#trunk=
new Trunk(socket,frame=>this.#take(frame),()=>{for(const id of this.#exchanges.keys())this.#giveUp(id);closed()});this.#trunk.send(TrunkKind.hello,0,`${this.#nonce}\

${options.nodeId}`)}close(){if(this.#provenFor===void 0)this.#trunk.destroy();else this.#trunk.send(TrunkKind.leave)}destroy(){this.#trunk.destroy()}#take(frame){
if(frame.kind===TrunkKind.proof)this.#enter(frame.text);else if(!this.#isProven())this.#trunk.destroy();else if(frame.kind===TrunkKind.request)this.#begin(frame);else{
const exchange=this.#exchanges.get(frame.id);if(exchange!==void 0)this.#goOn(frame,exchange)}}#goOn(frame,exchange){switch(frame.kind){case TrunkKind.piece:this.#addPiece(
frame,exchange);break;case TrunkKind.credit:exchange.sender?.credit(Number(frame.text));break;case TrunkKind.cancel:this.#giveUp(frame.id);break;default:this.#trunk.
destroy()}}#enter(proofs){this.#proofs=proofs.split("\n").map(proof=>Buffer.from(proof));if(this.#isProven()){this.#trunk.open();this.#trunk.send(TrunkKind.welcome)}else{
this.#options.onRefused(this.#from);this.#trunk.destroy()}}#isProven(){const keys=this.#options.keys();if(keys===this.#provenFor)return true;const isProven=keys.
full.some(key=>{const expected=Buffer.from(trunkProof(key,this.#nonce,this.#options.nodeId));return this.#proofs.some(proof=>proof.length===expected.length&&timingSafeEqual2(
proof,expected))});this.#provenFor=isProven?keys:void 0;return isProven}#begin({id,text:text3,bytes}){const[bodyText,...lines]=text3.split("\n");const bodyBytes=Number(
bodyText);if(!(bodyBytes<=BODY_BYTES_MAX)||this.#exchanges.has(id)){this.#trunk.destroy();return}const exchange={isGone:false,body:void 0,sender:void 0,over:()=>{}};
this.#exchanges.set(id,exchange);const whole2=bodyBytes>TRUNK_LIMITS.pieceBytes?this.#bodyOf(exchange,bodyBytes):Promise.resolve(bytes);const memory=this.#options.
memory(()=>this.#cut(id),go=>{exchange.over=go});const{request,access}=requestOfLines(lines,bodyBytes,{readBody:()=>whole2,isGone:()=>exchange.isGone,memory});void this.#options.
serve(request,access).then(answer=>this.#answer(id,exchange,answer))}#bodyOf(exchange,bytes){const whole2=new Promise((resolve2,reject)=>{exchange.body={pieces:[],
left:bytes,resolve:resolve2,reject}});whole2.catch(()=>{});return whole2}#addPiece(frame,exchange){const{body}=exchange;if(body===void 0)return;const piece=frame.
bytes;body.pieces.push(piece);body.left-=piece.length;if(body.left>0){this.#trunk.send(TrunkKind.credit,frame.id,String(piece.length));return}exchange.body=void 0;
body.resolve(Buffer.concat(body.pieces))}#answer(id,exchange,{status,headers,body,isCut}){const bytes=isCut?void 0:body;let text3=`${isCut?0:status}
${bytes?.length??0}`;for(const name in headers)text3+=`
${name}
${headers[name]}`;const isWhole=this.#trunk.sendHead(TrunkKind.answer,id,text3,bytes);const sent=()=>{this.#exchanges.delete(id);exchange.over()};if(isWhole||exchange.
isGone)sent();else exchange.sender=new PieceSender(this.#trunk,id,body,sent)}#giveUp(id){const exchange=this.#exchanges.get(id);if(exchange===void 0)return;exchange.
isGone=true;exchange.body?.reject(clientGone());if(exchange.sender===void 0)return;this.#exchanges.delete(id);exchange.over()}#cut(id){this.#trunk.send(TrunkKind.
cancel,id);this.#giveUp(id)}};import{WHOLE_EPK_RANGE}from"@orrerydb/keys/hash";import{Worker}from"node:worker_threads";var ADVICE_HEAP_MB_MAX=1024;async function adviseInThread({job,next,progress,signal}){const worker=new Worker(workerEntry("cli/advice-worker",import.meta.url),{
execArgv:[],workerData:job,resourceLimits:{maxOldGenerationSizeMb:ADVICE_HEAP_MB_MAX}});let onAbort=()=>{};try{return await new Promise((resolve2,reject)=>{onAbort=
()=>reject(signal.reason);if(signal.aborted)onAbort();signal.addEventListener("abort",onAbort);worker.on("error",error=>reject(tooLarge(error)??error));worker.on(
"exit",()=>reject(new Error("the thread of the advice ended unexpectedly")));worker.on("message",message=>{if(message.kind==="want"){next(message.what).then(chunk=>worker.
postMessage(chunk),reject)}else if(message.kind==="progress")progress(message.what,message.part);else if(message.kind==="done")resolve2(message);else reject(new Failure(
"badRequest",message.message))})})}finally{signal.removeEventListener("abort",onAbort);await worker.terminate()}}function tooLarge(error){if(error.code!=="ERR_W\
ORKER_OUT_OF_MEMORY")return void 0;return new Failure("badRequest","The advice needed too much memory. Let it look at fewer 'items'.")}var ADVICE_AT_ONCE_MAX=2;var ADVICE_KEPT_MAX=20;var ADVICE_ITEMS_MAX=1e6;var ITEMS_DEFAULT=1e5;var ADVICE_WORKLOAD_CHARACTERS_MAX=65536;var ADVICE_MS_MAX=15*6e4;
var REPLAYS_MAX=10;var REPLAY_SECONDS={min:5,max:110};var ROWS_PER_CHUNK=500;var ServerAdviceDesk=class{#engine;#entries=new Map;constructor(engine){this.#engine=
engine}async start(container,terms){await checkTerms(terms);const partitions=await this.#engine.partitions.figures(container);if(partitions.every(({items})=>items===
0))throw new Failure("conflict","There are no items to judge by. Write some, then ask again.");if(this.#entries.get(container.rid)?.state==="running")throw new Failure(
"conflict","Advice on this container is under way. Wait for it, or DELETE it first.");if(this.#running().length>=ADVICE_AT_ONCE_MAX){throw new Failure("conflict",
`Advice on ${ADVICE_AT_ONCE_MAX} containers is under way. Wait for one of them, or DELETE it.`)}const entry={state:"running",what:"beginning",part:null,startedAt:this.#time(),
endedAt:null,error:null,outcome:void 0,stop:new AbortController,over:Promise.resolve()};this.#entries.delete(container.rid);this.#entries.set(container.rid,entry);
entry.over=this.#run(container,terms,entry);return shown(entry)}read({rid}){const entry=this.#entries.get(rid);return entry===void 0?NOTHING5:shown(entry)}report({
rid}){const outcome=this.#entries.get(rid)?.outcome;if(outcome===void 0)throw new Failure("notFound","There is no advice on this container yet: POST advice firs\
t.");return outcome.report}async cancel({rid}){const entry=this.#entries.get(rid);this.#entries.delete(rid);entry?.stop.abort(new Failure("conflict","It was giv\
en up."));await entry?.over;return NOTHING5}async close(){for(const{stop}of this.#running())stop.abort(new Failure("conflict","The server stops."));await Promise.
all([...this.#entries.values()].map(({over})=>over))}#running(){return[...this.#entries.values()].filter(({state})=>state==="running")}#time(){return new Date(this.#engine.
environment.now()).toISOString()}async#presentOf(container){const{resource}=await this.#engine.containers.read(container,{quota:false,statistics:false});const{partitionKey,
uniqueKeyPolicy}=resource.body;return{key:partitionKey?.paths??[],uniqueKeys:(uniqueKeyPolicy?.uniqueKeys??[]).map(({paths})=>paths)}}async#run(container,terms,entry){
const late=new Failure("badRequest","The advice took too long. Let it look at fewer 'items'.");const timer=setTimeout(()=>entry.stop.abort(late),ADVICE_MS_MAX);
timer.unref();const sample=new ContainerSample(this.#engine,container,terms.items??ITEMS_DEFAULT);const recorded=[...terms.recorded??[]];try{entry.outcome=await adviseInThread(
{job:{container:container.container,workload:terms.workload,isRecorded:terms.recorded!==void 0,scale:terms.scale??{},replays:terms.replays,replaySeconds:terms.replaySeconds,
present:await this.#presentOf(container)},next:async what=>what==="items"?sample.next():{rows:recorded.splice(0,ROWS_PER_CHUNK),hasMore:false},progress:(said,part)=>Object.
assign(entry,{what:said,part}),signal:entry.stop.signal});entry.state="done";entry.what="done";entry.part=1}catch(error){entry.state="failed";entry.error=error instanceof
Failure?error.message:"It failed; the server's log says why.";if(!(error instanceof Failure))this.#engine.environment.log("error",`Advice on ${container.container}\
 failed: ${stackOf(error)}`)}finally{clearTimeout(timer);entry.endedAt=this.#time();this.#forgetOldest()}}#forgetOldest(){const ended=[...this.#entries].filter(
([,{state}])=>state!=="running");for(const[rid]of ended.slice(0,Math.max(0,ended.length-ADVICE_KEPT_MAX)))this.#entries.delete(rid)}};var NOTHING5={state:"none",
what:null,part:null,startedAt:null,endedAt:null,error:null,advice:null};function shown({state,what,part,startedAt,endedAt,error,outcome}){return{state,what,part,
startedAt,endedAt,error,advice:outcome?.advice??null}}function stackOf(error){return error?.stack??String(error)}async function checkTerms({items,workload,scale,
replays,replaySeconds}){checkWhole("items",items,1,ADVICE_ITEMS_MAX);checkWhole("replays",replays,0,REPLAYS_MAX);checkWhole("replaySeconds",replaySeconds,REPLAY_SECONDS.
min,REPLAY_SECONDS.max);const{checkScale,parseWorkload}=await import("./advisor/index.js");if(scale!==void 0)checkScale(scale);if(workload===void 0)return;
if(workload.length>ADVICE_WORKLOAD_CHARACTERS_MAX){throw new Failure("badRequest",`'workload' must have at most ${ADVICE_WORKLOAD_CHARACTERS_MAX} characters, no\
t ${workload.length}.`)}parseWorkload(workload,"'workload'")}function checkWhole(name,value,min,max){if(value===void 0||Number.isInteger(value)&&value>=min&&value<=
max)return;throw new Failure("badRequest",`'${name}' must be a whole number from ${min} to ${max}, not ${value}.`)}var ContainerSample=class{#engine;#container;#itemsMax;#parts=[
{range:WHOLE_EPK_RANGE,afterLsn:0}];#read=0;constructor(engine,container,itemsMax){this.#engine=engine;this.#container=container;this.#itemsMax=itemsMax}async next(){
const{database,container,rid}=this.#container;while(this.#parts.length>0&&this.#read<this.#itemsMax){const part=this.#parts.shift();const wanted=Math.min(ROWS_PER_CHUNK,
this.#itemsMax-this.#read);const address={database,container,intendedRid:rid};const{rows,rest}=await this.#engine.feeds.sample(address,part,wanted,this);this.#parts.
push(...rest);this.#read+=rows.length;if(rows.length>0)return{rows:rows.map(String),hasMore:true}}return{rows:[],hasMore:this.#parts.length>0}}};import{existsSync}from"node:fs";import{readdir as readdir2,readFile as readFile3}from"node:fs/promises";import{join as join3}from"node:path";import{fileURLToPath as fileURLToPath2}from"node:url";
async function explorerFiles(base=import.meta.url){if(base.endsWith(".ts")){const{buildExplorer}=await import(new URL("../../../explorer/build.mjs",base).href);
return buildExplorer()}const folder=["./explorer","../explorer"].map(path=>fileURLToPath2(new URL(path,base))).find(path=>existsSync(join3(path,"index.html")));
if(folder===void 0)return void 0;const names=await readdir2(folder,{recursive:true,withFileTypes:true});const files=names.filter(entry=>entry.isFile()).map(entry=>join3(
entry.parentPath,entry.name));return new Map(await Promise.all(files.map(async file=>[nameIn(folder,file),await readFile3(file)])))}function nameIn(folder,file){
return file.slice(folder.length+1).replaceAll("\\","/")}var InProcessHttpClient=class{#serve;constructor(serve){this.#serve=serve}async sendRequest(request){const{status,headers,body,isCut}=await untilAborted(request.
abortSignal,()=>this.#serve(toGatewayRequest(request)));if(isCut)throw new ConnectionReset;const clientHeaders=new PlainHeaders;for(const[name,value]of Object.entries(
headers))clientHeaders.set(name,value);if(body!==void 0)clientHeaders.set(ResponseHeader.contentLength,body.length);return{request,status,headers:clientHeaders,
bodyAsText:body?.toString("utf8")??""}}};function toGatewayRequest({url,method,headers,body,abortSignal}){const{pathname,search,protocol,host}=new URL(url);return new GatewayRequest(
{method,target:pathname+search,headers:headers.toJSON(),secure:protocol==="https:",host,readBody:async()=>{const bytes=toBuffer(body);if(bytes.length>BODY_BYTES_MAX)
throw bodyTooLarge();return bytes},isGone:()=>abortSignal?.aborted??false,origin:"in process"})}function toBuffer(body){if(body===void 0||body===null)return Buffer.
alloc(0);if(typeof body==="string")return Buffer.from(body);if(ArrayBuffer.isView(body))return Buffer.from(body.buffer,body.byteOffset,body.byteLength);if(body instanceof
ArrayBuffer)return Buffer.from(body);throw new TypeError("A body in process must be a string or bytes.")}async function untilAborted(signal,work){if(signal===void 0)
return work();if(signal.aborted)throw new AbortError;let onAbort=()=>{};const aborted=new Promise((_,reject)=>{onAbort=()=>reject(new AbortError);signal.addEventListener(
"abort",onAbort)});try{return await Promise.race([work(),aborted])}finally{signal.removeEventListener("abort",onAbort)}}var AbortError=class extends Error{name="\
AbortError";constructor(){super("The operation was aborted.")}};var ConnectionReset=class extends Error{code="ECONNRESET";constructor(){super("The server closed\
 the connection without an answer (ECONNRESET).")}};var PlainHeaders=class{#values=new Map;get(name){return this.#values.get(name.toLowerCase())}has(name){return this.#values.
has(name.toLowerCase())}set(name,value){this.#values.set(name.toLowerCase(),String(value))}delete(name){this.#values.delete(name.toLowerCase())}toJSON(){return Object.
fromEntries(this.#values)}[Symbol.iterator](){return this.#values.entries()}};var InPlaceMove=class{container;to;#move;#log;#doing;#stop=new AbortController;#underWay=Promise.resolve();#error=null;#progress;#action=null;#verification=null;#switched=null;constructor(container,to,move,log){
this.container=container;this.to=to;this.#move=move;this.#log=log}onProgress=progress=>{this.#progress=progress};get isWorking(){return this.#doing!==void 0}goOn(){
this.#begin("copying",async signal=>{await this.#move.copy({signal});await this.#follow(signal)})}verify(repair){this.#act("verify","verifying",async signal=>{this.#verification=
await this.#move.verify({signal,repair})})}cutOver(terms){this.#act("cut-over","cuttingOver",async signal=>{this.#switched=await this.#move.cutOver({signal,...given(
terms)});this.#verification=null})}rollBack(terms){this.#act("roll-back","rollingBack",async signal=>{this.#switched=await this.#move.rollBack({signal,...given(
terms)});this.#verification=null})}async isPaused(){return(await this.#status()).isPaused}async pause(){await this.halt();if(await this.#hasBegun())await this.#move.
pause()}async resume(){if(this.isWorking)throw new Failure("conflict","It is under way already.");if(await this.#hasBegun())await this.#move.resume();this.goOn()}async cancel(){
if((await this.#status()).isCutOver)throw new Failure("conflict","It was cut over: roll back, or complete.");await this.halt();if(await this.#hasBegun())await this.#move.
cancel()}async#hasBegun(){return(await this.#status()).stage!=="none"}async complete(){if(!(await this.#status()).isCutOver)throw new Failure("conflict","It was\
 not cut over: cut over, or cancel.");await this.halt();await this.#move.complete()}async halt(){this.#stop.abort();await this.#underWay}dispose(){this.#move.dispose()}async shown(total){
const doing=this.#doing;const{stage,isPaused,isCutOver,key,strategy,mode,ranges,rangesCopied,items,problems,startedAt}=await this.#status();const state=doing??(isPaused||
stage==="none"?"paused":this.#error===null?"stopped":"failed");return{state,isCutOver,to:this.to,key,strategy:strategy??null,mode:mode??null,startedAt:startedAt??
null,ranges,rangesCopied,items,total,spentRu:Math.round(this.#progress?.spentRu??0),throttled:this.#progress?.throttled??0,lagMs:this.#progress?.lagMs??0,problems,
verification:this.#verification,switched:this.#switched,action:this.#action,error:this.#error,can:this.#can(stage==="following",isPaused,isCutOver)}}async#status(){
try{return await this.#move.status()}catch(error){this.#error=this.#sentence(error);return UNKNOWN}}#can(isCopied,isPaused,isCutOver){const isActing=this.#action?.
outcome==="running";const end=isCutOver?"complete":"cancel";if(isPaused||!this.isWorking)return["resume",end];if(isActing)return["pause",end];return[...isCopied?
["verify",isCutOver?"roll-back":"cut-over"]:[],"pause",end]}#act(name,doing,work){if(this.#action?.outcome==="running")throw new Failure("conflict",`'${this.#action.
action}' is under way. Wait until it is over.`);if(!this.isWorking)throw new Failure("conflict","Nothing is under way: resume it first.");if(this.#doing==="copy\
ing")throw new Failure("conflict","The copy is not complete yet.");const action={action:name,outcome:"running",error:null};this.#action=action;this.#begin(doing,
async signal=>{try{await work(signal);action.outcome="done"}catch(error){action.outcome="refused";action.error=this.#sentence(error)}if(!signal.aborted)await this.#follow(
signal)})}async#follow(signal){this.#doing="following";await this.#move.follow({signal})}#begin(doing,work){const before=this.halt();const{signal}=this.#stop=new AbortController;
this.#error=null;this.#doing=doing;this.#underWay=before.then(()=>{if(!signal.aborted)return work(signal)}).catch(error=>{if(!signal.aborted)this.#error=this.#sentence(
error)}).finally(()=>{if(this.#stop.signal===signal)this.#doing=void 0})}#sentence(error){const{name,message}=error??{};if(name==="RepartitionError"||error instanceof
Failure)return message;this.#log(`The move of ${this.container.container} failed: ${error?.stack??String(error)}`);return`It failed: ${message??String(error)}`}};
var UNKNOWN={stage:"copying",isPaused:false,isCutOver:false,key:[],ranges:0,rangesCopied:0,items:0,problems:[]};function given({writersStopped,maxLagMs}){return{
...writersStopped===void 0?{}:{writersStopped},...maxLagMs===void 0?{}:{maxLagMs}}}var MOVES_MAX=4;var LAG_MS_MAX=36e5;var MAX_RU_MAX=1e7;var ServerMoveDesk=class{#options;#moves=new Map;constructor(options){this.#options=options}async plan(container,terms){
if(this.#options.isOneOfSeveral)throw new Failure("conflict","Nodes that share a database do no moves themselves: use the command orrery repartition.");const move=await this.#open(
container,terms);try{return{to:nameOf(container,terms),...await refusing(()=>move.plan())}}finally{move.dispose()}}async start(container,terms){await this.#forgetDeleted();
this.#checkFree(container);await this.plan(container,terms);(await this.#add(container,terms)).goOn();return this.read(container)}async#forgetDeleted(){for(const[
key,move]of this.#moves){if(await this.#options.engine.containers.read(move.container).then(()=>true,isMissing))continue;this.#moves.delete(key);await move.halt();
move.dispose()}}#checkFree(container){if(this.#moves.has(keyOf(container)))throw new Failure("conflict","A move of this container is under way: complete or canc\
el it first.");if(this.#moves.size>=MOVES_MAX)throw new Failure("conflict",`${MOVES_MAX} moves are under way: complete or cancel one of them first.`)}async read(container){
const move=this.#moves.get(keyOf(container));if(move===void 0)return{state:"none",can:["start"]};const partitions=await this.#options.engine.partitions.figures(
container);return move.shown(partitions.reduce((sum,{items})=>sum+items,0))}async verify(container,{repair=false}){this.#found(container).verify(repair);return this.
read(container)}async cutOver(container,terms){checkLag(terms);this.#found(container).cutOver(terms);return this.read(container)}async rollBack(container,terms){
checkLag(terms);this.#found(container).rollBack(terms);return this.read(container)}async pause(container){await refusing(()=>this.#found(container).pause());return this.
read(container)}async resume(container){await refusing(()=>this.#found(container).resume());return this.read(container)}async cancel(container,deletesTarget){await refusing(
()=>this.#found(container).cancel());return this.#end(container,deletesTarget)}async complete(container,deletesFormer){await refusing(()=>this.#found(container).
complete());return this.#end(container,deletesFormer)}async#end(container,deletesOther){const{engine}=this.#options;const move=this.#found(container);this.#moves.
delete(keyOf(container));move.dispose();if(deletesOther)await engine.containers.delete({database:container.database,container:move.to}).catch(isMissing);return this.
read(container)}async goOn(){if(this.#options.isOneOfSeveral)return;const{engine}=this.#options;for(const database of(await engine.databases.list({})).rows){if(!await this.#hasMoves(
database.id))continue;for(const{from,to,maxRu}of await this.#jobsOf(database.id)){const container={database:database.id,container:from};const isThere=await engine.
containers.read(container).then(()=>true,isMissing);if(!isThere)continue;const move=await this.#add(container,{to,maxRu});if(!await move.isPaused())move.goOn()}}}async close(){
await Promise.all([...this.#moves.values()].map(move=>move.halt()));for(const move of this.#moves.values())move.dispose()}#found(container){const move=this.#moves.
get(keyOf(container));if(move===void 0)throw new Failure("conflict","This container is not being moved: POST repartition first.");return move}async#add(container,terms){
const{log}=this.#options.engine.environment;let added;const move=await this.#open(container,terms,progress=>added?.onProgress(progress));this.#checkFree(container);
added=new InPlaceMove(container,nameOf(container,terms),move,sentence=>log("error",sentence));this.#moves.set(keyOf(container),added);return added}async#open(container,terms,onProgress){
const{key,strategy,maxRu}=terms;if(maxRu!==void 0&&!(maxRu>=1&&maxRu<=MAX_RU_MAX))throw new Failure("badRequest",`'maxRu' must be from 1 to ${MAX_RU_MAX}, not ${maxRu}\
.`);const place=name=>({endpoint:this.#options.endpoint(),key:"",database:container.database,container:name});const{repartition}=await loaded();return refusing(
()=>repartition({from:place(container.container),to:place(nameOf(container,terms)),...key===void 0?{}:{key},...strategy===void 0?{}:{strategy},...maxRu===void 0?
{}:{maxRu},...onProgress===void 0?{}:{onProgress},now:()=>this.#options.engine.environment.now(),control:this.#control(container),clientOptions:this.#clientOptions(),
inPlace:true}))}#clientOptions(){const{engine,serve,key}=this.#options;const{environment}=engine;return{httpClient:new InProcessHttpClient(serve),tokenProvider:async({
verb,resourceType,resourceId,headers})=>{const date=new Date(environment.now()-(environment.clockControl?.aheadMs??0)).toUTCString();headers[RequestHeader.msDate]=
date;const text3=stringToSign({method:verb,msDate:date},resourceType??"",resourceId??"");return`type=master&ver=1.0&sig=${sign(key(),text3)}`}}}#control(container){
const{naming}=this.#options.engine;return{hold:async forMs=>(await naming.hold(container,forMs)).hold,release:async hold=>void await naming.release(hold),exchange:async(other,hold)=>void await naming.
exchange(container,other,hold)}}async#hasMoves(database){const state={database,container:STATE_CONTAINER};return this.#options.engine.containers.read(state).then(
()=>true,isMissing)}async#jobsOf(database){const{inPlaceJobs}=await loaded();const{CosmosClient}=await import("@azure/cosmos");const client=new CosmosClient({endpoint:this.#options.
endpoint(),...this.#clientOptions()});try{return await inPlaceJobs(client.database(database))}finally{client.dispose()}}};async function loaded(){return import("./repartition/index.js").
catch(error=>{if(error.code!=="ERR_MODULE_NOT_FOUND")throw error;throw new Failure("conflict","Moving a container needs the package @azure/cosmos beside orreryd\
b: npm install @azure/cosmos, then start the server again.")})}function keyOf({database,container}){return JSON.stringify([database,container])}function nameOf({
container},{to}){return to??`${container}-repartition`}function checkLag({maxLagMs}){if(maxLagMs===void 0||maxLagMs>=0&&maxLagMs<=LAG_MS_MAX)return;throw new Failure(
"badRequest",`'maxLagMs' must be from 0 to ${LAG_MS_MAX}, not ${maxLagMs}.`)}async function refusing(work){try{return await work()}catch(error){const{name,message}=error;
if(name==="RepartitionError"||name==="StrategyError")throw new Failure("conflict",message);throw error}}function isMissing(error){if(error instanceof Failure&&error.
code==="notFound")return false;throw error}import{open}from"node:fs/promises";import{join as join4}from"node:path";var FILE="set-aside.jsonl";function setAsideIn(dataFolder){const path=join4(dataFolder,FILE);
return{path,keep:lines=>append(path,lines.join(""))}}async function append(path,text3){const file=await open(path,"a");try{await file.appendFile(text3);await file.
sync()}finally{await file.close()}}var INTERVAL_MS=1e3;var RESUME_INTERVAL_MS=3e4;function sweepRegularly(engine){let isSweeping=false;const sweeping=setInterval(()=>{if(isSweeping)return;isSweeping=
true;engine.inBackground(sweepEngine(engine).then(()=>{}).finally(()=>{isSweeping=false}))},INTERVAL_MS);const resuming=setInterval(()=>engine.resume(),RESUME_INTERVAL_MS);
sweeping.unref();resuming.unref();return()=>{clearInterval(sweeping);clearInterval(resuming)}}import{setTimeout as setTimeout2}from"node:timers/promises";var FIRST_MS=2e3;var INTERVAL_MS2=6e4;var AGAIN_AFTER_MS=24*36e5;var SHARE=.05;function verifyRegularly(store,{
log}){const stopped=new AbortController;const{signal}=stopped;const wait=ms=>setTimeout2(ms,true,{ref:false,signal}).catch(()=>false);const run=async()=>{if(!await wait(
FIRST_MS))return;do{const since=Date.now()-AGAIN_AFTER_MS;const pause=tookMs=>wait(tookMs/SHARE-tookMs);await store.verifyTables({since,now:()=>Date.now(),pause}).
catch(error=>log("warn",`The files could not be verified: ${String(error)}`))}while(await wait(INTERVAL_MS2))};const running2=run();return()=>{stopped.abort();return running2}}async function startServer(settings){const{environment}=settings;const{node:nodeSettings}=settings;const cache=shareCache(settings.cacheBytes??DEFAULT_CACHE_BYTES);
const{kv,members,isCurrent,lost}=await openStore({...settings,cache,...nodeSettings&&{isNode:true,leaseMs:nodeSettings.leaseMs}});const credentials=new Credentials(
settings.keys);const key=()=>credentials.keys.all[0];const cluster=members&&(await import("./join-cluster-EEIHJNOG.js")).joinCluster({members,isCurrent,keys:()=>credentials.
keys.full});let engine;let listener;let fronts;let direct;let directPort;let port=settings.port;try{if(settings.dataFolder!==void 0)await removeCheckpoints(settings.
dataFolder);const storage=new Storage(kv);if(cluster!==void 0&&!await storage.isUpToDate())throw notUpToDate();engine=await Engine.open({...cluster&&{ownership:cluster.
node},...kv instanceof LevelStore&&{checkpoint:()=>makeCheckpoint(kv,settings.dataFolder,environment.now())},storage,environment,cacheBytes:cache.itemBytes,newPartitions:settings.
newPartitions,throttle:settings.throttle,storageLimits:settings.storageLimits,scriptStatuses:{outcome:OUTCOME_STATUS,failure:code=>statusOf(code).status}});const nodes=cluster?.
routerFor(engine);if(!(kv instanceof MemoryStore)&&cluster===void 0)await engine.bringUpToDate(setAsideIn(settings.dataFolder??"."));engine.resume();if(settings.
seed!==void 0)await plantSeed(engine,settings.seed);const certificate=certificateOf(settings);if(settings.certificateFiles!==void 0)await certificate();const advice=new ServerAdviceDesk(
engine);const moves=new ServerMoveDesk({engine,serve:request=>gateway.serve(request),endpoint:()=>endpointOf(settings.host,port),key,isOneOfSeveral:cluster!==void 0});
const gateway=new Gateway({engine,credentials,guard:new BrowserGuard({host:settings.host,...settings.browsers}),consistency:settings.consistency,certificatePem:async()=>(await certificate()).
cert,explorerFiles:()=>explorerFiles(),directPort:()=>directPort,isCurrent,requestLog:settings.requestLog,desks:{advice,moves},nodes});const onError=error=>environment.
log("warn",`A connection failed: ${String(error)}`);const onConnection=()=>environment.scheduler.noteShort();const trunks=cluster&&new TrunkDoor({nodeId:cluster.
node.id,keys:()=>credentials.keys,serve:(request,access)=>gateway.serve(request,access),memory:(cut,whenOver)=>gateway.memory(cut,whenOver),onRefused:from=>environment.
log("warn",`A node at ${from} has other account keys: give all nodes the same.`)});if(settings.workers===void 0||settings.workers===1){const{handle,handleStream,
handlePlain}=gateway;listener=createListener({handle,handleStream,handlePlain,trunks,certificate,onError,onConnection})}else{fronts=new Fronts({count:settings.workers,
gateway,credentials,certificate,onError,onConnection,log:environment.log});listener=fronts}if(settings.directPort!==void 0){const serve=request=>gateway.serve(request);
const memory=cut=>gateway.memory(cut);const{DirectListener}=await import("./direct-listener-TA3JWXZU.js");direct=new DirectListener({serve,memory,certificate,onError,
onConnection,nowMs:()=>environment.now()});directPort=(await direct.listen(settings.directPort,settings.host)).port}({port}=await listener.listen(settings.port,
settings.host));if(!(kv instanceof MemoryStore))goOnMoving(moves,environment);await cluster?.node.begin(reachedAt(nodeSettings?.address??endpointOf(settings.host,
port),port));return running({engine,store:kv,cluster,gateway,stopVerifying:kv instanceof LevelStore?verifyRegularly(kv,environment):async()=>{},stopDesks:async()=>void await Promise.
all([advice.close(),moves.close()]),listeners:direct?[listener,direct]:[listener],port,directPort,replaceKeys:keys=>{credentials.replace(keys);fronts?.announceKeys()},
lost})}catch(error){await Promise.all([listener?.close(),direct?.close()]);cluster?.close();await(engine??kv).close();throw error}}function goOnMoving(moves,environment){
moves.goOn().catch(error=>{const words=error instanceof Failure?error.message:error?.stack??String(error);environment.log("warn",`Moves to another key do not go\
 on: ${words}`)})}function running({engine,gateway,cluster,listeners,stopVerifying,stopDesks,...rest}){const stopSweeping=sweepRegularly(engine);return{...rest,
engine,gateway,stop:async()=>{gateway.stopSoon();stopSweeping();await stopDesks();await cluster?.node.end();await Promise.all([stopVerifying(),...listeners.map(
listener=>listener.close())]);cluster?.close();await engine.close()}}}function reachedAt(address,port){const url=new URL(address);if(url.port==="0")url.port=String(
port);return url.href}function notUpToDate(){return new UsageError("The data was written by an older version: start one server on it without --node first, which\
 brings it up to date.")}function certificateOf({certificateFiles,dataFolder,environment}){if(certificateFiles===void 0)return lazyCertificate(dataFolder,()=>new Date(
environment.now()));return()=>readCertificate2(certificateFiles)}async function readCertificate2(files){const cert=await readFile4(files.cert,"utf8");const key=await readFile4(
files.key,"utf8");try{createSecureContext({cert,key})}catch(error){const reason=error.message;throw new UsageError(`${files.cert} and ${files.key} are not a mat\
ching PEM certificate and key: ${reason}.`)}return{cert,key}}function connectionString(endpoint,key){return`AccountEndpoint=${endpoint}/;AccountKey=${key};`}export{InProcessHttpClient,connectionString,plantSeed,readSeed,WORKERS_MAX,startServer};
