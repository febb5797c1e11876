import { Button } from '@chakra-ui/react';
import { useState } from 'react';
import type { AccessFlag } from '#core/access.ts';
import { users } from '#core/users/contract.ts';
import { whyNotChange } from '#core/users/manage.ts';
import type { User } from '#core/users/user.ts';
import { fullNameOf } from '#core/users/user-record.ts';
import { Dialog, DialogCancel } from '#web/components/dialog/dialog.tsx';
import { ErrorState } from '#web/components/states/error-state.tsx';
import { Loading, TextSkeleton } from '#web/components/states/skeletons.tsx';
import { DisabledReason } from '#web/components/tooltip/disabled-reason.tsx';
import { Unsaved } from '#web/components/unsaved/unsaved.tsx';
import { useEndpoint } from '#web/lib/api/use-endpoint.ts';
import { useEndpointMutation } from '#web/lib/api/use-endpoint-mutation.ts';
import { accessChanges } from './access-changes.ts';
import { AccessToggles } from './access-toggles.tsx';
import { flagsOf, managedOf, useManager } from './use-manager.ts';

/** Another user's access, read again when the dialog opens. Administrators who may change it do so here. */
export function AccessDialog({ user, onClose }: { user: User; onClose: () => void }) {
  const { manager } = useManager();
  const { data, error, isValidating, mutate } = useEndpoint(
    users.access,
    { userKey: user.UserKey },
    { revalidateOnFocus: false, revalidateOnReconnect: false, onError: () => undefined },
  );
  const { trigger, isMutating } = useEndpointMutation(users.setAccess, {
    success: 'Access updated',
    refreshes: [users.list, users.listOfDealer, users.access],
  });
  const [chosen, setChosen] = useState<AccessFlag[]>();
  const was = data && !isValidating ? flagsOf(data) : undefined;
  const flags = chosen ?? was ?? [];
  const changes = was ? accessChanges(was, flags) : {};
  const notChange = data && whyNotChange(manager, managedOf(data.user));
  const save = async () => {
    const saved = await trigger({ userKey: user.UserKey, access: changes });
    if (!saved) return;
    await mutate(saved, { revalidate: false });
    onClose();
  };

  return (
    <Dialog
      open
      onClose={onClose}
      size="lg"
      closable={!isMutating}
      title={`Access of ${fullNameOf(user)}`}
      description={notChange ? `${user.UserName}. ${notChange}.` : `${user.UserName} · ${user.DealerName}`}
      footer={
        <>
          <DialogCancel>{notChange ? 'Close' : 'Cancel'}</DialogCancel>
          {!notChange && (
            <DisabledReason reason={Object.keys(changes).length === 0 ? 'Nothing has changed yet' : undefined}>
              <Button onClick={() => void save()} loading={isMutating} loadingText="Save access">
                Save access
              </Button>
            </DisabledReason>
          )}
        </>
      }
    >
      <Unsaved when={Object.keys(changes).length > 0 && !isMutating} />
      {was ? (
        <AccessToggles value={flags} onChange={setChosen} own={manager.flags} disabledReason={notChange} />
      ) : error && !isValidating ? (
        <ErrorState title="The access could not be read" failure={error} onRetry={() => void mutate()} />
      ) : (
        <Loading label="Loading the access">
          <TextSkeleton lines={12} />
        </Loading>
      )}
    </Dialog>
  );
}
