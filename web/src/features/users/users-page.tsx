import { Box, Button, Flex } from '@chakra-ui/react';
import { UserPlus } from 'lucide-react';
import { useMemo, useState } from 'react';
import { useLocation } from 'react-router';
import { whyNotChange } from '#core/users/manage.ts';
import type { User } from '#core/users/user.ts';
import { pageText } from '#web/components/data-table/cursor-pages.ts';
import { DataTable } from '#web/components/data-table/data-table.tsx';
import { LinkTabs } from '#web/components/page/link-tabs.tsx';
import { PageHeader } from '#web/components/page/page-header.tsx';
import { QueryBar } from '#web/components/query-bar/query-bar.tsx';
import { usePageCommands } from '#web/lib/page/page-commands.ts';
import { useTableColumns } from '#web/lib/table/use-table-columns.ts';
import { AccessDialog } from './access-dialog.tsx';
import { CreateUserDialog } from './create-user-dialog.tsx';
import { DealerField } from './dealer-field.tsx';
import { EditUserDialog } from './edit-user-dialog.tsx';
import { managedOf, useManager } from './use-manager.ts';
import { useUserActions } from './use-user-actions.ts';
import { loadAllUsers, PAGE_SIZES, STATUSES, useUsers } from './use-users.ts';
import { EXPORT_COLUMNS, userColumns } from './user-columns.tsx';

type Opened = { what: 'create' } | { what: 'edit' | 'access'; user: User };

const TAB_WORDS = { all: 'All', enabled: 'Enabled', disabled: 'Disabled' };

/** The users of the administrator's part of the tree. */
export default function UsersPage() {
  const { table, asked, pages, list, setDealer } = useUsers();
  const { manager, seesDealers } = useManager();
  const [opened, setOpened] = useState<Opened>();
  const settings = useTableColumns('UserManagement');
  const actions = useUserActions();
  const { search } = useLocation();
  const close = () => setOpened(undefined);
  const rows = list.data?.items;
  const isWhole = pages.pageNumber === 0 && list.data?.cursor === null;
  // biome-ignore lint/correctness/useExhaustiveDependencies: what the menu does is the same each time
  const columns = useMemo(
    () =>
      userColumns(
        {
          onEdit: (user) => setOpened({ what: 'edit', user }),
          onAccess: (user) => setOpened({ what: 'access', user }),
          actions,
        },
        isWhole,
      ),
    [isWhole],
  );
  usePageCommands({
    id: 'users',
    label: 'Users',
    commands: [{ id: 'create-user', label: 'Create user', run: () => setOpened({ what: 'create' }) }],
  });

  const open = (user: User) => setOpened({ what: whyNotChange(manager, managedOf(user)) ? 'access' : 'edit', user });

  return (
    <Flex direction="column" gap="4" p={{ base: '4', md: '6' }} pt={{ base: '3', md: '5' }}>
      <PageHeader
        title="Users"
        description={asked.dealer === undefined ? 'Of your dealer and all below it.' : 'Of one dealer.'}
        primary={
          <Button onClick={() => setOpened({ what: 'create' })}>
            <UserPlus size={16} aria-hidden />
            Create user
          </Button>
        }
      >
        <Flex direction="column" mt="2">
          <LinkTabs
            label="Status of users"
            active={asked.status}
            tabs={STATUSES.map((status) => ({ id: status, label: TAB_WORDS[status], to: withStatus(search, status) }))}
          />
        </Flex>
      </PageHeader>
      <DataTable<User>
        name="UserManagement"
        label="Users"
        columns={columns}
        rows={rows}
        rowId={({ UserKey }) => UserKey}
        onOpen={open}
        {...settings}
        controls={
          <>
            <QueryBar
              label="Search users"
              placeholder="Name, user name or e-mail"
              value={table.query}
              onChange={table.setQuery}
            />
            {seesDealers && (
              <Box w={{ base: 'full', md: '16rem' }}>
                <DealerField
                  label="Dealer"
                  labelHidden
                  name="dealer"
                  placeholder="All dealers"
                  clearable
                  value={asked.dealer}
                  chosenName={rows?.[0]?.DealerName}
                  onChange={setDealer}
                />
              </Box>
            )}
          </>
        }
        exporting={{
          fileName: `users ${new Date().toISOString().slice(0, 10)}`,
          columns: EXPORT_COLUMNS,
          load: () => loadAllUsers(asked),
        }}
        paging={{
          size: table.pageSize,
          sizes: PAGE_SIZES,
          onSizeChange: table.setPageSize,
          onNext: pages.goNext(list.data?.cursor),
          onPrevious: pages.goPrevious,
          ...(rows && { text: pageText({ number: pages.pageNumber, size: table.pageSize, shown: rows.length }) }),
        }}
        refreshing={list.isValidating}
        {...(list.error && { error: list.error.message })}
        {...(list.readAt && { updatedAt: list.readAt })}
        onRetry={list.retry}
        empty={
          asked.searchText || asked.status !== 'all' || asked.dealer !== undefined
            ? { title: 'No user matches', description: 'Search for something else, or show all users.' }
            : { title: 'No user yet', description: 'Create the first one.' }
        }
      />
      <CreateUserDialog open={opened?.what === 'create'} onClose={close} />
      {opened?.what === 'edit' && <EditUserDialog user={opened.user} onClose={close} />}
      {opened?.what === 'access' && <AccessDialog user={opened.user} onClose={close} />}
    </Flex>
  );
}

function withStatus(search: string, status: string): string {
  const next = new URLSearchParams(search);
  if (status === 'all') next.delete('status');
  else next.set('status', status);
  return `?${next}`;
}
