import{advise,checkScale,htmlReport,sizedItem}from"../chunk-CWZH4KO7.js";import"../chunk-IDJ3P7AN.js";import"../chunk-4OGY6332.js";import"../chunk-AX2ZKM5W.js";
import"../chunk-IH32K4DY.js";import"../chunk-7NBCW7XL.js";import"../chunk-2RYLY42K.js";import{Failure}from"../chunk-YRRMZR6P.js";import"../chunk-GAIUUIF3.js";
import"../chunk-2VM4AD4A.js";import"../chunk-7HWEX7J4.js";import{once}from"node:events";import{parentPort,workerData}from"node:worker_threads";var port=parentPort;var job=workerData;var tell=message=>port.postMessage(message);var hasMore=false;async function*pulled(what){for(;;){tell({kind:"want",what});
const[chunk]=await once(port,"message");if(chunk.rows.length===0){hasMore||=chunk.hasMore;return}for(const row of chunk.rows)yield sizedItem(JSON.parse(row))}}var TELL_MS=100;
var toldMs=0;try{const advice=await advise({items:pulled("items"),hasMore:()=>hasMore,...job.workload===void 0?{}:{workload:{text:job.workload,name:"'workload'"}},
...job.isRecorded?{traffic:{lines:pulled("recorded"),container:job.container}}:{},scale:checkScale(job.scale),present:job.present,...job.replays===void 0?{}:{replays:job.
replays},...job.replaySeconds===void 0?{}:{replaySeconds:job.replaySeconds},progress:(what,part)=>{if(performance.now()-toldMs<TELL_MS)return;toldMs=performance.
now();tell({kind:"progress",what,part:part??null})}});tell({kind:"done",advice,report:htmlReport(advice)})}catch(error){if(!(error instanceof Failure))throw error;
tell({kind:"refused",message:error.message})}finally{port.close()}
