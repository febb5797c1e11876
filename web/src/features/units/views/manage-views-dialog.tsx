import { Button, chakra } from '@chakra-ui/react';
import { UNIT_EDITORS } from '#core/units/access.ts';
import { units } from '#core/units/contract.ts';
import type { View } from '#core/units/views.ts';
import { Dialog } from '#web/components/dialog/dialog.tsx';
import { SettingList, SettingRow } from '#web/components/page/setting-list.tsx';
import { DisabledReason } from '#web/components/tooltip/disabled-reason.tsx';
import { useEndpointMutation } from '#web/lib/api/use-endpoint-mutation.ts';
import { useMay } from '#web/lib/session/session.tsx';

/** Deletes views. A deleted view can be saved again, so nothing is asked. */
export function ManageViewsDialog({ views, onClose }: { views: readonly View[]; onClose: () => void }) {
  const mayShare = useMay(UNIT_EDITORS);
  const remove = useEndpointMutation(units.deleteView, { success: 'View deleted', refreshes: [units.views] });
  return (
    <Dialog open onClose={onClose} title="Views of the unit list" size="md">
      {views.length === 0 ? (
        <chakra.p color="fg.muted">There are no saved views any more.</chakra.p>
      ) : (
        <SettingList label="Views">
          {views.map(({ name, shared, savedBy }) => (
            <SettingRow
              key={`${shared} ${name}`}
              title={name}
              facts={shared ? `Shared by ${savedBy}` : 'Only for you'}
              actions={
                <DisabledReason reason={mayShare || !shared ? undefined : 'You may view units, but not change them'}>
                  <Button
                    size="xs"
                    variant="outline"
                    aria-label={`Delete the view ${name}`}
                    onClick={() => void remove.trigger({ name, shared })}
                  >
                    Delete
                  </Button>
                </DisabledReason>
              }
            />
          ))}
        </SettingList>
      )}
    </Dialog>
  );
}
