import{ACCOUNT_FLAGS,accountOf,notReached}from"./chunk-KUOPONGI.js";import"./chunk-QWHHNF75.js";import"./chunk-5KZWRL55.js";import{isLoopback}from"./chunk-4GC6BSGV.js";
import"./chunk-SSPL66FW.js";import{UsageError,flagHelp,parseFlags}from"./chunk-V6AEYMQJ.js";import{createHmac}from"node:crypto";import{createInterface}from"node:readline/promises";var RESET_FLAGS=[...ACCOUNT_FLAGS,{name:"yes",help:"do not ask; needed for a server that is not on this machine"},{name:"json",help:"print the result as one lin\
e of JSON"},{name:"help",help:"show this"}];var HELP=`orrery reset: delete every database of an account

${flagHelp(RESET_FLAGS)}

It asks first where somebody can answer. Servers elsewhere are reset with --yes
alone.
`;async function reset(args){const flags=parseFlags(RESET_FLAGS,args,process.env);if(flags.help===true){process.stdout.write(HELP);return}const account=accountOf(
flags);let names=await databaseNames(account);if(flags.yes!==true)await confirm(account,names.length);const deleted=[];for(;names.length>0;names=await databaseNames(
account)){for(const name of names)await send(account,"DELETE",`dbs/${encodeURIComponent(name)}`,`dbs/${name}`);deleted.push(...names)}const count=deleted.length===
1?"1 database was":`${deleted.length} databases were`;process.stdout.write(flags.json===true?`${JSON.stringify({deleted})}
`:`${count} deleted.
`)}async function confirm({endpoint},count){const isHere=isLoopback(new URL(endpoint).hostname.replace(/^\[|\]$/g,""));if(!isHere)throw new UsageError(`${endpoint}\
 is not on this machine. To reset it all the same, add --yes.`);if(process.stdin.isTTY!==true||count===0)return;const questions=createInterface({input:process.stdin,
output:process.stderr});try{const answer=await questions.question(`Delete ${count} databases at ${endpoint}? (yes/no) `);if(!/^y(es)?$/i.test(answer.trim()))throw new UsageError(
"Nothing was deleted.")}finally{questions.close()}}async function databaseNames(account){const{Databases}=await send(account,"GET","dbs","");return Databases.map(
({id})=>id)}async function send(account,method,path,link){const date=new Date().toUTCString();const text=`${method.toLowerCase()}
dbs
${link}
${date.toLowerCase()}

`;const signature=createHmac("sha256",Buffer.from(account.key,"base64")).update(text).digest("base64");const response=await fetch(new URL(path,account.endpoint),
{method,headers:{authorization:encodeURIComponent(`type=master&ver=1.0&sig=${signature}`),"x-ms-date":date,"x-ms-version":"2020-07-15"}}).catch(error=>{throw notReached(
account,error)});const body=await response.text();if(response.ok||response.status===404)return body===""?{}:JSON.parse(body);throw new UsageError(`${account.endpoint}\
 refused with ${response.status}: ${body.slice(0,300)}`)}export{RESET_FLAGS,reset};
