import{UsageError,givenName,textOf}from"./chunk-V6AEYMQJ.js";var PROTOCOLS=new Set(["postgres:","postgresql:"]);function storeUrlOf(flags,name){const url=textOf(flags,name);if(url!==void 0&&!isStoreUrl(url))throw new UsageError(
`${givenName(flags,name)} must be an address such as postgres://USER@HOST:5432/DATABASE.`);return url}function isStoreUrl(text){return URL.canParse(text)&&PROTOCOLS.
has(new URL(text).protocol)}function shownUrl(url){const shown=new URL(url);shown.password="";shown.search="";return shown.href}export{storeUrlOf,isStoreUrl,shownUrl};
