import { expect, it } from 'vitest';
import { keptSettings } from '#web/features/units/unit-page/configuration/desired.ts';

it('a unit that gets another profile keeps its saved differences and unsaved edits, and nothing of the profile before [P2-B03]', () => {
  const settings = [
    { name: 'SpeakerVol', source: 'unit' },
    { name: 'MicVol', source: 'profile' },
    { name: 'RingVol', source: 'profile' },
  ] as const;
  const base = { tabs: { SpeakerVol: 8, MicVol: 3, RingVol: 4 } };
  const content = { tabs: { ...base.tabs, MicVol: 2 } };
  expect(keptSettings(settings, { base, content })).toEqual({ SpeakerVol: 8, MicVol: 2 });
});
