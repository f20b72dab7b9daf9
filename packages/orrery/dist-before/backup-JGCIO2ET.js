import{BackupFolder,progressLine}from"./chunk-2YORVMZ6.js";import{askServer}from"./chunk-QWHHNF75.js";import"./chunk-5KZWRL55.js";import{backupName,
checkpointFolder,isCheckpointOf}from"./chunk-2X4TLY2U.js";import{assertNotInUse,makeCheckpoint}from"./chunk-AHT5J6LP.js";import{checkDataFolder,readKnownTables,
storeFolder,verifyFolder}from"./chunk-NC73DPF2.js";import{endpointOf}from"./chunk-4GC6BSGV.js";import{DEFAULT_FOLDER,DEFAULT_HOST,DEFAULT_PORT,WELL_KNOWN_KEY}from"./chunk-SSPL66FW.js";
import{KeyValueError}from"./chunk-7NBCW7XL.js";import{sizeText}from"./chunk-GAIUUIF3.js";import{UsageError,flagHelp,integerOf,parseFlags,textOf}from"./chunk-V6AEYMQJ.js";import{rm}from"node:fs/promises";import{resolve}from"node:path";var BACKUP_FLAGS=[{name:"data",value:"DIR",help:"the data folder",otherwise:DEFAULT_FOLDER},{name:"to",value:"DIR",help:"the folder of backups; made if it is no\
t there"},{name:"endpoint",value:"URL",help:"the server that uses the data folder, if one does",otherwise:endpointOf(DEFAULT_HOST,DEFAULT_PORT)},{name:"key",value:"\
KEY",help:"a read-write key of that server",otherwise:"the well-known emulator key"},{name:"keep",value:"N",help:"remove all but the last N backups",otherwise:"\
all are kept"},{name:"json",help:"print the result as one line of JSON"},{name:"help",help:"show this"}];var BACKUP_HELP=`orrery backup: add the state of a data\
 folder to a folder of backups

${flagHelp(BACKUP_FLAGS)}

A server that uses the data folder is asked for the state of one moment and
serves on. What earlier backups have is not copied again. All that is new is
verified after it was written.
`;var KEEP_MAX=1e6;async function backup(args){const flags=parseFlags(BACKUP_FLAGS,args,process.env);if(flags.help===true){process.stdout.write(BACKUP_HELP);return}
const target=textOf(flags,"to");if(target===void 0)throw new UsageError("Name a folder for backups with --to.");const dataFolder=resolve(textOf(flags,"data")??DEFAULT_FOLDER);
const keep=flags.keep===void 0?void 0:integerOf(flags,"keep",1,1,KEEP_MAX);await checkDataFolder(dataFolder);const backups=new BackupFolder(resolve(target));const isServed=await isInUse(
storeFolder(dataFolder));const checkpoint=isServed?await askForCheckpoint(textOf(flags,"endpoint")??endpointOf(DEFAULT_HOST,DEFAULT_PORT),textOf(flags,"key")??WELL_KNOWN_KEY,
dataFolder):checkpointFolder(dataFolder,Date.now());try{if(!isServed)await copyStopped(storeFolder(dataFolder),checkpoint);const now=Date.now();const progress=progressLine(
"Backing up");const added=await backups.add(backupName(now),new Date(now).toISOString(),checkpoint,progress);const removed=keep===void 0?0:await backups.keepLast(
keep);process.stdout.write(flags.json===true?`${JSON.stringify({...added,removed})}
`:`${added.name}: ${added.files} files of ${sizeText(added.bytes)}, ${sizeText(added.newBytes)} of them new.
`)}finally{await rm(checkpoint,{recursive:true,force:true})}}async function copyStopped(folder,checkpoint){const{damage}=await verifyFolder(folder,await readKnownTables(
folder));const[first]=damage;if(first!==void 0){throw new UsageError(`Nothing was backed up: ${first.file} in ${folder} is damaged: ${first.finding}.`)}await makeCheckpoint(
folder,checkpoint)}async function isInUse(folder){try{await assertNotInUse(folder);return false}catch(error){if(error instanceof KeyValueError&&error.code==="lo\
cked")return true;throw error}}async function askForCheckpoint(endpoint,key,dataFolder){const{answer}=await askServer({endpoint,key},"POST","checkpoint").catch(
()=>{throw new UsageError(`A server uses ${dataFolder}, but none answers at ${endpoint}. Say where it is with --endpoint.`)});const folder=answer.folder;if(folder===
void 0)throw new UsageError(`The server refused: ${answer.message}`);if(!isCheckpointOf(dataFolder,folder)){throw new UsageError(`The server at ${endpoint} uses\
 another folder than ${dataFolder}.`)}return folder}export{BACKUP_FLAGS,backup};
