import type { Acknowledgement } from '../sims/acknowledgement.ts';
import { acknowledgementsForMany, targetOf } from '../sims/change-for-many.ts';
import { SimChangeType } from '../sims/chosen-sims.ts';
import { DEACTIVATION_ACKNOWLEDGEMENTS } from '../sims/deactivation.ts';
import type { BulkActionType, ChosenValue } from './kinds.ts';

interface Asked {
  type: BulkActionType;
  value?: ChosenValue | undefined;
}

/** What a person acknowledges before the start of a bulk action, in the order shown. */
export function acknowledgementsOf({ type, value }: Asked): readonly Acknowledgement[] {
  switch (value?.action) {
    case 'sim':
      return acknowledgementsForMany(targetOf(SimChangeType.parse(type)), value.sims);
    case 'plan':
      // The portal does not know what a plan includes.
      return ['noVoice'];
    case 'carrier':
      return ['onTheWay', ...(value.deactivateOld ? DEACTIVATION_ACKNOWLEDGEMENTS : [])];
    default:
      return [];
  }
}

/** True if the person has acknowledged what the bulk action can do. */
export function isAcknowledged(asked: Asked): boolean {
  const given = asked.value && 'acknowledged' in asked.value ? asked.value.acknowledged : [];
  return acknowledgementsOf(asked).every((needed) => given.includes(needed));
}
