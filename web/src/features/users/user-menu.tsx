import { chakra } from '@chakra-ui/react';
import { UserRound } from 'lucide-react';
import { ActionsMenu } from '#web/components/menu/actions-menu.tsx';
import { paths } from '#web/lib/page/paths.ts';
import { type UserItemsProps, useUserItems } from './use-user-items.ts';

/** The actions on a user in a row, and the way to their page. */
export function UserMenu(props: UserItemsProps) {
  const { user } = props;
  const open = { id: 'open', label: 'Open', icon: UserRound, href: paths.user(user.UserKey) };
  const items = [open, ...useUserItems(props)];
  return (
    // A click in the menu must not open the row.
    <chakra.span onClick={(event) => event.stopPropagation()}>
      <ActionsMenu items={items} label={`Actions for ${user.UserName}`} iconOnly size="xs" variant="ghost" />
    </chakra.span>
  );
}
