import{open,rename,rm}from"node:fs/promises";var FILES_KEPT=4;var RotatedFile=class{#path;#sizeMax;#file;#size=0;constructor(path,sizeMax){this.#path=path;this.#sizeMax=
sizeMax}async write(lines){this.#file??=await this.#next();let text="";for(const line of lines){const bytes=Buffer.byteLength(line);if(this.#size+bytes>this.#sizeMax&&
this.#size>0){await this.#file.write(text);text="";await this.#file.close();this.#file=await this.#next()}text+=line;this.#size+=bytes}if(text!=="")await this.#file.
write(text)}async close(){await this.#file?.close();this.#file=void 0}async#next(){await rm(`${this.#path}.${FILES_KEPT}`,{force:true});for(let i=FILES_KEPT-1;i>=
0;i--){await rename(formerFile(this.#path,i),formerFile(this.#path,i+1)).catch(ignoreMissing)}this.#size=0;return open(this.#path,"w")}};function formerFile(path,i){
return i===0?path:`${path}.${i}`}function ignoreMissing(error){if(error.code!=="ENOENT")throw error}export{FILES_KEPT,RotatedFile,formerFile};
