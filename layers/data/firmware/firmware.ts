import { Entity } from 'electrodb';
import { MINUTE } from '#core/time.ts';
import { UNIT_MODELS, type UnitModel } from '#core/units/unit.ts';
import { requiredText } from '../kit/attributes.ts';
import { at, primary } from '../kit/table.ts';

export const FirmwareVersionEntity = new Entity(
  {
    model: { service: 'watchkeep', entity: 'firmwareVersion', version: '1' },
    attributes: {
      unitModel: requiredText,
      version: requiredText,
      /** The version that units of the model are brought to. */
      current: { type: 'boolean', required: true },
      releaseDate: requiredText,
    },
    indexes: { byModel: primary(['unitModel'], ['version']) },
  },
  at,
);

let newest: { versions: Record<UnitModel, string>; until: number } | undefined;

export const firmwareStore = {
  /** The current version of each model, empty where none was released; kept for five minutes. */
  async newest(now: number): Promise<Record<UnitModel, string>> {
    if (newest && newest.until > now) return newest.versions;
    const versions = await Promise.all(
      UNIT_MODELS.map(async (unitModel) => {
        const { data } = await FirmwareVersionEntity.query.byModel({ unitModel }).go({ pages: 'all' });
        return [unitModel, data.find(({ current }) => current)?.version ?? ''] as const;
      }),
    );
    newest = { versions: Object.fromEntries(versions) as Record<UnitModel, string>, until: now + 5 * MINUTE };
    return newest.versions;
  },
};
