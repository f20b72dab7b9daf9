import{UsageError}from"./chunk-V6AEYMQJ.js";import{readFile as readFile2,rename,stat,writeFile}from"node:fs/promises";import{join as join2}from"node:path";import{crc32}from"node:zlib";import{readdir,readFile}from"node:fs/promises";import{join}from"node:path";var Unreadable=class extends Error{name="Unreadable"};var ByteCursor=class{#bytes;#at=0;constructor(bytes){this.#bytes=bytes}get isAtEnd(){return this.#at>=this.#bytes.
length}byte(){const byte=this.#bytes[this.#at++];if(byte===void 0)throw new Unreadable("it ends too early");return byte}varint(){let number=0;for(let scale=1;scale<=
2**49;scale*=128){const byte=this.byte();number+=(byte&127)*scale;if(byte<128)return number}throw new Unreadable("a number in it is too large")}bytes(length){if(this.#at+
length>this.#bytes.length)throw new Unreadable("it ends too early");this.#at+=length;return this.#bytes.subarray(this.#at-length,this.#at)}text(){return this.bytes(
this.varint())}};var POLYNOMIAL=2197175160;var MASK_DELTA=2726488792;var TABLES=makeTables();function crc32c(bytes){const view=new DataView(bytes.buffer,bytes.byteOffset,bytes.length);
const wide=bytes.length-bytes.length%16;let crc=-1;for(let at=0;at<wide;at+=16){const a=crc^view.getInt32(at,true);const b=view.getInt32(at+4,true);const c=view.
getInt32(at+8,true);const d=view.getInt32(at+12,true);crc=word(a,3840)^word(b,2816)^word(c,1792)^word(d,768)}for(let at=wide;at<bytes.length;at++)crc=step(crc,bytes[at]);
return~crc>>>0}function unmaskedCrc(masked){const rotated=masked-MASK_DELTA>>>0;return(rotated>>>17|rotated<<15)>>>0}function crcOfPrefixes(bytes,visit){let crc=-1;
for(let at=0;at<bytes.length;at++){crc=step(crc,bytes[at]);if(visit(at+1,~crc>>>0))return at+1}return void 0}function step(crc,byte){return TABLES[(crc^byte)&255]^
crc>>>8}function word(bits,first){return TABLES[first+(bits&255)]^TABLES[first-256+(bits>>>8&255)]^TABLES[first-512+(bits>>>16&255)]^TABLES[first-768+(bits>>>24)]}
function makeTables(){const tables=new Int32Array(16*256);for(let byte=0;byte<256;byte++){let crc=byte;for(let bit=0;bit<8;bit++)crc=crc&1?crc>>>1^POLYNOMIAL:crc>>>
1;tables[byte]=crc}for(let at=256;at<tables.length;at++){const before=tables[at-256];tables[at]=before>>>8^tables[before&255]}return tables}var BLOCK_BYTES=32*1024;var HEADER_BYTES=7;var FULL=1;var FIRST=2;var LAST=4;function readLog(log){const records=[];const damage=[];let parts=[];let begin;let at=0;
const lose=(offset,end)=>{damage.push({offset:begin??offset,bytes:end-(begin??offset)});begin=void 0};for(;;){at=skipFiller(log,at);if(at>=log.length)break;const fragment=fragmentAt(
log,at);if(fragment===void 0){const next=nextRecord(log,at+1);if(next===void 0&&!hasWrongLength(log,at))break;lose(at,next??log.length);at=next??log.length;continue}
const{type,payload,end}=fragment;const isBegin=type===FULL||type===FIRST;if(isBegin&&begin!==void 0)lose(begin,at);if(isBegin)[begin,parts]=[at,[payload]];else if(begin!==
void 0)parts.push(payload);else if(damage.length===0)lose(at,end);if(begin!==void 0&&(type===FULL||type===LAST)){records.push(Buffer.concat(parts));begin=void 0}
at=end}const tailAt=begin??at;const tail=tailAt<log.length?{offset:tailAt,bytes:log.length-tailAt}:void 0;return{records,damage,tail}}function skipFiller(log,at){
const left=BLOCK_BYTES-at%BLOCK_BYTES;return left<HEADER_BYTES?Math.min(at+left,log.length):at}function fragmentAt(log,at){const blockEnd=Math.min(log.length,at-
at%BLOCK_BYTES+BLOCK_BYTES);if(at+HEADER_BYTES>blockEnd)return void 0;const type=log[at+6];const end=at+HEADER_BYTES+log.readUInt16LE(at+4);if(type<FULL||type>LAST||
end>blockEnd)return void 0;if(unmaskedCrc(log.readUInt32LE(at))!==crc32c(log.subarray(at+6,end)))return void 0;return{type,payload:log.subarray(at+HEADER_BYTES,
end),end}}function nextRecord(log,from){for(let at=from;at+HEADER_BYTES<=log.length;at++){const type=log[at+6];const isEmpty=log[at+4]===0&&log[at+5]===0;if((type===
FULL||type===FIRST)&&!isEmpty&&fragmentAt(log,at)!==void 0)return at}return void 0}function hasWrongLength(log,at){const blockEnd=Math.min(log.length,at-at%BLOCK_BYTES+
BLOCK_BYTES);if(at+HEADER_BYTES>blockEnd)return false;const type=log[at+6];if(type<FULL||type>LAST)return false;const wanted=unmaskedCrc(log.readUInt32LE(at));return crcOfPrefixes(
log.subarray(at+6,blockEnd),(_,crc)=>crc===wanted)!==void 0}function tableName({number}){return`${String(number).padStart(6,"0")}.ldb`}function parseManifest(bytes){const{records,damage,tail}=readLog(bytes);if(records.length===
0)throw new Unreadable("none of its records is whole");const tables=new Map;let logNumber=0;for(const record of records){const edit=new ByteCursor(record);while(!edit.
isAtEnd)logNumber=applyField(edit,tables)??logNumber}return{tables:[...tables.values()],logNumber,bytes:bytes.length,damage,tail}}function applyField(edit,tables){
const tag=edit.varint();switch(tag){case 1:edit.text();return void 0;case 2:return edit.varint();case 3:case 4:case 9:edit.varint();return void 0;case 5:edit.varint();
edit.text();return void 0;case 6:edit.varint();tables.delete(edit.varint());return void 0;case 7:{const[level,number,size]=[edit.varint(),edit.varint(),edit.varint()];
const[smallest,largest]=[edit.text().subarray(0,-8),edit.text().subarray(0,-8)];tables.set(number,{level,number,size,smallest,largest});return void 0}default:throw new Unreadable(
`the manifest has a field of the unknown kind ${tag}`)}}var CURRENT="CURRENT";async function listFiles(folder){const names=await readdir(folder).catch(error=>{if(error.code==="ENOENT")return[];throw error});const numbered=pattern=>new Map(
names.filter(name=>pattern.test(name)).map(name=>[Number.parseInt(name,10),name]).sort(([a],[b])=>a-b));const tables=numbered(/^\d+\.(ldb|sst)$/);const logs=numbered(
/^\d+\.log$/);return{tables,logs,hasCurrent:names.includes(CURRENT),hasData:tables.size+logs.size>0}}function isManifest(name){return name.startsWith("MANIFEST-")}
async function currentManifest(folder){const current=await readWhole(join(folder,CURRENT));const name=/^(MANIFEST-\d+)\n$/.exec(current.toString("latin1"))?.[1];
if(name===void 0)throw new Unreadable("it names no manifest");return name}async function readManifest(folder,name){return parseManifest(await readWhole(join(folder,
name)))}async function readWhole(path){try{return await readFile(path)}catch(error){const{code,message}=error;if(code==="ENOENT")throw new Unreadable("it is mis\
sing");throw code==="EIO"?new Unreadable(`the disk cannot read it (${message})`):error}}var NAME="tables.json";async function tableMark(path){try{const{size,ino,mtimeNs}=await stat(path,{bigint:true});return`${size} ${ino} ${mtimeNs}`}catch(error){
if(error.code==="ENOENT")return void 0;throw error}}async function readKnownTables(folder){const text=await readFile2(join2(folder,NAME),"utf8").catch(()=>"");const[
json="",crc]=text.split("\n");return String(crc32(json))===crc?new Map(Object.entries(JSON.parse(json))):new Map}async function writeKnownTables(folder,tables){
const json=JSON.stringify(Object.fromEntries(tables));const path=join2(folder,NAME);try{await writeFile(`${path}.new`,`${json}
${crc32(json)}
`);await rename(`${path}.new`,path)}catch{}}async function noteTables(folder){const marks=new Map;for(const name of(await listFiles(folder)).tables.values()){const mark=await tableMark(
join2(folder,name));if(mark!==void 0)marks.set(name,mark)}await writeKnownTables(folder,marks)}import{join as join5}from"node:path";import{open,readFile as readFile3,rename as rename2,stat as stat2,writeFile as writeFile2}from"node:fs/promises";import{join as join3}from"node:path";import{crc32 as crc322}from"node:zlib";var NAME2="closed.json";async function writeCloseMark(folder){const manifest=await currentManifest(folder);const sizes={};for(const name of[manifest,...(await listFiles(
folder)).logs.values()]){sizes[name]=await syncedSize(join3(folder,name))}const text=JSON.stringify({manifest,sizes});const path=join3(folder,NAME2);await writeFile2(
`${path}.new`,`${text}
${crc322(text)}
`);await rename2(`${path}.new`,path)}async function readCloseMark(folder,manifest){const text=await readFile3(join3(folder,NAME2),"utf8").catch(()=>"");const[json="",
crc]=text.split("\n");if(String(crc322(json))!==crc)return void 0;const mark=JSON.parse(json);return mark.manifest===manifest?mark:void 0}async function syncedSize(path){
const file=await open(path,"r+");try{await file.datasync();return(await stat2(path)).size}finally{await file.close()}}import{readFile as readFile4,rename as rename3,writeFile as writeFile3}from"node:fs/promises";import{join as join4}from"node:path";var NAME3="damage.json";async function readFoundDamage(folder){
let text;try{text=await readFile4(join4(folder,NAME3),"utf8")}catch(error){if(error.code==="ENOENT")return[];throw error}try{return JSON.parse(text).map(({file,
finding,keys})=>({file,finding,...keys&&{keys:{from:Buffer.from(keys[0],"hex"),last:Buffer.from(keys[1],"hex")}}}))}catch{return[{file:NAME3,finding:"it tells o\
f damage that was found earlier, and cannot be read"}]}}async function writeFoundDamage(folder,damage){const stored=damage.map(({file,finding,keys})=>({file,finding,
...keys&&{keys:[keys.from.toString("hex"),keys.last.toString("hex")]}}));const path=join4(folder,NAME3);await writeFile3(`${path}.new`,JSON.stringify(stored),{flush:true});
await rename3(`${path}.new`,path)}var UNPACKED_BYTES_MAX=256*1024*1024;function unpackSnappy(packed){const cursor=new ByteCursor(packed);const length=cursor.varint();if(length>UNPACKED_BYTES_MAX)
throw new Unreadable("it would be too large unpacked");const unpacked=Buffer.alloc(length);let at=0;while(!cursor.isAtEnd){const tag=cursor.byte();if((tag&3)===
0){const literal=cursor.bytes(literalLength(tag>>>2,cursor)+1);if(at+literal.length>length)throw new Unreadable("it is longer than it says");literal.copy(unpacked,
at);at+=literal.length}else{const{distance,count}=copyOf(tag,cursor);if(distance===0||distance>at||at+count>length){throw new Unreadable("it repeats what is not\
 there")}for(const end=at+count;at<end;at++)unpacked[at]=unpacked[at-distance]}}if(at!==length)throw new Unreadable("it is shorter than it says");return unpacked}
