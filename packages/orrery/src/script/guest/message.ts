/** The request and response objects: named values behind getters, setters and appenders. */
import type { GuestKit } from "./guest-kit.ts";

export interface MessageProperty {
  readonly value?: unknown;
  readonly writable: boolean;
}

/** `getBody()`, `getValue("Body")`, and for what may be written `setBody(v)`, `appendBody(v)` and their kin. */
export type Message = Record<string, (...args: never[]) => unknown>;

export function createMessage(
  kit: GuestKit,
  properties: Record<string, MessageProperty>,
  charactersMax: number,
): { readonly message: Message; read(name: string): unknown } {
  const values: Record<string, unknown> = Object.create(null);
  for (const [name, { value }] of Object.entries(properties)) values[name] = value;

  function requireWritable(name: string): void {
    const property = properties[name];
    if (property === undefined)
      throw kit.failure(400, `There is no value "${name}" here, and none can be added.`);
    if (!property.writable) throw kit.failure(403, `The value "${name}" is read-only here.`);
  }

  function requireRoom(name: string, value: unknown): void {
    if (value === undefined || value === null) return;
    const text = typeof value === "object" ? JSON.stringify(value) : `${value as string}`;
    if (text !== undefined && text.length > charactersMax) {
      throw kit.overLimit(
        `"${name}" would be larger than ${charactersMax} characters. Return less, and go on in another call.`,
      );
    }
  }

  function setValue(name: string, value: unknown): void {
    requireWritable(name);
    requireRoom(name, value);
    values[name] = value;
  }

  function appendValue(name: string, value: unknown): void {
    requireWritable(name);
    const current = values[name];
    // As `+` does it: text is joined, numbers are added.
    setValue(
      name,
      current === undefined || current === null ? value : (current as string) + (value as string),
    );
  }

  const message: Message = { getValue: (name: string) => values[name] };
  for (const [name, { writable }] of Object.entries(properties)) {
    message[`get${name}`] = () => values[name];
    if (!writable) continue;
    message[`set${name}`] = (value: unknown) => setValue(name, value);
    message[`append${name}`] = (value: unknown) => appendValue(name, value);
    message.setValue = setValue;
    message.appendValue = appendValue;
  }
  return { message, read: (name) => values[name] };
}
