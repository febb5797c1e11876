import { describe, expect, it } from 'vitest';
import { Accessories } from '#scripts/simulate/accessories.ts';
import { UnitSettings } from '#scripts/simulate/unit-settings.ts';

const button = { zone: 5, SerialNumber: 'P5', RFCode: 'A5' };

describe('the accessories of a simulated unit', () => {
  it('follow a configuration in the zones that it names, and others stay', () => {
    const accessories = new Accessories();
    accessories.pair({ zone: 2, SerialNumber: 'P2', RFCode: 'A2' });
    expect(accessories.configure({ SpeakerVol: 5, 'rf:5': 'A5 P5', 'rf:6': 'A6' })).toEqual([
      { ...button, state: 'added' },
      { zone: 6, RFCode: 'A6', SerialNumber: '', state: 'added' },
    ]);
    expect(accessories.configure({ 'rf:5': 'A5 P5', 'rf:6': '', 'rf:7': '' })).toEqual([
      { zone: 6, RFCode: 'A6', SerialNumber: '', state: 'deleted' },
    ]);
    expect(accessories.all.map(({ zone }) => zone)).toEqual([2, 5]);
  });

  it('are told with the digest only where the configuration names them', () => {
    const settings = new UnitSettings();
    settings.take({ type: 'configuration', revision: 1, part: 1, parts: 1, settings: { 'rf:5': 'A5 P5' } });
    const { configurationDigest } = settings.told;
    settings.change('rf:9', 'A9 P9');
    expect(settings.told.configurationDigest).toBe(configurationDigest);
    settings.change('rf:5', 'B5 Q5');
    expect(settings.told.configurationDigest).not.toBe(configurationDigest);
  });
});