function literalLength(inTag,cursor){return inTag<60?inTag:littleEndian(cursor,inTag-59)}function copyOf(tag,cursor){if((tag&3)===1)return{count:4+(tag>>>2&7),distance:(tag>>>
5)*256+cursor.byte()};const count=1+(tag>>>2);return{count,distance:littleEndian(cursor,(tag&3)===2?2:4)}}function littleEndian(cursor,bytes){return cursor.bytes(
bytes).readUIntLE(0,bytes)}var FOOTER_BYTES=48;var MAGIC=0xdb4775248b80fb57n;var SNAPPY=1;var TableFile=class{#bytes;constructor(bytes){this.#bytes=bytes}damage(){const footer=this.#footer();
if(footer===void 0)return[{offset:this.#bytes.length-FOOTER_BYTES,what:"end"}];const{meta,index}=footer;if(!this.#isWhole(meta))return[{offset:meta.offset,what:"\
filter"}];if(!this.#isWhole(index))return[{offset:index.offset,what:"index"}];const filters=this.#handlesIn(meta).filter(({handle})=>!this.#isWhole(handle));return[
...filters.map(({handle})=>({offset:handle.offset,what:"filter"})),...this.#damagedBlocks(this.#handlesIn(index))]}rescue(){const footer=this.#footer();if(footer!==
void 0&&this.#isWhole(footer.index)){const blocks=this.#handlesIn(footer.index);return{rows:this.#rows(blocks.map(({handle})=>handle)),lost:this.#damagedBlocks(
blocks).flatMap(({keys})=>keys??[])}}const found=this.#blocksWithoutIndex();const[rows,end]=footer===void 0?this.#beforeIndex(found):this.#beforeFilter(found,footer);
const isComplete=end!==void 0&&(rows.at(-1)===void 0?0:endOf(rows.at(-1)))===end;return{rows:this.#rows(rows),lost:isComplete?[]:void 0}}#damagedBlocks(blocks){
const found=[];let after;for(const{key,handle}of blocks){const last=key.subarray(0,-8);if(!this.#isWhole(handle)){const keys=after===void 0?{last}:{after,last};
found.push({offset:handle.offset,what:"block of rows",keys})}after=last}return found}*#rows(handles){for(const handle of handles){if(!this.#isWhole(handle))continue;
for(const{key,value}of entriesOf(this.#block(handle)))yield rowOf(key,value)}}#blocksWithoutIndex(){const handles=[];for(let offset=0;;){const rest=this.#bytes.
subarray(offset);const length=crcOfPrefixes(rest.subarray(0,-4),(length2,crc)=>unmaskedCrc(rest.readUInt32LE(length2))===crc);if(length===void 0)return handles;
handles.push({offset,size:length-1});offset+=length+4}}#beforeIndex(found){const index=found.at(-1);if(index===void 0||endOf(index)!==this.#bytes.length-FOOTER_BYTES)
return[[],void 0];const rows=this.#handlesIn(index).map(({handle})=>handle);return[rows,rows.length===0?0:endOf(rows.at(-1))]}#beforeFilter(found,{meta}){if(!this.#isWhole(
meta))return[[],void 0];const end=Math.min(meta.offset,...this.#handlesIn(meta).map(({handle})=>handle.offset));return[found.filter(({offset})=>offset<end),end]}#footer(){
const{length}=this.#bytes;if(length<FOOTER_BYTES||this.#bytes.readBigUInt64LE(length-8)!==MAGIC)return void 0;try{const footer=new ByteCursor(this.#bytes.subarray(
length-FOOTER_BYTES));return{meta:handleFrom(footer),index:handleFrom(footer)}}catch(error){if(!(error instanceof Unreadable))throw error;return void 0}}#handlesIn(block){
return[...entriesOf(this.#block(block))].map(({key,value})=>({key,handle:handleFrom(new ByteCursor(value))}))}#isWhole({offset,size}){const end=offset+size+1;if(end+
4>this.#bytes.length)return false;return unmaskedCrc(this.#bytes.readUInt32LE(end))===crc32c(this.#bytes.subarray(offset,end))}#block({offset,size}){const content=this.#bytes.
subarray(offset,offset+size);return this.#bytes[offset+size]===SNAPPY?unpackSnappy(content):content}};function handleFrom(cursor){return{offset:cursor.varint(),
size:cursor.varint()}}function endOf({offset,size}){return offset+size+5}function*entriesOf(block){const restarts=block.readUInt32LE(block.length-4);const cursor=new ByteCursor(
block.subarray(0,block.length-4-4*restarts));let key=Buffer.alloc(0);while(!cursor.isAtEnd){const shared=cursor.varint();const rest=cursor.varint();const size=cursor.
varint();key=Buffer.concat([key.subarray(0,shared),cursor.bytes(rest)]);yield{key,value:cursor.bytes(size)}}}function rowOf(innerKey,value){const end=innerKey.length-
8;return{key:innerKey.subarray(0,end),value:innerKey[end]===0?null:value,sequence:innerKey.readUIntLE(end+1,6)+innerKey[end+7]*2**48}}var HEADER_BYTES2=12;function rowsOfBatch(record){if(record.length<HEADER_BYTES2)throw new Unreadable("a record of the log is too short");const first=record.readUIntLE(
0,6)+record.readUInt16LE(6)*2**48;const count=record.readUInt32LE(8);const cursor=new ByteCursor(record.subarray(HEADER_BYTES2));const rows=[];while(!cursor.isAtEnd){
const isPut=cursor.byte()===1;const key=cursor.text();rows.push({key,value:isPut?cursor.text():null,sequence:first+rows.length})}if(rows.length!==count)throw new Unreadable(
"a record of the log has another number of writes than it says");return rows}async function verifyFolder(folder,known=new Map){return new FolderCheck(folder,known).run()}function damageOfTable(name,table,bytes){const keys={from:table.smallest,
last:table.largest};if(bytes.length!==table.size){return[{file:name,finding:`it has ${bytes.length} bytes and should have ${table.size}`,keys}]}try{return new TableFile(
bytes).damage().map(found=>({file:name,finding:tableFinding(found),keys:{from:found.keys?.after??keys.from,last:found.keys?.last??keys.last}}))}catch(error){if(!(error instanceof
Unreadable))throw error;return[{file:name,finding:error.message,keys}]}}var FolderCheck=class{#folder;#known;#tables=new Map;#damage=[];#torn=[];#files=0;#bytes=0;constructor(folder,known){
this.#folder=folder;this.#known=known}async run(){const files=await listFiles(this.#folder);if(files.hasCurrent)await this.#checkCurrent(files);else if(files.hasData)
this.#report(CURRENT,"it is missing");for(const found of await readFoundDamage(this.#folder)){if(!this.#damage.some(({file,finding})=>file===found.file&&finding===
found.finding)){this.#damage.push(found)}}return{damage:this.#damage,torn:this.#torn,files:this.#files,bytes:this.#bytes,tables:this.#tables}}async#checkCurrent(files){
const name=await this.#readable(CURRENT,()=>currentManifest(this.#folder));if(name===void 0)return;const manifest=await this.#readable(name,()=>readManifest(this.#folder,
name));if(manifest===void 0)return;const mark=await readCloseMark(this.#folder,name);this.#checkLog(name,manifest,mark);await this.#checkTables(manifest,files);
await this.#checkLogs(manifest,files,mark)}async#checkTables({tables},files){for(const table of tables){const name=files.tables.get(table.number);const keys={from:table.
smallest,last:table.largest};if(name===void 0)this.#report(tableName(table),"it is missing",keys);else await this.#checkTable(name,table)}}async#checkTable(name,table){
const mark=await tableMark(join5(this.#folder,name));if(mark===void 0||mark!==this.#known.get(name)){const bytes=await this.#read(name);if(bytes===void 0)return;
const found=damageOfTable(name,table,bytes);this.#damage.push(...found);if(found.length>0)return}if(mark!==void 0)this.#tables.set(name,mark)}async#checkLogs({logNumber},files,mark){
if(logNumber>0&&!files.logs.has(logNumber)&&mark===void 0){this.#report(`${String(logNumber).padStart(6,"0")}.log`,"it is missing")}const names=new Set(files.logs.
values());for(const name of Object.keys(mark?.sizes??{})){if(name.endsWith(".log")&&!names.has(name))this.#report(name,"it is missing")}for(const[number,name]of files.
logs){if(number<logNumber)continue;const bytes=await this.#read(name);if(bytes===void 0)continue;const content=readLog(bytes);this.#checkLog(name,{...content,bytes:bytes.
length},mark);await this.#readable(name,()=>{for(const record of content.records)rowsOfBatch(record)})}}#checkLog(name,{damage,tail,bytes},mark){for(const stretch of damage)
this.#report(name,stretchFinding(stretch));const closedAt=mark?.sizes[name];if(closedAt!==void 0&&closedAt!==bytes){this.#report(name,`it has ${bytes} bytes and\
 had ${closedAt} when the database was closed`)}else if(tail!==void 0&&closedAt!==void 0){this.#report(name,stretchFinding(tail))}else if(tail!==void 0){this.#torn.
push({file:name,...tail})}}async#read(name){const bytes=await this.#readable(name,()=>readWhole(join5(this.#folder,name)));this.#files++;this.#bytes+=bytes?.length??
0;return bytes}async#readable(file,read){try{return await read()}catch(error){if(!(error instanceof Unreadable))throw error;this.#report(file,error.message);return void 0}}#report(file,finding,keys){
this.#damage.push(keys===void 0?{file,finding}:{file,finding,keys})}};function tableFinding({what,offset}){return what==="end"?"its end is not that of a table":
`the ${what} at byte ${offset} does not match its checksum`}function stretchFinding({offset,bytes}){return`${bytes} bytes from byte ${offset} on do not match th\
eir checksums`}import{mkdir,readdir as readdir2,stat as stat3}from"node:fs/promises";import{dirname,join as join6}from"node:path";var NAME_THE_FOLDER="Name the data folder with --data.";async function makeDataFolder(folder){try{await makeFolder(folder)}catch(error){if(error instanceof UsageError)
throw error;throw new UsageError(`The data folder ${folder} cannot be made: ${error.message}. Name another with --data.`)}}function storeFolder(dataFolder){return join6(
dataFolder,"store")}async function checkDataFolder(folder,advice){await checkFolder(folder,advice);const files=await readdir2(storeFolder(folder)).catch(()=>[]);
if(files.length===0)throw new UsageError(`There is no data of Orrery in ${folder}. ${advice??NAME_THE_FOLDER}`)}async function checkFolder(folder,advice=NAME_THE_FOLDER){
const found=await stat3(folder).catch(()=>void 0);if(found===void 0){throw new UsageError(`There is no folder ${folder}. ${advice}`)}if(!found.isDirectory())throw isNoFolder(
folder)}async function makeFolder(folder){const found=await stat3(folder).catch(()=>void 0);if(found?.isDirectory())return;if(found!==void 0)throw isNoFolder(folder);
const parent=dirname(folder);if(parent!==folder)await makeFolder(parent);await mkdir(folder).catch(error=>{if(error.code!=="EEXIST")throw error})}function isNoFolder(path){
return new UsageError(`${path} is not a folder. Name a folder for the data with --data.`)}export{Unreadable,readLog,tableName,parseManifest,CURRENT,listFiles,isManifest,currentManifest,readManifest,readWhole,writeCloseMark,tableMark,readKnownTables,writeKnownTables,
noteTables,writeFoundDamage,TableFile,rowsOfBatch,verifyFolder,damageOfTable,makeDataFolder,storeFolder,checkDataFolder,checkFolder};
