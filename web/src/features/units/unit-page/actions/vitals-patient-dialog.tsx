import { chakra } from '@chakra-ui/react';
import { useState } from 'react';
import { z } from 'zod';
import { vitals } from '#core/vitals/contract.ts';
import type { VitalsPatient } from '#core/vitals/patient.ts';
import { FormDialog } from '#web/components/dialog/form-dialog.tsx';
import { SearchSelectField } from '#web/components/form/search-select-field.tsx';
import { useForm } from '#web/components/form/use-form.ts';
import { useDebounced } from '#web/components/hooks/use-debounced.ts';
import { useEndpoint } from '#web/lib/api/use-endpoint.ts';

interface Choice extends Pick<VitalsPatient, 'id' | 'portalName'> {
  /** The customer that the unit had when the patient was chosen. */
  customer: string | null;
}

interface VitalsPatientDialogProps {
  UnitSerNum: string;
  onClose: () => void;
  /** Resolves to false if the patient could not be linked. */
  onChosen: (patient: Choice) => Promise<boolean>;
}

const PAUSE_MS = 200;
const MAX_LENGTH = 100;
const keyOf = ({ id, portalName }: Pick<VitalsPatient, 'id' | 'portalName'>) => JSON.stringify([portalName, id]);

const Schema = z.object({ patient: z.string().min(1) });

/** Links the unit to one of the patients of its dealer. */
export function VitalsPatientDialog({ UnitSerNum, onClose, onChosen }: VitalsPatientDialogProps) {
  const [text, setText] = useState('');
  const typed = text.trim().slice(0, MAX_LENGTH);
  const search = useDebounced(typed, PAUSE_MS);
  const { data, isValidating } = useEndpoint(
    vitals.patients,
    { UnitSerNum, ...(search && { search }) },
    { keepPreviousData: true, revalidateOnFocus: false },
  );
  const [chosen, setChosen] = useState<VitalsPatient & Choice>();
  const found = data?.patients ?? [];
  const form = useForm({
    schema: Schema,
    initial: { patient: '' },
    onSubmit: async () => {
      if (!chosen) return false;
      const { id, portalName, customer } = chosen;
      const done = await onChosen({ id, portalName, customer });
      if (done) onClose();
      return done;
    },
  });
  const patient = form.field('patient');
  // The chosen one keeps its label while another search is shown.
  const options = chosen && text === '' ? [chosen, ...found.filter((one) => keyOf(one) !== keyOf(chosen))] : found;
  return (
    <FormDialog
      form={form}
      onClose={onClose}
      title={`Link ${UnitSerNum} to a patient`}
      formLabel="Vitals patient"
      submitLabel="Link patient"
      disabledReason={
        data && search === '' && found.length === 0 ? 'The dealer of the unit has no patients' : undefined
      }
    >
      <SearchSelectField
        label="Patient"
        help={data?.more ? 'There are more. Type a part of the name or the ID.' : 'Type a part of the name or the ID.'}
        placeholder="Choose a patient"
        options={options.map((one) => ({
          value: keyOf(one),
          label: `${one.name} (${one.id}) at ${one.portalName}`,
        }))}
        {...patient}
        onChange={(key) => {
          const option = options.find((one) => keyOf(one) === key);
          setChosen(option && { ...option, customer: data?.customer ?? null });
          setText('');
          patient.onChange(key);
        }}
        onSearch={setText}
        searching={isValidating || search !== typed}
      />
      {data !== undefined && data.unreadable > 0 && (
        <chakra.p color="fg.muted">
          {`${data.unreadable === 1 ? '1 patient' : `${data.unreadable} patients`} cannot be shown: the vitals portal sent no ID, name or portal that can be read.`}
        </chakra.p>
      )}
    </FormDialog>
  );
}
