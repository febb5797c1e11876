import { Button, chakra, Portal } from '@chakra-ui/react';
import { type ReactNode, useRef, useState } from 'react';
import { Dialog } from '../dialog/dialog.tsx';
import { BottomBar } from '../page/bottom-bar.tsx';
import { useShortcuts } from '../shortcuts/use-shortcuts.ts';

export interface Change {
  label: string;
  from: ReactNode;
  to: ReactNode;
}

interface ChangesBarProps {
  changes: readonly Change[];
  onDiscard: () => void;
  /** The button that saves. */
  save: ReactNode;
}

/**
 * Counts and lists unsaved changes, saves or discards them. It is at the foot of the page's main part, so that Save is in sight wherever the
 * page is scrolled.
 */
export function ChangesBar({ changes, onDiscard, save }: ChangesBarProps) {
  const [reviewing, setReviewing] = useState(false);
  const main = useRef<HTMLElement>(document.querySelector('main'));
  const saves = useRef<HTMLSpanElement>(null);
  const run = () => {
    // An open dialog hides the page from screen readers; what is behind it is not saved.
    if (!saves.current?.closest('[aria-hidden=true]')) saves.current?.querySelector('button')?.click();
  };
  useShortcuts([
    { keys: 's', label: 'Save the changes', run },
    { keys: 'mod+s', label: 'Save the changes, also from a field', run, inFields: true },
  ]);
  const count = changes.length === 1 ? '1 unsaved change' : `${changes.length} unsaved changes`;
  return (
    <Portal container={main}>
      <chakra.div
        position="sticky"
        bottom="0"
        zIndex="docked"
        bg="bg"
        css={{ '& > *': { paddingBottom: 'calc(0.5rem + env(safe-area-inset-bottom))' } }}
      >
        <BottomBar
          label="Unsaved changes"
          actions={
            <>
              <Button size="sm" variant="ghost" onClick={onDiscard}>
                Discard
              </Button>
              <Button size="sm" variant="outline" bg="bg.panel" onClick={() => setReviewing(true)}>
                Review
              </Button>
              <chakra.span ref={saves} display="contents">
                {save}
              </chakra.span>
            </>
          }
        >
          <chakra.span fontWeight="600">{count}</chakra.span>
        </BottomBar>
      </chakra.div>
      <Dialog open={reviewing} onClose={() => setReviewing(false)} title={count} size="md">
        <ChangeList changes={changes} />
      </Dialog>
    </Portal>
  );
}

interface ChangeListProps {
  changes: readonly Change[];
  /** The heads of the two values. */
  from?: string;
  to?: string;
}

/** Each change with its old and new value. */
export function ChangeList({ changes, from: was = 'Was', to: becomes = 'Becomes' }: ChangeListProps) {
  return (
    <chakra.table
      w="full"
      css={{ '& th, & td': { textAlign: 'start', verticalAlign: 'top', padding: '6px 12px 6px 0' } }}
    >
      <thead>
        <chakra.tr color="fg.muted" textStyle="xs">
          <th scope="col">Field</th>
          <th scope="col">{was}</th>
          <th scope="col">{becomes}</th>
        </chakra.tr>
      </thead>
      <tbody>
        {changes.map(({ label, from, to }) => (
          <chakra.tr key={label} borderTopWidth="1px" borderColor="border">
            <th scope="row">{label}</th>
            <chakra.td color="danger.fg" overflowWrap="anywhere">
              <chakra.del textDecoration="none">{shown(from)}</chakra.del>
            </chakra.td>
            <chakra.td color="ok.fg" overflowWrap="anywhere">
              <chakra.ins textDecoration="none">{shown(to)}</chakra.ins>
            </chakra.td>
          </chakra.tr>
        ))}
      </tbody>
    </chakra.table>
  );
}

const shown = (value: ReactNode) => (value === '' || value === null || value === undefined ? '—' : value);
