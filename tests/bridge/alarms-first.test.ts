import { describe, expect, it } from 'vitest';
import { alarmsFirst } from '#bridge/adapters/alarms-first.ts';
import type { Ingest } from '#bridge/ports.ts';
import { isUrgentReport } from '#core/history/alarm.ts';
import type { IngestMessage } from '#protocol/ingest-message.ts';
import { withMessage } from '#support/with-message.ts';

const event = (EventCode: number, more: object = {}) => ({ type: 'event', EventCode, ...more });
const reported = (id: string, message: object) => ({ kind: 'report', id, message }) as unknown as IngestMessage;

const aQueue = (put: Ingest['put'] = async () => {}) => {
  const got: string[] = [];
  const ingest: Ingest = {
    async put(messages) {
      got.push(...messages.map(({ id }) => id));
      await put(messages);
    },
  };
  return { got, ingest };
};

describe('a report is urgent', () => {
  it.each([
    ['of an alarm', event(130), true],
    ['of an event that awaits a person', event(302, { awaitsHandling: true }), true],
    ['of a test', event(130, { test: true, awaitsHandling: true }), false],
    ['of the end of an alarm', event(130, { restored: true, awaitsHandling: true }), false],
    ['of a state', event(302), false],
    ['of a ping', { type: 'ping' }, false],
  ])('%s', (_, report, urgent) => {
    expect(isUrgentReport(report)).toBe(urgent);
  });
});

describe('alarms', () => {
  it('are handed over to their own queue, and everything else to the usual one', async () => {
    const [alarms, others] = [aQueue(), aQueue()];
    await alarmsFirst(alarms.ingest, others.ingest).put([
      reported('ping', { type: 'ping' }),
      reported('alarm', event(101)),
      { kind: 'login', id: 'login' } as never,
      reported('end', event(101, { restored: true })),
    ]);
    expect([alarms.got, others.got]).toEqual([['alarm'], ['ping', 'login', 'end']]);
  });

  it('are not acknowledged before both queues have stored their part', async () => {
    const failing = aQueue(() => Promise.reject(new Error('The queue did not take it')));
    const put = (first: Ingest, second: Ingest) =>
      alarmsFirst(first, second).put([reported('ping', { type: 'ping' }), reported('alarm', event(101))]);
    await expect(put(aQueue().ingest, failing.ingest)).rejects.toThrow(withMessage('The queue did not take it'));
    await expect(put(failing.ingest, aQueue().ingest)).rejects.toThrow(withMessage('The queue did not take it'));
  });

  it('do not wait until the usual queue takes messages', async () => {
    const [alarms, stuck] = [aQueue(), aQueue(() => new Promise(() => {}))];
    void alarmsFirst(alarms.ingest, stuck.ingest).put([reported('ping', { type: 'ping' }), reported('a', event(101))]);
    expect(alarms.got).toEqual(['a']);
  });
});
