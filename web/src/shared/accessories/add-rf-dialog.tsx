import { useState } from 'react';
import { z } from 'zod';
import { AccessorySerial, Zone } from '#core/accessories/accessory.ts';
import { accessories } from '#core/accessories/contract.ts';
import { FormDialog } from '#web/components/dialog/form-dialog.tsx';
import { SearchSelectField } from '#web/components/form/search-select-field.tsx';
import { TextField } from '#web/components/form/text-field.tsx';
import { useForm } from '#web/components/form/use-form.ts';
import { useDebounced } from '#web/components/hooks/use-debounced.ts';
import { call, type Output } from '#web/lib/api/api.ts';
import { useEndpoint } from '#web/lib/api/use-endpoint.ts';
import { LookUpResult } from './look-up-result.tsx';
import { useAskToMove } from './use-ask-to-move.ts';
import { freeZones } from './zone-options.ts';

const Schema = z.object({ SerialNumber: AccessorySerial, Zone });
const PAUSE_MS = 300;

interface AddRfDialogProps {
  rf: Output<typeof accessories.rfDevices>;
  onClose: () => void;
}

/** Adds an RF device, which is looked up while its serial number is typed. */
export function AddRfDialog({ rf, onClose }: AddRfDialogProps) {
  const { UnitSerNum } = rf;
  const give = useAskToMove(UnitSerNum);
  /** The serial number that the person wants to look up in the Mytrex data. */
  const [inMytrex, setInMytrex] = useState<string>();
  const form = useForm({
    schema: Schema,
    initial: { SerialNumber: '' },
    onSubmit: async (added) => {
      const done = await give((moveFrom) =>
        call(accessories.addRf, { UnitSerNum, ...added, ...(moveFrom && { moveFrom }) }),
      );
      if (done) onClose();
      return done;
    },
  });
  const typed = AccessorySerial.safeParse(useDebounced(form.values.SerialNumber ?? '', PAUSE_MS)).data;
  const options = { revalidateOnFocus: false };
  const stock = useEndpoint(accessories.look, typed === undefined ? null : { serial: typed }, options);
  const asksMytrex = typed !== undefined && inMytrex === typed;
  const mytrex = useEndpoint(accessories.lookInMytrex, asksMytrex ? { serial: typed } : null, options);
  const answer = asksMytrex ? mytrex : stock;
  const { value, ...zone } = form.field('Zone');

  return (
    <FormDialog
      form={form}
      onClose={onClose}
      title={`Add an RF device to ${UnitSerNum}`}
      formLabel="Add RF device"
      submitLabel="Add RF device"
      disabledReason={
        typed !== undefined && answer.data?.outcome !== 'Match'
          ? 'The serial number was not found with an RF code'
          : undefined
      }
    >
      <TextField
        label="Serial number"
        help="It is printed on the back of the accessory."
        {...form.field('SerialNumber')}
        autoComplete="off"
      />
      {typed !== undefined && (
        <LookUpResult
          answer={answer.data}
          failure={answer.error?.message}
          onMytrex={asksMytrex ? undefined : () => setInMytrex(typed)}
        />
      )}
      <SearchSelectField label="Zone" {...zone} value={value as number | undefined} options={freeZones(rf)} />
    </FormDialog>
  );
}
