import{TRUNK_PREFACE,TRUNK_PROTOCOL}from"./chunk-SZGB2INA.js";import{AddressCounts,LISTENER_LIMITS,TlsDoor,listenOn,passOn}from"./chunk-XKXI46I4.js";
import{CONTROL_PREFIX,GatewayRequest,RequestHeader,ResponseHeader,clientGone,readBody}from"./chunk-5G7ROUXY.js";import{HELD_LIMITS}from"./chunk-AX2ZKM5W.js";
import{Failure}from"./chunk-YRRMZR6P.js";var FRAMES_FD=4;import{createServer}from"node:http";var BAD_REQUEST={status:"400 Bad Request",code:"BadRequest",message:"The request is not valid HTTP/1.1."};var REQUEST_TIMEOUT={status:"408 Request Timeout",code:"\
RequestTimeout",message:"The request took too long to arrive."};var ANSWERS=new Map([["HPE_HEADER_OVERFLOW",{status:"431 Request Header Fields Too Large",code:"\
BadRequest",message:"The headers are too large."}],["ERR_HTTP_REQUEST_TIMEOUT",REQUEST_TIMEOUT]]);var LATE_REQUEST={status:408,body:bodyOf(REQUEST_TIMEOUT)};function bodyOf({
code,message}){return JSON.stringify({code,message})}function answerClientError(error,socket){const isAnswering=socket._httpMessage?.headersSent??false;if(!socket.
writable||isAnswering||error.code==="ECONNRESET"){socket.destroy();return}endWith(socket,ANSWERS.get(error.code)??BAD_REQUEST)}function answerLate(socket){endWith(
socket,REQUEST_TIMEOUT)}function answerConnect(_request,socket){socket.on("error",()=>socket.destroy());endWith(socket,{status:"405 Method Not Allowed",code:"Me\
thodNotAllowed",message:"The method CONNECT is not served here."})}function answerExpectation(_request,response){const body=bodyOf({status:"417 Expectation Fail\
ed",code:"ExpectationFailed",message:"The header 'expect' may only be 100-continue."});response.writeHead(417,{"Content-Type":"application/json","Content-Length":Buffer.
byteLength(body),Connection:"close"});response.end(body)}function endWith(socket,answer){const{status}=answer;const body=bodyOf(answer);const head=`HTTP/1.1 ${status}\
\r
Content-Type: application/json\r
Content-Length: ${Buffer.byteLength(body)}`;socket.end(`${head}\r
Connection: close\r
\r
${body}`,()=>socket.destroy())}import{constants,performServerHandshake}from"node:http2";var PREFACE=Buffer.from("PRI * HTTP/2.0\r\n");var RESET_WAIT_MS=1e3;var BYTES_PER_MEGABYTE=1024*1024;function isHttp2(first){return first.subarray(0,PREFACE.length).
equals(PREFACE)}var Http2Sessions=class{#handle;#limits;#open=new Set;constructor(handle,limits){this.#handle=handle;this.#limits=limits}serve(socket){const session=new Http2Session(
socket,this.#handle,this.#limits);this.#open.add(session);socket.once("close",()=>this.#open.delete(session))}close(){for(const session of this.#open)session.close()}destroy(){
for(const session of this.#open)session.destroy()}};var Http2Session=class{#socket;#session;#handle;#limits;#streams=0;#underWay=0;constructor(socket,handle,limits){
this.#socket=socket;this.#handle=handle;this.#limits=limits;this.#session=performServerHandshake(socket,{maxSessionMemory:limits.sessionBytesMax/BYTES_PER_MEGABYTE,
settings:{maxConcurrentStreams:limits.streamsMax,maxHeaderListSize:limits.headerBytesMax,initialWindowSize:limits.windowBytes}});this.#session.setLocalWindowSize(
limits.windowBytes);this.#session.setTimeout(limits.headersTimeoutMs,()=>{if(this.#streams===0)this.destroy()});this.#session.on("stream",(stream,headers)=>void this.#exchange(
stream,headers));this.#closeTogether()}close(){this.#session.close()}destroy(){this.#socket.destroy()}#closeTogether(){const drop=()=>this.destroy();this.#socket.
on("error",drop).once("end",drop);this.#socket.once("close",()=>this.#session.destroy());this.#session.on("error",drop)}async#exchange(stream,headers){stream.on(
"error",()=>{});if(stream.destroyed)return;if(this.#underWay>=this.#limits.streamsMax){stream.close(constants.NGHTTP2_REFUSED_STREAM);return}this.#watch(stream);
this.#underWay++;await this.#handle(stream,headers);this.#underWay--;if(!stream.destroyed)this.#dropUnlessTaken(stream)}#dropUnlessTaken(stream){let timer=setTimeout(
()=>{stream.close(constants.NGHTTP2_CANCEL);timer=setTimeout(()=>this.destroy(),RESET_WAIT_MS)},this.#limits.answerTimeoutMs);stream.once("close",()=>clearTimeout(
timer))}#watch(stream){this.#streams++;const late=stream.endAfterHeaders?void 0:answerUnlessWhole(stream,this.#limits.requestTimeoutMs);stream.once("close",()=>{
clearTimeout(late);this.#streams--;if(this.#streams===0)this.#session.setTimeout(this.#limits.keepAliveTimeoutMs)})}};function answerUnlessWhole(stream,timeoutMs){
const timer=setTimeout(()=>{if(!stream.headersSent){const{status,body}=LATE_REQUEST;stream.respond({":status":status,"content-type":"application/json"});stream.
end(body)}stream.close(constants.NGHTTP2_NO_ERROR)},timeoutMs);stream.once("end",()=>clearTimeout(timer));return timer}var Pipelines=class{#max;#of=new WeakMap;constructor(max){this.#max=max}enter(socket,response,work){const pipeline=this.#of.get(socket)??this.#begin(socket);pipeline.
responses.add(response);response.once("close",()=>{pipeline.responses.delete(response);this.#leave(socket,pipeline)});if(pipeline.underWay<this.#max){pipeline.underWay++;
work();return}pipeline.waiting.push(work);socket.pause()}#begin(socket){const pipeline={underWay:0,waiting:[],responses:new Set};this.#of.set(socket,pipeline);socket.
once("close",()=>{for(const response of pipeline.responses)if(response.socket===null)close(response)});return pipeline}#leave(socket,pipeline){const next=pipeline.
waiting.shift();if(next===void 0)pipeline.underWay--;else if(!socket.destroyed)next();if(pipeline.waiting.length===0&&socket.isPaused())socket.resume()}};function close(response){
response.destroy();response.emit("close")}import{STATUS_CODES}from"node:http";var NOT_IN_HEADERS=/[^\t\x20-\x7e\x80-\xff]/;function answerHead({status,headers,body,pieces},keepAliveMs){let head=`HTTP/1.\
1 ${status} ${STATUS_CODES[status]??"unknown"}\r
`;for(const name in headers){const value=headers[name];if(typeof value==="string"&&NOT_IN_HEADERS.test(value))throw new Error(`The header '${name}' cannot hold ${JSON.
stringify(value)}.`);head+=`${name}: ${value}\r
`}if(headers.date===void 0)head+=`Date: ${new Date().toUTCString()}\r
`;if(status!==204&&status!==304)head+=`content-length: ${body?.length??pieces?.bytes??0}\r
`;head+=keepAliveMs===0?"Connection: close":keepAliveLines(keepAliveMs);return`${head}\r
\r
`}function keepAliveLines(keepAliveMs){return`Connection: keep-alive\r
Keep-Alive: timeout=${Math.floor(keepAliveMs/1e3)}`}var HEAD_END=Buffer.from("\r\n\r\n");var LINE_END="\r\n";var REQUEST_LINE=/(GET|POST|PUT|PATCH|DELETE) (\/[\x21-\x7e]*) HTTP\/1\.1\r\n/y;var HEADER_LINES=/(?:[!#$%&'*+\-.^_`|~0-9A-Za-z]+:[\t\x20-\x7e]*\r\n)*$/y;
var BLANKS_AROUND=/^[\t ]|[\t ]$/;var LENGTH=/^\d{1,15}$/;var NOT_PLAIN=new Set(["transfer-encoding","expect","upgrade","trailer"]);function parsePlainHead(bytes,bytesMax){
const length=bytes.indexOf(HEAD_END);if(length<0||length>bytesMax)return void 0;const text=bytes.toString("latin1",0,length+LINE_END.length);REQUEST_LINE.lastIndex=
0;const line=REQUEST_LINE.exec(text);if(line===null)return void 0;HEADER_LINES.lastIndex=REQUEST_LINE.lastIndex;if(!HEADER_LINES.test(text))return void 0;const headers=readHeaders(
text,REQUEST_LINE.lastIndex);if(headers?.host===void 0)return void 0;const declared=headers["content-length"];if(declared!==void 0&&!LENGTH.test(declared))return void 0;
return{method:line[1],target:line[2],headers,bodyBytes:Number(declared??0),end:length+HEAD_END.length}}function readHeaders(text,start){const headers={};for(let at=start;at<
text.length;){const end=text.indexOf(LINE_END,at);const colon=text.indexOf(":",at);const name=text.slice(at,colon).toLowerCase();if(Object.hasOwn(headers,name)||
NOT_PLAIN.has(name))return void 0;const written=text.slice(text[colon+1]===" "?colon+2:colon+1,end);const value=BLANKS_AROUND.test(written)?written.trim():written;
if(name==="connection"&&value.toLowerCase()!=="keep-alive")return void 0;headers[name]=value;at=end+LINE_END.length}return headers}var JOINED_BYTES_MAX=16*1024;var PlainLane=class{options;#connections=new Set;#timer;round=0;#isClosing=false;constructor(options){this.options=options}get isClosing(){
return this.#isClosing}enter(socket,first){this.#timer??=setInterval(()=>this.#check(),this.options.limits.timeoutCheckMs).unref();const connection=new PlainConnection(
this,socket);this.#connections.add(connection);if(first!==void 0)connection.take(first)}left(connection){this.#connections.delete(connection)}close(){this.#isClosing=
true;clearInterval(this.#timer);for(const connection of this.#connections)connection.closeIfIdle()}destroy(){for(const{socket}of this.#connections)socket.destroy()}isLate(sinceRound,limitMs){
return(this.round-sinceRound)*this.options.limits.timeoutCheckMs>limitMs}#check(){this.round++;for(const connection of this.#connections)connection.check()}};var PlainConnection=class{socket;#lane;#state="\
waiting";#since;#head;#body;#received=0;#ahead;#isEnded=false;#whenOver;#wake=()=>{};#isGoingOn=false;#isLeft=false;constructor(lane,socket){this.#lane=lane;this.
socket=socket;this.#since=lane.round;socket.on("data",this.#onData).on("end",this.#onEnd).on("error",this.#onError);socket.on("close",this.#onClose).on("drain",
this.#onDrain)}#onData=chunk=>{if(this.#state==="waiting")this.take(chunk);else if(this.#state==="receiving")this.#gather(chunk);else{this.#ahead=this.#ahead===
void 0?chunk:Buffer.concat([this.#ahead,chunk]);this.socket.pause()}};#onEnd=()=>{this.#isEnded=true;if(this.#state==="receiving"||this.#state==="working")this.
socket.destroy();else if(this.#state==="waiting")this.socket.end()};#onError=()=>this.socket.destroy();#onClose=()=>{this.#lane.left(this);this.#wake();this.#over()};#onDrain=()=>{
if(this.#state==="sending")this.#next();else this.#wake()};take(bytes){const{limits,bodyBytesMax}=this.#lane.options;const head=parsePlainHead(bytes,limits.headerBytesMax);
if(head===void 0||head.bodyBytes>=bodyBytesMax){this.#leave(bytes);return}const bodyEnd=head.end+head.bodyBytes;if(bytes.length>=bodyEnd){if(bytes.length>bodyEnd)
this.#ahead=bytes.subarray(bodyEnd);this.#serve(head,bytes.subarray(head.end,bodyEnd));return}this.#head=head;this.#body=Buffer.allocUnsafe(head.bodyBytes);this.#received=
bytes.copy(this.#body,0,head.end);this.#enterState("receiving");if(this.#isEnded)this.socket.destroy()}#gather(chunk){const head=this.#head;const body=this.#body;
const copied=chunk.copy(body,this.#received);this.#received+=copied;if(this.#received<body.length)return;if(copied<chunk.length)this.#ahead=chunk.subarray(copied);
this.#head=void 0;this.#body=void 0;this.#serve(head,body)}#serve(head,body){this.#enterState("working");this.#lane.options.handle({...head,body,socket:this.socket,
answer:response=>this.#answer(response),whenOver:go=>{if(this.socket.destroyed)go();else this.#whenOver=go}})}#answer(response){const{socket}=this;if(response.isCut)
socket.destroy();if(socket.destroyed)return;this.#enterState("sending");const{limits}=this.#lane.options;const head=answerHead(response,this.#isLast?0:limits.keepAliveTimeoutMs);
if(response.pieces!==void 0){void this.#passOn(head,response.pieces);return}const over=this.#whenOver;this.#whenOver=void 0;const isTaken=send(socket,head,response.
body,over);if(isTaken)this.#next()}async#passOn(head,pieces){const{socket}=this;this.#enterState("passingOn");try{socket.write(head,"latin1");for await(const piece of pieces){
if(!socket.write(piece))await this.#drained();if(socket.destroyed)break}}catch{socket.destroy()}if(socket.destroyed)return;this.#over();this.#next()}#drained(){
return new Promise(resolve=>{this.#wake=resolve})}get#isLast(){return this.#lane.isClosing||this.#isEnded&&this.#ahead===void 0}#next(){if(this.#isLast){this.socket.
end();return}if(this.#ahead===void 0)this.#enterState("waiting");else if(!this.#isGoingOn){this.#isGoingOn=true;setImmediate(this.#goOn)}}#goOn=()=>{this.#isGoingOn=
false;if(this.socket.destroyed)return;if(this.#isLast){this.socket.end();return}const ahead=this.#ahead;this.#ahead=void 0;this.#enterState("waiting");this.take(
ahead);if(this.#ahead===void 0&&!this.#isLeft)this.socket.resume()};#leave(bytes){const{socket}=this;this.#isLeft=true;this.#lane.left(this);socket.off("data",this.#onData).
off("end",this.#onEnd).off("error",this.#onError);socket.off("close",this.#onClose).off("drain",this.#onDrain);if(this.#isEnded){socket.destroy();return}socket.
pause();socket.unshift(bytes);this.#lane.options.leave(socket)}#enterState(state){this.#state=state;this.#since=this.#lane.round}#over(){this.#whenOver?.();this.#whenOver=
void 0}closeIfIdle(){if(this.#state==="waiting"||this.#state==="receiving")this.socket.destroy()}check(){const{limits}=this.#lane.options;const isLate=limitMs=>this.#lane.
isLate(this.#since,limitMs);switch(this.#state){case"waiting":if(isLate(limits.keepAliveTimeoutMs))this.socket.destroy();break;case"receiving":if(isLate(limits.
requestTimeoutMs))answerLate(this.socket);break;case"sending":case"passingOn":if(isLate(limits.answerTimeoutMs))this.socket.destroy();break;case"working":break}}};
function send(socket,head,body,over){const length=body?.length??0;if(length>JOINED_BYTES_MAX){socket.cork();socket.write(head,"latin1");const isTaken=socket.write(
body,over);socket.uncork();return isTaken}const bytes=Buffer.allocUnsafe(head.length+length);bytes.write(head,"latin1");if(length>0)bytes.set(body,head.length);
return socket.write(bytes,over)}var TLS_HANDSHAKE=22;var TRUNK=TRUNK_PREFACE[0];var CLOSE_CHECK_MS=20;function createListener(options){return new SniffingListener(options,{...LISTENER_LIMITS,...options.
limits})}var SniffingListener=class{#options;#limits;#http;#serve;#http2;#plain;#tls;#addresses;#closing;#silent=new Set;#adopted=new Set;#adoptedGone=()=>{};constructor(options,limits){
this.#options=options;this.#limits=limits;this.#addresses=new AddressCounts(limits.connectionsPerAddressMax);this.#http=createHttpServer(options.handle,limits);
this.#http2=new Http2Sessions(options.handleStream,limits);this.#tls=new TlsDoor({certificate:options.certificate,handshakeTimeoutMs:limits.handshakeTimeoutMs,protocols:[
"h2","http/1.1",...options.trunks?[TRUNK_PROTOCOL]:[]],enter:socket=>{if(socket.alpnProtocol==="h2")this.#http2.serve(socket);else if(socket.alpnProtocol===TRUNK_PROTOCOL)
options.trunks.serve(socket);else this.#enter(socket)},onError:options.onError});const[serve]=this.#http.listeners("connection");this.#serve=serve.bind(this.#http);
this.#plain=options.handlePlain&&new PlainLane({handle:options.handlePlain,leave:socket=>this.#serveFromHere(socket),limits,bodyBytesMax:HELD_LIMITS.countedFromBytes});
this.#http.removeAllListeners("connection");this.#http.on("connection",socket=>{options.onConnection?.();if(this.#addresses.admit(socket))this.#sniff(socket);else
socket.destroy()});this.#http.on("clientError",answerClientError);this.#http.on("checkExpectation",answerExpectation);this.#http.on("connect",answerConnect)}listen(port,host){
return listenOn(this.#http,{port,host},this.#options.onError)}adopt(socket){if(this.#closing!==void 0){socket.destroy();return}if(this.#adopted.size===0&&!this.#http.
listening)this.#http.emit("listening");socket.allowHalfOpen=true;this.#adopted.add(socket);socket.once("close",()=>{this.#adopted.delete(socket);if(this.#adopted.
size===0)this.#adoptedGone()});this.#http.emit("connection",socket)}close(){this.#closing??=this.#close();return this.#closing}async#close(){const closed=Promise.
all([new Promise(resolve=>this.#http.close(()=>resolve())),this.#adopted.size>0&&new Promise(resolve=>this.#adoptedGone=resolve)]);for(const socket of this.#silent)
socket.destroy();this.#tls.close();this.#http2.close();this.#plain?.close();this.#options.trunks?.close();const check=setInterval(()=>this.#http.closeIdleConnections(),
CLOSE_CHECK_MS);const cut=setTimeout(()=>{this.#http.closeAllConnections();this.#http2.destroy();this.#plain?.destroy();this.#options.trunks?.destroy()},this.#limits.
closeGraceMs);await closed;clearInterval(check);clearTimeout(cut)}#sniff(socket){const drop=()=>socket.destroy();const forget=()=>this.#silent.delete(socket);this.#silent.
add(socket);socket.on("error",drop).on("end",drop).on("timeout",drop).on("close",forget);socket.setTimeout(this.#limits.firstByteTimeoutMs);socket.once("data",first=>{
socket.setTimeout(0);forget();socket.removeListener("end",drop).removeListener("timeout",drop).removeListener("close",forget);if(first[0]===TLS_HANDSHAKE){putBack(
socket,first);void this.#tls.secure(socket);return}socket.removeListener("error",drop);if(isHttp2(first)){putBack(socket,first);this.#http2.serve(socket)}else if(first[0]===
TRUNK&&this.#options.trunks!==void 0){putBack(socket,first);this.#options.trunks.serve(socket);socket.resume()}else this.#enter(socket,first)})}#enter(socket,first){
if(this.#plain!==void 0){this.#plain.enter(socket,first);return}if(first===void 0){this.#serve(socket);return}putBack(socket,first);this.#serveFromHere(socket)}#serveFromHere(socket){
this.#serve(socket);socket.resume()}};function putBack(socket,bytes){socket.pause();socket.unshift(bytes)}function createHttpServer(handle,limits){const options={
headersTimeout:limits.headersTimeoutMs,requestTimeout:limits.requestTimeoutMs,connectionsCheckingInterval:limits.timeoutCheckMs,keepAliveTimeout:limits.keepAliveTimeoutMs,
maxHeaderSize:limits.headerBytesMax,requireHostHeader:false};const pipelines=new Pipelines(limits.pipelinedMax);const server=createServer(options,(request,response)=>{
closeUnlessTaken(response,limits.answerTimeoutMs);pipelines.enter(request.socket,response,()=>handle(request,response))});server.maxConnections=limits.connectionsMax;
return server}function closeUnlessTaken(response,timeoutMs){response.once("prefinish",()=>{const timer=setTimeout(()=>response.destroy(),timeoutMs);response.once(
"close",()=>clearTimeout(timer))})}import{timingSafeEqual as timingSafeEqual2}from"node:crypto";function parseEmulatorToken(text){const[header,claims,signature,...more]=text.split(".");if(header===void 0||claims===void 0||signature===void 0||more.length>0)
return void 0;const{nbf=0,exp}=claimsOf(claims);if(typeof nbf!=="number"||typeof exp!=="number")return void 0;return{keyText:decoded(signature),notBeforeSeconds:nbf,
expiresAtSeconds:exp}}function claimsOf(part){try{return Object(JSON.parse(decoded(part)))}catch{return{}}}function decoded(part){return Buffer.from(part,"base6\
4url").toString()}import{createHash,createHmac,createSecretKey,hash,timingSafeEqual}from"node:crypto";var CLOCK_SKEW_MS_MAX=15*60*1e3;var SIGNATURE_LENGTH=44;function parseAuthorization(header){
const text=header.includes("%")?decoded2(header):header;if(text===void 0||!text.startsWith("type="))return void 0;const typeEnd=text.indexOf("&");const signatureStart=text.
indexOf("&sig=");if(signatureStart<0)return void 0;const type=text.slice("type=".length,typeEnd);return{type:type==="master"||type==="resource"||type==="aad"?type:
"unknown",signature:text.slice(signatureStart+"&sig=".length),text}}function decoded2(text){try{return decodeURIComponent(text)}catch{return void 0}}function accountKey(base64){
const bytes=Buffer.from(base64,"base64");if(bytes.length===0||bytes.toString("base64")!==base64)return void 0;return createSecretKey(bytes)}function stringToSign({
method,msDate,date},type,link){const dates=msDate===void 0?`
${date?.toLowerCase()??""}`:`${msDate.toLowerCase()}
`;return`${method.toLowerCase()}
${type}
${link}
${dates}
`}var PREPARED_TEXT_LENGTH_MAX=1024;var BLOCK_BYTES=64;var DIGEST_BYTES=32;var Signer=class{#key;#inner=Buffer.alloc(BLOCK_BYTES+3*PREPARED_TEXT_LENGTH_MAX);#outer=Buffer.
alloc(BLOCK_BYTES+DIGEST_BYTES);constructor(key){this.#key=key;const bytes=key.export();const block=Buffer.alloc(BLOCK_BYTES);(bytes.length>BLOCK_BYTES?createHash(
"sha256").update(bytes).digest():bytes).copy(block);for(const[i,byte]of block.entries()){this.#inner[i]=byte^54;this.#outer[i]=byte^92}}sign(text){if(text.length>
PREPARED_TEXT_LENGTH_MAX)return createHmac("sha256",this.#key).update(text).digest("base64");const end=BLOCK_BYTES+this.#inner.write(text,BLOCK_BYTES);this.#outer.
write(hash("sha256",this.#inner.subarray(0,end),"binary"),BLOCK_BYTES,"latin1");return hash("sha256",this.#outer,"base64")}};var signers=new WeakMap;function sign(key,text){
let signer=signers.get(key);if(signer===void 0)signers.set(key,signer=new Signer(key));return signer.sign(text)}function findSigningKey(request,signature,keys){
const given=Buffer.from(signature,"latin1");if(given.length!==SIGNATURE_LENGTH)return void 0;const usual=expectedStringToSign(request);const byKey=text=>keys.find(
key=>timingSafeEqual(Buffer.from(sign(key,text),"latin1"),given));const found=byKey(usual);if(found!==void 0)return found;for(const text of otherForms(request,usual)){
const key=byKey(text);if(key!==void 0)return key}return void 0}function expectedStringToSign(request){return stringToSign(request,signedType(request.path.type),
linkOf(request.path))}function linkOf({type,signedLink}){return SCRIPTS.has(type)?signedLink.split("#",1)[0]:signedLink}var SCRIPTS=new Set(["sprocs","triggers",
"udfs"]);function signedType(type){return type==="partitionkeydelete"?"colls":type}function otherForms(request,usual){const{type,segments}=request.path;const signedLink=linkOf(
request.path);const links=[signedLink];const lastId=segments.at(-1)?.id;if(lastId!==void 0&&isByRid(segments[0])){links.push(signedLink.toLowerCase(),lastId,lastId.
toLowerCase())}const types=type==="partitionkeydelete"?["colls","partitionkey"]:[type];const forms=new Set(types.flatMap(each=>links.map(link=>stringToSign(request,
each,link))));forms.delete(usual);return forms}function isByRid(first){return first.type==="offers"||first.id.length===8&&first.id.endsWith("==")}var lastDate="";
var lastDateMs=Number.NaN;function isDateWithinSkew(date,nowMs){if(date!==lastDate){lastDateMs=Date.parse(date);lastDate=date}return Math.abs(lastDateMs-nowMs)<=
CLOCK_SKEW_MS_MAX}var METRICS_PATH=`${CONTROL_PREFIX}metrics`;var BEARER="Bearer ";var FULL={kind:"full"};var READ_ONLY={kind:"readOnly"};var AccountKeys=class{all;#readOnly;constructor(texts){
const keys=(...given)=>given.filter(text=>text!==void 0).map(toAccountKey);const readOnly=keys(texts.readOnly,texts.secondaryReadOnly);this.all=[...keys(texts.primary,
texts.secondary),...readOnly];this.#readOnly=new Set(readOnly)}get full(){return this.all.filter(key=>!this.isReadOnly(key))}byText(text){const given=Buffer.from(
text);return this.all.find(key=>{const own=Buffer.from(key.export().toString("base64"));return own.length===given.length&&timingSafeEqual2(own,given)})}isReadOnly(key){
return this.#readOnly.has(key)}};function toAccountKey(text){const key=accountKey(text);if(key===void 0)throw new Failure("badRequest","An account key must be a\
 text in base64.");return key}function authenticate(request,keys,nowMs){const header=request.header(RequestHeader.authorization);if(header===void 0){throw unauthorized(
"Required Header authorization is missing. Ensure a valid Authorization token is passed.")}if(request.target===METRICS_PATH&&header.startsWith(BEARER))return byBareKey(
request,header.slice(BEARER.length),keys);const authorization=parseAuthorization(header);switch(authorization?.type){case"master":return bySignature(request,authorization.
signature,keys,nowMs);case"resource":return{kind:"token",token:authorization.text};case"aad":return byEmulatorToken(request,authorization.signature,keys,nowMs);default:
throw unauthorized("The authorization header is malformed; it must be type=master&ver=1.0&sig=<signature>, percent-encoded.")}}function byBareKey(request,text,keys){
const key=keys.byText(text.trim());if(key===void 0)throw unauthorized("The metrics are read with an account key: Authorization: Bearer KEY.");return accessOf(request,
key,keys)}function bySignature(request,signature,keys,nowMs){const signed={method:request.method,path:request.subject,msDate:request.header(RequestHeader.msDate),
date:request.header(RequestHeader.date)};const date=signed.msDate??signed.date;if(date===void 0){throw unauthorized("The header x-ms-date is missing; it is part\
 of what is signed.")}const key=findSigningKey(signed,signature,keys.all);if(key===void 0){throw unauthorized(`The input authorization token can't serve the req\
uest. Check the key, and that the string to sign is built as the protocol says. Server used the following payload to sign: '${expectedStringToSign(signed)}'`)}if(!isDateWithinSkew(
date,nowMs)){throw unauthorized(`The request is dated '${date}', but the server's clock says '${new Date(nowMs).toUTCString()}'; they may differ by ${CLOCK_SKEW_MS_MAX/
6e4} minutes.`)}return accessOf(request,key,keys)}function byEmulatorToken(request,text,keys,nowMs){const token=parseEmulatorToken(text);const key=token&&keys.byText(
token.keyText);if(token===void 0||key===void 0){throw unauthorized("Tokens of Microsoft Entra ID are not served here, except in the form of the emulator, with t\
he account key as the signature. Use an account key.")}const skewSeconds=CLOCK_SKEW_MS_MAX/1e3;const nowSeconds=nowMs/1e3;if(nowSeconds>=token.expiresAtSeconds+
skewSeconds)throw unauthorized("The token has expired. Get a new one.");if(nowSeconds<token.notBeforeSeconds-skewSeconds){throw unauthorized("The token is not v\
alid yet. Compare the clocks of client and server.")}return accessOf(request,key,keys)}function accessOf(request,key,keys){if(!keys.isReadOnly(key))return FULL;
if(!request.isRead){throw new Failure("forbidden","The key of this request may only read; use a read-write key to write.")}if(request.path.type==="permissions"){
throw new Failure("forbidden","A read-only key cannot read permissions; use a read-write key.")}return READ_ONLY}function unauthorized(message){return new Failure(
"unauthorized",message)}var FromFront={request:1,body:2,bodyFailed:3,over:4};var ToFront={answer:1,wantBody:2,cut:3};var FULL2={kind:"full"};var READ_ONLY2={kind:"readOnly"};function requestText(head){
const{method,target,secure,host,clientAddress="",access,keysVersion,body,headers}=head;const may=access===void 0||access.kind==="token"?"":access.kind;let text=`${method}\

${target}
${secure?"s":""}
${host}
${clientAddress}
${may}
${keysVersion}
${body}`;for(const name in headers)text+=`
${name}
${headers[name]}`;return text}function readRequestText(text){const fields=text.split("\n");const headers={};for(let i=8;i<fields.length;i+=2)headers[fields[i]]=
fields[i+1];return{method:fields[0],target:fields[1],secure:fields[2]==="s",host:fields[3],clientAddress:fields[4]||void 0,access:fields[5]==="full"?FULL2:fields[5]===
"readOnly"?READ_ONLY2:void 0,keysVersion:Number(fields[6]),body:fields[7],headers}}function answerText({status,headers,isCut},isAwaited){let text=`${status}
${isCut?"c":""}
${isAwaited?"a":""}`;for(const name in headers)text+=`
${name}
${headers[name]}`;return text}function readAnswerText(text){const fields=text.split("\n");const headers={};for(let i=3;i<fields.length;i+=2)headers[fields[i]]=fields[i+
1];const answer={status:Number(fields[0]),isAwaited:fields[2]==="a",headers};return fields[1]==="c"?{...answer,isCut:true}:answer}function requestOfStream(stream,headers,memory){return new GatewayRequest({method:headers[":method"]??"GET",target:headers[":path"]??"/",headers,secure:stream.session?.
encrypted??false,host:headers[":authority"]??headers.host??"localhost",clientAddress:stream.session?.socket.remoteAddress,readBody:()=>readWholeBody(stream),isGone:()=>stream.
destroyed,origin:stream.session?.socket.remoteAddress,memory})}async function readWholeBody(stream){const body=await readBody(stream);if(stream.aborted)throw clientGone();
return body}function writeToStream(stream,{status,headers,body,pieces,isCut}){if(isCut)stream.session?.destroy();if(stream.destroyed||stream.closed||stream.headersSent)
return;if(status!==204&&status!==304)headers[ResponseHeader.contentLength]=body?.length??pieces?.bytes??0;const isAll=pieces===void 0&&(body===void 0||body.length===
0);headers[":status"]=status;stream.respond(headers,{endStream:isAll});if(pieces!==void 0)passOn(pieces,stream);else if(!isAll)stream.end(body);stream.resume()}export{stringToSign,sign,AccountKeys,authenticate,FromFront,ToFront,requestText,readRequestText,answerText,readAnswerText,FRAMES_FD,requestOfStream,writeToStream,
createListener};
