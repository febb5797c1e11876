import { describe, expect, it, test } from 'vitest';
import { CarrierSim, SimSlot } from '#core/sims/carrier-sim.ts';
import { comparedState, isVoiceNotReady, liveState, simSlot, stateOfStatus, voiceOf } from '#core/sims/live-state.ts';
import type { SimState } from '#core/sims/sim-state.ts';
import { mayOverrideToActivated } from '#core/sims/state-change.ts';

const ready = { voiceNotReady: false, pendingActivation: false };

const aSim = (status: string, flags: Partial<typeof ready> = {}) =>
  CarrierSim.parse({
    carrier: 1,
    iccid: '89148000000800784259',
    deviceDetails: {
      imei: '490154203237518',
      msisdn: '8015550123',
      status,
      dateActivated: '2026-01-02T03:04:05.000Z',
      dateUpdated: '2026-02-02T03:04:05.000Z',
      SIMOTADate: '2026-01-03T03:04:05.000Z',
    },
    sessionInfo: { dateSessionStarted: '2026-11-20T01:00:00.000Z', dateActivated: '2026-01-02T03:04:05.000Z' },
    usage: { dataBytes: 1234, sms: 2, voiceSeconds: 60 },
    ...ready,
    ...flags,
  });

describe("the state for a carrier's status", () => {
  test.each(['ACTIVATED', 'active', 'ACTIVATION_READY', 'TEST_READY'])(
    '%s is 14, or 36 while something is awaited [P2-S17 P2-S18 P2-S19]',
    (status) => {
      expect(stateOfStatus(status, ready)).toBe(14);
      expect(stateOfStatus(status, { ...ready, voiceNotReady: true })).toBe(36);
      expect(stateOfStatus(status, { ...ready, pendingActivation: true })).toBe(36);
    },
  );

  test.each(['DEACTIVATED', 'deactive'])('%s is 15, whatever else is set [P2-S20]', (status) => {
    expect(stateOfStatus(status, ready)).toBe(15);
    expect(stateOfStatus(status, { voiceNotReady: true, pendingActivation: true })).toBe(15);
  });

  test.each([
    ['INVENTORY', 19],
    ['RETIRED', 21],
    ['PURGED', 22],
    ['pending activation', 34],
    ['pending deactivation', 34],
    ['suspend', undefined],
    ['TRIAL', undefined],
    ['activated', undefined],
  ])('%s is %s', (status, state) => expect(stateOfStatus(status, ready)).toBe(state));
});

describe('the voice of a SIM', () => {
  test.each<[string, Partial<typeof ready>, string]>([
    ['active', {}, 'ready'],
    ['active', { voiceNotReady: true }, 'notReady'],
    ['active', { voiceNotReady: true, pendingActivation: true }, 'pending'],
    ['deactive', { pendingActivation: true }, 'pending'],
    ['RETIRED', {}, 'notInService'],
    ['DEACTIVATED', { voiceNotReady: true }, 'notInService'],
    ['suspend', {}, 'notInService'],
  ])('is, with the status %s and %o, %s', (status, flags, voice) => expect(voiceOf(aSim(status, flags))).toBe(voice));
});

describe('the live state', () => {
  test.each<[string, string, SimState, SimState]>([
    ['the carrier has deactivated the SIM', 'deactive', 14, 15],
    ['the carrier has activated the SIM', 'active', 15, 14],
    ['a forgotten pending state', 'active', 34, 14],
    ['the carrier agrees', 'active', 14, 14],
    ['the carrier agrees that it is deactivated', 'DEACTIVATED', 15, 15],
  ])('%s [P2-S21]', (_, status, stored, live) => expect(liveState(aSim(status), stored)).toBe(live));

  it('changes to Provisioning Voice and back [P2-S21]', () => {
    expect(liveState(aSim('active', { voiceNotReady: true }), 14)).toBe(36);
    expect(liveState(aSim('active'), 36)).toBe(14);
  });

  it('keeps the stored state if the status has no meaning of its own', () => {
    expect(liveState(aSim('suspend'), 14)).toBe(14);
    expect(liveState(aSim('suspend'), 15)).toBe(15);
  });

  test.each<[SimState, string]>([
    [35, 'deactive'],
    [35, 'DEACTIVATED'],
    [18, 'TEST_READY'],
    [20, 'ACTIVATION_READY'],
  ])('keeps %i, which a person set, while the carrier reports %s', (stored, status) => {
    expect(liveState(aSim(status), stored)).toBe(stored);
    expect(liveState(aSim('active'), stored)).toBe(14);
  });

  it('is pending until the carrier has made the requested change', () => {
    expect(liveState(aSim('deactive'), 34, 14)).toBe(34);
    expect(liveState(aSim('pending activation'), 34, 14)).toBe(34);
    expect(liveState(aSim('suspend'), 34, 14)).toBe(34);
    expect(liveState(aSim('active'), 34, 14)).toBe(14);
    expect(liveState(aSim('active', { voiceNotReady: true }), 34, 14)).toBe(36);
    expect(liveState(aSim('active'), 34, 15)).toBe(34);
    expect(liveState(aSim('deactive'), 34, 35)).toBe(35);
    expect(liveState(aSim('TEST_READY'), 34, 18)).toBe(18);
  });
});

