import { afterEach, beforeEach, describe, expect, it, test, vi } from 'vitest';
import { AppError } from '#core/errors.ts';
import type { Topic } from '#core/live/messages.ts';
import { MINUTE } from '#core/time.ts';
import { LiveConnection, RENEW_AFTER_MS, RENEW_SPREAD_MS, retryDelay } from '#web/lib/live/live-connection.ts';
import { type LiveSocket, PING_INTERVAL_MS } from '#web/lib/live/live-link.ts';

/** The server side of one connection, like the gateway. */
class Gateway {
  readonly url: string;
  readonly heard: Record<string, unknown>[] = [];
  closed = false;
  readonly socket: LiveSocket;

  constructor(url: string) {
    this.url = url;
    this.socket = {
      onopen: null,
      onclose: null,
      onmessage: null,
      send: (text) => void this.heard.push(JSON.parse(String(text))),
      close: () => {
        this.closed = true;
      },
    };
  }

  open = () => this.socket.onopen?.call(this.socket as WebSocket, new Event('open'));
  cut = () => this.socket.onclose?.call(this.socket as WebSocket, new Event('close') as CloseEvent);
  say = (message: unknown) =>
    this.socket.onmessage?.call(
      this.socket as WebSocket,
      {
        data: typeof message === 'string' ? message : JSON.stringify(message),
      } as MessageEvent,
    );
}

const UNIT: Topic = 'console:400123';
const subscribed = { action: 'subscribe', topic: UNIT };

interface StartOptions {
  ticket?: () => Promise<typeof TICKET>;
  random?: () => number;
}

const TICKET = { ticket: 't/1', url: 'wss://live.example', secondUrl: 'wss://second.example' };

function start({ ticket = async () => TICKET, random = () => 0.5 }: StartOptions = {}) {
  const gateways: Gateway[] = [];
  const connection = new LiveConnection({
    ticket: vi.fn(ticket),
    random,
    dial: (url) => {
      const gateway = new Gateway(url);
      gateways.push(gateway);
      return gateway.socket;
    },
  });
  connection.start();
  return { connection, gateways };
}

const pass = (milliseconds: number) => vi.advanceTimersByTimeAsync(milliseconds);

async function startUp(options: StartOptions = {}) {
  const started = start(options);
  await pass(0);
  started.gateways[0]!.open();
  return { ...started, gateway: started.gateways[0]! };
}

function listen(connection: LiveConnection, topic: Topic = UNIT) {
  const listener = { onMessage: vi.fn(), onSubscribed: vi.fn(), onGap: vi.fn(), onRefused: vi.fn() };
  return { ...listener, stop: connection.subscribe(topic, listener) };
}

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

describe('opening the connection', () => {
  it('uses a one-time ticket', async () => {
    const { connection, gateways } = start();
    expect(connection.status).toEqual({ state: 'connecting' });
    await pass(0);
    expect(gateways[0]!.url).toBe('wss://live.example?ticket=t%2F1');
    gateways[0]!.open();
    expect(connection.status).toEqual({ state: 'up', since: Date.now() });
  });

  it('alternates between the two names of the server from one retry to the next [P3-S14]', async () => {
    const { connection, gateways } = start();
    await pass(0);
    for (let retry = 1; retry <= 4; retry++) {
      gateways.at(-1)!.cut();
      await pass(30_000);
    }
    const names = gateways.map(({ url }) => new URL(url).hostname);
    expect(names).toEqual(['live', 'second', 'live', 'second', 'live'].map((name) => `${name}.example`));
    expect(connection.status).toEqual({ state: 'reconnecting', attempt: 4 });
    connection.startAnew();
    expect(connection.status).toEqual({ state: 'connecting' });
    await pass(0);
    expect(new URL(gateways.at(-1)!.url).hostname).toBe('live.example');
  });

  it('reports each change of state', async () => {
    const { connection, gateways } = start();
    const watcher = vi.fn();
    connection.watch(watcher);
    await pass(0);
    gateways[0]!.open();
    gateways[0]!.cut();
    expect(watcher).toHaveBeenCalledTimes(2);
  });

  it('stops if it was stopped before the ticket arrived', async () => {
    const { connection, gateways } = start();
    connection.stop();
    await pass(60_000);
    expect(gateways).toEqual([]);
    expect(connection.status).toEqual({ state: 'off' });
  });

  it('ends when the session has ended', async () => {
    const { connection } = start({ ticket: () => Promise.reject(new AppError('UNAUTHENTICATED', 'Sign in')) });
    await pass(120_000);
    expect(connection.status).toEqual({ state: 'off' });
  });

  it('is retried if no ticket is available', async () => {
    let tries = 0;
    const { gateways } = start({
      ticket: async () => {
        tries += 1;
        if (tries < 3) throw new AppError('UNAVAILABLE', 'Cannot be reached');
        return { ...TICKET, ticket: 't' };
      },
    });
    await pass(10_000);
    expect(gateways).toHaveLength(1);
  });
});

