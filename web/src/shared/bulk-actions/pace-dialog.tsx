import { Button } from '@chakra-ui/react';
import { useState } from 'react';
import type { BulkAction } from '#core/bulk-actions/bulk-action.ts';
import { bulkActions } from '#core/bulk-actions/contract.ts';
import { Dialog, DialogCancel } from '#web/components/dialog/dialog.tsx';
import { DisabledReason } from '#web/components/tooltip/disabled-reason.tsx';
import { Unsaved } from '#web/components/unsaved/unsaved.tsx';
import { useEndpointMutation } from '#web/lib/api/use-endpoint-mutation.ts';
import { PaceField, whyNoPace } from './pace-field.tsx';

/** Asks how many units of a bulk action are to be done per minute from now on. */
export function PaceDialog({ bulkAction, onClose }: { bulkAction: BulkAction; onClose: () => void }) {
  const [pace, setPace] = useState(bulkAction.pace);
  const { trigger, isMutating } = useEndpointMutation(bulkActions.changePace, {
    refreshes: [bulkActions.list, bulkActions.detail],
  });
  const save = async () => {
    if (await trigger({ bchKey: bulkAction.bchKey, pace: pace ?? null })) onClose();
  };
  return (
    <Dialog
      open
      onClose={onClose}
      size="sm"
      title="Change the pace"
      footer={
        <>
          <DialogCancel />
          <DisabledReason reason={whyNoPace(pace)}>
            <Button onClick={() => void save()} loading={isMutating} loadingText="Saving">
              Save pace
            </Button>
          </DisabledReason>
        </>
      }
    >
      <Unsaved when={pace !== bulkAction.pace && !isMutating} />
      <PaceField value={pace} onChange={setPace} />
    </Dialog>
  );
}
