/**
 * The control API as types: every request with what it takes and answers. No code: the gateway, `control`, the commands,
 * `testing` and the explorer import it, and docs/control-api-reference.md is generated from it, comments included.
 */
import type { ItemOperationKind } from "../value/operations/item-operation.ts";

/** A request: its query parameters and its body, where it has any, and its answer. */
interface Call<Answer, Body = undefined, Query = undefined> {
  readonly answer: Answer;
  readonly body: Body;
  readonly query: Query;
}

/** Every request by method and path. `C` stands for `dbs/{database}/colls/{container}`. */
export interface ControlCalls {
  /** Describes the server, and what the key of the request may do. */
  "GET server": Call<ServerState>;
  /** Lists the words of queries, for editors that complete them. */
  "GET query-words": Call<QueryWords>;
  /** Lists all containers with their figures. */
  "GET containers": Call<{ readonly containers: readonly ContainerFigures[] }>;
  /** Returns the figures of one container. */
  "GET C": Call<ContainerFigures>;
  /** Lists the nodes that [share the database](scale-out.md#several-nodes). 409 from a server that is not part of a cluster. */
  "GET nodes": Call<NodeList>;
  /** Moves all that the node serves to other nodes, for good, then answers as `GET nodes` does. */
  "POST nodes/{node}/drain": Call<NodeList>;
  /** Lists [the last requests](control-api.md#the-last-requests) of clients, oldest first. */
  "GET requests": Call<RequestList, undefined, RequestQuery>;
  /** Returns figures for [Prometheus](control-api.md#whether-it-is-up-and-how-it-is), as text. */
  "GET metrics": Call<string>;
  /** Lists the physical partitions in the order of their hash ranges. */
  "GET C/partitions": Call<{ readonly partitions: readonly PartitionFigures[] }>;
  /**
   * Divides the hash space and the throughput evenly, by splits and merges, whatever the throughput needs; a higher
   * throughput later adds partitions if it needs them. 423 while the throughput is being changed.
   */
  "PUT C/partitions": Call<ChangedPartitions, PartitionCount>;
  /** Lists the busiest and the largest partition keys. */
  "GET C/keys": Call<KeyFigures, undefined, KeyQuery>;
  /** Lists what each partition did, oldest first. Partitions that were split or merged away follow, the last 64 of a container, as long as their points reach back. */
  "GET C/history": Call<HistoryList, undefined, HistoryQuery>;
  /** Shows where the request units went, and where the bytes are stored, over the hash space and over time. Kept in memory. */
  "GET C/heat": Call<HeatFigures, undefined, HeatQuery>;
  /** Returns the throttle mode of the container. */
  "GET C/throttle": Call<ThrottleState>;
  /** Sets the throttle mode until the server stops; then `--throttle` decides again. */
  "PUT C/throttle": Call<ThrottleState, ThrottleState>;
  /** Returns the throughput buckets of the container. */
  "GET C/buckets": Call<ThroughputBuckets>;
  /**
   * Sets what requests with `x-ms-cosmos-throughput-bucket` 1 to 5 may spend; more is 429/3212 when throttling is enforced.
   * 409 for containers that share the throughput of a database.
   */
  "PUT C/buckets": Call<ThroughputBuckets, ThroughputBuckets>;
  /** Splits a partition. */
  "POST C/partitions/{partition}/split": Call<ChangedPartitions, SplitTerms>;
  /** Merges two neighbours. 409 unless each has less than 3,000 RU/s and they hold less than 40 % of a partition's storage on average. */
  "POST C/merge": Call<ChangedPartitions, MergeTerms>;
  /** Changes how partitions share the throughput. 409 for containers that share the throughput of a database. */
  "POST C/redistribute": Call<ChangedPartitions, RedistributionTerms>;
  /** Makes writers of the container wait, and answers when no write is in progress. The partitions stay as they are meanwhile. */
  "POST C/hold": Call<HoldState, HoldTerms>;
  /** Ends a hold. */
  "POST C/release": Call<{ readonly released: boolean }, HoldState>;
  /**
   * Exchanges the [names of two containers](control-api.md#containers-that-exchange-their-names) of a database. 409 while an
   * indexing policy or the throughput of one of them is being changed.
   */
  "POST C/exchange": Call<{ readonly containers: readonly ExchangedName[] }, ExchangeTerms>;
  /** Counts the recorded operations of the container. Removes nothing. */
  "GET C/recording": Call<RecordedCount>;
  /** Starts [advice on the container's key](control-api.md#advice-on-a-key). */
  "POST C/advice": Call<AdviceState, AdviceTerms>;
  /** Returns the state of the advice. */
  "GET C/advice": Call<AdviceState>;
  /** Cancels and removes the advice. */
  "DELETE C/advice": Call<AdviceState>;
  /** Returns the report as a page of HTML. 404 before it exists. */
  "GET C/advice/report": Call<string>;
  /** Starts [a move in place](control-api.md#a-move-in-place) to another key. */
  "POST C/repartition": Call<MoveState, MoveTerms>;
  /** Returns the state of the move. */
  "GET C/repartition": Call<MoveState>;
  /** Estimates a move, and writes nothing. */
  "POST C/repartition/plan": Call<MovePlan, MoveTerms>;
  /** Compares both containers. Answers when the comparison has started. */
  "POST C/repartition/verify": Call<MoveState, VerifyTerms>;
  /** Exchanges the names of the two containers. Answers when this has started. */
  "POST C/repartition/cut-over": Call<MoveState, SwitchTerms>;
  /** Exchanges the names back. Answers when this has started. */
  "POST C/repartition/roll-back": Call<MoveState, SwitchTerms>;
  /** Stops all work on the move. */
  "POST C/repartition/pause": Call<MoveState>;
  /** Continues the move. */
  "POST C/repartition/resume": Call<MoveState>;
  /** Abandons the move, before a cut-over. */
  "POST C/repartition/cancel": Call<MoveState, CancelTerms>;
  /** Ends the move, after a cut-over. */
  "POST C/repartition/complete": Call<MoveState, CompleteTerms>;
  /** Returns the clock of the database. */
  "GET clock": Call<ClockState>;
  /** Moves the clock of the database ahead. 409 unless the server was started with `--controllable-clock`. Signatures are still checked against the real time. */
  "POST clock": Call<ClockState, { readonly advanceMs: number }>;
  /** Lists the rules for [faults on command](faults.md). */
  "GET faults": Call<{ readonly rules: readonly FaultState[] }>;
  /** Adds a rule. */
  "POST faults": Call<FaultState, FaultRule>;
  /** Removes all rules, and returns them. */
  "DELETE faults": Call<{ readonly rules: readonly FaultState[] }>;
  /** Returns a rule with its hits. */
  "GET faults/{rule}": Call<FaultState>;
  /** Enables or disables a rule. */
  "PUT faults/{rule}": Call<FaultState, { readonly enabled: boolean }>;
  /** Removes a rule, and returns it. */
  "DELETE faults/{rule}": Call<FaultState>;
  /** Deletes all databases and rules for faults, and ends a recording. The clock stays. Answers the names of the databases. */
  "POST reset": Call<{ readonly databases: readonly string[] }>;
  /**
   * Copies all data of one snapshot into a folder inside the data folder, for [`orrery backup`](backup.md), which removes it
   * afterwards. Tables are links and take no space. Left over folders are removed when a server next opens the data folder.
   * 409 from a server that keeps everything in memory.
   */
  "POST checkpoint": Call<{ readonly folder: string }>;
  /** Starts [a recording](control-api.md#recordings) of what clients do with items. 409 while one is running. */
  "POST recording": Call<RecordingStart, { readonly hash?: boolean | undefined }>;
  /** Returns recorded operations, and removes those before `from`. */
  "GET recording": Call<RecordingPart, undefined, { readonly from?: number }>;
  /** Ends the recording. */
  "DELETE recording": Call<{ readonly recording: boolean }>;
}

