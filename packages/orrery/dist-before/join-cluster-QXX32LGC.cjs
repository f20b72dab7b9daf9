const moduleUrl = require("node:url").pathToFileURL(__filename).href;
var __defProp = Object.defineProperty;
var __getOwnPropDesc = Object.getOwnPropertyDescriptor;
var __getOwnPropNames = Object.getOwnPropertyNames;
var __hasOwnProp = Object.prototype.hasOwnProperty;
var __export = (target, all) => {
  for (var name in all)
    __defProp(target, name, { get: all[name], enumerable: true });
};
var __copyProps = (to, from, except, desc) => {
  if (from && typeof from === "object" || typeof from === "function") {
    for (let key of __getOwnPropNames(from))
      if (!__hasOwnProp.call(to, key) && key !== except)
        __defProp(to, key, { get: () => from[key], enumerable: !(desc = __getOwnPropDesc(from, key)) || desc.enumerable });
  }
  return to;
};
var __toCommonJS = (mod) => __copyProps(__defProp({}, "__esModule", { value: true }), mod);
var stdin_exports = {};
__export(stdin_exports, {
  joinCluster: () => joinCluster
});
module.exports = __toCommonJS(stdin_exports);
var import_chunk_SDK7ERLW = require("./chunk-SDK7ERLW.cjs");
var import_chunk_LACWL7JQ = require("./chunk-LACWL7JQ.cjs");
var import_chunk_4T7ZR3GH = require("./chunk-4T7ZR3GH.cjs");
var import_chunk_7NBCW7XL = require("./chunk-7NBCW7XL.cjs");
var EngineUnits = class {
  #engine;
  #shares = /* @__PURE__ */ new Map();
  constructor(engine) {
    this.#engine = engine;
  }
  get environment() {
    return this.#engine.environment;
  }
  refresh() {
    return this.#engine.tree.catalog.refresh();
  }
  unitOf({ rid, parentRid }, space) {
    let shares = this.#shares.get(rid);
    if (shares === void 0) this.#shares.set(rid, shares = this.#isShared(parentRid));
    return shares ? parentRid : `${rid}/${space}`;
  }
  unitsOf(container) {
    const current = this.#engine.tree.catalog.byRid("container", container.rid);
    const units = current && (0, import_chunk_4T7ZR3GH.partitionSpaces)(
      current
    ).map((space) => this.unitOf(current, space));
    return [...new Set(units)];
  }
  units() {
    const { catalog } = this.#engine.tree;
    const units = /* @__PURE__ */ new Map();
    const add = (unit, part) => units.set(unit, [...units.get(unit) ?? [], part]);
    for (const { rid } of catalog.list("database")) {
      const isShared = this.#isShared(rid);
      if (isShared) units.set(rid, []);
      for (const container of catalog.list("container", rid)) {
        const spaces = (0, import_chunk_4T7ZR3GH.partitionSpaces)(container);
        if (this.unitOf(container, spaces[0]) === rid) add(rid, { container, spaces });
        else for (const space of spaces)
          add(this.unitOf(container, space), { container, spaces: [space] });
      }
    }
    return units;
  }
  leave(parts, left) {
    return this.#engine.leave(parts, left);
  }
  staysHere(parts) {
    return parts.some(({ container }) => this.#engine.staysWhole(container));
  }
  async emptyAbandoned(whoIsThere) {
    const { catalog } = this.#engine.tree;
    await catalog.findDropped(whoIsThere);
    catalog.emptyDroppedSpaces();
  }
  #isShared(databaseRid) {
    const database = this.#engine.tree.catalog.byRid("database", databaseRid);
    return database !== void 0 && this.#engine.provisioned.offerOf(database) !== void 0;
  }
};
var RoutedCatalog = class {
  #engine;
  #units;
  #cluster;
  constructor(engine, units, cluster) {
    this.#engine = engine;
    this.#units = units;
    this.#cluster = cluster;
  }
  container({
    database,
    container
  }) {
    const { tree } = this.#engine;
    const owner = tree.lookup("database", "", database);
    return owner && tree.lookup("container", owner.rid, container);
  }
  unitsOf(container) {
    return this.#units.unitsOf(container);
  }
  targetOf(container, asked) {
    return { units: () => this.unitsOf(container), unitFor: (aim) => {
      const space = typeof aim === "number" ? aim : (0, import_chunk_4T7ZR3GH.askedPartition)(
        container,
        aim === "whole" ? void 0 : asked
      );
      return this.#units.unitOf(container, space);
    }, gather: () => this.#cluster.gather(container) };
  }
  spenderOf(offerId) {
    const { catalog } = this.#engine.tree;
    const lower = offerId.toLowerCase();
    const offer = catalog.list("offer").find(({ rid }) => rid.toLowerCase() === lower);
    const spender = offer?.body.offerResourceId;
    if (spender === void 0) return void 0;
    const container = catalog.byRid("container", spender);
    if (container !== void 0) return this.targetOf(container, () => ({}));
    return {
      units: () => [spender],
      unitFor: () => spender,
      gather: async () => {
      }
    };
  }
  unitsIn(database) {
    const units = [...this.#units.units()];
    if (database === void 0) return units.map(([unit]) => unit).sort();
    const owner = this.#engine.tree.lookup("database", "", database)?.rid;
    return units.filter(([unit, parts]) => unit === owner || parts.some(({ container }) => container.parentRid === owner)).map(([unit]) => unit).sort();
  }
  namesOf(units) {
    const { catalog } = this.#engine.tree;
    const all = this.#units.units();
    const names = units.flatMap((unit) => all.get(unit) ?? []).map(({ container: { id, parentRid } }) => `${catalog.ofRid(parentRid)?.id ?? ""}/${id}`);
    return [...new Set(names)].sort();
  }
  partitionsIn(units) {
    const all = this.#units.units();
    return units.flatMap((unit) => all.get(unit) ?? []).reduce((sum, { spaces }) => sum + spaces.length, 0);
  }
};
var Forwarder = class {
  #keys;
  #trunks = /* @__PURE__ */ new Map();
  #forwarded = 0;
  constructor(keys) {
    this.#keys = keys;
  }
  get forwarded() {
    return this.#forwarded;
  }
  async send(node, request, access, aim) {
    const body = request.mayHaveBody ? await request.body() : void 0;
    const exchange = this.#trunkTo(node).exchange((0, import_chunk_SDK7ERLW.forwardedLines)(request, access, aim), body);
    request.memory?.whenOver(() => exchange.cancel());
    const answer = await answerOf(exchange, request.isRead);
    this.#forwarded++;
    return answer;
  }
  async control(node, method, target, body) {
    const bytes = body && Buffer.from(JSON.stringify(body));
    const exchange = this.#trunkTo(node).exchange((0, import_chunk_SDK7ERLW.ownLines)(method, target), bytes);
    const { pieces, ...answer } = await answerOf(exchange, method === "GET");
    if (pieces === void 0) return answer;
    const whole = [];
    for await (const piece of pieces) whole.push(piece);
    return { ...answer, body: Buffer.concat(whole) };
  }
  keep(nodes) {
    for (const [id, trunk] of this.#trunks) {
      if (nodes.has(id)) continue;
      this.#trunks.delete(id);
      trunk.destroy();
    }
  }
  close() {
    this.keep(/* @__PURE__ */ new Set());
  }
  #trunkTo(node) {
    let trunk = this.#trunks.get(node.id);
    if (trunk === void 0 || !trunk.isUsable) this.#trunks.set(node.id, trunk = new import_chunk_SDK7ERLW.TrunkClient(node, this.#keys));
    return trunk;
  }
};
async function answerOf({ answer }, isRead) {
  let notServed;
  try {
    const answered = await answer;
    notServed = answered.headers[import_chunk_LACWL7JQ.ResponseHeader.notServed];
    if (notServed === void 0) return answered;
  } catch (error) {
    if (!(error instanceof import_chunk_SDK7ERLW.TrunkBroken)) throw error;
    if (error.mayHaveArrived && !isRead) {
      throw new import_chunk_4T7ZR3GH.Failure("timeout", "The node that served the request did not answer: whether it was done is not known. Read before you repeat it.", { cause: error });
    }
    throw new import_chunk_SDK7ERLW.NotThere("It does not answer.", { cause: error });
  }
  throw new import_chunk_SDK7ERLW.NotThere("It serves something else.", { aim: (0, import_chunk_SDK7ERLW.parseAim)(
    String(notServed)
  ) });
}
function joinCluster({ members, isCurrent, keys }) {
  const forwarder = new Forwarder(keys);
  const node = new import_chunk_SDK7ERLW.ClusterNode({
    members,
    isCurrent,
    onNodes: (ids) => forwarder.keep(ids),
    askToPass: async (from, unit) => void await forwarder.control(from, "POST", `${import_chunk_LACWL7JQ.CONTROL_PREFIX}nodes/pass`, { unit, to: members.id }),
    spendAt: async (at, asked) => (0, import_chunk_SDK7ERLW.spendingAnswered)(
      await forwarder.control(at, "POST", `${import_chunk_LACWL7JQ.CONTROL_PREFIX}nodes/spending`, asked)
    )
  });
  return { node, routerFor: (engine) => {
    const units = new EngineUnits(engine);
    node.use(units);
    return new import_chunk_SDK7ERLW.NodeRouter({ cluster: node, catalog: new RoutedCatalog(engine, units, node), forwarder });
  }, close: () => forwarder.close() };
}
// Annotate the CommonJS export names for ESM import in node:
0 && (module.exports = {
  joinCluster
});
