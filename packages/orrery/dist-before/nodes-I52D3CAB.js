import{table}from"./chunk-IGHSDAYQ.js";import{ACCOUNT_FLAGS,accountOf,askControl}from"./chunk-KUOPONGI.js";import"./chunk-QWHHNF75.js";import"./chunk-5KZWRL55.js";
import"./chunk-4GC6BSGV.js";import"./chunk-SSPL66FW.js";import{UsageError,flagHelp,parseCommandLine}from"./chunk-V6AEYMQJ.js";var NODES_FLAGS=[...ACCOUNT_FLAGS,{name:"json",help:"print the answer of the control API as one line of JSON"},{name:"help",help:"show this"}];var HELP=`orrery \
nodes: the nodes that share a database, and the containers of each
orrery nodes drain NODE: let a node give its containers to the others, and get
no more; name it by its id, or how that begins

${flagHelp(NODES_FLAGS)}
`;async function nodes(args){const{flags,words}=parseCommandLine(NODES_FLAGS,args,process.env,2);if(flags.help===true){process.stdout.write(HELP);return}const account=accountOf(
flags);let answer=await askControl(account,"nodes");const[action,start]=words;if(action!==void 0){if(action!=="drain"||start===void 0)throw new UsageError("orre\
ry nodes lists them; orrery nodes drain NODE is all that can be done with one.");const id=found(answer.nodes,start);answer=await askControl(account,`nodes/${encodeURIComponent(
id)}/drain`,"POST",{})}process.stdout.write(flags.json===true?`${JSON.stringify(answer)}
`:textOf(answer.nodes))}function found(nodes2,start){const meant=nodes2.filter(({id})=>id.startsWith(start));if(meant.length===1)return meant[0].id;throw new UsageError(
`${meant.length===0?"No node's id begins":"Several ids begin"} with '${start}'.`)}function textOf(nodes2){return table(["node","address","state","lease","partit\
ions","of containers"],nodes2.map(({id,address,state,leaseLeftMs,changesCatalog,containers,partitions})=>[id.slice(0,8),address??"",state,`${(leaseLeftMs/1e3).toFixed(
1)} s`,String(partitions),[...changesCatalog?["(catalogue)"]:[],...containers].join(" ")]))}export{NODES_FLAGS,nodes};
