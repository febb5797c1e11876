import { usesAlready, usesCarrier } from '../sims/carrier-change.ts';
import { targetOf, whyNoSimChange } from '../sims/change-for-many.ts';
import { SimChangeType } from '../sims/chosen-sims.ts';
import { noSimOf, slotsOfCarrier } from '../sims/plan.ts';
import { tagsAfter, whyTooManyTags } from '../units/tags.ts';
import { UnitRecord } from '../units/unit-record.ts';
import type { BulkAction } from './bulk-action.ts';

export const UNREADABLE = 'The unit cannot be read';

/** Why a bulk action fails at a unit: it is outside the scope, malformed, or of another model. Undefined if it can be changed. */
export function refusalOf(unit: object | undefined, wanted: UnitRecord['UnitModel']): string | undefined {
  if (unit === undefined) return 'There is no such unit';
  const { data } = UnitRecord.safeParse(unit);
  if (!data) return UNREADABLE;
  return data.UnitModel === wanted ? undefined : `The unit is a ${data.UnitModel}, not a ${wanted}`;
}

/** Why a bulk action would not change a unit: it fails there, or the unit is already as asked. Undefined if it would, or if that is not known from the unit. */
export const exclusionOf = (
  unit: UnitRecord | undefined,
  asked: Pick<BulkAction, 'type' | 'UnitModel' | 'value'>,
  /** What refuses the value at a unit. */
  refusalOfValue: (unit: UnitRecord) => string | undefined = () => undefined,
): string | undefined => refusalOf(unit, asked.UnitModel) ?? whyNotChanged(unit!, asked) ?? refusalOfValue(unit!);

function whyNotChanged(unit: UnitRecord, { type, value }: Pick<BulkAction, 'type' | 'value'>): string | undefined {
  switch (value?.action) {
    case undefined:
      return unit.Report === (type === 'on' ? 1 : 0) ? `Its reporting is ${type} already` : undefined;
    case 'tag': {
      const { tag } = value;
      const has = unit.Tags?.includes(tag) ?? false;
      if (type === 'removeTag') return has ? undefined : 'It does not have this tag';
      return has ? 'It has this tag already' : whyTooManyTags(tagsAfter(unit.Tags, [tag], []));
    }
    case 'profile':
      // One that has it gets its newest version, and loses its own differences. Only its configuration says whether there are any.
      return undefined;
    case 'dealer':
      return unit.DealerKey === value.DealerKey ? 'It belongs to this dealer already' : undefined;
    case 'sim':
      return whyNoSimChange(unit, targetOf(SimChangeType.parse(type)), value.sims);
    case 'plan':
      // No carrier says which plan a SIM has.
      return slotsOfCarrier(unit, value.carrier).length === 0 ? noSimOf(value.carrier) : undefined;
    case 'carrier':
      return usesCarrier(unit, value.carrier) ? usesAlready(value.carrier) : undefined;
  }
}
