import { type DemoStatus, refusalOf, UNCHANGED } from '#core/demo-units/demo-status.ts';
import type { DemoCandidate } from '#core/demo-units/demo-unit.ts';
import { UNIT_STATUS, UnitStatus } from '#core/units/unit.ts';
import type { SelectOption } from '#web/components/form/select-field.tsx';

export const LOST_WITH_WEARER =
  'A unit that comes back from its wearer loses its reminders. A wearable forgets its home Wi-Fi.';

/** The statuses to choose from for units; one that a unit cannot get says why. */
export function statusOptions(units: readonly Pick<DemoCandidate, 'UnitStatus'>[]): SelectOption<DemoStatus>[] {
  const all = UnitStatus.options.map(({ value }) => ({ value, label: UNIT_STATUS[value] }));
  return [{ value: UNCHANGED, label: 'Leave unchanged' } as SelectOption<DemoStatus>, ...all].map((option) => {
    const disabledReason = units.flatMap((unit) => refusalOf(unit.UnitStatus, option.value) ?? [])[0];
    return { ...option, ...(disabledReason !== undefined && { disabledReason }) };
  });
}
