import{paintFor}from"./chunk-RIN7YOFW.js";import{bar,printable,table}from"./chunk-IGHSDAYQ.js";import{ACCOUNT_FLAGS,accountOf,askControl,containerName,
controlPath}from"./chunk-KUOPONGI.js";import"./chunk-QWHHNF75.js";import"./chunk-5KZWRL55.js";import"./chunk-4GC6BSGV.js";import"./chunk-SSPL66FW.js";
import{sizeText}from"./chunk-GAIUUIF3.js";import{flagHelp,integerOf,parseCommandLine}from"./chunk-V6AEYMQJ.js";import{setTimeout as sleep}from"node:timers/promises";var BAR_WIDE=20;var BAR_NARROW=8;var WIDE_COLUMNS=100;var CONTAINERS_SHOWN=8;function topScreen(figures,{columns,rows},paint){const{endpoint,at,containers,shown}=figures;
const sum=of=>containers.reduce((total,each)=>total+of(each),0);const used=sum(each=>each.usedRuPerSecond);const throttled=sum(each=>each.throttledPerSecond);const totals=`${figure(
used)} RU/s, ${figure(throttled)} \xD7 429/s, ${figure(sum(each=>each.items))} items`;const barWidth=columns<WIDE_COLUMNS?BAR_NARROW:BAR_WIDE;const busiest2=[...containers].
sort((a,b)=>b.usedRuPerSecond-a.usedRuPerSecond);const lines=[`${paint.bold("orrery top")}  ${endpoint}  ${at.toTimeString().slice(0,8)}  ${throttled>0?paint.red(
totals):totals}`,"",...linesOf(containersTable(busiest2.slice(0,CONTAINERS_SHOWN),barWidth,paint)),...containers.length>CONTAINERS_SHOWN?[`and ${containers.length-
CONTAINERS_SHOWN} more`]:[],...containers.length===0?["There are no containers yet."]:[],...shown===void 0?[]:shownLines(shown,barWidth,paint)];return lines.slice(
0,Math.max(1,rows-1)).map(line2=>cut(line2,columns))}function containersTable(containers,barWidth,paint){if(containers.length===0)return"";return table(["contai\
ner","key","RU/s","used","","429/s","parts","items","size"],containers.map(each=>[`${each.database}/${each.container}`,each.partitionKey.paths?.join(",")??"",each.
throughput.ruPerSecond,each.usedRuPerSecond,bar(each.usedRuPerSecond/Math.max(1,each.throughput.ruPerSecond),barWidth),each.throttledPerSecond,each.partitions,each.
items,sizeText(each.bytes)]),heat(4,5,paint))}function shownLines({name,partitions,keys},barWidth,paint){const lastSecond=each=>each.lastSecond?.ru??0;const total=keys.
consumers.reduce((sum,{count})=>sum+count,0);return["",paint.bold(`Partitions of ${printable(name)}`),...linesOf(table(["partition","RU/s","last second","","429\
s/min","items","size"],partitions.map(each=>[each.id,each.ruPerSecond,lastSecond(each),bar(lastSecond(each)/Math.max(1,each.ruPerSecond),barWidth),each.thisMinute?.
throttled??0,each.items,sizeText(each.storageBytes)]),heat(3,4,paint))),"",paint.bold("Keys by request units of the last hour"),...keys.consumers.length===0?["n\
one yet"]:linesOf(table(["key","RU","of these","partition"],keys.consumers.map(({key,count,partition})=>[key.slice(0,40),count,bar(count/Math.max(1,total),barWidth),
partition])))]}function heat(barColumn,refusalColumn,{red,yellow,green}){return(text,column)=>{if(column===refusalColumn)return/^\s*0$/.test(text)?text:red(text);
if(column!==barColumn)return text;const full=text.split("\u2588").length-1;const share=full/text.trim().length;return share===1?red(text):share>.8?yellow(text):
green(text)}}function linesOf(text){return text.split("\n").filter(line2=>line2!=="")}function cut(line2,columns){const parts=line2.split(/(\x1b\[\d+m)/);let left=columns;
const shown=parts.map(part=>{if(part.startsWith("\x1B["))return part;const text=[...part].slice(0,left).join("");left-=[...text].length;return text});return shown.
join("")}function figure(number){return number.toLocaleString("en",{maximumFractionDigits:1})}var TOP_FLAGS=[...ACCOUNT_FLAGS,{name:"every",value:"SECONDS",help:"how often to look",otherwise:"1"},{name:"once",help:"look once, and end"},{name:"json",help:"\
print a line of JSON each time"},{name:"help",help:"show this"}];var HELP=`orrery top [DATABASE/CONTAINER]: containers, partitions and keys, live; without
one, of the busiest container

${flagHelp(TOP_FLAGS)}

q or Ctrl+C ends it. Where the output is no terminal, it looks once.
`;var KEYS_SHOWN=10;var CTRL_C="";var OTHER_SCREEN="\x1B[?1049h\x1B[?25l";var OWN_SCREEN="\x1B[?25h\x1B[?1049l";var PLAIN_SIZE={columns:160,rows:1e3};async function top(args){
const{flags,words}=parseCommandLine(TOP_FLAGS,args,process.env,1);if(flags.help===true){process.stdout.write(HELP);return}const account=accountOf(flags);const name=words[0]===
void 0?void 0:containerName(words[0])&&words[0];const everyMs=integerOf(flags,"every",1,1,3600)*1e3;const isJson=flags.json===true;const isLive=flags.once!==true&&
(isJson||process.stdout.isTTY===true);const first=await look(account,name);if(!isLive){process.stdout.write(isJson?line(first):plain(first));return}if(isJson)return watch(
account,name,everyMs,first,figures=>process.stdout.write(line(figures)));process.stdout.write(OTHER_SCREEN);try{await watch(account,name,everyMs,first,figures=>{
const{columns,rows}=process.stdout;const lines=topScreen(figures,{columns,rows},paintFor(process.stdout));process.stdout.write(`\x1B[H${lines.map(each=>`${each}\
\x1B[K
`).join("")}\x1B[J`)})}finally{process.stdout.write(OWN_SCREEN)}}async function watch(account,name,everyMs,first,show){const stop=new AbortController;const end=()=>stop.
abort();const onKey=keys=>{if(["q",CTRL_C].includes(keys.toString()))end()};process.once("SIGINT",end).once("SIGTERM",end);const{stdin}=process;if(stdin.isTTY)stdin.
setRawMode(true).on("data",onKey).resume();try{for(let figures=first;!stop.signal.aborted;figures=await look(account,name)){show(figures);await sleep(everyMs,void 0,
{signal:stop.signal}).catch(()=>{})}}finally{if(stdin.isTTY)stdin.setRawMode(false).off("data",onKey).pause();process.off("SIGINT",end).off("SIGTERM",end)}}async function look(account,name){
const{containers}=await askControl(account,"containers");const shown=name??busiest(containers);const figures={endpoint:account.endpoint,at:new Date,containers};
if(shown===void 0)return figures;const path=controlPath(containerName(shown));const[{partitions},keys]=await Promise.all([askControl(account,`${path}/partitions`),
askControl(account,`${path}/keys?limit=${KEYS_SHOWN}`)]);return{...figures,shown:{name:shown,partitions,keys}}}function busiest(containers){const[first]=[...containers].
sort((a,b)=>b.usedRuPerSecond-a.usedRuPerSecond||b.items-a.items);return first&&`${first.database}/${first.container}`}function line(figures){return`${JSON.stringify(
figures)}
`}function plain(figures){return topScreen(figures,PLAIN_SIZE,paintFor(process.stdout)).map(each=>`${each.trimEnd()}
`).join("")}export{TOP_FLAGS,top};
