var EVERY_ADDRESS={"0.0.0.0":"127.0.0.1","::":"::1"};function endpointOf(host,port){const name=EVERY_ADDRESS[host]??host;return`http://${name.includes(":")?`[${name}\
]`:name}:${port}`}function isLoopback(host){return host==="localhost"||host==="::1"||/^127(\.\d+){3}$/.test(host)}export{endpointOf,isLoopback};
