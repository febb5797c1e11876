import { mayAccess } from '#core/access.ts';
import { isEmailProven } from '#core/auth/email-claim.ts';
import { OTA_PUBLISHERS } from '#core/ota/access.ts';
import { TAKES_BACK } from '#core/rollouts/rollout.ts';
import type { UserRecord } from '#core/users/user-record.ts';
import { closedDealerStore } from '../dealers/closed-dealers.ts';
import type { Tools } from '../kit/area.ts';
import { holderOf, isEnabled, userStore } from '../users/users.ts';
import type { RolloutItem } from './entities.ts';
import { rolloutStore } from './rollouts.ts';

/** Tells who proposed and who approved a rollout that the portal has paused it, if they may still read it, unless somebody has acted on it since. */
export async function mailPause(rolloutId: string, tools: Tools): Promise<void> {
  const rollout = await rolloutStore.find(rolloutId);
  if (!rollout?.pausedBySystem) return;
  const { name } = rollout.plan;
  await mailPeople(rollout, tools, {
    subject: `The rollout ${name} is paused`,
    text: `Watchkeep has paused the rollout ${name}.\n\n${rollout.reason}.\n\nUnits that do not have the version yet do not get it while the rollout is paused. Look at the units, then resume the rollout, end it or roll it back.`,
  });
}

/** Tells the same people that units wait to go back to their earlier version, unless they wait no more. */
export async function mailWait(rolloutId: string, tools: Tools): Promise<void> {
  const rollout = await rolloutStore.find(rolloutId);
  if (!rollout || !TAKES_BACK.includes(rollout.state) || rollout.reason === undefined) return;
  const { name } = rollout.plan;
  await mailPeople(rollout, tools, {
    subject: `Units wait in the rollback of the rollout ${name}`,
    text: `Units of the rollout ${name} wait to go back to their earlier version.\n\n${rollout.reason}.\n\nA unit that has waited for 7 days keeps the version that it has now.`,
  });
}

async function mailPeople(
  { proposedBy, approvedBy }: RolloutItem,
  tools: Tools,
  mail: { subject: string; text: string },
): Promise<void> {
  const keys = new Set([proposedBy.actorKey, ...(approvedBy ? [approvedBy.actorKey] : [])]);
  for (const key of keys) {
    const user = await userStore.byKey(key, true);
    if (!user || !isEmailProven(user) || !(await mayRead(user))) continue;
    await tools.mail({
      to: [user.UserEmail],
      addressee: { name: user.UserFirstName },
      ...mail,
    });
  }
}

/** True if the person may read rollouts now. */
async function mayRead(user: UserRecord): Promise<boolean> {
  if (!isEnabled(user)) return false;
  if (!mayAccess(OTA_PUBLISHERS, { ...holderOf(user), home: { dealerKey: user.DealerKey } })) return false;
  return !(await closedDealerStore.isClosed(user.dealerPath, Date.now(), { consistent: true }));
}
