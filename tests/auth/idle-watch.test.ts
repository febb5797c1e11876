import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import type { IdlePhase } from '#web/lib/session/idle.ts';
import { type ActivityChannel, IdleWatch } from '#web/lib/session/idle-watch.ts';

/** Tabs of one browser: each receives the messages of the others. */
function tabsOfOneBrowser() {
  const channels: ActivityChannel[] = [];
  return () => {
    const channel: ActivityChannel = {
      onmessage: null,
      postMessage: (lastActive) => {
        for (const other of channels)
          if (other !== channel) other.onmessage?.({ data: lastActive } as MessageEvent<number>);
      },
    };
    channels.push(channel);
    return channel;
  };
}

function openTab(channel: ActivityChannel) {
  const phases: IdlePhase[] = [];
  const atWork = vi.fn();
  const watch = new IdleWatch({ channel, onPhase: (phase) => phases.push(phase), onAtWork: atWork });
  return { watch, phases, atWork };
}

const pass = (seconds: number) => vi.advanceTimersByTime(seconds * 1000);

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

describe('one tab', () => {
  it('warns after 2400 s and expires 60 s later [P3-S26 P3-S27]', () => {
    const { phases } = openTab(tabsOfOneBrowser()());
    pass(2399);
    expect(phases).toEqual([]);
    pass(1);
    expect(phases).toEqual(['warning']);
    pass(60);
    expect(phases).toEqual(['warning', 'expired']);
  });

  it('stays signed in after activity during the warning', () => {
    const { watch, phases } = openTab(tabsOfOneBrowser()());
    pass(2455);
    watch.touch();
    pass(2399);
    expect(phases).toEqual(['warning', 'active']);
    pass(1);
    expect(phases).toEqual(['warning', 'active', 'warning']);
  });

  it('expires on waking from a sleep longer than the timers, even if activity comes first', () => {
    const { watch, phases } = openTab(tabsOfOneBrowser()());
    vi.setSystemTime(Date.now() + 8 * 3600 * 1000);
    watch.touch();
    expect(phases).toEqual(['expired']);
    pass(10);
    watch.touch();
    expect(phases).toEqual(['expired']);
  });

  it('reports activity to the server, at most once in four minutes', () => {
    const { watch, atWork } = openTab(tabsOfOneBrowser()());
    for (let second = 0; second < 600; second += 2) {
      pass(2);
      watch.touch();
    }
    expect(atWork).toHaveBeenCalledTimes(2);
  });

  it('sends nothing after it was stopped', () => {
    const { watch, phases } = openTab(tabsOfOneBrowser()());
    watch.stop();
    pass(5000);
    expect(phases).toEqual([]);
  });
});

describe('several tabs', () => {
  it('share activity: work in one tab keeps all signed in', () => {
    const channel = tabsOfOneBrowser();
    const first = openTab(channel());
    const second = openTab(channel());
    pass(2410);
    expect([first.phases, second.phases]).toEqual([['warning'], ['warning']]);
    second.watch.touch();
    expect([first.phases, second.phases]).toEqual([
      ['warning', 'active'],
      ['warning', 'active'],
    ]);
  });

  it('a new tab counts as activity for the others', () => {
    const channel = tabsOfOneBrowser();
    const first = openTab(channel());
    pass(2000);
    openTab(channel());
    pass(2399);
    expect(first.phases).toEqual([]);
  });

  it('are not kept signed in by a clock that runs ahead', () => {
    const channel = tabsOfOneBrowser();
    const first = openTab(channel());
    channel().postMessage(Date.now() + 10 * 3600 * 1000);
    pass(2460);
    expect(first.phases).toEqual(['warning', 'expired']);
  });
});
