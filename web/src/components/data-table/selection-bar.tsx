import { Button, chakra } from '@chakra-ui/react';
import { X } from 'lucide-react';
import { useState } from 'react';
import { useNavigate } from 'react-router';
import { useIsPhone } from '../hooks/use-media.ts';
import type { ActionItem } from '../menu/action-item.ts';
import { ActionsMenu } from '../menu/actions-menu.tsx';
import { BottomBar } from '../page/bottom-bar.tsx';
import { DisabledReason } from '../tooltip/disabled-reason.tsx';
import { OutOfSightDialog } from './out-of-sight-dialog.tsx';
import { outOfSight, setRows } from './selection.ts';
import type { TableSelection } from './types.ts';

interface SelectionBarProps {
  selection: TableSelection;
  /** The shown rows; undefined while they load. */
  inSight: readonly string[] | undefined;
  onClear: () => void;
}

const BUTTONS = 2;

/**
 * The number of selected rows, those out of sight counted apart, a button that selects all matching rows, and the actions. Hidden
 * without a selection.
 */
export function SelectionBar({ selection, inSight, onClear }: SelectionBarProps) {
  const [showing, setShowing] = useState(false);
  const { ids, matching, everything = false, onEverythingChange, actions = [] } = selection;
  const isPhone = useIsPhone();
  const count = everything ? matching : ids.size;
  if (!everything && ids.size === 0) return null;
  const hidden = everything || !inSight ? [] : outOfSight(ids, inSight);
  const buttons = isPhone ? 0 : actions.length === BUTTONS + 1 ? actions.length : BUTTONS;
  const canSelectAll = onEverythingChange && !everything && (matching === undefined || matching > ids.size);
  return (
    <BottomBar
      label="Selection"
      actions={
        <>
          {actions.slice(0, buttons).map((action) => (
            <ActionButton key={action.id} action={action} />
          ))}
          <ActionsMenu items={actions.slice(buttons)} label={buttons === 0 ? 'Actions' : 'More'} size="xs" raised />
        </>
      }
    >
      <Button
        size="xs"
        variant="ghost"
        px="1.5"
        ms="-1.5"
        minW="6"
        h="6"
        aria-label="Clear the selection"
        onClick={onClear}
      >
        <X size={15} aria-hidden />
      </Button>
      <chakra.span fontWeight="600" role="status">
        {everything
          ? `All ${count === undefined ? '' : `${spoken(count)} `}that match are selected`
          : hidden.length > 0
            ? `${spoken(count)} selected, ${spoken(hidden.length)} of them not in sight`
            : `${spoken(count)}${matching === undefined ? '' : ` of ${spoken(matching)}`} selected`}
      </chakra.span>
      {hidden.length > 0 && (
        <TextButton type="button" onClick={() => setShowing(true)}>
          Show
        </TextButton>
      )}
      <OutOfSightDialog
        open={showing && hidden.length > 0}
        onClose={() => setShowing(false)}
        rows={hidden}
        onRemove={(removed) => {
          if (removed.length === hidden.length) setShowing(false);
          selection.onChange(setRows(ids, removed, false));
        }}
      />
      {canSelectAll && (
        <TextButton type="button" onClick={() => onEverythingChange(true)}>
          {matching === undefined ? 'Select all that match' : `Select all ${spoken(matching)} that match`}
        </TextButton>
      )}
    </BottomBar>
  );
}

const spoken = (count: number | undefined) => (count === undefined ? '' : count.toLocaleString('en'));

function ActionButton({ action }: { action: ActionItem }) {
  const navigate = useNavigate();
  const { icon: Icon } = action;
  return (
    <DisabledReason reason={action.disabledReason}>
      <Button
        size="xs"
        variant="outline"
        bg="bg.panel"
        colorPalette={action.tone === 'danger' ? 'danger' : undefined}
        onClick={() => (action.href ? navigate(action.href) : action.run?.())}
      >
        {Icon && <Icon aria-hidden />}
        {action.label}
      </Button>
    </DisabledReason>
  );
}

const TextButton = chakra('button', {
  base: {
    color: 'accent.fg',
    fontWeight: '600',
    cursor: 'pointer',
    px: '1',
    minH: '6',
    borderRadius: 'l1',
    textDecoration: 'underline',
    textUnderlineOffset: '3px',
    focusVisibleRing: 'outside',
  },
});
