var ScriptError=class extends Error{name="ScriptError";code;number;line;constructor(code,message,detail={}){super(message);this.code=code;this.number=detail.number;
this.line=detail.line}};function toldError({code,message,number,line}){return{code,message,number,line}}function scriptErrorOf({code,message,number,line}){return new ScriptError(
code,message,{...number===void 0?{}:{number},...line===void 0?{}:{line}})}var scriptLimits={timeoutMs:5e3,acceptingShare:.8,operationsMax:1e4,messageCharactersMax:8*1024*1024,bodyCharactersMax:4*1024*1024,logCharactersMax:8*1024,errorCharactersMax:4*
1024,pageSizeMax:1e3,runMemoryPages:1024,functionMemoryPages:512,runStackBytes:512*1024,functionStackBytes:128*1024,runSteps:2e9,stoppedStepsPerMs:25e4,functionCallSteps:1e7,
functionQuerySteps:25e7,functionStepsPerCharacter:30,functionCallCharactersMax:4*1024*1024,functionNearValuesMax:1024,functionArgumentsMax:30,waitingRunsMax:1e3,
waitingMs:1e4};function createCollection(kit,queue,config){function trimLink(link){return typeof link==="string"?link.replace(/^\/+|\/+$/g,""):""}const selfLink=trimLink(config.
selfLink);const altLink=trimLink(config.altLink);function requireCollection(link){const trimmed=trimLink(link);if(trimmed===""||trimmed!==selfLink&&trimmed!==altLink){
throw kit.failure(400,`"${String(link)}" is not the link of this collection; use getSelfLink() or getAltLink().`)}}function itemLink(link){const trimmed=trimLink(
link);for(const[by,parent]of[["rid",selfLink],["id",altLink]]){const prefix=`${parent}/docs/`;const value=trimmed.slice(prefix.length);if(trimmed.startsWith(prefix)&&
value!==""&&!value.includes("/"))return{by,value}}throw kit.failure(400,`"${String(link)}" is not the link of a document of this collection.`)}function readCall(options,callback){
if(typeof options==="function"&&callback===void 0)return readCall(void 0,options);if(options!==void 0&&(typeof options!=="object"||options===null)){throw kit.failure(
400,`Options must be an object, not a ${options===null?"null":typeof options}.`)}if(callback!==void 0&&typeof callback!=="function"){throw kit.failure(400,`The \
callback must be a function, not a ${typeof callback}.`)}return{options:options??{},callback}}function requireArguments(method,minimum,args){if(args.length>=minimum)
return;throw kit.failure(400,`${method} needs at least ${minimum} argument(s), and was called with ${args.length}.`)}function itemBody(document){const item=typeof document===
"string"?JSON.parse(document):document;if(typeof item==="object"&&item!==null&&!Array.isArray(item))return item;throw kit.failure(400,"The document must be an o\
bject, or a string with the JSON of one.")}function newItem(document,options){const body=itemBody(document);return{body,generateId:!body.id&&options.disableAutomaticIdGeneration!==
true}}function indexing(options){const action=String(options.indexAction??"default").toLowerCase();if(action==="include"||action==="exclude"||action==="default")
return action;throw kit.failure(400,`indexAction must be "default", "include" or "exclude", not "${action}".`)}function condition(name,etag){return typeof etag===
"string"&&etag!==""?{[name]:etag}:{}}function feedPage(options){const asked=Number(options.pageSize??100);const pageSize=asked>=1?Math.min(Math.floor(asked),config.
pageSizeMax):config.pageSizeMax;const{continuation}=options;return typeof continuation==="string"&&continuation!==""?{pageSize,continuation}:{pageSize}}function send(operation,{
callback}){return queue.add(operation,result=>{if(result.status>=400){const error=kit.failure(result.status,result.errorMessage??`The operation failed with ${result.
status}.`);if(callback===void 0)throw error;callback(error);return}const options={statusCode:result.status,...result.continuation===void 0?{}:{continuation:result.
continuation},...result.etag===void 0?{}:{etag:result.etag},...result.status===304?{notModified:true}:{}};if(operation.kind==="delete")callback?.(void 0,options);else
callback?.(void 0,result.body,options)})}function readQuery(query){if(typeof query==="string")return{query,parameters:[]};const spec=query??{};if(typeof spec.query!==
"string"){throw kit.failure(400,"The query must be a string, or an object with query and parameters.")}return{query:spec.query,parameters:Array.isArray(spec.parameters)?
spec.parameters:[]}}const collection={getSelfLink:()=>config.selfLink,getAltLink:()=>config.altLink,createDocument(...args){requireArguments("createDocument",2,
args);const[link,document,options,callback]=args;requireCollection(link);const call=readCall(options,callback);const item=newItem(document,call.options);return send(
{kind:"create",...item,indexing:indexing(call.options)},call)},upsertDocument(...args){requireArguments("upsertDocument",2,args);const[link,document,options,callback]=args;
requireCollection(link);const call=readCall(options,callback);const item=newItem(document,call.options);const match=condition("ifMatch",call.options.etag);return send(
{kind:"upsert",...item,indexing:indexing(call.options),...match},call)},replaceDocument(...args){requireArguments("replaceDocument",2,args);const[link,document,
options,callback]=args;const item=itemLink(link);const call=readCall(options,callback);const body=itemBody(document);const match=condition("ifMatch",call.options.
etag);return send({kind:"replace",item,body,indexing:indexing(call.options),...match},call)},deleteDocument(...args){requireArguments("deleteDocument",1,args);const item=itemLink(
args[0]);const call=readCall(args[1],args[2]);return send({kind:"delete",item,...condition("ifMatch",call.options.etag)},call)},readDocument(...args){requireArguments(
"readDocument",1,args);const item=itemLink(args[0]);const call=readCall(args[1],args[2]);return send({kind:"read",item,...condition("ifNoneMatch",call.options.ifNoneMatch)},
call)},readDocuments(...args){requireArguments("readDocuments",1,args);requireCollection(args[0]);const call=readCall(args[1],args[2]);return send({kind:"readFe\
ed",...feedPage(call.options)},call)},queryDocuments(...args){requireArguments("queryDocuments",2,args);requireCollection(args[0]);const query=readQuery(args[1]);
const call=readCall(args[2],args[3]);return send({kind:"query",...query,...feedPage(call.options)},call)}};for(const verb of["read","create","upsert","replace",
"delete"])collection[`${verb}Attachment`]=noAttachments;for(const verb of["read","query"])collection[`${verb}Attachments`]=noAttachments;function noAttachments(){
throw kit.failure(400,"Attachments are not supported; keep what they held in documents.")}return collection}function createFunctionWrapper(kit,code,configText){const{parse}=JSON;const{apply}=Reflect;kit.begin(parse(configText));Object.assign(globalThis,{console:{log:()=>void 0}});
return target=>{return(jsonArguments,...args)=>{for(let index=0,rest=jsonArguments;rest!==0;index++,rest>>>=1){if(rest&1)args[index]=parse(args[index])}const result=apply(
target,void 0,args);if(typeof result==="number"&&result>-code.plainNumbersBelow&&result<code.plainNumbersBelow)return result;if(result===true)return code.true;if(result===
false)return code.false;if(result===null)return code.null;const text=kit.write(result,"The result of the function");return text===void 0?code.undefined:code.json+
text}}}function createGuestKit(config){const{stringify}=JSON;const toText=String;const overLimits=new WeakSet;const NumberedError=new Proxy(Error,{construct(target,args,newTarget){
const numbered=args.length>1&&typeof args[0]==="number";const error=Reflect.construct(target,numbered?args.slice(1):args,newTarget);if(numbered)error.number=args[0];
return error},apply(_target,_this,args){return Reflect.construct(NumberedError,args)}});Error.prototype.constructor=NumberedError;globalThis.Error=NumberedError;
const realNow=Date.now;let aheadMs=0;const now=()=>realNow()+aheadMs;const RealDate=Date;const GivenDate=new Proxy(RealDate,{construct(target,args,newTarget){return Reflect.
construct(target,args.length===0?[now()]:args,newTarget)},apply(){return new RealDate(now()).toString()}});RealDate.now=now;RealDate.prototype.constructor=GivenDate;
globalThis.Date=GivenDate;let state=[0,0,0,1];function nextWord(){const[a=0,b=0,c=0,counter=0]=state;const word=a+b+counter|0;state=[b^b>>>9,c+(c<<3)|0,(c<<21|c>>>
11)+word|0,counter+1|0];return word>>>0}Math.random=()=>(nextWord()*2**21+(nextWord()>>>11))/2**53;function begin({startMs,seed}){aheadMs=startMs-realNow();state=
[0,8,16,24].map(at=>Number.parseInt(seed.slice(at,at+8),16));for(let round=0;round<12;round++)nextWord()}function failure(number,message){return Object.assign(new Error(
message),{number,body:message})}function overLimit(message){const error=failure(413,message);overLimits.add(error);return error}function textOf(thrown){if(typeof thrown!==
"object"||thrown===null||thrown instanceof Error)return toText(thrown);return stringify(thrown)??toText(thrown)}function describe(thrown){let text=config.noText;
let stack;let number;let overLimit2=false;try{text=textOf(thrown).slice(0,config.errorCharactersMax);if(thrown instanceof Error){const given=thrown;const{stack:givenStack,
number:givenNumber}=given;if(typeof givenStack==="string")stack=givenStack.slice(0,config.errorCharactersMax);if(typeof givenNumber==="number")number=givenNumber;
overLimit2=overLimits.has(thrown)}}catch{}return stringify({__proto__:null,text,stack,number,overLimit:overLimit2})}function write(value,what){const text=stringify(
value);if(text!==void 0&&text.length>config.bodyCharactersMax){throw overLimit(`${what} is larger than ${config.bodyCharactersMax} characters of JSON.`)}return text}
return{begin,failure,overLimit,describe,write}}function createLog(kit,charactersMax){let text="";let encodedLength=0;function format([first,...values]){if(values.length===0||typeof first!=="string")return[first,
...values].map(String).join(" ");let used=0;const filled=first.replace(/%(%|s)/g,(match,kind)=>{if(kind==="%")return"%";return used<values.length?String(values[used++]):
match});return[filled,...values.slice(used).map(String)].join(" ")}return{write(...args){if(args.length===0)throw kit.failure(400,"console.log needs an argument\
.");const line=format(args).replace(/[\uD800-\uDBFF](?![\uDC00-\uDFFF])|(?<![\uD800-\uDBFF])[\uDC00-\uDFFF]/g,"\uFFFD");const length=line.length>charactersMax?line.
length:encodeURIComponent(line).length;if(encodedLength+length>charactersMax){throw kit.overLimit(`The log would be longer than ${charactersMax} URL-encoded cha\
racters.`)}encodedLength+=length;text+=line},text:()=>text}}function createMessage(kit,properties,charactersMax){const values=Object.create(null);for(const[name,{value}]of Object.entries(properties))values[name]=value;function requireWritable(name){
const property=properties[name];if(property===void 0)throw kit.failure(400,`There is no value "${name}" here, and none can be added.`);if(!property.writable)throw kit.
failure(403,`The value "${name}" is read-only here.`)}function requireRoom(name,value){if(value===void 0||value===null)return;const text=typeof value==="object"?
JSON.stringify(value):`${value}`;if(text!==void 0&&text.length>charactersMax){throw kit.overLimit(`"${name}" would be larger than ${charactersMax} characters. R\
eturn less, and go on in another call.`)}}function setValue(name,value){requireWritable(name);requireRoom(name,value);values[name]=value}function appendValue(name,value){
requireWritable(name);const current=values[name];setValue(name,current===void 0||current===null?value:current+value)}const message={getValue:name=>values[name]};
for(const[name,{writable}]of Object.entries(properties)){message[`get${name}`]=()=>values[name];if(!writable)continue;message[`set${name}`]=value=>setValue(name,
value);message[`append${name}`]=value=>appendValue(name,value);message.setValue=setValue;message.appendValue=appendValue}return{message,read:name=>values[name]}}function createOperationQueue(acceptUntilMs,operationsMax){const now=Date.now;const waiting=[];let accepted=0;let first=0;return{add(operation,deliver){if(accepted>=
operationsMax||now()>=acceptUntilMs)return false;accepted+=1;waiting.push({operation,deliver});return true},next(){return waiting[first]?.operation},deliver(result){
const entry=waiting[first];delete waiting[first];first+=1;entry?.deliver(result)}}}function addQueryFunctions(kit,collection,appendBody,pageSizeMax){function takeFunction(args,what){const candidate=args.shift();if(typeof candidate!=="function")
throw kit.failure(400,`${what} must be a function.`);return(row,other)=>candidate(row,other)}function rank(value){if(value===void 0)return 0;if(value===null)return 1;
const index=["boolean","number","string"].indexOf(typeof value);return index===-1?5:index+2}function compare(left,right){const byRank=rank(left)-rank(right);if(byRank!==
0||left===right)return byRank;return left<right?-1:1}function sortStep(args,direction){const keyOf=takeFunction(args,"The sort key");const sort=rows=>rows.map(row=>({
row,key:keyOf(row)})).sort((left,right)=>direction*compare(left.key,right.key)).map(({row})=>row);return{sorts:true,apply:sort}}const builders={filter(args){const matches=takeFunction(
args,"The predicate");return{apply:rows=>rows.filter(row=>matches(row))}},map(args){const transform=takeFunction(args,"The transformation");return{apply:rows=>rows.
map(row=>transform(row))}},pluck(args){const name=args.shift();if(typeof name!=="string"||name==="")throw kit.failure(400,"pluck needs the name of a property.");
return{apply:rows=>rows.map(row=>row?.[name])}},flatten(args){const shallow=typeof args[0]==="boolean"?args.shift():false;return{apply:rows=>rows.flat(shallow===
true?1:Number.POSITIVE_INFINITY)}},unwind(args){const select=takeFunction(args,"The collection selector");const combine=typeof args[0]==="function"&&args[0].length>=
2?takeFunction(args,""):void 0;const inner=row=>select(row)??[];return{apply:rows=>rows.flatMap(row=>combine===void 0?inner(row):inner(row).map(item=>combine(row,
item)))}},sortBy:args=>sortStep(args,1),sortByDescending:args=>sortStep(args,-1)};function toResponse(error,rows){if(error!==void 0)throw error;if(appendBody===
void 0)throw kit.failure(400,"A pre-trigger has no response: pass a callback.");appendBody(JSON.stringify(rows))}function readEnding(args){const callback=args.find(
argument=>typeof argument==="function");const options=args.find(argument=>typeof argument==="object"&&argument!==null);return{options:options??{},callback:callback??
toResponse}}function run(steps,args){const{options,callback}=readEnding(args);const asked=Number(options.pageSize??100);const pageSize=asked>=1?Math.min(Math.floor(
asked),pageSizeMax):pageSizeMax;const start=typeof options.continuation==="string"?options.continuation:"";const sorted=steps.some(({sorts})=>sorts);const offset=sorted&&
start!==""?Number(start):0;const results=[];function finish(continuation){let rows=results;let next=continuation;try{if(sorted){const all=steps.reduce((current,step)=>step.
apply(current),rows);rows=all.slice(offset,offset+pageSize);next=offset+pageSize<all.length?String(offset+pageSize):void 0}}catch(error){callback(error);return}
callback(void 0,rows,next===void 0?{}:{continuation:next})}function receive(error,page,{continuation}={}){if(error!==void 0){callback(error);return}try{for(const row of sorted?
page:steps.reduce((rows,step)=>step.apply(rows),page))results.push(row)}catch(thrown){callback(thrown);return}const full=!sorted&&results.length>=pageSize;if(continuation===
void 0||full)finish(continuation);else if(!read(continuation))outOfTime(continuation)}function outOfTime(continuation){if(sorted)callback(kit.failure(408,"There\
 is no time left to read what has to be sorted."));else finish(continuation)}function read(continuation){const size=sorted?pageSizeMax:pageSize-results.length;return collection.
readDocuments?.(collection.getSelfLink?.(),{pageSize:size,continuation},receive)}return{isAccepted:read(sorted?"":start)}}function withoutCollection(args){const[
first]=args;const named=typeof first==="object"&&first!==null&&"getSelfLink"in first;return named||first===void 0&&args.length>0?args.slice(1):args}function link(steps){
const next={isAccepted:true,value:(...args)=>run(steps,args)};for(const[name,build]of Object.entries(builders)){next[name]=(...given)=>{const args=withoutCollection(
given);const step=build(args);if(args.some(argument=>argument!==void 0)){throw kit.failure(400,"In a chain, options and callback belong to value().")}return link(
[...steps,step])}}return next}for(const[name,build]of Object.entries(builders)){collection[name]=(...given)=>{const args=withoutCollection([...given]);const step=build(
args);return run([step],args)}}collection.chain=()=>link([])}function createRun(kit,parts2,configText){const{parse,stringify}=JSON;const config=parse(configText);kit.begin(config);const queue=parts2.createOperationQueue(config.
acceptUntilMs,config.operationsMax);const request=parts2.createMessage(kit,config.request,config.bodyCharactersMax);const response=config.response&&parts2.createMessage(
kit,config.response,config.bodyCharactersMax);const log=parts2.createLog(kit,config.logCharactersMax);const collection=parts2.createCollection(kit,queue,config);
const append=response?.message.appendBody;parts2.addQueryFunctions(kit,collection,append,config.pageSizeMax);let failure;const fail=thrown=>{failure??={thrown}};
const context={getCollection:()=>collection,getRequest:()=>request.message,...response===void 0?{}:{getResponse:()=>response.message},abort(thrown){fail(thrown);
throw thrown}};const shortcut=Object.assign(Object.create(collection),{request:request.message});if(response!==void 0)shortcut.response=response.message;Object.
assign(globalThis,{getContext:()=>context,__:shortcut,console:{log:config.logging?log.write:()=>void 0},ErrorCodes:Object.freeze({BadRequest:400,Forbidden:403,NotFound:404,
Conflict:409,PreconditionFailed:412,RequestEntityTooLarge:413,RetryWith:449,InternalServerError:500})});return{start(script){try{const returned=script(...config.
parameters);if(returned instanceof Promise)returned.then(void 0,fail)}catch(thrown){fail(thrown)}},next(){if(failure!==void 0)throw failure.thrown;const operation=queue.
next();if(operation!==void 0)return stringify({kind:"operation",operation});return stringify({kind:"done",request:kit.write(request.read("Body"),"The request bo\
dy"),response:kit.write(response?.read("Body"),"The response body"),log:log.text()})},deliver(resultText){try{queue.deliver(parse(resultText))}catch(thrown){fail(
thrown)}}}}var GUEST_FILE="guest.js";var NO_TEXT="an error without text";var RESULT_CODE={plainNumbersBelow:2**1020,undefined:2**1020,null:2**1021,true:2**1022,false:2**1023,
json:"j"};var PROLOGUE="const __name = (target) => target;";var parts={createMessage,createOperationQueue,createCollection,addQueryFunctions,createLog};var partsText=Object.
entries(parts).map(([name,part])=>`${name}: ${part}`);function guestSource(open){return`(() => {
    ${PROLOGUE}
    const kit = (${createGuestKit})(${JSON.stringify({...scriptLimits,noText:NO_TEXT})});
    return { describe: kit.describe, open: ${open} };
  })()`}var runSource=guestSource(`((createRun, parts) => (configText) => createRun(kit, parts, configText))(
  ${createRun}, { ${partsText.join(", ")} })`);var functionSource=guestSource(`((createFunctionWrapper) =>
  (configText) => createFunctionWrapper(kit, ${JSON.stringify(RESULT_CODE)}, configText))(${createFunctionWrapper})`);import assert3 from"node:assert/strict";import assert2 from"node:assert/strict";import{readFileSync}from"node:fs";import{createRequire}from"node:module";import assert from"node:assert/strict";var STEPS_EXPORT="steps";var SECTION={import:2,global:6,export:7,code:10};var HEADER_BYTES=8;var I32=127;var MUTABLE=1;var GLOBAL_KIND=3;
