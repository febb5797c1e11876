import { Button, type ButtonProps } from '@chakra-ui/react';
import type { LucideIcon } from 'lucide-react';
import { DisabledReason } from '../tooltip/disabled-reason.tsx';

interface PageActionProps {
  /** A verb and its object: `Create user`. */
  label: string;
  icon: LucideIcon;
  onClick: () => void;
  variant?: ButtonProps['variant'];
  /** Why the action is not possible now. */
  disabledReason?: string | undefined;
}

/** The button of a page's primary action. */
export const PageAction = ({ label, icon: Icon, onClick, variant, disabledReason }: PageActionProps) => (
  <DisabledReason reason={disabledReason}>
    <Button {...(variant && { variant })} onClick={onClick}>
      <Icon size={16} aria-hidden />
      {label}
    </Button>
  </DisabledReason>
);
