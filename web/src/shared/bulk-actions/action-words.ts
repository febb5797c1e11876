import type { BulkAction, BulkActionType } from '#core/bulk-actions/bulk-action.ts';
import type { bulkActions } from '#core/bulk-actions/contract.ts';
import { ACTIONS, type Weight } from '#core/severity.ts';
import type { Input } from '#web/lib/api/api.ts';

type Asked = Pick<BulkAction, 'action' | 'type'>;
type Chosen = Pick<Input<typeof bulkActions.create>, 'action' | 'type'>;

const WORDS: Readonly<Record<BulkActionType, string>> = {
  on: 'Switch reporting on',
  off: 'Switch reporting off',
  keepOldSims: 'Activate the Verizon SIMs',
  deactivateOldSims: 'Activate the Verizon SIMs, deactivate the others',
};

/** The actions for many units at once. */
export const CHOICES: readonly (Chosen & { label: string; consequence: string; weight: Weight })[] = [
  {
    action: 'reporting',
    type: 'on',
    label: WORDS.on,
    consequence: 'What the units send is passed on again.',
    weight: ACTIONS.switchReportingOn,
  },
  {
    action: 'reporting',
    type: 'off',
    label: WORDS.off,
    consequence: 'What the units send is no longer passed on until reporting is switched on again.',
    weight: ACTIONS.switchReportingOffForMany,
  },
];

/** `Switch reporting off`. */
export const actionWords = ({ type }: Asked): string => WORDS[type];
