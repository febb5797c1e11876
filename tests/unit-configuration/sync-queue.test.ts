import { describe, expect, it } from 'vitest';
import {
  CONFIGURATION_TYPES,
  configurationKey,
  configurationTypeOf,
  deliverable,
  isConfigurationKey,
  lacksConfiguration,
  MessageKeyHex,
  messageKey,
  shownMessageType,
  unitOfKey,
  waitForPower,
} from '#core/unit-configuration/sync-queue.ts';
import { MESSAGE_TYPES } from '#core/unit-messages/common-reports.ts';

describe('a message in the sync queue', () => {
  it('has a name that people understand [P2-E16 P2-E17 P2-E18]', () => {
    expect(MESSAGE_TYPES.map(shownMessageType)).toEqual([
      ...['FIRMWARE', 'PROFILE', 'RF DEVICE', 'EVENTDATA', 'SPEECH', 'BT', 'PLAY MESSAGE', 'REMOVE HOME WI-FI'],
    ]);
  });

  it('has a key that names its unit', () => {
    const key = messageKey('A1B2C3', '0123456789abcdef0123');
    expect(MessageKeyHex.parse(key.toLowerCase())).toBe(key);
    expect(unitOfKey(key)).toBe('A1B2C3');
    expect(isConfigurationKey(key)).toBe(false);
    const ofConfiguration = configurationKey('A1B2C3', 'EVENTDATA', 17);
    expect(MessageKeyHex.parse(ofConfiguration)).toBe('413142324333000000111');
    expect(isConfigurationKey(ofConfiguration)).toBe(true);
    expect(configurationTypeOf(ofConfiguration)).toBe('EVENTDATA');
    for (const type of CONFIGURATION_TYPES) {
      const partKey = configurationKey('A1B2C3', type, 17);
      expect(configurationTypeOf(MessageKeyHex.parse(partKey))).toBe(type);
    }
    for (const wrong of ['', 'A1B2C3', `${key}0`, key.replace(/.$/, 'G')])
      expect(MessageKeyHex.safeParse(wrong).success).toBe(false);
  });
});

describe('the appropriate ping', () => {
  const unit = { AllowOTAUpdate: 1 as const };
  const ping = { pingReason: 'Scheduled', lowpower: false, acPower: true, chargedPercent: 90, switchPosition: 'On' };
  const small = ['PROFILE', 'RF', 'EVENTDATA', 'BT', 'PLAYMULTITAG', 'HOMEWIFIC'];

  it('is any for data, also on low battery', () => {
    expect(deliverable(ping, unit)).toEqual(MESSAGE_TYPES);
    expect(deliverable({ ...ping, acPower: false, lowpower: true }, unit)).toEqual(small);
  });

  it('has power for firmware and voice prompts [P2-S45]', () => {
    const onBattery = { ...ping, acPower: false };
    expect(deliverable({ ...onBattery, chargedPercent: 50 }, unit)).toContain('FIRMVER');
    expect(deliverable({ ...onBattery, chargedPercent: 49 }, unit)).toEqual(small);
    expect(deliverable({ ...onBattery, chargedPercent: undefined }, unit)).toEqual(small);
    for (const pingReason of ['AC Lost', 'Low Battery'])
      expect(deliverable({ ...ping, pingReason }, unit)).toEqual(small);
    expect(deliverable(ping, { AllowOTAUpdate: 0 })).toEqual(small);
  });

  it('is named as the reason why an update waits for power, and only then', () => {
    const low = { ...ping, acPower: false, chargedPercent: 49 };
    for (const type of ['FIRMVER', 'SPEECH'] as const)
      for (const lastPing of [
        low,
        { ...low, chargedPercent: undefined },
        { ...low, chargedPercent: 90, lowpower: true },
      ])
        expect(waitForPower(type, lastPing)).toBe('The unit needs mains power or 50 % of charge');
    expect(waitForPower('RF', low)).toBeUndefined();
    for (const lastPing of [ping, { ...low, chargedPercent: 50 }, undefined])
      expect(waitForPower('FIRMVER', lastPing)).toBeUndefined();
  });

  it('is not the one of an event, when somebody may be calling for help', () => {
    expect(deliverable({ ...ping, pingReason: 'Event' }, unit)).toEqual([]);
  });

  it('is one of a unit that is switched on, for a message that it plays', () => {
    expect(deliverable({ ...ping, switchPosition: 'Off' }, unit)).not.toContain('PLAYMULTITAG');
    expect(deliverable({ ...ping, switchPosition: undefined }, unit)).toContain('PLAYMULTITAG');
  });

  it('brings the configuration to a unit that has not reported it, or tells another one than it reported', () => {
    const told = { fence: 1, bootId: 1, sequence: 1, revision: 5, digest: 11 };
    expect(lacksConfiguration({}, told)).toBe(false);
    expect(lacksConfiguration({ configRevision: 5 }, told)).toBe(true);
    expect(lacksConfiguration({ configRevision: 5, configDigest: 11 }, told)).toBe(false);
    expect(lacksConfiguration({ configRevision: 5, configDigest: 12 }, told)).toBe(true);
    expect(lacksConfiguration({ configRevision: 4, configDigest: 11 }, told)).toBe(true);
  });
});
