import{tableMark,verifyFolder}from"./chunk-NC73DPF2.js";import{UsageError}from"./chunk-V6AEYMQJ.js";import{constants}from"node:fs";import{copyFile,link,mkdir,readdir,readFile,rename,rm,writeFile}from"node:fs/promises";import{join}from"node:path";import{crc32}from"node:zlib";var FORMAT=1;var TABLES="tables";var BackupFolder=class{#folder;constructor(folder){this.#folder=folder}async names(){const files=await readdir(this.#folder).catch(
()=>[]);return files.filter(file=>/^\d{8}T\d{6}\.\d{3}Z\.json$/.test(file)).map(file=>file.slice(0,-".json".length)).sort()}async read(name){const path=join(this.#folder,
`${name}.json`);try{const[json="",crc]=(await readFile(path,"utf8")).split("\n");if(String(crc32(json))!==crc)throw new UsageError(`${path} is damaged: it does \
not match its checksum.`);const backup=JSON.parse(json);if(backup.format!==FORMAT)throw new UsageError(`${path} was made by another version of Orrery.`);return backup}catch(error){
if(error instanceof UsageError)throw error;throw new UsageError(`${path} cannot be read: ${error.message}.`)}}async add(name,takenAt,checkpoint,progress){const before=await this.#lastFiles();
const known=new Map([...before].map(([file,{mark}])=>[file,mark??""]));const{damage,tables}=await verifyFolder(checkpoint,known);const[first]=damage;if(first!==
void 0)throw new UsageError(`Nothing was backed up: ${first.file} is damaged: ${first.finding}.`);const own=join(this.#folder,name);await mkdir(join(this.#folder,
TABLES),{recursive:true});await mkdir(own,{recursive:true});const files=[];let bytes=0;let newBytes=0;const names=(await readdir(checkpoint)).sort();for(const[i,
file]of names.entries()){const mark=tables.get(file);const earlier=mark===void 0?void 0:before.get(file);const isKnown=earlier?.mark===mark&&earlier!==void 0&&await this.#has(
earlier);const added=isKnown?earlier:await this.#addFile(join(checkpoint,file),file,name,mark);files.push(added);bytes+=added.size;if(!isKnown)newBytes+=added.size;
progress(i+1,names.length)}const backup={format:FORMAT,takenAt,files};const json=JSON.stringify(backup);await writeWhole(join(this.#folder,`${name}.json`),Buffer.
from(`${json}
${crc32(json)}
`));return{name,files:files.length,bytes,newBytes}}async restore(backup,target,progress){await mkdir(target,{recursive:true});for(const[i,file]of backup.files.entries()){
const path=join(target,file.name);await copyFile(join(this.#folder,file.stored),path,constants.COPYFILE_FICLONE).catch(error=>{throw new UsageError(`${file.stored}\
 of the backup cannot be read: ${error.message}.`)});const bytes=await readFile(path);if(bytes.length!==file.size||crc32(bytes)!==file.crc){throw new UsageError(
`${join(this.#folder,file.stored)} is damaged: it does not match its checksum.`)}progress(i+1,backup.files.length)}const{damage}=await verifyFolder(target);if(damage.
length>0)throw new UsageError(`The backup is damaged: ${damage[0].file}: ${damage[0].finding}.`)}async keepLast(count){const names=await this.names();const old=names.
slice(0,-count);for(const name of old){await rm(join(this.#folder,`${name}.json`));await rm(join(this.#folder,name),{recursive:true,force:true})}const used=new Set;
for(const name of names.slice(-count)){for(const{stored}of(await this.read(name)).files)used.add(stored)}for(const table of await readdir(join(this.#folder,TABLES))){
if(!used.has(`${TABLES}/${table}`))await rm(join(this.#folder,TABLES,table))}return old.length}async#lastFiles(){const last=(await this.names()).at(-1);if(last===
void 0)return new Map;return new Map((await this.read(last)).files.map(file=>[file.name,file]))}async#has({stored,size}){const mark=await tableMark(join(this.#folder,
stored));return mark?.startsWith(`${size} `)===true}async#addFile(path,file,name,mark){const bytes=await readFile(path);const crc=crc32(bytes);const stored=mark===
void 0?`${name}/${file}`:`${TABLES}/${crc.toString(16).padStart(8,"0")}-${file}`;const to=join(this.#folder,stored);if(mark===void 0||!await isLinked(path,to)){
await writeWhole(to,bytes);if(!bytes.equals(await readFile(to)))throw new UsageError(`${to} does not hold what was written to it.`)}return{name:file,stored,size:bytes.
length,crc,...mark!==void 0&&{mark}}}};async function isLinked(from,to){try{await rm(to,{force:true});await link(from,to);return true}catch{return false}}async function writeWhole(path,bytes){
await writeFile(`${path}.new`,bytes,{flush:true});await rename(`${path}.new`,path)}function progressLine(what){if(process.stderr.isTTY!==true)return()=>{};let shown=-1;return(done,all)=>{const percent=Math.floor(100*done/all);if(percent===shown)
return;shown=percent;process.stderr.write(`\r${what}: ${percent} %${done===all?"\n":""}`)}}export{BackupFolder,progressLine};
