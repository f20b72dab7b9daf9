/** A store as it is at one moment: it can only be read. */
import { ForwardingReader } from "../../kv/forwarding-reader.ts";
import type { KeyValueStore, Reader } from "../../kv/key-value-store.ts";

export class MomentStore extends ForwardingReader<Reader> implements KeyValueStore {
  snapshot(): never {
    throw onlyRead();
  }

  transact(): never {
    throw onlyRead();
  }

  swap(): never {
    throw onlyRead();
  }

  spaces(): never {
    throw onlyRead();
  }

  dropSpace(): never {
    throw onlyRead();
  }

  async caughtUp(): Promise<void> {}

  async close(): Promise<void> {}
}

function onlyRead(): Error {
  return new Error("A moment can only be read.");
}
