import { Button } from '@chakra-ui/react';
import type { LucideIcon } from 'lucide-react';
import { DisabledReason } from '#web/components/tooltip/disabled-reason.tsx';
import type { CommandSender } from './use-send.ts';

interface CommandButtonProps {
  sender: CommandSender;
  /** The command's name; the button is hidden if the user may not send it. */
  command: string;
  label: string;
  icon: LucideIcon;
  disabledReason: string | undefined;
  danger?: boolean;
}

/** A button for a command without arguments. */
export function CommandButton({ sender, command, label, icon: Icon, disabledReason, danger }: CommandButtonProps) {
  const known = sender.named(command);
  if (!known) return null;
  return (
    <DisabledReason reason={disabledReason}>
      <Button
        size="xs"
        variant="outline"
        color={danger ? 'danger.fg' : undefined}
        onClick={() => void sender.send(known)}
      >
        <Icon size={14} aria-hidden />
        {label}
      </Button>
    </DisabledReason>
  );
}
