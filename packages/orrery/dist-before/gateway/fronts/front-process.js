import{AccountKeys,FRAMES_FD,FromFront,ToFront,authenticate,createListener,readAnswerText,requestOfStream,requestText,writeToStream}from"../../chunk-HOD52LCP.js";
import{FrameChannel}from"../../chunk-SZGB2INA.js";import{writeResponse}from"../../chunk-XKXI46I4.js";import{GatewayRequest}from"../../chunk-5G7ROUXY.js";import{
HELD_LIMITS}from"../../chunk-AX2ZKM5W.js";import"../../chunk-2RYLY42K.js";import{Failure}from"../../chunk-YRRMZR6P.js";import"../../chunk-GAIUUIF3.js";import"../../chunk-2VM4AD4A.js";
import"../../chunk-7HWEX7J4.js";import"../../chunk-2NNTH3NB.js";import{Socket}from"node:net";import{constants}from"node:http2";var Front=class{#channel;#exchanges=new Map;#lastId=0;#keys;#keysVersion=0;constructor(engine2){this.#channel=new FrameChannel(engine2,frame=>this.#take(frame))}replaceKeys(keys,version){
this.#keys=new AccountKeys(keys);this.#keysVersion=version}handlePlain=plain=>{const request=GatewayRequest.ofPlain(plain);const id=this.#begin({request,write:answer=>plain.
answer(answer),cut:()=>plain.socket.destroy(),isOver:false,isAnswered:false});plain.whenOver(()=>this.#end(id));this.#send(id,request,this.#prove(request),"here",
plain.body)};handle=(message,response)=>{const id=this.#begin({request:GatewayRequest.of(message),write:answer=>writeResponse(response,answer),cut:()=>message.socket.
destroy(),isOver:false,isAnswered:false});response.once("close",()=>this.#end(id));const{"content-length":length,"transfer-encoding":coding}=message.headers;this.#receive(
id,length!==void 0||coding!==void 0)};handleStream=(stream,headers)=>new Promise(resolve=>{const id=this.#begin({request:requestOfStream(stream,headers),write:answer=>{
writeToStream(stream,answer);resolve()},cut:()=>stream.close(constants.NGHTTP2_CANCEL),isOver:false,isAnswered:false});stream.once("close",()=>this.#end(id));this.#receive(
id,!stream.endAfterHeaders)});#begin(exchange){const id=this.#lastId=this.#lastId+1>>>0;this.#exchanges.set(id,exchange);return id}#receive(id,hasBody){const{request}=this.#exchanges.
get(id);const proof=this.#prove(request);const bytes=hasBody?Number(request.headers["content-length"]??Number.POSITIVE_INFINITY):0;if(bytes===0)this.#send(id,request,
proof,"here");else if(bytes>=HELD_LIMITS.countedFromBytes)this.#send(id,request,proof,"later");else{request.body().then(body=>this.#send(id,request,proof,"here",
body),()=>this.#send(id,request,proof,"gone"))}}#end(id){const exchange=this.#exchanges.get(id);if(exchange===void 0)return;exchange.isOver=true;this.#channel.send(
FromFront.over,id);if(exchange.isAnswered)this.#exchanges.delete(id)}#send(id,request,proof,place,body){const{method,target,secure,host,clientAddress,headers}=request;
const text=requestText({method,target,secure,host,clientAddress,...proof,body:place,headers});this.#channel.send(FromFront.request,id,text,body)}#prove(request){
const keysVersion=this.#keysVersion;try{return{access:this.#keys&&authenticate(request,this.#keys,Date.now()),keysVersion}}catch{return{access:void 0,keysVersion}}}#take({
kind,id,text,bytes}){const exchange=this.#exchanges.get(id);if(exchange===void 0)return;if(kind===ToFront.answer)this.#answer(id,exchange,text,bytes);else if(kind===
ToFront.wantBody)this.#sendBody(id,exchange.request);else exchange.cut()}#answer(id,exchange,text,body){const{isAwaited,...answer}=readAnswerText(text);exchange.
isAnswered=true;if(exchange.isOver||!isAwaited)this.#exchanges.delete(id);exchange.write({...answer,body})}#sendBody(id,request){request.body().then(body=>this.#channel.
send(FromFront.body,id,"",body),error=>this.#channel.send(FromFront.bodyFailed,id,error instanceof Failure?error.code:""))}};for(const signal of["SIGINT","SIGTERM","SIGHUP"])process.on(signal,()=>{});process.on("disconnect",()=>process.exit());var engine=new Socket({fd:FRAMES_FD});engine.
on("error",()=>process.exit()).on("close",()=>process.exit());var front=new Front(engine);var certificates=[];var listener=createListener({handle:front.handle,handleStream:front.
handleStream,handlePlain:front.handlePlain,certificate,onError:error=>tell({kind:"failed",message:String(error)})});process.on("message",(message,socket)=>{switch(message.
kind){case"keys":front.replaceKeys(message.keys,message.version);break;case"connection":take(message.id,socket);break;case"certificate":for(const take2 of certificates.
splice(0))take2(message.certificate);break;case"stop":void listener.close().then(()=>process.exit())}});tell({kind:"ready"});function take(id,socket){const closed=()=>tell(
{kind:"closed",id});tell({kind:"taken",id});if(socket===void 0)closed();else listener.adopt(socket.once("close",closed))}async function certificate(){const given=await new Promise(
resolve=>{certificates.push(resolve);tell({kind:"wantCertificate"})});if(given===void 0)throw new Error("there is no certificate");return given}function tell(message){
if(process.connected)process.send(message)}
