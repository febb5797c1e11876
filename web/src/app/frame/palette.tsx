import { CommandPalette } from '#web/components/command-palette/command-palette.tsx';
import { ShortcutsHelp } from '#web/components/shortcuts/shortcuts-help.tsx';
import { useCommandGroups } from './commands.tsx';

interface PaletteProps {
  open: boolean;
  onOpenChange: (open: boolean) => void;
}

/** What answers to keys everywhere: the palette and the list of shortcuts. */
export const Palette = ({ open, onOpenChange }: PaletteProps) => (
  <>
    <CommandPalette groups={useCommandGroups()} open={open} onOpenChange={onOpenChange} />
    <ShortcutsHelp />
  </>
);
