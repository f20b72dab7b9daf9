import{nearestName}from"../chunk-PGSEBUOL.js";import{UsageError,variableOf}from"../chunk-V6AEYMQJ.js";import{PRODUCT_VERSION}from"../chunk-2NNTH3NB.js";var COMMANDS={serve:()=>import("../serve-VFILIS3G.js").then(m=>({flags:m.SERVE_FLAGS,run:m.serve})),wait:()=>import("../wait-Q5Q5SUR5.js").then(m=>({
flags:m.WAIT_FLAGS,run:m.wait})),top:()=>import("../top-CMDYE26H.js").then(m=>({flags:m.TOP_FLAGS,run:m.top})),partitions:()=>import("../partitions-VP2EKE2L.js").
then(m=>({flags:m.PARTITIONS_FLAGS,run:m.partitions})),keys:()=>import("../partitions-VP2EKE2L.js").then(m=>({flags:m.KEYS_FLAGS,run:m.keys})),nodes:()=>import("../nodes-I52D3CAB.js").
then(m=>({flags:m.NODES_FLAGS,run:m.nodes})),query:()=>import("../query-2USW2BN2.js").then(m=>({flags:m.QUERY_FLAGS,run:m.query})),import:()=>import("../import-2FIKVN3R.js").
then(m=>({flags:m.IMPORT_FLAGS,run:m.importCommand})),export:()=>import("../export-MYY42BUN.js").then(m=>({flags:m.EXPORT_FLAGS,run:m.exportCommand})),faults:()=>import("../faults-V75R3UV4.js").
then(m=>({flags:m.FAULTS_FLAGS,run:m.faults})),reset:()=>import("../reset-2OBO62FV.js").then(m=>({flags:m.RESET_FLAGS,run:m.reset})),advise:()=>import("../advise-URJ4Q3OR.js").
then(m=>({flags:m.ADVISE_FLAGS,run:m.advise})),simulate:()=>import("../simulate-HN5YAHUF.js").then(m=>({flags:m.SIMULATE_FLAGS,run:m.simulateCommand})),record:()=>import("../record-V4TSCHV2.js").
then(m=>({flags:m.RECORD_FLAGS,run:m.record})),repartition:()=>import("../repartition-5KIUMBFU.js").then(m=>({flags:m.REPARTITION_FLAGS,run:m.repartitionCommand})),
check:()=>import("../check-THIIX7DB.js").then(m=>({flags:m.CHECK_FLAGS,run:m.check})),copy:()=>import("../copy-NDMGNT7P.js").then(m=>({flags:m.COPY_FLAGS,
run:m.copy})),backup:()=>import("../backup-JGCIO2ET.js").then(m=>({flags:m.BACKUP_FLAGS,run:m.backup})),restore:()=>import("../restore-2NHNG3JI.js").then(
m=>({flags:m.RESTORE_FLAGS,run:m.restore})),repair:()=>import("../repair-ZEFFAUV6.js").then(m=>({flags:m.REPAIR_FLAGS,run:m.repair})),completion:()=>import("../completion-2RN4KEJ4.js").
then(m=>({flags:m.COMPLETION_FLAGS,run:args=>m.completion(args,flagsOfAll)}))};async function flagsOfAll(){const loading=Object.entries(COMMANDS).map(async([name,
load])=>[name,await load().then(({flags})=>flags,()=>[])]);return Promise.all(loading)}var OF_A_SERVICE=/^ORRERY_(SERVICE_HOST|SERVICE_PORT\w*|PORT_\d+_\w+)$/;var PREFIX="ORRERY_";async function refuseUnknownVariables(variables,own,flagsOfAll2){const isOurs=name=>name.
startsWith(PREFIX)&&!OF_A_SERVICE.test(name);const readHere=namesOf(own);const others=Object.keys(variables).filter(name=>isOurs(name)&&!readHere.has(name));if(others.
length===0)return;const commands=await flagsOfAll2();const all=namesOf(commands.flatMap(([,flags])=>flags));const unknown=others.find(name=>!all.has(name));if(unknown===
void 0)return;const near=nearestName(unknown.slice(PREFIX.length),[...readHere,...all].map(withoutPrefix));if(near===void 0&&commands.some(([,flags])=>flags.length===
0))return;const hint=near===void 0?"See --help for those that are.":`Did you mean ${PREFIX}${near}?`;throw new UsageError(`The variable ${unknown} is read by no\
 command. ${hint}`)}function namesOf(flags){return new Set(flags.map(({name})=>variableOf(name)))}function withoutPrefix(name){return name.slice(PREFIX.length)}var[command,...rest]=process.argv.slice(2);var PLAIN_ERRORS=new Set(["UsageError","FormatError","KeyValueError","Failure","RepartitionError","SeedError"]);try{if(command===
"--version"){process.stdout.write(`${PRODUCT_VERSION}
`)}else if(command===void 0||command.startsWith("-")){await run("serve",process.argv.slice(2))}else if(Object.hasOwn(COMMANDS,command)){await run(command,rest)}else{
process.stderr.write(`There is no command '${command}'. See orrery --help.
`);process.exitCode=2}}catch(error){process.stderr.write(`${plainSentence(error)}
`);process.exitCode=1}async function run(name,args){if(name!=="serve")process.stdout.on("error",endWithoutReader);const{flags,run:run2}=await COMMANDS[name]();await refuseUnknownVariables(
process.env,flags,flagsOfAll);if(await run2(args)===false)process.exitCode=1}function endWithoutReader(error){if(error.code!=="EPIPE")throw error;process.exit()}
function plainSentence(error){const{code,errno,name,message,path,port,address}=error;if(code==="EADDRINUSE")return`Port ${port} on ${address} is in use. Stop th\
e other program, or choose another port with --port.`;if(code==="ENOENT"&&path!==void 0)return`There is no file ${path}.`;if(errno!==void 0)return`That is not p\
ossible here: ${message}.`;if(code==="ERR_MODULE_NOT_FOUND"&&message.includes("@azure/cosmos"))return"This command needs the package @azure/cosmos beside this o\
ne: npm install @azure/cosmos.";if(name==="RestError")return`The endpoint cannot be reached: ${message}. Check its address.`;if(PLAIN_ERRORS.has(name))return message;
return error?.stack??String(error)}
