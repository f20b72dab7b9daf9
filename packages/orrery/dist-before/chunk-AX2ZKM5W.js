var HELD_LIMITS={heldBytesMax:256*1024*1024,countedFromBytes:16*1024,graceMs:5e3};var RETRY_MS_MIN=1e3;var HeldBytes=class{limits;#now;#waiting=new Set;#bytes=0;constructor(clock,limits=HELD_LIMITS){
this.limits=limits;this.#now=()=>clock.now()}get bytes(){return this.#bytes}get retryAfterMs(){const[oldest]=this.#waiting;const safeMs=oldest===void 0?0:oldest.
sinceMs+this.limits.graceMs-this.#now();return Math.max(RETRY_MS_MIN,Math.ceil(safeMs))}begin(cut){return new Holding(this,cut)}makeRoom(bytes){const latest=this.#now()-
this.limits.graceMs;for(const holding of this.#waiting){if(this.#bytes+bytes<=this.limits.heldBytesMax)break;if(holding.sinceMs>latest)break;holding.release();holding.
cut()}return this.#bytes+bytes<=this.limits.heldBytesMax}count(bytes){this.#bytes+=bytes}startWaiting(holding){this.#waiting.add(holding);return this.#now()}stopWaiting(holding){
this.#waiting.delete(holding)}};var Holding=class{cut;#all;#bytes=0;#isOver=false;#sinceMs=0;constructor(all,cut){this.#all=all;this.cut=cut}get sinceMs(){return this.#sinceMs}tryHold(bytes){
if(bytes>this.#bytes&&!this.#all.makeRoom(bytes-this.#bytes))return false;this.hold(bytes);return true}hold(bytes){if(this.#isOver)return;this.#all.count(bytes-
this.#bytes);this.#bytes=bytes}waitForClient(){if(!this.#isOver)this.#sinceMs=this.#all.startWaiting(this)}goOn(){this.#all.stopWaiting(this)}release(){this.hold(
0);this.goOn();this.#isOver=true}};export{HELD_LIMITS,HeldBytes};
