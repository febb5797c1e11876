import { z } from 'zod';
import { CARRIER_NAMES } from '#core/sims/carrier.ts';
import { sims } from '#core/sims/contract.ts';
import { FormDialog } from '#web/components/dialog/form-dialog.tsx';
import { TextField } from '#web/components/form/text-field.tsx';
import { useForm } from '#web/components/form/use-form.ts';
import { useEndpointMutation } from '#web/lib/api/use-endpoint-mutation.ts';
import type { SimActionsProps } from './sim-actions.tsx';

const Place = z.object({ zipcode: sims.requestDialableNumber.input.shape.zipcode });

/** Asks for a number that people can dial. */
export function NumberDialog({
  unit,
  slot,
  told: { iccid, carrier },
  onClose,
}: SimActionsProps & { onClose: () => void }) {
  const request = useEndpointMutation(sims.requestDialableNumber, {
    success: ({ outcome }) =>
      outcome === 'done'
        ? 'The line has a number that people can dial'
        : `${CARRIER_NAMES[carrier]} will give the line a number`,
    refreshes: [sims.simData, sims.requests],
  });
  const form = useForm({
    schema: Place,
    initial: {},
    onSubmit: async ({ zipcode }) => {
      await request.submit({ UnitSerNum: unit.UnitSerNum, slot, iccid, zipcode });
      onClose();
    },
  });
  return (
    <FormDialog
      form={form}
      onClose={onClose}
      size="sm"
      title={`Request a number for SIM ${iccid}`}
      description="The line has a number that people cannot dial. The carrier gives it another one, which can take some minutes."
      submitLabel="Ask the carrier"
    >
      <TextField
        label="ZIP code"
        {...form.field('zipcode')}
        help="Where the unit is used. The number is one of this area."
      />
    </FormDialog>
  );
}
