import { type KeyboardEvent, useId, useState } from 'react';

interface ListboxOptions {
  count: number;
  open: boolean;
  onChoose: (index: number, event: KeyboardEvent | React.MouseEvent) => void;
  /** The active option when the list opens or changes; -1 for none, so that Enter takes the text itself. */
  initial?: number;
}

/** Keyboard and ARIA attributes of a text field with a list of options (combobox with active descendant). */
export function useListbox({ count, open, onChoose, initial = 0 }: ListboxOptions) {
  const listId = useId();
  const [moved, setActive] = useState<number>();
  const active = open && count > 0 ? Math.min(moved ?? initial, count - 1) : -1;
  const optionId = (index: number) => `${listId}-${index}`;

  const moveTo = (index: number) => {
    setActive(index);
    requestAnimationFrame(() => document.getElementById(optionId(index))?.scrollIntoView({ block: 'nearest' }));
  };

  /** Handles the key; true if the list used it. */
  const onKeyDown = (event: KeyboardEvent): boolean => {
    if (!open || count === 0 || event.nativeEvent.isComposing) return false;
    const target = targetOf(event, active, count);
    if (target !== undefined) {
      event.preventDefault();
      moveTo(target);
      return true;
    }
    if (event.key === 'Enter' && active >= 0) {
      event.preventDefault();
      onChoose(active, event);
      return true;
    }
    return false;
  };

  return {
    active,
    onKeyDown,
    /** Activates the initial option again; call it when the options change. */
    reset: () => setActive(undefined),
    inputProps: {
      role: 'combobox' as const,
      'aria-expanded': open && count > 0,
      'aria-controls': open && count > 0 ? listId : undefined,
      'aria-autocomplete': 'list' as const,
      'aria-activedescendant': active >= 0 ? optionId(active) : undefined,
      autoComplete: 'off',
      autoCapitalize: 'off',
      spellCheck: false,
    },
    /** The id of the list. */
    listId,
    optionProps: (index: number) => ({
      role: 'option' as const,
      id: optionId(index),
      'aria-selected': index === active,
      'data-active': index === active || undefined,
      onPointerMove: () => setActive(index),
      // The field keeps the focus.
      onMouseDown: (event: React.MouseEvent) => event.preventDefault(),
      onClick: (event: React.MouseEvent) => onChoose(index, event),
    }),
  };
}

function targetOf(event: KeyboardEvent, active: number, count: number): number | undefined {
  switch (event.key) {
    case 'ArrowDown':
      return active >= count - 1 ? 0 : active + 1;
    case 'ArrowUp':
      return active <= 0 ? count - 1 : active - 1;
    case 'PageDown':
      return Math.min(count - 1, active + 8);
    case 'PageUp':
      return Math.max(0, active - 8);
    default:
      return undefined;
  }
}
