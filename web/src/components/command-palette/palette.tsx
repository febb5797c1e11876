import { Box, chakra } from '@chakra-ui/react';
import { CommandGroup as CmdkGroup, CommandInput, CommandItem, CommandList, CommandRoot } from 'cmdk';
import { CornerDownLeft } from 'lucide-react';
import { type KeyboardEvent, type MouseEvent, useEffect, useRef } from 'react';
import { useNavigate } from 'react-router';
import { KeyCaps } from '../shortcuts/key-caps.tsx';
import { CommandLabel } from './command-label.tsx';
import { FIELD_STYLE, PALETTE_PLACEHOLDER, PaletteField } from './palette-field.tsx';
import { rememberCommand } from './recent.ts';
import type { Command, CommandGroup } from './types.ts';
import { type FoundGroup, useFoundCommands } from './use-found-commands.ts';

export interface PaletteProps {
  groups: readonly CommandGroup[];
  query: string;
  onQueryChange: (query: string) => void;
  /** Enter was pressed while the palette loaded: it opens the first result at once. */
  opensFirst: boolean;
  onDone: () => void;
}

/** The field and the results of the palette. */
export function Palette({ groups, query, onQueryChange, opensFirst, onDone }: PaletteProps) {
  const navigate = useNavigate();
  const found = useFoundCommands(groups, query);
  const newTab = useRef(false);
  const noteModifier = (event: KeyboardEvent | MouseEvent) => {
    newTab.current = event.metaKey || event.ctrlKey;
  };

  const choose = (command: Command) => {
    rememberCommand(command.id);
    if (command.href !== undefined && newTab.current) window.open(command.href, '_blank', 'noopener');
    onDone();
    if (command.run) command.run();
    else if (!newTab.current) void navigate(command.href);
  };

  // biome-ignore lint/correctness/useExhaustiveDependencies: only what was typed before the palette was there
  useEffect(() => {
    const first = found.flatMap((group) => group.found)[0]?.item;
    if (opensFirst && first) choose(first);
  }, []);

  return (
    <Root
      label={PALETTE_PLACEHOLDER}
      shouldFilter={false}
      // Ctrl-K closes the palette.
      vimBindings={false}
      loop
      onKeyDownCapture={noteModifier}
      onClickCapture={noteModifier}
    >
      <PaletteField>
        <Field autoFocus placeholder={PALETTE_PLACEHOLDER} value={query} onValueChange={onQueryChange} />
      </PaletteField>
      <Box overflowY="auto" maxH="min(26rem, 60dvh)" p="1.5">
        <CommandList label="Results">
          {found.map((group) => (
            <FoundCommands key={group.id} group={group} query={query} onChoose={choose} />
          ))}
        </CommandList>
        <Notes found={found} query={query} />
      </Box>
      <Hints />
    </Root>
  );
}

interface FoundCommandsProps {
  group: FoundGroup;
  query: string;
  onChoose: (command: Command) => void;
}

function FoundCommands({ group, query, onChoose }: FoundCommandsProps) {
  if (group.found.length === 0) return null;
  return (
    <Group heading={group.label}>
      {group.found.map(({ item: command }) => {
        const value = `${group.id}/${command.id}`;
        return (
          <Row key={value} value={value} onSelect={() => onChoose(command)}>
            <CommandLabel command={command} query={query} />
          </Row>
        );
      })}
    </Group>
  );
}

function Notes({ found, query }: { found: readonly FoundGroup[]; query: string }) {
  const isEmpty = found.every((group) => group.found.length === 0);
  const pending = found.some((group) => group.pending);
  const failed = found.filter((group) => group.failed);
  return (
    <>
      {failed.length > 0 && (
        <Note>{`${failed.map((group) => group.label).join(', ')}: the search failed. Type on to try again`}</Note>
      )}
      {isEmpty && pending && <Note>Searching…</Note>}
      {isEmpty && !pending && failed.length === 0 && (
        <Note>{query.trim() ? 'No results found' : 'Type to search'}</Note>
      )}
    </>
  );
}

const Note = ({ children }: { children: string }) => (
  <chakra.div role="status" px="2.5" py="4" textAlign="center" color="fg.muted">
    {children}
  </chakra.div>
);

const Hints = () => (
  <chakra.div
    hideBelow="md"
    display="flex"
    gap="4"
    px="4"
    py="2"
    borderTopWidth="1px"
    borderColor="border"
    textStyle="xs"
    color="fg.muted"
    aria-hidden
  >
    <span>↑↓ move</span>
    <chakra.span display="inline-flex" alignItems="center" gap="1">
      <CornerDownLeft size={12} />
      open
    </chakra.span>
    <chakra.span display="inline-flex" alignItems="center" gap="1">
      <KeyCaps keys="mod+Enter" />
      new tab
    </chakra.span>
    <chakra.span ms="auto">Esc close</chakra.span>
  </chakra.div>
);

const Root = chakra(CommandRoot, { base: { display: 'flex', flexDirection: 'column', minH: '0', outline: '0' } });

const Field = chakra(CommandInput, { base: FIELD_STYLE });

const Group = chakra(CmdkGroup, {
  base: {
    '& [cmdk-group-heading]': {
      px: '2.5',
      pt: '2',
      pb: '1',
      textStyle: 'xs',
      fontWeight: '600',
      color: 'fg.muted',
    },
  },
});

const Row = chakra(CommandItem, {
  base: {
    display: 'flex',
    alignItems: 'center',
    gap: '2.5',
    minH: '9',
    px: '2.5',
    borderRadius: 'l2',
    cursor: 'pointer',
    userSelect: 'none',
    scrollMarginBlock: '2rem',
    '& > svg': { flexShrink: 0, color: 'fg.muted', width: '16px', height: '16px' },
    '&[data-selected=true]': { bg: 'bg.muted' },
  },
});
