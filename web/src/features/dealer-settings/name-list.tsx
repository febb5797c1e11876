import { Button, chakra, Flex } from '@chakra-ui/react';
import { Plus } from 'lucide-react';
import { useId, useRef, useState } from 'react';
import { AppError } from '#core/errors.ts';
import { TextField } from '#web/components/form/text-field.tsx';
import { announce } from '#web/components/messages/announce.ts';
import { Chip } from '#web/components/status/chip.tsx';
import { lossOfFields, useUnsaved } from '#web/components/unsaved/unsaved-work.ts';
import { WORDS } from '#web/lib/api/generic-words.ts';
import { showUndoable } from '#web/lib/messages/show.ts';

interface NameListProps {
  /** Name of one entry: `Line ID`. */
  what: string;
  names: readonly string[];
  /** The list with one more name. Throws an error with the message for the user if the name is not allowed. */
  withOne: (name: string) => readonly string[];
  without: (name: string) => readonly string[];
  /** Names that cannot be removed. */
  fixed?: readonly string[];
  /** Saves the list in place of another; undefined if it failed. */
  save: (names: readonly string[], was: readonly string[]) => Promise<unknown>;
  identifier?: boolean;
  empty: string;
}

/** A list of names. Each name is saved as soon as it is added. */
export function NameList({ what, names, withOne, without, fixed = [], save, identifier, empty }: NameListProps) {
  const [draft, setDraft] = useState('');
  const [error, setError] = useState<string>();
  const [saving, setSaving] = useState(false);
  const form = useRef<HTMLFormElement>(null);
  const listId = useId();
  useUnsaved(draft.trim() !== '' && !saving, () => lossOfFields([`New ${what}`]));

  const keep = async (next: readonly string[], was = names) => {
    setSaving(true);
    const kept = await save(next, was);
    setSaving(false);
    return kept !== undefined;
  };
  const add = async () => {
    try {
      const next = withOne(draft);
      setError(undefined);
      if (await keep(next)) setDraft('');
    } catch (problem) {
      if (!(problem instanceof AppError)) throw problem;
      setError(problem.message);
    }
    form.current?.querySelector('input')?.focus();
  };
  const remove = async (name: string) => {
    const left = without(name);
    if (await keep(left)) {
      announce(`Removed ${name}`);
      showUndoable(WORDS.preferencesKept, () => keep(names, left));
    }
    form.current?.querySelector('input')?.focus();
  };

  return (
    <>
      {names.length === 0 ? (
        <chakra.p color="fg.muted">{empty}</chakra.p>
      ) : (
        <Flex as="ul" id={listId} aria-label={`${what} list`} wrap="wrap" gap="1.5">
          {names.map((name) => (
            <chakra.li key={name} maxW="full">
              <Chip
                {...(!fixed.includes(name) && { onRemove: () => void remove(name), removeLabel: `Remove ${name}` })}
              >
                {name}
              </Chip>
            </chakra.li>
          ))}
        </Flex>
      )}
      <chakra.form
        ref={form}
        mt="3"
        display="flex"
        gap="2"
        alignItems="flex-start"
        noValidate
        aria-label={`Add ${what}`}
        onSubmit={(event) => {
          event.preventDefault();
          if (!saving && draft.trim() !== '') void add();
        }}
      >
        <TextField
          name={what}
          label={`New ${what}`}
          labelHidden
          placeholder={`New ${what}`}
          value={draft}
          {...(error !== undefined && { error })}
          {...(identifier && { identifier })}
          onChange={(value) => {
            setDraft(value);
            setError(undefined);
          }}
        />
        <Button type="submit" variant="outline" loading={saving} loadingText="Add" flexShrink="0">
          <Plus size={15} aria-hidden />
          Add
        </Button>
      </chakra.form>
    </>
  );
}
