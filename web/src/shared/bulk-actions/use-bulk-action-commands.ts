import { useSWRConfig } from 'swr';
import { type BulkAction, isUnderWay, mayDoAction } from '#core/bulk-actions/bulk-action.ts';
import { bulkActions } from '#core/bulk-actions/contract.ts';
import { endpointKey } from '#web/lib/api/endpoint-key.ts';
import { useEndpointMutation } from '#web/lib/api/use-endpoint-mutation.ts';
import { useSession } from '#web/lib/session/session.tsx';
import { useFollowed } from './followed.ts';
import { type BulkActionDetail, withProgress } from './use-bulk-action.ts';

interface Command {
  run: () => Promise<void>;
  isRunning: boolean;
}

const REFRESHED = { refreshes: [bulkActions.list, bulkActions.detail] };

/** What the user can do with a bulk action now: stop it while it runs, retry it if units are left. */
export function useBulkActionCommands(bulkAction: BulkAction | undefined): { stop?: Command; retry?: Command } {
  const { holder } = useSession();
  const { mutate } = useSWRConfig();
  const { follow } = useFollowed();
  const stop = useEndpointMutation(bulkActions.stop, REFRESHED);
  const retry = useEndpointMutation(bulkActions.retry, REFRESHED);
  if (!bulkAction || !mayDoAction(bulkAction.action, holder)) return {};

  const commandOf = ({ trigger, isMutating }: typeof stop | typeof retry): Command => ({
    isRunning: isMutating,
    run: async () => {
      const { bchKey } = bulkAction;
      const told = await trigger({ bchKey });
      if (!told) return;
      await mutate<BulkActionDetail>(endpointKey(bulkActions.detail, { bchKey }), (known) =>
        withProgress(known ?? { bulkAction: told, rows: [] }, told),
      );
      follow(told);
    },
  });
  return {
    ...(isUnderWay(bulkAction) && { stop: commandOf(stop) }),
    ...(bulkAction.mayRetry && { retry: commandOf(retry) }),
  };
}
