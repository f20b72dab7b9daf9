var UNITS=["bytes","KB","MB","GB","TB"];var STEP=1024;function sizeText(bytes){let size=bytes;let unit=0;while(size>=STEP&&unit<UNITS.length-1){size/=STEP;unit++}
return`${Number(size.toPrecision(4))} ${UNITS[unit]}`}export{sizeText};
