/** Why a stream of HTTP/2 is closed (RFC 9113, section 7). Node has them too, in a module that few servers need. */
export const Http2Code = { noError: 0, refusedStream: 7, cancel: 8 } as const;
