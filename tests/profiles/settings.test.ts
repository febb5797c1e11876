import { describe, expect, it } from 'vitest';
import type { NumberType } from '#core/profiles/settings/setting.ts';
import {
  carriedSettings,
  settingIssues,
  settingsOf,
  tabsOf,
  valueWords,
  wholeSettings,
} from '#core/profiles/settings/settings.ts';
import { stepIssue, stepped } from '#core/profiles/settings/step.ts';
import { SETTINGS } from '#core/profiles/settings/table.ts';
import { UNIT_MODELS } from '#core/units/unit.ts';

const numbers = SETTINGS.filter((setting) => setting.kind === 'number');

describe('the settings', () => {
  it('have keys, labels, tabs and sentences of their own', () => {
    expect(new Set(SETTINGS.map(({ key }) => key)).size).toBe(SETTINGS.length);
    expect(new Set(SETTINGS.map(({ label }) => label)).size).toBe(SETTINGS.length);
    expect(SETTINGS.filter(({ help }) => !/^[A-Z0-9].*\.$/.test(help))).toEqual([]);
  });

  it.each(UNIT_MODELS)('of %s have usual values that are accepted, in tabs [P2-B91]', (UnitModel) => {
    const version = { UnitModel, UnitFirmVer: '4.2.31.3.7' };
    expect(settingIssues(version, wholeSettings(version, {}))).toEqual([]);
    expect([...tabsOf(UnitModel).values()].flat()).toHaveLength(settingsOf(UnitModel).length);
    expect(tabsOf(UnitModel).size).toBeGreaterThan(4);
  });

  it('contain a mask of each kind for each model', () => {
    for (const model of UNIT_MODELS)
      expect(
        settingsOf(model)
          .flatMap((setting) => (setting.kind === 'mask' ? [setting.mask] : []))
          .sort(),
      ).toEqual(['event', 'led', 'reportItem', 'silentReboot', 'vibrate', 'voicePrompt']);
  });

  it.each([
    ['SpeakerVol', 10, 'Value must be 9 or smaller'],
    ['SpeakerVol', 0, 'Value must be 1 or bigger'],
    ['SpeakerVol', 1.5, 'Enter a whole number'],
    ['SpeakerVol', '5', 'Enter a whole number'],
    ['DecibelShift', 4, 'Value must be -12 or steps of 3 above it'],
    ['TwoWayVoice', 1, 'Choose on or off'],
    ['PromptLanguage', 7, 'Choose one of the options'],
    ['CallBackNumber', '555', 'A phone number has ten digits'],
    ['EventMask', '1fff', 'A mask here has 4 hexadecimal digits in upper case'],
    ['FallDetection', true, 'MXD-LTE has no such setting'],
  ])('refuse %s = %s', (path, value, message) => {
    const version = { UnitModel: 'MXD-LTE', UnitFirmVer: '2.2.0.0.5' } as const;
    expect(settingIssues(version, { [path]: value })).toEqual([{ path, message }]);
  });

  it('are carried to another firmware with their masks', () => {
    const version = { UnitModel: 'myConnect', UnitFirmVer: '4.1.18.0.2' } as const;
    const carried = carriedSettings(version, '4.2.31.3.7', { EventMask: '03', SpeakerVol: 8 });
    expect(carried).toMatchObject({ EventMask: '3303', SpeakerVol: 8, MicVol: 5 });
    expect(settingIssues({ ...version, UnitFirmVer: '4.2.31.3.7' }, carried)).toEqual([]);
  });

  it('are worded for people', () => {
    const version = { UnitModel: 'MXD-LTE', UnitFirmVer: '2.2.0.0.5' } as const;
    const words = (key: string, value: string | number | boolean) =>
      valueWords(SETTINGS.find((setting) => setting.key === key)!, value, version);
    expect(words('TwoWayVoice', false)).toEqual(['Off']);
    expect(words('DecibelShift', -3)).toEqual(['-3 dB']);
    expect(words('PromptLanguage', 1)).toEqual(['Spanish']);
    expect(words('EventMask', '0003')).toEqual(['Help button', 'Smoke']);
    expect(words('EventMask', '0000')).toEqual(['Nothing']);
  });
});

describe('a stepper', () => {
  const type = (part: Partial<NumberType>): NumberType => ({
    kind: 'number',
    minimum: 0,
    maximum: 9,
    step: 1,
    ...part,
  });

  it('steps by 3 or by 1 [P2-V15 P2-K18]', () => {
    expect(new Set(numbers.map(({ step }) => step))).toEqual(new Set([1, 3]));
    expect(stepped(type({ step: 3 }), 3, 1)).toEqual({ value: 6 });
    expect(stepped(type({ step: 1 }), 3, -1)).toEqual({ value: 2 });
  });

  it('refuses what is beyond its bounds, in the words of the portal [P2-V16 P2-V17 P2-M47 P2-M48]', () => {
    expect(stepped(type({}), 9, 1)).toEqual({ issue: 'Value must be 9 or smaller' });
    expect(stepped(type({ step: 3, maximum: 9 }), 9, 1)).toEqual({ issue: 'Value must be 9 or smaller' });
    expect(stepped(type({ minimum: -12, maximum: 12, step: 3 }), -12, -1)).toEqual({
      issue: 'Value must be -12 or bigger',
    });
  });

  it.each(numbers)('of $key can reach both of its bounds, and its usual value', (setting) => {
    for (const value of [setting.minimum, setting.usual])
      expect(stepIssue(setting, value), `${setting.key} ${value}`).toBeUndefined();
  });
});
