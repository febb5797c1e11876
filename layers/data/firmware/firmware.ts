import { Entity } from 'electrodb';
import { MINUTE } from '#core/time.ts';
import { TtlCache } from '#core/ttl-cache.ts';
import { UNIT_MODELS, type UnitModel } from '#core/units/unit.ts';
import { requiredText } from '../kit/attributes.ts';
import { at, primary } from '../kit/table.ts';

export const FirmwareVersionEntity = new Entity(
  {
    model: { service: 'watchkeep', entity: 'firmwareVersion', version: '1' },
    attributes: {
      unitModel: requiredText,
      version: requiredText,
      /** True for the version that units of the model are updated to. */
      current: { type: 'boolean', required: true },
      releaseDate: requiredText,
    },
    indexes: { byModel: primary(['unitModel'], ['version']) },
  },
  at,
);

const NEWEST_CACHE_MS = 5 * MINUTE;
const cache = new TtlCache<Record<UnitModel, string>>();

export const firmwareStore = {
  /** The current version of each model, empty if none was released. `now` in milliseconds. */
  async newest(now: number): Promise<Record<UnitModel, string>> {
    const known = cache.get('newest', now);
    if (known) return known;
    const versions = await Promise.all(
      UNIT_MODELS.map(async (unitModel) => {
        const { data } = await FirmwareVersionEntity.query.byModel({ unitModel }).go({ pages: 'all' });
        return [unitModel, data.find(({ current }) => current)?.version ?? ''] as const;
      }),
    );
    const newest = Object.fromEntries(versions) as Record<UnitModel, string>;
    cache.set('newest', newest, now + NEWEST_CACHE_MS);
    return newest;
  },
};
