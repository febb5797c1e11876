import { z } from 'zod';
import { Zone } from '#core/accessories/accessory.ts';
import { accessories } from '#core/accessories/contract.ts';
import type { RfDevice } from '#core/accessories/device.ts';
import { FormDialog } from '#web/components/dialog/form-dialog.tsx';
import { SearchSelectField } from '#web/components/form/search-select-field.tsx';
import { useForm } from '#web/components/form/use-form.ts';
import { useEndpointMutation } from '#web/lib/api/use-endpoint-mutation.ts';
import { freeZones } from './zone-options.ts';

interface MoveZoneDialogProps {
  UnitSerNum: string;
  device: RfDevice;
  devices: readonly RfDevice[];
  zoneNames: readonly { Zone: number; ZoneName: string }[];
  zoneArrayLength: number;
  onClose: () => void;
}

const Schema = z.object({ newZone: Zone });

/** Moves an RF device to a free zone of its unit. */
export function MoveZoneDialog({ UnitSerNum, device, onClose, ...zones }: MoveZoneDialogProps) {
  const { RFCode, SerialNumber } = device;
  const move = useEndpointMutation(accessories.moveZone, {
    success: 'The Unit will update on the next ping!',
    refreshes: [accessories.rfDevices],
  });
  const form = useForm({
    schema: Schema,
    initial: {},
    onSubmit: async ({ newZone }) => {
      await move.submit({ UnitSerNum, Zone: device.Zone, newZone, RFCode });
      onClose();
    },
  });
  const { value, ...field } = form.field('newZone');
  return (
    <FormDialog
      form={form}
      onClose={onClose}
      title={`Move ${SerialNumber || RFCode} to another zone`}
      description={`It is in zone ${device.Zone}.`}
      formLabel="Move RF zone"
      submitLabel="Move to zone"
    >
      <SearchSelectField label="New zone" {...field} value={value as number | undefined} options={freeZones(zones)} />
    </FormDialog>
  );
}
