import { mayAccess } from '#core/access.ts';
import { SIGNER_REFUSALS } from '#core/ota/manifest.ts';
import { rollouts } from '#core/rollouts/contract.ts';
import { whyPause } from '#core/rollouts/health.ts';
import { UNDER_WAY } from '#core/rollouts/rollout.ts';
import { firmwareStore } from '#data/ota/firmware-versions.ts';
import type { RolloutItem } from '#data/rollouts/entities.ts';
import { rolloutUnitStore } from '#data/rollouts/rollout-units.ts';
import { rolloutStore } from '#data/rollouts/rollouts.ts';
import { signerOf } from '#platform/ota/signer.ts';
import { rightsLater } from '#platform/session/rights-now.ts';
import { bringer } from './bring.ts';
import { compareUnits } from './compare.ts';
import { lookAtSent } from './look.ts';
import { searchUnits } from './search.ts';
import { sendDue } from './send.ts';

const NO_RIGHTS = 'Who started it may not send updates any more';
const NO_VERSION = 'Its version is gone or not signed';

/** The work of one run on a running rollout. `hasTime` is asked before each piece of work. */
export async function runRollout(rollout: RolloutItem, hasTime: () => boolean): Promise<void> {
  const rights = await rightsLater(rollout.askedBy, Date.now());
  const version = await firmwareStore.find(rollout.plan.FirmVerKey);
  if (!rights || !mayAccess(rollouts.propose.access, rights))
    return void (await rolloutStore.pause(rollout, NO_RIGHTS, Date.now()));
  const signer = version && (await signerOf(version));
  if (!version || signer === 'nobody') return void (await rolloutStore.pause(rollout, NO_VERSION, Date.now()));
  if (signer === 'foreign') return void (await rolloutStore.pause(rollout, SIGNER_REFUSALS.foreign, Date.now()));

  // The health first: whatever else there is to do, it must not come too late.
  await compareUnits(rollout, hasTime);
  const bring = bringer();
  await lookAtSent(rollout, { version, bring }, hasTime);
  const { health } = await rolloutUnitStore.counts(rollout);
  const trouble = whyPause(health, rollout.accepted);
  if (trouble !== undefined) return void (await rolloutStore.pause(rollout, trouble, Date.now()));

  const searched = rollout.searched || (await searchUnits(rollout, version, hasTime));
  await sendDue(rights, rollout, { version, bring }, hasTime);
  if (searched) await goOn(rollout);
}

/**
 * Begins the next stage when the present one has nothing under way, or finishes the rollout after the last one. A stage in which no unit has
 * done the update tells nothing about it: the rollout pauses, until somebody resumes it all the same.
 */
async function goOn(rollout: RolloutItem): Promise<void> {
  const { stage, plan } = rollout;
  const { stages } = await rolloutUnitStore.counts(rollout);
  if (UNDER_WAY.some((state) => (stages[stage]?.[state] ?? 0) > 0)) return;
  const isLast = stage + 1 === plan.stages.length;
  if (!isLast && !stages[stage]?.done && rollout.accepted.stage !== stage)
    await rolloutStore.pause(
      rollout,
      `No unit of the stage ${plan.stages[stage]!.name} has done the update`,
      Date.now(),
    );
  else if (!isLast) await rolloutStore.keep(rollout, { stage: stage + 1, searchedTo: null, found: 0, searched: false });
  else await rolloutStore.settle(rollout, 'finished');
}
