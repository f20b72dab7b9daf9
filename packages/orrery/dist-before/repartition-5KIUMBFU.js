import{adviceIn}from"./chunk-CWZH4KO7.js";import{RepartitionError,parsePlace,repartition}from"./chunk-PJYXQWDH.js";import"./chunk-W33GC5RE.js";
import{WELL_KNOWN_KEY}from"./chunk-SSPL66FW.js";import"./chunk-IDJ3P7AN.js";import"./chunk-4OGY6332.js";import"./chunk-AX2ZKM5W.js";import"./chunk-IH32K4DY.js";
import"./chunk-7NBCW7XL.js";import"./chunk-2RYLY42K.js";import"./chunk-YRRMZR6P.js";import"./chunk-GAIUUIF3.js";import"./chunk-2VM4AD4A.js";
import"./chunk-7HWEX7J4.js";import"./chunk-MVGD2D4R.js";import{UsageError,flagHelp,givenName,integerOf,listOf,parseFlags,textOf}from"./chunk-V6AEYMQJ.js";import{readFile}from"node:fs/promises";var BAR=24;function moveProgressLine({progress,total,elapsedMs}){const{stage,items,spentRu,throttled,lagMs}=progress;const seconds=Math.max(elapsedMs/1e3,.001);
const parts=[stage.padEnd(6),...stage==="copy"&&total!==void 0&&total>0?[bar(items/total)]:[],`${items.toLocaleString("en")} items`,`${Math.round(spentRu/seconds).
toLocaleString("en")} RU/s`,`${throttled} \xD7 429`,...stage==="follow"?[`${(lagMs/1e3).toFixed(1)} s behind`]:[],...stage==="copy"&&total!==void 0&&items>0?[`${timeLeft(
items,total,seconds)} left`]:[]];return parts.join("  ")}function bar(share){const full=Math.round(Math.min(1,share)*BAR);return`[${"#".repeat(full)}${"-".repeat(
BAR-full)}] ${Math.floor(Math.min(1,share)*100)} %`}function timeLeft(items,total,seconds){const left=Math.max(0,Math.round((total-items)/items*seconds));const[
hours,minutes]=[Math.floor(left/3600),Math.floor(left%3600/60)];const two=number=>String(number).padStart(2,"0");return hours>0?`${hours}:${two(minutes)}:${two(
left%60)}`:`${minutes}:${two(left%60)}`}var REPARTITION_FLAGS=[{name:"from",value:"CONTAINER",help:"the container to move: ENDPOINT/database/container"},{name:"to",value:"CONTAINER",help:"the containe\
r that gets the items; made if it is not there"},{name:"key",value:"PATHS",help:"the new partition key: up to three paths, with commas"},{name:"strategy",value:"\
FILE",help:"a synthetic key instead: its description as JSON"},{name:"from-key",value:"KEY",help:"account key of --from",otherwise:"the well-known emulator key"},
{name:"to-key",value:"KEY",help:"account key of --to",otherwise:"that of --from"},{name:"max-ru",value:"N",help:"RU a second to spend at most, on both sides tog\
ether",otherwise:"no limit"},{name:"max-lag",value:"SECONDS",help:"cut over and roll back only if following to the end takes no longer",otherwise:"30"},{name:"w\
riters-stopped",help:"say that nobody writes any more, where a cut-over needs it"},{name:"share",value:"PERCENT",help:"of the reads that are mirrored",otherwise:"\
10"},{name:"seconds",value:"N",help:"how long to mirror",otherwise:"until Ctrl-C"},{name:"advice",value:"FILE",help:"what 'orrery advise' wrote with --report or\
 --json, to compare with what is mirrored"},{name:"repair",help:"bring over what verifying finds to differ"},{name:"until-caught-up",help:"end following when th\
ere is nothing more to bring over"},{name:"lease",value:"SECONDS",help:"how long the process may be silent before another goes on",otherwise:"15"},{name:"dry-ru\
n",help:"say what would be done, and write nothing"},{name:"json",help:"print results as JSON"},{name:"help",help:"show this"}];var HELP=`orrery repartition [ST\
AGE]: move a container to another partition key, while it
is in use

${flagHelp(REPARTITION_FLAGS)}

Stages: plan, copy, follow, verify, mirror, cut-over, roll-back, complete;
status, pause, resume, cancel. Without one: plan, copy, follow until caught up,
verify. Ctrl-C stops; the same command goes on.
`;async function repartitionCommand(args){const named=args[0]!==void 0&&!args[0].startsWith("-")?args[0]:void 0;const flags=parseFlags(REPARTITION_FLAGS,named===
void 0?args:args.slice(1),process.env);if(flags.help===true){process.stdout.write(HELP);return true}const stage=STAGES[named??"run"];if(stage===void 0)throw new UsageError(
`There is no stage '${named}'. See orrery repartition --help.`);const bar2=new Bar;const move=await repartition(await optionsOf(flags,progress=>bar2.show(progress)));
const stopped=new AbortController;const stop=()=>stopped.abort();process.once("SIGINT",stop).once("SIGTERM",stop);try{const output=(text,result)=>{bar2.clear();
process.stdout.write(flags.json===true?`${JSON.stringify(result)}
`:`${text}
`)};if(process.stderr.isTTY)bar2.total=(await move.plan().catch(()=>void 0))?.items;return await stage(move,flags,output,stopped.signal)}catch(error){throw asError(
error)}finally{bar2.clear();process.off("SIGINT",stop).off("SIGTERM",stop);move.dispose()}}function asError(error){if(error instanceof Error)return error;const{
code,body,message=body?.message}=error;return new RepartitionError(`The endpoint answered ${String(code)}: ${message??JSON.stringify(error)}`)}var plan=async(move,_flags,output)=>{
const planned=await move.plan();output(planText(planned),planned);return true};var status=async(move,_flags,output)=>{const now=await move.status();const lines=[
now.stage==="none"?"Nothing has begun: 'orrery repartition plan' tells what a move would do.":`It is ${now.stage}${now.isPaused?", paused":""}.`,...now.stage===
"none"?[]:[`${now.rangesCopied} of ${now.ranges} feed ranges are copied; ${now.items.toLocaleString("en")} items and changes were brought over.`],...now.isCutOver?
["It was cut over: the former container is followed, and can be rolled back to."]:[],...now.problems.map(({identity,why})=>`Cannot be moved: ${identity}. ${why}`),
...now.stage==="none"?[]:[`Next, with the same --from and --to: ${nextStage(now)}.`]];output(lines.join("\n"),now);return true};function nextStage({stage,isPaused,
isCutOver,problems}){if(isPaused)return"resume";if(stage==="copying")return"copy";if(problems.length>0)return"change these items at the source, then verify --re\
pair";return isCutOver?"follow; then complete, or roll-back":"follow; verify; then cut-over"}var copy=async(move,_flags,output,signal)=>{await move.copy({signal});
output("All items are copied. Next: follow, with the same --from and --to.",{copied:true});return true};var follow=async(move,flags,output,signal)=>{const untilCaughtUp=flags["\
until-caught-up"]===true;await move.follow({signal,untilCaughtUp}).catch(error=>{if(!signal.aborted)throw error});output("The target has followed.",{followed:true});
return true};var verify=async(move,flags,output,signal)=>{const dryRun=flags["dry-run"]===true;const found=await move.verify({signal,repair:flags.repair===true,
dryRun});output(verificationText(found),found);return found.differences===found.repaired};var mirror=async(move,flags,output,signal)=>{const seconds=flags.seconds===
void 0?void 0:integerOf(flags,"seconds",0,1,7*86400);const ends=seconds===void 0?[signal]:[signal,AbortSignal.timeout(seconds*1e3)];const file=textOf(flags,"adv\
ice");const advice=file===void 0?void 0:predictedCharges(await readFile(file,"utf8"),await move.status());const report=await move.mirror({signal:AbortSignal.any(
ends),share:integerOf(flags,"share",10,1,100)/100});output(mirrorText(report,advice),{...report,...advice===void 0?{}:{predicted:Object.fromEntries(advice)}});return report.
differing===0};var switching=way=>async(move,flags,output,signal)=>{const switched=await move[way]({signal,writersStopped:flags["writers-stopped"]===true,maxLagMs:integerOf(
flags,"max-lag",30,0,3600)*1e3,dryRun:flags["dry-run"]===true});output(switchText(switched,way==="rollBack",flags["dry-run"]===true),switched);return true};var act=(way,text)=>async(move,_flags,output)=>{
await move[way]();output(text,{done:way});return true};var run=async(move,flags,output,signal)=>{await plan(move,flags,output,signal);await move.copy({signal});
output("All items are copied.",{copied:true});await move.follow({signal,untilCaughtUp:true});const agrees=await verify(move,flags,output,signal);if(agrees)output(
"Next: orrery repartition cut-over, with the same --from and --to.",{next:"cut-over"});return agrees};var dry=(instead,stage)=>(move,flags,output,signal)=>(flags["\
dry-run"]===true?instead:stage)(move,flags,output,signal);var STAGES={run:dry(plan,run),plan,copy:dry(plan,copy),follow:dry(status,follow),verify,mirror:dry(status,
mirror),"cut-over":switching("cutOver"),"roll-back":switching("rollBack"),complete:dry(status,act("complete","The move is complete: the former container is no l\
onger followed.")),status,pause:dry(status,act("pause","The move is paused.")),resume:dry(status,act("resume","The move may go on: run its stage again.")),cancel:dry(
status,act("cancel","The move is forgotten. Both containers stay as they are."))};async function optionsOf(flags,onProgress){const[from,to]=[textOf(flags,"from"),
textOf(flags,"to")];if(from===void 0||to===void 0)throw new UsageError("Give both containers, as in --from http://127.0.0.1:8081/shop/carts --to http://127.0.0.\
1:8081/shop/carts-by-region.");const fromKey=textOf(flags,"from-key")??WELL_KNOWN_KEY;const strategy=textOf(flags,"strategy");const given=listOf(flags,"key");const wrong=given.
find(path=>!path.startsWith("/"));if(wrong!==void 0&&givenName(flags,"key")==="--key")throw new UsageError(`A path of --key begins with /, as in /${wrong}.`);const key=given.
filter(path=>path.startsWith("/"));return{from:parsePlace(from,fromKey),to:parsePlace(to,textOf(flags,"to-key")??fromKey),...key.length===0?{}:{key},...strategy===
void 0?{}:{strategy:await readStrategy(strategy)},...flags["max-ru"]===void 0?{}:{maxRu:integerOf(flags,"max-ru",0,1,1e7)},leaseMs:integerOf(flags,"lease",15,1,
600)*1e3,onProgress}}async function readStrategy(file){const text=await readFile(file,"utf8");try{return JSON.parse(text)}catch(error){throw new UsageError(`${file}\
 is no strategy in JSON: ${error.message}.`)}}var Bar=class{total;#startMs=performance.now();#shownMs=0;show(progress){const now=performance.now();if(!process.stderr.
isTTY||now-this.#shownMs<100)return;this.#shownMs=now;const facts={progress,total:this.total,elapsedMs:now-this.#startMs};process.stderr.write(`\r\x1B[K${moveProgressLine(
facts)}`)}clear(){if(process.stderr.isTTY&&this.#shownMs>0)process.stderr.write("\r\x1B[K")}};function planText(planned){const{key,mode,items,bytes,feedRanges,readRu,
writeRu,seconds,createsTarget}=planned;const figure=number=>number.toLocaleString("en");return[`Key: ${key.paths.join(", ")}${planned.strategy===void 0?"":`, co\
mputed (${planned.strategy.kind})`}`,`Items: ${figure(items)}, ${figure(bytes)} bytes, in ${feedRanges} feed range${feedRanges===1?"":"s"}`,`About ${figure(readRu)}\
 RU to read and ${figure(writeRu)} RU to write; ${seconds} s at least`,`Target: ${createsTarget?"is made":"is there"}`,`Changes: ${mode==="allVersions"?"all ver\
sions and deletes":"latest versions; deletes by comparing"}`,`Goes along: ${planned.goesAlong.join(", ")}`,`Does not: ${planned.staysBehind.join("; ")}`,...planned.
warnings.map(warning=>`Warning: ${warning}`)].join("\n")}function verificationText(found){const{ranges,differences,repaired,sampled,examples,changing}=found;const items=ranges.
reduce((sum,{sourceItems})=>sum+sourceItems,0);const outcome=differences===0?"both sides agree":`${differences} differ, ${repaired===0?"":`${repaired} repaired,\
 `}such as ${examples.join(", ")}`;return`Verified ${items} items in ${ranges.length} feed range${ranges.length===1?"":"s"}, ${sampled} of them whole: ${outcome}\
