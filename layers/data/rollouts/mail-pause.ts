import { isEmailProven } from '#core/auth/email-claim.ts';
import type { Tools } from '../kit/area.ts';
import { isEnabled, userStore } from '../users/users.ts';
import { rolloutStore } from './rollouts.ts';

/** Tells who proposed and who approved a rollout that the portal has paused it, unless somebody has acted on it since. */
export async function mailPause(rolloutId: string, tools: Tools): Promise<void> {
  const rollout = await rolloutStore.find(rolloutId);
  if (!rollout?.pausedBySystem) return;
  const { plan, reason, proposedBy, approvedBy } = rollout;
  const keys = new Set([proposedBy.actorKey, ...(approvedBy ? [approvedBy.actorKey] : [])]);
  for (const key of keys) {
    const user = await userStore.byKey(key, false);
    if (!user || !isEnabled(user) || !isEmailProven(user)) continue;
    await tools.mail({
      to: [user.UserEmail],
      subject: `The rollout ${plan.name} is paused`,
      addressee: { name: user.UserFirstName },
      text: `Watchkeep has paused the rollout ${plan.name}.\n\n${reason}.\n\nUnits that do not have the version yet do not get it while the rollout is paused. Look at the units, then resume the rollout, end it or roll it back.`,
    });
  }
}
