import { Button, chakra, Portal } from '@chakra-ui/react';
import { type ReactNode, useRef, useState } from 'react';
import { Dialog } from '../dialog/dialog.tsx';
import { BottomBar } from '../page/bottom-bar.tsx';
import { SubmitButton, type SubmittableForm } from './form.tsx';

export interface Change {
  label: string;
  from: ReactNode;
  to: ReactNode;
}

interface UnsavedBarProps {
  form: SubmittableForm & { initial: object; values: object; reset: () => void };
  /** The id of the form, so that Save is its submit button. */
  formId: string;
  /** The name of each field. A field without one, such as a password, is not listed. */
  words: Readonly<Record<string, string>>;
  saveLabel?: string;
}

/**
 * The bar of a form on a page: counts and lists its changes, saves or discards them. It is shown while there are any, at the foot
 * of the page's main part, so that Save is in sight wherever the page is scrolled.
 */
export function UnsavedBar({ form, formId, words, saveLabel = 'Save' }: UnsavedBarProps) {
  const [reviewing, setReviewing] = useState(false);
  const main = useRef<HTMLElement>(document.querySelector('main'));
  const changes = changesOf(form, words);
  if (form.changed.length === 0) return null;
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
              <Button size="sm" variant="ghost" onClick={() => form.reset()}>
                Discard
              </Button>
              <Button size="sm" variant="outline" bg="bg.panel" onClick={() => setReviewing(true)}>
                Review
              </Button>
              <SubmitButton form={form} formId={formId}>
                {saveLabel}
              </SubmitButton>
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

function changesOf({ changed, initial, values }: UnsavedBarProps['form'], words: UnsavedBarProps['words']): Change[] {
  const valueIn = (record: object, name: string) => (record as Record<string, ReactNode>)[name];
  return changed.flatMap((name) => {
    const label = words[name];
    return label === undefined ? [] : [{ label, from: valueIn(initial, name), to: valueIn(values, name) }];
  });
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
