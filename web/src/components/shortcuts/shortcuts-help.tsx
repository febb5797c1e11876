import { chakra, Grid } from '@chakra-ui/react';
import { useState } from 'react';
import { Dialog } from '../dialog/dialog.tsx';
import { KeyCaps } from './key-caps.tsx';
import type { Shortcut } from './shortcut-store.ts';
import { useAllShortcuts, useShortcuts } from './use-shortcuts.ts';

const THIS_PAGE = 'This page';
const HELP_KEYS = '?';

/** Lists the shortcuts that work now. Opens on `?`; mounted once. */
export function ShortcutsHelp() {
  const [open, setOpen] = useState(false);
  useShortcuts([{ keys: HELP_KEYS, label: 'Keyboard shortcuts', group: 'Everywhere', run: () => setOpen(true) }]);
  const groups = groupShortcuts(useAllShortcuts());
  return (
    <Dialog open={open} onClose={() => setOpen(false)} title="Keyboard shortcuts" size="lg">
      <Grid templateColumns={{ base: '1fr', md: '1fr 1fr' }} columnGap="8" rowGap="5">
        {groups.map(([group, shortcuts]) => (
          <section key={group} aria-label={group}>
            <chakra.h3 textStyle="sectionTitle" mb="1">
              {group}
            </chakra.h3>
            <chakra.dl>
              {shortcuts.map(({ keys, label }) => (
                <chakra.div
                  key={keys + label}
                  display="flex"
                  justifyContent="space-between"
                  alignItems="center"
                  gap="4"
                  py="1"
                  minH="8"
                  borderBottomWidth="1px"
                  borderColor="border.subtle"
                >
                  <dt>{label}</dt>
                  <dd>
                    <KeyCaps keys={keys} />
                  </dd>
                </chakra.div>
              ))}
            </chakra.dl>
          </section>
        ))}
      </Grid>
    </Dialog>
  );
}

/** Shortcuts by heading, without duplicates; those of the page come first. */
export function groupShortcuts(shortcuts: readonly Shortcut[]): [string, Shortcut[]][] {
  const groups = new Map<string, Shortcut[]>([[THIS_PAGE, []]]);
  for (const shortcut of shortcuts) {
    const group = shortcut.group ?? THIS_PAGE;
    const known = groups.get(group) ?? [];
    if (!known.some(({ keys, label }) => keys === shortcut.keys && label === shortcut.label)) known.push(shortcut);
    groups.set(group, known);
  }
  return [...groups].filter(([, list]) => list.length > 0);
}
