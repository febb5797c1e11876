import { Box, chakra, Input, InputGroup, Spinner, VisuallyHidden } from '@chakra-ui/react';
import { Search } from 'lucide-react';
import { useState } from 'react';
import { useNavigate } from 'react-router';
import { fullUnitID } from '#core/units/unit.ts';
import { OptionList } from '#web/components/form/option-list.tsx';
import { Popup } from '#web/components/form/popup.tsx';
import { useListbox } from '#web/components/form/use-listbox.ts';
import { KeyCaps } from '#web/components/shortcuts/key-caps.tsx';
import { Tooltip } from '#web/components/tooltip/tooltip.tsx';
import { paths } from '#web/lib/page/paths.ts';
import { type QuickSearchAnswer, quickSearchWords } from './quick-search-answer.ts';
import { useQuickSearch } from './use-quick-search.ts';

type FoundUnit = QuickSearchAnswer['found'][number];

interface QuickSearchProps {
  onFollow: (() => void) | undefined;
  /** Shows a button that opens the palette. */
  onOpenPalette: (() => void) | undefined;
}

/** The quick search of the side navigation: opens a unit by the beginning of any identifier. */
export function QuickSearch({ onFollow, onOpenPalette }: QuickSearchProps) {
  const [text, setText] = useState('');
  const [open, setOpen] = useState(false);
  const navigate = useNavigate();
  const { answer, error, isSearching } = useQuickSearch(text);
  const found = answer?.found ?? [];

  const close = () => {
    setOpen(false);
    setText('');
  };
  const follow = (to: string) => {
    close();
    onFollow?.();
    void navigate(to);
  };
  const listbox = useListbox({
    count: found.length,
    open,
    onChoose: (index) => follow(paths.unit(found[index]!.UnitSerNum)),
  });
  const words = error ? error.message : answer && quickSearchWords(answer);

  return (
    <Box position="relative" onBlur={(event) => !event.currentTarget.contains(event.relatedTarget) && setOpen(false)}>
      <InputGroup
        startElement={<Search size={15} aria-hidden />}
        endElementProps={{ px: '1.5' }}
        endElement={
          isSearching ? (
            <Spinner size="xs" aria-label="Searching" />
          ) : (
            onOpenPalette && text === '' && <PaletteButton onOpen={onOpenPalette} />
          )
        }
      >
        <Input
          size="sm"
          type="search"
          aria-label="Quick search for units"
          placeholder="Find a unit"
          value={text}
          bg="bg.panel"
          {...listbox.inputProps}
          onChange={(event) => {
            setText(event.target.value);
            setOpen(true);
            listbox.reset();
          }}
          onFocus={() => setOpen(true)}
          onKeyDown={(event) => {
            if (listbox.onKeyDown(event) || event.key !== 'Escape' || text === '') return;
            event.stopPropagation();
            close();
          }}
        />
      </InputGroup>
      {open && words && (
        <Popup minWidth={416}>
          <chakra.p px="2" py="1.5" textStyle="xs" color={error ? 'fg.error' : 'fg.muted'} role="status">
            {words}
          </chakra.p>
          {found.length > 0 && (
            <FoundUnits
              listbox={listbox}
              found={found}
              more={answer?.more === true}
              onMore={() => follow(paths.units({ searchText: text.trim() }))}
            />
          )}
        </Popup>
      )}
    </Box>
  );
}

/** Opens the palette, which searches everything, and shows its shortcut. */
const PaletteButton = ({ onOpen }: { onOpen: () => void }) => (
  <Tooltip content="Search or jump to anything">
    <chakra.button
      type="button"
      aria-haspopup="dialog"
      display="flex"
      alignItems="center"
      minH="6"
      borderRadius="l1"
      cursor="pointer"
      focusVisibleRing="outside"
      onClick={onOpen}
    >
      <VisuallyHidden>Search or jump to anything</VisuallyHidden>
      <span aria-hidden>
        <KeyCaps keys="mod+k" />
      </span>
    </chakra.button>
  </Tooltip>
);

interface FoundUnitsProps {
  listbox: ReturnType<typeof useListbox>;
  found: readonly FoundUnit[];
  more: boolean;
  onMore: () => void;
}

const FoundUnits = ({ listbox, found, more, onMore }: FoundUnitsProps) => (
  <Box role="group" aria-label="Units found" tabIndex={0}>
    <OptionList id={listbox.listId} label="Units">
      {found.map((unit, index) => (
        <OptionList.Option
          key={unit.UnitSerNum}
          {...listbox.optionProps(index)}
          hint={`${unit.UnitModel}, ${unit.DealerName}`}
        >
          <chakra.span textStyle="identifier">
            {[unit.UnitSerNum, fullUnitID(unit)].filter(Boolean).join(' · ')}
          </chakra.span>
        </OptionList.Option>
      ))}
    </OptionList>
    {more && (
      <MoreButton type="button" onMouseDown={(event) => event.preventDefault()} onClick={onMore}>
        More found: show them in the list
      </MoreButton>
    )}
  </Box>
);

const MoreButton = chakra('button', {
  base: {
    w: 'full',
    px: '2',
    py: '1.5',
    borderRadius: 'l1',
    textAlign: 'start',
    color: 'accent.fg',
    cursor: 'pointer',
    _hover: { bg: 'bg.muted' },
    focusVisibleRing: 'inside',
  },
});
