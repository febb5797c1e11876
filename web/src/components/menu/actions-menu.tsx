import { Button, chakra, IconButton, Menu, Portal } from '@chakra-ui/react';
import { ChevronDown, Ellipsis } from 'lucide-react';
import { Fragment } from 'react';
import { useNavigate } from 'react-router';
import { useOpenable } from '../text/openable.tsx';
import type { ActionItem } from './action-item.ts';

export interface ActionsMenuProps {
  items: readonly ActionItem[];
  /** The button's label. */
  label: string;
  /** Shows three dots; only screen readers get the label. */
  iconOnly?: boolean;
  size?: 'xs' | 'sm';
  variant?: 'outline' | 'ghost' | 'solid';
  /** For a button on a tinted bar. */
  raised?: boolean;
}

/** A button that opens a list of actions. A disabled action shows its reason. Screens that the user may not open are left out. */
export function ActionsMenu({
  items,
  label,
  iconOnly = false,
  size = 'sm',
  variant = 'outline',
  raised = false,
}: ActionsMenuProps) {
  const navigate = useNavigate();
  const isOpenable = useOpenable();
  const shown = items.filter(({ href }) => href === undefined || isOpenable(href));
  if (shown.length === 0) return null;
  const choose = (item: ActionItem) => {
    if (item.href) void navigate(item.href);
    else item.run?.();
  };
  return (
    <Menu.Root positioning={{ placement: 'bottom-end' }} lazyMount unmountOnExit>
      <Menu.Trigger asChild>
        {iconOnly ? (
          <IconButton size={size} variant={variant} aria-label={label}>
            <Ellipsis aria-hidden />
          </IconButton>
        ) : (
          <Button size={size} variant={variant} bg={raised ? 'bg.panel' : undefined}>
            {label}
            <ChevronDown aria-hidden />
          </Button>
        )}
      </Menu.Trigger>
      <Portal>
        <Menu.Positioner>
          <Menu.Content minW="13rem" maxW="20rem">
            {shown.map((item) => (
              <Fragment key={item.id}>
                {item.startsGroup && <Menu.Separator />}
                <ActionsMenuItem item={item} onChoose={() => choose(item)} />
              </Fragment>
            ))}
          </Menu.Content>
        </Menu.Positioner>
      </Portal>
    </Menu.Root>
  );
}

function ActionsMenuItem({ item, onChoose }: { item: ActionItem; onChoose: () => void }) {
  const { icon: Icon, disabledReason } = item;
  return (
    <Menu.Item
      value={item.id}
      onClick={disabledReason ? undefined : onChoose}
      closeOnSelect={!disabledReason}
      aria-disabled={disabledReason ? true : undefined}
      color={item.tone === 'danger' && !disabledReason ? 'danger.fg' : 'fg'}
      alignItems={disabledReason ? 'flex-start' : 'center'}
      gap="2.5"
      css={disabledReason ? { opacity: '1 !important', cursor: 'not-allowed' } : undefined}
    >
      {Icon && <Icon size={16} aria-hidden style={{ flexShrink: 0, opacity: disabledReason ? 0.6 : 1 }} />}
      <chakra.span flex="1">
        <chakra.span color={disabledReason ? 'fg.muted' : undefined}>{item.label}</chakra.span>
        {disabledReason && (
          <chakra.span display="block" textStyle="xs" color="fg.muted">
            {disabledReason}
          </chakra.span>
        )}
      </chakra.span>
    </Menu.Item>
  );
}
