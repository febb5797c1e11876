import { askerOf } from '#core/auth/identities.ts';
import { sims } from '#core/sims/contract.ts';
import { isDualSimReady } from '#core/sims/dual-sim.ts';
import { markEndStore } from '#data/sims/mark-ends.ts';
import { simDeactivationStore } from '#data/sims/sim-deactivations.ts';
import { unitChangeStore } from '#data/units/unit-changes.ts';
import { unitStore } from '#data/units/units.ts';
import { env } from '#platform/aws/env.ts';
import { serve } from '#platform/http/serve.ts';
import { changePlan } from '#platform/sims/change-plan.ts';
import { changeState } from '#platform/sims/change-state.ts';
import { compare } from '#platform/sims/compare.ts';
import { rightsOf } from '#platform/sims/in-turn.ts';
import { readSlot, slotState } from '#platform/sims/slot.ts';
import { takeResult } from './carrier-result.ts';
import { overrideState, requestDialableNumber } from './changes.ts';
import { listDifferences } from './differences.ts';
import { markForDeactivation } from './mark.ts';
import { listRequests } from './requests.ts';
import { sendTextMessage } from './text-message.ts';

export const handler = serve(sims, {
  async simData({ input, scope }) {
    const unit = await unitStore.get(scope, input.id);
    const viewer = { engineer: scope.flags.includes('ENGINEER') };
    const [slot1, slot2, marked] = await Promise.all([
      readSlot(unit, 1, viewer),
      readSlot(unit, 2, viewer),
      simDeactivationStore.get(unit),
    ]);
    return {
      ...{ slot1, slot2, dualSimReady: isDualSimReady(unit, env('DUAL_SIM_FIRMWARE')) },
      deactivateOnStartUp: marked ? { iccid: marked.iccid, userName: marked.userName, askedAt: marked.askedAt } : null,
    };
  },

  differences: ({ input, scope }) => listDifferences(scope, input),

  requests: ({ input, scope }) => listRequests(scope, input, Date.now()),

  /** Reads the state from the carrier again. A state that the browser sends is never stored. */
  async correctState({ input: { UnitSerNum, slot }, scope }) {
    const unit = await unitStore.get(scope, UnitSerNum);
    const { stored, live, told, lags, sim } = await slotState(unit, slot);
    if (stored !== live) await unitChangeStore.correctSimState(scope, unit, slot, live, Date.now());
    else await compare(unit, slot, { told, lags, status: sim.deviceDetails.status }, Date.now());
    return { corrected: stored !== live, from: stored, to: live };
  },

  changeState: ({ input: { why, ...asked }, scope }) =>
    changeState(scope, asked, { why, rightsInTurn: rightsOf(askerOf(scope), sims.changeState.access) }),
  async deactivateOnStartUp({ input: { UnitSerNum, iccid, deactivate, acknowledged }, scope }) {
    const unit = await unitStore.get(scope, UnitSerNum);
    if (!deactivate) await markEndStore.withdraw(scope, unit, iccid, Date.now());
    else await markForDeactivation(scope, unit, iccid, acknowledged);
    return { UnitSerNum, iccid, deactivate };
  },
  overrideState: ({ input, scope }) => overrideState(scope, input.unitDetails),
  requestDialableNumber: ({ input, scope }) => requestDialableNumber(scope, input),
  editCommunicationPlan: ({ input, scope }) =>
    changePlan(scope, input, {
      why: 'unitPage',
      rightsInTurn: rightsOf(askerOf(scope), sims.editCommunicationPlan.access),
    }),

  thingSpaceResult: ({ input, request }) => takeResult(input, request.sourceIp, Date.now()),

  smsMessage: ({ input, scope }) => sendTextMessage(scope, input, 'active'),
  smsMessageAT: ({ input, scope }) => sendTextMessage(scope, input, 'att'),
});
