import { UNIT_MODELS } from '#core/units/unit.ts';
import type { UnitRecord } from '#core/units/unit-record.ts';
import { DealerEntity, dealerIsAt } from '../dealers/dealers.ts';
import { dealerFollower, pathOf } from '../dealers/move/follower.ts';
import { tryChange } from '../kit/change.ts';
import { endOfPrefix } from '../kit/table.ts';
import { broughtConfiguration, broughtEntities, PROFILE_FIELDS } from '../unit-configuration/brought.ts';
import { leftProfileEntries } from './left-profile.ts';
import { isInPlace, placeEntities, placeWrites } from './place-writes.ts';
import { UnitWithoutSecretEntity } from './unit-secrets.ts';
import { UnitEntity } from './units.ts';

const PAGE_SIZE = 25;

/** A unit moves with what is stored under its place, and with its configuration, in one transaction. */
export const unitFollower = dealerFollower({
  name: 'units',
  order: 4,
  async page({ from }, place) {
    // The cursor is the model, and the cursor of the query for that model.
    const [model = UNIT_MODELS[0], ...rest] = (place ?? '').split('|').filter(Boolean);
    const { data, cursor } = await UnitEntity.query
      .byTree({ UnitModel: model as UnitRecord['UnitModel'] })
      .between({ dealerPath: from }, { dealerPath: endOfPrefix(from) })
      .go({ cursor: rest.join('|') || null, limit: PAGE_SIZE });
    if (cursor !== null) return { data, cursor: `${model}|${cursor}` };
    const next = UNIT_MODELS[UNIT_MODELS.indexOf(model as (typeof UNIT_MODELS)[number]) + 1];
    return { data, cursor: next === undefined ? null : `${next}|` };
  },
  labelOf: ({ UnitSerNum }) => `unit ${UnitSerNum}`,
  async settle({ UnitSerNum }, { from, startedAt }) {
    // Read again, because an index can be a moment behind the table.
    const [{ data: was }, { data: mark }] = await Promise.all([
      UnitEntity.get({ UnitSerNum }).go({ consistent: true }),
      UnitWithoutSecretEntity.get({ UnitSerNum }).go({ consistent: true }),
    ]);
    const dealerPath = was?.dealerPath.startsWith(from) ? await pathOf(was.DealerKey) : undefined;
    if (!was || dealerPath === undefined || dealerPath === was.dealerPath) return true;
    const brought = await broughtConfiguration(was, { dealerPath }, startedAt);
    const entities = { unit: UnitEntity, dealer: DealerEntity, ...placeEntities, ...broughtEntities };
    const refusal = await tryChange({ entities, audit: leftProfileEntries(was, brought, Date.now()) }, (to) => [
      to.unit
        .patch({ UnitSerNum })
        .set({ dealerPath })
        .remove(brought.leavesProfile ? [...PROFILE_FIELDS] : [])
        .where(isInPlace(was))
        .commit(),
      brought.write(to),
      dealerIsAt(to.dealer, { DealerKey: was.DealerKey, dealerPath }),
      ...placeWrites(to, was, dealerPath, mark !== null),
    ]);
    return refusal === undefined;
  },
});

export const dealerFollowers = [unitFollower];