describe('what is compared with the stored state', () => {
  it('is none for a line in use whose state at the carrier has no name here', () => {
    expect(comparedState(aSim('suspend'), 14)).toBeNull();
    expect(comparedState(aSim('suspend'), 36)).toBeNull();
    expect(comparedState(aSim('suspend'), 15)).toBe(15);
    expect(comparedState(aSim('suspend'), 34, 14)).toBe(34);
    expect(comparedState(aSim('deactive'), 14)).toBe(15);
  });
});

describe('the slot for screens', () => {
  it('has all fields of the specification [P2-E23 P2-E24 P2-E25]', () => {
    const slot = SimSlot.parse(simSlot(aSim('active', { voiceNotReady: true }), 14, 36));
    expect(slot).toMatchObject({
      carrier: 1,
      storedState: 14,
      deviceDetails: {
        imei: '490154203237518',
        msisdn: '8015550123',
        status: 'active',
        state: 36,
        dateActivated: '2026-01-02T03:04:05.000Z',
        dateUpdated: '2026-02-02T03:04:05.000Z',
        SIMOTADate: '2026-01-03T03:04:05.000Z',
      },
      sessionInfo: { dateSessionStarted: '2026-11-20T01:00:00.000Z', dateActivated: '2026-01-02T03:04:05.000Z' },
      usage: { dataBytes: 1234, sms: 2, voiceSeconds: 60 },
      voiceNotReady: true,
      pendingActivation: false,
    });
  });
});

describe('voice readiness', () => {
  const facts = { voicePlan: true, msisdn: '8015550123' };

  it('needs a number that can be dialled', () => {
    expect(isVoiceNotReady(facts)).toBe(false);
    expect(isVoiceNotReady({ ...facts, msisdn: undefined })).toBe(true);
    expect(isVoiceNotReady({ ...facts, msisdn: '882350000123456' })).toBe(true);
  });

  it('needs a write of the network to the SIM after its activation', () => {
    const dates = { dateActivated: '2026-02-01T00:00:00.000Z', SIMOTADate: '2026-01-01T00:00:00.000Z' };
    expect(isVoiceNotReady({ ...facts, ...dates })).toBe(true);
    for (const SIMOTADate of [dates.dateActivated, '2026-02-01T00:05:00.000Z'])
      expect(isVoiceNotReady({ ...facts, ...dates, SIMOTADate })).toBe(false);
  });

  it('is not required on a line without voice', () =>
    expect(isVoiceNotReady({ ...facts, voicePlan: false, msisdn: undefined })).toBe(false));
});

describe("'change to activated'", () => {
  const offered = {
    slot: 2,
    state: 36,
    status: 'active',
    dateActivated: '2026-01-01T00:00:00.000Z',
    SIMOTADate: '2026-01-01T00:00:01.000Z',
  } as const;

  it('is offered for slot 2 in state 36 whose activation predates its OTA date [P2-S22]', () =>
    expect(mayOverrideToActivated(offered)).toBe(true));

  test.each([
    ['slot 1', { slot: 1 as const }],
    ['another state', { state: 34 as const }],
    ['a line that its carrier has suspended', { status: 'suspend' }],
    ['a line whose state has no name in the portal', { status: 'TRIAL' }],
    ['a line that is off at its carrier', { status: 'deactive' }],
    ['an OTA date before the activation', { SIMOTADate: '2025-12-31T00:00:00.000Z' }],
    ['an OTA date that equals the activation', { SIMOTADate: offered.dateActivated }],
    ['no OTA date', { SIMOTADate: undefined }],
    ['no activation', { dateActivated: undefined }],
  ])('is not offered for %s [P2-S22]', (_, change) =>
    expect(mayOverrideToActivated({ ...offered, ...change })).toBe(false),
  );

  it('compares times, not texts', () =>
    expect(
      mayOverrideToActivated({
        ...offered,
        dateActivated: '2026-01-01T00:00:00Z',
        SIMOTADate: '2026-01-01T00:00:00.500Z',
      }),
    ).toBe(true));
});
