import{notReached}from"./chunk-KUOPONGI.js";import{UsageError}from"./chunk-V6AEYMQJ.js";import{CosmosClient}from"@azure/cosmos";function clientOf({endpoint,key}){return new CosmosClient({endpoint,key,userAgentSuffix:"orrery"})}function sdkContainer(client,{database,container}){return client.
database(database).container(container)}function plainError(account,error){const{name,code,message,body}=error;if(error instanceof UsageError)return error;if(name===
"RestError"||code==="ECONNREFUSED")return notReached(account,error);if(typeof code!=="number")return error;const text=(body?.message??message??"").split(/\r?\n/)[0];
return new UsageError(`The endpoint answered ${code}: ${queryErrors(text)??text}`)}function queryErrors(text){const[,json]=/^(?:Message: )?(\{"errors":.*\})/.exec(
text)??[];if(json===void 0)return void 0;try{const{errors}=JSON.parse(json);return errors.map(({message,code})=>`${message} (${code})`).join(" ")}catch{return void 0}}export{clientOf,sdkContainer,plainError};
