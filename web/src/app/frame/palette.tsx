import { CommandPalette } from '#web/components/command-palette/command-palette.tsx';
import { ShortcutsHelp } from '#web/components/shortcuts/shortcuts-help.tsx';
import { useCommandGroups } from './commands.tsx';

interface PaletteProps {
  open: boolean;
  onOpenChange: (open: boolean) => void;
}

/** The palette and the list of shortcuts, which open by keyboard on every screen. */
export const Palette = ({ open, onOpenChange }: PaletteProps) => (
  <>
    <CommandPalette groups={useCommandGroups()} open={open} onOpenChange={onOpenChange} />
    <ShortcutsHelp />
  </>
);