export type ControlCall = keyof ControlCalls;
export type ControlAnswer<Name extends ControlCall> = ControlCalls[Name]["answer"];
export type ControlBody<Name extends ControlCall> = ControlCalls[Name]["body"];

export interface ServerState {
  readonly version: string;
  /** What the key of the request may do. */
  readonly access: "full" | "readOnly";
  /** Null where direct mode is off. */
  readonly directPort: number | null;
  readonly inMemory: boolean;
  readonly now: string;
}

export interface QueryWords {
  readonly keywords: readonly string[];
  readonly functions: readonly string[];
}

export interface ContainerFigures {
  readonly database: string;
  readonly container: string;
  readonly partitionKey: PartitionKeyDefinition;
  readonly throughput: Throughput;
  readonly sharesDatabaseThroughput: boolean;
  /** The throughput is being changed. */
  readonly replacePending: boolean;
  readonly throttle: ThrottleMode;
  /** The number of physical partitions. */
  readonly partitions: number;
  readonly items: number;
  readonly bytes: number;
  /** Average of the last ten seconds. */
  readonly usedRuPerSecond: number;
  /** Requests that were refused, or would have been: average of the last ten seconds. */
  readonly throttledPerSecond: number;
}

export interface PartitionKeyDefinition {
  readonly paths: readonly string[];
  readonly kind?: "Hash" | "MultiHash" | "Range";
  readonly version?: 1 | 2;
}

