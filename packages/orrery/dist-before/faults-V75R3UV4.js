import{table}from"./chunk-IGHSDAYQ.js";import{ACCOUNT_FLAGS,accountOf,askControl}from"./chunk-KUOPONGI.js";import"./chunk-QWHHNF75.js";import"./chunk-5KZWRL55.js";
import"./chunk-4GC6BSGV.js";import"./chunk-SSPL66FW.js";import{UsageError,flagHelp,parseCommandLine}from"./chunk-V6AEYMQJ.js";import{existsSync}from"node:fs";import{readFile}from"node:fs/promises";var FAULTS_FLAGS=[...ACCOUNT_FLAGS,{name:"json",help:"print the answer of the control API as one line of JSON"},{name:"help",help:"show this"}];var HELP=`orrery\
 faults [add RULE | remove ID | clear]: rules by which requests fail on
purpose; without a word, the rules

${flagHelp(FAULTS_FLAGS)}

RULE is JSON or a file of it:
'{"result":{"type":"tooManyRequests","retryAfterMs":100},"hitLimit":3}'
`;async function faults(args){const{flags,words}=parseCommandLine(FAULTS_FLAGS,args,process.env,2);if(flags.help===true){process.stdout.write(HELP);return}const[
verb="list",what]=words;const account=accountOf(flags);const print=(answer,text)=>process.stdout.write(flags.json===true?`${JSON.stringify(answer)}
`:text);switch(verb){case"list":{const answer=await askControl(account,"faults");return void print(answer,rulesText(answer.rules))}case"add":{const rule=await askControl(
account,"faults","POST",await ruleOf(what));return void print(rule,`Rule ${rule.id} is there.
`)}case"remove":{if(what===void 0)throw new UsageError("Name the rule: orrery faults remove ID.");const rule=await askControl(account,`faults/${encodeURIComponent(
what)}`,"DELETE");return void print(rule,`Rule ${what} is removed.
`)}case"clear":{const answer=await askControl(account,"faults","DELETE");return void print(answer,`${answer.rules.length} rules are removed.
`)}default:throw new UsageError(`There is no 'orrery faults ${verb}'. It has add, remove and clear.`)}}async function ruleOf(text){if(text===void 0)throw new UsageError(
"Give the rule as JSON, or a file of it. See --help.");const json=existsSync(text)?await readFile(text,"utf8"):text;try{return JSON.parse(json)}catch{throw new UsageError(
`'${text}' is neither a file nor a rule in JSON. See --help.`)}}function rulesText(rules){if(rules.length===0)return"There are no rules: no request fails on pur\
pose.\n";return table(["rule","hits","on","condition","result"],rules.map(({id,hits,enabled,condition,result})=>[id,hits,enabled?"yes":"no",JSON.stringify(condition??
{}),JSON.stringify(result)]))}export{FAULTS_FLAGS,faults};
