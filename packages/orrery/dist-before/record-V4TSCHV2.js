import{RotatedFile}from"./chunk-2IXNKQY6.js";import{askServer}from"./chunk-QWHHNF75.js";import"./chunk-5KZWRL55.js";import{endpointOf}from"./chunk-4GC6BSGV.js";
import{DEFAULT_HOST,DEFAULT_PORT,WELL_KNOWN_KEY}from"./chunk-SSPL66FW.js";import{UsageError,flagHelp,integerOf,parseFlags,sizeOf,textOf}from"./chunk-V6AEYMQJ.js";import{setTimeout as sleep}from"node:timers/promises";var RECORD_FLAGS=[{name:"out",value:"FILE",help:"the file to write, a line of JSON for each operation"},{name:"endpoint",value:"URL",help:"the server",otherwise:endpointOf(
DEFAULT_HOST,DEFAULT_PORT)},{name:"account-key",value:"KEY",help:"its account key",otherwise:"the well-known emulator key"},{name:"seconds",value:"N",help:"how \
long to record",otherwise:"until Ctrl-C"},{name:"operations",value:"N",help:"end when so many, or a few more, are recorded"},{name:"hash",help:"hide texts: the \
same text gives the same hash, with a salt that nobody learns"},{name:"max-size",value:"SIZE",help:"begin another file when one is that large",otherwise:"256MB"},
{name:"help",help:"show this"}];var RECORD_HELP=`orrery record: record what clients do with items, for advice on partition keys

${flagHelp(RECORD_FLAGS)}

Files that are full become FILE.1 to FILE.4, the oldest last; more are deleted.
`;var DEFAULT_SIZE=256*1024*1024;var SECONDS_MAX=7*86400;var OPERATIONS_MAX=1e9;var POLL_MS=200;async function record(args){const flags=parseFlags(RECORD_FLAGS,
args,process.env);if(flags.help===true){process.stdout.write(RECORD_HELP);return}const out=textOf(flags,"out");if(out===void 0)throw new UsageError("--out is ne\
eded: the file to write. See --help.");const endpoint=textOf(flags,"endpoint")??endpointOf(DEFAULT_HOST,DEFAULT_PORT);const server={endpoint,key:textOf(flags,"a\
ccount-key")??WELL_KNOWN_KEY};const sizeMax=sizeOf(flags,"max-size",DEFAULT_SIZE);const seconds=flags.seconds===void 0?void 0:integerOf(flags,"seconds",0,1,SECONDS_MAX);
const enough=flags.operations===void 0?Number.POSITIVE_INFINITY:integerOf(flags,"operations",0,1,OPERATIONS_MAX);const ask=async(method,target,body)=>{const{status,
answer}=await askServer(server,method,target,body).catch(()=>{throw new UsageError(`No server answers at ${endpoint}. Say where it is with --endpoint.`)});if(status!==
200)throw new UsageError(`The server refused: ${answer.message}`);return answer};const stop=new AbortController;const onSignal=()=>stop.abort();process.once("SI\
GINT",onSignal).once("SIGTERM",onSignal);const started=await ask("POST","recording",{hash:flags.hash===true});const file=new RotatedFile(out,sizeMax);const untilMs=seconds===
void 0?Number.POSITIVE_INFINITY:performance.now()+seconds*1e3;let next=started.next;let operations=0;let dropped=0;const take=async()=>{const part=await ask("GE\
T",`recording?from=${next}`);await file.write(part.operations.map(operation=>`${JSON.stringify(operation)}
`));({next,dropped}=part);operations+=part.operations.length;return part.operations.length>0};try{while(!stop.signal.aborted&&performance.now()<untilMs&&operations<
enough){if(!await take())await sleep(POLL_MS,void 0,{signal:stop.signal}).catch(()=>{})}}finally{await ask("DELETE","recording");while(await take());await file.
close();process.off("SIGINT",onSignal).off("SIGTERM",onSignal)}const lost=dropped===0?"":` ${dropped} came faster than they were taken, and are missing.`;process.
stdout.write(`Recorded ${operations} operations in ${out}.${lost}
`)}export{RECORD_FLAGS,record};
