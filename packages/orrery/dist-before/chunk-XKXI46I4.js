import{GATEWAY_VERSION,JSON_CONTENT_TYPE,PROTOCOL_VERSION,RequestHeader,ResponseHeader,SCHEMA_VERSION,errorBody,headerPath,replicaErrorBody}from"./chunk-5G7ROUXY.js";
import{UNMETERED_CHARGES,containerNameLink}from"./chunk-2RYLY42K.js";import{Failure}from"./chunk-YRRMZR6P.js";import{isIPv6}from"node:net";var AddressCounts=class{#max;#counts=new Map;constructor(max){this.#max=max}admit(socket){const leave=this.enter(socket.remoteAddress);
if(leave===void 0)return false;socket.once("close",leave);return true}enter(address=""){const client=clientOf(address);const count=this.#counts.get(client)??0;if(count>=
this.#max)return void 0;this.#counts.set(client,count+1);return()=>{const left=this.#counts.get(client)-1;if(left===0)this.#counts.delete(client);else this.#counts.
set(client,left)}}};function clientOf(address){const[,mapped]=/^::ffff:([\d.]+)$/i.exec(address)??[];if(mapped!==void 0)return mapped;const[bare=""]=address.split(
"%");if(!isIPv6(bare))return address;const[head="",tail]=bare.split("::");const groups=head===""?[]:head.split(":");const after=tail===void 0||tail===""?[]:tail.
split(":");const zeros=Array.from({length:8-groups.length-after.length},()=>"0");const all=tail===void 0?groups:[...groups,...zeros,...after];return all.slice(0,
4).join(":")}function listenOn(server,address,onError){return new Promise((resolve,reject)=>{server.once("error",reject);server.listen(address,()=>{server.removeListener("er\
ror",reject).on("error",onError);resolve({port:server.address().port})})})}import{createServer}from"node:tls";var TlsDoor=class{#options;#arriving=new Map;#server;constructor(options){this.#options=options}async secure(socket){const peer=peerOf(
socket);this.#arriving.set(peer,socket);socket.on("close",()=>this.#arriving.delete(peer));try{this.#server??=this.#options.certificate().then(certificate=>this.#createServer(
certificate));const server=await this.#server;if(!socket.destroyed)server.emit("connection",socket)}catch(error){this.#server=void 0;socket.destroy();this.#options.
onError(error)}}close(){for(const socket of this.#arriving.values())socket.destroy()}#createServer({key,cert}){const{handshakeTimeoutMs,protocols,enter}=this.#options;
const server=createServer({key,cert,minVersion:"TLSv1.2",handshakeTimeout:handshakeTimeoutMs,...protocols===void 0?{}:{ALPNProtocols:protocols}});server.on("sec\
ureConnection",socket=>{this.#arriving.delete(peerOf(socket));enter(socket)});server.on("tlsClientError",(_error,socket)=>socket.destroy());return server}};function peerOf(socket){
return`${socket.remoteAddress} ${socket.remotePort}`}var LISTENER_LIMITS={firstByteTimeoutMs:6e4,handshakeTimeoutMs:3e4,headersTimeoutMs:6e4,requestTimeoutMs:3e5,timeoutCheckMs:5e3,answerTimeoutMs:3e5,keepAliveTimeoutMs:24e4,
headerBytesMax:64*1024,pipelinedMax:8,streamsMax:100,windowBytes:1024*1024,sessionBytesMax:512*1024*1024,connectionsMax:1e4,connectionsPerAddressMax:5e3,closeGraceMs:1e4};var STATUS={badRequest:{status:400,name:"BadRequest"},partitionKeyMismatch:{status:400,substatus:1001,name:"BadRequest"},crossPartitionNotServable:{status:400,substatus:1004,
name:"BadRequest"},wrongContainerRid:{status:400,substatus:1024,name:"BadRequest"},unauthorized:{status:401,name:"Unauthorized"},forbidden:{status:403,name:"For\
bidden"},partitionKeyFull:{status:403,substatus:1014,name:"Forbidden"},notFound:{status:404,name:"NotFound"},sessionNotAvailable:{status:404,substatus:1002,name:"\
NotFound"},ownerNotFound:{status:404,substatus:1003,name:"NotFound"},methodNotAllowed:{status:405,name:"MethodNotAllowed"},timeout:{status:408,name:"RequestTime\
out"},conflict:{status:409,name:"Conflict"},databaseExists:{status:409,substatus:3206,name:"Conflict"},nameCacheStale:{status:410,substatus:1e3,name:"Gone"},rangeGone:{
status:410,substatus:1002,name:"Gone"},completingSplit:{status:410,substatus:1007,name:"Gone"},preconditionFailed:{status:412,name:"PreconditionFailed"},tooLarge:{
status:413,name:"RequestEntityTooLarge"},batchResponseTooLarge:{status:413,substatus:3402,name:"RequestEntityTooLarge"},scalingInProgress:{status:423,name:"Lock\
ed"},dependencyFailed:{status:424,name:"FailedDependency"},tooManyRequests:{status:429,substatus:3200,name:"TooManyRequests"},throughputBucketExceeded:{status:429,
substatus:3212,name:"TooManyRequests"},serverBusy:{status:429,substatus:3200,name:"TooManyRequests"},writeContention:{status:449,name:"RetryWith"},corrupt:{status:500,
name:"InternalServerError"},storageFull:{status:503,name:"ServiceUnavailable"},unavailable:{status:503,name:"ServiceUnavailable"}};function statusOf(code){return STATUS[code]}
var OUTCOME_STATUS={created:201,replaced:200,deleted:204,read:200,notModified:304};var BUG_STATUS={status:500,name:"InternalServerError"};import{randomUUID}from"node:crypto";import{pipeline}from"node:stream";var JAVASCRIPT={mergesQueries:true,followsSplits:false,readsKeysAgain:false,seesEmptyPartitions:false};var PYTHON={mergesQueries:true,followsSplits:true,readsKeysAgain:true,
seesEmptyPartitions:true};var GO={mergesQueries:true,followsSplits:true,readsKeysAgain:true,seesEmptyPartitions:true};var OTHER={mergesQueries:false,followsSplits:true,
readsKeysAgain:true,seesEmptyPartitions:true};function clientFacts(userAgent){if(userAgent===void 0)return OTHER;if(/azure-cosmos-js/i.test(userAgent))return JAVASCRIPT;
if(/azsdk-python-cosmos/i.test(userAgent))return PYTHON;return/azsdk-go-azcosmos/i.test(userAgent)?GO:OTHER}function parseSessionToken(text){const lsns=new Map;for(const part of text.split(",")){const token=part.trim();if(token===""&&lsns.size>0)continue;const colon=token.
indexOf(":");const[version,lsn,...regions]=token.slice(colon+1).split("#");if(colon<1||lsn===void 0||!isInteger(version)||!isInteger(lsn)||!regions.every(isRegion)){
throw new Failure("badRequest",`The session token '${text}' is not valid at '${token}'.`)}const rangeId=token.slice(0,colon);lsns.set(rangeId,Math.max(Number(lsn),
lsns.get(rangeId)??0))}return lsns}function writeSessionToken(rangeId,lsn){return`${rangeId}:0#${lsn}`}function isInteger(text){return/^-?[0-9]{1,19}$/.test(text)}
function isRegion(text){return/^[0-9]{1,10}=-?[0-9]{1,19}$/.test(text)}function ownerHeaders({rid,link}){if(rid==="")return{};return{[ResponseHeader.contentPath]:rid,[ResponseHeader.altContentPath]:headerPath(link)}}function containerHeaders({
rid,database,container}){return ownerHeaders({rid,link:containerNameLink(database,container)})}function refusalHeaders(source,client){const headers=rangeHeaders(
source.container,source);if(source.isEmpty&&!client.seesEmptyPartitions)delete headers[ResponseHeader.sessionToken];return headers}function rangeHeaders(container,{
rangeId,lsn}){const headers=containerHeaders(container);headers[ResponseHeader.sessionToken]=writeSessionToken(rangeId,lsn);headers[ResponseHeader.lsn]=lsn;headers[ResponseHeader.
partitionKeyRangeId]=rangeId;return headers}function withoutContentPath(headers){delete headers[ResponseHeader.contentPath];return headers}function commonHeaders(activityId,chargeRu,nowMs,headers={}){headers[ResponseHeader.contentType]=JSON_CONTENT_TYPE;headers[ResponseHeader.date]=httpDate(nowMs);
headers[ResponseHeader.activityId]=activityId;headers[ResponseHeader.requestCharge]=chargeRu;headers[ResponseHeader.version]=PROTOCOL_VERSION;headers[ResponseHeader.
gatewayVersion]=GATEWAY_VERSION;headers[ResponseHeader.serviceVersion]=GATEWAY_VERSION;headers[ResponseHeader.schemaVersion]=SCHEMA_VERSION;return headers}function activityIdOf(request){
const given=request.header(RequestHeader.activityId);return given!==void 0&&/^[0-9A-Za-z-]{1,64}$/.test(given)?given:randomUUID()}function failureResponse(error,activityId,nowMs,{
isDirect=false,client=clientFacts(void 0)}={}){const charge=error instanceof Failure?error.charge:void 0;const source=error instanceof Failure?error.source:void 0;
const headers=source===void 0?{}:refusalHeaders(source,client);commonHeaders(activityId,charge??UNMETERED_CHARGES.failure,nowMs,headers);if(!(error instanceof Failure)){
const message="The server failed on this request; its log says more under the activity id.";return refusalResponse(BUG_STATUS,message,{activityId,nowMs,isDirect})}
const status=statusOf(error.code);if(status.status===404)withoutContentPath(headers);const substatus=error.substatus??status.substatus;if(substatus!==void 0)headers[ResponseHeader.
subStatus]=substatus;if(error.retryAfterMs!==void 0)headers[ResponseHeader.retryAfterMs]=Math.ceil(error.retryAfterMs);const body=isDirect?replicaErrorBody(error.
replicaMessage??error.message,error.details):errorBody(status,error.message,activityId,error.details);return{status:status.status,headers,body}}function refusalResponse(status,message,{
activityId,nowMs,isDirect}){const headers=commonHeaders(activityId,UNMETERED_CHARGES.failure,nowMs);if(status.substatus!==void 0)headers[ResponseHeader.subStatus]=
status.substatus;const body=isDirect?replicaErrorBody(message):errorBody(status,message,activityId);return{status:status.status,headers,body}}function writeResponse(response,{
status,headers,body,pieces,isCut}){if(isCut)response.destroy();if(response.destroyed)return;if(status===204||status===304){response.writeHead(status,headers).end();
return}headers[ResponseHeader.contentLength]=body?.length??pieces?.bytes??0;response.writeHead(status,headers);if(pieces===void 0)response.end(body);else passOn(
pieces,response)}function passOn(pieces,to){const timer=setTimeout(()=>to.destroy(),LISTENER_LIMITS.answerTimeoutMs);pipeline(pieces,to,()=>clearTimeout(timer))}
var lastSecond=Number.NaN;var lastDate="";function httpDate(nowMs){const second=Math.floor(nowMs/1e3);if(second!==lastSecond){lastSecond=second;lastDate=new Date(
nowMs).toUTCString()}return lastDate}export{AddressCounts,listenOn,LISTENER_LIMITS,clientFacts,parseSessionToken,ownerHeaders,containerHeaders,rangeHeaders,withoutContentPath,statusOf,OUTCOME_STATUS,
commonHeaders,activityIdOf,failureResponse,refusalResponse,writeResponse,passOn,TlsDoor};
