import { z } from 'zod';
import type { ReportListName } from '#core/reports/lists.ts';
import { REPORT_SHARERS } from '#core/saved-reports/access.ts';
import { savedReports } from '#core/saved-reports/contract.ts';
import type { SavedParameters } from '#core/saved-reports/saved-parameters.ts';
import { ReportName } from '#core/saved-reports/saved-report.ts';
import { FormDialog } from '#web/components/dialog/form-dialog.tsx';
import { TextField } from '#web/components/form/text-field.tsx';
import { CheckboxField } from '#web/components/form/toggle-fields.tsx';
import { useForm } from '#web/components/form/use-form.ts';
import { useEndpointMutation } from '#web/lib/api/use-endpoint-mutation.ts';
import { useMay } from '#web/lib/session/session.tsx';
import { daysWords } from './words.ts';

const Fields = z.object({ name: ReportName, shared: z.boolean() });

interface SaveReportDialogProps {
  list: ReportListName;
  title: string;
  parameters: SavedParameters;
  onClose: () => void;
}

/** Keeps a report with its filters under a name. */
export function SaveReportDialog({ list, title, parameters, onClose }: SaveReportDialogProps) {
  const mayShare = useMay(REPORT_SHARERS);
  const save = useEndpointMutation(savedReports.save, {
    success: ({ name }) => `Report ${name} saved`,
    refreshes: [savedReports.list],
  });
  const form = useForm({
    schema: Fields,
    initial: { name: title, shared: false },
    onSubmit: async (fields) => {
      await save.submit({ ...fields, list, parameters });
      onClose();
    },
  });
  const days = daysWords(parameters);
  return (
    <FormDialog
      title="Save this report"
      description={`The report with its filters.${days === undefined ? '' : ` ${days}`} You can have it mailed on a schedule.`}
      formLabel="Report"
      form={form}
      submitLabel="Save report"
      onClose={onClose}
    >
      <TextField label="Name" maxLength={60} {...form.field('name')} />
      <CheckboxField
        label="Share it with all people of the dealer"
        {...form.field('shared')}
        disabledReason={mayShare ? undefined : 'You may read reports, but not share them'}
      />
    </FormDialog>
  );
}
