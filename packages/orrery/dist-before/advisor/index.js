import{adviceIn,advise,checkScale,comparedKeys,declaredLoad,htmlReport,parseLocation,parseScale,parseWorkload,readContainer,readDefinition,readItemFile,seededRandom,
simulate,sizedItem,textReport,vehicleEvents}from"../chunk-CWZH4KO7.js";import"../chunk-IDJ3P7AN.js";import"../chunk-4OGY6332.js";import"../chunk-AX2ZKM5W.js";
import"../chunk-IH32K4DY.js";import"../chunk-7NBCW7XL.js";import"../chunk-2RYLY42K.js";import"../chunk-YRRMZR6P.js";import"../chunk-GAIUUIF3.js";
import"../chunk-2VM4AD4A.js";import"../chunk-7HWEX7J4.js";export{adviceIn,advise,checkScale,comparedKeys,declaredLoad,htmlReport,parseLocation,parseScale,parseWorkload,readContainer,readDefinition,readItemFile,seededRandom,
simulate,sizedItem,textReport,vehicleEvents};
