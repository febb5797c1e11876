import { SimpleGrid } from '@chakra-ui/react';
import { savedReports } from '#core/saved-reports/contract.ts';
import { FILE_FORMATS, FORMAT_WORDS } from '#core/saved-reports/format.ts';
import { ReportMailInput, type SavedReport } from '#core/saved-reports/saved-report.ts';
import { FREQUENCIES, hourWords, WEEKDAYS } from '#core/saved-reports/schedule.ts';
import { FormDialog } from '#web/components/dialog/form-dialog.tsx';
import { NumberField } from '#web/components/form/number-field.tsx';
import { SelectField } from '#web/components/form/select-field.tsx';
import { SwitchField } from '#web/components/form/toggle-fields.tsx';
import { useForm } from '#web/components/form/use-form.ts';
import { useTimeStyle } from '#web/components/text/time-style.tsx';
import { useEndpointMutation } from '#web/lib/api/use-endpoint-mutation.ts';
import { showSuccess } from '#web/lib/messages/show.ts';
import { useSession } from '#web/lib/session/session.tsx';
import { savedWords } from './mail-words.ts';
import { RecipientsField } from './recipients-field.tsx';

const EVERY = { daily: 'Every day', weekly: 'Every week', monthly: 'Every month' } as const;
/** Early enough for the morning's work. */
const USUAL_HOUR = 7;

/** How a saved report is sent by mail: when, to whom and as which file. */
export function MailDialog({ report, onClose }: { report: SavedReport; onClose: () => void }) {
  const { reportId, name, mail } = report;
  const { user } = useSession();
  const style = useTimeStyle();
  const set = useEndpointMutation(savedReports.setMail, { refreshes: [savedReports.list] });
  const shown = mail?.recipients.map(({ UserKey }) => UserKey) ?? [];
  const form = useForm({
    schema: ReportMailInput,
    initial: {
      ...{ every: 'daily', weekday: 'Monday', day: 1, hour: USUAL_HOUR, format: 'csv', ...mail },
      ...{ active: mail?.active ?? true, timeZone: mail?.timeZone ?? style.timeZone },
      recipients: mail ? shown : [user.user],
    },
    onSubmit: async (input) => {
      const saved = await set.submit({ reportId, ...input, shownRecipients: shown });
      showSuccess(savedWords(saved, input.recipients, mail));
      onClose();
    },
  });
  const hours = Array.from({ length: 24 }, (_, hour) => ({
    value: hour,
    label: hourWords(hour, style.format),
  }));
  const { every, timeZone = style.timeZone } = form.values;
  return (
    <FormDialog
      title={`Send ${name} by mail`}
      description="The file has the rows and columns that you export on the report itself, with the rights that you have then."
      formLabel="Mail"
      form={form}
      submitLabel="Save mail"
      onClose={onClose}
    >
      <SwitchField label="Send it on a schedule" {...form.field('active')} />
      <SimpleGrid columns={{ base: 1, sm: 2 }} gap="4">
        <SelectField
          label="How often"
          options={FREQUENCIES.map((value) => ({ value, label: EVERY[value] }))}
          {...form.field('every')}
        />
        {every === 'weekly' && (
          <SelectField
            label="Weekday"
            options={WEEKDAYS.map((value) => ({ value, label: value }))}
            {...form.field('weekday')}
          />
        )}
        {every === 'monthly' && (
          <NumberField
            label="Day of the month"
            help="A shorter month has its last day"
            minimum={1}
            maximum={31}
            {...form.field('day')}
          />
        )}
        <SelectField
          label="Hour"
          help={`By the clock of ${timeZone.replaceAll('_', ' ')}`}
          options={hours}
          {...form.field('hour')}
        />
        <SelectField
          label="File"
          options={FILE_FORMATS.map((value) => ({ value, label: FORMAT_WORDS[value] }))}
          {...form.field('format')}
        />
      </SimpleGrid>
      <RecipientsField
        reportId={reportId}
        known={[...(mail?.recipients ?? []), { UserKey: user.user, fullName: `${user.firstName} ${user.lastName}` }]}
        value={form.values.recipients ?? []}
        onChange={(recipients) => form.set({ recipients })}
        error={form.errorAt('recipients')}
      />
    </FormDialog>
  );
}
