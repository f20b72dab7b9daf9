import{clientOf,plainError,sdkContainer}from"./chunk-JQ3YWCNW.js";import{ACCOUNT_FLAGS,accountOf,containerName}from"./chunk-KUOPONGI.js";import"./chunk-QWHHNF75.js";
import{readItemFile}from"./chunk-CWZH4KO7.js";import{writeAll}from"./chunk-W33GC5RE.js";import"./chunk-5KZWRL55.js";import"./chunk-4GC6BSGV.js";
import"./chunk-SSPL66FW.js";import"./chunk-IDJ3P7AN.js";import"./chunk-4OGY6332.js";import"./chunk-AX2ZKM5W.js";import"./chunk-IH32K4DY.js";
import"./chunk-7NBCW7XL.js";import"./chunk-2RYLY42K.js";import"./chunk-YRRMZR6P.js";import"./chunk-GAIUUIF3.js";import"./chunk-2VM4AD4A.js";
import"./chunk-7HWEX7J4.js";import{UsageError,flagHelp,integerOf,listOf,oneOf,parseCommandLine,textOf}from"./chunk-V6AEYMQJ.js";import{stat as stat2}from"node:fs/promises";import{setTimeout as sleep}from"node:timers/promises";import{createWriteStream}from"node:fs";import{readFile,rm,stat,writeFile}from"node:fs/promises";import{basename}from"node:path";import{extractPartitionKey}from"@orrerydb/keys/hash";var BULK_ITEMS=100;var CONFLICT=409;var SHOW_EVERY_MS=200;async function importFile(container,file,options){const{size,mtimeMs}=await stat(file);const identity={
container:options.name,bytes:size,changedMs:mtimeMs};const progressFile=`${file}.progress`;const skip=options.restart?0:await doneBefore(progressFile,identity);
if(skip>0)process.stderr.write(`${file}: going on after ${skip.toLocaleString("en")} items.
`);const work=new FileImport(container,file,options,skip);let round=[];const finishRound=async()=>{await work.write(round);round=[];await writeFile(progressFile,
JSON.stringify({...identity,done:work.seen}))};try{let place=0;for await(const{item}of readItemFile(file,(text,why)=>work.refuse(text,why))){if(place++<skip)continue;
if(options.signal.aborted)break;round.push(withId(item,file,place));if(round.length>=options.parallel*BULK_ITEMS)await finishRound()}if(round.length>0&&!options.
signal.aborted)await finishRound();if(!options.signal.aborted)await rm(progressFile,{force:true})}finally{await work.end()}return work.result}var FileImport=class{#container;#file;#options;#startMs=performance.
now();#refusals;#shownMs=0;#result={items:0,refused:0,alreadyThere:0,charge:0};seen;constructor(container,file,options,skip){this.#container=container;this.#file=
file;this.#options=options;this.seen=skip}get result(){return this.#result}async write(items){const{mode,wait,parallel}=this.#options;const writes=items.flatMap(
item=>this.#writeOf(item));const{answers,charge}=await writeAll(this.#container,writes,wait,parallel);for(const[i,{status,message}]of answers.entries()){if(status<
300)this.#result.items++;else if(status===CONFLICT&&mode==="create")this.#result.alreadyThere++;else this.refuse(writes[i].item,`The answer was ${status}. ${message}`.
trim())}this.#result.charge+=charge;this.seen+=items.length;this.#show()}#writeOf(item){try{if(typeof item.id!=="string")throw new Error("The id must be a text.");
const key=extractPartitionKey(item,this.#options.partitionKey);return[{kind:this.#options.mode,id:item.id,key,item}]}catch(error){this.refuse(item,error.message);
return[]}}refuse(item,why){this.#result.refused++;this.#refusals??=createWriteStream(this.#options.refusedFile,{flags:"a"});this.#refusals.write(`${JSON.stringify(
{why,item})}
`)}async end(){if(process.stderr.isTTY&&this.#shownMs>0)process.stderr.write("\r\x1B[K");const refusals=this.#refusals;if(refusals!==void 0)await new Promise(resolve=>refusals.
end(resolve))}#show(){const now=performance.now();if(!process.stderr.isTTY||now-this.#shownMs<SHOW_EVERY_MS)return;this.#shownMs=now;const seconds=(now-this.#startMs)/
1e3;const{items,refused,charge}=this.#result;const figure=number=>Math.round(number).toLocaleString("en");process.stderr.write(`\r\x1B[K${basename(this.#file)}:\
 ${figure(this.seen)} items, ${figure(items/seconds)} a second, ${figure(charge/seconds)} RU/s, ${figure(refused)} refused`)}};async function doneBefore(progressFile,identity){
try{const before=JSON.parse(await readFile(progressFile,"utf8"));const isSame=before.container===identity.container&&before.bytes===identity.bytes&&before.changedMs===
identity.changedMs;return isSame&&Number.isSafeInteger(before.done)?before.done:0}catch{return 0}}function withId(item,file,place){const{id}=item;if(typeof id===
"string")return item;if(typeof id==="number"&&/\.csv(\.gz)?$/i.test(file))return{...item,id:String(id)};return id===void 0?{id:`${basename(file)}-${place}`,...item}:
item}var IMPORT_FLAGS=[...ACCOUNT_FLAGS,{name:"partition-key",value:"PATHS",help:"make the container with this key, if it is not there"},{name:"throughput",value:"N",
help:"RU/s of a container that is made",otherwise:"400"},{name:"mode",value:"upsert|create",help:"replace items that are there already, or leave them and count \
them",otherwise:"upsert"},{name:"parallel",value:"N",help:"requests at a time, of 100 items each",otherwise:"4"},{name:"refused",value:"FILE",help:"write items \
that are refused, and why",otherwise:"FILE.refused"},{name:"restart",help:"begin with the first item, also where an import was stopped"},{name:"json",help:"prin\
t the result as one line of JSON"},{name:"help",help:"show this"}];var HELP=`orrery import DATABASE/CONTAINER FILE\u2026: put items of files into a container

${flagHelp(IMPORT_FLAGS)}

Files are JSON arrays, NDJSON or CSV (*.csv), each also with gzip. Items without
an id get one from their file and number. Stopped imports go on where they were:
FILE.progress says how far. Exits with 1 if items were refused.
Works on every endpoint of the protocol; needs the package @azure/cosmos beside
this one.
`;var FILES_MAX=1e3;async function importCommand(args){const{flags,words}=parseCommandLine(IMPORT_FLAGS,args,process.env,FILES_MAX+1);if(flags.help===true){process.
stdout.write(HELP);return true}const[place,...files]=words;const name=containerName(place);if(files.length===0)throw new UsageError("Name at least one file to i\
mport. See --help.");for(const file of files)await stat2(file);const account=accountOf(flags);const client=clientOf(account);const stop=new AbortController;const onSignal=()=>stop.
abort();process.once("SIGINT",onSignal).once("SIGTERM",onSignal);const startMs=performance.now();const total={items:0,refused:0,alreadyThere:0,charge:0};const refusedFiles=new Set;
try{const{container,partitionKey}=await openContainer(client,name,flags);for(const file of files){const refusedFile=textOf(flags,"refused")??`${file}.refused`;const result=await importFile(
container,file,{name:place,partitionKey,mode:oneOf(flags,"mode",["upsert","create"],"upsert"),parallel:integerOf(flags,"parallel",4,1,64),refusedFile,restart:flags.
restart===true,signal:stop.signal,wait:ms=>sleep(ms)});for(const figure of Object.keys(total))total[figure]+=result[figure];if(result.refused>0)refusedFiles.add(
refusedFile);if(stop.signal.aborted)break}}catch(error){throw plainError(account,error)}finally{process.off("SIGINT",onSignal).off("SIGTERM",onSignal);client.dispose()}
const seconds=(performance.now()-startMs)/1e3;const stopped=stop.signal.aborted;const summary={...total,charge:Math.round(total.charge),seconds:Number(seconds.toFixed(
1)),stopped};process.stdout.write(flags.json===true?`${JSON.stringify(summary)}
`:summaryText(summary,refusedFiles));return total.refused===0&&!stopped}function summaryText({items,refused,alreadyThere,charge,seconds,stopped},refusedFiles){const figure=number=>number.
toLocaleString("en");const sentences=[`${figure(items)} items in ${seconds} s, ${figure(charge)} RU.`,...alreadyThere>0?[`${figure(alreadyThere)} were there alr\
eady.`]:[],...refused>0?[`${figure(refused)} were refused, and stand in ${[...refusedFiles].join(", ")} with the reason.`]:[],...stopped?["Stopped: the same com\
mand goes on from here."]:[]];return`${sentences.join(" ")}
`}async function openContainer(client,{database,container},flags){const paths=listOf(flags,"partition-key");const wrong=paths.find(path=>!path.startsWith("/"));
if(wrong!==void 0)throw new UsageError(`A path of --partition-key begins with /, as in /${wrong}.`);if(paths.length>0){const{database:made}=await client.databases.
createIfNotExists({id:database});await made.containers.createIfNotExists({id:container,partitionKey:paths.length===1?{paths,version:2}:{paths,version:2,kind:"Mu\
ltiHash"},throughput:integerOf(flags,"throughput",400,400,1e7)})}const opened=sdkContainer(client,{database,container});const{resource}=await opened.read().catch(
error=>{if(error.code!==404)throw error;throw new UsageError(`There is no container ${database}/${container}. To make it, add --partition-key with its path.`)});
return{container:opened,partitionKey:resource.partitionKey}}export{IMPORT_FLAGS,importCommand};
