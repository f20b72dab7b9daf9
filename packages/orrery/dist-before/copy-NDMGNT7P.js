import{makeWhole}from"./chunk-WUHI4LGJ.js";import{isStoreUrl,shownUrl}from"./chunk-5OWVZ24C.js";import{openStore,systemEnvironment}from"./chunk-KB5MD3PU.js";
import"./chunk-AHT5J6LP.js";import{checkDataFolder}from"./chunk-NC73DPF2.js";import"./chunk-ICABC7BA.js";import"./chunk-4OGY6332.js";import"./chunk-AX2ZKM5W.js";
import"./chunk-IH32K4DY.js";import"./chunk-7NBCW7XL.js";import"./chunk-YRRMZR6P.js";import{sizeText}from"./chunk-GAIUUIF3.js";import{UsageError,
flagHelp,parseFlags,textOf}from"./chunk-V6AEYMQJ.js";import{resolve}from"node:path";var WRITES_MAX=4;async function copySpaces(source,target,progress){let copied={rows:0,bytes:0};const writes=new Set;const failures=[];const untilFewerThan=async most=>{
while(writes.size>=most)await Promise.race(writes);if(failures.length>0)throw failures[0]};for(const space of await source.spaces()){let chunks=0;for await(const rows of source.
scan(space)){const write=put(target,space,rows,`copy ${space} ${chunks++}`).catch(error=>void failures.push(error)).finally(()=>writes.delete(write));writes.add(
write);await untilFewerThan(WRITES_MAX);await target.caughtUp();copied=sum(copied,rows);progress(copied)}await untilFewerThan(1)}return copied}function put(target,space,rows,lock){
return target.transact(lock,transaction=>{for(const{key,value}of rows)transaction.put(space,key,value)})}function sum({rows,bytes},more){const added=more.reduce(
(total,{key,value})=>total+key.length+value.length,0);return{rows:rows+more.length,bytes:bytes+added}}var COPY_FLAGS=[{name:"from",value:"DIR|URL",help:"the data folder or PostgreSQL database to copy; no server may be using it"},{name:"to",value:"DIR|URL",help:"\
a new data folder, or a PostgreSQL database without data"},{name:"json",help:"print the result as one line of JSON"},{name:"help",help:"show this"}];var COPY_HELP=`\
orrery copy: copy a whole account from a folder or a database to another

${flagHelp(COPY_FLAGS)}

Everything is taken over as it is: items, indexes, change feeds, throughput,
users. The copy is of use only when it is complete: one that was interrupted is
refused by a server, and begun again by the next 'orrery copy'.
`;var TELL_MS=200;async function copy(args){const flags=parseFlags(COPY_FLAGS,args,process.env);if(flags.help===true){process.stdout.write(COPY_HELP);return}const[
from,to]=[textOf(flags,"from"),textOf(flags,"to")];if(from===void 0)throw new UsageError("Name the folder or database to copy with --from.");if(to===void 0)throw new UsageError(
"Name a new folder, or an empty database, with --to.");if(from===to)throw new UsageError("--from and --to are the same.");const startMs=performance.now();const copied=await copyAll(
from,to,systemEnvironment("warn"));const seconds=Number(((performance.now()-startMs)/1e3).toFixed(1));const[source,target]=[shown(from),shown(to)];process.stdout.
write(flags.json===true?`${JSON.stringify({from:source,to:target,...copied,seconds})}
`:`${target} has all of ${source}: ${copied.rows} rows, ${sizeText(copied.bytes)}, in ${seconds} seconds.
`)}async function copyAll(from,to,environment){if(!isStoreUrl(from))await checkDataFolder(resolve(from),"Name the data folder with --from.");const open=async(place,isCopyTarget)=>{
const settings={durability:"disk",environment,isCopyTarget,mustExist:!isCopyTarget};const where=isStoreUrl(place)?{storeUrl:place}:{dataFolder:resolve(place)};return(await openStore(
{...settings,...where})).kv};const source=await open(from,false);try{if(isStoreUrl(to))return await fill(await open(to,true),source);return await makeWhole(resolve(
to),async folder=>fill(await open(folder,true),source))}finally{await source.close()}}async function fill(target,source){try{const copied=await copySpaces(source,
target,progressOf());if("filled"in target)await target.filled();return copied}finally{await target.close()}}function progressOf(){if(process.stderr.isTTY!==true)
return()=>{};let toldMs=0;return({rows,bytes})=>{if(performance.now()-toldMs<TELL_MS)return;toldMs=performance.now();process.stderr.write(`\rCopying: ${rows} ro\
ws, ${sizeText(bytes)} \x1B[K`)}}function shown(place){return isStoreUrl(place)?shownUrl(place):resolve(place)}export{COPY_FLAGS,copy};
