import { Button, Checkbox, chakra, Flex, Input, InputGroup } from '@chakra-ui/react';
import { Search } from 'lucide-react';
import { type ReactNode, type RefObject, useRef, useState } from 'react';
import { Dialog, DialogCancel } from '../dialog/dialog.tsx';
import { findMatches } from '../search/find-matches.ts';
import { DisabledReason } from '../tooltip/disabled-reason.tsx';
import { Unsaved } from '../unsaved/unsaved.tsx';
import {
  type ChoosableColumn,
  type ColumnChoice,
  choose,
  chooseAll,
  defaultChoice,
  exclusivesOf,
} from './column-choice.ts';

export interface ColumnChoiceDialogProps {
  open: boolean;
  onClose: () => void;
  title: string;
  columns: readonly ChoosableColumn[];
  /** The choice when the dialog opens. */
  value: ColumnChoice;
  /** The dialog waits for the save and stays open if it fails. */
  onSave: (choice: ColumnChoice) => Promise<unknown> | unknown;
  saveLabel: string;
  /** Replaces the columns while a long save runs. Cancel then interrupts it. */
  whileSaving?: ReactNode;
  /** Further settings, above the columns. */
  children?: ReactNode;
}

/** A checklist of columns with a search. Columns that exclude each other are never both chosen. */
export function ColumnChoiceDialog(props: ColumnChoiceDialogProps) {
  const [saving, setSaving] = useState(false);
  const search = useRef<HTMLInputElement>(null);
  const { open, onClose, title } = props;
  const [draft, setDraft] = useState<ColumnChoice>();
  const choice = draft ?? props.value;
  const chosen = props.columns.filter(({ id }) => choice[id]).length;

  const close = () => {
    setDraft(undefined);
    onClose();
  };
  const save = async () => {
    setSaving(true);
    try {
      await props.onSave(choice);
      close();
    } catch {
      // `onSave` reports the failure. The choice stays in the dialog.
    } finally {
      setSaving(false);
    }
  };

  return (
    <Dialog
      open={open}
      onClose={close}
      title={title}
      size="sm"
      closable={!saving}
      initialFocus={search}
      footer={
        <>
          <chakra.span me="auto" color="fg.muted" textStyle="xs" fontVariantNumeric="tabular-nums" role="status">
            {`${chosen} of ${props.columns.length} columns`}
          </chakra.span>
          <DialogCancel />
          <DisabledReason reason={chosen === 0 ? 'Choose at least one column' : undefined}>
            <Button onClick={save} loading={saving} loadingText={props.saveLabel}>
              {props.saveLabel}
            </Button>
          </DisabledReason>
        </>
      }
    >
      {props.children}
      <Unsaved when={draft !== undefined && !saving} />
      {(saving && props.whileSaving) || (
        <ColumnChecklist columns={props.columns} choice={choice} onChange={setDraft} searchRef={search} />
      )}
    </Dialog>
  );
}

interface ColumnChecklistProps {
  columns: readonly ChoosableColumn[];
  choice: ColumnChoice;
  onChange: (choice: ColumnChoice) => void;
  searchRef: RefObject<HTMLInputElement | null>;
}

function ColumnChecklist({ columns, choice, onChange, searchRef }: ColumnChecklistProps) {
  const [query, setQuery] = useState('');
  const matching = new Set(findMatches(query, columns, { text: ({ label }) => label }).map(({ item }) => item));
  const found = columns.filter((column) => matching.has(column));
  const labelOf = (id: string) => columns.find((column) => column.id === id)?.label;
  return (
    <>
      <InputGroup startElement={<Search size={15} aria-hidden />}>
        <Input
          ref={searchRef}
          aria-label="Find a column"
          placeholder="Find a column"
          value={query}
          onChange={(event) => setQuery(event.target.value)}
        />
      </InputGroup>
      <Flex gap="1" my="2" ms="-2">
        <Button size="xs" variant="ghost" onClick={() => onChange(chooseAll(columns))}>
          All
        </Button>
        <Button size="xs" variant="ghost" onClick={() => onChange(noneOf(columns))}>
          None
        </Button>
        <Button size="xs" variant="ghost" ms="auto" onClick={() => onChange(defaultChoice(columns))}>
          Reset to default
        </Button>
      </Flex>
      <Flex direction="column" role="group" aria-label="Columns" minH="12rem">
        {found.map((column) => {
          const others = exclusivesOf(columns, column.id).map(labelOf).filter(Boolean);
          return (
            <Checkbox.Root
              key={column.id}
              checked={choice[column.id] ?? false}
              disabled={column.locked}
              onCheckedChange={(details) => onChange(choose(columns, choice, column.id, details.checked === true))}
              px="2"
              mx="-2"
              py="1.5"
              borderRadius="l1"
              alignItems="flex-start"
              _hover={{ bg: 'bg.subtle' }}
            >
              <Checkbox.HiddenInput />
              <Checkbox.Control mt="0.5" />
              <Checkbox.Label fontWeight="400" flex="1">
                <span>{column.label}</span>
                {(column.locked || others.length > 0) && (
                  <chakra.span display="block" textStyle="xs" color="fg.muted">
                    {column.locked ? 'Always shown' : `Instead of ${others.join(' and ')}`}
                  </chakra.span>
                )}
              </Checkbox.Label>
            </Checkbox.Root>
          );
        })}
        {found.length === 0 && (
          <chakra.p color="fg.muted" py="4" textAlign="center" role="status">
            {`No column is called “${query.trim()}”`}
          </chakra.p>
        )}
      </Flex>
    </>
  );
}

/** Only the locked columns. */
const noneOf = (columns: readonly ChoosableColumn[]): ColumnChoice =>
  Object.fromEntries(columns.map(({ id, locked }) => [id, locked === true]));
