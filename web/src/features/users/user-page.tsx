import { chakra, Flex, SimpleGrid } from '@chakra-ui/react';
import { Pencil } from 'lucide-react';
import { useState } from 'react';
import { Navigate, useNavigate, useSearchParams } from 'react-router';
import type { AccessFlag } from '#core/access.ts';
import { users } from '#core/users/contract.ts';
import { FLAG_GROUPS, type FlagWords } from '#core/users/flag-words.ts';
import { whyNotChange } from '#core/users/manage.ts';
import { USER_TYPE_WORDS, type User } from '#core/users/user.ts';
import { fullNameOf } from '#core/users/user-record.ts';
import { FailedRecordPage } from '#web/components/page/failed-record-page.tsx';
import { KeyValueList } from '#web/components/page/key-value-list.tsx';
import { Page } from '#web/components/page/page.tsx';
import { PageAction } from '#web/components/page/page-action.tsx';
import { PageHeader } from '#web/components/page/page-header.tsx';
import { SettingSection } from '#web/components/page/setting-section.tsx';
import { PageSkeleton } from '#web/components/states/page-skeleton.tsx';
import { StatusBadge } from '#web/components/status/status-badge.tsx';
import { RelativeTime } from '#web/components/text/relative-time.tsx';
import { TextLink } from '#web/components/text/text-link.tsx';
import { readOf } from '#web/lib/api/early-reads.ts';
import { useEndpoint } from '#web/lib/api/use-endpoint.ts';
import { usePageTrail } from '#web/lib/page/page-trail.ts';
import { paths } from '#web/lib/page/paths.ts';
import type { FirstReads } from '#web/lib/page/screen.ts';
import { AccessDialog } from './access-dialog.tsx';
import { EditUserDialog } from './edit-user-dialog.tsx';
import { flagsOf, managedOf, useManager } from './use-manager.ts';
import { useUserActions } from './use-user-actions.ts';
import { useUserItems } from './use-user-items.ts';

export const firstReads: FirstReads = (parameters) => {
  const userKey = parameters.get('UserKey');
  return userKey ? [readOf(users.access, { userKey })] : [];
};

/** One user: who they are and what they may do. Without a user in the address the list opens. */
export default function UserPage() {
  const [parameters] = useSearchParams();
  const userKey = parameters.get('UserKey');
  return userKey ? <UserLoader key={userKey} userKey={userKey} /> : <Navigate to={paths.users()} replace />;
}

function UserLoader({ userKey }: { userKey: string }) {
  const { data, error, mutate } = useEndpoint(users.access, { userKey }, { isRecord: true, onError: () => undefined });
  if (error && !data)
    return (
      <FailedRecordPage
        noun="user"
        list={{ label: 'All users', to: paths.users() }}
        failure={error}
        onRetry={() => void mutate()}
      />
    );
  return data ? (
    <UserView user={data.user} />
  ) : (
    <Page>
      <PageSkeleton shape="settings" />
    </Page>
  );
}

function UserView({ user }: { user: User }) {
  const { manager } = useManager();
  const navigate = useNavigate();
  const [opened, setOpened] = useState<'edit' | 'access'>();
  const close = () => setOpened(undefined);
  const edit = () => setOpened('edit');
  const items = useUserItems({
    user,
    onEdit: edit,
    onAccess: () => setOpened('access'),
    actions: useUserActions({ onDeleted: () => void navigate(paths.users(), { replace: true }) }),
  });
  const notChange = whyNotChange(manager, managedOf(user));
  const name = fullNameOf(user);
  usePageTrail([{ label: name }]);
  return (
    <Page>
      <PageHeader
        title={name}
        description={user.UserName}
        badge={
          user.UserStatus === 1 ? (
            <StatusBadge tone="ok" label="Enabled" />
          ) : (
            <StatusBadge tone="muted" label="Disabled" />
          )
        }
        primary={<PageAction label="Edit user" icon={Pencil} onClick={edit} disabledReason={notChange} />}
        secondary={items.filter(({ id }) => id !== 'edit')}
      />
      <div>
        <SettingSection title="User">
          <KeyValueList
            items={[
              { label: 'User name', value: user.UserName, copyable: true },
              { label: 'E-mail', value: user.UserEmail, copyable: true },
              {
                label: 'Dealer',
                value: <TextLink to={paths.users({ dealer: user.DealerKey })}>{user.DealerName}</TextLink>,
              },
              { label: 'Type', value: USER_TYPE_WORDS[user.UserTypeKey] },
              { label: 'Last sign-in', value: <RelativeTime at={user.LastAuth} focusable /> },
              { label: 'Two-step sign-in', value: user.twoStepSignIn ? 'On' : 'Off' },
            ]}
          />
        </SettingSection>
        <SettingSection title="Access" description="What the user may do.">
          <Access flags={flagsOf(user)} />
        </SettingSection>
      </div>
      {opened === 'edit' && <EditUserDialog user={user} onClose={close} />}
      {opened === 'access' && <AccessDialog user={user} onClose={close} />}
    </Page>
  );
}

/** The flags that are on, in their groups. */
function Access({ flags }: { flags: readonly AccessFlag[] }) {
  if (flags.length === 0) return <chakra.p color="fg.muted">None.</chakra.p>;
  const groups = FLAG_GROUPS.map(({ title, flags: all }) => ({
    title,
    held: (Object.entries(all) as [AccessFlag, FlagWords][]).filter(([flag]) => flags.includes(flag)),
  })).filter(({ held }) => held.length > 0);
  return (
    <SimpleGrid columns={{ base: 1, md: 2 }} gap="6">
      {groups.map(({ title, held }) => (
        <Flex as="section" key={title} direction="column" gap="2" aria-label={title}>
          <chakra.h3 textStyle="xs" fontWeight="600" color="fg.muted">
            {title}
          </chakra.h3>
          {held.map(([flag, { label, allows }]) => (
            <div key={flag}>
              {label}
              <chakra.div textStyle="xs" color="fg.muted" textWrap="pretty">
                {allows}
              </chakra.div>
            </div>
          ))}
        </Flex>
      ))}
    </SimpleGrid>
  );
}