/** As provisioned on a container or a database. */
export type Throughput =
  | { readonly kind: "manual"; readonly ruPerSecond: number }
  | {
      readonly kind: "autoscale";
      readonly maximumRuPerSecond: number;
      /** By how much the maximum is to be raised when it no longer suffices: stored for the client, without effect. */
      readonly incrementPercent?: number;
    };

/** What becomes of a request that the service would refuse with 429: it is counted, or it is refused. */
export type ThrottleMode = "observe" | "enforce";

export interface ThrottleState {
  readonly mode: ThrottleMode;
}

export interface ThroughputBuckets {
  readonly buckets: readonly ThroughputBucket[];
}

export interface ThroughputBucket {
  /** 1 to 5. */
  readonly id: number;
  /** Of the container's throughput. */
  readonly maxThroughputPercentage: number;
}

export interface PartitionFigures {
  readonly id: string;
  readonly minInclusive: string;
  readonly maxExclusive: string;
  /** The partitions that it was made of. */
  readonly parents: readonly string[];
  readonly throughputFraction: number;
  /** Rounded to two decimals, as all RU and RU/s are. */
  readonly ruPerSecond: number;
  readonly items: number;
  readonly storageBytes: number;
  /** Grows with every commit. */
  readonly lsn: number;
  readonly lastSecond?: HistoryPoint | undefined;
  readonly thisMinute?: HistoryPoint | undefined;
}

/** Answered when the change is done. */
export interface ChangedPartitions {
  /** Ids of new partitions. */
  readonly created: readonly string[];
  readonly partitions: readonly PartitionFigures[];
}

export interface PartitionCount {
  /** 1 to 100. */
  readonly count: number;
}

/** Without members: `"at": "midpoint"`. */
export interface SplitTerms {
  /** Half of the hash range, or half of the bytes. */
  readonly at?: "midpoint" | "data" | undefined;
  /** Where the right half begins, instead of `at`. 400 where no key can be, which is from `40` on for keys of version 2. */
  readonly epk?: string | undefined;
}

export interface MergeTerms {
  /** The ids of two neighbours. */
  readonly partitions: readonly string[];
  /** Merges partitions that are too large for the rules of the service as well: for tests of clients. */
  readonly force?: boolean | undefined;
}

export interface RedistributionTerms {
  /**
   * RU/s by id for 1 to 20 partitions, at most 10,000 each. The others share the rest in their proportions; what exceeds
   * 10,000 for one goes to those below it. 400 if the rest is more than they can use. Without targets all get the same.
   */
  readonly targets?: Readonly<Record<string, number>> | undefined;
}

export interface KeyQuery {
  /** Keys of each list: 1 to 1,000, 20 by default. */
  readonly limit?: number;
  /** `false` leaves `largest` empty, and saves reading the record of every logical partition. */
  readonly largest?: boolean;
}

