var NO_BYTES=Buffer.alloc(0);var HEAD_BYTES=13;var LENGTH_BYTES=4;var BLOCK_BYTES=64*1024;var COPIED_BYTES_MAX=8*1024;var FrameChannel=class{#socket;#take;#block=Buffer.
allocUnsafeSlow(BLOCK_BYTES);#written=0;#sent=0;#full=[];#isFlushing=false;#pieces=[];#pieceBytes=0;#wantedBytes=LENGTH_BYTES;frameBytesMax;constructor(socket,take,frameBytesMax=Number.
POSITIVE_INFINITY){this.#socket=socket;this.#take=take;this.frameBytesMax=frameBytesMax;socket.on("data",piece=>this.#receive(piece))}send(kind,id,text="",bytes=NO_BYTES){
if(this.#socket.destroyed)return;const isCopied=bytes.length<=COPIED_BYTES_MAX;const head=HEAD_BYTES+text.length;this.#makeRoom(head+(isCopied?bytes.length:0));
const block=this.#block;let at=this.#written;block.writeUInt32LE(head-LENGTH_BYTES+bytes.length,at);block[at+4]=kind;block.writeUInt32LE(id,at+5);block.writeUInt32LE(
text.length,at+9);block.write(text,at+HEAD_BYTES,"latin1");at+=head;if(isCopied){block.set(bytes,at);this.#written=at+bytes.length}else{this.#written=at;this.#closeBlock();
this.#full.push(bytes)}if(this.#isFlushing)return;this.#isFlushing=true;setImmediate(()=>this.#flush())}#makeRoom(bytes){if(this.#written+bytes<=this.#block.length)
return;this.#closeBlock();this.#block=Buffer.allocUnsafeSlow(Math.max(BLOCK_BYTES,bytes));this.#written=0;this.#sent=0}#closeBlock(){if(this.#written>this.#sent)
this.#full.push(this.#block.subarray(this.#sent,this.#written));this.#sent=this.#written}#flush(){this.#isFlushing=false;this.#closeBlock();const parts=this.#full;
this.#full=[];if(this.#socket.destroyed)return;if(parts.length===1){this.#socket.write(parts[0]);return}this.#socket.cork();for(const part of parts)this.#socket.
write(part);this.#socket.uncork()}#receive(piece){this.#pieces.push(piece);this.#pieceBytes+=piece.length;if(this.#pieceBytes<this.#wantedBytes)return;const bytes=this.#pieces.
length===1?piece:Buffer.concat(this.#pieces,this.#pieceBytes);let at=0;let wanted=LENGTH_BYTES;while(bytes.length-at>=LENGTH_BYTES){wanted=LENGTH_BYTES+bytes.readUInt32LE(
at);if(wanted<HEAD_BYTES||wanted-LENGTH_BYTES>this.frameBytesMax){this.#socket.destroy();return}if(bytes.length-at<wanted)break;const textEnd=at+HEAD_BYTES+bytes.
readUInt32LE(at+9);this.#take({kind:bytes[at+4],id:bytes.readUInt32LE(at+5),text:bytes.toString("latin1",at+HEAD_BYTES,textEnd),bytes:bytes.subarray(textEnd,at+
wanted)});at+=wanted;wanted=LENGTH_BYTES}this.#pieces=at===bytes.length?[]:[bytes.subarray(at)];this.#pieceBytes=bytes.length-at;this.#wantedBytes=wanted}};var TRUNK_PREFACE=Buffer.from("orrery trunk 1\n","latin1");var TRUNK_PROTOCOL="orrery-trunk-1";var TRUNK_LIMITS={pieceBytes:64*1024,windowBytes:256*1024,frameBytesMax:512*
1024,introductionBytesMax:1024,introductionMs:1e4};var TrunkKind={hello:1,proof:2,welcome:3,request:4,answer:5,piece:6,credit:7,cancel:8,leave:9};export{FrameChannel,TRUNK_PREFACE,TRUNK_PROTOCOL,TRUNK_LIMITS,TrunkKind};
