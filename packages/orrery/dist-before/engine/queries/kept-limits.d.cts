export declare const KEPT_QUERY_LIMITS: {
    readonly textBytesMax: number;
    readonly joinsMax: 10;
    /** Positions of one shape, where a spatial function takes it. */
    readonly shapePositionsMax: 1024;
};
