import { describe, expect, it, test } from 'vitest';
import { Iccid, Imei } from '#core/sims/entered-numbers.ts';
import { hasCheckDigit, isDialable } from '#core/sims/identifiers.ts';
import { isVoiceNotReady, stateOfStatus } from '#core/sims/live-state.ts';
import { cycleStart, lastSession, sessionsBetween, usageBetween } from '#local/carriers/activity.ts';
import { iccidOf, imeiOf, LOTS, type Lot, type Sim, simFor, storedStateFor } from '#local/carriers/sim.ts';

const HOUR = 3_600_000;
const NOW = Date.UTC(2026, 10, 21, 15, 30);
const lots = Object.keys(LOTS) as Lot[];
const carriers = [0, 1, 2] as const;

const liveStateOf = (sim: Sim) => {
  const voiceNotReady = isVoiceNotReady({ voicePlan: true, ...sim });
  return stateOfStatus(sim.status, { voiceNotReady, pendingActivation: false });
};

/** True if the carrier reports another state than `storedStateFor`, so that a correction is needed. */
const isDrifted = (iccid: string) => {
  const live = liveStateOf(simFor(iccid));
  return live !== undefined && live !== storedStateFor(iccid);
};

describe('the SIM behind an ICCID', () => {
  it('has an ICCID and an IMEI with valid check digits, and both SIMs of a unit share the IMEI', () => {
    for (const number of [0, 1, 4711, 99_999, 10 ** 11 - 1]) {
      for (const carrier of carriers) {
        const iccid = iccidOf(carrier, number, 'provisioningVoice');
        expect(Iccid.parse(iccid)).toBe(iccid);
        expect(simFor(iccid)).toMatchObject({ carrier, imei: imeiOf(number) });
      }
      expect(Imei.parse(imeiOf(number))).toBe(imeiOf(number));
      expect(hasCheckDigit(imeiOf(number))).toBe(true);
    }
    expect(() => iccidOf(0, 10 ** 11)).toThrow(RangeError);
    expect(() => iccidOf(0, -1)).toThrow(RangeError);
    expect(() => simFor('89999999999999999999')).toThrow(RangeError);
  });

  it('is always the same, and known data has priority', () => {
    const iccid = iccidOf(1, 77);
    expect(simFor(iccid)).toEqual(simFor(iccid));
    expect(simFor(iccid, { imei: '490154203237518', status: 'suspend' })).toMatchObject({
      iccid,
      imei: '490154203237518',
      status: 'suspend',
    });
  });

  it('has a number of its own', () => {
    const numbers = carriers.flatMap((carrier) =>
      Array.from({ length: 2_000 }, (_, number) => simFor(iccidOf(carrier, number)).msisdn).filter(Boolean),
    );
    expect(new Set(numbers).size).toBe(numbers.length);
  });

  test.each(carriers.flatMap((carrier) => lots.map((lot) => ({ carrier, lot }))))(
    'is mostly in the state that a portal has stored, for carrier $carrier and lot $lot',
    ({ carrier, lot }) => {
      const iccids = Array.from({ length: 300 }, (_, number) => iccidOf(carrier, number, lot));
      expect(iccids.filter(isDrifted).length).toBeLessThan(20);
    },
  );

  it('differs from the stored state for about three of a hundred, so that corrections happen', () => {
    const drifted = Array.from({ length: 10_000 }, (_, number) => iccidOf(0, number)).filter(isDrifted);
    expect(drifted.length).toBeGreaterThan(200);
    expect(drifted.length).toBeLessThan(400);
  });

  it('waits for voice for two reasons: no number to dial, or no write over the air', () => {
    const waiting = Array.from({ length: 200 }, (_, number) => simFor(iccidOf(1, number, 'provisioningVoice')));
    expect(waiting.some(({ msisdn }) => msisdn === undefined)).toBe(true);
    expect(waiting.some(({ msisdn, SIMOTADate, dateActivated }) => msisdn && SIMOTADate! < dateActivated!)).toBe(true);
    expect(isDialable(simFor(iccidOf(0, 5, 'provisioningVoice')).msisdn)).toBe(false);
  });
});

describe('the activity of a SIM', () => {
  const sim = simFor(iccidOf(0, 4711), { status: 'ACTIVATED', dateActivated: '2024-03-04T05:06:07.000Z' });

  it('has a session now or had one within the last 12 hours, and continues with time', () => {
    const last = lastSession(sim, NOW)!;
    expect(last.started).toBeLessThanOrEqual(NOW);
    expect(last.started).toBeGreaterThan(NOW - 12 * HOUR);
    expect(last.ended).toBeGreaterThan(last.started);
    expect(lastSession(sim, NOW + 24 * HOUR)!.started).toBeGreaterThan(last.ended);
  });

  it('has no overlapping sessions, and none before its activation', () => {
    const sessions = sessionsBetween(sim, 0, Date.parse(sim.dateActivated!) + 30 * 24 * HOUR);
    expect(sessions[0]!.started).toBe(Date.parse(sim.dateActivated!));
    for (const [index, { started }] of sessions.entries()) {
      if (index > 0) expect(started).toBeGreaterThan(sessions[index - 1]!.ended);
    }
  });

  it('grows during the cycle', () => {
    const used = (now: number) => usageBetween(sim, cycleStart(now), now).reduce((sum, day) => sum + day.bytes, 0);
    expect(used(NOW)).toBeGreaterThan(used(NOW - 6 * HOUR));
    expect(used(Date.UTC(2026, 11, 1, 1))).toBeLessThan(used(NOW));
  });

  it('is empty while the SIM is off', () => {
    const off = { ...sim, status: 'DEACTIVATED' };
    expect(lastSession(off, NOW)).toBeUndefined();
    expect(usageBetween(off, 0, NOW)).toEqual([]);
  });
});