var OP={unreachable:0,block:2,loop:3,if:4,end:11,branchTable:14,callIndirect:17,globalGet:35,globalSet:36,i32Const:65,i64Const:66,f32Const:67,f64Const:68,i32LessSigned:72,
i32Subtract:107,i32ShiftRightUnsigned:118,extended:252};var EXTENDED={memoryInit:8,dataDrop:9,memoryCopy:10,memoryFill:11};var NO_RESULT=64;var BYTES_PER_STEP_SHIFT=4;
var START_STEPS=[255,255,255,255,7];function meterModule(wasm){const reader=new Reader(wasm,HEADER_BYTES);const output=[wasm.subarray(0,HEADER_BYTES)];let globals=0;
while(!reader.atEnd){const id=reader.byte();let content=reader.bytes(reader.unsigned());if(id===SECTION.import)globals+=countImportedGlobals(content);if(id===SECTION.
global){const defined=new Reader(content).unsigned();content=extendVector(content,2,[...mutableGlobal(START_STEPS),...mutableGlobal([0])]);globals+=defined}if(id===
SECTION.export){const name=Buffer.from(STEPS_EXPORT);content=extendVector(content,1,[name.length,...name,GLOBAL_KIND,...unsigned(globals)])}if(id===SECTION.code)
content=meterCode(content,globals);output.push(Uint8Array.from([id,...unsigned(content.length)]),content)}return Buffer.concat(output)}function meterCode(content,stepsIndex){
const reader=new Reader(content);const charges=new Charges(stepsIndex);const count=reader.unsigned();const output=[Uint8Array.from(unsigned(count))];for(let index=0;index<
count;index++){const body=meterFunction(reader,charges);output.push(Uint8Array.from(unsigned(body.length)),body)}return Buffer.concat(output)}function meterFunction(reader,charges){
const size=reader.unsigned();const end=reader.position+size;const parts2=[];let copied=reader.position;const insert=(charge,at)=>{parts2.push(reader.slice(copied,
at),charge);copied=at};for(let groups=reader.unsigned();groups>0;groups--){reader.unsigned();reader.byte()}insert(charges.step,reader.position);while(reader.position<
end){const start=reader.position;const instruction=readInstruction(reader);if(instruction==="loop")insert(charges.step,reader.position);if(instruction==="bulk")
insert(charges.bulk,start)}assert.equal(reader.position,end,"an instruction was misread");parts2.push(reader.slice(copied,end));return Buffer.concat(parts2)}var Charges=class{step;bulk;constructor(stepsIndex){
const steps=unsigned(stepsIndex);const bytes=unsigned(stepsIndex+1);const getSteps=[OP.globalGet,...steps];const spend=[OP.i32Subtract,OP.globalSet,...steps];const trapBelowZero=[
...getSteps,...[OP.i32Const,0,OP.i32LessSigned,OP.if,NO_RESULT,OP.unreachable,OP.end]];const byteSteps=[OP.globalGet,...bytes,OP.i32Const,BYTES_PER_STEP_SHIFT,OP.
i32ShiftRightUnsigned];this.step=Uint8Array.from([...getSteps,OP.i32Const,1,...spend,...trapBelowZero]);this.bulk=Uint8Array.from([...[OP.globalSet,...bytes],...[
...getSteps,...byteSteps,...spend,...trapBelowZero],...[OP.globalGet,...bytes]])}};function readInstruction(reader){const op=reader.byte();switch(op){case OP.loop:
reader.skipLeb();return"loop";case OP.block:case OP.if:case OP.i32Const:case OP.i64Const:reader.skipLeb();return"plain";case OP.branchTable:for(let labels=reader.
unsigned();labels>=0;labels--)reader.skipLeb();return"plain";case OP.callIndirect:reader.skipLeb();reader.skipLeb();return"plain";case OP.f32Const:reader.bytes(
4);return"plain";case OP.f64Const:reader.bytes(8);return"plain";case OP.extended:return readExtendedInstruction(reader)}for(let left=immediateCount(op);left>0;left--)
reader.skipLeb();return"plain"}function immediateCount(op){if([0,1,5,11,15,26,27].includes(op)||op>=69&&op<=196)return 0;if([12,13,16,63,64].includes(op)||op>=32&&
op<=36)return 1;if(op>=40&&op<=62)return 2;return assert.fail(`unknown WebAssembly instruction 0x${op.toString(16)}`)}function readExtendedInstruction(reader){const op=reader.
unsigned();if(op<EXTENDED.memoryInit)return"plain";reader.skipLeb();if(op===EXTENDED.dataDrop)return"plain";if(op===EXTENDED.memoryFill)return"bulk";reader.skipLeb();
if(op===EXTENDED.memoryCopy||op===EXTENDED.memoryInit)return"bulk";return assert.fail(`unknown WebAssembly instruction 0xfc ${op}`)}function countImportedGlobals(content){
const reader=new Reader(content);let globals=0;for(let left=reader.unsigned();left>0;left--){reader.bytes(reader.unsigned());reader.bytes(reader.unsigned());const kind=reader.
byte();if(kind===0)reader.skipLeb();else if(kind===GLOBAL_KIND){reader.bytes(2);globals++}else{if(kind===1)reader.byte();const hasMaximum=reader.byte()&1;reader.
skipLeb();if(hasMaximum)reader.skipLeb()}}return globals}function mutableGlobal(initial){return[I32,MUTABLE,OP.i32Const,...initial,OP.end]}function extendVector(content,added,elements){
const reader=new Reader(content);const count=reader.unsigned();return Buffer.concat([Uint8Array.from(unsigned(count+added)),content.subarray(reader.position),Uint8Array.
from(elements)])}function unsigned(value){const bytes=[];for(let rest=value;;rest>>>=7){if(rest<128)return[...bytes,rest];bytes.push(rest&127|128)}}var Reader=class{position;#source;constructor(source,position=0){
this.#source=source;this.position=position}get atEnd(){return this.position>=this.#source.length}byte(){assert(!this.atEnd,"the WebAssembly module is cut short");
return this.#source[this.position++]}bytes(count){this.position+=count;return this.slice(this.position-count,this.position)}slice(start,end){return this.#source.
subarray(start,end)}unsigned(){let value=0;for(let shift=0;;shift+=7){const next=this.byte();value|=(next&127)<<shift;if(next<128)return value>>>0}}skipLeb(){while(this.
byte()>=128);}};var INITIAL_PAGES=256;var PAGE_BYTES=64*1024;async function interpreterPackage(){const[{newQuickJSWASMModuleFromVariant},{default:found}]=await Promise.all([import("quickjs-emscripten-core"),
import("@jitl/quickjs-wasmfile-release-sync")]);const variant="default"in found?found.default:found;return{newQuickJSWASMModuleFromVariant,variant}}var compiled;
function sandboxModule(){if(compiled===void 0){const path=createRequire(import.meta.url).resolve("@jitl/quickjs-wasmfile-release-sync/wasm");compiled=new WebAssembly.
Module(meterModule(readFileSync(path)))}return compiled}var Sandbox=class _Sandbox{#interpreter;#memory;#steps;#stackBytes;#start=new Uint8Array;#broken=false;#stepsTaken=0;constructor(interpreter,memory,steps,stackBytes){
this.#interpreter=interpreter;this.#memory=memory;this.#steps=steps;this.#stackBytes=stackBytes}static async create({module,memoryPages,stackBytes}){const wasmMemory=new WebAssembly.
Memory({initial:INITIAL_PAGES,maximum:memoryPages});let instance;const options={wasmMemory,print:()=>void 0,printErr:()=>void 0,thisProgram:"script",instantiateWasm(imports,onSuccess){
instance=new WebAssembly.Instance(module,imports);onSuccess(instance);return instance.exports}};const{newQuickJSWASMModuleFromVariant,variant}=await interpreterPackage();
const interpreter=await newQuickJSWASMModuleFromVariant({...variant,importModuleLoader:async()=>{const load=await variant.importModuleLoader();return async()=>withFastStrings(
await load(options))}});const steps=instance?.exports[STEPS_EXPORT];return new _Sandbox(interpreter,wasmMemory,steps,stackBytes)}get broken(){return this.#broken}get enlarged(){
return this.#memory.buffer.byteLength>INITIAL_PAGES*PAGE_BYTES}get reusable(){return!this.#broken&&!this.enlarged}newContext(){return this.enter(scriptLimits.runSteps,
()=>{const runtime=this.#interpreter.newRuntime();runtime.setMaxStackSize(this.#stackBytes);return runtime.newContext()})}keepState(){const words=new Uint32Array(
this.#memory.buffer);let used=words.length;while(used>0&&words[used-1]===0)used--;this.#start=new Uint8Array(this.#memory.buffer).slice(0,used*words.BYTES_PER_ELEMENT)}rewind(){
assert2(this.reusable,"a sandbox that is not reusable must be dropped");new Uint8Array(this.#memory.buffer).set(this.#start)}get stepsTaken(){return this.#stepsTaken}countAnew(){
this.#stepsTaken=0}enter(steps,work){this.#steps.value=steps;try{return work()}catch(error){if(error instanceof ScriptError)throw error;this.#broken=true;throw this.#explain(
error)}finally{this.#stepsTaken+=steps-Math.max(0,this.#steps.value)}}#explain(error){if(this.#steps.value<0)return new ScriptError("timeout","The script did mo\
re work than it may.");if(error instanceof RangeError)return tooDeep();if(!(error instanceof WebAssembly.RuntimeError))return error;return this.enlarged?outOfMemory():
new ScriptError("limit","The script brought its interpreter down.")}};function withFastStrings(module){module.lengthBytesUTF8=text=>Buffer.byteLength(text);module.
stringToUTF8=(text,pointer,bytesMax)=>{if(pointer===0)throw outOfMemory();const target=Buffer.from(module.HEAPU8.buffer,pointer,bytesMax);target[target.write(text)]=
0};return module}function tooDeep(){return new ScriptError("limit","The script is nested too deeply.")}function outOfMemory(){return new ScriptError("memory","T\
he script needs more memory than it may have.")}var FOREIGN_FRAME=new RegExp(`\\(native\\)$|<input>|\\b${GUEST_FILE}:`);var Realm=class _Realm{context;sandbox;#describe;#open;constructor(sandbox,guestSource2){
this.sandbox=sandbox;this.context=sandbox.newContext();const guest=this.evaluate(guestSource2,GUEST_FILE);this.#describe=this.property(guest,"describe");this.#open=
this.property(guest,"open");sandbox.keepState()}static async create(guestSource2,options){return new _Realm(await Sandbox.create(options),guestSource2)}open(config){
try{return this.call(this.#open,[this.string(JSON.stringify(config))])}finally{this.sandbox.countAnew()}}evaluate(source,fileName,steps=scriptLimits.runSteps){return this.
sandbox.enter(steps,()=>{const result=this.context.evalCode(source,fileName);if(result.error)throw this.#failure(result.error);return result.value})}compile(body,fileName,steps=scriptLimits.
runSteps){const expression=body.replace(/[\s;]+$/,"");let compiled2;try{compiled2=this.evaluate(`(${expression}
)`,fileName,steps)}catch(error){if(!(error instanceof ScriptError)||error.code!=="thrown")throw error;const detail=error.line===void 0?{}:{line:error.line};throw new ScriptError(
"syntax",`The script cannot be compiled. ${error.message}`,detail)}if(this.context.typeof(compiled2)==="function")return compiled2;throw new ScriptError("syntax",
"The script is not a function.")}property(object,name){return this.context.getProp(object,name)}string(text){return this.sandbox.enter(scriptLimits.runSteps,()=>this.
context.newString(text))}call(target,args,steps=scriptLimits.runSteps){return this.sandbox.enter(steps,()=>this.callInside(target,args))}callInside(target,args){
const result=this.context.callFunction(target,this.context.undefined,args);if(result.error)throw this.#failure(result.error);return result.value}runJobs(){this.
sandbox.enter(scriptLimits.runSteps,()=>{const result=this.context.runtime.executePendingJobs();if(result.error)throw this.#failure(result.error)})}text(handle,charactersMax){
if(this.context.typeof(handle)!=="string")throw tampered();const length=this.context.getProp(handle,"length").consume(value=>this.context.getNumber(value));if(length>
charactersMax){throw new ScriptError("limit",`The script passed on ${length} characters; ${charactersMax} are allowed.`)}return this.context.getString(handle)}#failure(thrown){
if(this.#describe===void 0)assert3.fail(`the guest code does not load: ${this.context.getString(thrown)}`);const result=this.context.callFunction(this.#describe,
this.context.undefined,[thrown]);thrown.dispose();if(result.error){result.error.dispose();return outOfMemory()}const text=this.text(result.value,16*scriptLimits.
errorCharactersMax);result.value.dispose();return explain(readGuestError(text),this.sandbox.enlarged)}};function tampered(){return new ScriptError("thrown","The\
 script broke the objects that it runs on.")}function readGuestError(text){const error=JSON.parse(text);const{stack,number}=error;if(typeof error.text!=="string")
throw tampered();return{text:error.text,...typeof stack==="string"?{stack}:{},...Number.isSafeInteger(number)?{number}:{},overLimit:error.overLimit===true}}function explain({
text,stack,number,overLimit},enlarged){if(/^(Internal|Syntax)Error: stack overflow$/.test(text))return tooDeep();const lost=enlarged&&(["null","undefined","","[\
unsupported type]",NO_TEXT].includes(text)||/^InternalError\b/.test(text));if(lost||/^InternalError: (out of memory|string too long)$/.test(text))return outOfMemory();
const frames=(stack??"").split("\n").filter(frame=>frame!==""&&!FOREIGN_FRAME.test(frame));const line=/:(\d{1,9})(?::\d+)?\)?$/.exec(frames[0]??"")?.[1];return new ScriptError(
overLimit?"limit":"thrown",[text,...frames].join("\n"),{...number===void 0?{}:{number},...line===void 0?{}:{line:Number(line)}})}export{ScriptError,toldError,scriptErrorOf,scriptLimits,sandboxModule,outOfMemory,RESULT_CODE,runSource,functionSource,Realm,tampered};
