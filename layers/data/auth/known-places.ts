import { Entity } from 'electrodb';
import { DAY } from '#core/time.ts';
import { expiryOf, requiredNumber, requiredText } from '../kit/attributes.ts';
import { deleteAll } from '../kit/batch.ts';
import { at, primary } from '../kit/table.ts';

/** A place where a user has signed in: an IP address, or the network of a household. */
export const KnownPlaceEntity = new Entity(
  {
    model: { service: 'watchkeep', entity: 'knownPlace', version: '1' },
    attributes: {
      UserKey: requiredText,
      place: requiredText,
      expiresAt: requiredNumber,
    },
    indexes: { knownPlace: primary(['UserKey'], ['place']) },
  },
  at,
);

const LIFETIME_MS = 90 * DAY;

export const knownPlaceStore = {
  async remember(UserKey: string, place: string, now: number): Promise<void> {
    await KnownPlaceEntity.put({ UserKey, place, expiresAt: expiryOf(now + LIFETIME_MS) }).go();
  },

  /** True if the user has signed in at the place in the last 90 days. */
  async has(UserKey: string, place: string, now: number): Promise<boolean> {
    const { data } = await KnownPlaceEntity.get({ UserKey, place }).go();
    return data !== null && data.expiresAt > expiryOf(now);
  },

  async allOf(UserKey: string): Promise<string[]> {
    const { data } = await KnownPlaceEntity.query.knownPlace({ UserKey }).go({ pages: 'all', consistent: true });
    return data.map(({ place }) => place);
  },

  async forgetAllOf(UserKey: string): Promise<void> {
    const places = await knownPlaceStore.allOf(UserKey);
    await deleteAll(
      KnownPlaceEntity,
      places.map((place) => ({ UserKey, place })),
    );
  },
};
