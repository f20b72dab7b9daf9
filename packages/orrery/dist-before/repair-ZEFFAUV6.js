import{checkAll}from"./chunk-HAR5KCZT.js";import{makeWhole}from"./chunk-WUHI4LGJ.js";import"./chunk-5OWVZ24C.js";import{SEALS_KEY,isSealedKind,
openStore,systemEnvironment,unsealedValue}from"./chunk-KB5MD3PU.js";import{assertNotInUse}from"./chunk-AHT5J6LP.js";import{TableFile,Unreadable,checkDataFolder,
currentManifest,listFiles,readLog,readManifest,readWhole,rowsOfBatch,storeFolder,tableName,verifyFolder}from"./chunk-NC73DPF2.js";import{DEFAULT_FOLDER}from"./chunk-SSPL66FW.js";
import"./chunk-ICABC7BA.js";import{Storage}from"./chunk-IDJ3P7AN.js";import{CATALOG_SPACE,CatalogKind,FIRST_PARTITION_SPACE,NEXT_SPACE_KEY,encodeUInt32}from"./chunk-4OGY6332.js";
import"./chunk-AX2ZKM5W.js";import{SPACE_BYTES,spaceRange}from"./chunk-IH32K4DY.js";import"./chunk-7NBCW7XL.js";import{Engine}from"./chunk-2RYLY42K.js";
import"./chunk-YRRMZR6P.js";import"./chunk-GAIUUIF3.js";import"./chunk-2VM4AD4A.js";import"./chunk-7HWEX7J4.js";import{UsageError,flagHelp,
parseFlags,textOf}from"./chunk-V6AEYMQJ.js";import{appendFile}from"node:fs/promises";import{join as join2,resolve}from"node:path";import{join}from"node:path";var FIRST_KEY=Buffer.alloc(0);var RescuedRows=class _RescuedRows{#sources;lost;constructor(sources,lost){this.#sources=sources.toSorted((a,b)=>a.from.compare(b.
from));this.lost=lost}static async of(folder){const files=await listFiles(folder);const manifest=await usableManifest(folder);const lost=[];const sources=[];for(const[
number,name]of tablesInUse(files,manifest)){const entry=manifest?.tables.find(table2=>table2.number===number);const bounds=entry?{from:entry.smallest,last:entry.
largest}:{from:FIRST_KEY};const read=()=>readWhole(join(folder,name));const bytes=await read().catch(unreadable);if(bytes===void 0){lost.push(bounds);continue}const table=new TableFile(
bytes).rescue();for(const{after,last}of table.lost??[])lost.push({from:after??bounds.from,last});if(table.lost===void 0)lost.push(bounds);sources.push({...entry?
bounds:boundsOf(table.rows),rows:async()=>new TableFile(await read()).rescue().rows[Symbol.iterator]()})}const logged=await rowsOfLogs(folder,files,manifest?.logNumber??
0);sources.push({from:FIRST_KEY,rows:async()=>logged[Symbol.iterator]()});return new _RescuedRows(sources,lost)}async*rows({from,to}={}){for await(const{key,value}of this.#merged(
from,to)){if(value!==null)yield{fullKey:key,value,isLast:!this.lost.some(each=>isWithin(key,each))}}}async*#merged(from,to){const waiting=this.#sources.filter(source=>(to===
void 0||source.from.compare(to)<0)&&(from===void 0||source.last===void 0||source.last.compare(from)>=0));let active=[];for(;;){let least=leastOf(active);while(waiting.
length>0&&(least===void 0||waiting[0].from.compare(least.key)<=0)){const rows=await waiting.shift().rows();const head=nextFrom(rows,from);if(head!==void 0)active.
push({rows,head});least=leastOf(active)}if(least===void 0||to!==void 0&&least.key.compare(to)>=0)return;const{key}=least;yield least;for(const each of active){while(each.
head?.key.equals(key))each.head=nextFrom(each.rows,void 0)}active=active.filter(({head})=>head!==void 0)}}};function boundsOf(rows){let from;let last=FIRST_KEY;
for(const{key}of rows){from??=key;last=key}return{from:from??FIRST_KEY,last}}function leastOf(active){let least;for(const{head}of active){const order=least===void 0?
-1:head.key.compare(least.key);if(order<0||order===0&&head.sequence>least.sequence)least=head}return least}function nextFrom(rows,from){for(;;){const{done,value}=rows.
next();if(done)return void 0;if(from===void 0||value.key.compare(from)>=0)return value}}function isWithin(key,{from,last}){return key.compare(from)>=0&&(last===
void 0||key.compare(last)<=0)}async function usableManifest(folder){try{const manifest=await readManifest(folder,await currentManifest(folder));return manifest.
damage.length===0?manifest:void 0}catch(error){return unreadable(error)}}function*tablesInUse(files,manifest){if(manifest===void 0)yield*files.tables;for(const table of manifest?.
tables??[]){yield[table.number,files.tables.get(table.number)??tableName(table)]}}async function rowsOfLogs(folder,files,firstNumber){const last=new Map;for(const[
number,name]of files.logs){if(number<firstNumber)continue;const bytes=await readWhole(join(folder,name)).catch(unreadable);for(const record of bytes===void 0?[]:
readLog(bytes).records){for(const row of wholeBatch(record)){const name2=row.key.toString("latin1");if((last.get(name2)?.sequence??-1)<row.sequence)last.set(name2,
row)}}}return[...last.values()].sort((a,b)=>a.key.compare(b.key))}function wholeBatch(record){try{return rowsOfBatch(record)}catch(error){return unreadable(error)??
[]}}function unreadable(error){if(!(error instanceof Unreadable))throw error;return void 0}var RescuedStore=class _RescuedStore{#rows;#isSealedKind;#firstSealed;constructor(rows,isSealedKind2,firstSealed){this.#rows=rows;this.#isSealedKind=isSealedKind2;
this.#firstSealed=firstSealed}static async of(folder,isSealedKind2){const rows=await RescuedRows.of(folder);for await(const{value}of rows.rows({from:SEALS_KEY})){
return new _RescuedStore(rows,isSealedKind2,unsealedValue(SEALS_KEY,value)?.readUInt32BE(0))}return new _RescuedStore(rows,isSealedKind2,rows.lost.length===0?Number.
POSITIVE_INFINITY:void 0)}get hasLosses(){return this.#rows.lost.length>0}async*rows(space,kinds,observer){const range=spaceRange(space,{from:Buffer.of(kinds.first),
to:Buffer.of(kinds.last+1)});for await(const{fullKey,value,isLast}of this.#rows.rows(range)){const key=fullKey.subarray(SPACE_BYTES);const bare=this.#unsealed(space,
fullKey,value);if(bare===void 0)observer?.broken(space,key);else yield{space,key,value:bare,isLast}}}async spaces(){const spaces=[];for(let from=Buffer.alloc(0);from!==
void 0;){let space;for await(const{fullKey}of this.#rows.rows({from,to:SEALS_KEY})){space=fullKey.readUInt32BE(0);break}if(space!==void 0)spaces.push(space);from=
space===void 0?void 0:spaceRange(space,{}).to}return spaces}#unsealed(space,fullKey,value){if(value.length===0||!this.#isSealedKind(space,fullKey[SPACE_BYTES]))
return value;if(this.#firstSealed!==void 0&&space<this.#firstSealed)return value;return unsealedValue(fullKey,value)}};var MEMBERS=["kind","rid","parentRid","id"];async function restoreCatalog(kv,rows,spaceMax){let resources=0;const kept=[];for await(const row of rows){const kind=row.
key[0];if(kind===CatalogKind.droppedSpace||kind===CatalogKind.nextSpace)continue;if(kind===CatalogKind.resource&&!isResource(row.value))continue;if(kind===CatalogKind.
resource)resources++;kept.push(row)}await kv.transact("catalog",transaction=>{for(const{key,value}of kept)transaction.put(CATALOG_SPACE,key,value);transaction.put(
CATALOG_SPACE,NEXT_SPACE_KEY,encodeUInt32(spaceMax+1))});return resources}function isResource(value){try{const json=JSON.parse(value.toString());return MEMBERS.
every(name=>typeof json?.[name]==="string")}catch{return false}}var REPAIR_FLAGS=[{name:"data",value:"DIR",help:"the damaged data folder; it is not changed, and no server may be using it",otherwise:DEFAULT_FOLDER},{name:"to",
value:"DIR",help:"a new folder for what is whole"},{name:"help",help:"show this"}];var REPAIR_HELP=`orrery repair: save what is whole of a damaged data folder i\
nto a new one

${flagHelp(REPAIR_FLAGS)}

What is lost is listed in lost.jsonl of the new folder, and items that can be
read but not be proven to be the last of their writes are in set-aside.jsonl.
Exits with 1 if there are any, or if anything is damaged.
`;var LOST_FILE="lost.jsonl";var SET_ASIDE_FILE="set-aside.jsonl";async function repair(args){const flags=parseFlags(REPAIR_FLAGS,args,process.env);if(flags.help===
true){process.stdout.write(REPAIR_HELP);return true}const target=textOf(flags,"to");if(target===void 0)throw new UsageError("Name a new folder with --to.");const dataFolder=resolve(
textOf(flags,"data")??DEFAULT_FOLDER);await checkDataFolder(dataFolder);const source=storeFolder(dataFolder);await assertNotInUse(source);const isWhole=await listDamage(
source);const saved=await RescuedStore.of(source,isSealedKind);const losses=await makeWhole(resolve(target),folder=>saveInto(folder,saved));process.stdout.write(
`What is whole is in ${resolve(target)} now. ${dataFolder} was not changed.
`);return isWhole&&losses===0}async function listDamage(folder){const{damage,torn}=await verifyFolder(folder);for(const{file,finding}of damage)process.stdout.write(
`${join2(folder,file)}: ${finding}.
`);for(const{file,bytes}of torn){process.stdout.write(`${join2(folder,file)}: the last ${bytes} bytes are no whole record.
`)}const areWritesLost=damage.some(({file})=>file.endsWith(".log"));if(areWritesLost){process.stdout.write("Writes of the log are lost: items that they changed \
are as they were before, and items that they deleted are back.\n")}return damage.length===0}async function saveInto(folder,saved){const environment=systemEnvironment(
"warn");const{kv}=await openStore({dataFolder:folder,durability:"process",environment});const losses=new Losses(folder);let engine;try{const spaces=await saved.
spaces();const dropped=await droppedSpaces(saved);let broken=0;const catalog=saved.rows(CATALOG_SPACE,{first:0,last:254},{broken:()=>broken++});const resources=await restoreCatalog(
kv,catalog,Math.max(FIRST_PARTITION_SPACE-1,...spaces));if(broken>0)losses.add({database:"",container:"",reason:`${broken} rows of the catalogue are lost`});process.
stdout.write(`${resources} resources of the catalogue are whole.
`);engine=await Engine.open({storage:new Storage(kv),environment,cacheBytes:1024*1024,throttle:"observe"});const rows={hasLosses:saved.hasLosses,rows:(space,kind)=>saved.
rows(space,{first:kind,last:kind})};for await(const{database,container,items}of engine.restore(rows,loss=>losses.add(loss))){process.stdout.write(`${database}/${container}\
: ${items} items were saved.
`);await losses.write()}const used=engine.usedSpaces();for(const space of spaces){if(space<FIRST_PARTITION_SPACE||used.has(space)||dropped.has(space))continue;losses.
add({database:"",container:"",reason:`the definition of the container in space ${space} is lost, and with it its items`})}await losses.write();losses.tell();return await checkAll(
engine)?losses.count:losses.count+1}finally{await(engine??kv).close()}}async function droppedSpaces(saved){const spaces=new Set;const kind={first:CatalogKind.droppedSpace,
last:CatalogKind.droppedSpace};for await(const{key}of saved.rows(CATALOG_SPACE,kind))spaces.add(key.readUInt32BE(1));return spaces}var Losses=class{count=0;#folder;#lost=[];#setAside=[];constructor(folder){
this.#folder=folder}add({item,...loss}){this.count++;this.#lost.push(`${JSON.stringify(loss)}
`);if(item===void 0)return;const{database,container}=loss;this.#setAside.push(`${JSON.stringify({database,container,item:JSON.parse(item.toString())})}
`)}async write(){if(this.#lost.length>0)await appendFile(join2(this.#folder,LOST_FILE),this.#lost.join(""));if(this.#setAside.length>0)await appendFile(join2(this.#folder,
SET_ASIDE_FILE),this.#setAside.join(""));this.#lost=[];this.#setAside=[]}tell(){process.stdout.write(this.count===0?"Nothing else was found.\n":`${this.count} l\
osses are listed in ${LOST_FILE}; what can still be read of them is in ${SET_ASIDE_FILE}.
`)}};export{REPAIR_FLAGS,repair};
