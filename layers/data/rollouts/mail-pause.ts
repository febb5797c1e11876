import { mayAccess } from '#core/access.ts';
import { isEmailProven } from '#core/auth/email-claim.ts';
import { OTA_PUBLISHERS } from '#core/ota/access.ts';
import type { UserRecord } from '#core/users/user-record.ts';
import { closedDealerStore } from '../dealers/closed-dealers.ts';
import type { Tools } from '../kit/area.ts';
import { holderOf, isEnabled, userStore } from '../users/users.ts';
import { rolloutStore } from './rollouts.ts';

/** Tells who proposed and who approved a rollout that the portal has paused it, if they may still read it, unless somebody has acted on it since. */
export async function mailPause(rolloutId: string, tools: Tools): Promise<void> {
  const rollout = await rolloutStore.find(rolloutId);
  if (!rollout?.pausedBySystem) return;
  const { plan, reason, proposedBy, approvedBy } = rollout;
  const keys = new Set([proposedBy.actorKey, ...(approvedBy ? [approvedBy.actorKey] : [])]);
  for (const key of keys) {
    const user = await userStore.byKey(key, true);
    if (!user || !isEmailProven(user) || !(await mayRead(user))) continue;
    await tools.mail({
      to: [user.UserEmail],
      subject: `The rollout ${plan.name} is paused`,
      addressee: { name: user.UserFirstName },
      text: `Watchkeep has paused the rollout ${plan.name}.\n\n${reason}.\n\nUnits that do not have the version yet do not get it while the rollout is paused. Look at the units, then resume the rollout, end it or roll it back.`,
    });
  }
}

/** True if the person may read rollouts now. */
async function mayRead(user: UserRecord): Promise<boolean> {
  if (!isEnabled(user)) return false;
  if (!mayAccess(OTA_PUBLISHERS, { ...holderOf(user), home: { dealerKey: user.DealerKey } })) return false;
  return !(await closedDealerStore.isClosed(user.dealerPath, Date.now(), { consistent: true }));
}
