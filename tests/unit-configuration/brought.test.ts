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

describe('a profile', () => {
  const dealerPath = '/1/22/220/';
  const keeps = (to: { dealerPath: string; left?: number }) =>
    [1, 220, 22, 49].filter((DealerKey) => keepsProfile({ DealerKey }, to));

  it('of dealer 1, of the new dealer or of one above it is kept, that of the dealer that is left is not', () => {
    expect(keeps({ dealerPath, left: 22 })).toEqual([1, 220]);
    expect(keeps({ dealerPath, left: 49 })).toEqual([1, 220, 22]);
    expect(keeps({ dealerPath, left: 1 })).toEqual([1, 220, 22]);
  });

  it('of a dealer that moves with the unit is kept', () => {
    expect(keeps({ dealerPath })).toEqual([1, 220, 22]);
    expect(keeps({ dealerPath: '/1/49/220/' })).toEqual([1, 220, 49]);
  });
});
