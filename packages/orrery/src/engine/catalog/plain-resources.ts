/** What the bodies of users, permissions, scripts and encryption keys must hold. */
import type { Json, JsonObject } from "@orrerydb/exact-json";
import { Failure } from "../../value/failure.ts";
import type { PlainKind } from "./catalog.ts";
import { checkName } from "./names.ts";

/** How many of a kind one container holds, as on the service; the others are bounded by nothing but memory. */
export const SCRIPTS_MAX = { storedProcedure: 100, trigger: 25, userDefinedFunction: 50 } as const;

export type ScriptKind = keyof typeof SCRIPTS_MAX;

export function checkCount(kind: PlainKind, siblings: number): void {
  const most = kind in SCRIPTS_MAX ? SCRIPTS_MAX[kind as ScriptKind] : Number.POSITIVE_INFINITY;
  if (siblings < most) return;
  throw new Failure(
    "forbidden",
    `The container has ${siblings} scripts of this kind, and may not have more: delete one first.`,
  );
}

/** The body as it is kept: the properties of its kind, and nothing else that a client may have copied into it. */
export function checkPlainBody(kind: PlainKind, body: JsonObject): JsonObject {
  return { id: checkName(body.id), ...CHECKS[kind](body) };
}

const CHECKS: Readonly<Record<PlainKind, (body: JsonObject) => JsonObject>> = {
  user: () => ({}),
  permission: checkPermission,
  storedProcedure: checkScript,
  userDefinedFunction: checkScript,
  trigger: (body) => ({
    ...checkScript(body),
    triggerType: oneOf(body, "triggerType", ["Pre", "Post"]),
    triggerOperation: oneOf(body, "triggerOperation", ["All", "Create", "Update", "Delete", "Replace"]),
  }),
  clientEncryptionKey: checkEncryptionKey,
};

function checkPermission(body: JsonObject): JsonObject {
  const { resource, resourcePartitionKey } = body;
  if (typeof resource !== "string" || resource === "")
    throw bad("A permission needs the link of its 'resource'.");
  if (resourcePartitionKey !== undefined && !Array.isArray(resourcePartitionKey)) {
    throw bad("The 'resourcePartitionKey' of a permission must be an array.");
  }
  return {
    permissionMode: oneOf(body, "permissionMode", ["All", "Read"]),
    resource,
    ...(resourcePartitionKey === undefined ? {} : { resourcePartitionKey }),
  };
}

/** The text is not read before the script runs, as on the service. */
function checkScript({ body }: JsonObject): JsonObject {
  if (typeof body !== "string") throw bad("A script needs its text as 'body'.");
  return { body };
}

function checkEncryptionKey({
  encryptionAlgorithm,
  wrappedDataEncryptionKey,
  keyWrapMetadata,
}: JsonObject): JsonObject {
  if (
    typeof encryptionAlgorithm !== "string" ||
    typeof wrappedDataEncryptionKey !== "string" ||
    typeof keyWrapMetadata !== "object"
  ) {
    throw bad(
      "A client encryption key needs 'encryptionAlgorithm', 'wrappedDataEncryptionKey' and 'keyWrapMetadata'.",
    );
  }
  return { encryptionAlgorithm, wrappedDataEncryptionKey, keyWrapMetadata };
}

/** Clients write these words in upper or lower case, and expect them back as they wrote them. */
function oneOf(body: JsonObject, name: string, allowed: readonly string[]): Json {
  const value = body[name];
  if (typeof value !== "string" || !allowed.some((word) => word.toLowerCase() === value.toLowerCase())) {
    throw bad(`'${name}' must be one of ${allowed.join(", ")}, not ${JSON.stringify(value)}.`);
  }
  return value;
}

function bad(message: string): Failure {
  return new Failure("badRequest", message);
}
