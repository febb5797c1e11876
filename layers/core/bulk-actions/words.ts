import { CARRIER_NAMES } from '../sims/carrier.ts';
import { CHOSEN_SIMS_WORDS } from '../sims/chosen-sims.ts';
import type { BulkAction } from './bulk-action.ts';
import type { BulkActionType, BulkActionValue } from './kinds.ts';

/** What each type does. The name of its value follows. */
export const TYPE_WORDS: Readonly<Record<BulkActionType, string>> = {
  on: 'Switch reporting on',
  off: 'Switch reporting off',
  keepOldSims: 'Activate the Verizon SIMs',
  deactivateOldSims: 'Activate the Verizon SIMs, deactivate the others',
  addTag: 'Add the tag',
  removeTag: 'Remove the tag',
  assignProfile: 'Assign the profile',
  moveToDealer: 'Move to',
  activateSim: 'Activate the SIM',
  deactivateSim: 'Deactivate the SIM',
  changePlan: 'Change the communication plan',
  changeCarrier: 'Change the carrier',
};

/** The name in the audit of what is done with a bulk action that has a value: `start bulk action: add the tag`. */
export const auditedAs = (does: 'start' | 'retry', type: BulkActionType) =>
  `${does} bulk action: ${TYPE_WORDS[type].toLowerCase()}` as const;

/** `Switch reporting off`, `Add the tag loan`. */
export const actionWords = ({ type, value }: Pick<BulkAction, 'type' | 'value'>): string =>
  value ? `${TYPE_WORDS[type]} ${nameOf(value)}` : TYPE_WORDS[type];

function nameOf(value: BulkActionValue): string {
  switch (value.action) {
    case 'tag':
      return value.tag;
    case 'profile':
      return value.ProfileName;
    case 'dealer':
      return value.DealerName;
    case 'sim':
      return CHOSEN_SIMS_WORDS[value.sims];
    case 'plan':
      return `of ${CARRIER_NAMES[value.carrier]} to ${value.plan}`;
    case 'carrier':
      return `to ${CARRIER_NAMES[value.carrier]}${value.deactivateOld ? ', deactivate the other SIM' : ''}`;
  }
}
