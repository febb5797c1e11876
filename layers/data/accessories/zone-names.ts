import type { Scope } from '#core/scope.ts';
import type { UnitRecord } from '#core/units/unit-record.ts';
import { auditEntry } from '../audit/audit.ts';
import { change, refusedAs } from '../kit/change.ts';
import { UnitEntity } from '../units/units.ts';
import { ZoneNameEntity } from './entities.ts';

const entities = { unit: UnitEntity, zoneName: ZoneNameEntity };

export const zoneNameStore = {
  /** The names that the unit's dealer gave to its zones. Those of a former dealer do not exist for the present one. */
  async ofUnit({ UnitSerNum, DealerKey }: UnitRecord): Promise<ReadonlyMap<number, string>> {
    const { data } = await ZoneNameEntity.query.byUnit({ UnitSerNum }).go({ consistent: true, pages: 'all' });
    return new Map(data.filter((one) => one.DealerKey === DealerKey).map(({ zone, ZoneName }) => [zone, ZoneName]));
  },

  /** Names a zone; an empty name removes the name. */
  async save(scope: Scope, unit: UnitRecord, zone: number, ZoneName: string, now: number): Promise<void> {
    const { UnitSerNum, DealerKey, dealerPath } = unit;
    const before = (await this.ofUnit(unit)).get(zone) ?? '';
    if (before === ZoneName) return;
    const audit = auditEntry(
      scope,
      {
        ...{ objectKind: 'unit', objectId: UnitSerNum, dealerKey: DealerKey, action: 'name zone' },
        ...{ before: { zone, name: before }, after: { zone, name: ZoneName } },
      },
      now,
    );
    const changed = 'The unit changed meanwhile';
    await change({ entities, audit, about: unit, refused: { changed, moved: changed } }, (to) => [
      refusedAs(
        'moved',
        to.unit
          .check({ UnitSerNum })
          .where((stored, { eq }) => `${eq(stored.DealerKey, DealerKey)} AND ${eq(stored.dealerPath, dealerPath)}`)
          .commit(),
      ),
      ZoneName === ''
        ? to.zoneName.delete({ UnitSerNum, zone }).commit()
        : to.zoneName.put({ UnitSerNum, zone, DealerKey, ZoneName }).commit(),
    ]);
  },
};
