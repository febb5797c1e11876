import { Box, Button, Flex } from '@chakra-ui/react';
import { Headset, Trash2 } from 'lucide-react';
import { useState } from 'react';
import { useSearchParams } from 'react-router';
import { ota } from '#core/ota/contract.ts';
import { NOTHING_TO_DELETE, OTA_TYPES, SERIAL_LENGTH } from '#core/ota/update.ts';
import { ACTIONS } from '#core/severity.ts';
import { SECOND } from '#core/time.ts';
import { shownMessageType } from '#core/unit-configuration/sync-queue.ts';
import { shownFirmware } from '#core/units/unit.ts';
import { useConfirm } from '#web/components/dialog/confirm.ts';
import { TextField } from '#web/components/form/text-field.tsx';
import { SettingSection } from '#web/components/page/setting-section.tsx';
import { EmptyState } from '#web/components/states/empty-state.tsx';
import { TextLink } from '#web/components/text/text-link.tsx';
import type { Output } from '#web/lib/api/api.ts';
import { useEndpoint } from '#web/lib/api/use-endpoint.ts';
import { useEndpointMutation } from '#web/lib/api/use-endpoint-mutation.ts';
import { paths } from '#web/lib/page/paths.ts';
import { Loaded } from './loaded.tsx';
import { PendingList } from './pending-list.tsx';
import { SendUpdate } from './send-update.tsx';
import { serialIn } from './serial.ts';
import { VoiceMode } from './voice-mode.tsx';

export type Waiting = Output<typeof ota.checkForUpdates>;

/** An update that is sent at once takes a minute, and people watch it. */
const REFRESH_WHILE_WAITING = 5 * SECOND;

/** What waits for one unit, and what can be sent to it. */
export function UnitTab() {
  const [parameters, setParameters] = useSearchParams();
  const [typed, setTyped] = useState(parameters.get('serialNumber') ?? '');
  const UnitSerNum = serialIn(parameters);
  const answer = useEndpoint(ota.checkForUpdates, UnitSerNum ? { UnitSerNum } : null, {
    refreshInterval: (latest) => (latest && latest.messages.length > 0 ? REFRESH_WHILE_WAITING : 0),
  });
  return (
    <>
      <Box maxW="16rem" py="4">
        <TextField
          name="serialNumber"
          label="Serial number"
          maxLength={SERIAL_LENGTH}
          autoFocus={typed === ''}
          value={typed}
          onChange={(text) => {
            const serialNumber = text.toUpperCase();
            setTyped(serialNumber);
            setParameters(serialNumber ? { serialNumber } : {}, { replace: true });
          }}
        />
      </Box>
      {UnitSerNum ? (
        <Loaded answer={answer} what="What waits for the unit">
          {(waiting) => <Sections key={UnitSerNum} waiting={waiting} />}
        </Loaded>
      ) : (
        <EmptyState
          title="Enter the serial number of a unit"
          description="It has 6 letters or digits. Updates that wait for the unit appear here."
        />
      )}
    </>
  );
}

function Sections({ waiting }: { waiting: Waiting }) {
  const { UnitSerNum, UnitModel, FirmVer } = waiting;
  // A message to the wearer waits too, and is no update.
  const messages = waiting.messages.filter(({ MessageType }) => SHOWN_TYPES.some((type) => type === MessageType));
  const [inVoiceMode, setInVoiceMode] = useState(false);
  const confirm = useConfirm();
  const cancel = useEndpointMutation(ota.cancelBatch, {
    refreshes: [ota.checkForUpdates],
    success: ({ message }) => message ?? 'Upload has been cancelled',
  });
  const cancelAll = async () => {
    const question = {
      title: `Cancel all updates of ${UnitSerNum}?`,
      consequence: 'The unit gets none of the updates that are listed here.',
      actionLabel: 'Cancel all updates',
      cancelLabel: 'Keep them',
      ...ACTIONS.cancelUpdates,
    };
    if (messages.length > 0 && !(await confirm(question))) return;
    // With nothing to cancel the server answers in words of the specification.
    await cancel.trigger({
      serialNumber: UnitSerNum,
      messages: messages.map(({ MessageKey }) => ({ MessageKey })),
    });
  };
  return (
    <>
      <SettingSection
        title={UnitSerNum}
        description={
          <>
            {`${UnitModel}, firmware ${shownFirmware(FirmVer) || 'unknown'}. `}
            <TextLink to={paths.unit(UnitSerNum)}>Open the unit</TextLink>
          </>
        }
      >
        <Flex direction="column" gap="4" align="flex-start">
          <Button variant="outline" onClick={() => setInVoiceMode(!inVoiceMode)} aria-expanded={inVoiceMode}>
            <Headset size={16} aria-hidden />
            {inVoiceMode ? 'Leave voice mode' : 'Connect in voice mode'}
          </Button>
          {inVoiceMode && <VoiceMode UnitSerNum={UnitSerNum} />}
        </Flex>
      </SettingSection>
      <SettingSection
        title="Waiting"
        description={
          messages.length === 0
            ? NOTHING_WAITS
            : 'The unit gets these at its next appropriate ping, or is working on them.'
        }
      >
        <Flex direction="column" gap="5" align="stretch">
          {SHOWN_TYPES.map((type) => {
            const ofType = messages.filter(({ MessageType }) => MessageType === type);
            return ofType.length === 0 ? null : (
              <PendingList key={type} label={shownMessageType(type)} UnitSerNum={UnitSerNum} messages={ofType} />
            );
          })}
          <Box>
            <Button variant="outline" size="sm" onClick={() => void cancelAll()}>
              <Trash2 size={14} aria-hidden />
              Cancel all updates
            </Button>
          </Box>
        </Flex>
      </SettingSection>
      <SettingSection title="Send an update" description="It waits until the unit pings and has the power to take it.">
        <SendUpdate waiting={waiting} />
      </SettingSection>
    </>
  );
}

/** An update of the configuration brings its Bluetooth devices too. */
const SHOWN_TYPES = [...OTA_TYPES, 'BT'] as const;

const NOTHING_WAITS = `No update waits for this unit. ${NOTHING_TO_DELETE}.`;
