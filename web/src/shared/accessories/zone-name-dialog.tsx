import { z } from 'zod';
import { accessories } from '#core/accessories/contract.ts';
import type { RfDevice } from '#core/accessories/device.ts';
import { optionalText } from '#core/fields.ts';
import { FormDialog } from '#web/components/dialog/form-dialog.tsx';
import { TextField } from '#web/components/form/text-field.tsx';
import { useForm } from '#web/components/form/use-form.ts';
import { useEndpointMutation } from '#web/lib/api/use-endpoint-mutation.ts';

interface ZoneNameDialogProps {
  UnitSerNum: string;
  device: Pick<RfDevice, 'Zone' | 'ZoneName'>;
  onClose: () => void;
}

const Schema = z.object({ customZoneName: optionalText(40) });

/** Gives a zone a name, or removes it. */
export function ZoneNameDialog({ UnitSerNum, device: { Zone, ZoneName }, onClose }: ZoneNameDialogProps) {
  const save = useEndpointMutation(accessories.nameZone, {
    success: `Zone ${Zone} has its name`,
    refreshes: [accessories.rfDevices],
  });
  const form = useForm({
    schema: Schema,
    initial: { customZoneName: ZoneName },
    requireChange: true,
    onSubmit: async ({ customZoneName }) => {
      await save.submit({ UnitSerNum, zone: Zone, customZoneName });
      onClose();
    },
  });
  return (
    <FormDialog
      form={form}
      onClose={onClose}
      title={`Name zone ${Zone}`}
      formLabel="Name the zone"
      submitLabel="Save name"
    >
      <TextField
        label="Name of the zone"
        help="For example: front door. Leave it empty for no name."
        {...form.field('customZoneName')}
        autoComplete="off"
      />
    </FormDialog>
  );
}
