import{paintFor}from"./chunk-RIN7YOFW.js";import{clientOf,plainError,sdkContainer}from"./chunk-JQ3YWCNW.js";import{counted}from"./chunk-IGHSDAYQ.js";
import{ACCOUNT_FLAGS,accountOf,containerName}from"./chunk-KUOPONGI.js";import"./chunk-QWHHNF75.js";import"./chunk-5KZWRL55.js";import"./chunk-4GC6BSGV.js";
import"./chunk-SSPL66FW.js";import{UsageError,flagHelp,givenName,integerOf,parseCommandLine,textOf}from"./chunk-V6AEYMQJ.js";import{chmodSync,existsSync,readFileSync,writeFileSync}from"node:fs";import{homedir}from"node:os";import{join}from"node:path";import{createInterface}from"node:readline";var PROPERTIES_MAX=200;var COMMANDS=[".use",".containers",".more",".help",".exit"];var WORDS="SELECT DISTINCT TOP VALUE FROM WHERE JOIN IN BETWEEN LIKE EXISTS A\
ND OR NOT GROUP BY ORDER ASC DESC OFFSET LIMIT AS NULL TRUE FALSE UNDEFINED COUNT( SUM( AVG( MIN( MAX( CONTAINS( STARTSWITH( ENDSWITH( UPPER( LOWER( CONCAT( LEN\
GTH( ARRAY_CONTAINS( ARRAY_LENGTH( IS_DEFINED( IS_NULL( IS_STRING( IS_NUMBER( ABS( ROUND( DateTimeAdd( GetCurrentDateTime( ST_DISTANCE( ST_WITHIN( VectorDistanc\
e( FullTextContains( RegexMatch(".split(" ");function completeQuery(line,{containers,properties}){const[,use]=/^\.use\s+(\S*)$/.exec(line)??[];if(use!==void 0)return[
containers.filter(name=>name.startsWith(use)),use];if(/^\.\w*$/.test(line))return[COMMANDS.filter(command=>command.startsWith(line)),line];const[,alias,property]=/(?:^|[^\w.])(\w+\.)(\w*)$/.
exec(line)??[];if(alias!==void 0)return[properties.filter(name=>name.startsWith(property)).map(name=>alias+name),alias+property];const[word]=/[\w]*$/.exec(line);
return[WORDS.filter(each=>word!==""&&each.toLowerCase().startsWith(word.toLowerCase())),word]}function propertiesOf(rows){const names=new Set;for(const row of rows){
if(typeof row!=="object"||row===null||Array.isArray(row))continue;for(const name of Object.keys(row))if(/^[A-Za-z_]\w*$/.test(name))names.add(name);if(names.size>
PROPERTIES_MAX)break}return[...names].slice(0,PROPERTIES_MAX)}var HISTORY_LINES_MAX=500;var ITEMS_LEARNED=3;var HISTORY_FILE=join(homedir(),".orrery_history");var HELP=`A line is a query. With \\ at its end it goes on in th\
e next.
.use DATABASE/CONTAINER   ask this container
.containers               list containers
.more, or Enter           the next page
.exit, or Ctrl+D          end
`;async function queryShell(options){const{account}=options;const shell=new Shell(options);const isTerminal=process.stdin.isTTY===true;const lines=createInterface(
{input:process.stdin,output:isTerminal?process.stdout:void 0,terminal:isTerminal,history:isTerminal?readHistory():[],historySize:HISTORY_LINES_MAX,completer:line=>completeQuery(
line,shell.completions)});const typed=lines[Symbol.asyncIterator]();if(isTerminal){lines.on("history",writeHistory);process.stdout.write(`${account.endpoint}: .\
help says what can be typed.
`)}await shell.listContainers().catch(()=>{});if(isTerminal)shell.learn();const ask=()=>{lines.setPrompt(shell.prompt);if(isTerminal)lines.prompt()};lines.on("S\
IGINT",()=>lines.close());ask();for await(const line of typed){try{if(!await shell.take(line))break}catch(error){const plain=plainError(account,error);process.stderr.
write(`${paintFor(process.stderr).red(plain.message)}
`);if(!isTerminal)process.exitCode=1}ask()}lines.close();if(isTerminal)process.stdout.write("\n")}var Shell=class{#options;#paint=paintFor(process.stdout);#containers=[];#properties=new Set;#place;#pages;#begun="";constructor(options){
this.#options=options;this.#place=options.start}get prompt(){if(this.#begun!=="")return"... ";return`${this.#place===void 0?"orrery":`${this.#place.database}/${this.#place.
container}`}> `}get completions(){return{containers:this.#containers,properties:[...this.#properties]}}async take(line){if(line.endsWith("\\")){this.#begun+=`${line.
slice(0,-1)}
`;return true}const text=(this.#begun+line).trim().replace(/;$/,"");this.#begun="";const[word,argument]=text.split(/\s+/);if(text===""||word===".more")await this.#showPage();else if(word===
".exit"||word===".quit")return false;else if(word===".help")process.stdout.write(HELP);else if(word===".use"){this.#place=containerName(argument);this.learn()}else if(word===
".containers"){await this.listContainers();process.stdout.write(this.#containers.map(name=>`${name}
`).join(""))}else if(word.startsWith("."))process.stdout.write(`There is no ${word}.
${HELP}`);else await this.#run(text);return true}async listContainers(){const{client}=this.#options;const names=[];const{resources:databases}=await client.databases.
readAll().fetchAll();for(const{id}of databases){const{resources}=await client.database(id).containers.readAll().fetchAll();names.push(...resources.map(container=>`${id}\
/${container.id}`))}this.#containers=names;if(names.length===1)this.#place??=containerName(names[0])}learn(){if(this.#place===void 0)return;const{items}=sdkContainer(
this.#options.client,this.#place);items.query(`SELECT TOP ${ITEMS_LEARNED} * FROM c`,{maxItemCount:ITEMS_LEARNED}).fetchNext().then(({resources})=>this.#note(resources??
[]),()=>{})}#note(rows){for(const property of propertiesOf(rows))this.#properties.add(property)}async#run(text){const{client,pageSize}=this.#options;const container=sdkContainer(
client,this.#place??containerName(void 0));this.#pages=container.items.query(text,{maxItemCount:pageSize});await this.#showPage()}async#showPage(){if(this.#pages===
void 0)return;const startMs=performance.now();const{resources=[],requestCharge}=await this.#pages.fetchNext();const ms=Math.round(performance.now()-startMs);this.#note(
resources);process.stdout.write(resources.map(row=>`${JSON.stringify(row)}
`).join(""));const hasMore=this.#pages.hasMoreResults();if(!hasMore)this.#pages=void 0;const more=hasMore?"; Enter for more":"";process.stdout.write(this.#paint.
dim(`${counted(resources.length,"row")}, ${requestCharge} RU, ${ms} ms${more}
`))}};function readHistory(){return existsSync(HISTORY_FILE)?readFileSync(HISTORY_FILE,"utf8").split("\n").filter(Boolean):[]}function writeHistory(lines){try{writeFileSync(
HISTORY_FILE,`${lines.join("\n")}
`,{mode:384});chmodSync(HISTORY_FILE,384)}catch{}}var QUERY_FLAGS=[...ACCOUNT_FLAGS,{name:"parameters",value:"JSON",help:'values of parameters, as an object: {"@name": "ada"}'},{name:"partition-key",value:"JSON",
help:"ask this partition key alone: a value, or an array of levels"},{name:"page-size",value:"N",help:"rows of a page",otherwise:"100; 20 in the shell"},{name:"\
limit",value:"N",help:"end after so many rows",otherwise:"all"},{name:"json",help:"print rows, charge and pages as one line of JSON"},{name:"help",help:"show th\
is"}];var HELP2=`orrery query DATABASE/CONTAINER [TEXT]: run a query; without a text, a shell

${flagHelp(QUERY_FLAGS)}

Rows go to standard output, one on each line; what they cost goes to standard
error. Works on every endpoint of the protocol; needs the package @azure/cosmos
beside this one.
`;async function query(args){const{flags,words}=parseCommandLine(QUERY_FLAGS,args,process.env,2);if(flags.help===true){process.stdout.write(HELP2);return}const[
place,text]=words;const account=accountOf(flags);const client=clientOf(account);try{if(text===void 0){const start=place===void 0?void 0:containerName(place);return await queryShell(
{account,client,start,pageSize:integerOf(flags,"page-size",20,1,1e3)})}await runQuery(sdkContainer(client,containerName(place)),text,flags)}catch(error){throw plainError(
account,error)}finally{client.dispose()}}async function runQuery(container,text,flags){const key=jsonOf(flags,"partition-key");const limit=integerOf(flags,"limi\
t",Number.MAX_SAFE_INTEGER,1,Number.MAX_SAFE_INTEGER);const pages=container.items.query(specOf(text,flags),{maxItemCount:integerOf(flags,"page-size",100,1,1e3),
...key===void 0?{}:{partitionKey:key}});const startMs=performance.now();const rows=[];let[count,charge,number]=[0,0,0];while(pages.hasMoreResults()&&count<limit){
const{resources=[],requestCharge}=await pages.fetchNext();const taken=resources.slice(0,limit-count);[count,charge,number]=[count+taken.length,charge+requestCharge,
number+1];if(flags.json===true)rows.push(...taken);else process.stdout.write(taken.map(row=>`${JSON.stringify(row)}
`).join(""))}const ms=Math.round(performance.now()-startMs);charge=Math.round(charge*100)/100;if(flags.json===true)process.stdout.write(`${JSON.stringify({rows,
charge,pages:number,ms})}
`);else process.stderr.write(`${counted(count,"row")}, ${charge} RU, ${counted(number,"page")}, ${ms} ms
`)}function specOf(text,flags){const given=jsonOf(flags,"parameters")??{};if(typeof given!=="object"||given===null||Array.isArray(given))throw new UsageError(`${givenName(
flags,"parameters")} must be an object such as {"@name": "ada"}.`);const parameters=Object.entries(given).map(([name,value])=>({name:name.startsWith("@")?name:`\
@${name}`,value}));return{query:text,parameters}}function jsonOf(flags,name){const text=textOf(flags,name);if(text===void 0)return void 0;try{return JSON.parse(
text)}catch{throw new UsageError(`${givenName(flags,name)} must be JSON, not '${text}'. A text has quotes: '"ada"'.`)}}export{QUERY_FLAGS,query};
