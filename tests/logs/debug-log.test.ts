import { describe, expect, it, vi } from 'vitest';
import { type DebugMessage, KEEP_ALIVE_MS, withNewest, withStored, withText } from '#core/logs/debug-log.ts';
import { LiveConnection } from '#web/lib/live/live-connection.ts';
import type { LiveSocket } from '#web/lib/live/live-link.ts';

const aMessage = (number: number, line = `line ${number}`): DebugMessage => ({
  id: String(number),
  at: number,
  lines: [line],
});

describe('the debug log', () => {
  it('has the newest message at the top and never more than 1,000 [P3-B47 P3-B48 P3-K34]', () => {
    let messages: DebugMessage[] = [];
    for (let number = 1; number <= 1005; number++) messages = withNewest(messages, aMessage(number));
    expect(messages).toHaveLength(1000);
    expect([messages[0]!.id, messages.at(-1)!.id]).toEqual(['1005', '6']);
  });

  it('has the stored messages after the live ones, each once, and never more than 1,000 together [P3-B48 P3-K34]', () => {
    const live = [aMessage(3), aMessage(2)];
    const stored = [{ ...aMessage(2), id: 'stored 2' }, aMessage(1)];
    expect(withStored(live, stored).map(({ id }) => id)).toEqual(['3', '2', '1']);
    const many = (from: number) => Array.from({ length: 600 }, (_, index) => aMessage(from - index));
    const both = withStored(many(1200), many(600));
    expect([both.length, both[0]!.id, both.at(-1)!.id]).toEqual([1000, '1200', '201']);
  });

  it('has stored messages that were read again after a gap in their order', () => {
    expect(withStored([aMessage(5), aMessage(1)], [aMessage(4), aMessage(3)]).map(({ id }) => id)).toEqual([
      ...['5', '4', '3', '1'],
    ]);
  });

  it('has the same line of two moments twice', () => {
    const [again, before] = [aMessage(2, 'SIM lost'), aMessage(1, 'SIM lost')];
    expect(withStored([again], [before])).toEqual([again, before]);
  });

  it('is filtered by a text in a line', () => {
    const messages = [aMessage(1, 'Modem ready'), aMessage(2, 'SIM lost')];
    expect(withText(messages, ' modem ').map(({ id }) => id)).toEqual(['1']);
    expect(withText(messages, '')).toBe(messages);
  });
});

it('the live connection is kept alive by a ping, every 45 seconds in the debug log [P3-K33]', async () => {
  expect(KEEP_ALIVE_MS).toBe(45_000);
  const send = vi.fn();
  const socket: LiveSocket = { send, close: () => {}, onopen: null, onclose: null, onmessage: null };
  const connection = new LiveConnection({
    ticket: async () => ({ ticket: 't', url: 'ws://portal', secondUrl: 'ws://second' }),
    dial: () => socket,
  });
  connection.keepAlive();
  connection.start();
  await vi.waitFor(() => expect(socket.onopen).not.toBeNull());
  connection.keepAlive();
  expect(send).not.toHaveBeenCalled();
  (socket.onopen as unknown as () => void)();
  connection.keepAlive();
  expect(send.mock.calls).toEqual([[JSON.stringify({ action: 'ping' })]]);
  connection.stop();
});
