import { UNIT_EDITORS } from '#core/units/access.ts';
import { units } from '#core/units/contract.ts';
import { ViewInput, type ViewParameters } from '#core/units/views.ts';
import { FormDialog } from '#web/components/dialog/form-dialog.tsx';
import { TextField } from '#web/components/form/text-field.tsx';
import { CheckboxField } from '#web/components/form/toggle-fields.tsx';
import { useForm } from '#web/components/form/use-form.ts';
import { call } from '#web/lib/api/api.ts';
import { useReadAgain } from '#web/lib/api/use-read-again.ts';
import { showSuccess } from '#web/lib/messages/show.ts';
import { useMay } from '#web/lib/session/session.tsx';

const Fields = ViewInput.omit({ parameters: true });

/** Keeps the filters, the search and the order of the unit list under a name. */
export function SaveViewDialog({ parameters, onClose }: { parameters: ViewParameters; onClose: () => void }) {
  const readAgain = useReadAgain();
  const mayShare = useMay(UNIT_EDITORS);
  const form = useForm({
    schema: Fields,
    initial: { name: '', shared: false },
    onSubmit: async (fields) => {
      const { name } = await call(units.saveView, { ...fields, parameters });
      showSuccess(`View ${name} saved`);
      await readAgain(units.views);
      onClose();
    },
  });
  return (
    <FormDialog
      title="Save this view"
      description="The filters, the search and the order of the list. A view with the same name is replaced."
      formLabel="View"
      form={form}
      submitLabel="Save view"
      onClose={onClose}
    >
      <TextField label="Name" maxLength={60} {...form.field('name')} />
      <CheckboxField
        label="Share it with all people of the dealer"
        {...form.field('shared')}
        disabledReason={mayShare ? undefined : 'You may view units, but not change them'}
      />
    </FormDialog>
  );
}
