import { describe, expect, it } from 'vitest';
import { hasRf } from '#core/accessories/accessory.ts';
import { boundIssue, stepped } from '#core/profiles/settings/step.ts';
import { awaitsBatteryData } from '#core/unit-actions/batteries.ts';
import { profileDealersOf, profilesFor } from '#core/unit-configuration/unit-profiles.ts';

const offer = (ProfileKey: number, UnitFirmVer: string, PTStatus = 16) => ({
  ...{ ProfileKey, ProfileName: `Profile ${ProfileKey}`, UnitFirmVer, PTStatus },
});
const keys = (offers: readonly { ProfileKey: number }[]) => offers.map(({ ProfileKey }) => ProfileKey);

describe('the profiles that a unit is offered', () => {
  const profiles = [
    ...[offer(1, '2.1.0'), offer(2, '2.2.0'), offer(3, '2.3.0'), offer(4, '2.4.0'), offer(5, '2.10.0')],
    ...[offer(6, '2.1.0', 17), offer(7, '2.3.0', 17)],
  ];

  it('are enabled, and for its profile’s firmware, one that it has reached since, or its own [P2-C04]', () => {
    const found = profilesFor({ FirmVer: '2.3.0_b7', PTUnitFirmVer: '2.1.0' }, profiles);
    expect(keys(found.currentProfiles)).toEqual([1]);
    expect(keys(found.newHigherProfiles)).toEqual([2, 3]);
    expect(keys(found.currentVersionOptions)).toEqual([3]);
  });

  it('are also those whose firmware is written without dots [P2-V48 P2-K34]', () => {
    const numbers = [offer(1, '423135'), offer(2, '423136'), offer(3, '423137')];
    const found = profilesFor({ FirmVer: '4.2.31.3.6', PTUnitFirmVer: '423135' }, numbers);
    expect(Object.values(found).map(keys)).toEqual([[1], [2], [2]]);
  });

  it('belong to dealer 1 and to the dealers from the caller’s down to the unit’s', () => {
    expect(profileDealersOf({ dealerPath: '/1/22/' }, { dealerPath: '/1/22/220/2201/' })).toEqual([1, 22, 220, 2201]);
    expect(profileDealersOf({ dealerPath: '/1/22/220/' }, { dealerPath: '/1/22/220/2201/' })).toEqual([1, 220, 2201]);
  });
});

describe('a stepper', () => {
  const type = { kind: 'number', minimum: 2, maximum: 8, step: 3 } as const;

  it('takes both of its bounds, and refuses what is beyond them [P2-V16 P2-V17]', () => {
    expect([2, 8].map((value) => boundIssue(type, value))).toEqual([undefined, undefined]);
    expect(boundIssue(type, 9)).toBe('Value must be 8 or smaller');
    expect(boundIssue(type, 1)).toBe('Value must be 2 or bigger');
    expect(stepped(type as never, 5, 1)).toEqual({ value: 8 });
    expect(stepped(type as never, 8, 1)).toEqual({ issue: 'Value must be 8 or smaller' });
  });
});

it('only an MXD-LTE has a receiver for RF devices', () => {
  expect((['MXD-LTE', 'myConnect', 'myConnect Air'] as const).map(hasRf)).toEqual([true, false, false]);
});

it('a ping of the moment of the new battery is of that battery', () => {
  const at = '2026-11-20T10:00:00.000Z';
  const ping = (lastPingTime: string) => ({ lastPingTime, timeStamp: lastPingTime, pingReason: 'Scheduled' }) as never;
  expect(awaitsBatteryData(at, ping(at))).toBe(false);
  expect(awaitsBatteryData(at, ping('2026-11-20T09:59:59.999Z'))).toBe(true);
  expect(awaitsBatteryData(at, undefined)).toBe(true);
});
