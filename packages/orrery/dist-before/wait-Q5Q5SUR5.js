import{ACCOUNT_FLAGS,accountOf,notReached}from"./chunk-KUOPONGI.js";import"./chunk-QWHHNF75.js";import"./chunk-5KZWRL55.js";import"./chunk-4GC6BSGV.js";
import"./chunk-SSPL66FW.js";import{UsageError,flagHelp,integerOf,parseFlags}from"./chunk-V6AEYMQJ.js";import{setTimeout as sleep}from"node:timers/promises";var WAIT_FLAGS=[...ACCOUNT_FLAGS,{name:"timeout",value:"SECONDS",help:"how long to wait",otherwise:"60"},{name:"json",help:"print the result as one line of JSON"},
{name:"help",help:"show this"}];var HELP=`orrery wait: wait until a server takes requests

${flagHelp(WAIT_FLAGS)}

Exits with 0 when it does, with 1 when it does not in time. Other emulators
count as ready when they answer.
`;var POLL_MS=200;var TRY_MS=5e3;async function wait(args){const flags=parseFlags(WAIT_FLAGS,args,process.env);if(flags.help===true){process.stdout.write(HELP);
return}const account=accountOf(flags);const seconds=integerOf(flags,"timeout",60,0,86400);const startMs=performance.now();for(;;){const outcome=await tryOnce(account);
const waitedMs=performance.now()-startMs;if(outcome==="ready"){const waited=(waitedMs/1e3).toFixed(1);const result={ready:true,endpoint:account.endpoint,waitedMs:Math.
round(waitedMs)};process.stdout.write(flags.json===true?`${JSON.stringify(result)}
`:`Ready after ${waited} s: ${account.endpoint}
`);return}if(waitedMs>=seconds*1e3)throw outcome instanceof UsageError?outcome:new UsageError(`${account.endpoint} answers, but is not ready after ${seconds} s.`);
await sleep(POLL_MS)}}async function tryOnce(account){try{const answer=await fetch(new URL("/_orrery/ready",account.endpoint),{signal:AbortSignal.timeout(TRY_MS)});
await answer.arrayBuffer();return answer.status>=500?"busy":"ready"}catch(error){return notReached(account,error)}}export{WAIT_FLAGS,wait};
