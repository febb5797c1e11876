import { useEffect, useEffectEvent, useState } from 'react';
import { useLateComponent } from '../hooks/use-late-component.ts';
import { useShortcuts } from '../shortcuts/use-shortcuts.ts';
import { LoadingPalette } from './loading-palette.tsx';
import type { CommandGroup } from './types.ts';

const loadDialog = async () => (await import('./palette-dialog.tsx')).PaletteDialog;
/** For browsers without requestIdleCallback. */
const PRELOAD_DELAY_MS = 2_000;

export interface CommandPaletteProps {
  /** Keep the array the same between renders without changes: a new array restarts the searches. */
  groups: readonly CommandGroup[];
  open: boolean;
  onOpenChange: (open: boolean) => void;
}

/** Finds and runs any command by keyboard. Opens on Ctrl-K (Command-K); mounted once. Keeps the typed text while its code loads. */
export function CommandPalette({ groups, open, onOpenChange }: CommandPaletteProps) {
  const [query, setQuery] = useState('');
  const [entered, setEntered] = useState(false);
  const [PaletteDialog, load] = useLateComponent(loadDialog);
  useShortcuts([
    {
      keys: 'mod+k',
      label: 'Search or jump to anything',
      group: 'Everywhere',
      inFields: true,
      run: () => onOpenChange(!open),
    },
  ]);
  const followOpen = useEffectEvent(async () => {
    if (!open) {
      setQuery('');
      setEntered(false);
    } else if (!PaletteDialog && !(await load())) onOpenChange(false);
  });
  // biome-ignore lint/correctness/useExhaustiveDependencies: only opening and closing matter.
  useEffect(() => void followOpen(), [open]);
  // The first screen does not wait for the palette; the first Ctrl-K does not either.
  useEffect(() => {
    const preload = () => void loadDialog().catch(() => undefined);
    if (!('requestIdleCallback' in window)) {
      const timer = setTimeout(preload, PRELOAD_DELAY_MS);
      return () => clearTimeout(timer);
    }
    const handle = requestIdleCallback(preload);
    return () => cancelIdleCallback(handle);
  }, []);
  if (!PaletteDialog)
    return (
      open && (
        <LoadingPalette
          query={query}
          onQueryChange={setQuery}
          onEnter={() => setEntered(true)}
          onClose={() => onOpenChange(false)}
        />
      )
    );
  return (
    <PaletteDialog
      groups={groups}
      query={query}
      onQueryChange={setQuery}
      opensFirst={entered}
      open={open}
      onOpenChange={onOpenChange}
    />
  );
}
