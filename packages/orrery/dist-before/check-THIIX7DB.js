import{CHECK_FLAGS,check,checkAll}from"./chunk-HAR5KCZT.js";import"./chunk-5OWVZ24C.js";import"./chunk-KB5MD3PU.js";import"./chunk-AHT5J6LP.js";
import"./chunk-NC73DPF2.js";import"./chunk-SSPL66FW.js";import"./chunk-ICABC7BA.js";import"./chunk-IDJ3P7AN.js";import"./chunk-4OGY6332.js";
import"./chunk-AX2ZKM5W.js";import"./chunk-IH32K4DY.js";import"./chunk-7NBCW7XL.js";import"./chunk-2RYLY42K.js";import"./chunk-YRRMZR6P.js";
import"./chunk-GAIUUIF3.js";import"./chunk-2VM4AD4A.js";import"./chunk-7HWEX7J4.js";import"./chunk-V6AEYMQJ.js";export{CHECK_FLAGS,check,checkAll};