describe('topics', () => {
  it('are subscribed once for any number of listeners, and unsubscribed with the last', async () => {
    const { connection, gateway } = await startUp();
    const [first, second] = [listen(connection), listen(connection)];
    expect(gateway.heard).toEqual([subscribed]);
    gateway.say({ topic: UNIT, message: { reply: 1 } });
    expect(first.onMessage).toHaveBeenCalledExactlyOnceWith({ reply: 1 });
    expect(second.onMessage).toHaveBeenCalledExactlyOnceWith({ reply: 1 });
    first.stop();
    expect(gateway.heard).toHaveLength(1);
    second.stop();
    second.stop();
    expect(gateway.heard.slice(1)).toEqual([{ action: 'unsubscribe', topic: UNIT }]);
  });

  it('requested before the connection is open are subscribed afterwards', async () => {
    const { connection, gateways } = start();
    listen(connection);
    await pass(0);
    gateways[0]!.open();
    expect(gateways[0]!.heard).toEqual([subscribed]);
  });

  it('receive only their own messages', async () => {
    const { connection, gateway } = await startUp();
    const [mine, other] = [listen(connection), listen(connection, 'console:400999')];
    gateway.say({ topic: UNIT, message: 1 });
    expect(mine.onMessage).toHaveBeenCalledOnce();
    expect(other.onMessage).not.toHaveBeenCalled();
  });

  it('report their confirmation also to later listeners', async () => {
    const { connection, gateway } = await startUp();
    const first = listen(connection);
    await pass(0);
    expect(first.onSubscribed).not.toHaveBeenCalled();
    gateway.say({ action: 'subscribed', topic: UNIT });
    expect(first.onSubscribed).toHaveBeenCalledTimes(1);
    const second = listen(connection);
    await pass(0);
    expect(second.onSubscribed).toHaveBeenCalledTimes(1);
    expect(first.onSubscribed).toHaveBeenCalledTimes(1);
  });

  it('wait for a new confirmation after unsubscribing and subscribing again', async () => {
    const { connection, gateway } = await startUp();
    const first = listen(connection);
    gateway.say({ action: 'subscribed', topic: UNIT });
    first.stop();
    const second = listen(connection);
    await pass(0);
    expect(second.onSubscribed).not.toHaveBeenCalled();
    gateway.cut();
    const third = listen(connection);
    await pass(0);
    expect(third.onSubscribed).not.toHaveBeenCalled();
  });

  it('report a refusal', async () => {
    const { connection, gateway } = await startUp();
    const listener = listen(connection);
    const refusal = { action: 'refused', code: 'FORBIDDEN', message: 'Not yours', topic: UNIT };
    gateway.say(refusal);
    expect(listener.onRefused).toHaveBeenCalledExactlyOnceWith(refusal);
  });

  it.each(['UNAVAILABLE', 'INTERNAL', 'TOO_MANY'])(
    'are asked for again, later and later, after the passing refusal %s',
    async (code) => {
      const { connection, gateway } = await startUp();
      const listener = listen(connection);
      gateway.heard.length = 0;
      for (const [times, wait] of [
        [1, 3_000],
        [2, 6_000],
      ] as const) {
        gateway.say({ action: 'refused', code, message: 'Busy', topic: UNIT });
        await pass(wait - 1);
        expect(gateway.heard).toHaveLength(times - 1);
        await pass(1);
        expect(gateway.heard).toEqual(Array(times).fill(subscribed));
      }
      gateway.say({ action: 'subscribed', topic: UNIT });
      expect(listener.onRefused).not.toHaveBeenCalled();
      expect(listener.onSubscribed).toHaveBeenCalledOnce();
      // What happened in between was not heard.
      expect(listener.onGap).toHaveBeenCalledOnce();
      await pass(MINUTE);
      expect(gateway.heard).toHaveLength(2);
    },
  );

  it('hear nothing of a refused ping, and of a refused command what it says', async () => {
    const { connection, gateway } = await startUp();
    const listener = listen(connection);
    const refusal = { action: 'refused', code: 'TOO_MANY', message: 'Too many messages. Please wait a minute' };
    gateway.say(refusal);
    expect(listener.onRefused).not.toHaveBeenCalled();
    gateway.say({ ...refusal, requestId: 'r-1' });
    expect(listener.onRefused).toHaveBeenCalledExactlyOnceWith({ ...refusal, requestId: 'r-1' });
  });

  it('are not asked for again if nobody follows them any more, also if the end of it was refused', async () => {
    const { connection, gateway } = await startUp();
    const { stop } = listen(connection);
    const refusal = { action: 'refused', code: 'UNAVAILABLE', message: 'Busy', topic: UNIT };
    gateway.say(refusal);
    stop();
    gateway.heard.length = 0;
    gateway.say(refusal);
    await pass(MINUTE);
    expect(gateway.heard).toEqual([]);
  });

  test.each(['not json', '7', 'null', '{}'])('survive the message %s', async (text) => {
    const { connection, gateway } = await startUp();
    const listener = listen(connection);
    gateway.say(text);
    expect(listener.onMessage).not.toHaveBeenCalled();
    expect(connection.status.state).toBe('up');
  });
});

