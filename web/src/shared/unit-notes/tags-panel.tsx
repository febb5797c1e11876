import { Button, chakra, Flex, Input } from '@chakra-ui/react';
import { Plus } from 'lucide-react';
import { type FormEvent, useState } from 'react';
import { unitNotes } from '#core/unit-notes/contract.ts';
import { units } from '#core/units/contract.ts';
import { MAX_TAGS, Tag } from '#core/units/tags.ts';
import type { Unit } from '#core/units/unit.ts';
import { Chip } from '#web/components/status/chip.tsx';
import { lossOfFields, useUnsaved } from '#web/components/unsaved/unsaved-work.ts';
import { useEndpointMutation } from '#web/lib/api/use-endpoint-mutation.ts';
import { useMay } from '#web/lib/session/session.tsx';

/** The tags of a unit, by which the unit list filters. */
export function TagsPanel({ unit }: { unit: Pick<Unit, 'UnitSerNum' | 'Tags'> }) {
  const { UnitSerNum, Tags = [] } = unit;
  const mayChange = useMay(unitNotes.changeTags.access);
  const { trigger, isMutating } = useEndpointMutation(unitNotes.changeTags, { refreshes: [units.get, units.list] });
  return (
    <chakra.section aria-label="Tags" display="flex" flexDirection="column" gap="3">
      <chakra.h2 textStyle="sectionTitle">Tags</chakra.h2>
      <Flex gap="1.5" wrap="wrap" align="center">
        {Tags.length === 0 && <chakra.span color="fg.muted">No tag yet. The unit list filters by tags.</chakra.span>}
        {Tags.map((tag) => (
          <Chip
            key={tag}
            {...(mayChange && {
              onRemove: () => void trigger({ UnitSerNum, remove: [tag] }),
              removeLabel: `Remove the tag ${tag}`,
            })}
          >
            {tag}
          </Chip>
        ))}
      </Flex>
      {mayChange && Tags.length < MAX_TAGS && (
        <NewTag isAdding={isMutating} onAdd={(tag) => trigger({ UnitSerNum, add: [tag] })} />
      )}
    </chakra.section>
  );
}

interface NewTagProps {
  isAdding: boolean;
  onAdd: (tag: string) => Promise<unknown>;
}

function NewTag({ isAdding, onAdd }: NewTagProps) {
  const [typed, setTyped] = useState('');
  const [problem, setProblem] = useState<string>();
  useUnsaved(typed.trim() !== '' && !isAdding, () => lossOfFields(['New tag']));
  const add = async (event: FormEvent) => {
    event.preventDefault();
    const { data, error } = Tag.safeParse(typed);
    setProblem(error?.issues[0]?.message);
    if (data !== undefined && (await onAdd(data))) setTyped('');
  };
  return (
    <chakra.form display="flex" flexDirection="column" gap="1" maxW="24rem" onSubmit={(event) => void add(event)}>
      <Flex gap="2">
        <Input
          size="sm"
          aria-label="New tag"
          aria-invalid={problem !== undefined}
          placeholder="loan, recall 2026"
          value={typed}
          onChange={(event) => {
            setTyped(event.target.value);
            setProblem(undefined);
          }}
        />
        <Button type="submit" size="sm" variant="outline" loading={isAdding} loadingText="Add tag">
          <Plus size={15} aria-hidden />
          Add tag
        </Button>
      </Flex>
      {problem && (
        <chakra.span role="alert" textStyle="xs" color="fg.error">
          {problem}
        </chakra.span>
      )}
    </chakra.form>
  );
}
