import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { MOST_RETRIES, RETRIES_MAXED_OUT } from '#core/live/retries.ts';
import { SILENCE_MS } from '#core/stations/frames.ts';
import { simulatedStations } from '#local/stations/centre.ts';
import { StationFeed } from '#web/features/stations/station-feed.ts';

const SERVERS = ['wss://one.example', 'wss://two.example'];
const stations = simulatedStations(Date.UTC(2026, 10, 21));

class FakeSocket {
  sent: string[] = [];
  closed = false;
  onopen: WebSocket['onopen'] = null;
  onclose: WebSocket['onclose'] = null;
  onmessage: WebSocket['onmessage'] = null;
  readonly url: string;
  constructor(url: string) {
    this.url = url;
  }
  send(text: string) {
    this.sent.push(text);
  }
  close() {
    this.closed = true;
  }
  open = () => (this.onopen as (() => void) | null)?.();
  fail = () => (this.onclose as (() => void) | null)?.();
  tell = (frame: unknown) => (this.onmessage as ((event: object) => void) | null)?.({ data: JSON.stringify(frame) });
}

function aFeed(connection: () => Promise<{ servers: readonly string[]; ticket: string }>) {
  const dialled: FakeSocket[] = [];
  const feed = new StationFeed({
    connection,
    dial(url) {
      dialled.push(new FakeSocket(url));
      return dialled.at(-1)!;
    },
    random: () => 1,
  });
  const nextDial = () => vi.advanceTimersByTimeAsync(30_000);
  return { feed, dialled, nextDial, state: () => feed.view().status };
}

const started = async (connection = async () => ({ servers: SERVERS, ticket: 'a ticket' })) => {
  const made = aFeed(connection);
  made.feed.start();
  await vi.advanceTimersByTimeAsync(0);
  return made;
};

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

describe('the feed of stations', () => {
  it('sends RequestAll with its ticket once the connection is open, and nothing else [P3-C87]', async () => {
    const { dialled, state, feed } = await started();
    const socket = dialled[0]!;
    expect(socket.sent).toEqual([]);
    socket.open();
    expect(socket.sent.map((text) => JSON.parse(text))).toEqual([{ message: 'RequestAll', ticket: 'a ticket' }]);
    expect(state()).toEqual({ state: 'connecting' });
    socket.tell({ message: 'All', stations });
    expect(state()).toEqual({ state: 'open' });
    socket.tell({ message: 'Station', station: { ...stations[0], StationStatus: 'Transfer' } });
    expect(feed.view().board?.get('Station 1')?.StationStatus).toBe('Transfer');
    expect(socket.sent).toHaveLength(1);
  });

  it('retries 10 times, at the other server each time, then stops [P3-S16 P3-S17]', async () => {
    const { dialled, nextDial, state } = await started();
    for (let retry = 1; retry <= MOST_RETRIES; retry++) {
      dialled.at(-1)!.fail();
      expect(state()).toEqual({ state: 'retrying', retry, wasOpen: false });
      await nextDial();
      expect(dialled).toHaveLength(retry + 1);
    }
    expect(MOST_RETRIES).toBe(10);
    expect(dialled.map(({ url }) => url)).toEqual(Array.from({ length: 11 }, (_, index) => SERVERS[index % 2]));
    dialled.at(-1)!.fail();
    expect(state()).toEqual({ state: 'maxedOut' });
    await nextDial();
    expect(dialled).toHaveLength(11);
  });

  it('says that retries are maxed out [P3-S18]', () =>
    expect(RETRIES_MAXED_OUT).toBe('Connection retries maxed out. Please refresh the page'));

  it('starts with all retries again once a server has answered, and keeps the stations meanwhile', async () => {
    const { dialled, nextDial, state, feed } = await started();
    for (let retry = 1; retry <= 9; retry++) {
      dialled.at(-1)!.fail();
      await nextDial();
    }
    dialled.at(-1)!.open();
    dialled.at(-1)!.tell({ message: 'All', stations });
    dialled.at(-1)!.fail();
    expect(state()).toEqual({ state: 'retrying', retry: 1, wasOpen: true });
    expect(feed.view().board?.size).toBe(40);
  });

  it('waits longer before each retry, at most 30 seconds', async () => {
    const { dialled } = await started();
    dialled[0]!.fail();
    await vi.advanceTimersByTimeAsync(999);
    expect(dialled).toHaveLength(1);
    await vi.advanceTimersByTimeAsync(1);
    expect(dialled).toHaveLength(2);
    dialled[1]!.fail();
    await vi.advanceTimersByTimeAsync(1_999);
    expect(dialled).toHaveLength(2);
  });

  it('counts a ticket that it does not get as a failed try', async () => {
    const { dialled, state } = await started(async () => {
      throw new Error('No network');
    });
    expect(dialled).toHaveLength(0);
    expect(state()).toMatchObject({ state: 'retrying', retry: 1 });
  });

  it('closes a connection that is silent, and ignores what it sends later', async () => {
    const { dialled, state, feed } = await started();
    const [socket] = dialled as [FakeSocket];
    socket.open();
    socket.tell({ message: 'All', stations });
    await vi.advanceTimersByTimeAsync(SILENCE_MS - 1);
    socket.tell({ message: 'Alive' });
    await vi.advanceTimersByTimeAsync(SILENCE_MS - 1);
    expect(state()).toEqual({ state: 'open' });
    await vi.advanceTimersByTimeAsync(1);
    expect([state().state, socket.closed]).toEqual(['retrying', true]);
    socket.tell({ message: 'All', stations: [] });
    expect(feed.view().board?.size).toBe(40);
  });

  it('ignores changes before it has all stations, and frames that cannot be read', async () => {
    const { dialled, feed } = await started();
    const [socket] = dialled as [FakeSocket];
    socket.open();
    socket.tell({ message: 'Station', station: stations[0] });
    socket.tell('<img src=x onerror=alert(1)>');
    expect(feed.view()).toMatchObject({ board: undefined, status: { state: 'connecting' } });
  });

  it('opens nothing after it was stopped', async () => {
    let give: (value: { servers: string[]; ticket: string }) => void = () => {};
    const { feed, dialled, nextDial } = await started(() => new Promise((resolve) => (give = resolve)));
    feed.stop();
    give({ servers: SERVERS, ticket: 'late' });
    await nextDial();
    expect(dialled).toEqual([]);
  });

  it('says that nothing is set up if there are no servers', async () => {
    const { state } = await started(async () => ({ servers: [], ticket: '' }));
    expect(state()).toEqual({ state: 'notSetUp' });
  });
});