describe('a lost connection', () => {
  it('reconnects, subscribes again and reports the gap', async () => {
    const { connection, gateways, gateway } = await startUp();
    const listener = listen(connection);
    gateway.cut();
    expect(connection.status).toEqual({ state: 'reconnecting', attempt: 1 });
    await pass(1000);
    gateways[1]!.open();
    expect(gateways[1]!.heard).toEqual([subscribed]);
    expect(listener.onGap).toHaveBeenCalledOnce();
    expect(connection.status.state).toBe('up');
  });

  it('reports no gap on the first opening', async () => {
    const { connection, gateways } = start();
    const listener = listen(connection);
    await pass(0);
    gateways[0]!.open();
    expect(listener.onGap).not.toHaveBeenCalled();
  });

  it('is retried at growing intervals, which start again after a success', async () => {
    const { connection, gateways, gateway } = await startUp();
    gateway.cut();
    const pauses: number[] = [];
    for (let attempt = 1; attempt <= 8; attempt += 1) {
      const [before, dials] = [Date.now(), gateways.length];
      while (gateways.length === dials) await pass(50);
      pauses.push(Date.now() - before);
      gateways.at(-1)!.cut();
    }
    expect(pauses).toEqual([750, 1500, 3000, 6000, 12_000, 22_500, 22_500, 22_500]);
    await pass(30_000);
    gateways.at(-1)!.open();
    gateways.at(-1)!.cut();
    expect(connection.status).toEqual({ state: 'reconnecting', attempt: 1 });
  });

  it('is retried at once when the machine is online again', async () => {
    const { connection, gateways, gateway } = await startUp();
    gateway.cut();
    connection.hurry();
    await pass(0);
    expect(gateways).toHaveLength(2);
    connection.hurry();
    await pass(0);
    expect(gateways).toHaveLength(2);
  });

  it('is retried at different times in many tabs', () => {
    expect(retryDelay(1, 0)).toBe(500);
    expect(retryDelay(1, 1)).toBe(1000);
    expect(retryDelay(99, 0)).toBe(15_000);
    expect(retryDelay(99, 1)).toBe(30_000);
  });
});

