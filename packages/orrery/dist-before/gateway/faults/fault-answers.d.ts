export declare const FAULT_ANSWERS: {
    readonly tooManyRequests: {
        readonly status: 429;
        readonly substatus: 3200;
        readonly name: "TooManyRequests";
    };
    readonly retryWith: {
        readonly status: 449;
        readonly name: "RetryWith";
    };
    readonly timeout: {
        readonly status: 408;
        readonly name: "RequestTimeout";
    };
    readonly serviceUnavailable: {
        readonly status: 503;
        readonly name: "ServiceUnavailable";
    };
    readonly internalServerError: {
        readonly status: 500;
        readonly name: "InternalServerError";
    };
    readonly gone: {
        readonly status: 410;
        readonly name: "Gone";
    };
    readonly nameCacheStale: {
        readonly status: 410;
        readonly substatus: 1000;
        readonly name: "Gone";
    };
    readonly partitionKeyRangeGone: {
        readonly status: 410;
        readonly substatus: 1002;
        readonly name: "Gone";
    };
    readonly completingSplit: {
        readonly status: 410;
        readonly substatus: 1007;
        readonly name: "Gone";
    };
    readonly completingMigration: {
        readonly status: 410;
        readonly substatus: 1008;
        readonly name: "Gone";
    };
    readonly leaseNotFound: {
        readonly status: 410;
        readonly substatus: 1022;
        readonly name: "Gone";
    };
    readonly sessionNotAvailable: {
        readonly status: 404;
        readonly substatus: 1002;
        readonly name: "NotFound";
    };
    readonly ownerNotFound: {
        readonly status: 404;
        readonly substatus: 1003;
        readonly name: "NotFound";
    };
    readonly containerBeingCreated: {
        readonly status: 404;
        readonly substatus: 1013;
        readonly name: "NotFound";
    };
};
export type FaultAnswer = keyof typeof FAULT_ANSWERS;
