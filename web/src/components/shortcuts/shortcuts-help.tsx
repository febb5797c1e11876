import { useState } from 'react';
import { useLateComponent } from '../hooks/use-late-component.ts';
import { useShortcuts } from './use-shortcuts.ts';

const HELP_KEYS = '?';

/** Lists the shortcuts that work now. Opens on `?`; mounted once. */
export function ShortcutsHelp() {
  const [open, setOpen] = useState(false);
  const [ShortcutsDialog, load] = useLateComponent(
    async () => (await import('./shortcuts-dialog.tsx')).ShortcutsDialog,
  );
  useShortcuts([
    {
      keys: HELP_KEYS,
      label: 'Keyboard shortcuts',
      group: 'Everywhere',
      run: () => void load(() => setOpen(true)),
    },
  ]);
  return ShortcutsDialog && <ShortcutsDialog open={open} onClose={() => setOpen(false)} />;
}
