import { EventEmitter } from 'node:events';
import type { Socket } from 'node:net';
import { setImmediate as nextTurn } from 'node:timers/promises';
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import { expect, it } from 'vitest';
import { FrameSocket } from '#bridge/session/frame-socket.ts';
import type { Frame } from '#protocol/frames.ts';
import { codecOf } from '#protocol/models.ts';

setFlagsFromString('--expose-gc');
const collectGarbage = runInNewContext('gc') as () => void;

/** A socket whose frames are processed when `go` is called. */
function aSlowSocket() {
  const heard: Frame[] = [];
  const turn = Promise.withResolvers<void>();
  const socket = Object.assign(new EventEmitter(), { isPaused: () => false, pause() {}, resume() {} });
  const consumer = {
    ...{ wantsFrames: true, mostQueuedBytes: 40 * 1024, onQueueFull: () => true, onBroken() {} },
    async onFrames(frames: readonly Frame[]) {
      heard.push(...frames);
      await turn.promise;
    },
    onHeld() {},
    onError(error: unknown) {
      throw error;
    },
  };
  const limits = { maxBadFrames: 20, framesPerSecond: 1e9 };
  new FrameSocket(socket as unknown as Socket, consumer, Date.now, limits);
  return { heard, go: turn.resolve, receive: (bytes: Uint8Array) => void socket.emit('data', bytes) };
}

const event = (sequence: number) =>
  codecOf('MXD-LTE').encode({ type: 'event', MessageTime: 1_795_000_000_000, EventCode: 101 }, sequence);

it('keeps few of the pieces that wait behind a login, and reads all that they had, in their order', async () => {
  const { heard, go, receive } = aSlowSocket();
  receive(event(1));
  const pieces: WeakRef<Uint8Array>[] = [];
  for (let sequence = 2; sequence <= 60; sequence++)
    for (const byte of event(sequence)) {
      const piece = Uint8Array.of(byte);
      pieces.push(new WeakRef(piece));
      receive(piece);
    }
  // A weak reference holds what it names until the turn is over.
  await nextTurn();
  collectGarbage();
  expect(pieces.length).toBeGreaterThan(1_000);
  expect(pieces.filter((piece) => piece.deref() !== undefined).length).toBeLessThanOrEqual(32);
  go();
  await expect
    .poll(() => heard.map(({ sequence }) => sequence))
    .toEqual(Array.from({ length: 60 }, (_, index) => index + 1));
});
