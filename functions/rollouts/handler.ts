import { AppError } from '#core/errors.ts';
import { ownFirmware } from '#core/ota/firmware-version.ts';
import { SIGNER_REFUSALS } from '#core/ota/manifest.ts';
import { rollouts } from '#core/rollouts/contract.ts';
import { acceptedOf, TROUBLE_WORDS, TROUBLES } from '#core/rollouts/health.ts';
import type { RolloutPlan } from '#core/rollouts/plan.ts';
import { isPossible, mayApprove } from '#core/rollouts/rollout.ts';
import { dealerStore } from '#data/dealers/dealers.ts';
import { shownRows } from '#data/kit/shown-rows.ts';
import { firmwareStore } from '#data/ota/firmware-versions.ts';
import { rolloutUnitStore } from '#data/rollouts/rollout-units.ts';
import { rolloutStore, shownRollout } from '#data/rollouts/rollouts.ts';
import { serve } from '#platform/http/serve.ts';
import { signerOf } from '#platform/ota/signer.ts';

const refused = (path: string, message: string) => new AppError('INVALID', message, [{ path, message }]);

async function dealersOf({ stages }: RolloutPlan) {
  const keys = new Set(stages.flatMap(({ DealerKey }) => DealerKey ?? []));
  const dealers = await Promise.all([...keys].map((key) => dealerStore.byKey(key)));
  return dealers.flatMap((dealer) => (dealer ? [{ DealerKey: dealer.DealerKey, DealerName: dealer.DealerName }] : []));
}

export const handler = serve(rollouts, {
  async list({ input }) {
    const { items, cursor } = await rolloutStore.list(input);
    return { items: shownRows(items, shownRollout), cursor };
  },

  async get({ input: { rolloutId }, scope }) {
    const rollout = await rolloutStore.get(rolloutId);
    const { stages, health } = await rolloutUnitStore.counts(rollout);
    return {
      ...shownRollout(rollout),
      counts: stages,
      health: {
        compared: health.compared,
        troubles: TROUBLES.map((trouble) => ({ trouble, label: TROUBLE_WORDS[trouble], ...health.troubles[trouble] })),
      },
      dealers: await dealersOf(rollout.plan),
      mayApprove: isPossible('approve', rollout.state) && mayApprove(rollout, scope),
    };
  },

  async units({ input: { rolloutId, state, ...asked } }) {
    await rolloutStore.get(rolloutId);
    const { items, cursor } = await rolloutUnitStore.list(rolloutId, state, asked);
    return {
      items: items.map(({ UnitSerNum, stage, from, tries, nextAt, reason }) => ({
        ...{ UnitSerNum, stage, state, tries, nextAt },
        ...(from !== undefined && { from }),
        ...(reason !== undefined && { reason }),
      })),
      cursor,
    };
  },

  async propose({ input: plan, scope }) {
    const version = await firmwareStore.find(plan.FirmVerKey);
    if (!version) throw refused('FirmVerKey', 'There is no such version');
    const refusal = SIGNER_REFUSALS[await signerOf(version)];
    if (refusal !== undefined) throw refused('FirmVerKey', refusal);
    if (version.firmVerType !== ownFirmware(version.unitModel))
      throw refused('FirmVerKey', 'A rollout brings the firmware of the unit itself, not of one of its parts');
    for (const [stage, { DealerKey }] of plan.stages.entries())
      if (DealerKey !== undefined && !(await dealerStore.byKey(DealerKey)))
        throw refused(`stages.${stage}.DealerKey`, 'There is no such dealer');
    return shownRollout(await rolloutStore.propose(scope, plan, version.version, Date.now()));
  },

  async act({ input: { rolloutId, action, revision }, scope }) {
    const rollout = await rolloutStore.get(rolloutId);
    const { health } = await rolloutUnitStore.counts(rollout);
    const asked = { action, revision, accepted: acceptedOf(health, rollout.stage) };
    return shownRollout(await rolloutStore.act(scope, rollout, asked, Date.now()));
  },
});
