/**
 * Reads the lengths of WebSocket frames off a raw stream (RFC 6455, section 5.2). The `ws` library joins the frames of
 * a message before anybody sees them, and API Gateway limits both.
 */
export class FrameLengths {
  #head: Buffer = Buffer.alloc(0);
  /** Bytes of the present frame's payload that are still to come. */
  #payload = 0;

  /** Yields the payload length of each frame whose head ends in this chunk. */
  *push(chunk: Buffer): Generator<number> {
    let data = this.#head.length > 0 ? Buffer.concat([this.#head, chunk]) : chunk;
    this.#head = Buffer.alloc(0);
    for (;;) {
      const passed = Math.min(this.#payload, data.length);
      this.#payload -= passed;
      data = data.subarray(passed);
      if (data.length === 0) return;
      const head = readHead(data);
      if (!head) {
        this.#head = Buffer.from(data);
        return;
      }
      yield head.payloadLength;
      this.#payload = head.payloadLength;
      data = data.subarray(head.length);
    }
  }
}

function readHead(data: Buffer): { length: number; payloadLength: number } | undefined {
  if (data.length < 2) return undefined;
  const mask = data[1]! & 0x80 ? 4 : 0;
  const short = data[1]! & 0x7f;
  const length = 2 + (short === 127 ? 8 : short === 126 ? 2 : 0) + mask;
  if (data.length < length) return undefined;
  if (short === 127) return { length, payloadLength: Number(data.readBigUInt64BE(2)) };
  return { length, payloadLength: short === 126 ? data.readUInt16BE(2) : short };
}
