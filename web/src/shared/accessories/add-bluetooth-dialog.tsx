import { z } from 'zod';
import { AccessorySerial, MacAddress } from '#core/accessories/accessory.ts';
import { accessories } from '#core/accessories/contract.ts';
import { FormDialog } from '#web/components/dialog/form-dialog.tsx';
import { TextField } from '#web/components/form/text-field.tsx';
import { useForm } from '#web/components/form/use-form.ts';
import { call } from '#web/lib/api/api.ts';
import { useAskToMove } from './use-ask-to-move.ts';

const Schema = z.object({ SerialNumber: AccessorySerial, MacAddress });

/** Adds a Bluetooth device by its address. */
export function AddBluetoothDialog({ UnitSerNum, onClose }: { UnitSerNum: string; onClose: () => void }) {
  const give = useAskToMove(UnitSerNum);
  const form = useForm({
    schema: Schema,
    initial: { SerialNumber: '', MacAddress: '' },
    onSubmit: async (device) => {
      const done = await give((moveFrom) =>
        call(accessories.saveBluetooth, { UnitSerNum, device, ...(moveFrom && { moveFrom }) }),
      );
      if (done) onClose();
      return done;
    },
  });
  return (
    <FormDialog
      form={form}
      onClose={onClose}
      title={`Add a Bluetooth device to ${UnitSerNum}`}
      formLabel="Add Bluetooth device"
      submitLabel="Add Bluetooth device"
    >
      <TextField label="Serial number" {...form.field('SerialNumber')} autoComplete="off" />
      <TextField
        label="MAC address"
        help="Twelve hexadecimal digits, with or without colons."
        {...form.field('MacAddress')}
        autoComplete="off"
      />
    </FormDialog>
  );
}
