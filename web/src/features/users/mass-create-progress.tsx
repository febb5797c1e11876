import { Alert, Button, chakra, Flex } from '@chakra-ui/react';
import { type LucideIcon, OctagonX, Pause, Play, Plus, RotateCcw } from 'lucide-react';
import { Link } from 'react-router';
import { ACTIONS } from '#core/severity.ts';
import { SECOND } from '#core/time.ts';
import { users } from '#core/users/contract.ts';
import {
  type MassCreation,
  type MassCreationCommand,
  type MassCreationRow,
  massCommandsOf,
} from '#core/users/mass-create.ts';
import { badgeText, type DataColumn } from '#web/components/data-table/columns.ts';
import { useConfirm } from '#web/components/dialog/confirm.ts';
import { ProgressBar } from '#web/components/progress/progress-bar.tsx';
import { StatusBadge } from '#web/components/status/status-badge.tsx';
import type { Tone } from '#web/components/status/tones.ts';
import { RelativeTime } from '#web/components/text/relative-time.tsx';
import { useEndpointMutation } from '#web/lib/api/use-endpoint-mutation.ts';
import { ListPage } from '#web/lib/list/list-page.tsx';
import { type ListReads, useListPage } from '#web/lib/list/use-list-page.ts';
import { paths } from '#web/lib/page/paths.ts';
import { countOfUsers, massStateBadge, retryLabel } from './mass-create-words.ts';

export const readsOfMassCreation = (massCreation: string): ListReads<typeof users.massCreation> => ({
  name: 'massUserCreate',
  pageSizes: [25, 50, 100, 250],
  defaultPageSize: 100,
  input: () => ({ massCreation }),
});

const isUnderWay = (job: MassCreation | undefined) => job?.state === 'running' && !job.isStalled;

/** How far the creation of the users of a list is, with each user. */
export function MassCreateProgress({ massCreation }: { massCreation: string }) {
  const list = useListPage(users.massCreation, {
    ...readsOfMassCreation(massCreation),
    rowId: ({ row }) => String(row),
    refreshInterval: (latest) => (isUnderWay(latest?.massCreation) ? 2 * SECOND : 30 * SECOND),
  });
  const job = list.answer?.massCreation;
  return (
    <ListPage<MassCreationRow>
      title={job ? `Mass creation of ${countOfUsers(job.total)}` : 'Mass user creation'}
      label="Users of the list"
      description={
        job && (
          <>
            {`started by ${job.createdBy} `}
            <RelativeTime at={job.createdAt} focusable />
          </>
        )
      }
      {...(job && { badge: <StatusBadge {...massStateBadge(job)} />, primary: <Commands job={job} /> })}
      above={job && <Progress job={job} />}
      list={list}
      columns={COLUMNS}
      fileName={`mass user creation ${job?.createdAt.slice(0, 10) ?? ''}`.trim()}
      empty={{ title: 'No user', description: 'The list has no user on this page.' }}
    />
  );
}

function Progress({ job }: { job: MassCreation }) {
  const { total, created, withoutMail, failed, createdAt, turnStartedAt = createdAt, doneBefore = 0 } = job;
  const goesOn = isUnderWay(job);
  return (
    <Flex direction="column" gap="3">
      {job.stopReason !== undefined && (
        <Alert.Root status="warning" size="sm" variant="subtle" colorPalette="warning" role="status">
          <Alert.Title fontWeight="400">
            {`It has stopped. ${job.stopReason}. If it is resumed while this is still so, it stops again.`}
          </Alert.Title>
        </Alert.Root>
      )}
      <ProgressBar
        label="Creating users"
        done={created + withoutMail + failed}
        total={total}
        failed={failed}
        {...(goesOn && { startedAt: new Date(turnStartedAt), doneBefore })}
        finished={!goesOn}
      />
      {withoutMail > 0 && (
        <chakra.span color="warning.fg">{`${countOfUsers(withoutMail)} created without a mail`}</chakra.span>
      )}
    </Flex>
  );
}

const LOOKS: Readonly<Record<MassCreationCommand, { label: string; icon: LucideIcon }>> = {
  pause: { label: 'Pause', icon: Pause },
  resume: { label: 'Resume', icon: Play },
  cancel: { label: 'Cancel for good', icon: OctagonX },
  retry: { label: 'Retry', icon: RotateCcw },
};

/** A button for each command that is possible now. */
function Commands({ job }: { job: MassCreation }) {
  const confirm = useConfirm();
  const { trigger, isMutating } = useEndpointMutation(users.massCreateCommand, {
    refreshes: [users.massCreation, users.massCreations],
  });
  const run = async (command: MassCreationCommand) => {
    const sure =
      command !== 'cancel' ||
      (await confirm({
        title: 'Cancel the creation of users?',
        consequence: 'Users that were created stay. The others are not created.',
        actionLabel: 'Cancel for good',
        ...ACTIONS.cancelBulkAction,
      }));
    if (sure) await trigger({ massCreation: job.massCreation, command });
  };
  return (
    <Flex gap="2" wrap="wrap">
      {massCommandsOf(job).map((command) => {
        const { label, icon: Icon } = LOOKS[command];
        return (
          <Button key={command} variant="outline" onClick={() => void run(command)} disabled={isMutating}>
            <Icon size={15} aria-hidden />
            {command === 'retry' ? retryLabel(job) : label}
          </Button>
        );
      })}
      <Button asChild variant="outline">
        <Link to={paths.massUserCreate()}>
          <Plus size={15} aria-hidden />
          New list
        </Link>
      </Button>
    </Flex>
  );
}

const WORDS: Readonly<Record<MassCreationRow['state'], { label: string; tone: Tone }>> = {
  open: { label: 'To do', tone: 'muted' },
  mailing: { label: 'Sending mail', tone: 'notice' },
  created: { label: 'Created', tone: 'ok' },
  withoutMail: { label: 'Created, mail not sent', tone: 'warning' },
  failed: { label: 'Failed', tone: 'danger' },
};

const COLUMNS: DataColumn<MassCreationRow>[] = [
  { accessorKey: 'UserName', size: 260, meta: { label: 'User name', locked: true, card: 'title' } },
  {
    id: 'state',
    accessorFn: ({ state }) => WORDS[state].label,
    size: 200,
    cell: ({ row }) => <StatusBadge {...WORDS[row.original.state]} look="plain" />,
    meta: { label: 'Outcome', card: 'aside', text: ({ state }) => badgeText(WORDS[state].label) },
  },
  { id: 'reason', accessorFn: ({ reason }) => reason ?? '', size: 300, meta: { label: 'Reason', grows: true } },
  { accessorKey: 'UserEmail', size: 240, meta: { label: 'E-mail' } },
  { accessorKey: 'UserFirstName', size: 130, meta: { label: 'First name' } },
  { accessorKey: 'UserLastName', size: 130, meta: { label: 'Last name' } },
];
