import{storeUrlOf}from"./chunk-5OWVZ24C.js";import{openStore,systemEnvironment}from"./chunk-KB5MD3PU.js";import{assertNotInUse,tornSentence}from"./chunk-AHT5J6LP.js";
import{checkDataFolder,storeFolder,verifyFolder}from"./chunk-NC73DPF2.js";import{DEFAULT_FOLDER}from"./chunk-SSPL66FW.js";import{Storage}from"./chunk-IDJ3P7AN.js";
import{Engine}from"./chunk-2RYLY42K.js";import{flagHelp,parseFlags,textOf}from"./chunk-V6AEYMQJ.js";import{join,resolve}from"node:path";var CHECK_FLAGS=[{name:"data",value:"DIR",help:"the data folder; no server may be using it",otherwise:DEFAULT_FOLDER},{name:"store",value:"URL",help:"a PostgreS\
QL database that has the data instead; no server may be using it",excludes:["data"]},{name:"help",help:"show this"}];var CHECK_HELP=`orrery check: prove that th\
e data of a folder or a database is whole and agrees
with itself

${flagHelp(CHECK_FLAGS)}

Lists all damage and every disagreement, and exits with 1 if there is any.
`;var OUTDATED=`The folder was written by an older version, which hashed partition keys of over 100 characters wrongly where the key
has version 1. The next start of a server moves items with such keys to where the hash of their key is.
`;async function check(args){const flags=parseFlags(CHECK_FLAGS,args,process.env);if(flags.help===true){process.stdout.write(CHECK_HELP);return true}const storeUrl=storeUrlOf(
flags,"store");if(storeUrl!==void 0){return checkStore({storeUrl,mustExist:true,durability:"disk",environment:systemEnvironment("warn")})}const dataFolder=resolve(
textOf(flags,"data")??DEFAULT_FOLDER);await checkDataFolder(dataFolder);if(!await checkFiles(storeFolder(dataFolder)))return false;return checkStore({dataFolder,
durability:"disk",environment:systemEnvironment("error")})}async function checkStore(settings){const{kv}=await openStore(settings);let engine;try{const storage=new Storage(
kv);engine=await Engine.open({storage,environment:systemEnvironment("warn"),cacheBytes:1024*1024,throttle:"observe"});const agrees=await checkAll(engine);if(await storage.
needsRehash())process.stdout.write(OUTDATED);return agrees}finally{await(engine??kv).close()}}async function checkFiles(folder){await assertNotInUse(folder);const{
damage,torn}=await verifyFolder(folder);for(const{file,finding}of damage)process.stdout.write(`${join(folder,file)}: ${finding}.
`);for(const log of torn)process.stdout.write(`${tornSentence(folder,log)}
`);if(damage.length>0){const places=damage.length===1?"one place":`${damage.length} places`;process.stdout.write(`The files are damaged in ${places}. Nothing wa\
s changed, and nothing else was checked. Restore the folder from a backup, or save what is whole with 'orrery repair'.
`)}return damage.length===0}async function checkAll(engine){let items=0;let entries=0;let wrong=0;for await(const{database,container,range,report}of engine.check()){
items+=report.items;entries+=report.indexEntries;wrong+=report.findings.length;const where=`${database}/${container}, partition ${range}`;process.stdout.write(`${where}\
: ${report.items} items in ${report.logicalPartitions} logical partitions
`);for(const finding of report.findings)process.stdout.write(`  ${finding}
`)}process.stdout.write(wrong===0?`Everything agrees: ${items} items, ${entries} index entries.
`:`${wrong} findings: the data does not agree with itself.
`);return wrong===0}export{CHECK_FLAGS,check,checkAll};
