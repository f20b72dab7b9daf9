import{paintFor}from"./chunk-RIN7YOFW.js";import{table}from"./chunk-IGHSDAYQ.js";import{ACCOUNT_FLAGS,accountOf,askControl,containerName,controlPath}from"./chunk-KUOPONGI.js";
import"./chunk-QWHHNF75.js";import"./chunk-5KZWRL55.js";import"./chunk-4GC6BSGV.js";import"./chunk-SSPL66FW.js";import{sizeText}from"./chunk-GAIUUIF3.js";
import{flagHelp,integerOf,parseCommandLine}from"./chunk-V6AEYMQJ.js";var PARTITIONS_FLAGS=[...ACCOUNT_FLAGS,{name:"json",help:"print the answer of the control API as one line of JSON"},{name:"help",help:"show this"}];var KEYS_FLAGS=[
...ACCOUNT_FLAGS,{name:"limit",value:"N",help:"how many keys of each kind",otherwise:"20"},{name:"json",help:"print the answer of the control API as one line of\
 JSON"},{name:"help",help:"show this"}];var PARTITIONS_HELP=`orrery partitions [DATABASE/CONTAINER]: the physical partitions of a container;
without one, all containers

${flagHelp(PARTITIONS_FLAGS)}
`;var KEYS_HELP=`orrery keys DATABASE/CONTAINER: the busiest and the largest partition keys of a
container

${flagHelp(KEYS_FLAGS)}
`;async function partitions(args){const{flags,words}=parseCommandLine(PARTITIONS_FLAGS,args,process.env,1);if(flags.help===true){process.stdout.write(PARTITIONS_HELP);
return}const account=accountOf(flags);if(words[0]===void 0){const answer2=await askControl(account,"containers");return print(flags,answer2,()=>containersText(answer2.
containers))}const answer=await askControl(account,`${controlPath(containerName(words[0]))}/partitions`);print(flags,answer,()=>partitionsText(answer.partitions))}
async function keys(args){const{flags,words}=parseCommandLine(KEYS_FLAGS,args,process.env,1);if(flags.help===true){process.stdout.write(KEYS_HELP);return}const path=controlPath(
containerName(words[0]));const limit=integerOf(flags,"limit",20,1,1e3);const answer=await askControl(accountOf(flags),`${path}/keys?limit=${limit}`);print(flags,
answer,()=>keysText(answer))}function print(flags,answer,text){process.stdout.write(flags.json===true?`${JSON.stringify(answer)}
`:text())}function containersText(containers){if(containers.length===0)return"There are no containers.\n";return table(["container","key","RU/s","used","429/s",
"partitions","items","size"],containers.map(each=>[`${each.database}/${each.container}`,each.partitionKey.paths?.join(", ")??"",each.throughput.ruPerSecond,each.
usedRuPerSecond,each.throttledPerSecond,each.partitions,each.items,sizeText(each.bytes)]),hot(4))}function partitionsText(all){return table(["partition","from",
"to","RU/s","RU/min","429s/min","items","size","LSN"],all.map(each=>[each.id,each.minInclusive.slice(0,8)||"(begin)",each.maxExclusive.slice(0,8),each.ruPerSecond,
each.thisMinute?.ru??0,each.thisMinute?.throttled??0,each.items,sizeText(each.storageBytes),each.lsn]),hot(5))}function keysText({consumers,throttled,largest}){
const{bold}=paintFor(process.stdout);const busy=(all,unit)=>table(["key",unit,"partition"],all.map(({key,count,partition})=>[key,count,partition]));return[bold(
"Most request units in the last hour"),busy(consumers,"RU"),...throttled.length===0?[]:[bold("Most often throttled in the last hour"),busy(throttled,"requests")],
bold("Largest"),table(["key","items","size","partition"],largest.map(each=>[each.key,each.items,sizeText(each.storageBytes),each.partition]))].join("\n")}function hot(column){
const{red}=paintFor(process.stdout);return(text,at)=>at===column&&!/^\s*0$/.test(text)?red(text):text}export{KEYS_FLAGS,PARTITIONS_FLAGS,containersText,keys,keysText,partitions,partitionsText};