export interface KeyFigures {
  /** The keys with the most request units in the last hour. */
  readonly consumers: readonly BusyKey[];
  /** The keys with the most requests in the last hour that were throttled, or would have been. */
  readonly throttled: readonly BusyKey[];
  /** The keys with the most storage, exactly. */
  readonly largest: readonly KeySize[];
}

export interface BusyKey {
  /** The key value as the protocol writes it. */
  readonly key: string;
  /** Request units, or requests. */
  readonly count: number;
  /** The count is too high by at most this. */
  readonly error: number;
  readonly partition: string;
}

export interface KeySize {
  readonly key: string;
  readonly partition: string;
  readonly items: number;
  readonly storageBytes: number;
}

export interface HistoryQuery {
  /** The last two minutes by seconds, or the last six hours by minutes: the default. */
  readonly unit?: "seconds" | "minutes";
  /** Points of each partition: 1 to 1,000. */
  readonly limit?: number;
}

export interface HistoryList {
  readonly unit: "seconds" | "minutes";
  readonly partitions: readonly PartitionHistories[];
}

export interface PartitionHistories {
  readonly id: string;
  /** It was split or merged away. In the minute of the switch, `storageBytes` and `items` are reported for the old and the new partition. */
  readonly gone?: true;
  readonly points: readonly (HistoryPoint | MinutePoint)[];
}

export interface HistoryPoint {
  readonly startMs: number;
  readonly requests: number;
  readonly ru: number;
  /** The RU of the busiest second over what was provisioned. */
  readonly normalised: number;
  /** Requests that were refused with 429, or would have been. */
  readonly throttled: number;
}

/** Of a history by minutes. */
export interface MinutePoint extends HistoryPoint {
  /** As last reported in that minute or before it. */
  readonly storageBytes: number;
  readonly items: number;
}

export interface HeatQuery {
  /** The last two minutes by seconds (the default), the last six hours by minutes, or the last week by half hours. */
  readonly unit?: HeatUnit;
  /** Leaves out columns that began before it, in milliseconds since 1970. */
  readonly since?: number;
  /** Adds the stored bytes of every slice. */
  readonly storage?: boolean;
}

export type HeatUnit = "seconds" | "minutes" | "halfHours";

export interface HeatFigures {
  readonly unit: HeatUnit;
  readonly nowMs: number;
  readonly columnMs: number;
  /** The number of slices of equal width into which the hash space is cut: 256. No split changes them. */
  readonly slices: number;
  /** Oldest first, the present one last. Those in which nothing happened are left out. */
  readonly columns: readonly HeatColumn[];
}

export interface HeatColumn {
  readonly startMs: number;
  /** Slice, RU and throttled requests. What is not about one key is spread over its partition. */
  readonly slices: readonly (readonly [slice: number, ru: number, throttled: number])[];
  /** The 24 keys with the most RU, with what is certainly theirs. */
  readonly keys: readonly HeatKey[];
  /** The bytes of every slice at the end of the column, those of a partition spread over its slices. */
  readonly storage?: readonly number[];
}

export interface HeatKey {
  readonly key: string;
  readonly ru: number;
  readonly throttled: number;
}

export interface NodeList {
  readonly nodes: readonly NodeState[];
}

export interface NodeState {
  readonly id: string;
  readonly name: string;
  readonly address: string | null;
  /** It answered this request. */
  readonly isThis: boolean;
  readonly state: "starting" | "serving" | "leaving";
  readonly leaseLeftMs: number;
  readonly changesCatalog: boolean;
  /** The containers of which it serves partitions. */
  readonly containers: readonly string[];
  /** The number of partitions that it serves. */
  readonly partitions: number;
}

export interface RequestQuery {
  /** Begins at this number. A client that requests from `next` on sees each request once; missing numbers were overwritten. */
  readonly from?: number;
  /** 1 to 1,000, 100 by default. */
  readonly limit?: number;
  /** Leaves out other containers: `shop/carts`. */
  readonly container?: string;
  /** Leaves out what was answered below 400. */
  readonly failed?: boolean;
}

export interface RequestList {
  readonly requests: readonly NumberedRequest[];
  /** The number of the next request. */
  readonly next: number;
}