describe('keeping the connection', () => {
  it("sends pings well within the gateway's limit of ten minutes", async () => {
    const { gateway } = await startUp();
    expect(PING_INTERVAL_MS).toBeLessThan(10 * 60_000);
    await pass(PING_INTERVAL_MS);
    expect(gateway.heard).toEqual([{ action: 'ping' }]);
    gateway.say({ action: 'pong' });
    await pass(PING_INTERVAL_MS - 1);
    expect(gateway.heard).toHaveLength(1);
  });

  it('treats a ping without an answer as a lost connection', async () => {
    const { connection, gateway } = await startUp();
    await pass(PING_INTERVAL_MS + 15_000);
    expect(connection.status.state).toBe('reconnecting');
    expect(gateway.closed).toBe(true);
  });

  /** Answers pings, so that only age ends the connection. */
  const liveUntil = async (gateway: Gateway, milliseconds: number) => {
    for (let passed = 0; passed < milliseconds; passed += 60_000) {
      gateway.say({ action: 'pong' });
      await pass(Math.min(60_000, milliseconds - passed));
    }
  };

  test.each([
    [0, RENEW_AFTER_MS],
    [1, RENEW_AFTER_MS + RENEW_SPREAD_MS],
  ])('renews it before two hours are over (chance %d)', async (random, milliseconds) => {
    expect(milliseconds).toBeLessThan(2 * 3600_000 - 60_000);
    const { gateways, gateway } = await startUp({ random: () => random });
    await liveUntil(gateway, milliseconds);
    expect(gateways).toHaveLength(2);
  });

  it('keeps the old connection until the new one has its topics', async () => {
    const { connection, gateways, gateway } = await startUp({ random: () => 0 });
    const { since } = connection.status as { since: number };
    const listener = listen(connection);
    await liveUntil(gateway, RENEW_AFTER_MS);
    const renewed = gateways[1]!;
    renewed.open();
    expect(renewed.heard).toEqual([subscribed]);
    gateway.say({ topic: UNIT, message: 'by the old' });
    expect(listener.onMessage).toHaveBeenCalledExactlyOnceWith('by the old');
    expect(gateway.closed).toBe(false);
    renewed.say({ action: 'subscribed', topic: UNIT });
    expect(gateway.closed).toBe(true);
    renewed.say({ topic: UNIT, message: 'by the new' });
    expect(listener.onMessage).toHaveBeenLastCalledWith('by the new');
    expect(connection.status).toEqual({ state: 'up', since });
  });

  it('subscribes on the new connection what was added during the renewal', async () => {
    const { connection, gateways, gateway } = await startUp({ random: () => 0 });
    listen(connection);
    await liveUntil(gateway, RENEW_AFTER_MS);
    const renewed = gateways[1]!;
    renewed.open();
    const other: Topic = 'console:400999';
    const listener = listen(connection, other);
    expect(renewed.heard).toEqual([subscribed, { action: 'subscribe', topic: other }]);
    renewed.say({ action: 'subscribed', topic: UNIT });
    expect(gateway.closed).toBe(false);
    renewed.say({ action: 'subscribed', topic: other });
    expect(gateway.closed).toBe(true);
    renewed.say({ topic: other, message: 1 });
    expect(listener.onMessage).toHaveBeenCalledExactlyOnceWith(1);
  });

  it('reports what the new connection refuses, and asks again for what it could not confirm', async () => {
    const { connection, gateways, gateway } = await startUp({ random: () => 0 });
    const forbidden = listen(connection);
    const other: Topic = 'console:400999';
    const busy = listen(connection, other);
    await liveUntil(gateway, RENEW_AFTER_MS);
    const renewed = gateways[1]!;
    renewed.open();
    const refusal = { action: 'refused', code: 'FORBIDDEN', message: 'Not yours', topic: UNIT };
    renewed.say(refusal);
    renewed.say({ action: 'refused', code: 'UNAVAILABLE', message: 'Busy', topic: other });
    expect(forbidden.onRefused).toHaveBeenCalledExactlyOnceWith(refusal);
    expect(gateway.closed).toBe(false);
    await pass(2_000);
    expect(renewed.heard).toEqual([
      subscribed,
      { action: 'subscribe', topic: other },
      { action: 'subscribe', topic: other },
    ]);
    renewed.say({ action: 'subscribed', topic: other });
    expect(gateway.closed).toBe(true);
    expect(busy.onRefused).not.toHaveBeenCalled();
    const later = listen(connection);
    await pass(0);
    expect(later.onSubscribed).not.toHaveBeenCalled();
  });

  it('keeps the old connection if the renewal fails, and retries', async () => {
    const { connection, gateways, gateway } = await startUp({ random: () => 0 });
    await liveUntil(gateway, RENEW_AFTER_MS);
    gateways[1]!.cut();
    expect(connection.status.state).toBe('up');
    expect(gateway.closed).toBe(false);
    await liveUntil(gateway, 60_000);
    expect(gateways).toHaveLength(3);
  });

  it('reconnects if the old connection closes during the renewal', async () => {
    const { connection, gateways, gateway } = await startUp({ random: () => 0 });
    listen(connection);
    await liveUntil(gateway, RENEW_AFTER_MS);
    gateway.cut();
    expect(connection.status.state).toBe('reconnecting');
    await pass(1000);
    gateways.at(-1)!.open();
    expect(connection.status.state).toBe('up');
  });
});

describe('a command', () => {
  const command = { token: 't', UnitSerNum: '400123', requestId: 'abcdefgh', command: 'Query', arguments: { a: 1 } };

  it('is sent unchanged', async () => {
    const { connection, gateway } = await startUp();
    connection.command(command);
    expect(gateway.heard).toEqual([{ action: 'command', ...command }]);
  });

  it('is refused while disconnected, and never sent later', async () => {
    const { connection, gateways } = start();
    expect(() => connection.command(command)).toThrow(expect.objectContaining({ code: 'UNAVAILABLE' }));
    await pass(0);
    gateways[0]!.open();
    expect(gateways[0]!.heard).toEqual([]);
  });
});
