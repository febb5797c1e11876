import { z } from 'zod';
import { ActedBy, type Actor, actedBy } from '../scope.ts';
import { Instant } from '../time.ts';
import { CarrierNumber } from './carrier.ts';
import { isGivenUp } from './due-work.ts';
import { SimState } from './sim-state.ts';

/** Why a carrier was asked, in words for people. */
export const REQUEST_REASONS = {
  unitPage: 'By hand, for the unit',
  difference: 'To correct a difference',
  order: 'Verizon for an order',
  bulkAction: 'Bulk action',
  marked: 'Marked, unit uses other SIM',
} as const;
export const RequestReason = z.enum(Object.keys(REQUEST_REASONS) as [keyof typeof REQUEST_REASONS]);
export type RequestReason = z.infer<typeof RequestReason>;

/** Who asked a carrier, and why. The names are those at that time. */
export const RequestOrigin = ActedBy.extend({
  why: RequestReason,
  /** The bulk action that the request is part of. */
  bchKey: z.string().optional(),
  /** Its attempt. Absent for requests before it was recorded. */
  attempt: z.number().int().optional(),
});
export type RequestOrigin = z.infer<typeof RequestOrigin>;

/** The origin of a request by these rights. */
export const requestOrigin = (
  by: Actor,
  why: RequestReason,
  part?: { bchKey: string; attempt: number },
): RequestOrigin => ({
  ...actedBy(by),
  why,
  ...(part && { bchKey: part.bchKey, attempt: part.attempt }),
});

/**
 * - asked: about to be sent to the carrier
 * - accepted: the carrier will do it and confirm later
 * - confirmed: it is done
 * - refused: it was not done
 * - unknown: no readable answer; the SIM's next reading shows whether it was done
 * - withdrawn: it was not sent, because nobody wanted it any more when its turn came
 * - givenUp: the portal no longer expects that it is done (due-work.ts)
 */
export const REQUEST_STEPS = ['asked', 'accepted', 'confirmed', 'refused', 'unknown', 'withdrawn', 'givenUp'] as const;
export type RequestStep = (typeof REQUEST_STEPS)[number];

/** The steps in words for people. */
export const STEP_WORDS: Record<RequestStep, string> = {
  asked: 'Asked',
  accepted: 'Accepted',
  confirmed: 'Confirmed',
  refused: 'Failed',
  unknown: 'No answer',
  withdrawn: 'Withdrawn',
  givenUp: 'Given up',
};

export const REQUEST_ACTIONS = ['state', 'plan', 'sms', 'number'] as const;
export type RequestAction = (typeof REQUEST_ACTIONS)[number];

/** What was asked, in words for people. */
export const ACTION_WORDS: Record<RequestAction, string> = {
  state: 'State',
  plan: 'Communication plan',
  sms: 'Text message',
  number: 'Dialable number',
};

/** A request to a carrier, as far as it has got. */
export const CarrierRequest = z.object({
  reference: z.string(),
  iccid: z.string(),
  carrier: CarrierNumber,
  action: z.enum(REQUEST_ACTIONS),
  target: SimState.optional(),
  plan: z.string().optional(),
  askedAt: Instant,
  step: z.enum(REQUEST_STEPS),
  /** When it got to this step. */
  at: Instant,
  /** Why it was refused or given up. */
  reason: z.string().optional(),
  /** Null for a request that was made before it was recorded. */
  origin: RequestOrigin.nullable(),
});
export type CarrierRequest = z.infer<typeof CarrierRequest>;

/** The carriers confirm these later. They confirm neither that a text has arrived nor that a line has its number. */
const CONFIRMED_LATER: readonly RequestAction[] = ['state', 'plan'];

/**
 * The step at which a request is. One that has got no further within a day is given up, also if nobody has stored that: its worker can have been
 * killed.
 */
export function standingOf(
  { action, step, askedAt }: Pick<CarrierRequest, 'action' | 'step' | 'askedAt'>,
  now: number,
): RequestStep {
  const isOpen = step === 'asked' || step === 'unknown' || (step === 'accepted' && CONFIRMED_LATER.includes(action));
  return isOpen && isGivenUp({ since: askedAt }, now) ? 'givenUp' : step;
}
