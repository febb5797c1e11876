import { z } from 'zod';
import { vitals } from '#core/vitals/contract.ts';
import { FormDialog } from '#web/components/dialog/form-dialog.tsx';
import { SelectField } from '#web/components/form/select-field.tsx';
import { useForm } from '#web/components/form/use-form.ts';
import { useEndpoint } from '#web/lib/api/use-endpoint.ts';

interface VitalsPatientDialogProps {
  UnitSerNum: string;
  onClose: () => void;
  /** Resolves to false if the patient could not be linked. */
  onChosen: (patient: { id: string; portalName: string }) => Promise<boolean>;
}

const Schema = z.object({ patient: z.string().min(1) });

/** Links the unit to one of the patients of its dealer. */
export function VitalsPatientDialog({ UnitSerNum, onClose, onChosen }: VitalsPatientDialogProps) {
  const { data } = useEndpoint(vitals.patients, { UnitSerNum });
  const patients = data?.patients ?? [];
  const keyOf = ({ id, portalName }: { id: string; portalName: string }) => JSON.stringify([portalName, id]);
  const form = useForm({
    schema: Schema,
    initial: { patient: '' },
    onSubmit: async ({ patient }) => {
      const chosen = patients.find((one) => keyOf(one) === patient);
      if (chosen && (await onChosen({ id: chosen.id, portalName: chosen.portalName }))) onClose();
    },
  });
  return (
    <FormDialog
      form={form}
      onClose={onClose}
      title={`Link ${UnitSerNum} to a patient`}
      formLabel="Vitals patient"
      submitLabel="Link patient"
      disabledReason={data && patients.length === 0 ? 'The dealer of the unit has no patients' : undefined}
    >
      <SelectField
        label="Patient"
        placeholder="Choose a patient"
        options={patients.map((one) => ({
          value: keyOf(one),
          label: `${one.name} (${one.id}) at ${one.portalName}`,
        }))}
        {...form.field('patient')}
      />
    </FormDialog>
  );
}
