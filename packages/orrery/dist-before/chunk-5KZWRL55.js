import{createHmac}from"node:crypto";var ControlError=class extends Error{name="ControlError";status;constructor(status,message){super(message);this.status=status}};
async function askControl(send,key,method,target,body){const path=`/_orrery/${target}`;const headers=signedHeaders(key,method,path);const{status,text}=await send(
method,path,headers,body&&JSON.stringify(body));const answer=parsed(text);if(status===200)return answer;const{message}=answer;throw new ControlError(status,message?.
split("\r\n")[0]??`The server answered ${status}.`)}function signedHeaders(key,method,path){const date=new Date().toUTCString();const text=`${method.toLowerCase()}\


${path.slice(1).split("?",1)[0]}
${date.toLowerCase()}

`;const signature=createHmac("sha256",Buffer.from(key,"base64")).update(text).digest("base64");return{authorization:encodeURIComponent(`type=master&ver=1.0&sig=${signature}`),
"x-ms-date":date}}function parsed(text){try{return JSON.parse(text)}catch{return{}}}export{ControlError,askControl,signedHeaders};
