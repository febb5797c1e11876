import { Button } from '@chakra-ui/react';
import { type ReactNode, useId } from 'react';
import { Dialog } from '#web/components/dialog/dialog.tsx';
import { Form, type FormProps, SubmitButton } from '#web/components/form/form.tsx';

interface FormDialogProps {
  title: string;
  form: FormProps['form'];
  submitLabel: string;
  onClose: () => void;
  children: ReactNode;
}

/** A form in a dialog, with its ways out below. */
export function FormDialog({ title, form, submitLabel, onClose, children }: FormDialogProps) {
  const formId = useId();
  return (
    <Dialog
      open
      onClose={onClose}
      title={title}
      size="md"
      footer={
        <>
          <Button variant="outline" onClick={onClose}>
            Cancel
          </Button>
          <SubmitButton form={form} formId={formId}>
            {submitLabel}
          </SubmitButton>
        </>
      }
    >
      <Form form={form} id={formId} label={title}>
        {children}
      </Form>
    </Dialog>
  );
}
