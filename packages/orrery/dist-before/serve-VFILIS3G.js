import{COMMAND_HELP}from"./chunk-XY77CRQW.js";import{shownUrl,storeUrlOf}from"./chunk-5OWVZ24C.js";import{LEASE_LIMITS}from"./chunk-KAWBCUGR.js";
import{WORKERS_MAX,connectionString,readSeed,startServer}from"./chunk-P3KSX3NC.js";import{LOG_LEVELS,systemEnvironment,withControllableClock}from"./chunk-KB5MD3PU.js";
import"./chunk-2X4TLY2U.js";import"./chunk-AHT5J6LP.js";import{makeDataFolder}from"./chunk-NC73DPF2.js";import{endpointOf,isLoopback}from"./chunk-4GC6BSGV.js";
import{CACHE_BYTES_MIN,DEFAULT_CACHE_BYTES,DEFAULT_CONSISTENCY,DEFAULT_FOLDER,DEFAULT_HOST,DEFAULT_PORT,WELL_KNOWN_KEY}from"./chunk-SSPL66FW.js";import"./chunk-HOD52LCP.js";
import"./chunk-ICABC7BA.js";import"./chunk-7C4VGX5Y.js";import"./chunk-SZGB2INA.js";import"./chunk-44AUGP7U.js";import"./chunk-XKXI46I4.js";
import"./chunk-5G7ROUXY.js";import"./chunk-IDJ3P7AN.js";import"./chunk-4OGY6332.js";import"./chunk-AX2ZKM5W.js";import"./chunk-IH32K4DY.js";
import"./chunk-7NBCW7XL.js";import{CONSISTENCY_LEVELS,DEFAULT_STORAGE_LIMITS,PARTITIONS_MAX,THROTTLE_MODES}from"./chunk-2RYLY42K.js";import"./chunk-YRRMZR6P.js";
import{sizeText}from"./chunk-GAIUUIF3.js";import"./chunk-2VM4AD4A.js";import"./chunk-7HWEX7J4.js";import"./chunk-MVGD2D4R.js";import"./chunk-PGSEBUOL.js";
import{UsageError,flagHelp,givenName,integerOf,listOf,oneOf,parseFlags,sizeOf,textOf}from"./chunk-V6AEYMQJ.js";import"./chunk-2NNTH3NB.js";import{resolve}from"node:path";function announcementJson(announced){const{endpoint,directPort,key,keyFile,dataFolder,store}=announced;const isSecret=keyFile!==void 0;const announcement={endpoint,
directPort:directPort??null,key:isSecret?null:key,connectionString:isSecret?null:connectionString(endpoint,key),data:dataFolder??null,store:store??null};return`${JSON.
stringify(announcement)}
`}function announcementText(announced){const{endpoint,directPort,key,keyFile,dataFolder,store,durability}=announced;const place=dataFolder??store;const data=place===
void 0?"in memory: gone when the server stops":`${place} (durability: ${durability})`;const direct=directPort===void 0?"off: clients must use gateway mode":`por\
t ${directPort} (TLS)`;const keys=keyFile===void 0?`Key                ${key}
Connection string  ${connectionString(endpoint,key)}`:`Key                in ${keyFile}`;return`Endpoint           ${endpoint}  (https works on the same port)
Explorer           ${endpoint}/_explorer/
Direct mode        ${direct}
${keys}
Data               ${data}
Orrery is ready on ${endpoint}
`}function openDoorWarning(host,keys){if(isLoopback(host)||!keys.includes(WELL_KNOWN_KEY))return void 0;const lines=[`WARNING: this server listens on ${host} wi\
th the well-known key.`,"Whoever reaches it over the network can read, change and delete everything.","Give it a key of its own with --key-file, or listen on 12\
7.0.0.1."];const width=Math.max(...lines.map(line=>line.length));const frame="*".repeat(width+4);return`${[frame,...lines.map(line=>`* ${line.padEnd(width)} *`),
frame].join("\n")}
`}import{readFileSync,unwatchFile,watchFile}from"node:fs";var LOOKED_AT_EVERY_MS=1e3;var KEY_NAMES={key:"primary","secondary-key":"secondary","readonly-key":"readOnly","secondary-readonly-key":"secondaryReadOnly"};function readKeyFile(path){
return parseKeyFile(readFileSync(path,"utf8"),path)}function parseKeyFile(text,path){const keys={};for(const line of text.split(/\r?\n/).map(each=>each.trim())){
if(line===""||line.startsWith("#"))continue;const[,name="key",key]=/^(?:([a-z-]+) *= *)?([A-Za-z0-9+/]+={0,2})$/.exec(line)??[];if(key===void 0||!Object.hasOwn(
KEY_NAMES,name))throw new UsageError(`${path} must have lines such as key=KEY, with one of ${Object.keys(KEY_NAMES).join(", ")} and a key in base64.`);const meant=KEY_NAMES[name];
if(keys[meant]!==void 0)throw new UsageError(`${path} has the line ${name}= twice.`);keys[meant]=key}const{primary}=keys;if(primary===void 0)throw new UsageError(
`${path} has no line key=KEY.`);return{...keys,primary}}function followKeyFile(path,current,{replaceKeys,log}){let inUse=current;const readAgain=()=>{try{const read=readKeyFile(
path);const changed=Object.entries(KEY_NAMES).filter(([,name])=>read[name]!==inUse[name]);if(changed.length===0)return;replaceKeys(read);inUse=read;log("info",`\
Other keys are in use now, from ${path}: ${changed.map(([line])=>line).join(", ")}.`)}catch(error){log("error",`The keys stay as they are: ${error.message}`)}};
process.on("SIGHUP",readAgain);watchFile(path,{interval:LOOKED_AT_EVERY_MS,persistent:false},readAgain);return()=>{process.removeListener("SIGHUP",readAgain);unwatchFile(
path,readAgain)}}var REQUEST_LOGS=["requests","requests:json"];var SERVE_FLAGS=[{name:"port",value:"N",help:"port for http and https alike; 0 picks a free one",otherwise:String(
DEFAULT_PORT)},{name:"direct",value:"on|off|PORT",help:"direct mode (RNTBD over TLS), on a free port or on this one",otherwise:"on"},{name:"workers",value:"N",help:"\
processes that speak HTTP with clients, before the one that has the data; one: that does both",otherwise:"1"},{name:"host",value:"ADDRESS",help:"address to list\
en on",otherwise:DEFAULT_HOST},{name:"data",value:"DIR",help:"folder for the data",otherwise:DEFAULT_FOLDER},{name:"memory",help:"keep everything in memory, not\
hing on disk",excludes:["data"]},{name:"store",value:"URL",help:"keep the data in a PostgreSQL database: postgres://USER@HOST/DATABASE",excludes:["data","memory"]},
{name:"node",value:"URL",help:"be one of several nodes on --store, which reach this one at URL; its port may be 0 for that of --port"},{name:"lease",value:"SECO\
NDS",help:"how long a node may be silent before others take over from it",otherwise:"10"},{name:"seed",value:"FILE|FOLDER",help:"databases, containers and items\
 that are made at the start where they are not there"},{name:"key",value:"KEY",help:"account key in base64",otherwise:"the well-known emulator key"},{name:"seco\
ndary-key",value:"KEY",help:"a second read-write key"},{name:"readonly-key",value:"KEY",help:"a key that may only read"},{name:"secondary-readonly-key",value:"K\
EY",help:"a second key that may only read"},{name:"key-file",value:"FILE",help:"file with the keys, read again on SIGHUP and when it changes"},{name:"durability",
value:"disk|process",help:"acknowledge writes once on the disk, or once safe from a crash of the process",otherwise:"disk"},{name:"throttle",value:THROTTLE_MODES.
join("|"),help:"count what the service would refuse, or refuse it with 429",otherwise:"observe"},{name:"consistency",value:"LEVEL",help:`the account's default l\
evel: ${CONSISTENCY_LEVELS.join(", ")}`,otherwise:DEFAULT_CONSISTENCY},{name:"partitions",value:"N",help:"physical partitions of each new container",otherwise:"\
as many as its throughput needs"},{name:"partition-storage",value:"SIZE",help:"how much a physical partition holds before it is split",otherwise:sizeFlag(DEFAULT_STORAGE_LIMITS.
partitionBytes)},{name:"logical-partition-storage",value:"SIZE",help:"how much one partition key value may hold",otherwise:sizeFlag(DEFAULT_STORAGE_LIMITS.logicalPartitionBytes)},
{name:"cache",value:"SIZE",help:"memory for items and blocks that were read or written last",otherwise:sizeFlag(DEFAULT_CACHE_BYTES)},{name:"controllable-clock",
help:"let the control API move the clock, to test what depends on time"},{name:"allow-host",value:"NAMES",help:"more names by which browsers may reach the serve\
r, with commas"},{name:"allow-origin",value:"ORIGINS",help:"origins whose pages may use the server, with commas; * is all of them",otherwise:"its own pages only"},
{name:"cert",value:"FILE",help:"certificate in PEM",otherwise:"one is made when first needed"},{name:"cert-key",value:"FILE",help:"private key of --cert"},{name:"\
log-level",value:LOG_LEVELS.join("|"),help:"what to write to standard error",otherwise:"info"},{name:"log",value:REQUEST_LOGS.join("|"),help:"write a line for e\
ach request to standard error, for people or as JSON"},{name:"json",help:"print the endpoint and the key as one line of JSON"},{name:"help",help:"show this"}];var SERVE_HELP=()=>`\
orrery serve: start the database (also: just orrery)

${flagHelp(SERVE_FLAGS)}

Each flag is also an environment variable: --port is ORRERY_PORT.

Other commands:
${commandHelp()}
See orrery COMMAND --help. orrery --version prints the version.
`;async function serve(args){const flags=parseFlags(SERVE_FLAGS,args,process.env);if(flags.help===true){process.stdout.write(SERVE_HELP());return}const keyFile=textOf(
flags,"key-file");const seed=textOf(flags,"seed");const settings={...serverSettings(flags),...seed===void 0?{}:{seed:await readSeed(seed)}};if(settings.dataFolder!==
void 0)await makeDataFolder(settings.dataFolder);const server=await startServer(settings);const announced={...settings,endpoint:endpointOf(settings.host,server.
port),directPort:server.directPort,key:settings.keys.primary,keyFile,...settings.storeUrl!==void 0&&{store:shownUrl(settings.storeUrl)}};warnOfOpenDoor(settings.
host,settings.keys);const stopFollowing=keyFile===void 0?()=>{}:followKeyFile(keyFile,settings.keys,{replaceKeys:keys=>{server.replaceKeys(keys);warnOfOpenDoor(
settings.host,keys)},log:settings.environment.log});const stopped=untilStopped();process.stdout.write(flags.json===true?announcementJson(announced):announcementText(
announced));const lost=await Promise.race([stopped,server.lost]);stopFollowing();await server.stop();if(lost!==void 0)throw lost}function commandHelp(){const others=Object.
entries(COMMAND_HELP).filter(([name])=>name!=="serve");const width=Math.max(...others.map(([name])=>name.length));return others.map(([name,help])=>`  ${name.padEnd(
width)}  ${help}`).join("\n")}function warnOfOpenDoor(host,keys){const warning=openDoorWarning(host,Object.values(keys));if(warning!==void 0)process.stderr.write(
warning)}function sizeFlag(bytes){return sizeText(bytes).replace(" ","")}function serverSettings(flags){const cert=textOf(flags,"cert");const key=textOf(flags,"\
cert-key");if(cert===void 0!==(key===void 0))throw new UsageError("--cert and --cert-key go together.");const node=nodeOf(flags);const directPort=node===void 0?
directPortOf(flags):void 0;const requestLog=flags.log===void 0?void 0:oneOf(flags,"log",REQUEST_LOGS,"requests");const environment=systemEnvironment(oneOf(flags,
"log-level",LOG_LEVELS,"info"));return{host:textOf(flags,"host")??DEFAULT_HOST,port:integerOf(flags,"port",DEFAULT_PORT,0,65535),workers:integerOf(flags,"worker\
s",1,1,WORKERS_MAX),durability:oneOf(flags,"durability",["disk","process"],"disk"),throttle:oneOf(flags,"throttle",THROTTLE_MODES,"observe"),consistency:oneOf(flags,
"consistency",CONSISTENCY_LEVELS,DEFAULT_CONSISTENCY),browsers:{allowedHosts:listOf(flags,"allow-host"),allowedOrigins:listOf(flags,"allow-origin")},environment:flags["\
controllable-clock"]===true?withControllableClock(environment):environment,storageLimits:{partitionBytes:sizeOf(flags,"partition-storage",DEFAULT_STORAGE_LIMITS.
partitionBytes),logicalPartitionBytes:sizeOf(flags,"logical-partition-storage",DEFAULT_STORAGE_LIMITS.logicalPartitionBytes)},cacheBytes:cacheBytesOf(flags),keys:keysOf(
flags),...flags.partitions===void 0?{}:{newPartitions:integerOf(flags,"partitions",1,1,PARTITIONS_MAX)},...directPort===void 0?{}:{directPort},...requestLog===void 0?
{}:{requestLog:{format:requestLog==="requests"?"text":"json",write:lines=>process.stderr.write(lines)}},...dataPlaceOf(flags),...node&&{node},...cert===void 0||
key===void 0?{}:{certificateFiles:{cert,key}}}}function cacheBytesOf(flags){const bytes=sizeOf(flags,"cache",DEFAULT_CACHE_BYTES);if(bytes<CACHE_BYTES_MIN)throw new UsageError(
`${givenName(flags,"cache")} must be at least ${sizeFlag(CACHE_BYTES_MIN)}, not ${sizeFlag(bytes)}.`);return bytes}function nodeOf(flags){const address=textOf(flags,
"node");if(address===void 0){if(textOf(flags,"lease")!==void 0)throw new UsageError("--lease needs --node: it is about nodes.");return void 0}if(textOf(flags,"s\
tore")===void 0)throw new UsageError("--node needs --store: nodes share a database.");if(!URL.canParse(address)||!/^https?:$/.test(new URL(address).protocol))throw new UsageError(
`${givenName(flags,"node")} must be an address such as http://10.0.0.5:8081, not '${address}'.`);if(flags.seed!==void 0)throw new UsageError("Nodes do not take \
--seed: start one server with it first, without --node.");if(integerOf(flags,"workers",1,1,WORKERS_MAX)>1)throw new UsageError("Nodes do not take --workers: sta\
rt another node on the same machine.");if((textOf(flags,"direct")??"off").toLowerCase()!=="off")throw new UsageError("Nodes do not serve direct mode: leave out \
--direct, and let clients use gateway mode.");return{address,leaseMs:1e3*integerOf(flags,"lease",LEASE_LIMITS.leaseMs/1e3,1,60)}}function dataPlaceOf(flags){const storeUrl=storeUrlOf(
flags,"store");if(storeUrl!==void 0)return{storeUrl};return flags.memory===true?{}:{dataFolder:resolve(textOf(flags,"data")??DEFAULT_FOLDER)}}function keysOf(flags){
const keyFile=textOf(flags,"key-file");const given=Object.entries(KEY_NAMES).map(([flag,name])=>[name,textOf(flags,flag)]).filter(([,key])=>key!==void 0);if(keyFile===
void 0)return{primary:WELL_KNOWN_KEY,...Object.fromEntries(given)};if(given.length>0)throw new UsageError("With --key-file, all keys stand in the file: give no \
others.");return readKeyFile(keyFile)}function directPortOf(flags){const text=textOf(flags,"direct");switch(text?.toLowerCase()){case void 0:case"on":return 0;case"\
off":return void 0;default:if(!/^\d{1,5}$/.test(text)||Number(text)>65535)throw new UsageError(`${givenName(flags,"direct")} must be on, off or a port, not '${text}\
'.`);return Number(text)}}function untilStopped(){return new Promise(resolve2=>{for(const signal of["SIGINT","SIGTERM"]){process.once(signal,()=>{process.once(signal,
()=>process.exit(130));resolve2(void 0)})}})}export{SERVE_FLAGS,serve};
