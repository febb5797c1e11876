import type { Socket } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import { type Frame, FrameDecoder } from '#protocol/frames.ts';
import type { BridgeConfig } from '../config.ts';

/** More pieces are joined, because a piece of one byte takes as much memory as one of hundreds. */
const MOST_PIECES = 32;

/** A connection may send the frames of this time at once. */
const FRAME_BURST_MS = 4_000;

/** Receives what comes over the socket. */
export interface FrameConsumer {
  /** False once this side has ended the connection: what is still queued is dropped. */
  readonly wantsFrames: boolean;
  /** How many bytes may wait. While fewer do, the connection is read, so its end is noticed. */
  readonly mostQueuedBytes: number;
  /** Processes frames; the next ones come when the promise resolves. */
  onFrames(frames: readonly Frame[]): Promise<void>;
  /** So many bytes wait or are being processed now. */
  onHeld(bytes: number): void;
  /** More is queued. True if it is read no further until the queue is processed, false if the connection has ended. */
  onQueueFull(): boolean;
  /** There were too many damaged frames. */
  onBroken(badFrames: number, skippedBytes: number): void;
  /** Processing failed. */
  onError(error: unknown): void;
}

/** Reads frames from a unit's socket in their order and writes to it. Both sides wait when the other is slower. */
export class FrameSocket {
  readonly #socket: Socket;
  readonly #consumer: FrameConsumer;
  readonly #now: () => number;
  readonly #framesPerSecond: number;
  readonly #decoder: FrameDecoder;
  #queued: Uint8Array[] | undefined;
  #queuedBytes = 0;
  #processedBytes = 0;
  #processing = false;
  #receivedAt: number;
  /** The frames read so far took until then, at their highest rate. */
  #paidUntil = 0;

  constructor(
    socket: Socket,
    consumer: FrameConsumer,
    now: () => number,
    { maxBadFrames, framesPerSecond }: Pick<BridgeConfig, 'maxBadFrames' | 'framesPerSecond'>,
  ) {
    this.#socket = socket;
    this.#consumer = consumer;
    this.#now = now;
    this.#framesPerSecond = framesPerSecond;
    this.#decoder = new FrameDecoder(maxBadFrames);
    this.#receivedAt = now();
    socket.on('data', (chunk: Uint8Array) => this.#enqueue(chunk));
  }

  /** When bytes last arrived, or the connection was opened. */
  get receivedAt(): number {
    return this.#receivedAt;
  }

  get isProcessing(): boolean {
    return this.#processing;
  }

  /** A unit that does not read is not read either, so that little waits for it. */
  write(bytes: Uint8Array): void {
    if (this.#socket.destroyed || this.#socket.writableEnded) return;
    if (this.#socket.write(bytes) || this.#socket.listenerCount('drain') > 0) return;
    this.#socket.pause();
    this.#socket.once('drain', () => this.#socket.resume());
  }

  #enqueue(chunk: Uint8Array): void {
    this.#receivedAt = this.#now();
    if (!this.#consumer.wantsFrames) return;
    this.#queued ??= [];
    this.#queued.push(chunk);
    if (this.#queued.length > MOST_PIECES) this.#queued = [Buffer.concat(this.#queued)];
    this.#queuedBytes += chunk.length;
    if (!this.#processing) void this.#process();
    this.#consumer.onHeld(this.#processedBytes + this.#queuedBytes);
    if (!this.#processing || !this.#consumer.wantsFrames) return;
    if (this.#queuedBytes > this.#consumer.mostQueuedBytes && this.#consumer.onQueueFull()) this.#socket.pause();
  }

  /** Processes all that has arrived meanwhile together, until nothing is queued. */
  async #process(): Promise<void> {
    this.#processing = true;
    try {
      while (this.#queued && this.#consumer.wantsFrames) {
        const chunks = this.#queued;
        this.#queued = undefined;
        this.#processedBytes = this.#queuedBytes;
        this.#queuedBytes = 0;
        const frames = this.#decode(chunks);
        if (frames.length > 0) await this.#consumer.onFrames(frames);
        if (this.#decoder.broken) this.#consumer.onBroken(this.#decoder.badFrames, this.#decoder.skippedBytes);
        await this.#slowDown(frames.length);
        if (this.#socket.isPaused() && !this.#socket.writableNeedDrain) this.#socket.resume();
      }
    } catch (error) {
      this.#consumer.onError(error);
    } finally {
      this.#processing = false;
      this.#processedBytes = 0;
      this.#consumer.onHeld(this.#queuedBytes);
    }
  }

  /** A flood is read more slowly than it is sent, so that it leaves time for other units. */
  async #slowDown(frames: number): Promise<void> {
    const now = this.#now();
    this.#paidUntil = Math.max(this.#paidUntil, now) + (frames * 1000) / this.#framesPerSecond;
    const early = this.#paidUntil - now - FRAME_BURST_MS;
    if (early > 0) await sleep(early);
  }

  #decode([first, ...others]: readonly Uint8Array[]): Frame[] {
    const frames = this.#decoder.push(first!);
    for (const chunk of others) frames.push(...this.#decoder.push(chunk));
    return frames;
  }
}
