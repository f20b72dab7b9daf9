function table(heads,rows,paint=text=>text){const texts=rows.map(row=>row.map(cellText));const widths=heads.map((head,i)=>Math.max(head.length,...texts.map(row=>[
...row[i]].length)));const isNumber=heads.map((_,i)=>rows.length>0&&rows.every(row=>typeof row[i]==="number"));const line=(cells,row)=>cells.map((cell,i)=>{const gap="\
 ".repeat(Math.max(0,widths[i]-[...cell].length));const isLast=i===cells.length-1;const full=isNumber[i]===true?gap+cell:isLast?cell:cell+gap;return row<0?full:
paint(full,i,row)}).join("  ");return[line(heads,-1),...texts.map(line)].map(text=>`${text.trimEnd()}
`).join("")}function cellText(cell){return typeof cell==="number"?cell.toLocaleString("en",{maximumFractionDigits:1}):printable(cell)}function printable(text){return text.
replace(/[\u0000-\u001f\u007f-\u009f]/g," ")}function bar(share,width){const full=Math.round(Math.max(0,Math.min(1,share))*width);return`${"\u2588".repeat(full)}${"\
\xB7".repeat(width-full)}`}function counted(count,what){return`${count.toLocaleString("en")} ${what}${count===1?"":"s"}`}export{table,printable,bar,counted};
