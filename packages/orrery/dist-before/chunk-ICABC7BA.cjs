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
  GroupCommit: () => GroupCommit
});
module.exports = __toCommonJS(stdin_exports);
var GROUP_BYTES = 4 * 1024 * 1024;
var GroupCommit = class {
  #write;
  #waiting = [];
  #isWriting = false;
  #held;
  #idle = () => {
  };
  #refusal;
  constructor(write) {
    this.#write = write;
  }
  commit(writes, undo) {
    return new Promise((resolve, reject) => {
      const all = writes.all();
      let bytes = 0;
      for (const { key, value } of all) bytes += key.length + (value?.length ?? 0);
      this.#waiting.push({
        writes: all,
        bytes,
        undo,
        resolve,
        reject
      });
      if (this.#refusal !== void 0) {
        this.#failWaiting(this.#refusal);
        return;
      }
      if (!this.#isWriting) void this.#writeAll();
    });
  }
  refuse(error) {
    this.#refusal = error;
    this.#failWaiting(error);
  }
  accept() {
    this.#refusal = void 0;
  }
  async hold(work) {
    while (this.#held !== void 0) await this.#held;
    let release = () => {
    };
    this.#held = new Promise(
      (resolve) => {
        release = resolve;
      }
    );
    try {
      if (this.#isWriting) {
        await new Promise((resolve) => {
          this.#idle = resolve;
        });
      }
      return await work();
    } finally {
      this.#held = void 0;
      release();
    }
  }
  async #writeAll() {
    this.#isWriting = true;
    while (this.#waiting.length > 0) {
      if (this.#held !== void 0) {
        this.#idle();
        await this.#held;
      }
      const group = this.#takeGroup();
      try {
        await this.#write(group.map(({ writes }) => writes));
        for (const { resolve } of group) resolve();
      } catch (error) {
        this.#waiting.unshift(...group);
        this.#failWaiting(error);
      }
    }
    this.#isWriting = false;
    this.#idle();
  }
  #failWaiting(error) {
    const failed = this.#waiting.splice(0);
    for (const { undo } of failed.toReversed()) undo();
    for (const { reject } of failed) reject(error);
  }
  #takeGroup() {
    let bytes = 0;
    let count = 0;
    while (count < this.#waiting.length && bytes <= GROUP_BYTES) {
      bytes += this.#waiting[count++].bytes;
    }
    return this.#waiting.splice(0, count);
  }
};
// Annotate the CommonJS export names for ESM import in node:
0 && (module.exports = {
  GroupCommit
});
