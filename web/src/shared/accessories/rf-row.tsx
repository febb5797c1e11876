import { chakra, Flex, IconButton } from '@chakra-ui/react';
import { ArrowRightLeft, BatteryLow, Pencil, Trash2, Undo2 } from 'lucide-react';
import { accessories } from '#core/accessories/contract.ts';
import type { RfDevice } from '#core/accessories/device.ts';
import { ACTIONS } from '#core/severity.ts';
import { useConfirm } from '#web/components/dialog/confirm.ts';
import { StatusBadge } from '#web/components/status/status-badge.tsx';
import { Day, RelativeTime } from '#web/components/text/relative-time.tsx';
import { call } from '#web/lib/api/api.ts';
import { useEndpointMutation } from '#web/lib/api/use-endpoint-mutation.ts';
import { showSuccess } from '#web/lib/messages/show.ts';
import { DeviceItem } from './device-list.tsx';
import { STATUS_TONES } from './status-tones.ts';
import { useAskToMove } from './use-ask-to-move.ts';

interface RfRowProps {
  UnitSerNum: string;
  device: RfDevice;
  /** Undefined if the person may not change accessories. */
  onMove?: () => void;
  onName?: () => void;
}

/** One RF device with its state and its actions. */
export function RfRow({ UnitSerNum, device, onMove, onName }: RfRowProps) {
  const { Zone, ZoneName, SerialNumber, RFCode, Type, UpdateStatusName } = device;
  const name = SerialNumber || RFCode;
  const confirm = useConfirm();
  const { trigger, isMutating } = useEndpointMutation(accessories.deleteRf, { refreshes: [accessories.rfDevices] });
  const takeBack = useAskToMove(UnitSerNum);

  const remove = async () => {
    const sure = await confirm({
      title: `Delete the accessory ${name} of ${UnitSerNum}?`,
      consequence: `The unit forgets it at its next appropriate ping. Until then you can undelete it.`,
      actionLabel: 'Delete accessory',
      ...ACTIONS.deleteAccessory,
    });
    if (sure && (await trigger({ UnitSerNum, flag: '1', Zone, RFCode })))
      showSuccess('The accessory will be deleted on the next ping');
  };
  const undelete = () =>
    takeBack((moveFrom) =>
      call(accessories.deleteRf, { UnitSerNum, flag: '0', Zone, RFCode, ...(moveFrom && { moveFrom }) }),
    );

  return (
    <DeviceItem>
      <Flex direction="column" flex="1" minW="13rem" gap="0.5">
        <Flex align="center" gap="2.5" wrap="wrap">
          <chakra.span fontWeight="600" overflowWrap="anywhere">
            {ZoneName ? `Zone ${Zone}, ${ZoneName}` : `Zone ${Zone}`}
          </chakra.span>
          <StatusBadge tone={STATUS_TONES[UpdateStatusName]} label={UpdateStatusName} />
          {device.batteryLow && <StatusBadge tone="warning" label="Low battery" icon={BatteryLow} />}
          {device.missing && <StatusBadge tone="danger" label="Missing" />}
        </Flex>
        <chakra.span color="fg.muted" overflowWrap="anywhere">
          {[Type, SerialNumber, `RF code ${RFCode}`].filter(Boolean).join(' · ')}
        </chakra.span>
        {device.error && <chakra.span color="danger.fg">{`The unit refuses it: ${device.error}`}</chakra.span>}
        <chakra.span color="fg.muted" textStyle="xs">
          {device.ManufacturedDate && (
            <>
              Made <Day day={device.ManufacturedDate} />
              {' · '}
            </>
          )}
          {'Last report '}
          <RelativeTime at={device.reportedAt} never="never" />
        </chakra.span>
      </Flex>
      {onMove && (
        <Flex>
          <IconButton size="sm" variant="ghost" aria-label={`Name zone ${Zone}`} onClick={onName}>
            <Pencil size={16} aria-hidden />
          </IconButton>
          {UpdateStatusName === 'Pending Delete' ? (
            <IconButton
              size="sm"
              variant="ghost"
              aria-label={`Undelete the accessory ${name}`}
              onClick={() => void undelete()}
            >
              <Undo2 size={16} aria-hidden />
            </IconButton>
          ) : (
            <>
              <IconButton
                size="sm"
                variant="ghost"
                aria-label={`Move the accessory ${name} to another zone`}
                onClick={onMove}
              >
                <ArrowRightLeft size={16} aria-hidden />
              </IconButton>
              <IconButton
                size="sm"
                variant="ghost"
                aria-label={`Delete the accessory ${name}`}
                onClick={() => void remove()}
                loading={isMutating}
              >
                <Trash2 size={16} aria-hidden />
              </IconButton>
            </>
          )}
        </Flex>
      )}
    </DeviceItem>
  );
}
