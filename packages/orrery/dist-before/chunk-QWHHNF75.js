import{signedHeaders}from"./chunk-5KZWRL55.js";async function askServer({endpoint,key},method,target,body){const response=await fetch(new URL(`_orrery/${target}`,endpoint),{method,headers:signedHeaders(key,method,
`/_orrery/${target}`),...body===void 0?{}:{body:JSON.stringify(body)}});return{status:response.status,answer:await response.json()}}export{askServer};
