import { describe, expect, it } from 'vitest';
import { EVENTS_GROUP } from '#core/dealer-settings/event-groups.ts';
import { maskLayout } from '#core/profiles/masks/layouts.ts';
import { namesInMask } from '#core/profiles/masks/mask.ts';
import { settingsOf, wholeSettings } from '#core/profiles/settings/settings.ts';
import {
  carriedLayers,
  changesOf,
  desiredOf,
  eventValues,
  type Layers,
  ownLayer,
  valuesOf,
} from '#core/unit-configuration/configuration.ts';
import { nextExpectedPing } from '#core/unit-configuration/next-ping.ts';
import { UNIT_MODELS } from '#core/units/unit.ts';
import { configurationFrames, partsOf } from '#protocol/configuration-parts.ts';
import { MAX_FRAME_BYTES } from '#protocol/frames.ts';
import { codecOf, down } from '#protocol/models.ts';
import { between, oneOf, seeded } from '../protocol/random.ts';

const events = (Phone1: string, groups = {}) => ({
  categories: [
    { CategoryName: EVENTS_GROUP, Phone1: '', Phone2: '' },
    { CategoryName: 'Falls', Phone1, Phone2: '' },
  ],
  groups,
});
const layers: Layers = {
  profile: { Settings: { SpeakerVol: 5, MicVol: 5, PingInterval: 24 }, Events: events('8015550100') },
  dealer: { Settings: { MicVol: 6, PingInterval: 12 } },
  unit: { Settings: { PingInterval: 6 } },
};

describe('the configuration that a unit should have', () => {
  it('is that of its profile, its dealer and its own, each value with its source', () => {
    expect(Object.fromEntries(desiredOf(layers))).toEqual({
      SpeakerVol: { value: 5, source: 'profile' },
      MicVol: { value: 6, source: 'dealer' },
      PingInterval: { value: 6, source: 'unit' },
      'category:Events': { value: ',', source: 'profile' },
      'category:Falls': { value: '8015550100,', source: 'profile' },
    });
  });

  it('has the unit’s own events as a whole, and says which of them its profile has too', () => {
    const own = { ...layers, unit: { Settings: {}, Events: events('8015550199', { 107: 'Falls' }) } };
    const desired = desiredOf(own);
    expect(desired.get('category:Events')?.source).toBe('profile');
    expect(desired.get('category:Falls')).toEqual({ value: '8015550199,', source: 'unit' });
    expect(desired.get('event:107')).toEqual({ value: 'Falls', source: 'unit' });
    const without = {
      ...layers,
      unit: { Settings: {}, Events: { categories: [events('').categories[0]!], groups: {} } },
    };
    expect(desiredOf(without).has('category:Falls')).toBe(false);
  });

  it('is carried to another firmware in each layer, which gets no setting that it did not have', () => {
    const masked = {
      profile: { Settings: { EventMask: '03' } },
      dealer: { Settings: {} },
      unit: { Settings: { FallSensitivity: 2 } },
    };
    const carried = carriedLayers(masked, { UnitModel: 'myConnect', UnitFirmVer: '4.2.31.3.4' }, '4.2.31.3.7');
    expect(carried.dealer).toEqual({ Settings: {} });
    expect(carried.unit).toEqual({ Settings: { FallSensitivity: 2 } });
    expect(Object.keys(carried.profile.Settings)).toEqual(['EventMask']);
    const names = namesInMask(
      maskLayout('event', 'myConnect', '4.2.31.3.7'),
      String(carried.profile.Settings.EventMask),
    );
    expect(names).toEqual(expect.arrayContaining(['Help button', 'Fall']));
  });

  it('keeps as own only what profile and dealer do not give anyway', () => {
    const wanted = { Settings: { SpeakerVol: 5, MicVol: 5, PingInterval: 12 }, Events: events('8015550100') };
    expect(ownLayer(layers, wanted)).toEqual({ Settings: { MicVol: 5 } });
    const other = events('8015550111');
    expect(ownLayer(layers, { ...wanted, Events: other }).Events).toEqual(other);
  });

  it('is what was wanted, whatever was wanted', () => {
    const random = seeded(7);
    const some = () =>
      Object.fromEntries(
        ['A', 'B', 'C', 'D'].flatMap((name) => (random() < 0.6 ? [[name, between(random, 0, 2)]] : [])),
      );
    for (let run = 0; run < 500; run++) {
      const base = { profile: { Settings: { A: 0, B: 0, C: 0, D: 0, ...some() } }, dealer: { Settings: some() } };
      const inherited = valuesOf({ ...base, unit: { Settings: {} } });
      const wanted = { ...inherited, ...some() };
      expect(valuesOf({ ...base, unit: ownLayer(base, { Settings: wanted }) })).toEqual(wanted);
    }
  });

  it('says in words what differs', () => {
    const version = { UnitModel: 'MXD-LTE', UnitFirmVer: '2.3.0.1.4' } as const;
    expect(
      changesOf(version, { SpeakerVol: 5, MicVol: 5 }, { SpeakerVol: 5, MicVol: 7, 'category:Falls': '8015550100,' }),
    ).toEqual([
      { name: 'MicVol', label: 'Microphone volume', from: ['5'], to: ['7'] },
      { name: 'category:Falls', label: 'Category Falls', from: [], to: ['8015550100'] },
    ]);
  });
});

