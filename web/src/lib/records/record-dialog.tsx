import type { z } from 'zod';
import type { Endpoint } from '#core/contract.ts';
import type { RecordVersion } from '#core/records.ts';
import { FormDialog } from '#web/components/dialog/form-dialog.tsx';
import { type Draft, useForm } from '#web/components/form/use-form.ts';
import type { Output } from '../api/api.ts';
import { useEndpointMutation } from '../api/use-endpoint-mutation.ts';
import type { RecordEndpoints, RecordsPageProps } from './records-page.tsx';

interface RecordDialogProps<Row, Endpoints extends RecordEndpoints, Schema extends z.ZodObject>
  extends RecordsPageProps<Row, Endpoints, Schema> {
  /** Undefined for a new one. */
  row: Row | undefined;
  answer: Output<Endpoints['list']> | undefined;
  onClose: () => void;
}

/** Adds a record, or edits one in the version that was read. */
export function RecordDialog<Row extends RecordVersion, Endpoints extends RecordEndpoints, Schema extends z.ZodObject>({
  noun,
  endpoints,
  schema,
  initial,
  fields,
  row,
  answer,
  onClose,
}: RecordDialogProps<Row, Endpoints, Schema>) {
  const refreshes = [endpoints.list];
  const add = useEndpointMutation<Endpoint>(endpoints.add, { refreshes, success: `The ${noun} was added` });
  const update = useEndpointMutation<Endpoint>(endpoints.update, { refreshes, success: `The ${noun} was saved` });
  const form = useForm({
    schema,
    initial: row ? (row as object as Draft<z.input<Schema>>) : initial,
    requireChange: row !== undefined,
    onSubmit: async (input) => {
      if (row) await update.submit({ ...input, id: row.id, version: row.version });
      else await add.submit({ ...input });
      onClose();
    },
  });
  return (
    <FormDialog
      title={row ? `Edit ${noun}` : `New ${noun}`}
      form={form}
      submitLabel={row ? `Save ${noun}` : `Add ${noun}`}
      onClose={onClose}
    >
      {fields(form, { isNew: row === undefined, answer })}
    </FormDialog>
  );
}
