import { Alert, Button, chakra, Flex } from '@chakra-ui/react';
import { OctagonAlert } from 'lucide-react';
import type { ReactNode } from 'react';
import { DisabledReason } from '../tooltip/disabled-reason.tsx';
import { lossOfFields, useUnsaved } from '../unsaved/unsaved-work.ts';

export interface SubmittableForm {
  submit: () => Promise<boolean>;
  submitting: boolean;
  submitReason: string | undefined;
  failure: string | undefined;
  changed: readonly string[];
  formRef: React.RefObject<HTMLFormElement | null>;
}

export interface FormProps {
  form: SubmittableForm;
  children: ReactNode;
  /** Lets a submit button outside the element refer to it. */
  id?: string;
  /** Names the form for screen readers. */
  label?: string;
}

/**
 * The form element: submits on Enter, turns the browser's checks off, and shows a failure that belongs to no field. The dialog or
 * page around it asks before it drops a change. A form that is being saved counts as saved.
 */
export function Form({ form, children, id, label }: FormProps) {
  useUnsaved(form.changed.length > 0 && !form.submitting, () =>
    lossOfFields(form.changed.flatMap((name) => labelOf(form.formRef.current, name))),
  );
  return (
    <chakra.form
      ref={form.formRef}
      id={id}
      aria-label={label}
      noValidate
      onSubmit={(event) => {
        event.preventDefault();
        event.stopPropagation();
        if (!form.submitReason) void form.submit();
      }}
    >
      <Flex direction="column" gap="4">
        {children}
        <FormFailure message={form.failure} />
      </Flex>
    </chakra.form>
  );
}

/** The label of a field; none if it has several controls, or is not shown. */
function labelOf(form: HTMLFormElement | null, name: string): string[] {
  const field = form?.querySelector<HTMLInputElement>(`[name="${name}"]`);
  const label = field?.labels?.[0]?.textContent.replace(/\*$/, '').trim();
  return label ? [label] : [];
}

export function FormFailure({ message }: { message: string | undefined }) {
  if (!message) return null;
  return (
    <Alert.Root status="error" size="sm" role="alert" colorPalette="danger" variant="subtle">
      <Alert.Indicator>
        <OctagonAlert aria-hidden />
      </Alert.Indicator>
      <Alert.Title fontWeight="400">{message}</Alert.Title>
    </Alert.Root>
  );
}

export interface SubmitButtonProps {
  form: SubmittableForm;
  /** A verb: `Save customer`. */
  children: ReactNode;
  /** Why it cannot be submitted now, in addition to the form's own reasons. */
  disabledReason?: string;
  /** The form's id, for a button outside of it. */
  formId?: string;
  tone?: 'danger' | 'normal';
}

/** Submits its form; if it cannot, says why on hover and focus. */
export function SubmitButton({ form, children, disabledReason, formId, tone = 'normal' }: SubmitButtonProps) {
  return (
    <DisabledReason reason={disabledReason ?? form.submitReason}>
      <Button
        type="submit"
        form={formId}
        loading={form.submitting}
        loadingText={children}
        colorPalette={tone === 'danger' ? 'danger' : 'accent'}
      >
        {children}
      </Button>
    </DisabledReason>
  );
}
