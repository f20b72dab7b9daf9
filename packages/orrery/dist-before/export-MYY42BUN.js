import{clientOf,plainError,sdkContainer}from"./chunk-JQ3YWCNW.js";import{ACCOUNT_FLAGS,accountOf,containerName}from"./chunk-KUOPONGI.js";import"./chunk-QWHHNF75.js";
import"./chunk-5KZWRL55.js";import"./chunk-4GC6BSGV.js";import"./chunk-SSPL66FW.js";import{UsageError,flagHelp,parseCommandLine,textOf}from"./chunk-V6AEYMQJ.js";import{createWriteStream}from"node:fs";import{rename,rm}from"node:fs/promises";import{Readable}from"node:stream";import{pipeline}from"node:stream/promises";import{
createGzip}from"node:zlib";var EXPORT_FLAGS=[...ACCOUNT_FLAGS,{name:"out",value:"FILE",help:"the file: an array if it ends in .json, else lines; gzip if it ends in .gz",otherwise:"lines o\
n standard output"},{name:"query",value:"TEXT",help:"rows of this query instead of all items"},{name:"system",help:"keep _rid, _self, _etag, _attachments and _t\
s"},{name:"json",help:"print the result as one line of JSON, with --out"},{name:"help",help:"show this"}];var HELP=`orrery export DATABASE/CONTAINER: write the \
items of a container

${flagHelp(EXPORT_FLAGS)}

Works on every endpoint of the protocol; needs the package @azure/cosmos beside
this one.
`;var SYSTEM=["_rid","_self","_etag","_attachments","_ts"];var PAGE_ITEMS=1e3;var SHOW_EVERY_MS=200;async function exportCommand(args){const{flags,words}=parseCommandLine(
EXPORT_FLAGS,args,process.env,1);if(flags.help===true){process.stdout.write(HELP);return}const account=accountOf(flags);const name=containerName(words[0]);const out=textOf(
flags,"out");if(/\.csv(\.gz)?$/i.test(out??""))throw new UsageError("Items are exported as JSON, not as CSV: name a file that ends in .json or .ndjson.");const client=clientOf(
account);const count={items:0,charge:0};const isArray=/\.json(\.gz)?$/i.test(out??"");const text=textOf(flags,"query")??"SELECT * FROM c";const rows=rowsOf(sdkContainer(
client,name),text,flags.system===true,count);try{if(out===void 0)return await pipeline(Readable.from(textOfRows(rows,false)),process.stdout,{end:false});const part=`${out}\
.part`;const steps=[Readable.from(textOfRows(rows,isArray)),.../\.gz$/i.test(out)?[createGzip()]:[]];try{await pipeline([...steps,createWriteStream(part)])}catch(error){
await rm(part,{force:true});throw error}await rename(part,out);const result={items:count.items,charge:Math.round(count.charge*100)/100,out};process.stdout.write(
flags.json===true?`${JSON.stringify(result)}
`:`${count.items.toLocaleString("en")} items in ${out}, ${result.charge} RU.
`)}catch(error){throw plainError(account,error)}finally{client.dispose()}}async function*rowsOf(container,text,keepsSystem,count){const pages=container.items.query(
text,{maxItemCount:PAGE_ITEMS});let shownMs=0;while(pages.hasMoreResults()){const{resources=[],requestCharge}=await pages.fetchNext();count.items+=resources.length;
count.charge+=requestCharge;if(process.stderr.isTTY&&performance.now()-shownMs>SHOW_EVERY_MS){shownMs=performance.now();process.stderr.write(`\r\x1B[K${count.items.
toLocaleString("en")} items`)}yield keepsSystem?resources:resources.map(withoutSystem)}if(shownMs>0)process.stderr.write("\r\x1B[K")}function withoutSystem(row){
if(typeof row!=="object"||row===null||Array.isArray(row))return row;return Object.fromEntries(Object.entries(row).filter(([name])=>!SYSTEM.includes(name)))}async function*textOfRows(pages,isArray){
let isFirst=true;if(isArray)yield"[\n";for await(const rows of pages){if(rows.length===0)continue;const lines=rows.map(row=>JSON.stringify(row)).join(isArray?",\
\n":"\n");yield isArray?`${isFirst?"":",\n"}${lines}`:`${lines}
`;isFirst=false}if(isArray)yield"\n]\n"}export{EXPORT_FLAGS,exportCommand};
