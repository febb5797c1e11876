import { acknowledgementsOf } from '#core/bulk-actions/acknowledgements.ts';
import type { bulkActions } from '#core/bulk-actions/contract.ts';
import type { BulkActionValue } from '#core/bulk-actions/kinds.ts';
import { TYPE_WORDS } from '#core/bulk-actions/words.ts';
import { ACTIONS, type Weight, withSentences } from '#core/severity.ts';
import type { Acknowledgement } from '#core/sims/acknowledgement.ts';
import { targetOf, weightForMany } from '#core/sims/change-for-many.ts';
import { SimChangeType } from '#core/sims/chosen-sims.ts';
import { ACKNOWLEDGEMENTS } from '#core/sims/state-change.ts';
import type { Input } from '#web/lib/api/api.ts';

export type Chosen = Pick<Input<typeof bulkActions.create>, 'action' | 'type'>;

export interface Choice extends Chosen {
  label: string;
  consequence: string;
  weight: Weight;
}

/** The actions for many units at once. */
export const CHOICES: readonly Choice[] = (
  [
    {
      action: 'reporting',
      type: 'on',
      consequence: 'What the units send is passed on again.',
      weight: ACTIONS.switchReportingOn,
    },
    {
      action: 'reporting',
      type: 'off',
      consequence: 'What the units send is no longer passed on until reporting is switched on again.',
      weight: ACTIONS.switchReportingOffForMany,
    },
    {
      action: 'tag',
      type: 'addTag',
      consequence: 'The unit list filters by tags. A unit keeps the tags that it has.',
      weight: ACTIONS.changeTags,
    },
    {
      action: 'tag',
      type: 'removeTag',
      consequence: 'The units keep their other tags.',
      weight: ACTIONS.changeTags,
    },
    {
      action: 'profile',
      type: 'assignProfile',
      consequence:
        'The units get its newest version at their next ping, and lose the settings in which they differ from their profile.',
      weight: ACTIONS.replaceProfiles,
    },
    {
      action: 'dealer',
      type: 'moveToDealer',
      consequence:
        'The units keep their configuration. Customers and caregivers stay with the former dealer, reminders, tags and own texts are deleted, and the new dealer sees nothing of their history. If the new dealer requires a proof, a unit without a secret cannot connect again.',
      weight: ACTIONS.moveUnits,
    },
    {
      action: 'sim',
      type: 'activateSim',
      consequence: 'The carriers are asked for it, SIM by SIM. They bill a SIM once it is activated.',
      weight: ACTIONS.changeSim,
    },
    {
      action: 'sim',
      type: 'deactivateSim',
      consequence:
        'The carriers are asked for it, SIM by SIM. A unit without an activated SIM is out of reach until one is activated again.',
      weight: ACTIONS.switchSimOffForMany,
    },
    {
      action: 'plan',
      type: 'changePlan',
      consequence: 'The carrier is asked for it, SIM by SIM. It bills a SIM by its plan.',
      weight: ACTIONS.changePlanForMany,
    },
    {
      action: 'carrier',
      type: 'changeCarrier',
      consequence:
        'Units with two activated SIMs are told to connect over the other one, if they are connected now. A unit shows its new carrier once it has connected.',
      weight: ACTIONS.changeCarrierForMany,
    },
  ] as const
).map((choice) => ({
  ...choice,
  label: choice.action === 'dealer' ? 'Move to another dealer' : TYPE_WORDS[choice.type],
}));

/** How grave an action is with this value, and the value as it is once the user has acknowledged that. */
export function acknowledging(
  { type, weight }: Pick<Choice, 'type' | 'weight'>,
  value: BulkActionValue | undefined,
): { weight: Weight; value?: BulkActionValue } {
  if (!value || !('acknowledged' in value)) return { weight, ...(value && { value }) };
  const acknowledged = [...acknowledgementsOf({ type, value })];
  return { weight: weightOfValue(weight, type, acknowledged, value), value: { ...value, acknowledged } };
}

function weightOfValue(
  weight: Weight,
  type: Choice['type'],
  needed: readonly Acknowledgement[],
  value: BulkActionValue,
): Weight {
  if (value.action === 'sim') return weightForMany(targetOf(SimChangeType.parse(type)), value.sims);
  return withSentences(
    weight,
    needed.map((one) => ACKNOWLEDGEMENTS[one]),
  );
}
