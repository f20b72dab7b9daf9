var LEASE_LIMITS={leaseMs:1e4};export{LEASE_LIMITS};
