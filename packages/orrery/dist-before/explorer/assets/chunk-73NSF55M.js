import{d as t,f as n}from"./chunk-WRKEJSKP.js";function l(o){let e=n(null);return t(()=>e.current?.scrollIntoView({block:"nearest"}),[o]),e}export{l as a};
