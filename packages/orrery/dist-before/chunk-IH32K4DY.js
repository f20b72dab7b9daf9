import{KeyValueError}from"./chunk-7NBCW7XL.js";import assert2 from"node:assert/strict";import{performance}from"node:perf_hooks";var LOCK_LIMITS={waitingMax:2e3,waitMs:3e4};var LockRefusal=class extends KeyValueError{retryAfterMs;constructor(code,message,retryAfterMs){super(code,message);
this.name="LockRefusal";this.retryAfterMs=retryAfterMs}};var KeyedLock=class{#held=new Map;async run(key,work,terms){const turn=this.enter(key,terms);if(turn!==
void 0)await turn;try{return await work()}finally{this.leave(key)}}enter(key,terms={}){if(this.#held.has(key))return this.#turn(key,terms);this.#held.set(key,void 0);
return void 0}isAwaited(key){return(this.#held.get(key)?.size??0)>0}get size(){return this.#held.size}#turn(key,{name="this",isPatient=false}){const line=this.#held.
get(key)??new Set;this.#held.set(key,line);if(!isPatient&&line.size>=LOCK_LIMITS.waitingMax)throw crowded(name,line);return new Promise((resolve,reject)=>{const giveUp=()=>{
line.delete(waiter);reject(contended(name))};const timer=isPatient?void 0:setTimeout(giveUp,LOCK_LIMITS.waitMs);const waiter={sinceMs:performance.now(),start:()=>{
clearTimeout(timer);resolve()}};line.add(waiter)})}leave(key){const line=this.#held.get(key);const[next]=line??[];if(next===void 0)this.#held.delete(key);else{line.
delete(next);next.start()}}};function crowded(name,line){const[first]=line;return new LockRefusal("crowded",`${line.size} writes wait for ${name}. Wait a little\
 and repeat the request, or spread the writes over more keys.`,Math.max(1,performance.now()-first.sinceMs))}function contended(name){return new LockRefusal("con\
tended",`The request waited ${LOCK_LIMITS.waitMs/1e3} seconds for ${name}, which others were writing to. Nothing was done. Repeat the request, or spread the wri\
tes over more keys.`,LOCK_LIMITS.waitMs)}var NODE_MAX=64;var OrderedMap=class _OrderedMap{#less;#token=Symbol();#root={token:this.#token,keys:[],values:[]};#size=0;constructor(less){this.#less=less}get size(){
return this.#size}clone(){const copy=new _OrderedMap(this.#less);copy.#root=this.#root;copy.#size=this.#size;this.#token=Symbol();return copy}get(key){let node=this.#root;
while("children"in node)node=node.children[this.#firstAbove(node.keys,key)];const index=this.#firstNotBelow(node.keys,key);return this.#isKeyAt(node.keys,index,
key)?node.values[index]:void 0}set(key,value){this.#root=this.#own(this.#root);const split=this.#set(this.#root,key,value);if(split!==void 0){this.#root={token:this.#token,
keys:[split.key],children:[this.#root,split.right]}}}delete(key){if(this.get(key)===void 0)return false;this.#root=this.#own(this.#root);this.#delete(this.#root,
key);while("children"in this.#root&&this.#root.children.length===1){this.#root=this.#root.children[0]}return true}entries(range,max){const found=[];if(range.reverse===
true)this.#collectBackward(this.#root,range,max,found);else this.#collectForward(this.#root,range,max,found);return found}#own(node){if(node.token===this.#token)
return node;return"children"in node?{...node,token:this.#token,keys:node.keys.slice(),children:node.children.slice()}:{...node,token:this.#token,keys:node.keys.
slice(),values:node.values.slice()}}#set(node,key,value){if(!("children"in node)){const index2=this.#firstNotBelow(node.keys,key);if(this.#isKeyAt(node.keys,index2,
key)){node.values[index2]=value;return void 0}node.keys.splice(index2,0,key);node.values.splice(index2,0,value);this.#size++;if(node.keys.length<=NODE_MAX)return void 0;
const middle2=index2===NODE_MAX?NODE_MAX:NODE_MAX>>1;const keys2=node.keys.splice(middle2);return{key:keys2[0],right:{token:this.#token,keys:keys2,values:node.values.
splice(middle2)}}}const index=this.#firstAbove(node.keys,key);const child=node.children[index]=this.#own(node.children[index]);const split=this.#set(child,key,value);
if(split===void 0)return void 0;node.keys.splice(index,0,split.key);node.children.splice(index+1,0,split.right);if(node.children.length<=NODE_MAX)return void 0;
const middle=index+1===NODE_MAX?NODE_MAX-1:NODE_MAX>>1;const children=node.children.splice(middle+1);const[separator,...keys]=node.keys.splice(middle);return{key:separator,
right:{token:this.#token,keys,children}}}#delete(node,key){if(!("children"in node)){const index2=this.#firstNotBelow(node.keys,key);node.keys.splice(index2,1);node.
values.splice(index2,1);this.#size--;return}const index=this.#firstAbove(node.keys,key);const child=node.children[index]=this.#own(node.children[index]);this.#delete(
child,key);if(width(child)===0){node.children.splice(index,1);node.keys.splice(index===0?0:index-1,1)}else if(width(child)<NODE_MAX>>2){this.#join(node,index===
0?0:index-1)}}#join(node,index){const left=node.children[index];const right=node.children[index+1];if(right===void 0||width(left)+width(right)>NODE_MAX>>1)return;
const joined=node.children[index]=this.#own(left);const[separator]=node.keys.splice(index,1);node.children.splice(index+1,1);if("children"in joined&&"children"in
right){joined.keys.push(separator,...right.keys);joined.children.push(...right.children)}else if("values"in joined&&"values"in right){joined.keys.push(...right.
keys);joined.values.push(...right.values)}}#collectForward(node,range,max,found){const{from,to}=range;if("children"in node){const first2=from===void 0?0:this.#firstAbove(
node.keys,from);const last=to===void 0?node.keys.length:this.#firstNotBelow(node.keys,to);for(let i=first2;i<=last&&found.length<max;i++){this.#collectForward(node.
children[i],range,max,found)}return}const first=from===void 0?0:this.#firstNotBelow(node.keys,from);const end=to===void 0?node.keys.length:this.#firstNotBelow(node.
keys,to);for(let i=first;i<end&&found.length<max;i++){found.push({key:node.keys[i],value:node.values[i]})}}#collectBackward(node,range,max,found){const{from,to}=range;
if("children"in node){const first2=from===void 0?0:this.#firstAbove(node.keys,from);const last=to===void 0?node.keys.length:this.#firstNotBelow(node.keys,to);for(let i=last;i>=
first2&&found.length<max;i--){this.#collectBackward(node.children[i],range,max,found)}return}const first=from===void 0?0:this.#firstNotBelow(node.keys,from);const end=to===
void 0?node.keys.length:this.#firstNotBelow(node.keys,to);for(let i=end-1;i>=first&&found.length<max;i--){found.push({key:node.keys[i],value:node.values[i]})}}#isKeyAt(keys,index,key){
return index<keys.length&&!this.#less(key,keys[index])}#firstNotBelow(keys,key){let low=0;let high=keys.length;while(low<high){const middle=low+high>>>1;if(this.#less(
keys[middle],key))low=middle+1;else high=middle}return low}#firstAbove(keys,key){let low=0;let high=keys.length;while(low<high){const middle=low+high>>>1;if(this.#less(
key,keys[middle]))high=middle;else low=middle+1}return low}};function width(node){return"children"in node?node.children.length:node.keys.length}var CHUNK_ROWS=256;var FIRST_CHUNK_KEYS=64;var CHUNK_KEYS=1024;var CHUNK_ROWS_MAX=4096;var CHUNK_BYTES=256*1024;function*chunkSizes({chunkRows,keysOnly=false,limit=CHUNK_ROWS_MAX}){
if(chunkRows===void 0&&keysOnly&&limit>CHUNK_KEYS){for(let keys=FIRST_CHUNK_KEYS;keys<CHUNK_KEYS;keys*=2)yield keys}const most=chunkRows??(keysOnly?CHUNK_KEYS:CHUNK_ROWS);
for(;;)yield Math.min(most,limit,CHUNK_ROWS_MAX)}import assert from"node:assert/strict";var SPACE_BYTES=4;var SPACE_MAX=4294967294;function spaceKey(space,key){const full=Buffer.allocUnsafe(SPACE_BYTES+key.length);
writeSpace(full,space);full.set(key,SPACE_BYTES);return full}function spaceOf(full){return full.readUInt32BE(0)}function spaceRange(space,range){return{from:range.
from===void 0?spaceStart(space):spaceKey(space,range.from),to:range.to===void 0?spaceEnd(space):spaceKey(space,range.to)}}function copyBareKey(full){return Buffer.
from(full.subarray(SPACE_BYTES))}function spaceStart(space){const bytes=Buffer.allocUnsafe(SPACE_BYTES);writeSpace(bytes,space);return bytes}function spaceEnd(space){
const bytes=spaceStart(space);bytes.writeUInt32BE(space+1,0);return bytes}function writeSpace(bytes,space){assert(Number.isInteger(space)&&space>=0&&space<=SPACE_MAX,
`no such space: ${space}`);bytes[0]=space>>>24;bytes[1]=space>>>16;bytes[2]=space>>>8;bytes[3]=space}var LISTED_MAX=64;var OwnWrites=class{#list=[];#map;get isEmpty(){return this.#list.length===0&&this.#map===void 0}set(space,key,value){const fullKey=spaceKey(space,
key);if(this.#map===void 0&&this.#list.length<LISTED_MAX)this.#list.push({key:fullKey,value});else this.#ordered().set(fullKey,value)}get(space,key){return this.
isEmpty?void 0:this.find(spaceKey(space,key))}find(fullKey){if(this.#map!==void 0)return this.#map.get(fullKey);for(let i=this.#list.length-1;i>=0;i--){const{key,
value}=this.#list[i];if(key.length===fullKey.length&&key.equals(fullKey))return value}return void 0}all(){return this.#map===void 0?this.#list:this.#map.entries(
{},this.#map.size)}#ordered(){if(this.#map===void 0){this.#map=new OrderedMap((a,b)=>compareBytes(a,b)<0);for(const{key,value}of this.#list)this.#map.set(key,value);
this.#list=[]}return this.#map}async*scanOver(base,space,options){const own=this.isEmpty?[]:this.#ownRows(space,options);if(own.length===0){yield*base.scan(space,
options);return}const{limit,valuesOnly:_,...unlimited}=options;const chunkRows=options.chunkRows??CHUNK_ROWS;let left=limit??Number.POSITIVE_INFINITY;if(left<=0)
return;const merge=new Merge(own,options);for await(const chunk of base.scan(space,{...unlimited,chunkRows:Math.min(chunkRows,left+own.length)})){for(const rows of slices(
merge.next(chunk),chunkRows,left)){left-=rows.length;yield rows}if(left<=0)return}yield*slices(merge.rest(),chunkRows,left)}#ownRows(space,options){const writes=this.#ordered();
return writes.entries({...spaceRange(space,options),reverse:options.reverse},writes.size)}};var Merge=class{#own;#reverse;#keysOnly;#position=0;constructor(own,{
reverse=false,keysOnly=false}){this.#own=own;this.#reverse=reverse;this.#keysOnly=keysOnly}next(committed){const rows=[];for(const row of committed){let isReplaced=false;
for(;this.#position<this.#own.length;this.#position++){const entry=this.#own[this.#position];const order=compareBytes(entry.key.subarray(SPACE_BYTES),row.key);if(this.#reverse?
order<0:order>0)break;if(order===0)isReplaced=true;this.#push(rows,entry)}if(!isReplaced)rows.push(row)}return rows}rest(){const rows=[];for(const entry of this.#own.
slice(this.#position))this.#push(rows,entry);return rows}#push(rows,{key,value}){if(value===null)return;rows.push({key:copyBareKey(key),value:this.#keysOnly?Buffer.
alloc(0):Buffer.from(value)})}};function*slices(rows,chunkRows,max){const end=Math.min(rows.length,max);for(let start=0;start<end;start+=chunkRows)yield rows.slice(
start,Math.min(start+chunkRows,end))}function compareBytes(a,b){const length=Math.min(a.length,b.length);for(let i=0;i<length;i++){const difference=a[i]-b[i];if(difference!==
0)return difference}return a.length-b.length}var Transactions=class{#reader;#commit;#locks=new KeyedLock;#queued=new Map;#running=0;#isClosed=false;#whenIdle=[];constructor(reader,commit){this.#reader=reader;
this.#commit=commit}async run(lock,work,terms){if(this.#isClosed)throw new KeyValueError("closed","The store is closed.");this.#running++;try{const turn=this.#locks.
enter(lock,terms);if(turn!==void 0)await turn;const{result,committed}=await this.#transact(lock,work);if(committed!==void 0)await committed;return result}finally{
this.#running--;if(this.#running===0)for(const resolve of this.#whenIdle.splice(0))resolve()}}async#transact(lock,work){const before=this.#queued.get(lock)??NOTHING_QUEUED;
const last=before.at(-1);const transaction=new BufferedTransaction(this.#reader,before);try{const running=work(transaction);const result=running instanceof Promise?
await running:running;if(last?.hasFailed)await last.committed;const writes=transaction.finish();if(writes.isEmpty){await last?.committed;transaction.committed();
return{result}}if(transaction.isPassedOnEarly&&this.#locks.isAwaited(lock)){const committed=this.#queue(lock,writes,transaction);if(committed!==void 0)return{result,
committed}}else await this.#commit(writes,()=>transaction.undo());transaction.committed();return{result}}catch(error){await last?.committed;throw error}finally{
transaction.end();this.#locks.leave(lock)}}#queue(lock,writes,transaction){const queued={writes,committed:void 0,hasFailed:false};const committing=this.#commit(
writes,()=>{queued.hasFailed=true;transaction.undo()});if(committing===void 0)return void 0;this.#queued.set(lock,[...this.#queued.get(lock)??NOTHING_QUEUED,queued]);
queued.committed=committing.then(()=>{this.#unqueue(lock,queued);transaction.committed()},error=>{this.#unqueue(lock,queued);throw error});return queued.committed}#unqueue(lock,queued){
const left=this.#queued.get(lock).filter(other=>other!==queued);if(left.length===0)this.#queued.delete(lock);else this.#queued.set(lock,left)}async close(){this.#isClosed=
true;if(this.#running===0)return;await new Promise(resolve=>{this.#whenIdle.push(resolve)})}};var NOTHING_QUEUED=[];var BufferedTransaction=class{#reader;#before;#writes=new OwnWrites;#assigns=[];#notices=[];#undos=[];#isOpen=true;isPassedOnEarly=false;constructor(reader,before){
this.#reader=reader;this.#before=before}get isAhead(){return this.#before.length>0}passOnEarly(){this.isPassedOnEarly=true}get(space,key){const written=this.#written(
space,key);if(written===void 0)return this.#reader.get(space,key);return Promise.resolve(written===null?void 0:Buffer.from(written))}async getMany(space,keys){const values=await this.#reader.
getMany(space,keys);for(const[index,key]of keys.entries()){const written=this.#written(space,key);if(written!==void 0)values[index]=written===null?void 0:Buffer.
from(written)}return values}#written(space,key){if(this.#before.length===0)return this.#writes.get(space,key);const fullKey=spaceKey(space,key);let value=this.#writes.
find(fullKey);for(let i=this.#before.length-1;value===void 0&&i>=0;i--)value=this.#before[i].writes.find(fullKey);return value}scan(space,options={}){const layers=[
...this.#before.map(({writes})=>writes),this.#writes];const top=layers.reduce((base,writes)=>({scan:(at,terms={})=>writes.scanOver(base,at,terms)}),this.#reader);
return top.scan(space,options)}put(space,key,value){assert2(this.#isOpen,"write after the end of the transaction");this.#writes.set(space,key,value)}delete(space,key){
assert2(this.#isOpen,"write after the end of the transaction");this.#writes.set(space,key,null)}beforeCommit(assign){assert2(this.#isOpen,"write after the end o\
f the transaction");this.#assigns.push(assign)}afterCommit(notice){assert2(this.#isOpen,"write after the end of the transaction");this.#notices.push(notice)}afterFailure(undo){
assert2(this.#isOpen,"write after the end of the transaction");this.#undos.push(undo)}undo(){for(const undo of this.#undos.reverse())undo()}committed(){for(const notice of this.#notices)
notice()}finish(){try{for(const assign of this.#assigns)assign()}catch(error){this.undo();throw error}this.end();return this.#writes}end(){this.#isOpen=false}};export{SPACE_BYTES,spaceKey,spaceOf,spaceRange,CHUNK_ROWS,CHUNK_ROWS_MAX,CHUNK_BYTES,chunkSizes,LockRefusal,KeyedLock,OrderedMap,Transactions};
