import { type BulkAction, mayDoAction } from '#core/bulk-actions/bulk-action.ts';
import { type BulkActionCommand, commandsOf } from '#core/bulk-actions/command.ts';
import { bulkActions } from '#core/bulk-actions/contract.ts';
import { ACTIONS } from '#core/severity.ts';
import { unitCount } from '#core/units/unit-count.ts';
import { useConfirm } from '#web/components/dialog/confirm.ts';
import { useEndpointMutation } from '#web/lib/api/use-endpoint-mutation.ts';
import { useReadAgain } from '#web/lib/api/use-read-again.ts';
import { useShowAnswer } from '#web/lib/api/use-show-answer.ts';
import { useSession } from '#web/lib/session/session.tsx';
import { useFollowed } from './followed.ts';
import { withProgress } from './use-bulk-action.ts';

interface Command {
  command: BulkActionCommand;
  run: () => Promise<void>;
  isRunning: boolean;
}

const REFRESHED = { refreshes: [bulkActions.list, bulkActions.detail] };

/** What the user can do with a bulk action now. */
export function useBulkActionCommands(bulkAction: BulkAction): readonly Command[] {
  const { holder } = useSession();
  const showAnswer = useShowAnswer();
  const readAgain = useReadAgain();
  const { follow } = useFollowed();
  const confirm = useConfirm();
  const mutations = {
    pause: useEndpointMutation(bulkActions.pause, REFRESHED),
    resume: useEndpointMutation(bulkActions.resume, REFRESHED),
    cancel: useEndpointMutation(bulkActions.cancel, REFRESHED),
    retry: useEndpointMutation(bulkActions.retry, REFRESHED),
  };
  if (!mayDoAction(bulkAction.action, holder)) return [];

  return commandsOf(bulkAction).map((command) => ({
    command,
    isRunning: mutations[command].isMutating,
    run: async () => {
      const { bchKey, total, done, failed } = bulkAction;
      const open = unitCount(total - done - failed);
      if (command === 'cancel' && !(await confirm(cancelQuestion(open)))) return;
      const told = await mutations[command].trigger({ bchKey });
      if (!told) return;
      await showAnswer(bulkActions.detail, (known) => withProgress(known ?? { bulkAction: told, rows: [] }, told), {
        bchKey,
      });
      await readAgain(bulkActions.detail);
      follow(told);
    },
  }));
}

const cancelQuestion = (open: string) => ({
  title: 'Cancel the bulk action for good?',
  consequence: `It changes none of its ${open} to do, and cannot be resumed. The other units stay as they are.`,
  actionLabel: 'Cancel for good',
  ...ACTIONS.cancelBulkAction,
});