/** A request that was answered. */
export interface ShownRequest {
  readonly at: string;
  readonly activityId: string;
  /** The same for all requests of one query, where the client sends it. */
  readonly correlatedId?: string;
  /** `read item`, `query items`, `batch items`, `changes of items`, `plan query`, `create container` and so on; the method alone where the path names nothing. */
  readonly operation: string;
  /** By name, like `container` and `id`. */
  readonly database?: string;
  readonly container?: string;
  readonly id?: string;
  /** As the client sent it, where it did. */
  readonly key?: string;
  /** The physical partitions that answered, or that a query had to read; none where the request was not about items. */
  readonly partitions: readonly string[];
  readonly status: number;
  readonly substatus?: number;
  readonly charge: number;
  /** Milliseconds from the headers of the request to the answer. */
  readonly ms: number;
  /** Of `ms`: until the signature was checked, waiting for the body, and the rest. */
  readonly stages: { readonly authenticate: number; readonly receive: number; readonly work: number };
  /** Rows of a page. */
  readonly items?: number;
  /** Bytes of the answer's body. */
  readonly bytes: number;
  /** The text of a query, from the first 2,048 bytes of the body. */
  readonly query?: string;
  /** The message of a refusal. */
  readonly why?: string;
  /** The rule for faults that changed the answer. */
  readonly fault?: string;
  /** As it was sent, like `path` and `client`; strings of more than 512 characters are cut. */
  readonly method: string;
  readonly path: string;
  readonly client?: string;
}

export interface NumberedRequest extends ShownRequest {
  readonly number: number;
}

export interface HoldTerms {
  /** At most 60,000. */
  readonly forMs: number;
}

export interface HoldState {
  /** The id of the hold. */
  readonly hold: string;
}

export interface ExchangeTerms {
  /** The other container. */
  readonly with: string;
  /** 409, without any effect, unless writers have waited since this hold began. */
  readonly hold?: string | undefined;
}

export interface ExchangedName {
  /** Its new name. */
  readonly container: string;
  readonly rid: string;
  readonly partitionKey: unknown;
}

export interface ClockState {
  readonly now: string;
  readonly aheadMs: number;
  readonly controllable: boolean;
}

export interface RecordingStart {
  readonly recording: boolean;
  readonly next: number;
}

export interface RecordingPart {
  readonly recording: boolean;
  /** At most 5,000. */
  readonly operations: readonly unknown[];
  /** The `from` of the next request. */
  readonly next: number;
  /** Operations that were removed before a client had read them. */
  readonly dropped: number;
}

export interface RecordedCount {
  /** A recording is running. */
  readonly recording: boolean;
  readonly operations: number;
}

/** All members may be absent. */
export interface AdviceTerms {
  /** The number of items to read, at most: 1 to 1,000,000, 100,000 by default. Of a larger container, the oldest of every partition. */
  readonly items?: number | undefined;
  /** Operations with their rates: the text of a YAML or JSON file as in [choose a key](choose-a-key.md), of at most 65,536 characters. */
  readonly workload?: string | undefined;
  /** Instead of `workload`: what the server holds of the [recording](control-api.md#recordings) that is running or was the last. What `orrery record` has taken is not part of it. */
  readonly traffic?: "recording" | undefined;
  /** Some of `itemsPerDay`, `retentionDays`, `peakFactor`, `budget`, `pricePer100RuHour`, `pricePerGbMonth`. */
  readonly scale?: Readonly<Record<string, number>> | undefined;
  /** The number of best keys that are tried out: 0 to 10, 3 by default. */
  readonly replays?: number | undefined;
  /** On how many seconds of traffic they are tried: 5 to 110, 60 by default. */
  readonly replaySeconds?: number | undefined;
}

export interface AdviceState {
  readonly state: "none" | "running" | "done" | "failed";
  /** The present step, in words. */
  readonly what: string | null;
  /** How far that step is: 0 to 1. */
  readonly part: number | null;
  readonly startedAt: string | null;
  readonly endedAt: string | null;
  /** Why it failed, in a sentence. */
  readonly error: string | null;
  /** When it is done: what `orrery advise --json` prints, of which these are the main members. */
  readonly advice: Advice | null;
}

