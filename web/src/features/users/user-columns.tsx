import { Link } from 'react-router';
import { flagWords } from '#core/users/flag-words.ts';
import { USER_TYPE_WORDS, type User } from '#core/users/user.ts';
import { allShown, badgeText, type DataColumn } from '#web/components/data-table/columns.ts';
import { StatusBadge } from '#web/components/status/status-badge.tsx';
import { RelativeTime } from '#web/components/text/relative-time.tsx';
import { Tooltip } from '#web/components/tooltip/tooltip.tsx';
import { paths } from '#web/lib/page/paths.ts';
import { flagsOf } from './use-manager.ts';
import type { UserItemsProps } from './use-user-items.ts';
import { UserMenu } from './user-menu.tsx';

const FACTS: DataColumn<User>[] = [
  {
    accessorKey: 'UserName',
    size: 240,
    cell: ({ row: { original } }) => (
      <Link to={paths.user(original.UserKey)} onClick={(event) => event.stopPropagation()}>
        {original.UserName}
      </Link>
    ),
    meta: { label: 'User name', locked: true, card: 'title', text: ({ UserName }) => UserName },
  },
  {
    id: 'name',
    accessorFn: ({ UserFirstName, UserLastName }) => `${UserFirstName} ${UserLastName}`,
    size: 180,
    meta: { label: 'Name', grows: true },
  },
  { accessorKey: 'UserEmail', size: 240, meta: { label: 'E-mail', shownByDefault: false } },
  {
    id: 'status',
    accessorFn: ({ UserStatus }) => (UserStatus === 1 ? 'Enabled' : 'Disabled'),
    size: 110,
    cell: ({ row: { original } }) =>
      original.UserStatus === 1 ? (
        <StatusBadge tone="ok" label="Enabled" look="plain" />
      ) : (
        <StatusBadge tone="muted" label="Disabled" look="plain" />
      ),
    meta: {
      label: 'Status',
      card: 'aside',
      text: ({ UserStatus }) => badgeText(UserStatus === 1 ? 'Enabled' : 'Disabled'),
    },
  },
  {
    id: 'type',
    accessorFn: ({ UserTypeKey }) => USER_TYPE_WORDS[UserTypeKey],
    size: 150,
    meta: { label: 'Type' },
  },
  { accessorKey: 'DealerName', size: 180, meta: { label: 'Dealer' } },
  {
    id: 'access',
    accessorFn: (user) => flagsOf(user).length,
    size: 90,
    cell: ({ row }) => (
      <Tooltip content={accessWords(row.original)}>
        <span>{flagsOf(row.original).length}</span>
      </Tooltip>
    ),
    meta: {
      label: 'Access',
      align: 'end',
      text: () => '',
      exportValue: (user) => flagsOf(user).join(' '),
      card: 'hidden',
    },
  },
  {
    accessorKey: 'LastAuth',
    size: 130,
    cell: ({ row }) => <RelativeTime at={row.original.LastAuth} />,
    meta: { label: 'Last sign-in', text: () => '59 min ago' },
  },
];

const accessWords = (user: User) => flagsOf(user).map(flagWords).join(', ') || 'None';

/** The columns of an export. */
export const EXPORT_COLUMNS: DataColumn<User>[] = [
  ...allShown(FACTS),
  { accessorKey: 'DealerKey', meta: { label: 'Dealer key', shownByDefault: false } },
];

/** The columns of the table: facts and actions. */
export const userColumns = (menu: Omit<UserItemsProps, 'user'>): DataColumn<User>[] => [
  ...FACTS,
  {
    id: 'actions',
    size: 88,
    enableSorting: false,
    cell: ({ row }) => <UserMenu user={row.original} {...menu} />,
    meta: { label: 'Actions', locked: true, align: 'end', card: 'aside', text: () => '' },
  },
];
