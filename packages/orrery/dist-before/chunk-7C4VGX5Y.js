import{FrameChannel,TRUNK_LIMITS,TRUNK_PREFACE,TRUNK_PROTOCOL,TrunkKind}from"./chunk-SZGB2INA.js";import{CONTROL_PREFIX,GatewayRequest,RequestHeader,ResponseHeader}from"./chunk-5G7ROUXY.js";
import{KeyValueError}from"./chunk-7NBCW7XL.js";import{ServedElsewhere}from"./chunk-2RYLY42K.js";import{Failure}from"./chunk-YRRMZR6P.js";import{AsyncLocalStorage}from"node:async_hooks";import{setTimeout as sleep}from"node:timers/promises";var Latest=class{#ask;#running;#next;constructor(ask){this.#ask=ask}get(){if(this.#running===void 0)return this.#begin();this.#next??=this.#running.then(()=>this.#begin(),
()=>this.#begin());return this.#next}#begin(){this.#next=void 0;const running=this.#ask().finally(()=>{if(this.#running===running)this.#running=void 0});this.#running=
running;return running}};import{createHash}from"node:crypto";function chooseNode(unit,nodes,owners){const loads=loadsOf(nodes,owners);return[...nodes].sort((a,b)=>loads.get(a).length-loads.
get(b).length||compare(rank(unit,a),rank(unit,b)))[0]}function planMoves(nodes,owners,mayMove=()=>true){const moves=[];const loads=loadsOf([...nodes].sort(),owners);
for(;;){const byLoad=[...loads].sort(([,a],[,b])=>a.length-b.length);const[to,least]=byLoad[0]??[];const giver=byLoad.findLast(([,units])=>units.length-least.length>=
2&&units.some(mayMove));if(giver===void 0)return moves;const[from,most]=giver;const[unit]=most.splice(most.findLastIndex(mayMove),1);least.unshift(unit);moves.push(
{unit,from,to})}}function loadsOf(nodes,owners){const loads=new Map(nodes.map(node=>[node,[]]));for(const[unit,node]of[...owners].sort(([a],[b])=>compare(a,b)))
loads.get(node)?.push(unit);return loads}function rank(unit,node){return createHash("sha256").update(`${unit} ${node}`).digest("hex")}function compare(a,b){return a<
b?-1:a>b?1:0}var UnitWork=class{#running=new Map;async run(unit,work){const running=this.#running.get(unit)??new Set;this.#running.set(unit,running);const done=work();running.
add(done);try{return await done}finally{running.delete(done);if(running.size===0)this.#running.delete(unit)}}async over(unit,waitMs){if(!this.#running.has(unit))
return;let timer;const late=new Promise((_,reject)=>{timer=setTimeout(()=>reject(new Failure("unavailable","Writers take too long: it stays here for now.")),waitMs)});
try{for(let running=this.#running.get(unit);running!==void 0;running=this.#running.get(unit))await Promise.race([Promise.allSettled(running),late])}finally{clearTimeout(
timer)}}};var CATALOG_UNIT="catalog";var CLUSTER_LIMITS={waitMs:5e3,passMs:5e3,togetherLeases:3};var LOOKS_PER_LEASE=4;var LOOK_MS=100;var HERE={kind:"here"};var ClusterNode=class{#options;#members;#work=new UnitWork;#changing=new AsyncLocalStorage;#turns=new Set;#looks=new Latest(
()=>this.#look());#catalogLooks=new Latest(()=>this.#engine.refresh());#mine=new Map;#generation=0;#together=new Map;#passing=new Map;#uncertain=new Set;#nodes=new Map;#owners=new Map;#currentSinceMs=performance.
now();#engine;#timer;#round=Promise.resolve();#isLeaving=false;#failovers=0;constructor(options){this.#options=options;this.#members=options.members}get id(){return this.#members.
id}get mark(){return this.id}get failovers(){return this.#failovers}get generation(){return this.#generation}serves(container,space){return this.#mine.has(this.#engine.
unitOf(container,space))}servesWhole(container){return this.#engine.unitsOf(container).every(unit=>this.#mine.has(unit))}async gather(container){const deadline=this.
deadline();const units=this.#engine.unitsOf(container);const[first,...others]=units;if(first===void 0)throw new ServedElsewhere("same");const untilMs=performance.
now()+CLUSTER_LIMITS.togetherLeases*this.#members.leaseMs;for(const unit of units)this.#together.set(unit,untilMs);await this.#obtain(first,deadline);await Promise.
all(others.map(unit=>this.#obtain(unit,deadline,()=>this.#mine.has(first))));if(!this.servesWhole(container))throw new ServedElsewhere("same")}async admit({rid,
parentRid},space,spender){const node=this.#ownerOf({rid,parentRid},space);if(node===void 0)return true;try{return await this.#options.spendAt(node,{rid,space,spender})}catch(error){
if(isThrottled(error))throw error;return true}}settle({rid,parentRid},space,spender,spent){const node=this.#ownerOf({rid,parentRid},space);if(node!==void 0)this.#options.
spendAt(node,{rid,space,spender,spent}).catch(()=>{})}#ownerOf(container,space){const owner=this.#owners.get(this.#engine.unitOf(container,space))?.node;return owner===
void 0||owner===this.id?void 0:this.#nodes.get(owner)}async claim(container,spaces){for(const unit of new Set(spaces.map(space=>this.#engine.unitOf(container,space)))){
if(this.#mine.has(unit))continue;this.#changing.getStore()?.claimed.add(unit);const term=await asked(this.#members.take(unit,void 0));if(term===void 0)await this.#looks.
get();else this.#note(unit,{node:this.id,term});const owner=this.#owners.get(unit);if(owner?.node!==this.id)throw new ServedElsewhere("same");this.#own(unit,owner.
term)}}async begin(address){await asked(this.#members.announce(address));await this.#looks.get();this.#timer=setInterval(()=>void this.#goRound(),this.#members.
leaseMs/LOOKS_PER_LEASE);this.#timer.unref()}use(engine){this.#engine=engine}async overview(){await this.#looks.get();const units=new Map([...this.#nodes.keys()].
map(id=>[id,[]]));for(const[unit,{node}]of this.#owners)if(node!==void 0)units.get(node)?.push(unit);return[...this.#nodes.values()].map(node=>({...node,units:units.
get(node.id).sort()}))}freshCatalog(){return this.#catalogLooks.get()}deadline(){return performance.now()+this.#members.leaseMs+CLUSTER_LIMITS.waitMs}async place(unit,{
inDoubt=false,mayTake=false,deadline=this.deadline()}={}){if(inDoubt)await this.#lookAgain(deadline);for(;;){await this.#passing.get(unit)?.catch(()=>{});if(this.#mine.
has(unit))return HERE;const owner=this.#owners.get(unit);if(owner?.node===this.id){if(!this.#uncertain.has(unit))await this.#adopt(unit);else if(!await this.#take(
unit))await this.#lookAgain(deadline);continue}const node=owner?.node===void 0?void 0:this.#nodes.get(owner.node);if(node!==void 0)return{kind:"there",node};const chosen=mayTake?
this.id:this.#choose(unit);if(chosen!==void 0&&chosen!==this.id)return{kind:"there",node:this.#nodes.get(chosen)};if(!await this.#take(unit))await this.#lookAgain(
deadline)}}write(units,work){if(!units.every(unit=>this.#mine.has(unit)&&!this.#passing.has(unit)))return void 0;return units.reduceRight((inner,unit)=>()=>this.#work.
run(unit,inner),work)()}has(unit){return this.#mine.has(unit)}async whileChanging(work){if(this.#changing.getStore()?.isOver===false)return this.#work.run(CATALOG_UNIT,
work);return this.#holding(CATALOG_UNIT,async()=>{const turn={isOver:false,claimed:new Set};this.#turns.add(turn);try{return await this.#changing.run(turn,work)}finally{
turn.isOver=true;this.#turns.delete(turn)}})}whileHolding(units,work){return this.whileChanging(async()=>{const all=units();const deadline=this.deadline();await Promise.
all(all.map(unit=>this.#obtain(unit,deadline)));const hold=rest=>rest.length===0?work():this.#holding(rest[0],()=>hold(rest.slice(1)));return hold(all)})}pass(unit,to,waitMs=CLUSTER_LIMITS.
passMs){const passing=this.#passing.get(unit);if(passing!==void 0)return passing;const term=this.#mine.get(unit);if(term===void 0)return Promise.resolve();const begun=this.#pass(
unit,term,to,waitMs).finally(()=>this.#passing.delete(unit));this.#passing.set(unit,begun);return begun}async leave(){this.#isLeaving=true;await asked(this.#members.
leave());await this.#looks.get();const owners=this.#ownersOfPartitions();const passed=[...this.#mine.keys()].map(async unit=>{const to=this.#choose(unit,owners);
if(to===void 0)return;owners.set(unit,to);await this.pass(unit,to).catch(()=>{})});await Promise.all(passed)}async end(){clearInterval(this.#timer);await this.#round;
if(!this.#options.isCurrent())return;try{await this.leave();if(this.#choose(CATALOG_UNIT)!==void 0)await sleep(1.2*this.#members.leaseMs/LOOKS_PER_LEASE)}catch{}}async#holding(unit,work){
const deadline=this.deadline();for(;;){await this.#obtain(unit,deadline);const done=this.write([unit],work);if(done!==void 0)return done}}async#obtain(unit,deadline,isWanted=()=>true){
while(isWanted()){const place=await this.place(unit,{mayTake:true,deadline});if(place.kind==="here")return;await this.#options.askToPass(place.node,unit).catch(
()=>{});await this.#looks.get();if(this.#owners.get(unit)?.node===place.node.id)await this.#lookAgain(deadline)}}async#pass(unit,term,to,waitMs){await this.#work.
over(unit,waitMs);const left=()=>this.#disown(unit);if(unit===CATALOG_UNIT)left();else await this.#engine.leave(this.#engine.units().get(unit)??[],left);this.#uncertain.
add(unit);await asked(this.#members.pass(unit,term,to));this.#uncertain.delete(unit);this.#note(unit,{node:to,term:term+1})}async#adopt(unit){const{term}=this.#owners.
get(unit);await this.freshCatalog();const owner=this.#owners.get(unit);const isSame=owner?.node===this.id&&owner.term===term;if(isSame&&!this.#passing.has(unit)&&
!this.#uncertain.has(unit))this.#own(unit,term)}#own(unit,term){this.#mine.set(unit,term);this.#generation++}#disown(unit){this.#mine.delete(unit);this.#generation++}async#take(unit){
const last=this.#owners.get(unit);const term=await asked(this.#members.take(unit,last));if(term===void 0)return false;this.#uncertain.delete(unit);if(last?.node!==
void 0&&last.node!==this.id)this.#failovers++;this.#note(unit,{node:this.id,term});await this.#adopt(unit);return true}#choose(unit,owners=this.#ownersOfPartitions()){
return chooseNode(unit,this.#takers(),owners)??(this.#isLeaving?void 0:this.id)}#ownersOfPartitions(){const owners=new Map;for(const[unit,{node}]of this.#owners)
if(node!==void 0&&unit!==CATALOG_UNIT)owners.set(unit,node);return owners}#takers(){return[...this.#nodes.values()].filter(({id,address,isLeaving})=>address!==void 0&&
!isLeaving&&!(id===this.id&&this.#isLeaving)).map(({id})=>id)}async#lookAgain(deadline){if(performance.now()>deadline){throw new Failure("unavailable","No node \
serves the container now: repeat the request in a few seconds.",{retryAfterMs:1e3})}await sleep(LOOK_MS);await this.#looks.get()}async#look(){let{members,owners}=await asked(
this.#members.look());const isSteady=this.#isSteady();if(isSteady&&members.some(({leaseLeftMs})=>leaseLeftMs<0)){await asked(this.#members.removeSilent());({members,
owners}=await asked(this.#members.look()))}this.#nodes=new Map(members.map(member=>[member.id,member]));for(const[unit,owner]of owners)this.#note(unit,owner);this.#options.
onNodes?.(new Set(this.#nodes.keys()))}#isSteady(){const nowMs=performance.now();if(!this.#options.isCurrent())this.#currentSinceMs=nowMs;return nowMs-this.#currentSinceMs>=
this.#members.leaseMs}#note(unit,owner){if(owner.term>=(this.#owners.get(unit)?.term??0))this.#owners.set(unit,owner)}#goRound(){this.#isSteady();this.#round=this.#round.
then(async()=>{try{await this.#looks.get();await this.freshCatalog();await this.#forgetDeleted();if(this.#isLeaving)return;await this.#takeShare();await this.#giveShare();
if(this.#mine.has(CATALOG_UNIT))await this.#engine.emptyAbandoned(async()=>{await this.#looks.get();return mark=>this.#nodes.has(mark)})}catch(error){this.#engine.
environment.log("debug",`A look at the other nodes failed: ${String(error)}`)}});return this.#round}async#takeShare(){for(const unit of this.#engine.units().keys()){
const node=this.#owners.get(unit)?.node;const isOwned=node!==void 0&&node!==this.id&&this.#nodes.has(node);if(!isOwned&&!this.#mine.has(unit)&&(node===this.id||
this.#choose(unit)===this.id))await this.place(unit,{mayTake:true})}}async#giveShare(){const units=this.#engine.units();const owners=[...this.#owners].flatMap(([
unit,{node}])=>node!==void 0&&units.has(unit)?[[unit,node]]:[]);const nowMs=performance.now();for(const[unit,untilMs]of this.#together)if(untilMs<nowMs||!units.
has(unit))this.#together.delete(unit);const mayMove=unit=>!this.#mine.has(unit)||!(this.#together.has(unit)||this.#engine.staysHere(units.get(unit)));for(const{
unit,from,to}of planMoves(this.#takers(),new Map(owners),mayMove))if(from===this.id)await this.pass(unit,to).catch(()=>{})}async#forgetDeleted(){const units=this.#engine.
units();for(const[unit,term]of[...this.#mine]){if(units.has(unit)||unit===CATALOG_UNIT)continue;if([...this.#turns].some(({claimed})=>claimed.has(unit)))continue;
this.#disown(unit);this.#owners.delete(unit);await asked(this.#members.forget(unit,term))}}};function isThrottled(error){return error instanceof Failure&&["tooM\
anyRequests","throughputBucketExceeded"].includes(error.code)}function asked(answer){return answer.catch(error=>{if(!(error instanceof KeyValueError))throw error;
throw new Failure("unavailable",`The storage cannot be used now: ${error.message}`,{cause:error})})}function parseAim(text){return text==="named"||text==="whole"?text:Number(text)}var NotThere=class extends Error{name="NotThere";aim;constructor(message,{aim,...options}={}){
super(message,options);this.aim=aim}};async function serveWhereOwned(cluster,asked2){const{isForwarded,here}=asked2;const deadline=cluster.deadline();let{aim}=asked2;
for(let inDoubt=false;;){const target=await found(cluster,asked2,inDoubt);if(target===void 0)return here();const unit=target.unitFor(aim);try{const done=doneHere(
cluster,aim==="whole"?target.units():[unit],asked2);if(done!==void 0)return await done;const place=await cluster.place(unit,{inDoubt,mayTake:isForwarded,deadline});
if(place.kind==="there"&&!isForwarded)return await asked2.forward(place.node,aim);if(place.kind==="here"){if(aim==="whole")await target.gather();continue}}catch(error){
const next=nextAim(error,aim,target);inDoubt=next===aim;aim=next;continue}throw new NotThere("Another node serves it.",{aim})}}function doneHere(cluster,units,{
isRead,here}){if(!isRead)return cluster.write(units,here);return units.every(unit=>cluster.has(unit))?here():void 0}async function found(cluster,{find},inDoubt){
const known=inDoubt?void 0:find();if(known!==void 0)return known;await cluster.freshCatalog();return find()}function nextAim(error,aim,target){if(error instanceof
NotThere)return error.aim??aim;if(!(error instanceof ServedElsewhere))throw error;const{needed}=error;if(needed==="all")return"whole";if(needed==="same"||aim===
"whole"||target.unitFor(needed)===target.unitFor(aim))return aim;return aim==="named"?needed:"whole"}import{fromHex,PartitionKeyError,WHOLE_EPK_RANGE}from"@orrerydb/keys/hash";function parseEpk(text){try{return fromHex(text)}catch(error){if(!(error instanceof PartitionKeyError))throw error;throw new Failure("badRequest",`An effective \
partition key is an even number of hexadecimal digits, not '${text}'.`)}}function parseEpkRange(min,max){return{min:min===void 0?WHOLE_EPK_RANGE.min:parseEpk(min),
max:max===void 0?WHOLE_EPK_RANGE.max:parseEpk(max)}}var OWN_PART="part=own";function isOwnPart({target}){return target.split("?",2)[1]?.split("&").includes(OWN_PART)===true}function firstAim(request){if(request.isRead)return"named";switch(request.path.type){case"docs":{const isBulk=request.booleanHeader(RequestHeader.isBatch);return isBulk&&
Object.keys(askedPart(request)).length===0?"whole":"named"}case"sprocs":return request.path.isFeed||request.method!=="POST"?"whole":"named";case"partitionkeydel\
ete":return"named";default:return"whole"}}function askedPart(request){try{const rangeId=request.header(RequestHeader.partitionKeyRangeId);if(rangeId!==void 0)return{
rangeId};const key=request.partitionKey;if(key!==void 0)return{key};const epk=request.header(RequestHeader.startEpk);return epk===void 0?{}:{epk:parseEpk(epk)}}catch(error){
if(error instanceof Failure)return{};throw error}}var NODE={kind:"node"};var CATALOG={kind:"catalog"};function scopeOf(request){const{path}=request;if(request.target.
startsWith(CONTROL_PREFIX))return controlScope(request);const[first,second]=path.segments;if(first===void 0)return path.type===""||path.type==="addresses"?NODE:
CATALOG;if(first.type==="offers")return{kind:"offer",id:first.id};if(second?.type==="colls")return{kind:"container",address:{database:first.id,container:second.
id}};if(path.type==="dbs"&&!path.isFeed&&request.method==="DELETE")return{kind:"removal",database:first.id};return CATALOG}function controlScope(request){const[
,dbs,database,colls,container,...rest]=request.path.signedLink.split("/");if(isOwnPart(request))return NODE;if(dbs==="reset"&&request.method==="POST")return{kind:"\
removal"};if(dbs==="containers")return CATALOG;if(dbs!=="dbs"||colls!=="colls"||!database||!container)return NODE;const address={database:decoded(database),container:decoded(
container)};return{kind:"container",address,...rest[0]==="exchange"&&{isExchange:true}}}function decoded(text){try{return decodeURIComponent(text)}catch{return text}}var NodeRouter=class{cluster;#catalog;#forwarder;constructor({cluster,catalog,forwarder}){this.cluster=cluster;this.#catalog=catalog;this.#forwarder=forwarder}get forwarded(){
return this.#forwarder.forwarded}async serve(request,access,here){const scope=scopeOf(request);if(access.kind==="token")await this.cluster.freshCatalog();if(scope.
kind==="node")return here();switch(scope.kind){case"catalog":await this.cluster.freshCatalog();return here();case"removal":return this.cluster.whileHolding(()=>this.#catalog.
unitsIn(scope.database),here);case"offer":return this.#serveTarget(request,access,()=>this.#catalog.spenderOf(scope.id),here);case"container":{const find=()=>{const container=this.#catalog.
container(scope.address);return container&&this.#catalog.targetOf(container,()=>askedPart(request))};const done=scope.isExchange?()=>this.#exchange(request,scope,
here):here;return this.#serveTarget(request,access,find,done)}}}changesCatalog(units){return units.includes(CATALOG_UNIT)}containersOf(units){return this.#catalog.
namesOf(units)}partitionsOf(units){return this.#catalog.partitionsIn(units)}async askOthers(target){const others=(await this.cluster.overview()).filter(({id})=>id!==
this.cluster.id);const answers=await Promise.allSettled(others.map(node=>this.control(node,"GET",target)));return answers.flatMap(each=>each.status==="fulfilled"&&
each.value.status===200?[JSON.parse(each.value.body.toString())]:[])}control(node,method,target,body){return this.#forwarder.control(node,method,`${CONTROL_PREFIX}${target}`,
body)}async#serveTarget(request,access,find,here){const{isRead,isForwarded,forwardedAim=firstAim(request)}=request;try{return await serveWhereOwned(this.cluster,
{find,aim:forwardedAim,isRead,isForwarded,here,forward:(node,aim)=>this.#forwarder.send(node,request,access,aim)})}catch(error){if(error instanceof NotThere)return notServed(
error.aim);throw error}}async#exchange(request,{address},here){const other=nameInBody(await request.body());const units=()=>{const own=this.#unitsOf(address);const others=other===
void 0?[]:this.#unitsOf({...address,container:other});return others.filter(unit=>!own.includes(unit))};return this.cluster.whileHolding(units,here)}#unitsOf(address){
const container=this.#catalog.container(address);return container===void 0?[]:this.#catalog.unitsOf(container)}};function nameInBody(body){try{const{with:name}=JSON.
parse(body.toString());return typeof name==="string"?name:void 0}catch{return void 0}}function notServed(aim){return{status:421,headers:{[ResponseHeader.notServed]:String(
aim)},body:Buffer.alloc(0)}}function askedNode(nodes,id){const node=nodes.find(each=>each.id===id);if(node===void 0)throw new Failure("notFound",`There is no no\
de '${id}'.`);return node}async function spendingAnswer(admitted){try{return{admitted:await admitted}}catch(error){if(!(error instanceof Failure))throw error;const{code,message,retryAfterMs,
charge,details}=error;if(code!=="tooManyRequests"&&code!=="throughputBucketExceeded")throw error;return{admitted:false,refusal:{code,message,...retryAfterMs!==void 0&&
{retryAfterMs},...charge!==void 0&&{charge},...details!==void 0&&{details}}}}}function spendingAnswered({status,body}){if(status!==200)throw new Failure("unavai\
lable",`A node answered ${status}.`);const{admitted,refusal}=JSON.parse(body.toString());if(refusal===void 0)return admitted;const{code,message,...options}=refusal;
throw new Failure(code,message,options)}var NOT_FORWARDED=new Set(["authorization","connection","content-length","expect","host","http2-settings","keep-alive","transfer-encoding","upgrade","x-ms-date"]);
var FIXED_LINES=8;function forwardedLines(request,access,aim){const lines=[request.method,request.target,request.secure?"https":"http",request.host,request.clientAddress??
"",access.kind,access.kind==="token"?access.token:"",String(aim)];const{headers}=request;for(const name in headers){const value=headers[name];if(value!==void 0&&
!NOT_FORWARDED.has(name)&&name[0]!==":")lines.push(name,value)}return lines}function ownLines(method,target){return[method,target,"http","","","full","","named"]}
function requestOfLines(lines,bodyBytes,rest){const[method="",target="",scheme,host="",clientAddress,kind,token="",aim=""]=lines;const headers={"content-length":String(
bodyBytes)};for(let i=FIXED_LINES;i+1<lines.length;i+=2)headers[lines[i]]=lines[i+1];const request=new GatewayRequest({method,target,headers,secure:scheme==="ht\
tps",host,clientAddress:clientAddress||void 0,origin:clientAddress||void 0,forwardedAim:parseAim(aim),...rest});const access=kind==="token"?{kind,token}:{kind:kind===
"full"?kind:"readOnly"};return{request,access}}import{createHmac}from"node:crypto";import{connect,isIP}from"node:net";import{connect as connectSecurely}from"node:tls";var Trunk=class{#socket;#channel;constructor(socket,take,closed){this.#socket=socket;this.#channel=new FrameChannel(socket,take,TRUNK_LIMITS.introductionBytesMax);
socket.setNoDelay(true);socket.setTimeout(TRUNK_LIMITS.introductionMs,()=>socket.destroy());socket.on("error",()=>socket.destroy());socket.on("end",()=>socket.destroy());
socket.on("close",closed)}get isClosed(){return this.#socket.destroyed}open(){this.#channel.frameBytesMax=TRUNK_LIMITS.frameBytesMax;this.#socket.setTimeout(0)}send(kind,exchange=0,text,bytes){
this.#channel.send(kind,exchange,text,bytes)}sendHead(kind,exchange,text,body){const isSmall=body===void 0||body.length<=TRUNK_LIMITS.pieceBytes;this.send(kind,
exchange,text,isSmall?body:void 0);return isSmall}end(){setImmediate(()=>this.#socket.end())}destroy(){this.#socket.destroy()}};var PieceSender=class{#trunk;#exchange;#body;#sent;#at=0;#allowed=TRUNK_LIMITS.
windowBytes;constructor(trunk,exchange,body,sent=()=>{}){this.#trunk=trunk;this.#exchange=exchange;this.#body=body;this.#sent=sent;this.credit(0)}credit(bytes){
this.#allowed+=bytes;while(this.#at<this.#body.length&&this.#at<this.#allowed){const piece=this.#body.subarray(this.#at,this.#at+TRUNK_LIMITS.pieceBytes);this.#trunk.
send(TrunkKind.piece,this.#exchange,"",piece);this.#at+=piece.length;if(this.#at===this.#body.length)this.#sent()}}};var PieceReceiver=class{bytes;#trunk;#exchange;#givenUp;#pieces=[];#left;#error;#wake=()=>{};constructor(trunk,exchange,bytes,givenUp){
this.#trunk=trunk;this.#exchange=exchange;this.bytes=bytes;this.#left=bytes;this.#givenUp=givenUp}push(piece){this.#pieces.push(piece);this.#left-=piece.length;
this.#wake();return this.#left<=0}fail(error){this.#error=error;this.#wake()}async*[Symbol.asyncIterator](){let taken=0;try{while(taken<this.bytes){const piece=this.#pieces.
shift();if(piece===void 0){if(this.#error!==void 0)throw this.#error;await new Promise(resolve=>{this.#wake=resolve});continue}taken+=piece.length;if(this.#left>
0)this.#trunk.send(TrunkKind.credit,this.#exchange,String(piece.length));yield piece}}finally{if(taken<this.bytes)this.#givenUp()}}};var TrunkBroken=class extends Error{name="TrunkBroken";mayHaveArrived;constructor(mayHaveArrived){super("The connection to the other node is gone.");this.mayHaveArrived=
mayHaveArrived}};function trunkProof(key,nonce,nodeId){return createHmac("sha256",key).update(`orrery trunk
${nonce}
${nodeId}`).digest("base64")}var TrunkClient=class{#trunk;#node;#keys;#exchanges=new Map;#early=[];#next=1;#isLeaving=false;constructor(node,keys){this.#node=node;
this.#keys=keys;const socket=connectTo(node);this.#trunk=new Trunk(socket,frame=>this.#take(frame),()=>this.#closed());socket.write(TRUNK_PREFACE)}get isUsable(){
return!this.#isLeaving&&!this.#trunk.isClosed}exchange(lines,body){const id=this.#next++;const answer=new Promise((resolve,reject)=>{this.#exchanges.set(id,{resolve,
reject,sender:void 0,receiver:void 0})});const begin=()=>this.#begin(id,lines,body);if(this.#early===void 0)begin();else this.#early.push(begin);return{answer,cancel:()=>this.#cancel(
id)}}destroy(){this.#trunk.destroy()}#begin(id,lines,body){const text=[body?.length??0,...lines].join("\n");if(!this.#trunk.sendHead(TrunkKind.request,id,text,body))
this.#exchanges.get(id).sender=new PieceSender(this.#trunk,id,body)}#cancel(id){const exchange=this.#exchanges.get(id);if(exchange===void 0||this.#early!==void 0)
return;this.#trunk.send(TrunkKind.cancel,id);if(exchange.receiver===void 0)return;this.#over(id);this.#fail(exchange)}#over(id){this.#exchanges.delete(id);if(this.#isLeaving&&
this.#exchanges.size===0)this.#trunk.end()}#take(frame){switch(frame.kind){case TrunkKind.hello:this.#prove(frame.text);break;case TrunkKind.welcome:this.#enter();
break;case TrunkKind.leave:this.#isLeaving=true;if(this.#exchanges.size===0)this.#trunk.end();break;default:{const exchange=this.#exchanges.get(frame.id);if(exchange!==
void 0)this.#goOn(frame,exchange)}}}#goOn(frame,exchange){switch(frame.kind){case TrunkKind.answer:this.#answer(frame,exchange);break;case TrunkKind.piece:if(exchange.
receiver?.push(frame.bytes))this.#over(frame.id);break;case TrunkKind.credit:exchange.sender?.credit(Number(frame.text));break;case TrunkKind.cancel:this.#over(
frame.id);this.#fail(exchange);break;default:this.#trunk.destroy()}}#prove(text){const[nonce="",id=""]=text.split("\n");if(id!==this.#node.id)this.#trunk.destroy();else{
const proofs=this.#keys().map(key=>trunkProof(key,nonce,id));this.#trunk.send(TrunkKind.proof,0,proofs.join("\n"))}}#enter(){this.#trunk.open();const early=this.#early??
[];this.#early=void 0;for(const begin of early)begin()}#answer({id,text,bytes},exchange){const lines=text.split("\n");const status=Number(lines[0]);const bodyBytes=Number(
lines[1]);const headers={};for(let i=2;i+1<lines.length;i+=2)headers[lines[i]]=lines[i+1];if(bodyBytes>TRUNK_LIMITS.pieceBytes){exchange.receiver=new PieceReceiver(
this.#trunk,id,bodyBytes,()=>this.#cancel(id));exchange.resolve({status,headers,pieces:exchange.receiver});return}exchange.resolve(status===0?{status:503,headers,
isCut:true}:{status,headers,body:bytes});this.#over(id)}#fail({receiver,reject}){const error=new TrunkBroken(this.#early===void 0);if(receiver===void 0)reject(error);else
receiver.fail(error)}#closed(){for(const exchange of this.#exchanges.values())this.#fail(exchange);this.#exchanges.clear()}};function connectTo({address}){const{
protocol,hostname,port}=new URL(address??"http://0.0.0.0");const isSecure=protocol==="https:";const host=hostname.replace(/^\[|\]$/g,"");const to={host,port:Number(
port||(isSecure?443:80))};if(!isSecure)return connect(to);const name=isIP(host)===0?{servername:host}:{};return connectSecurely({...to,...name,ALPNProtocols:[TRUNK_PROTOCOL]})}export{OWN_PART,isOwnPart,ClusterNode,parseAim,NotThere,parseEpk,parseEpkRange,NodeRouter,askedNode,spendingAnswer,spendingAnswered,forwardedLines,ownLines,requestOfLines,
Trunk,PieceSender,TrunkBroken,trunkProof,TrunkClient};
