import { Realm } from "./realm.js";
export declare class RealmShelf {
    #private;
    constructor(module: () => WebAssembly.Module);
    take(): Promise<Realm>;
    putBack(realm: Realm): void;
}
