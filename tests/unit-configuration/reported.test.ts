import { describe, expect, it } from 'vitest';
import { digestOf } from '#core/unit-configuration/digest.ts';
import {
  isAfter,
  latestTold,
  packTold,
  type ReportedPart,
  reportedOf,
  settingStates,
  unitSyncState,
  unpackTold,
} from '#core/unit-configuration/reported.ts';

const at = (sequence: number, more: object = {}) => ({ fence: 3, bootId: 7, sequence, ...more });
const part = (sequence: number, more: Partial<ReportedPart> = {}): ReportedPart => ({
  ...at(sequence),
  ...{
    revision: 5,
    digest: 11,
    part: 1,
    parts: 1,
    settings: { SpeakerVol: 8 },
    refused: [],
    at: '2026-11-22T10:00:00Z',
  },
  ...more,
});
const reported = (more: Partial<ReportedPart> = {}) => reportedOf([part(10, more)])!;
const facts = (more: object = {}) => ({
  ...{ revision: 5, resendFrom: 0, desired: { SpeakerVol: 8 }, reported: reported(), told: undefined },
  ...more,
});
const stateOf = (more: object = {}) => settingStates(facts(more)).get('SpeakerVol');

describe('the order of reports', () => {
  it('is the count of a boot, also over connections, and else the connection', () => {
    expect(isAfter(at(9), at(8))).toBe(true);
    expect(isAfter(at(8), at(9, { fence: 2 }))).toBe(false);
    expect(isAfter(at(1, { bootId: 8, fence: 4 }), at(900))).toBe(true);
    // A replaced board counts its boots from 1.
    expect(isAfter(at(1, { bootId: 1, fence: 4 }), at(900))).toBe(true);
    expect(isAfter(at(900), at(1, { bootId: 1, fence: 4 }))).toBe(false);
  });

  it('and what was told are stored in a few letters', () => {
    for (const told of [
      { revision: 0, digest: 0, fence: 1, bootId: 1, sequence: 1 },
      { revision: 2 ** 31, digest: 2 ** 32 - 1, fence: 2 ** 31, bootId: 1_795_262_400, sequence: 2 ** 32 - 1 },
    ]) {
      expect(packTold(told).length).toBeLessThanOrEqual(36);
      expect(unpackTold(packTold(told))).toEqual(told);
    }
    expect(unpackTold(undefined)).toBeUndefined();
  });

  it('decides between what was told at a ping and at a login', () => {
    const ping = { ...at(9), revision: 5, digest: 1 };
    const login = { ...at(1, { bootId: 8, fence: 4 }), revision: 0, digest: 0 };
    expect(latestTold(ping, login)).toBe(login);
    expect(latestTold(login, ping)).toBe(login);
    expect(latestTold(ping, undefined)).toBe(ping);
    expect(latestTold(undefined, undefined)).toBeUndefined();
  });
});

describe('a report in parts', () => {
  const second = { part: 2, parts: 2, settings: { MicVol: 2 } };

  it('counts when all of them have come, in any order', () => {
    expect(reportedOf([])).toBeUndefined();
    expect(reportedOf([part(10, { parts: 2 })])).toBeUndefined();
    expect(reportedOf([part(11, second), part(10, { parts: 2 })])?.settings).toEqual({ SpeakerVol: 8, MicVol: 2 });
  });

  it('is not mixed with parts of another report', () => {
    const older = part(3, { ...second, digest: 10, revision: 4 });
    expect(reportedOf([part(10, { parts: 2 }), older])).toBeUndefined();
    expect(reportedOf([part(10, { parts: 2 }), { ...older, revision: 5 }])).toBeUndefined();
    // A later report has fewer parts.
    expect(reportedOf([part(10), older])?.settings).toEqual({ SpeakerVol: 8 });
  });
});

