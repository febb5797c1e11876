import { chakra, Dialog, Portal } from '@chakra-ui/react';
import { lazy, Suspense, useEffect, useState } from 'react';
import { useShortcuts } from '../shortcuts/use-shortcuts.ts';
import { FIELD_STYLE, PALETTE_PLACEHOLDER, PaletteField } from './palette-field.tsx';
import type { CommandGroup } from './types.ts';

const loadPalette = () => import('./palette.tsx');
/** If the palette's code cannot be loaded, the page and its typed text stay. */
const Palette = lazy(() => loadPalette().catch(() => ({ default: PaletteFailure })));
/** For browsers without requestIdleCallback. */
const PRELOAD_DELAY_MS = 2_000;

export interface CommandPaletteProps {
  /** Keep the array the same between renders without changes: a new array restarts the searches. */
  groups: readonly CommandGroup[];
  open: boolean;
  onOpenChange: (open: boolean) => void;
}

/** Finds and runs any command by keyboard. Opens on Ctrl-K (Command-K); mounted once. */
export function CommandPalette({ groups, open, onOpenChange }: CommandPaletteProps) {
  useShortcuts([
    {
      keys: 'mod+k',
      label: 'Search or jump to anything',
      group: 'Everywhere',
      inFields: true,
      run: () => onOpenChange(!open),
    },
  ]);
  // The first screen does not wait for the palette; the first Ctrl-K does not either.
  useEffect(() => {
    const preload = () => void loadPalette().catch(() => undefined);
    if (!('requestIdleCallback' in window)) {
      const timer = setTimeout(preload, PRELOAD_DELAY_MS);
      return () => clearTimeout(timer);
    }
    const handle = requestIdleCallback(preload);
    return () => cancelIdleCallback(handle);
  }, []);
  return (
    <Dialog.Root
      open={open}
      onOpenChange={(details) => onOpenChange(details.open)}
      placement="top"
      size="md"
      scrollBehavior="inside"
      lazyMount
      unmountOnExit
      skipAnimationOnMount
    >
      <Portal>
        <Dialog.Backdrop animation="none" />
        <Dialog.Positioner>
          <Dialog.Content
            aria-label="Search or jump to"
            maxW="38rem"
            overflow="hidden"
            mx="3"
            animation="none"
            css={{ '--dialog-margin': 'min(12dvh, 7rem)' }}
          >
            <PaletteContent groups={groups} onDone={() => onOpenChange(false)} />
          </Dialog.Content>
        </Dialog.Positioner>
      </Portal>
    </Dialog.Root>
  );
}

/** Keeps the typed text while the palette loads. */
function PaletteContent({ groups, onDone }: { groups: readonly CommandGroup[]; onDone: () => void }) {
  const [query, setQuery] = useState('');
  const [entered, setEntered] = useState(false);
  const loading = (
    <PaletteField>
      <chakra.input
        {...FIELD_STYLE}
        aria-label={PALETTE_PLACEHOLDER}
        placeholder={PALETTE_PLACEHOLDER}
        value={query}
        onChange={(event) => setQuery(event.target.value)}
        onKeyDown={(event) => event.key === 'Enter' && setEntered(true)}
      />
    </PaletteField>
  );
  return (
    <Suspense fallback={loading}>
      <Palette groups={groups} query={query} onQueryChange={setQuery} opensFirst={entered} onDone={onDone} />
    </Suspense>
  );
}

const PaletteFailure = () => (
  <chakra.p role="alert" p="4">
    The search could not be loaded. Check the connection, then reload the page.
  </chakra.p>
);
