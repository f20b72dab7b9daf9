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
  ControlError: () => import_chunk_PXKL3BP5.ControlError,
  connectControl: () => import_chunk_PXKL3BP5.connectControl,
  startOrrery: () => import_chunk_PXKL3BP5.startOrrery
});
module.exports = __toCommonJS(stdin_exports);
var import_chunk_PXKL3BP5 = require("./chunk-PXKL3BP5.cjs");
var import_chunk_FPHW7ZTD = require("./chunk-FPHW7ZTD.cjs");
var import_chunk_BWGLRA76 = require("./chunk-BWGLRA76.cjs");
var import_chunk_MVGD2D4R = require("./chunk-MVGD2D4R.cjs");
var import_chunk_ICABC7BA = require("./chunk-ICABC7BA.cjs");
var import_chunk_IH32K4DY = require("./chunk-IH32K4DY.cjs");
var import_chunk_SDK7ERLW = require("./chunk-SDK7ERLW.cjs");
var import_chunk_LACWL7JQ = require("./chunk-LACWL7JQ.cjs");
var import_chunk_4T7ZR3GH = require("./chunk-4T7ZR3GH.cjs");
var import_chunk_7NBCW7XL = require("./chunk-7NBCW7XL.cjs");
// Annotate the CommonJS export names for ESM import in node:
0 && (module.exports = {
  ControlError,
  connectControl,
  startOrrery
});
