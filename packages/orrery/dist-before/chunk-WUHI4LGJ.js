import{makeDataFolder}from"./chunk-NC73DPF2.js";import{UsageError}from"./chunk-V6AEYMQJ.js";import{readdir,rename,rm}from"node:fs/promises";async function makeWhole(folder,make){const found=await readdir(folder).catch(()=>[]);if(found.length>0)throw new UsageError(`${folder} is not empty. Name a new\
 folder with --to.`);const unfinished=`${folder}.unfinished`;await rm(unfinished,{recursive:true,force:true});await makeDataFolder(unfinished);try{const made=await make(
unfinished);await rm(folder,{recursive:true,force:true});await rename(unfinished,folder);return made}catch(error){await rm(unfinished,{recursive:true,force:true});
throw error}}export{makeWhole};
