import{FILES_KEPT,formerFile}from"./chunk-2IXNKQY6.js";import{advise,htmlReport,parseLocation,parseScale,readContainer,readDefinition,readItemFile,textReport}from"./chunk-CWZH4KO7.js";
import{WELL_KNOWN_KEY}from"./chunk-SSPL66FW.js";import"./chunk-IDJ3P7AN.js";import"./chunk-4OGY6332.js";import"./chunk-AX2ZKM5W.js";import"./chunk-IH32K4DY.js";
import"./chunk-7NBCW7XL.js";import"./chunk-2RYLY42K.js";import"./chunk-YRRMZR6P.js";import"./chunk-GAIUUIF3.js";import"./chunk-2VM4AD4A.js";
import"./chunk-7HWEX7J4.js";import{UsageError,flagHelp,integerOf,parseFlags,textOf}from"./chunk-V6AEYMQJ.js";import{existsSync}from"node:fs";import{readFile,writeFile}from"node:fs/promises";import{basename}from"node:path";var ADVISE_FLAGS=[{name:"items",value:"FILE|URL",help:"a JSON array, NDJSON or CSV, also with gzip, or a container as https://ACCOUNT/db/container"},{name:"acco\
unt-key",value:"KEY",help:"key of the account of a container",otherwise:"the well-known emulator key"},{name:"max-ru",value:"N",help:"request units to spend on \
reading a container",otherwise:"10000"},{name:"traffic",value:"FILE",help:"what 'orrery record' has written"},{name:"workload",value:"FILE",help:"operations wit\
h their rates, in YAML, instead of traffic",excludes:["traffic"]},{name:"scale",value:"FILE|K=V,\u2026",help:"itemsPerDay, retentionDays, peakFactor, budget and\
 prices"},{name:"replays",value:"N",help:"how many of the best are replayed",otherwise:"3"},{name:"replay-seconds",value:"N",help:"how long the traffic is that \
is replayed",otherwise:"60"},{name:"report",value:"FILE",help:"write the report as one HTML page"},{name:"json",help:"print everything as JSON"},{name:"help",help:"\
show this"}];var ADVISE_HELP=`orrery advise: measure which partition key suits your items and your traffic

${flagHelp(ADVISE_FLAGS)}

It reads only, and tries keys in memory. Exits with 1 if no key is good.
`;async function advise2(args){const flags=parseFlags(ADVISE_FLAGS,args,process.env);if(flags.help===true){process.stdout.write(ADVISE_HELP);return true}const workload=textOf(
flags,"workload");const stop=new AbortController;const onInterrupt=()=>stop.abort(new UsageError("Stopped. Nothing was written."));process.once("SIGINT",onInterrupt);
const progress=progressLine();let hasMore=false;const onEnd=(spent,isWhole)=>{hasMore=!isWhole;progress.say(`${isWhole?"All":"A part of the"} items were read, f\
or ${Math.round(spent)} RU.`)};try{const advice=await advise({items:itemsOf(flags,onEnd),hasMore:()=>hasMore,...workload===void 0?{}:{workload:{text:await readFile(
workload,"utf8"),name:basename(workload)}},...await trafficOf(flags),...await presentOf(flags),scale:await scaleOf(flags),replays:integerOf(flags,"replays",3,0,
10),replaySeconds:integerOf(flags,"replay-seconds",60,5,110),progress:progress.show,signal:stop.signal});progress.clear();const report=textOf(flags,"report");if(report!==
void 0)await writeFile(report,htmlReport(advice));process.stdout.write(flags.json===true?`${JSON.stringify(advice)}
`:textReport(advice));if(report!==void 0&&flags.json!==true)process.stdout.write(`
The report is in ${report}.
`);return advice.verdict.isGood}finally{progress.clear();process.off("SIGINT",onInterrupt)}}function itemsOf(flags,onEnd){const items=textOf(flags,"items");if(items===
void 0)throw new UsageError("--items is needed: a file, or https://ACCOUNT/db/container. See --help.");const location=parseLocation(items);if(location===void 0)
return readItemFile(items);return readContainer({...location,key:textOf(flags,"account-key")??WELL_KNOWN_KEY,ruMax:integerOf(flags,"max-ru",1e4,1,1e8),onEnd})}async function presentOf(flags){
const location=parseLocation(textOf(flags,"items")??"");if(location===void 0)return{};const key=textOf(flags,"account-key")??WELL_KNOWN_KEY;return{present:{...await readDefinition(
{...location,key}),location:textOf(flags,"items")}}}async function trafficOf(flags){const file=textOf(flags,"traffic");if(file===void 0)return{};if(!existsSync(
file))throw new UsageError(`There is no file ${file}: 'orrery record --out ${file}' makes it.`);const files=[file];for(let i=1;i<=FILES_KEPT&&existsSync(formerFile(
file,i));i++)files.unshift(formerFile(file,i));const container=parseLocation(textOf(flags,"items")??"")?.container;return{traffic:{lines:linesOf(files),container}}}
async function*linesOf(files){for(const file of files)yield*readItemFile(file)}async function scaleOf(flags){const scale=textOf(flags,"scale");if(scale===void 0)
return parseScale("peakFactor=1");return parseScale(/^\w+=/.test(scale)?scale:await readFile(scale,"utf8"))}var QUIET_MS=1e3;var REDRAW_MS=200;function progressLine(){
const isTerminal=process.stderr.isTTY===true;const start=performance.now();let drawn=start+QUIET_MS-REDRAW_MS;let isShown=false;const clear=()=>{if(isShown)process.
stderr.write("\r\x1B[K");isShown=false};return{clear,say:sentence=>{clear();process.stderr.write(`${sentence}
`)},show:(what,part)=>{const now=performance.now();if(!isTerminal||now-drawn<REDRAW_MS)return;drawn=now;isShown=true;process.stderr.write(`\r\x1B[K${what}${part===
void 0?"":` ${Math.round(part*100)} %`} \u2026`)}}}export{ADVISE_FLAGS,advise2 as advise};
