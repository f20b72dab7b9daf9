var plain=text=>text;var NO_PAINT={bold:plain,dim:plain,red:plain,green:plain,yellow:plain};var code=number=>text=>`\x1B[${number}m${text}\x1B[0m`;var PAINT={bold:code(
1),dim:code(2),red:code(31),green:code(32),yellow:code(33)};function paintFor(stream){return stream.isTTY===true&&!process.env.NO_COLOR?PAINT:NO_PAINT}export{NO_PAINT,paintFor};
