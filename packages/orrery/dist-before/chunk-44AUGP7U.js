var COPIES=["1p","2s","3s","4s"];var WRITE_QUORUM=3;var MASTER="master";var PATH=/^\/apps\/orrery\/services\/([A-Za-z0-9+=-]+)\/partitions\/(\d{1,15})\/replicas\/\d[ps]\/?$/;
function replicaPath(replica,copy){const{containerRid,rangeId}=replica==="master"?{containerRid:MASTER,rangeId:"0"}:replica;return`/apps/orrery/services/${containerRid}\
/partitions/${rangeId}/replicas/${copy}/`}function parseReplicaPath(path){const[,containerRid,rangeId]=PATH.exec(path)??[];if(containerRid===void 0||rangeId===void 0)
return void 0;return containerRid===MASTER?"master":{containerRid,rangeId}}export{COPIES,WRITE_QUORUM,replicaPath,parseReplicaPath};
