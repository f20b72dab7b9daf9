import{NO_PAINT,paintFor}from"./chunk-RIN7YOFW.js";import{bar,table}from"./chunk-IGHSDAYQ.js";import{comparedKeys,declaredLoad,readItemFile,seededRandom,
simulate,vehicleEvents}from"./chunk-CWZH4KO7.js";import"./chunk-IDJ3P7AN.js";import"./chunk-4OGY6332.js";import"./chunk-AX2ZKM5W.js";import"./chunk-IH32K4DY.js";
import"./chunk-7NBCW7XL.js";import"./chunk-2RYLY42K.js";import"./chunk-YRRMZR6P.js";import"./chunk-GAIUUIF3.js";import"./chunk-2VM4AD4A.js";
import"./chunk-7HWEX7J4.js";import{UsageError,flagHelp,givenName,integerOf,parseFlags,textOf}from"./chunk-V6AEYMQJ.js";import{readFile}from"node:fs/promises";import{basename}from"node:path";var BAR=24;var STEPS="\u2581\u2582\u2583\u2584\u2585\u2586\u2587\u2588";var ONE_SIDED=.9;function simulationLines({keys,seconds,ruPerPartition},paint){return keys.
flatMap(key=>{const over=Math.max(0,...key.partitions.map(({ru})=>ru.length));const state=key.result===void 0?paint.dim(`second ${over} of ${seconds}`):verdict(
key,paint);return[`${paint.bold(key.name)}  ${state}`,...key.partitions.map(({ru,refused},i)=>{const use=average(ru)/ruPerPartition;const drawn=bar(use,BAR);const colour=use>
.97?paint.red:use>.8?paint.yellow:paint.green;const no=sum(refused);const turnedAway=no===0?"":paint.red(`${no.toLocaleString("en")} \xD7 429`);const share=`${Math.
round(use*100)} %`.padStart(5);return`  partition ${i}  ${colour(drawn)} ${share}  ${spark(ru,ruPerPartition)}  ${turnedAway}`}),""]})}function simulationSummary({
keys}){const names=keys[0]?.result?.charges.map(({name})=>name)??[];return table(["key","at once","429s","given up","wait",...names.map(name=>`${name}: RU`)],keys.
flatMap(({name,result})=>result===void 0?[]:[[name.replace(" suffixes",""),percent(result.accepted/Math.max(1,result.operations)),result.refused,result.lost,`${(result.
waitMs/1e3).toFixed(2)} s`,...result.charges.map(({charge,visits})=>`${charge.toFixed(1)} on ${visits.toFixed(1)}`)]]))}function oneSidedness(key){const totals=key.
partitions.map(({ru,refused})=>sum(ru)+sum(refused));const all=sum(totals);const share=all===0?0:Math.max(...totals)/all;if(key.partitions.length<2||share<ONE_SIDED)
return void 0;return`${share>.995?"all":percent(share)} of the load went to one of ${key.partitions.length} partitions`}function verdict(key,paint){const{accepted,
operations}=key.result;const share=accepted/Math.max(1,operations);const text=`${percent(share)} done at once`;const why=oneSidedness(key);if(why!==void 0)return paint.
red(`${text}: ${why}`);return share>.99?paint.green(text):paint.yellow(text)}function spark(values,full){return values.map(value=>STEPS[Math.min(STEPS.length-1,
Math.floor(value/full*STEPS.length))]).join("")}function percent(share){return`${(share*100).toFixed(share>.995||share<.1?1:0)} %`}function average(values){return values.
length===0?0:sum(values)/values.length}function sum(values){return values.reduce((total,value)=>total+value,0)}var SIMULATE_FLAGS=[{name:"items",value:"FILE",help:"a JSON array, NDJSON or CSV, also with gzip",otherwise:"vehicle events"},{name:"workload",value:"FILE",help:"\
operations on them with their rates, in YAML",otherwise:"writes, and few reads"},{name:"key",value:"PATH",help:"the partition key to try",otherwise:"/day"},{name:"\
of",value:"PATH",help:"the property that a computed suffix comes from",otherwise:"/vin, or /id with --items"},{name:"suffixes",value:"N",help:"how many suffixes",
otherwise:"400"},{name:"ru",value:"N",help:"RU/s of the container",otherwise:"30000"},{name:"partitions",value:"N",help:"physical partitions",otherwise:"one for\
 every 6,000 RU/s"},{name:"writes",value:"N",help:"requests a second, without --workload",otherwise:"3000"},{name:"seconds",value:"N",help:"how long the load la\
sts, in simulated time",otherwise:"5"},{name:"json",help:"print everything as one line of JSON"},{name:"help",help:"show this"}];var HELP=`orrery simulate: a lo\
ad on a large container, in simulated time: a key, with a
random suffix, with a computed suffix

${flagHelp(SIMULATE_FLAGS)}

Containers are in memory, budgets are enforced, time stands still while this
machine works: it shows what a large container does, however slow the machine
is.
`;var RU_PER_PARTITION=6e3;var DRAW_EVERY_MS=100;async function simulateCommand(args){const flags=parseFlags(SIMULATE_FLAGS,args,process.env);if(flags.help===true){
process.stdout.write(HELP);return}const plan=planOf(flags);const stop=new AbortController;const onSignal=()=>stop.abort();process.once("SIGINT",onSignal).once("\
SIGTERM",onSignal);const startMs=performance.now();const keys=comparedKeys(plan,seededRandom(1)).map(({name})=>({name,partitions:[]}));const chart=new Chart(plan,
keys);try{for(const[i,candidate]of comparedKeys(plan,seededRandom(1)).entries()){const result=await simulate(candidate,await plan.load(),{partitions:plan.partitions,
ruPerSecond:plan.ruPerSecond,seconds:plan.seconds,signal:stop.signal,onSecond:partitions2=>{keys[i]={name:candidate.name,partitions:partitions2};chart.draw()}});
if(stop.signal.aborted)throw new UsageError("Stopped.");keys[i]={name:candidate.name,partitions:result.partitions,result};chart.draw()}}finally{process.off("SIG\
INT",onSignal).off("SIGTERM",onSignal);chart.clear()}const tookMs=performance.now()-startMs;const{ruPerSecond,partitions,seconds}=plan;const facts={ruPerSecond,
partitions,seconds,tookMs:Math.round(tookMs)};process.stdout.write(flags.json===true?`${JSON.stringify({...facts,keys})}
`:chart.text(facts.tookMs))}function planOf(flags){const items=textOf(flags,"items");const workload=textOf(flags,"workload");if(items===void 0!==(workload===void 0))
throw new UsageError("--items and --workload go together: the load is about the items.");const ruPerSecond=integerOf(flags,"ru",3e4,400,1e6);const usual=Math.max(
1,Math.ceil(ruPerSecond/RU_PER_PARTITION));const writes=integerOf(flags,"writes",3e3,1,1e5);return{key:pathOf(flags,"key","/day"),of:pathOf(flags,"of",items===void 0?
"/vin":"/id"),suffixes:integerOf(flags,"suffixes",400,2,1e3),ruPerSecond,partitions:integerOf(flags,"partitions",usual,1,100),seconds:integerOf(flags,"seconds",
5,2,110),load:async()=>items===void 0||workload===void 0?vehicleEvents(writes):declaredLoad(readItemFile(items),{text:await readFile(workload,"utf8"),name:basename(
workload)},seededRandom(1))}}function pathOf(flags,name,otherwise){const path=textOf(flags,name)??otherwise;if(!path.startsWith("/"))throw new UsageError(`${givenName(
flags,name)} is a path, which begins with /, as in /${path}.`);return path}var Chart=class{#plan;#keys;#drawnLines=0;#drawnMs=0;constructor(plan,keys){this.#plan=
plan;this.#keys=keys}get#frame(){const{seconds,ruPerSecond,partitions}=this.#plan;return{keys:this.#keys,seconds,ruPerPartition:ruPerSecond/partitions}}draw(){const now=performance.
now();if(process.stderr.isTTY!==true||now-this.#drawnMs<DRAW_EVERY_MS)return;this.#drawnMs=now;const lines=simulationLines(this.#frame,paintFor(process.stderr));
const up=this.#drawnLines===0?"":`\x1B[${this.#drawnLines}A`;process.stderr.write(`${up}${lines.map(line=>`${line}\x1B[K
`).join("")}\x1B[J`);this.#drawnLines=lines.length}clear(){if(this.#drawnLines>0)process.stderr.write(`\x1B[${this.#drawnLines}A\x1B[J`);this.#drawnLines=0}text(tookMs){
const{ruPerSecond,partitions,seconds}=this.#plan;const figure=number=>number.toLocaleString("en");const paint=process.stdout.isTTY===true?paintFor(process.stdout):
NO_PAINT;return[`${figure(ruPerSecond)} RU/s on ${partitions} partitions, ${seconds} s of load, simulated in ${(tookMs/1e3).toFixed(1)} s`,"",...simulationLines(
this.#frame,paint).map(line=>line.trimEnd()),simulationSummary(this.#frame)].join("\n")}};export{SIMULATE_FLAGS,simulateCommand};
