import { Box, chakra, Dialog, Portal } from '@chakra-ui/react';
import { CornerDownLeft, Search } from 'lucide-react';
import { Fragment, type KeyboardEvent, type MouseEvent, useRef, useState } from 'react';
import { useNavigate } from 'react-router';
import { useListbox } from '../form/use-listbox.ts';
import { KeyCaps } from '../shortcuts/key-caps.tsx';
import { useShortcuts } from '../shortcuts/use-shortcuts.ts';
import { Highlight } from './highlight.tsx';
import { rememberCommand } from './recent.ts';
import type { Command, CommandGroup } from './types.ts';
import { type FoundGroup, useFoundCommands } from './use-found-commands.ts';

export interface CommandPaletteProps {
  /** Keep the array the same between renders where nothing changed: searches begin anew with it. */
  groups: readonly CommandGroup[];
  open: boolean;
  onOpenChange: (open: boolean) => void;
  placeholder?: string;
}

/** Finds and does anything by keyboard. Opens on Ctrl-K (Command-K); mounted once. */
export function CommandPalette({
  groups,
  open,
  onOpenChange,
  placeholder = 'Search or jump to…',
}: CommandPaletteProps) {
  useShortcuts([
    {
      keys: 'mod+k',
      label: 'Search or jump to anything',
      group: 'Everywhere',
      inFields: true,
      run: () => onOpenChange(!open),
    },
  ]);
  const input = useRef<HTMLInputElement>(null);
  return (
    <Dialog.Root
      open={open}
      onOpenChange={(details) => onOpenChange(details.open)}
      placement="top"
      size="md"
      scrollBehavior="inside"
      initialFocusEl={() => input.current}
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
            <Palette groups={groups} placeholder={placeholder} inputRef={input} onDone={() => onOpenChange(false)} />
          </Dialog.Content>
        </Dialog.Positioner>
      </Portal>
    </Dialog.Root>
  );
}

interface PaletteProps {
  groups: readonly CommandGroup[];
  placeholder: string;
  inputRef: React.RefObject<HTMLInputElement | null>;
  onDone: () => void;
}

function Palette({ groups, placeholder, inputRef, onDone }: PaletteProps) {
  const [query, setQuery] = useState('');
  const navigate = useNavigate();
  const found = useFoundCommands(groups, query);
  const flat = found.flatMap((group) => group.found);

  const choose = (command: Command, event: KeyboardEvent | MouseEvent) => {
    rememberCommand(command.id);
    const newTab = event.metaKey || event.ctrlKey;
    if (command.href !== undefined && newTab) window.open(command.href, '_blank', 'noopener');
    onDone();
    if (command.run) command.run();
    else if (!newTab) void navigate(command.href);
  };
  const listbox = useListbox({
    count: flat.length,
    open: true,
    onChoose: (index, event) => choose(flat[index]!.command, event),
  });

  return (
    <>
      <chakra.div display="flex" alignItems="center" gap="2.5" px="4" borderBottomWidth="1px" borderColor="border">
        <chakra.span color="fg.muted">
          <Search size={17} aria-hidden />
        </chakra.span>
        <chakra.input
          ref={inputRef}
          aria-label={placeholder}
          {...listbox.inputProps}
          value={query}
          placeholder={placeholder}
          onChange={(event) => {
            setQuery(event.target.value);
            listbox.reset();
          }}
          onKeyDown={(event) => void listbox.onKeyDown(event)}
          flex="1"
          minW="0"
          h="12"
          textStyle="md"
          outline="0"
          bg="transparent"
        />
      </chakra.div>
      <Box overflowY="auto" maxH="min(26rem, 60dvh)" p="1.5">
        <FoundList found={found} listbox={listbox} query={query} />
      </Box>
      <Hints />
    </>
  );
}

interface FoundListProps {
  found: readonly FoundGroup[];
  listbox: ReturnType<typeof useListbox>;
  query: string;
}

function FoundList({ found, listbox, query }: FoundListProps) {
  const total = found.reduce((sum, group) => sum + group.found.length, 0);
  const pending = found.some((group) => group.pending);
  const failed = found.filter((group) => group.failed);
  let index = 0;
  return (
    <>
      {total > 0 && (
        <div role="listbox" id={listbox.listId} aria-label="Results">
          {found.map((group) =>
            group.found.length === 0 ? null : (
              <Fragment key={group.id}>
                <chakra.div role="presentation" px="2.5" pt="2" pb="1" textStyle="xs" fontWeight="600" color="fg.muted">
                  {group.label}
                </chakra.div>
                {group.found.map(({ command, positions }) => {
                  const option = listbox.optionProps(index++);
                  return (
                    <CommandRow key={`${group.id}/${command.id}`} command={command} positions={positions} {...option} />
                  );
                })}
              </Fragment>
            ),
          )}
        </div>
      )}
      {failed.length > 0 && (
        <Note>{`${failed.map((group) => group.label).join(', ')}: the search failed. Type on to try again`}</Note>
      )}
      {total === 0 && pending && <Note>Searching…</Note>}
      {total === 0 && !pending && failed.length === 0 && (
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

type OptionProps = ReturnType<ReturnType<typeof useListbox>['optionProps']>;

function CommandRow({
  command,
  positions,
  ...option
}: { command: Command; positions: readonly number[] } & OptionProps) {
  return (
    <Row {...option}>
      {command.icon}
      <chakra.span flex="0 1 auto" minW="0" overflow="hidden" textOverflow="ellipsis" whiteSpace="nowrap">
        <Highlight text={command.label} positions={positions} />
      </chakra.span>
      {command.hint && (
        <chakra.span
          flex="1 1 0"
          minW="0"
          textStyle="xs"
          color="fg.muted"
          overflow="hidden"
          textOverflow="ellipsis"
          whiteSpace="nowrap"
        >
          {command.hint}
        </chakra.span>
      )}
      {command.shortcut && (
        <chakra.span ms="auto" hideBelow="md">
          <KeyCaps keys={command.shortcut.join(' ')} />
        </chakra.span>
      )}
    </Row>
  );
}

function Hints() {
  return (
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
}

const Row = chakra('div', {
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
    '&[data-active]': { bg: 'bg.muted' },
  },
});
