import{TestOrrery}from"../chunk-VUIN6VRI.js";import"../chunk-CJ2KKNVN.js";import"../chunk-5KZWRL55.js";import"../chunk-P3KSX3NC.js";import"../chunk-KB5MD3PU.js";
import"../chunk-2X4TLY2U.js";import"../chunk-AHT5J6LP.js";import"../chunk-NC73DPF2.js";import"../chunk-4GC6BSGV.js";import"../chunk-SSPL66FW.js";
import"../chunk-HOD52LCP.js";import"../chunk-ICABC7BA.js";import"../chunk-7C4VGX5Y.js";import"../chunk-SZGB2INA.js";import"../chunk-44AUGP7U.js";
import"../chunk-XKXI46I4.js";import"../chunk-5G7ROUXY.js";import"../chunk-IDJ3P7AN.js";import"../chunk-4OGY6332.js";import"../chunk-AX2ZKM5W.js";
import"../chunk-IH32K4DY.js";import"../chunk-7NBCW7XL.js";import"../chunk-2RYLY42K.js";import"../chunk-YRRMZR6P.js";import"../chunk-GAIUUIF3.js";
import"../chunk-2VM4AD4A.js";import"../chunk-7HWEX7J4.js";import"../chunk-MVGD2D4R.js";import"../chunk-PGSEBUOL.js";import"../chunk-V6AEYMQJ.js";
import"../chunk-2NNTH3NB.js";import{afterAll,afterEach,beforeAll,beforeEach}from"vitest";function testOrrery(options){return TestOrrery.register({beforeAll,beforeEach,afterEach,afterAll},options)}export{testOrrery};
