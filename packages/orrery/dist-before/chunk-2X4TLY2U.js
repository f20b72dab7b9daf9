import{rm}from"node:fs/promises";import{dirname,join,resolve}from"node:path";var FOLDER="checkpoints";async function makeCheckpoint(store,dataFolder,nowMs){const folder=checkpointFolder(
dataFolder,nowMs);await store.checkpoint(folder);return folder}function checkpointFolder(dataFolder,nowMs){return join(dataFolder,FOLDER,`${backupName(nowMs)}-${process.
pid}-${Math.random().toString(36).slice(2)}`)}function isCheckpointOf(dataFolder,folder){return resolve(folder)===folder&&dirname(folder)===join(dataFolder,FOLDER)}
function removeCheckpoints(dataFolder){return rm(join(dataFolder,FOLDER),{recursive:true,force:true})}function backupName(ms){return new Date(ms).toISOString().
replaceAll(/[-:]/g,"")}export{makeCheckpoint,checkpointFolder,isCheckpointOf,removeCheckpoints,backupName};
