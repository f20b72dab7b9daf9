/** A row whose value is in memory whole: there is nothing to parse, and nothing to free. */
import type { JsonObject } from "@orrerydb/exact-json";
import type { MemberReader } from "../json-text/member-reader.ts";
import type { ItemRow } from "./row-source.ts";

export abstract class ParsedRow implements ItemRow {
  abstract readonly ref: string;
  abstract readonly size: number;
  abstract value(): JsonObject;
  abstract bytes(): Buffer;

  exactValue(): JsonObject {
    return this.value();
  }

  readOnly(_members: MemberReader | undefined): void {}

  *parse(): Generator<void, void> {}

  forget(): void {}
}
