function o(e){return{"x-ms-documentdb-partitionkey":JSON.stringify(e.map(t=>t===void 0?{}:t)).replace(/[\u007f-\uffff]/g,t=>`\\u${t.charCodeAt(0).toString(16).padStart(4,"0")}`)}}export{o as a};
