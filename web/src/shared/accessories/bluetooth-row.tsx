import { chakra, Flex, IconButton } from '@chakra-ui/react';
import { Trash2, Undo2 } from 'lucide-react';
import { accessories } from '#core/accessories/contract.ts';
import type { BluetoothDevice } from '#core/accessories/device.ts';
import { ACTIONS } from '#core/severity.ts';
import { useConfirm } from '#web/components/dialog/confirm.ts';
import { StatusBadge } from '#web/components/status/status-badge.tsx';
import { call } from '#web/lib/api/api.ts';
import { useEndpointMutation } from '#web/lib/api/use-endpoint-mutation.ts';
import { showSuccess } from '#web/lib/messages/show.ts';
import { DeviceItem } from './device-list.tsx';
import { STATUS_TONES } from './status-tones.ts';
import { useAskToMove } from './use-ask-to-move.ts';

interface BluetoothRowProps {
  UnitSerNum: string;
  device: BluetoothDevice;
  mayEdit: boolean;
}

/** One Bluetooth device with its state and its actions. */
export function BluetoothRow({ UnitSerNum, device, mayEdit }: BluetoothRowProps) {
  const { SerialNumber, MacAddress, UpdateStatusName } = device;
  const confirm = useConfirm();
  const { trigger, isMutating } = useEndpointMutation(accessories.deleteBluetooth, {
    refreshes: [accessories.bluetoothDevices, accessories.rfDevices],
  });
  const takeBack = useAskToMove(UnitSerNum);

  const remove = async () => {
    const sure = await confirm({
      title: `Delete the Bluetooth device ${SerialNumber} of ${UnitSerNum}?`,
      consequence: 'The unit forgets it at its next appropriate ping. Until then you can undelete it.',
      actionLabel: 'Delete accessory',
      ...ACTIONS.deleteAccessory,
    });
    if (sure && (await trigger({ UnitSerNum, device: MacAddress })))
      showSuccess('The accessory will be deleted on the next ping');
  };
  const undelete = () =>
    takeBack((moveFrom) =>
      call(accessories.deleteBluetooth, {
        UnitSerNum,
        device: MacAddress,
        undelete: '1',
        ...(moveFrom && { moveFrom }),
      }),
    );

  return (
    <DeviceItem>
      <Flex direction="column" flex="1" minW="13rem" gap="0.5">
        <Flex align="center" gap="2.5" wrap="wrap">
          <chakra.span fontWeight="600" overflowWrap="anywhere">
            {SerialNumber}
          </chakra.span>
          <StatusBadge tone={STATUS_TONES[UpdateStatusName]} label={UpdateStatusName} />
        </Flex>
        <chakra.span color="fg.muted" textStyle="identifier">
          {MacAddress}
        </chakra.span>
        {device.error && <chakra.span color="danger.fg">{`The unit refuses it: ${device.error}`}</chakra.span>}
      </Flex>
      {mayEdit &&
        (UpdateStatusName === 'Pending Delete' ? (
          <IconButton
            size="sm"
            variant="ghost"
            aria-label={`Undelete the Bluetooth device ${SerialNumber}`}
            onClick={() => void undelete()}
          >
            <Undo2 size={16} aria-hidden />
          </IconButton>
        ) : (
          <IconButton
            size="sm"
            variant="ghost"
            aria-label={`Delete the Bluetooth device ${SerialNumber}`}
            onClick={() => void remove()}
            loading={isMutating}
          >
            <Trash2 size={16} aria-hidden />
          </IconButton>
        ))}
    </DeviceItem>
  );
}
