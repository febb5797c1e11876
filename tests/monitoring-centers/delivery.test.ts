import { describe, expect, it } from 'vitest';
import {
  afterRound,
  type Delivery,
  type DeliveryTry,
  goesToCenters,
  pauseBefore,
  reportOf,
  sequenceOf,
  withoutReceiver,
} from '#core/monitoring-centers/delivery.ts';

const AT = '2026-11-21T17:00:00.000Z';
const aTry = (ok: boolean): DeliveryTry => ({ at: AT, place: 'main', ok, detail: ok ? 'ACK' : 'No answer in time' });
const BEGUN: Delivery = { state: 'waiting', round: 0, tries: [] };

/** All rounds of a delivery that nobody takes. */
function untaken(): Delivery[] {
  const rounds = [BEGUN];
  while (rounds.at(-1)!.state === 'waiting') rounds.push(afterRound(rounds.at(-1)!, [aTry(false)], AT));
  return rounds;
}

describe('the delivery of an alarm', () => {
  it('ends when a receiver has taken it', () => {
    const first = afterRound(BEGUN, [aTry(false), aTry(false)], AT);
    expect(first).toMatchObject({ state: 'waiting', round: 1 });
    const second = afterRound(first, [aTry(false), aTry(true)], AT);
    expect(second).toMatchObject({ state: 'delivered', round: 2, deliveredAt: AT });
    expect(second.tries).toHaveLength(4);
    expect(second.unreachedAt).toBeUndefined();
  });

  it('tells people after the fourth round, tries for an hour, and then fails', () => {
    const rounds = untaken();
    expect(rounds.findIndex(({ unreachedAt }) => unreachedAt !== undefined)).toBe(4);
    expect(rounds.at(-1)!.state).toBe('failed');
    const seconds = rounds.slice(1, -1).reduce((sum, round) => sum + pauseBefore(round), 0);
    expect(seconds).toBe(305 + 11 * 300);
    expect([1, 2, 3].reduce((sum, round) => sum + pauseBefore({ round }), 0)).toBe(35);
    for (const round of rounds.slice(1, -1)) expect(pauseBefore(round)).toBeGreaterThan(0);
  });

  it('has all its rounds again after it began anew', () => {
    const last = untaken().at(-1)!;
    let next = afterRound({ ...last, state: 'waiting', fromRound: last.round }, [aTry(false)], AT);
    expect([next.state, pauseBefore(next)]).toEqual(['waiting', 5]);
    while (next.state === 'waiting') next = afterRound(next, [aTry(false)], AT);
    expect(next).toMatchObject({ state: 'failed', round: 2 * last.round });
  });

  it('fails at once if the centre has no receiver any more', () => {
    expect(withoutReceiver(BEGUN, AT)).toEqual({ state: 'failed', round: 1, tries: [], unreachedAt: AT });
  });

  it('has a number from 1 to 9999', () => {
    expect([1, 2, 9999, 10_000, 10_001].map(sequenceOf)).toEqual([1, 2, 9999, 1, 2]);
  });

  it.each([
    [{ eventType: 'Event 101' }, true],
    [{ eventType: 'Event 301', awaitsHandling: true }, true],
    [{ eventType: 'Event 301' }, false],
    [{ eventType: 'Event 110 restored' }, true],
    [{ eventType: 'Event 110 restored', test: true }, false],
    [{ eventType: 'Event 110 restored', disabled: true }, false],
    [{ eventType: 'Event 301 restored' }, false],
    [{ eventType: 'Event 101', test: true, awaitsHandling: true }, false],
    [{ eventType: 'Event 101', disabled: true }, false],
  ])('%j goes to centres: %s', (event, goes) => {
    expect(goesToCenters(event)).toBe(goes);
  });

  it('knows the report by its place in the log', () => {
    expect(reportOf(`${AT}~7-41-09a7c3f2`)).toEqual({ bootId: 7, sequence: 41 });
    expect(reportOf(`${AT}~7-41-09a7c3f2-center-delivered`)).toBeUndefined();
    expect(reportOf(`${AT}~taken-over-1`)).toBeUndefined();
  });
});
