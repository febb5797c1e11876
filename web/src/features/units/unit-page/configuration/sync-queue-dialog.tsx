import { Button, chakra } from '@chakra-ui/react';
import { Trash2 } from 'lucide-react';
import { useEffect } from 'react';
import { ACTIONS } from '#core/severity.ts';
import { unitConfiguration } from '#core/unit-configuration/contract.ts';
import {
  isConfigurationKey,
  isForgettingHome,
  KEEPS_FORMER_HOME,
  type QueuedMessage,
  shownMessageType,
} from '#core/unit-configuration/sync-queue.ts';
import { useConfirm } from '#web/components/dialog/confirm.ts';
import { Dialog } from '#web/components/dialog/dialog.tsx';
import { SettingList, SettingRow } from '#web/components/page/setting-list.tsx';
import { ErrorState } from '#web/components/states/error-state.tsx';
import { Loading, TextSkeleton } from '#web/components/states/skeletons.tsx';
import { ExactTime, RelativeTime } from '#web/components/text/relative-time.tsx';
import { DisabledReason } from '#web/components/tooltip/disabled-reason.tsx';
import { useEndpoint } from '#web/lib/api/use-endpoint.ts';
import { useEndpointMutation } from '#web/lib/api/use-endpoint-mutation.ts';
import { useMay } from '#web/lib/session/session.tsx';

interface SyncQueueDialogProps {
  UnitSerNum: string;
  onClose: () => void;
}

/** What waits for the unit until its next appropriate ping, and the button that deletes a message. */
export function SyncQueueDialog({ UnitSerNum, onClose }: SyncQueueDialogProps) {
  const { data, error, isValidating, mutate } = useEndpoint(unitConfiguration.syncQueue, { UnitSerNum });
  // What opens it shows an answer that can be some moments old.
  useEffect(() => void mutate(), [mutate]);
  return (
    <Dialog
      open
      onClose={onClose}
      title={`Waiting to sync: ${UnitSerNum}`}
      size="md"
      description={<NextPing UnitSerNum={UnitSerNum} />}
    >
      {data ? (
        <Waiting UnitSerNum={UnitSerNum} messages={data.messages} />
      ) : error ? (
        <ErrorState
          title="The sync queue could not be loaded"
          failure={error}
          onRetry={() => void mutate()}
          retrying={isValidating}
        />
      ) : (
        <Loading label="Loading the sync queue">
          <TextSkeleton lines={3} />
        </Loading>
      )}
    </Dialog>
  );
}

/** When the unit should ping, and so gets its messages. */
function NextPing({ UnitSerNum }: { UnitSerNum: string }) {
  const { data } = useEndpoint(unitConfiguration.nextExpectedPing, { UnitSerNum });
  if (!data) return null;
  if (data.nextExpectedPing === undefined) return 'The unit has never sent a ping.';
  return (
    <>
      {Date.parse(data.nextExpectedPing) < Date.now() ? 'The next ping was expected ' : 'The next ping is expected '}
      <RelativeTime at={data.nextExpectedPing} focusable />.
    </>
  );
}

function Waiting({ UnitSerNum, messages }: { UnitSerNum: string; messages: readonly QueuedMessage[] }) {
  const may = useMay(unitConfiguration.deleteQueuedMessage.access);
  const confirm = useConfirm();
  const { trigger } = useEndpointMutation(unitConfiguration.deleteQueuedMessage, {
    success: 'Message Deleted',
    refreshes: [unitConfiguration.syncQueue, unitConfiguration.get],
  });
  const remove = async (name: string, key: string) => {
    const agreed = await confirm({
      title: `Delete ${name} from the sync queue?`,
      consequence: isConfigurationKey(key)
        ? `${UnitSerNum} keeps what it reported, and its saved configuration becomes that.`
        : `${UnitSerNum} does not get it.`,
      actionLabel: 'Delete message',
      ...ACTIONS.deleteQueuedMessage,
    });
    if (agreed) await trigger({ key });
  };
  if (messages.length === 0) return <chakra.p color="fg.muted">Nothing waits for the unit.</chakra.p>;
  return (
    <SettingList label="Waiting messages">
      {messages.map((message) => {
        const { MessageType, MessageKeyHex } = message;
        const name = shownMessageType(MessageType);
        return (
          <SettingRow
            key={`${MessageType} ${MessageKeyHex}`}
            title={name}
            facts={<Facts message={message} />}
            actions={
              <DisabledReason reason={reasonToKeep(message, may)}>
                <Button
                  type="button"
                  size="xs"
                  variant="outline"
                  aria-label={`Delete ${name}`}
                  onClick={() => void remove(name, MessageKeyHex)}
                >
                  <Trash2 size={14} aria-hidden />
                  Delete
                </Button>
              </DisabledReason>
            }
          />
        );
      })}
    </SettingList>
  );
}

const reasonToKeep = (message: QueuedMessage, may: boolean): string | undefined => {
  if (!may) return 'You may view units, but not change them';
  return isForgettingHome(message) ? KEEPS_FORMER_HOME : undefined;
};

const Facts = ({ message: { Scheduled, started, progress, heldBack } }: { message: QueuedMessage }) => (
  <>
    {'Scheduled '}
    <ExactTime at={Scheduled} seconds={false} />
    {started && ' · The unit works on it'}
    {heldBack && ` · Held back: ${heldBack}`}
    {progress && progress.max > 0 && `, ${Math.round((100 * progress.value) / progress.max)} %`}
  </>
);
