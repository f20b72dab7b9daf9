import{askServer}from"./chunk-QWHHNF75.js";import{endpointOf}from"./chunk-4GC6BSGV.js";import{DEFAULT_HOST,DEFAULT_PORT,WELL_KNOWN_KEY}from"./chunk-SSPL66FW.js";
import{UsageError,givenName,textOf}from"./chunk-V6AEYMQJ.js";var DEFAULT_ENDPOINT=endpointOf(DEFAULT_HOST,DEFAULT_PORT);var ACCOUNT_FLAGS=[{name:"connection-string",value:"TEXT",help:"the account: AccountEndpoint=\u2026;Accoun\
tKey=\u2026;",otherwise:"endpoint and key"},{name:"endpoint",value:"URL",help:"the server",otherwise:DEFAULT_ENDPOINT,excludes:["connection-string"]},{name:"acc\
ount-key",value:"KEY",help:"its account key",otherwise:"the well-known emulator key",excludes:["connection-string"]}];function accountOf(flags){const text=textOf(
flags,"connection-string");if(text!==void 0)return parseConnectionString(text);const endpoint=textOf(flags,"endpoint")??DEFAULT_ENDPOINT;if(!URL.canParse(endpoint)||
!/^https?:/.test(endpoint))throw new UsageError(`${givenName(flags,"endpoint")} must be an address such as ${DEFAULT_ENDPOINT}, not '${endpoint}'.`);return{endpoint,
key:textOf(flags,"account-key")??WELL_KNOWN_KEY}}function parseConnectionString(text){const parts=new Map(text.split(";").map(part=>{const at=part.indexOf("=");
return[part.slice(0,at).trim().toLowerCase(),part.slice(at+1).trim()]}));const endpoint=parts.get("accountendpoint");const key=parts.get("accountkey");if(endpoint===
void 0||!URL.canParse(endpoint)||key===void 0||key==="")throw new UsageError("A connection string must be AccountEndpoint=URL;AccountKey=KEY; as it is printed.");
return{endpoint,key}}function containerName(text){const[database,container,...more]=text?.split("/")??[];if(!database||!container||more.length>0){const given=text===
void 0?"":`, not '${text}'`;throw new UsageError(`Name a container as DATABASE/CONTAINER, such as shop/orders${given}.`)}return{database,container}}function controlPath({
database,container}){return`dbs/${encodeURIComponent(database)}/colls/${encodeURIComponent(container)}`}async function askControl(account,target,method="GET",body){
const{status,answer}=await askServer(account,method,target,body).catch(error=>{throw notReached(account,error)});if(status===200)return answer;if(status===404&&
!String(answer.message).includes("orrery/"))throw new UsageError(`${account.endpoint} is no Orrery: only that tells about its inside.`);throw new UsageError(`Th\
e server refused: ${String(answer.message).split("\r\n")[0]}`)}function notReached({endpoint},error){const{cause}=error;if(/CERT|SELF_SIGNED|VERIFY/.test(cause?.
code??""))return new UsageError(`The certificate of ${endpoint} is not trusted (${cause?.message}). Use http, or give it to Node with NODE_EXTRA_CA_CERTS.`);if(error instanceof
SyntaxError)return new UsageError(`What answers at ${endpoint} is no Orrery.`);return new UsageError(`No server answers at ${endpoint}. Start one with orrery, o\
r say where it is with --endpoint or --connection-string.`)}export{ACCOUNT_FLAGS,accountOf,containerName,controlPath,askControl,notReached};