describe('the parts of a configuration', () => {
  it('together are all of it, and each fits into a frame of its own and of the unit’s report', () => {
    const random = seeded(11);
    for (let run = 0; run < 200; run++) {
      const settings = Object.fromEntries(
        Array.from({ length: between(random, 0, 120) }, (_, index) => [
          `category:${oneOf(random, ['Ä', '漢', 'x'])} ${index}`,
          oneOf(random, [5, -3, true, '8015550100,8015550101', '漢'.repeat(60), 2 ** 40]),
        ]),
      );
      const frames = configurationFrames({ revision: 2 ** 31, settings });
      expect(Object.assign({}, ...frames.map((frame) => frame.settings))).toEqual(settings);
      for (const frame of frames) {
        expect(down.encode(frame, 2 ** 32 - 1).length).toBeLessThanOrEqual(MAX_FRAME_BYTES);
        const report = {
          ...{ ...frame, type: 'configurationReport' as const },
          ...{ MessageTime: Date.now(), digest: 2 ** 32 - 1, refused: [] },
        };
        expect(codecOf('MXD-LTE').encode(report, 1).length).toBeLessThanOrEqual(MAX_FRAME_BYTES);
      }
    }
  });

  it.each(UNIT_MODELS)('of a usual %s are at most two', (UnitModel) => {
    const version = { UnitModel, UnitFirmVer: '2.3.0.1.4' };
    expect(settingsOf(UnitModel).length).toBeGreaterThan(15);
    expect(partsOf({ ...wholeSettings(version, {}), ...eventValues(events('8015550100')) }).length).toBeLessThan(3);
    expect(partsOf({})).toEqual([{}]);
  });
});

describe('the next expected ping [P2-C12]', () => {
  const lastPing = { lastPingTime: '2026-11-21T12:00:00.000Z', pingReason: 'Scheduled' };

  it('comes after the interval of the model, or the one that the unit reported', () => {
    const unit = { UnitModel: 'MXD-LTE' as const, lastPing };
    expect(nextExpectedPing(unit)).toBe('2026-11-22T12:00:00.000Z');
    expect(nextExpectedPing({ ...unit, UnitModel: 'myConnect' })).toBe('2026-11-21T18:00:00.000Z');
    expect(nextExpectedPing({ ...unit, PingInterval: 3 })).toBe('2026-11-21T15:00:00.000Z');
    expect(nextExpectedPing({ UnitModel: 'MXD-LTE' })).toBeUndefined();
  });
});
