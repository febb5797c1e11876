import { Button, chakra } from '@chakra-ui/react';
import { Trash2 } from 'lucide-react';
import { ota } from '#core/ota/contract.ts';
import { OtaType } from '#core/ota/update.ts';
import { SettingList, SettingRow } from '#web/components/page/setting-list.tsx';
import { ExactTime } from '#web/components/text/relative-time.tsx';
import { useEndpointMutation } from '#web/lib/api/use-endpoint-mutation.ts';
import type { Waiting } from './unit-tab.tsx';

interface PendingListProps {
  label: string;
  UnitSerNum: string;
  messages: Waiting['messages'];
}

/** The waiting updates of one type, each with its button that cancels it. */
export function PendingList({ label, UnitSerNum, messages }: PendingListProps) {
  const cancel = useEndpointMutation(ota.cancel, {
    refreshes: [ota.checkForUpdates],
    success: ({ message }) => message ?? 'Upload has been cancelled',
  });
  return (
    <chakra.div>
      <chakra.h3 textStyle="xs" fontWeight="600" color="fg.muted" mb="1.5">
        {label}
      </chakra.h3>
      <SettingList label={label}>
        {messages.map(({ MessageKey, MessageType, messageDetail, Scheduled, started, progress, heldBack }) => (
          <SettingRow
            key={MessageKey}
            title={messageDetail}
            facts={
              <>
                {started ? 'The unit works on it' : 'Waits since '}
                {!started && <ExactTime at={Scheduled} seconds={false} />}
                {progress && progress.max > 0 && `, ${Math.round((100 * progress.value) / progress.max)} %`}
                {heldBack && ` · Held back: ${heldBack}`}
              </>
            }
            actions={
              <Button
                size="xs"
                variant="outline"
                aria-label={`Cancel ${messageDetail}`}
                onClick={() =>
                  void cancel.trigger({
                    serialNumber: UnitSerNum,
                    MessageKey,
                    type: OtaType.safeParse(MessageType).data,
                  })
                }
              >
                <Trash2 size={14} aria-hidden />
                Cancel
              </Button>
            }
          />
        ))}
      </SettingList>
    </chakra.div>
  );
}
