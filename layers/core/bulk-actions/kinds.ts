import { z } from 'zod';
import type { RestrictedAccess } from '../access.ts';
import { DealerKeyInput } from '../dealers/dealer.ts';
import { ProfileKey } from '../profiles/profile.ts';
import { SIM_EDITORS } from '../sims/access.ts';
import { Acknowledgement } from '../sims/acknowledgement.ts';
import { ChosenSims, SimChangeType } from '../sims/chosen-sims.ts';
import { CommunicationPlan } from '../sims/plan.ts';
import { unitActors } from '../unit-actions/access.ts';
import { NOTE_WRITERS } from '../unit-notes/access.ts';
import { UNIT_EDITORS } from '../units/access.ts';
import { Tag } from '../units/tags.ts';
import { CarrierNumber } from '../units/unit.ts';

/** Actions on many units. */
export const BulkActionName = z.enum([
  'reporting',
  'makeVerizon',
  'tag',
  'profile',
  'dealer',
  'sim',
  'plan',
  'carrier',
]);
export type BulkActionName = z.infer<typeof BulkActionName>;
/** The types of all actions. With `makeVerizon`, the SIMs that units have beside Verizon's are kept or deactivated. */
export const BulkActionType = z.enum([
  'on',
  'off',
  'keepOldSims',
  'deactivateOldSims',
  'addTag',
  'removeTag',
  'assignProfile',
  'moveToDealer',
  'activateSim',
  'deactivateSim',
  'changePlan',
  'changeCarrier',
]);
export type BulkActionType = z.infer<typeof BulkActionType>;

interface Kind {
  types: readonly BulkActionType[];
  /** The right that the action needs on each unit: that of the call which does the same to one unit. */
  access: RestrictedAccess;
}

export const KINDS: Readonly<Record<BulkActionName, Kind>> = {
  reporting: { types: ['on', 'off'], access: UNIT_EDITORS },
  makeVerizon: { types: ['keepOldSims', 'deactivateOldSims'], access: SIM_EDITORS },
  tag: { types: ['addTag', 'removeTag'], access: NOTE_WRITERS },
  profile: { types: ['assignProfile'], access: UNIT_EDITORS },
  dealer: { types: ['moveToDealer'], access: UNIT_EDITORS },
  sim: { types: SimChangeType.options, access: SIM_EDITORS },
  plan: { types: ['changePlan'], access: SIM_EDITORS },
  carrier: { types: ['changeCarrier'], access: unitActors },
};

/** Returns true if a row of the action asks carriers, so that it can take most of a minute. */
export const asksCarriers = (action: BulkActionName): boolean =>
  action === 'sim' || action === 'plan' || action === 'makeVerizon';

const tag = z.object({ action: z.literal('tag'), tag: Tag });
const profile = z.object({ action: z.literal('profile'), ProfileKey });
const dealer = z.object({ action: z.literal('dealer'), DealerKey: DealerKeyInput });
/** What the user has acknowledged. A start needs it, a dry run does not. */
const acknowledged = z.array(Acknowledgement).max(3).default([]);
const sim = z.object({ action: z.literal('sim'), sims: ChosenSims, acknowledged });

/** A plan is one of a carrier: each SIM that a unit has of it gets the plan. */
const plan = z.object({ action: z.literal('plan'), carrier: CarrierNumber, plan: CommunicationPlan, acknowledged });

/** Units with two SIMs connect over that of this carrier. `deactivateOld`: the SIM that they leave is deactivated after that. */
const carrier = z.object({
  action: z.literal('carrier'),
  carrier: CarrierNumber,
  deactivateOld: z.boolean().default(false),
  acknowledged,
});

/** What an action is done with, as people choose it. An action that is absent here is done with nothing. */
export const ChosenValue = z.discriminatedUnion('action', [tag, profile, dealer, sim, plan, carrier]);
export type ChosenValue = z.infer<typeof ChosenValue>;

/** The same as it is stored and shown: with the names that things had when the action was started. */
export const BulkActionValue = z.discriminatedUnion('action', [
  tag,
  profile.extend({ ProfileName: z.string() }),
  dealer.extend({ DealerName: z.string() }),
  sim,
  plan,
  carrier,
]);
export type BulkActionValue = z.infer<typeof BulkActionValue>;

const ACTIONS_WITH_VALUE: readonly string[] = ChosenValue.options.map(({ shape }) => shape.action.value);

/** Returns true if the action is done with a value. */
export const hasValue = (action: BulkActionName): action is ChosenValue['action'] =>
  ACTIONS_WITH_VALUE.includes(action);

/** What people start by choosing units. The others have calls of their own. */
export const CHOSEN = {
  action: BulkActionName.exclude(['makeVerizon']),
  type: BulkActionType.exclude(['keepOldSims', 'deactivateOldSims']),
  value: ChosenValue.optional(),
};

interface Asked {
  action: BulkActionName;
  type: BulkActionType;
  value?: { action: string } | undefined;
}

/** Why the parts of an asked action do not belong together, by field. Empty if they do. */
export const misfitsOf = ({ action, type, value }: Asked): { path: 'type' | 'value'; message: string }[] => [
  ...(KINDS[action].types.includes(type) ? [] : [{ path: 'type' as const, message: 'This action has no such type' }]),
  ...(value?.action === (hasValue(action) ? action : undefined)
    ? []
    : [{ path: 'value' as const, message: value ? 'This is not for this action' : 'Choose with what to do it' }]),
];
