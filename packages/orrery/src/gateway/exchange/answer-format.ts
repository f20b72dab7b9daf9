/** In which of the two forms of JSON a single item goes out. Pages stay text, which every client reads. */
import { parseJsonText } from "@orrerydb/exact-json";
import { encodeCosmosBinary } from "../../wire/cosmos-binary/encode-cosmos-binary.ts";
import { RequestHeader } from "../../wire/headers.ts";
import type { GatewayRequest } from "./gateway-request.ts";

/**
 * Text as it is, or CosmosBinary for a client that names it and does not accept text. Half of a surrogate pair stays
 * text, which all clients read too: binary strings are UTF-8, which has no form for it.
 */
export function inAcceptedFormat(request: GatewayRequest, json: Buffer): Buffer {
  const formats = request.listHeader(RequestHeader.supportedFormats).map((format) => format.toLowerCase());
  const isBinary = formats.includes("cosmosbinary") && !formats.includes("jsontext");
  return isBinary && !json.includes("\\ud") ? encodeCosmosBinary(parseJsonText(json.toString())) : json;
}
