import { chakra, Grid } from '@chakra-ui/react';
import { Dialog } from '../dialog/dialog.tsx';
import { KeyCaps } from './key-caps.tsx';
import type { Shortcut } from './shortcut-store.ts';
import { useAllShortcuts } from './use-shortcuts.ts';

const THIS_PAGE = 'This page';

export function ShortcutsDialog({ open, onClose }: { open: boolean; onClose: () => void }) {
  const groups = groupShortcuts(useAllShortcuts());
  return (
    <Dialog open={open} onClose={onClose} title="Keyboard shortcuts" size="lg">
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