describe('the state of a setting', () => {
  it('is "in sync" if the unit reported the desired value', () => {
    expect(stateOf()).toEqual({ state: 'in sync', reported: 8 });
    expect(unitSyncState(facts())).toBe('in sync');
  });

  it('is "waiting" until the unit has reported the present revision, for what differs', () => {
    const next = { revision: 6, desired: { SpeakerVol: 8, MicVol: 3 } };
    expect([...settingStates(facts(next)).values()].map(({ state }) => state)).toEqual(['in sync', 'waiting']);
    expect(unitSyncState(facts(next))).toBe('waiting');
    // Whether it changed or not: the unit has not confirmed this revision.
    expect(unitSyncState(facts({ revision: 6 }))).toBe('waiting');
    expect(stateOf({ reported: undefined })).toEqual({ state: 'waiting' });
  });

  it('is "refused", with the reason of the unit, if it has judged the present revision', () => {
    const refused = reported({ settings: { SpeakerVol: 7 }, refused: [{ name: 'SpeakerVol', text: 'Seven steps' }] });
    expect(stateOf({ reported: refused })).toEqual({ state: 'refused', reported: 7, error: 'Seven steps' });
    expect(stateOf({ reported: reported({ settings: {} }) })).toEqual({ state: 'refused' });
    expect(unitSyncState(facts({ reported: refused }))).toBe('refused');
  });

  it('is "forgotten" if the unit has told less since, and "waiting" if it has told more', () => {
    const told = { ...at(20), revision: 5, digest: 11 };
    expect(stateOf({ told })?.state).toBe('in sync');
    expect(stateOf({ told: { ...told, digest: 12 } })?.state).toBe('forgotten');
    expect(stateOf({ told: { ...told, revision: 0, digest: 0 } })?.state).toBe('forgotten');
    expect(stateOf({ told: { ...told, revision: 6 }, revision: 6 })?.state).toBe('waiting');
    // It was told before the report.
    expect(stateOf({ told: { ...told, sequence: 9, revision: 0 } })?.state).toBe('in sync');
  });

  it('is "waiting" after the data were marked as dirty, whatever was reported before', () => {
    expect(stateOf({ revision: 6, resendFrom: 6 })?.state).toBe('waiting');
    expect(stateOf({ revision: 6, resendFrom: 6, reported: reported({ revision: 6 }) })?.state).toBe('in sync');
  });

  it('is "not sent" before the first save', () => {
    expect(stateOf({ revision: 0 })?.state).toBe('not sent');
  });
});

describe('the digest of settings', () => {
  it('is the sum of the CRC-32 of each line', () => {
    expect(digestOf({})).toBe(0);
    // CRC-32 of "SpeakerVol\tn\t8", and so on, by zlib.
    expect(digestOf({ SpeakerVol: 8 })).toBe(0xe3ec455d);
  });

  it('depends on each name, value and type, and not on the order', () => {
    const one = digestOf({ SpeakerVol: 8, TwoWayVoice: true, CallBackNumber: '8015550100', 'category:Ärzte 🚑': ',' });
    expect(digestOf({ 'category:Ärzte 🚑': ',', CallBackNumber: '8015550100', TwoWayVoice: true, SpeakerVol: 8 })).toBe(
      one,
    );
    const others = [
      { SpeakerVol: 7, TwoWayVoice: true, CallBackNumber: '8015550100', 'category:Ärzte 🚑': ',' },
      { SpeakerVol: '8', TwoWayVoice: true, CallBackNumber: '8015550100', 'category:Ärzte 🚑': ',' },
      { SpeakerVol: 8, TwoWayVoice: 1, CallBackNumber: '8015550100', 'category:Ärzte 🚑': ',' },
      { SpeakerVol: 8, TwoWayVoice: true, CallBackNumber: '', 'category:Ärzte 🚑': ',' },
      { SpeakerVol: 8, TwoWayVoice: true, CallBackNumber: '8015550100', 'category:Ärzte': ',' },
      { SpeakerVol: 8, TwoWayVoice: true, CallBackNumber: '8015550100' },
    ];
    expect(new Set([one, ...others.map((other) => digestOf(other as never))]).size).toBe(7);
  });
});
