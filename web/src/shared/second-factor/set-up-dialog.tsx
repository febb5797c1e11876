import { useState } from 'react';
import { Dialog } from '#web/components/dialog/dialog.tsx';
import { ConfirmStep } from './confirm-step.tsx';
import { MethodStep } from './method-step.tsx';
import { RecoveryCodes } from './recovery-codes.tsx';
import type { SetUp } from './set-up.ts';

type Step = { name: 'method' } | { name: 'confirm'; setUp: SetUp } | { name: 'codes'; codes: readonly string[] };

const TITLES: Record<Step['name'], string> = {
  method: 'Set up two-step sign-in',
  confirm: 'Enter the first code',
  codes: 'Save your recovery codes',
};

interface SetUpDialogProps {
  /** The e-mail address for codes. */
  sentTo: string;
  open: boolean;
  onClose: () => void;
}

/** Sets up a second factor in one dialog: method, first code, recovery codes. */
export function SetUpDialog({ sentTo, open, onClose }: SetUpDialogProps) {
  const [step, setStep] = useState<Step>({ name: 'method' });
  const close = () => {
    onClose();
    setStep({ name: 'method' });
  };
  return (
    // The codes are shown only once, so only their own button closes the dialog.
    <Dialog open={open} onClose={close} title={TITLES[step.name]} closable={step.name !== 'codes'}>
      {step.name === 'method' && (
        <MethodStep sentTo={sentTo} onBegun={(setUp) => setStep({ name: 'confirm', setUp })} />
      )}
      {step.name === 'confirm' && (
        <ConfirmStep
          setUp={step.setUp}
          onConfirmed={(codes) => setStep({ name: 'codes', codes })}
          onBack={() => setStep({ name: 'method' })}
        />
      )}
      {step.name === 'codes' && <RecoveryCodes codes={step.codes} onDone={close} />}
    </Dialog>
  );
}