export interface Advice {
  readonly verdict: {
    readonly isGood: boolean;
    readonly headline: string;
    readonly sure: readonly string[];
    readonly unsure: readonly string[];
    readonly next: readonly string[];
  };
  /** Best first. */
  readonly candidates: readonly AdvisedCandidate[];
  readonly items: { readonly count: number };
}

export interface AdvisedCandidate {
  readonly name: string;
  readonly key: readonly string[];
  /** For `@orrerydb/keys`; null where the properties are the key themselves. */
  readonly strategy: object | null;
  readonly verdict: string;
  readonly faults: readonly string[];
  readonly cautions: readonly string[];
  readonly measures: {
    readonly neededRuPerSecond: number;
    readonly largest: { readonly share: number };
    readonly hottest: { readonly share: number };
  };
  /** Null where it was not tried out. */
  readonly replay: AdviceReplay | null;
}

export interface AdviceReplay {
  readonly seconds: number;
  readonly operations: number;
  readonly accepted: number;
  readonly refused: number;
  /** Provisioned RU/s. */
  readonly budget: number;
  /** The part of the budget and of the rates that was played. */
  readonly partOfRate: number;
  /** By second, in the order of the hash space. */
  readonly partitions: readonly { readonly ru: readonly number[]; readonly refused: readonly number[] }[];
}

export interface MoveTerms {
  /** The paths of the new key; or `strategy`. */
  readonly key?: readonly string[] | undefined;
  /** A synthetic key, as a [description](synthetic-keys.md). */
  readonly strategy?: object | undefined;
  /** The name of the container that is filled, and that has the former items after the cut-over. It is created, or must be empty. By default the container's with `-repartition`. */
  readonly to?: string | undefined;
  /** RU a second to spend at most, on both sides together. */
  readonly maxRu?: number | undefined;
}

export interface MovePlan {
  readonly to: string;
  readonly items: number;
  readonly bytes: number;
  readonly readRu: number;
  readonly writeRu: number;
  readonly seconds: number;
  readonly mode: FollowMode;
  /** What the new container gets of the old one. */
  readonly goesAlong: readonly string[];
  readonly staysBehind: readonly string[];
  readonly warnings: readonly string[];
}

/** `allVersions` follows deletions too. */
export type FollowMode = "allVersions" | "latestVersions";

export type MoveAction = "verify" | "cut-over" | "roll-back" | "pause" | "resume" | "cancel" | "complete";

/** Of a container without a move: `state` and `can` alone. */
export interface MoveState {
  /** `failed`: `error` says why, and `resume` tries again. */
  readonly state:
    | "none"
    | "copying"
    | "following"
    | "verifying"
    | "cuttingOver"
    | "rollingBack"
    | "paused"
    | "failed";
  /** What can be requested now. */
  readonly can: readonly (MoveAction | "start")[];
  /** The container has the new key. */
  readonly isCutOver?: boolean;
  readonly to?: string;
  readonly key?: readonly string[] | null;
  readonly strategy?: object | null;
  readonly mode?: FollowMode | null;
  readonly startedAt?: string | null;
  /** Feed ranges. */
  readonly ranges?: number;
  readonly rangesCopied?: number;
  /** Items that were copied, changes included. */
  readonly items?: number;
  /** Items of the container now. */
  readonly total?: number;
  /** RU of the present stage. */
  readonly spentRu?: number;
  /** Requests of the present stage that were refused with 429. */
  readonly throttled?: number;
  /** How far the other container is behind. */
  readonly lagMs?: number | null;
  /** Items that cannot be moved. */
  readonly problems?: readonly { readonly identity: unknown; readonly why: string }[];
  readonly verification?: MoveVerification | null;
  readonly switched?: MoveSwitch | null;
  /** What was requested last. */
  readonly action?: {
    readonly action: "verify" | "cut-over" | "roll-back";
    readonly outcome: "running" | "done" | "refused";
    /** The reason of a refusal. */
    readonly error: string | null;
  } | null;
  readonly error?: string | null;
}

/** The result of the last verification. */
export interface MoveVerification {
  readonly differences: number;
  readonly repaired: number;
}

