import{parseArgs}from"node:util";var UsageError=class extends Error{name="UsageError"};function parseFlags(flags,args,variables){return parseCommandLine(flags,args,
variables,0).flags}function parseCommandLine(flags,args,variables,wordsMax){const options=Object.fromEntries(flags.map(({name,value})=>[name,{type:value===void 0?
"boolean":"string"}]));let given;let words;try{({values:given,positionals:words}=parseArgs({args:[...args],options,allowPositionals:wordsMax>0}))}catch(error){throw new UsageError(
`${error.message.split(". ")[0]}. See --help.`)}const tooMany=words[wordsMax];if(tooMany!==void 0)throw new UsageError(`'${tooMany}' is one word too many. See -\
-help.`);const fromEnvironment={};for(const flag of flags){const value=environmentValue(flag,variables);if(value!==void 0)fromEnvironment[flag.name]=value}assertNoneExcluded(
flags,given,name=>`--${name}`);assertNoneExcluded(flags,fromEnvironment,variableOf);for(const{name,excludes=[]}of flags){for(const other of excludes){if(isGiven(
given[name]))delete fromEnvironment[other];if(isGiven(given[other]))delete fromEnvironment[name]}}const merged={...fromEnvironment,...given};FROM_VARIABLES.set(
merged,new Set(Object.keys(fromEnvironment).filter(name=>!isGiven(given[name]))));return{flags:merged,words}}var FROM_VARIABLES=new WeakMap;function givenName(flags,name){
return FROM_VARIABLES.get(flags)?.has(name)===true?variableOf(name):`--${name}`}function assertNoneExcluded(flags,values,told){for(const{name,excludes=[]}of flags){
const other=excludes.find(each=>isGiven(values[name])&&isGiven(values[each]));if(other!==void 0)throw new UsageError(`${told(name)} and ${told(other)} exclude e\
ach other: give one of the two.`)}}function isGiven(value){return value!==void 0&&value!==false}function environmentValue({name,value},variables){const text=variables[variableOf(
name)];if(text===void 0||text===""||text.startsWith("tcp://"))return void 0;if(value!==void 0)return text;if(/^(1|true|yes|on)$/i.test(text))return true;if(/^(0|false|no|off)$/i.
test(text))return false;throw new UsageError(`${variableOf(name)} must be true or false, not '${text}'.`)}function variableOf(name){return`ORRERY_${name.toUpperCase().
replaceAll("-","_")}`}var HELP_COLUMNS=80;var NAME_COLUMNS_MAX=26;function flagHelp(flags){const names=flags.map(({name,value})=>`--${name}${value===void 0?"":`\
 ${value}`}`);const width=Math.min(NAME_COLUMNS_MAX,Math.max(...names.map(({length})=>length)));const indent=" ".repeat(width+4);return flags.map(({help,otherwise},i)=>{
const text=otherwise===void 0?help:`${help} (${otherwise})`;const lines=wrapped(text,HELP_COLUMNS-indent.length).join(`
${indent}`);const name=`  ${names[i]}`;return name.length>width+2?`${name}
${indent}${lines}`:`${name.padEnd(indent.length)}${lines}`}).join("\n")}function wrapped(text,columns){const lines=[];let line="";for(const word of text.split("\
 ")){if(line!==""&&line.length+1+word.length>columns){lines.push(line);line=""}line=line===""?word:`${line} ${word}`}return[...lines,line]}function oneOf(flags,name,allowed,otherwise){
const value=textOf(flags,name);if(value===void 0)return otherwise;const found=allowed.find(each=>each.toLowerCase()===value.toLowerCase());if(found===void 0){const others=allowed.
slice(0,-1).join(", ");throw new UsageError(`${givenName(flags,name)} must be ${others} or ${allowed.at(-1)}, not '${value}'.`)}return found}function integerOf(flags,name,otherwise,min,max){
const value=flags[name];if(value===void 0)return otherwise;const number=Number(value);if(!Number.isInteger(number)||number<min||number>max){throw new UsageError(
`${givenName(flags,name)} must be a whole number from ${min} to ${max}, not '${String(value)}'.`)}return number}var SIZE_UNITS={"":1,B:1,KB:2**10,MB:2**20,GB:2**
30};function sizeOf(flags,name,otherwise){const value=flags[name];if(value===void 0)return otherwise;const[,number,unit]=/^([0-9]+(?:\.[0-9]+)?) ?([a-z]*)$/i.exec(
String(value))??[];const bytes=Math.floor(Number(number)*(SIZE_UNITS[unit?.toUpperCase()??""]??Number.NaN));if(!Number.isSafeInteger(bytes)||bytes<1)throw new UsageError(
`${givenName(flags,name)} must be a size such as 10MB or 50GB, not '${String(value)}'.`);return bytes}function textOf(flags,name){return flags[name]}function listOf(flags,name){
const texts=textOf(flags,name)?.split(",")??[];return texts.map(text=>text.trim()).filter(text=>text!=="")}export{UsageError,parseFlags,parseCommandLine,givenName,variableOf,flagHelp,oneOf,integerOf,sizeOf,textOf,listOf};
