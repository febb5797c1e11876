import { z } from 'zod';
import { savedReports } from '#core/saved-reports/contract.ts';
import { ReportName, type SavedReport } from '#core/saved-reports/saved-report.ts';
import { FormDialog } from '#web/components/dialog/form-dialog.tsx';
import { TextField } from '#web/components/form/text-field.tsx';
import { useForm } from '#web/components/form/use-form.ts';
import { useEndpointMutation } from '#web/lib/api/use-endpoint-mutation.ts';

const Fields = z.object({ name: ReportName });

/** Gives a saved report another name. */
export function RenameDialog({ report, onClose }: { report: SavedReport; onClose: () => void }) {
  const { reportId, name } = report;
  const rename = useEndpointMutation(savedReports.rename, {
    success: (renamed) => `Report ${renamed.name} renamed`,
    refreshes: [savedReports.list],
  });
  const form = useForm({
    schema: Fields,
    initial: { name },
    requireChange: true,
    onSubmit: async (fields) => {
      await rename.submit({ reportId, ...fields });
      onClose();
    },
  });
  return (
    <FormDialog title={`Rename ${name}`} formLabel="Report" form={form} submitLabel="Rename report" onClose={onClose}>
      <TextField label="Name" maxLength={60} {...form.field('name')} />
    </FormDialog>
  );
}
