import { Box } from '@chakra-ui/react';
import { UserPlus } from 'lucide-react';
import { useMemo, useState } from 'react';
import { useLocation } from 'react-router';
import { whyNotChange } from '#core/users/manage.ts';
import type { User } from '#core/users/user.ts';
import { PageAction } from '#web/components/page/page-action.tsx';
import { ListPage } from '#web/lib/list/list-page.tsx';
import { usePageCommands } from '#web/lib/page/page-commands.ts';
import { DealerField } from '#web/shared/dealers/dealer-field.tsx';
import { AccessDialog } from './access-dialog.tsx';
import { CreateUserDialog } from './create-user-dialog.tsx';
import { EditUserDialog } from './edit-user-dialog.tsx';
import { managedOf, useManager } from './use-manager.ts';
import { useUserActions } from './use-user-actions.ts';
import { STATUSES, useUsers } from './use-users.ts';
import { EXPORT_COLUMNS, userColumns } from './user-columns.tsx';

export { firstReads } from './use-users.ts';

type Opened = { what: 'create' } | { what: 'edit' | 'access'; user: User };

const TAB_WORDS = { all: 'All', enabled: 'Enabled', disabled: 'Disabled' };

/** The users of the administrator's part of the tree. */
export default function UsersPage() {
  const { list, status, dealer, isFiltered, setDealer } = useUsers();
  const { manager, seesDealers } = useManager();
  const [opened, setOpened] = useState<Opened>();
  const actions = useUserActions();
  const { search } = useLocation();
  const close = () => setOpened(undefined);
  const create = () => setOpened({ what: 'create' });
  // biome-ignore lint/correctness/useExhaustiveDependencies: what the menu does is the same each time
  const columns = useMemo(
    () =>
      userColumns({
        onEdit: (user) => setOpened({ what: 'edit', user }),
        onAccess: (user) => setOpened({ what: 'access', user }),
        actions,
      }),
    [],
  );
  usePageCommands({
    id: 'users',
    label: 'Users',
    commands: [{ id: 'create-user', label: 'Create user', run: create }],
  });

  return (
    <ListPage<User>
      title="Users"
      description={dealer === undefined ? 'The users of your dealer and its sub-dealers.' : 'The users of one dealer.'}
      primary={<PageAction label="Create user" icon={UserPlus} onClick={create} />}
      tabs={{
        label: 'Status of users',
        active: status,
        tabs: STATUSES.map((each) => ({ id: each, label: TAB_WORDS[each], to: withStatus(search, each) })),
      }}
      list={list}
      columns={columns}
      onOpen={(user) => setOpened({ what: whyNotChange(manager, managedOf(user)) ? 'access' : 'edit', user })}
      search={{ label: 'Search users', placeholder: 'Name, user name or e-mail' }}
      controls={
        seesDealers && (
          <Box w="16rem">
            <DealerField
              label="Dealer"
              labelHidden
              name="dealer"
              placeholder="All dealers"
              clearable
              value={dealer}
              chosenName={list.rows?.[0]?.DealerName}
              onChange={setDealer}
            />
          </Box>
        )
      }
      fileName={`users ${new Date().toISOString().slice(0, 10)}`}
      exportColumns={EXPORT_COLUMNS}
      empty={
        isFiltered
          ? { title: 'No user matches', description: 'Search for something else, or show all users.' }
          : { title: 'No user yet', description: 'Create the first one.' }
      }
    >
      {opened?.what === 'create' && <CreateUserDialog onClose={close} />}
      {opened?.what === 'edit' && <EditUserDialog user={opened.user} onClose={close} />}
      {opened?.what === 'access' && <AccessDialog user={opened.user} onClose={close} />}
    </ListPage>
  );
}

function withStatus(search: string, status: string): string {
  const next = new URLSearchParams(search);
  if (status === 'all') next.delete('status');
  else next.set('status', status);
  return `?${next}`;
}
