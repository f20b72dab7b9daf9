import{RESULT_CODE,Realm,ScriptError,functionSource,scriptLimits}from"./chunk-7HWEX7J4.js";function parsedValue(json){return json===void 0?void 0:JSON.parse(json)}var KEPT_MAX=4;var RealmShelf=class{#kept=[];#module;constructor(module){this.#module=module}async take(){const{functionMemoryPages,functionStackBytes}=scriptLimits;
return this.#kept.pop()??Realm.create(functionSource,{module:this.#module(),memoryPages:functionMemoryPages,stackBytes:functionStackBytes})}putBack(realm){if(!realm.
sandbox.reusable||this.#kept.length>=KEPT_MAX)return;realm.sandbox.rewind();this.#kept.push(realm)}};import assert from"node:assert/strict";var PIECE_BYTES=64*1024;var LEVELS_MAX=4;var PIECE_WEIGHT=2e3;var QUOTE=34;var BACKSLASH=92;var COMMA=44;var COLON=58;var OPENING_BRACE=123;var CLOSING_BRACE=125;
var OPENING_BRACKET=91;var CLOSING_BRACKET=93;function*parseInPieces(body){const start=afterSpace(body,0);let end=body.length;while(end>start&&isSpace(body[end-
1]))end--;return yield*parseValue(body,start,end,0)}function*parseValue(body,start,end,level){const first=body[start];const closing=first===OPENING_BRACE?CLOSING_BRACE:
first===OPENING_BRACKET?CLOSING_BRACKET:void 0;if(closing===void 0||end-start<=PIECE_BYTES||level>=LEVELS_MAX)return JSON.parse(body.toString("utf8",start,end));
if(body[end-1]!==closing)throw malformed(end-1);const parts=closing===CLOSING_BRACE?new ObjectParts:new ArrayParts;return yield*new Members(body,end-1,level,parts).
parse(start+1)}var ObjectParts=class{whole={};areNamed=true;addRun(text){const run=JSON.parse(`{${text}}`);for(const name of Object.keys(run))this.#set(name,run[name])}add(name,value){
this.#set(JSON.parse(name),value)}#set(name,value){if(name!=="__proto__")this.whole[name]=value;else Object.defineProperty(this.whole,name,{value,writable:true,
enumerable:true,configurable:true})}};var ArrayParts=class{whole=[];areNamed=false;addRun(text){for(const value of JSON.parse(`[${text}]`))this.whole.push(value)}add(_,value){
this.whole.push(value)}};var Members=class{#body;#end;#level;#parts;constructor(body,end,level,parts){this.#body=body;this.#end=end;this.#level=level;this.#parts=
parts}*parse(from){const body=this.#body;const end=this.#end;const parts=this.#parts;let at=afterSpace(body,from);let runStart=at;let mayEnd=true;while(at<end||
!mayEnd){const start=at;const valueStart=parts.areNamed?this.#afterName(start):start;const valueEnd=endOfValue(body,valueStart,end);at=afterSpace(body,valueEnd);
if(at<end&&body[at]!==COMMA)throw malformed(at);mayEnd=at>=end;const isLarge=valueEnd-valueStart>PIECE_BYTES;if(isLarge){if(start>runStart){this.#addRun(runStart,
lastComma(body,start));yield}const name=parts.areNamed?body.toString("utf8",start,endOfString(body,start+1)+1):"";parts.add(name,yield*parseValue(body,valueStart,
valueEnd,this.#level+1))}else if(at<end&&valueEnd-runStart<=PIECE_BYTES){at=afterSpace(body,at+1);continue}else this.#addRun(runStart,valueEnd);if(at>=end)break;
yield;at=afterSpace(body,at+1);runStart=at}return parts.whole}#addRun(start,end){try{this.#parts.addRun(this.#body.toString("utf8",start,end))}catch(cause){throw new SyntaxError(
`Unexpected character between bytes ${start} and ${end}`,{cause})}}#afterName(start){const body=this.#body;if(body[start]!==QUOTE)throw malformed(start);const colon=afterSpace(
body,endOfString(body,start+1)+1);if(body[colon]!==COLON)throw malformed(colon);return afterSpace(body,colon+1)}};function malformed(at){return new SyntaxError(
`Unexpected character at byte ${at}`)}function isSpace(byte){return byte===32||byte===10||byte===13||byte===9}function afterSpace(body,start){let at=start;while(at<
body.length&&isSpace(body[at]))at++;return at}function lastComma(body,start){let at=start-1;while(body[at]!==COMMA)at--;return at}function endOfString(body,start){
let at=start;while(at<body.length&&body[at]!==QUOTE)at+=body[at]===BACKSLASH?2:1;return at}function endOfValue(body,start,end){let level=0;let at=start;for(;at<
end;at++){const byte=body[at];if(byte===QUOTE)at=endOfString(body,at+1);else if(byte===OPENING_BRACE||byte===OPENING_BRACKET)level++;else if(byte===CLOSING_BRACE||
byte===CLOSING_BRACKET)level--;else if(level>0||!(byte===COMMA||isSpace(byte)))continue;else break;if(level<0)throw malformed(at)}if(at===start||level>0||at>end)
throw malformed(at);return at}function*printInPieces(value){if(typeof value!=="object"||value===null||isLight(value,PIECE_WEIGHT))return JSON.stringify(value);const members=Array.
isArray(value)?new Elements(value):new Properties(value);const pieces=[];let runStart=0;let runWeight=0;const endRun=end=>{if(end>runStart)pieces.push(members.print(
runStart,end));runStart=end;runWeight=0};for(let i=0;i<members.count;i++){const weight=weigh(members.at(i),PIECE_WEIGHT);if(weight>PIECE_WEIGHT){endRun(i);yield;
pieces.push(`${members.prefix(i)}${yield*printInPieces(members.at(i))}`);runStart=i+1;continue}runWeight+=weight;if(runWeight<=PIECE_WEIGHT)continue;endRun(i+1);
yield}endRun(members.count);return members.enclose(pieces.join(","))}function isLight(value,weightMax){return weigh(value,weightMax)<=weightMax}function weigh(value,max){
if(typeof value==="string")return 1+(value.length>>6);if(typeof value!=="object"||value===null)return 1;let weight=1;for(const member of Array.isArray(value)?value:
Object.values(value)){weight+=weigh(member,max-weight);if(weight>max)break}return weight}var Elements=class{#array;constructor(array){this.#array=array}get count(){
return this.#array.length}at(index){return this.#array[index]}prefix(_){return""}print(start,end){return JSON.stringify(this.#array.slice(start,end)).slice(1,-1)}enclose(text){
return`[${text}]`}};var Properties=class{#object;#names;constructor(object){this.#object=object;this.#names=Object.keys(object)}get count(){return this.#names.length}at(index){
return this.#object[this.#names[index]]}prefix(index){return`${JSON.stringify(this.#names[index])}:`}print(start,end){const texts=[];for(let i=start;i<end;i++)texts.
push(this.prefix(i)+JSON.stringify(this.at(i)));return texts.join(",")}enclose(text){return`{${text}}`}};var NEEDS_JSON=/[\0\uD800-\uDFFF]/;var KEPT_CHARACTERS_MIN=1024;var UdfRunner=class{#source;#start;#distant;#wasDistant=false;#shelf;#realm;#wrap;#functions=new Map;#kept=new Map;#stepsLeft=scriptLimits.
functionQuerySteps;#stopped;#disposed=false;constructor(source,{shelf,realm,start,distant}){this.#source=source;this.#start=start;this.#distant=distant;this.#shelf=
shelf;this.#realm=realm;this.#wrap=realm.open(start)}call(name,args){assert(!this.#disposed);if(args.length>scriptLimits.functionArgumentsMax){throw new ScriptError(
"limit",`A function takes at most ${scriptLimits.functionArgumentsMax} arguments.`)}const target=this.#functions.get(name)??this.#compile(name);const{jsonArguments,
places,characters}=this.#encode(args);checkCharacters(characters.inCall);return this.#spend(characters.read,steps=>this.#callWrapped(target,jsonArguments,places,
steps))}callDistant(name,args){assert(!this.#disposed);if(this.#distant===void 0||args.length>scriptLimits.functionArgumentsMax)return void 0;const isRead=value=>value!==
void 0&&!(typeof value==="string"&&this.#kept.has(value));const read=args.filter(isRead);return isLight(read,scriptLimits.functionNearValuesMax)?void 0:this.#callThere(
name,args)}*#callThere(name,args){const printed=new Map;let characters=0;for(const value of args){if(value===void 0)continue;const isAgain=printed.has(value);if(!isAgain)
printed.set(value,yield*printInPieces(value));if(!isAgain||typeof value==="object")characters+=printed.get(value).length}checkCharacters(characters);const{thread,
caller}=this.#distant;const call={caller,start:this.#start,name,body:this.#source.getBody(name)};this.#wasDistant=true;return{result:thread.call({...call,args:args.
map(value=>printed.get(value))})}}dispose(){if(this.#disposed)return;this.#disposed=true;if(this.#wasDistant)this.#distant.thread.forget(this.#distant.caller);this.#shelf.
putBack(this.#realm)}#compile(name){const body=this.#source.getBody(name);const compiled=this.#spend(body.length,steps=>this.#realm.compile(body,`${name}.js`,steps));
const target=this.#spend(0,steps=>this.#realm.call(this.#wrap,[compiled],steps));this.#functions.set(name,target);return target}#spend(characters,work){if(this.#stopped!==
void 0)throw this.#stopped;const free=characters*scriptLimits.functionStepsPerCharacter;const steps=Math.min(scriptLimits.functionCallSteps,this.#stepsLeft)+free;
this.#realm.sandbox.countAnew();try{return work(steps)}catch(error){if(this.#realm.sandbox.broken&&error instanceof ScriptError)this.#stopped=error;throw error}finally{
this.#stepsLeft-=Math.max(0,this.#realm.sandbox.stepsTaken-free)}}#encode(args){let jsonArguments=0;const characters={inCall:0,read:0};const distinct=new Map;const places=args.
map((value,index)=>{if(typeof value!=="string"&&(typeof value!=="object"||value===null)){return{value,plain:value,isJson:false,handle:void 0}}const sameInCall=distinct.
get(value);const known=sameInCall??this.#kept.get(value);const argument=known??encodeArgument(value);const{plain,isJson}=argument;distinct.set(value,argument);if(isJson)
jsonArguments|=1<<index;if(typeof plain==="string"){if(isJson||sameInCall===void 0)characters.inCall+=plain.length;if(isJson||known===void 0)characters.read+=plain.
length}return argument});return{jsonArguments,places,characters}}#callWrapped(target,jsonArguments,places,steps){const{context,sandbox}=this.#realm;return sandbox.
enter(steps,()=>{for(const argument of places)argument.handle??=toHandle(context,argument.plain);const bits=context.newNumber(jsonArguments);try{return this.#realm.
callInside(target,[bits,...places.map(({handle})=>handle)]).consume(result=>this.#read(result))}finally{if(!sandbox.broken){bits.dispose();this.#keep(places)}}})}#keep(places){
const used=new Set(places);for(const[value,argument]of this.#kept){if(used.has(argument))continue;argument.handle?.dispose();this.#kept.delete(value)}for(const argument of used){
if(typeof argument.plain==="string"&&argument.plain.length>=KEPT_CHARACTERS_MIN){this.#kept.set(argument.value,argument)}else argument.handle?.dispose()}}#read(result){
const{context}=this.#realm;const number=context.getNumber(result);if(number<RESULT_CODE.plainNumbersBelow)return number;switch(number){case RESULT_CODE.undefined:
return void 0;case RESULT_CODE.null:return null;case RESULT_CODE.true:return true;case RESULT_CODE.false:return false}return JSON.parse(context.getString(result).
slice(RESULT_CODE.json.length))}};function encodeArgument(value){const isJson=typeof value!=="string"||NEEDS_JSON.test(value);return{value,plain:isJson?JSON.stringify(
value):value,isJson,handle:void 0}}function checkCharacters(characters){if(characters<=scriptLimits.functionCallCharactersMax)return;throw new ScriptError("limi\
t",`The arguments of a function have ${characters} characters; ${scriptLimits.functionCallCharactersMax} are allowed. Pass it less of the item.`)}function toHandle(context,value){
switch(typeof value){case"number":return context.newNumber(value);case"string":return context.newString(value);case"boolean":return value?context.true:context.false;default:
return value===null?context.null:context.undefined}}export{parsedValue,RealmShelf,parseInPieces,printInPieces,UdfRunner};
