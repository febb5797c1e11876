import { Button, chakra, Flex } from '@chakra-ui/react';
import { Bluetooth, Plus, Radio } from 'lucide-react';
import { useState } from 'react';
import { editors } from '#core/accessories/access.ts';
import type { accessories } from '#core/accessories/contract.ts';
import type { RfDevice } from '#core/accessories/device.ts';
import { EmptyState } from '#web/components/states/empty-state.tsx';
import { StatusBadge } from '#web/components/status/status-badge.tsx';
import type { Output } from '#web/lib/api/api.ts';
import { useMay } from '#web/lib/session/session.tsx';
import { AddBluetoothDialog } from './add-bluetooth-dialog.tsx';
import { AddRfDialog } from './add-rf-dialog.tsx';
import { BluetoothRow } from './bluetooth-row.tsx';
import { DeviceList } from './device-list.tsx';
import { FormerAccessories } from './former-accessories.tsx';
import { MoveZoneDialog } from './move-zone-dialog.tsx';
import { RfRow } from './rf-row.tsx';
import { ZoneNameDialog } from './zone-name-dialog.tsx';

interface AccessoryListsProps {
  rf: Output<typeof accessories.rfDevices>;
  bluetooth: Output<typeof accessories.bluetoothDevices>;
}

type Opened = { dialog: 'addRf' | 'addBluetooth' } | { dialog: 'move' | 'name'; device: RfDevice };

/** The devices of a unit, those that it had, and the dialogs that change them. */
export function AccessoryLists({ rf, bluetooth }: AccessoryListsProps) {
  const { UnitSerNum, devices, former, zoneNames, zoneArrayLength } = rf;
  const mayEdit = useMay(editors);
  const [opened, setOpened] = useState<Opened>();
  const close = () => setOpened(undefined);
  const isEmpty = devices.length === 0 && bluetooth.devices.length === 0;
  const add = mayEdit && (
    <Flex gap="2" wrap="wrap" justify="center">
      {rf.hasRf && (
        <Button variant={isEmpty ? 'solid' : 'outline'} onClick={() => setOpened({ dialog: 'addRf' })}>
          <Plus size={16} aria-hidden />
          Add RF device
        </Button>
      )}
      <Button variant="outline" onClick={() => setOpened({ dialog: 'addBluetooth' })}>
        <Bluetooth size={16} aria-hidden />
        Add Bluetooth device
      </Button>
    </Flex>
  );
  return (
    <>
      {isEmpty ? (
        <EmptyState
          icon={Radio}
          title="This unit has no accessories"
          description="Add one by its serial number, or pair it at the unit: it reports what it paired."
          action={add}
        />
      ) : (
        <>
          <Flex justify="space-between" align="center" gap="3" wrap="wrap">
            <SyncNote rf={rf} synced={rf.synced && bluetooth.synced} />
            {add}
          </Flex>
          {devices.length > 0 && (
            <DeviceList label="RF devices">
              {devices.map((device) => (
                <RfRow
                  key={`${device.Zone}-${device.UpdateStatusName}`}
                  UnitSerNum={UnitSerNum}
                  device={device}
                  {...(mayEdit && {
                    onMove: () => setOpened({ dialog: 'move', device }),
                    onName: () => setOpened({ dialog: 'name', device }),
                  })}
                />
              ))}
            </DeviceList>
          )}
          {bluetooth.devices.length > 0 && (
            <DeviceList label="Bluetooth devices">
              {bluetooth.devices.map((device) => (
                <BluetoothRow key={device.MacAddress} UnitSerNum={UnitSerNum} device={device} mayEdit={mayEdit} />
              ))}
            </DeviceList>
          )}
        </>
      )}
      {former.length > 0 && <FormerAccessories former={former} />}
      {opened?.dialog === 'addRf' && <AddRfDialog rf={rf} onClose={close} />}
      {opened?.dialog === 'addBluetooth' && <AddBluetoothDialog UnitSerNum={UnitSerNum} onClose={close} />}
      {opened?.dialog === 'move' && (
        <MoveZoneDialog
          UnitSerNum={UnitSerNum}
          device={opened.device}
          devices={devices}
          zoneNames={zoneNames}
          zoneArrayLength={zoneArrayLength}
          onClose={close}
        />
      )}
      {opened?.dialog === 'name' && <ZoneNameDialog UnitSerNum={UnitSerNum} device={opened.device} onClose={close} />}
    </>
  );
}

/** Whether the unit has what the list says. */
function SyncNote({ rf: { takesConfiguration }, synced }: { rf: AccessoryListsProps['rf']; synced: boolean }) {
  if (synced) return <StatusBadge tone="ok" label="The unit has all of them" />;
  return (
    <Flex direction="column" align="flex-start" gap="1">
      <StatusBadge tone="warning" label="Not synced" />
      <chakra.span color="fg.muted">
        {takesConfiguration
          ? 'The unit gets the changes at its next appropriate ping.'
          : 'The unit has never confirmed that it accepts changes from here. If its firmware accepts none, pair and delete accessories at the unit.'}
      </chakra.span>
    </Flex>
  );
}
