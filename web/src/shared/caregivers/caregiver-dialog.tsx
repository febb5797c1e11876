import { useRef } from 'react';
import { CAREGIVER_TYPES, type Caregiver, CaregiverFields, CaregiverType } from '#core/caregivers/caregiver.ts';
import { caregivers } from '#core/caregivers/contract.ts';
import { mergeCaregiver } from '#core/caregivers/merge.ts';
import { FormDialog } from '#web/components/dialog/form-dialog.tsx';
import { EmailListField } from '#web/components/form/email-list-field.tsx';
import { SelectField } from '#web/components/form/select-field.tsx';
import { TextField } from '#web/components/form/text-field.tsx';
import { useForm } from '#web/components/form/use-form.ts';
import { call } from '#web/lib/api/api.ts';
import { useEndpointMutation } from '#web/lib/api/use-endpoint-mutation.ts';
import { savedOverConflicts } from './saved-over-conflicts.ts';

interface CaregiverDialogProps {
  UnitSerNum: string;
  /** Undefined for a new one. */
  caregiver: Caregiver | undefined;
  onClose: () => void;
}

const Schema = CaregiverFields.extend({ UserType: CaregiverType });
const TYPES = CaregiverType.options.map((value) => ({ value, label: CAREGIVER_TYPES[value] }));
const refreshes = [caregivers.list, caregivers.customer];

/** Creates a caregiver for a unit, or changes the information of one. */
export const CaregiverDialog = ({ caregiver, ...props }: CaregiverDialogProps) =>
  caregiver ? <EditDialog caregiver={caregiver} {...props} /> : <CreateDialog {...props} />;

function CreateDialog({ UnitSerNum, onClose }: Omit<CaregiverDialogProps, 'caregiver'>) {
  const create = useEndpointMutation(caregivers.create, {
    success: 'Successfully assigned Caregiver to unit.',
    refreshes,
  });
  const form = useForm({
    schema: Schema,
    initial: { Name: '', emails: [], UserType: 'caregiver' },
    onSubmit: async (entered) => {
      await create.submit({ ...entered, UnitSerNum });
      onClose();
    },
  });
  return (
    <FormDialog
      form={form}
      onClose={onClose}
      title={`Create a caregiver for ${UnitSerNum}`}
      formLabel="Create caregiver"
      submitLabel="Create caregiver"
    >
      <TextField label="Name" {...form.field('Name')} autoComplete="off" />
      <EmailListField label="E-mail addresses" {...form.field('emails')} />
      <SelectField label="Type" options={TYPES} {...form.field('UserType')} />
    </FormDialog>
  );
}

function EditDialog({ UnitSerNum, caregiver, onClose }: CaregiverDialogProps & { caregiver: Caregiver }) {
  const { UserKey, CaregiverUnits } = caregiver;
  const seen = useRef<CaregiverFields>({ Name: caregiver.Name, emails: caregiver.emails });
  const update = useEndpointMutation(caregivers.assign, { success: 'Updated Caregiver Information', refreshes });
  const readStored = async () =>
    (await call(caregivers.list, { id: UnitSerNum })).assigned.find((one) => one.UserKey === UserKey);
  const form = useForm({
    schema: CaregiverFields,
    initial: seen.current,
    requireChange: true,
    onSubmit: async (entered) => {
      await savedOverConflicts({
        save: () => update.submit({ UnitSerNum, UserKey, updateType: 'update', seen: seen.current, entered }),
        readStored,
        merge: ({ Name, emails }) => mergeCaregiver({ seen: seen.current, entered, stored: { Name, emails } }),
        accept: (stored, issues) => {
          const isShown = (field: keyof CaregiverFields) => issues.some(({ path }) => path === field);
          seen.current = {
            Name: isShown('Name') ? stored.Name : seen.current.Name,
            emails: isShown('emails') ? stored.emails : seen.current.emails,
          };
        },
      });
      onClose();
    },
  });
  return (
    <FormDialog
      form={form}
      onClose={onClose}
      title={`Edit the caregiver ${caregiver.Name}`}
      formLabel="Edit caregiver"
      submitLabel="Save caregiver"
      {...(CaregiverUnits.length > 1 && {
        description: `The change counts for all ${CaregiverUnits.length} units of this caregiver.`,
      })}
    >
      <TextField label="Name" {...form.field('Name')} autoComplete="off" />
      <EmailListField label="E-mail addresses" {...form.field('emails')} />
    </FormDialog>
  );
}
