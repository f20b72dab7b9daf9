/**
 * Reads a request target: `/dbs/a/colls/b/docs/c` alternates types and ids. On the hot path, so it only slices.
 *
 * An id is decoded exactly once; `+` is a plus. Clients do not encode `?` in an id, so there it belongs to the id;
 * a query string only begins where no id can be (`/?x`, `/docs?x`) and after `//addresses/`.
 */
import { Failure } from "../value/failure.ts";
import type { LinkWord } from "../value/resource-link.ts";

export type ResourceType = "" | LinkWord | "addresses" | "partitionkeydelete";

export interface PathSegment {
  readonly type: ResourceType;
  readonly id: string;
}

export interface ResourcePath {
  /** Of the resource or the feed that is addressed; "" is the account. */
  readonly type: ResourceType;
  /** The ids that the path names, outermost first; of a feed, its parents. */
  readonly segments: readonly PathSegment[];
  readonly isFeed: boolean;
  /** What clients sign: a feed's parent link, a resource's own link, decoded, without slashes at the ends. */
  readonly signedLink: string;
  /** The text after the `?` of a query string. */
  readonly query: string;
}

const CHILDREN: Readonly<Record<ResourceType, readonly string[]>> = {
  "": ["dbs", "offers", "addresses"],
  dbs: ["colls", "users", "clientencryptionkeys"],
  colls: ["docs", "pkranges", "sprocs", "triggers", "udfs", "conflicts"],
  users: ["permissions"],
  docs: [],
  sprocs: [],
  triggers: [],
  udfs: [],
  conflicts: [],
  pkranges: [],
  permissions: [],
  clientencryptionkeys: [],
  offers: [],
  addresses: [],
  partitionkeydelete: [],
};

/** Below it is the control API, which is not part of the protocol; its paths are signed as they are. */
export const CONTROL_PREFIX = "/_orrery/";

const PARTITION_KEY_DELETE = "operations/partitionkeydelete";

export function parseResourcePath(target: string): ResourcePath {
  if (target.startsWith(CONTROL_PREFIX)) {
    const [path = "", query = ""] = target.slice(1).split("?", 2);
    return { type: "", segments: [], isFeed: false, signedLink: path, query };
  }
  let start = 0;
  let end = target.length;
  while (target.charCodeAt(start) === SLASH) start++;
  while (end > start && target.charCodeAt(end - 1) === SLASH) end--;
  const segments: PathSegment[] = [];
  let parent: ResourceType = "";
  let link = "";
  while (start < end && target.charCodeAt(start) !== QUESTION_MARK) {
    if (parent === "colls" && end - start === PARTITION_KEY_DELETE.length) {
      if (target.startsWith(PARTITION_KEY_DELETE, start)) {
        return { type: "partitionkeydelete", segments, isFeed: false, signedLink: link, query: "" };
      }
    }
    const slash = endOfSegment(target, start, end);
    const question = target.indexOf("?", start);
    const typeEnd = question >= 0 && question < slash ? question : slash;
    const type = childType(parent, target.slice(start, typeEnd), target);
    if (typeEnd < slash || slash === end || type === "addresses") {
      const query = question < 0 ? "" : target.slice(question + 1);
      return { type, segments, isFeed: true, signedLink: link, query };
    }
    const idEnd = endOfSegment(target, slash + 1, end);
    const id = decode(target.slice(slash + 1, idEnd), target);
    segments.push({ type, id });
    link = link === "" ? `${type}/${id}` : `${link}/${type}/${id}`;
    parent = type;
    start = idEnd + 1;
  }
  return {
    type: parent,
    segments,
    isFeed: false,
    signedLink: link,
    query: start < end ? target.slice(start + 1) : "",
  };
}

const SLASH = 0x2f;
const QUESTION_MARK = 0x3f;

function endOfSegment(target: string, start: number, end: number): number {
  const slash = target.indexOf("/", start);
  return slash < 0 || slash > end ? end : slash;
}

function childType(parent: ResourceType, text: string, target: string): ResourceType {
  if (!CHILDREN[parent].includes(text)) {
    // Below an item, what is not an attachment is an id with a slash that a client did not escape.
    const isNowhere = parent === "" || (parent === "docs" && text !== "attachments");
    throw new Failure(
      isNowhere ? "notFound" : "badRequest",
      `There is no resource type '${text}' in the path '${target}'.`,
    );
  }
  return text as ResourceType;
}

function decode(text: string, target: string): string {
  if (text === "") throw new Failure("badRequest", `The path '${target}' has an empty id.`);
  if (!text.includes("%")) return text;
  try {
    return decodeURIComponent(text);
  } catch {
    throw new Failure("badRequest", `The id '${text}' in the path has a malformed percent escape.`);
  }
}
