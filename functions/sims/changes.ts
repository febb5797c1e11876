import { stepAfter } from '#adapters/carriers/ledger.ts';
import { wasNotAsked } from '#adapters/carriers/wanted.ts';
import { askerOf } from '#core/auth/identities.ts';
import { AppError } from '#core/errors.ts';
import type { Scope } from '#core/scope.ts';
import { CARRIER_NAMES, NUMBER_BY_REQUEST } from '#core/sims/carrier.ts';
import { requestOrigin } from '#core/sims/carrier-request.ts';
import { sims } from '#core/sims/contract.ts';
import { isDialable } from '#core/sims/identifiers.ts';
import { SIM_STATE } from '#core/sims/sim-state.ts';
import { isServed, mayOverrideToActivated, OVERRIDE_FAILED } from '#core/sims/state-change.ts';
import { forgetNumberRequest } from '#data/sims/dialable-numbers.ts';
import { simChangeStore } from '#data/sims/sim-changes.ts';
import { carriers } from '#platform/aws/carriers.ts';
import { type Asked, simOf } from '#platform/sims/change-state.ts';
import { checkedInTurn, reasonIn, rightsOf } from '#platform/sims/in-turn.ts';
import { slotState } from '#platform/sims/slot.ts';

const STILL_SETTLING =
  'The carrier has just confirmed a change of this SIM, and its list may still show the state before. Try again in a quarter of an hour';

const notServed = (status: string) =>
  `The carrier says that this line is “${status}”. Have it activated at the carrier first, then try again`;

/** Stores that slot 2 is activated, if the network has written to the SIM since its activation [P2-S22]. */
export async function overrideState(scope: Scope, { UnitSerNum, ICCID2 }: { UnitSerNum: string; ICCID2: string }) {
  const { unit } = await simOf(scope, { UnitSerNum, slot: 2, iccid: ICCID2 });
  const {
    live: state,
    sim,
    lags,
  } = await slotState(unit, 2).catch((error: unknown) => {
    throw error instanceof AppError && error.code === 'UNAVAILABLE'
      ? new AppError('UNAVAILABLE', OVERRIDE_FAILED)
      : error;
  });
  if (lags) throw new AppError('CONFLICT', STILL_SETTLING);
  const { status } = sim.deviceDetails;
  if (state === SIM_STATE.provisioningVoice && !isServed(status)) throw new AppError('CONFLICT', notServed(status));
  if (!mayOverrideToActivated({ slot: 2, state, ...sim.deviceDetails }))
    throw new AppError('CONFLICT', 'The SIM does not wait for voice, or the network has not written to it yet');
  await simChangeStore.override(scope, unit, Date.now());
  return { state: SIM_STATE.activated };
}

/** Asks the carrier for a number that people can dial, at most once a day unless it refuses. It is done if the line has one. */
export async function requestDialableNumber(scope: Scope, { zipcode, ...asked }: Asked & { zipcode: string }) {
  const { slot } = asked;
  const { unit, sim } = await simOf(scope, asked);
  if (!NUMBER_BY_REQUEST.includes(sim.carrier))
    throw new AppError('INVALID', `${CARRIER_NAMES[sim.carrier]} gives a line its number with the activation`);
  const carrier = (await carriers())[sim.carrier];
  const { deviceDetails } = await carrier.simDetails(sim.iccid);
  if (isDialable(deviceDetails.msisdn)) return { outcome: 'done' as const };
  const askedAt = Date.now();
  await simChangeStore.askForNumber(scope, unit, slot, zipcode, askedAt);
  const rightsInTurn = rightsOf(askerOf(scope), sims.requestDialableNumber.access);
  const turn = checkedInTurn(async () => simOf(await rightsInTurn(), asked));
  try {
    const { outcome } = await carrier.requestDialableNumber(sim.iccid, zipcode.toUpperCase(), {
      isWanted: turn.isWanted,
      origin: requestOrigin(scope, 'unitPage'),
    });
    return { outcome };
  } catch (error) {
    if (stepAfter(error) !== 'unknown') await forgetNumberRequest(sim.iccid, askedAt);
    if (!wasNotAsked(error)) throw error;
    const reason = turn.reasonOf(error);
    await simChangeStore.notAsked(unit, slot, { zipcode }, reasonIn(reason), Date.now());
    throw reason;
  }
}
