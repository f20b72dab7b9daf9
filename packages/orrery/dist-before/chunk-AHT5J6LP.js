import{CURRENT,Unreadable,currentManifest,isManifest,listFiles,parseManifest,readKnownTables,verifyFolder,writeKnownTables}from"./chunk-NC73DPF2.js";import{
KeyValueError}from"./chunk-7NBCW7XL.js";import{constants}from"node:fs";import{copyFile,link,mkdir,readdir,readFile,rm,writeFile}from"node:fs/promises";import{join}from"node:path";var ATTEMPTS=100;async function makeCheckpoint(folder,target){await mkdir(target,{recursive:true});for(let attempt=0;attempt<ATTEMPTS;attempt++){if(await tryCheckpoint(
folder,target))return}throw new Unreadable("the database was compacted all the time")}async function tryCheckpoint(folder,target){const name=await currentManifest(
folder);const bytes=await readFile(join(folder,name));const{tables,logNumber,tail}=parseManifest(bytes);if(tail!==void 0)return false;const files=await listFiles(
folder);const linked=tables.map(({number})=>files.tables.get(number));const copied=[...files.logs].filter(([number])=>number>=logNumber).map(([,log])=>log);if(linked.
includes(void 0))return false;try{for(const table of linked)await linkOrCopy(join(folder,table),join(target,table));for(const log of copied)await copyFile(join(
folder,log),join(target,log))}catch(error){if(error.code==="ENOENT")return false;throw error}const isSame=await currentManifest(folder)===name&&bytes.equals(await readFile(
join(folder,name)));if(!isSame)return false;await writeFile(join(target,name),bytes);await writeFile(join(target,CURRENT),`${name}
`);const wanted=new Set([...linked,...copied,name,CURRENT]);for(const file of await readdir(target))if(!wanted.has(file))await rm(join(target,file));return true}
async function linkOrCopy(from,to){try{await link(from,to)}catch(error){const{code}=error;if(code==="EEXIST")return;if(code==="ENOENT")throw error;await copyFile(
from,to,constants.COPYFILE_FICLONE)}}import{existsSync}from"node:fs";import{open}from"node:fs/promises";import{join as join2}from"node:path";var FULL=/no space left|disk quota|file too large|not enough space|disk full/i;var NOT_OPEN=new Set(["LEVEL_DATABASE_NOT_OPEN","LEVEL_ITERATOR_NOT_OPEN","LEVEL_\
SNAPSHOT_NOT_OPEN"]);function toKeyValueError(error,folder){if(error instanceof KeyValueError||!(error instanceof Error))return error;const origin=error.cause instanceof
Error?error.cause:error;const code=origin.code??codeOf(origin.message);const options={cause:error};if(code==="LEVEL_LOCKED"){const message=`The data folder ${folder}\
 is in use: stop the process that uses it, or choose another folder.`;return new KeyValueError("locked",message,options)}if(code==="LEVEL_CORRUPTION"){const message=`\
The data folder ${folder} is damaged (${origin.message}): restore it from a backup.`;return new KeyValueError("corrupt",message,options)}if(FULL.test(origin.message)){
return new KeyValueError("full",`There is no room left for ${folder}: free some space.`,options)}if(NOT_OPEN.has(code)){return new KeyValueError("unavailable",`\
The data folder ${folder} was closed meanwhile.`,options)}if(code.startsWith("LEVEL_")||origin!==error||"errno"in origin){return new KeyValueError("unavailable",
`The data folder ${folder} failed: ${origin.message}.`,options)}return error}function codeOf(message){if(message.startsWith("Corruption: "))return"LEVEL_CORRUPT\
ION";return message.startsWith("IO error: ")?"LEVEL_IO_ERROR":""}var WRITE_BUFFER_BYTES=8*1024*1024;var DEFAULT_BLOCK_CACHE_BYTES=64*1024*1024;var WHAT_TO_DO="'orrery check' lists the damage. Restore the folder from a backup,\
 or save what is whole with 'orrery repair'.";async function openDatabase(folder,cacheBytes=DEFAULT_BLOCK_CACHE_BYTES){try{const Level=await loadLevel();const database=new Level(
folder,{keyEncoding:"buffer",valueEncoding:"buffer",writeBufferSize:WRITE_BUFFER_BYTES,cacheSize:cacheBytes});await database.open();return database}catch(error){
throw toKeyValueError(error,folder)}}async function loadLevel(){return(await import("classic-level")).ClassicLevel}async function assertWhole(folder,notice){await assertNotInUse(
folder);const known=await readKnownTables(folder);const{damage,torn,tables,files}=await verifyFolder(folder,known).catch(error=>{throw toKeyValueError(error,folder)});
const[first]=damage;if(first!==void 0){const more=damage.length===1?"":` and in ${damage.length-1} more places`;throw new KeyValueError("corrupt",`The data fold\
er ${folder} is damaged in ${first.file}${more}: ${first.finding}. Nothing was changed. ${WHAT_TO_DO}`)}for(const log of torn){notice(tornSentence(folder,log));
if(isManifest(log.file))await cutOff(join2(folder,log.file),log.offset)}if(files>0)await writeKnownTables(folder,tables);return tables}async function cutOff(path,offset){
const file=await open(path,"r+");try{await file.truncate(offset);await file.sync()}finally{await file.close()}}function tornSentence(folder,{file,offset,bytes}){
return`The last ${bytes} bytes of ${join2(folder,file)}, from byte ${offset} on, are no whole record and are dropped: a write that was under way when the machin\
e stopped, or damage to the last write.`}async function assertNotInUse(folder){if(!existsSync(join2(folder,CURRENT)))return;const Level=await loadLevel();const probe=new Level(
folder,{createIfMissing:false,errorIfExists:true});const error=await probe.open().then(()=>probe.close(),error2=>error2);if(error?.cause?.code==="LEVEL_LOCKED")
throw toKeyValueError(error,folder)}export{toKeyValueError,makeCheckpoint,openDatabase,assertWhole,tornSentence,assertNotInUse};
