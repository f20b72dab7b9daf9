/** The request and response objects: named values behind getters, setters and appenders. */
import type { GuestKit } from "./guest-kit.cjs";
export interface MessageProperty {
    readonly value?: unknown;
    readonly writable: boolean;
}
/** `getBody()`, `getValue("Body")`, and for what may be written `setBody(v)`, `appendBody(v)` and their kin. */
export type Message = Record<string, (...args: never[]) => unknown>;
export declare function createMessage(kit: GuestKit, properties: Record<string, MessageProperty>, charactersMax: number): {
    readonly message: Message;
    read(name: string): unknown;
};
