export declare const UNMETERED_CHARGES: {
    readonly failure: 1;
    readonly account: 0;
    readonly control: 0;
};
