import { describe, expect, it } from 'vitest';
import { type ProfileEvents, USUAL_EVENTS } from '#core/profiles/events.ts';
import { broughtLayers, keepsProfile } from '#core/unit-configuration/brought.ts';
import { desiredOf, type Layers, valuesOf } from '#core/unit-configuration/configuration.ts';

const OTHER_EVENTS: ProfileEvents = {
  ...USUAL_EVENTS,
  categories: [...USUAL_EVENTS.categories, { CategoryName: 'Falls', Phone1: '+18015550100', Phone2: '' }],
};
const LAYERS: Layers = {
  profile: { Settings: { SpeakerVol: 7, MicVol: 3, Language: 'en' }, Events: USUAL_EVENTS },
  dealer: { Settings: { MicVol: 4 }, Events: OTHER_EVENTS },
  unit: { Settings: { Language: 'fr' } },
  accessories: {},
};
const sourcesOf = (layers: Layers) => new Set([...desiredOf(layers).values()].map(({ source }) => source));

describe('the layers that a unit brings along', () => {
  it('have each value as before, as its own', () => {
    const brought = broughtLayers(LAYERS, false);
    expect(valuesOf(brought)).toEqual(valuesOf(LAYERS));
    expect(sourcesOf(brought)).toEqual(new Set(['unit']));
    expect(brought).toMatchObject({ profile: { Settings: {} }, dealer: { Settings: {} }, accessories: {} });
  });

  it('keep what a profile gives that it keeps, and have what the dealer gave as their own', () => {
    const brought = broughtLayers(LAYERS, true);
    expect(valuesOf(brought)).toEqual(valuesOf(LAYERS));
    expect(brought).toMatchObject({
      profile: LAYERS.profile,
      dealer: { Settings: {} },
      unit: { Settings: { MicVol: 4, Language: 'fr' }, Events: OTHER_EVENTS },
    });
  });

  it('are the same after a second move, and have no events if there were none', () => {
    const brought = broughtLayers(LAYERS, false);
    expect(broughtLayers(brought, false)).toEqual(brought);
    const none: Layers = { profile: { Settings: { MicVol: 1 } }, dealer: { Settings: {} }, unit: { Settings: {} } };
    expect(valuesOf(broughtLayers(none, false))).toEqual({ MicVol: 1 });
  });
});

describe('a unit that goes from dealer 22 to 220 keeps a profile', () => {
  const keeps = (DealerKey: number, from = 22, dealerPath = '/1/22/220/') =>
    keepsProfile({ DealerKey }, { DealerKey: from }, dealerPath);

  it('of dealer 1 and of the new dealer, and of no other', () => {
    expect([1, 220, 22, 49].map((owner) => keeps(owner))).toEqual([true, true, false, false]);
  });

  it('of a dealer above both', () => {
    expect(keeps(22, 220, '/1/22/221/')).toBe(true);
    expect(keeps(1, 1)).toBe(true);
  });
});
