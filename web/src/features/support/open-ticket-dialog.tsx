import { support } from '#core/support/contract.ts';
import { MAX_COMMENT, MAX_SUBJECT } from '#core/support/ticket.ts';
import { PRIORITIES } from '#core/support/ticket-values.ts';
import { FormDialog } from '#web/components/dialog/form-dialog.tsx';
import { SelectField } from '#web/components/form/select-field.tsx';
import { TextAreaField } from '#web/components/form/text-area-field.tsx';
import { TextField } from '#web/components/form/text-field.tsx';
import { useForm } from '#web/components/form/use-form.ts';
import { useEndpointMutation } from '#web/lib/api/use-endpoint-mutation.ts';

const OPTIONS = PRIORITIES.map((value) => ({ value, label: value }));

/** Opens a ticket. */
export function OpenTicketDialog({ onClose }: { onClose: () => void }) {
  const open = useEndpointMutation(support.openTicket, {
    refreshes: [support.tickets],
    success: ({ Subject }) => `The ticket “${Subject}” is open`,
  });
  const form = useForm({
    schema: support.openTicket.input,
    initial: { Subject: '', Priority: 'Normal' as const, text: '' },
    onSubmit: async (ticket) => {
      await open.submit(ticket);
      onClose();
    },
  });
  return (
    <FormDialog
      title="Open ticket"
      form={form}
      submitLabel="Open ticket"
      onClose={onClose}
      description="Support answers here. If your address is confirmed, you get a mail then."
    >
      <TextField label="Subject" maxLength={MAX_SUBJECT} {...form.field('Subject')} />
      <SelectField label="Priority" options={OPTIONS} {...form.field('Priority')} />
      <TextAreaField
        label="What happens?"
        help="Name the serial numbers of the units, and what you have tried."
        maxLength={MAX_COMMENT}
        {...form.field('text')}
      />
    </FormDialog>
  );
}