.${changing===0?"":` ${changing} were changed too often to tell.`}`}function predictedCharges(text,{key,strategy}){const same=adviceIn(text).candidates.find(candidate=>JSON.
stringify(candidate.key)===JSON.stringify(key)&&candidate.strategy===null===(strategy===void 0));if(same===void 0)throw new UsageError(`The advice says nothing \
of the key ${key.join(", ")}.`);return new Map(same.measures.operationsNow.map(({name,charge})=>[name,charge]))}function mirrorText(report,predicted){const{reads,
differing,failed,examples,kinds}=report;const outcome=differing===0?"all agree":`${differing} differ, such as ${examples.join(", ")}`;const lines=[`Compared ${reads}\
 reads: ${outcome}.${failed===0?"":` ${failed} could not be asked.`}`];if(kinds.length===0)return lines[0];const rows=kinds.map(({name,reads:count,liveRu,otherRu})=>[
name.length>36?`${name.slice(0,35)}\u2026`:name,String(count),liveRu.toFixed(2),otherRu.toFixed(2),...predicted===void 0?[]:[predicted.get(name)?.toFixed(2)??"-"]]);
const head=["read","count","RU now","RU then",...predicted===void 0?[]:["advised"]];for(const[name,...cells]of[head,...rows])lines.push(`${name.padEnd(37)}${cells.
map(cell=>cell.padStart(9)).join("")}`);return lines.join("\n")}function switchText({exchanged,pauseMs,live,at},isBack,isDry){if(isDry)return"It could be done n\
ow, if bringing over what was changed meanwhile takes no longer than --max-lag.";const done=exchanged?`The containers exchanged their names at ${at}; writers wa\
ited for ${pauseMs} ms.`:`Both sides were the same at ${at}: write to '${live}' from now on. Nothing else was changed.`;const next=isBack?"The move is where it \
was before: cut over again, or cancel it.":"The former container is followed while 'follow' runs, and can be rolled back to until 'complete'.";return`${done} ${next}`}export{REPARTITION_FLAGS,repartitionCommand};
