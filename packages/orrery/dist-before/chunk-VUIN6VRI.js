import{startOrrery}from"./chunk-CJ2KKNVN.js";var REQUESTS_KEPT=1e3;var SEARCHES=new Set(["query items","list items"]);var REQUESTS_MIN=20;var ExpectationError=class extends Error{name="ExpectationError"};var Expectations=class{#control;constructor(control){
this.#control=control}async expectSinglePartition(container,query,options){const outcome=await this.#run(container,query,options);const name=nameOf(container);if(outcome.
partitions.length>1)throw new ExpectationError(fanOutText({...outcome,container:name,text:textOf(query)}));if((await this.#control().partitions(name)).length===
1)throw new ExpectationError(`Container ${name} has one physical partition, so that no query can fan out. Start Orrery with { partitions: 5 }.`);return outcome}async expectChargeBelow(container,query,ru,options){
const outcome=await this.#run(container,query,options);if(outcome.requestCharge<ru)return outcome;const{length}=outcome.partitions;throw new ExpectationError(`T\
he query cost ${outcome.requestCharge} RU on ${counted(length,"partition")} of container ${nameOf(container)}, not less than ${ru}: ${textOf(query)}`)}async expectNoHotKey(container,{
share=.5}={}){const name=nameOf(container);const points=(await this.#control().history(name)).flatMap(each=>each.points);const requests=sum(points.map(point=>point.
requests));if(requests<REQUESTS_MIN)throw new ExpectationError(`Container ${name} has had ${counted(requests,"request")}: whether a key is hot can be told from ${REQUESTS_MIN}\
 on.`);const{consumers}=await this.#control().hotKeys(name,{limit:1});const total=sum(points.map(point=>point.ru));const[hottest]=consumers;if(hottest===void 0)
return;const part=(hottest.count-hottest.error)/total;if(part>share)throw new ExpectationError(`Partition key ${hottest.key} took ${percent(part)} of the ${Math.
round(total)} RU of container ${name}, and ${percent(share)} is the most that is expected.`)}async expectNoFanOut({from=0,except=[]}={}){const found=(await this.#searchesFrom(
from)).filter(({partitions,text})=>partitions.length>1&&!except.some(each=>typeof each==="string"?each===text:each.test(text)));if(found.length>0)throw new ExpectationError(
found.map(fanOutText).join("\n"))}async#run(container,query,options){const{next}=await this.#control().requests({limit:1});const{resources,requestCharge}=await container.
items.query(query,options).fetchAll();const searches=await this.#searchesFrom(next,nameOf(container));const partitions=[...new Set(searches.flatMap(search=>search.
partitions))];return{resources,requestCharge,partitions}}async#searchesFrom(from,container){const{requests}=await this.#control().requests({from,limit:REQUESTS_KEPT});
if(requests[0]!==void 0&&requests[0].number>from)throw new ExpectationError(`The server keeps the last ${REQUESTS_KEPT} requests, and there were more: look more\
 often.`);const byQuery=new Map;for(const request of requests){const name=`${request.database}/${request.container}`;if(!SEARCHES.has(request.operation)||container!==
void 0&&name!==container)continue;const id=`${name} ${request.correlatedId??request.activityId}`;byQuery.set(id,[...byQuery.get(id)??[],request])}return[...byQuery.
values()].map(group=>({container:`${group[0].database}/${group[0].container}`,text:group[0].query??"all items",partitions:[...new Set(group.flatMap(({partitions})=>partitions))]}))}};
function fanOutText({container,text,partitions}){return`A query asked ${partitions.length} partitions of container ${container} (${partitions.join(", ")}), beca\
use its filter does not name one value of the partition key: ${text}`}function nameOf(container){return`${container.database.id}/${container.id}`}function textOf(query){
return typeof query==="string"?query:query.query}function counted(count,what){return`${count} ${what}${count===1?"":"s"}`}function percent(part){return`${Math.round(
part*100)} %`}function sum(numbers){return numbers.reduce((total,each)=>total+each,0)}var PARTITIONS=5;var TestOrrery=class _TestOrrery extends Expectations{#base;#fork;#clients=[];constructor(){super(()=>this.control)}static register(hooks,{noFanOut=false,
...options}={}){const orrery=new _TestOrrery;hooks.beforeAll(async()=>{orrery.#base=await startOrrery({partitions:PARTITIONS,direct:false,...options})});hooks.beforeEach(
async()=>{orrery.#fork=await orrery.#base.fork()});hooks.afterEach(async()=>{try{if(noFanOut&&orrery.#fork!==void 0)await orrery.expectNoFanOut()}finally{await orrery.#endTest()}});
hooks.afterAll(async()=>{await orrery.#base?.stop()});return orrery}get orrery(){if(this.#fork===void 0)throw new Error("There is a fork for each test: ask for \
it inside a test, or in a hook before each.");return this.#fork}get control(){return this.orrery.control}get endpoint(){return this.orrery.endpoint}get connectionString(){
return this.orrery.connectionString}client(options){const client=this.orrery.client(options);this.#clients.push(client);return client}async#endTest(){for(const client of this.#clients.
splice(0))client.dispose();const fork=this.#fork;this.#fork=void 0;await fork?.stop()}};export{ExpectationError,Expectations,TestOrrery};
