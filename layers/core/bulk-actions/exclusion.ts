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

/** Why a bulk action would not change a unit: it fails there, or the unit is already as asked. Undefined if it would. */
export function exclusionOf(
  unit: Pick<UnitRecord, 'Report'> | undefined,
  { type, UnitModel }: Pick<BulkAction, 'type' | 'UnitModel'>,
): string | undefined {
  const isAsAsked = (type === 'on' && unit?.Report === 1) || (type === 'off' && unit?.Report === 0);
  return refusalOf(unit, UnitModel) ?? (isAsAsked ? `Its reporting is ${type} already` : undefined);
}
