import { ROOT_DEALER } from '#core/dealers/tree.ts';
import { dashboardTopic } from '#core/live/messages.ts';
import { type AreaData, newsOf, reactTo } from '../kit/area.ts';
import { RolloutEntity } from './entities.ts';
import { mailPause, mailWait } from './mail-pause.ts';

export const area: AreaData = {
  reactions: [
    reactTo(RolloutEntity, {
      name: 'mail a paused rollout',
      message: ({ before, after }) =>
        after?.pausedBySystem && !before?.pausedBySystem ? { rolloutId: after.rolloutId } : undefined,
      react: ({ rolloutId }, tools) => mailPause(rolloutId, tools),
    }),
    reactTo(RolloutEntity, {
      name: 'mail a rollback that waits',
      message: ({ before, after }) =>
        after?.isWaitTold && !before?.isWaitTold ? { rolloutId: after.rolloutId } : undefined,
      react: ({ rolloutId }, tools) => mailWait(rolloutId, tools),
    }),
  ],
  /** Who publishes firmware has the state of rollouts on the dashboard, and belongs to the root dealer. The pace is written with each unit, and is no news. */
  news: [
    newsOf(RolloutEntity, () => ({ topic: dashboardTopic(ROOT_DEALER), message: {} }), {
      isNews: (before, after) => before.revision !== after.revision,
    }),
  ],
};
