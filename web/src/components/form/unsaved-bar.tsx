import { Button, chakra } from '@chakra-ui/react';
import { type ReactNode, useState } from 'react';
import { Dialog } from '../dialog/dialog.tsx';
import { BottomBar } from '../page/bottom-bar.tsx';
import { DisabledReason } from '../tooltip/disabled-reason.tsx';
import { useLeaveGuard } from './use-leave-guard.ts';

export interface Change {
  label: string;
  from: ReactNode;
  to: ReactNode;
}

export interface UnsavedBarProps {
  /** The bar is hidden while this is empty. */
  changes: readonly Change[];
  onSave: () => void;
  onDiscard: () => void;
  saving?: boolean;
  saveLabel?: string;
  /** Why it cannot be saved now. */
  disabledReason?: string;
}

/** Counts and lists the unsaved changes; saves or discards them. Asks before the page is left with them. */
export function UnsavedBar(props: UnsavedBarProps) {
  const { changes, onSave, onDiscard, saving = false, saveLabel = 'Save', disabledReason } = props;
  const [reviewing, setReviewing] = useState(false);
  useLeaveGuard(changes.length > 0);
  if (changes.length === 0) return null;
  const count = changes.length === 1 ? '1 unsaved change' : `${changes.length} unsaved changes`;
  const save = (
    <DisabledReason reason={disabledReason}>
      <Button size="sm" onClick={onSave} loading={saving} loadingText={saveLabel}>
        {saveLabel}
      </Button>
    </DisabledReason>
  );
  return (
    <>
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
            {save}
          </>
        }
      >
        <chakra.span fontWeight="600">{count}</chakra.span>
      </BottomBar>
      <Dialog open={reviewing} onClose={() => setReviewing(false)} title={count} size="md" footer={save}>
        <ChangeList changes={changes} />
      </Dialog>
    </>
  );
}

/** Each change with its old and new value. */
export function ChangeList({ changes }: { changes: readonly Change[] }) {
  return (
    <chakra.table
      w="full"
      css={{ '& th, & td': { textAlign: 'start', verticalAlign: 'top', padding: '6px 12px 6px 0' } }}
    >
      <thead>
        <chakra.tr color="fg.muted" textStyle="xs">
          <th scope="col">Field</th>
          <th scope="col">Was</th>
          <th scope="col">Becomes</th>
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
