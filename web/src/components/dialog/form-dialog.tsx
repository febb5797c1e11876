import { type ReactNode, useId } from 'react';
import { Form, type FormProps, SubmitButton, type SubmitButtonProps } from '../form/form.tsx';
import { Dialog, DialogCancel, type DialogProps } from './dialog.tsx';

interface FormDialogProps extends Pick<DialogProps, 'onClose' | 'description' | 'size'> {
  title: string;
  form: FormProps['form'];
  /** Names the form for screen readers; the title when omitted. */
  formLabel?: string;
  /** A verb and its object: `Save customer`. */
  submitLabel: string;
  /** Why it cannot be submitted now, in addition to the form's own reasons. */
  disabledReason?: SubmitButtonProps['disabledReason'] | undefined;
  children: ReactNode;
  /** Below the form: settings that are saved on their own. */
  below?: ReactNode;
}

/** A form in a dialog, with Cancel and Submit in the footer. Mounted only while open, so that it opens blank. */
export function FormDialog(props: FormDialogProps) {
  const { title, form, formLabel = title, submitLabel, disabledReason, onClose, children, below, ...dialog } = props;
  const formId = useId();
  return (
    <Dialog
      open
      onClose={onClose}
      title={title}
      size="md"
      closable={!form.submitting}
      {...dialog}
      footer={
        <>
          <DialogCancel />
          <SubmitButton form={form} formId={formId} {...(disabledReason !== undefined && { disabledReason })}>
            {submitLabel}
          </SubmitButton>
        </>
      }
    >
      <Form form={form} id={formId} label={formLabel}>
        {children}
      </Form>
      {below}
    </Dialog>
  );
}
