import { Control } from "./control.js";
/** Takes what clients take: a connection string, or endpoint and key. Nothing is sent until something is asked. */
export declare function connectControl(server: string | {
    readonly endpoint: string;
    readonly key: string;
}): Control;