/** The last cut-over or roll-back. */
export interface MoveSwitch {
  readonly at: string;
  /** For how long writers waited. */
  readonly pauseMs: number;
}

export interface VerifyTerms {
  /** Copies what differs. */
  readonly repair?: boolean | undefined;
}

export interface SwitchTerms {
  /** The caller ensures that nothing is written, which is needed without a `changeFeedPolicy`. */
  readonly writersStopped?: boolean | undefined;
  /** Refused while copying the rest takes longer: 30,000 by default. */
  readonly maxLagMs?: number | undefined;
}

export interface CancelTerms {
  /** Deletes the container `to` as well. */
  readonly deleteTarget?: boolean | undefined;
}

export interface CompleteTerms {
  /** Deletes the former container, which is called `to` now. */
  readonly deleteFormer?: boolean | undefined;
}

/** A rule for faults: which requests meet it, what they get instead of their answer, how often and how long. */
export interface FaultRule {
  /** By which the rule is known; absent: one is made. */
  readonly id?: string;
  readonly condition?: FaultCondition;
  readonly result: FaultResult;
  /** How many requests that fit are let through first. */
  readonly skip?: number;
  /** How many requests meet the fault in all. */
  readonly hitLimit?: number;
  /** From when the rule was added. */
  readonly startDelayMs?: number;
  /** From when it begins. */
  readonly durationMs?: number;
  readonly enabled?: boolean;
}

/** Which requests meet the fault: those that fit every member that is given. */
export interface FaultCondition {
  /** Absent: all but `queryPlan` and `metadata`, without which clients get no further. */
  readonly operations?: readonly FaultOperation[];
  readonly database?: string;
  readonly container?: string;
  /** A partition key value, or a list of values for a hierarchical key. */
  readonly key?: KeyPart | readonly KeyPart[];
  /** The id of a physical partition: requests by a key of that partition, by that range, or by neither. */
  readonly partition?: string;
  readonly connection?: "gateway" | "direct";
}

type KeyPart = string | number | boolean | null;

/** Operations on items, and `metadata`: everything else that clients request. */
export type FaultOperation =
  | ItemOperationKind
  | "query"
  | "batch"
  | "list"
  | "changes"
  | "execute"
  | "queryPlan"
  | "metadata";

/** What becomes of a request that meets the fault. */
export interface FaultResult {
  /** An answer with that status; `cut`: the connection is closed without one; `delay`: its own answer, late. */
  readonly type: FaultAnswer | "cut" | "delay";
  /** Of `tooManyRequests` and `retryWith`. */
  readonly retryAfterMs?: number;
  /** The request waits before anything else happens. */
  readonly latency?: FaultLatency;
  /** The request is carried out all the same, and only its answer is lost. */
  readonly carriedOut?: boolean;
  /** How often the same operation meets the fault before it is let through; absent: always. */
  readonly times?: number;
  /** The share of requests that meet the fault, above 0 and up to 1. */
  readonly rate?: number;
}

/** The refusals of the service that clients have a policy for. */
export type FaultAnswer =
  | "tooManyRequests"
  | "retryWith"
  | "timeout"
  | "serviceUnavailable"
  | "internalServerError"
  | "gone"
  | "nameCacheStale"
  | "partitionKeyRangeGone"
  | "completingSplit"
  | "completingMigration"
  | "leaseNotFound"
  | "sessionNotAvailable"
  | "ownerNotFound"
  | "containerBeingCreated";

/** How long to wait: always the same, uniform between two, exponential by its mean, or log-normal by median and p99. */
export type FaultLatency =
  | { readonly ms: number }
  | { readonly fromMs: number; readonly toMs: number }
  | { readonly meanMs: number }
  | { readonly medianMs: number; readonly p99Ms: number };

/** A rule and what it has done so far. */
export interface FaultState extends FaultRule {
  readonly id: string;
  readonly enabled: boolean;
  /** Requests that fit its condition while it was active. */
  readonly seen: number;
  /** Requests that met the fault. */
  readonly hits: number;
  /** Whether it still waits to begin, is active, or has ended by its time or its number of hits. */
  readonly state: "waiting" | "active" | "disabled" | "over";
}
