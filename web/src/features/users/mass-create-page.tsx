import { Box, Button, chakra, Flex, Heading } from '@chakra-ui/react';
import { Check } from 'lucide-react';
import { useState } from 'react';
import type { AccessFlag } from '#core/access.ts';
import { ACTIONS } from '#core/severity.ts';
import { CHOOSE_DEALER } from '#core/users/manage.ts';
import type { MassUserOutcome } from '#core/users/mass-create.ts';
import { MASS_HEADER } from '#core/users/mass-list.ts';
import type { DataColumn } from '#web/components/data-table/columns.ts';
import { DataTable } from '#web/components/data-table/data-table.tsx';
import { useConfirm } from '#web/components/dialog/confirm-provider.tsx';
import { TextAreaField } from '#web/components/form/text-area-field.tsx';
import { Page } from '#web/components/page/page.tsx';
import { PageHeader } from '#web/components/page/page-header.tsx';
import { PartsProgress } from '#web/components/progress/parts-progress.tsx';
import { Problem } from '#web/components/states/problem.tsx';
import { StatusBadge } from '#web/components/status/status-badge.tsx';
import { FileDrop } from '#web/components/upload/file-drop.tsx';
import { showSuccess } from '#web/lib/messages/show.ts';
import type { FirstReads } from '#web/lib/page/screen.ts';
import { useSession } from '#web/lib/session/session.tsx';
import { DealerField, readOfDealerField } from '#web/shared/dealers/dealer-field.tsx';
import { AccessToggles } from './access-toggles.tsx';
import { readUserList, USER_LIST_FILES, usersOf } from './read-user-list.ts';
import { useManager } from './use-manager.ts';
import { useMassCreate } from './use-mass-create.ts';

const SHOWN_PROBLEMS = 10;

export const firstReads: FirstReads = () => [readOfDealerField()];

/** Creates the users of a list. Each gets a mail with a link to choose a password. */
export default function MassCreatePage() {
  const confirm = useConfirm();
  const { user } = useSession();
  const { manager } = useManager();
  const [dealer, setDealer] = useState<number | undefined>(user.dealer === 1 ? undefined : user.dealer);
  const [text, setText] = useState('');
  const [flags, setFlags] = useState<readonly AccessFlag[]>([]);
  const [problem, setProblem] = useState<string>();
  const creation = useMassCreate();
  const { users, problems } = text.trim() === '' ? NOBODY : usersOf(text);

  const take = async (file: File) => {
    const read = await readUserList(file);
    setProblem('problem' in read ? read.problem : undefined);
    if ('text' in read) setText(read.text);
  };
  const start = async () => {
    const wrong =
      dealer === undefined
        ? CHOOSE_DEALER
        : problems.length > 0
          ? 'Correct the lines below first'
          : users.length === 0
            ? 'Enter a list of users'
            : undefined;
    setProblem(wrong);
    if (wrong || dealer === undefined) return;
    const isSure = await confirm({
      title: `Create ${users.length === 1 ? '1 user' : `${users.length} users`}?`,
      consequence: 'Each user gets a mail with a link to choose a password.',
      actionLabel: 'Create users',
      ...ACTIONS.createUsers,
    });
    if (isSure) await creation.start({ DealerKey: dealer, flags, users });
  };

  return (
    <Page>
      <PageHeader
        title="Mass user creation"
        description="Creates the users of a list, all with the same dealer and access."
      />
      <Box maxW="28rem">
        <DealerField name="dealer" label="Dealer" placeholder="Choose a dealer" value={dealer} onChange={setDealer} />
      </Box>
      <Box maxW="48rem">
        <TextAreaField
          name="list"
          label="List of users"
          help={`The first line is ${MASS_HEADER.join(',')}`}
          rows={6}
          value={text}
          onChange={setText}
        />
      </Box>
      <Box maxW="48rem">
        <FileDrop label="A CSV file with users" onFile={(file) => void take(file)} rules={USER_LIST_FILES} />
      </Box>
      <Heading as="h2" textStyle="sectionTitle">
        Access
      </Heading>
      <AccessToggles value={[...flags]} onChange={setFlags} own={manager.flags} />
      <Problem text={problem} />
      {problems.length > 0 && (
        <chakra.ul aria-label="Lines to correct" color="warning.fg">
          {problems.slice(0, SHOWN_PROBLEMS).map(({ line, problem: words }) => (
            <li key={line}>{`Line ${line}: ${words}`}</li>
          ))}
          {problems.length > SHOWN_PROBLEMS && <li>{`And ${problems.length - SHOWN_PROBLEMS} more lines`}</li>}
        </chakra.ul>
      )}
      <Flex gap="3" align="center">
        <Button onClick={() => void start()} disabled={creation.progress !== undefined}>
          <Check size={15} aria-hidden />
          Create users
        </Button>
        <chakra.span color="fg.muted">{users.length === 1 ? '1 user' : `${users.length} users`}</chakra.span>
      </Flex>
      <PartsProgress label="Users" parts={creation} />
      {creation.outcomes.length > 0 && (
        <DataTable<MassUserOutcome>
          name="massUserCreate"
          label="Outcomes"
          columns={COLUMNS}
          rows={creation.outcomes}
          rowId={({ UserName }) => UserName}
          exporting={{ fileName: 'mass user creation', onExported: showSuccess }}
        />
      )}
    </Page>
  );
}

const NOBODY = { users: [], problems: [] };
const WORDS = { created: 'Created', withoutMail: 'Created, mail not sent', refused: 'Refused' } as const;
const TONES = { created: 'ok', withoutMail: 'warning', refused: 'danger' } as const;

const COLUMNS: DataColumn<MassUserOutcome>[] = [
  { accessorKey: 'UserName', size: 280, meta: { label: 'User name', locked: true, card: 'title' } },
  {
    id: 'outcome',
    accessorFn: ({ outcome }) => WORDS[outcome],
    size: 220,
    cell: ({ row: { original } }) => <StatusBadge tone={TONES[original.outcome]} label={WORDS[original.outcome]} />,
    meta: { label: 'Outcome' },
  },
  { id: 'reason', accessorFn: ({ reason }) => reason ?? '', size: 320, meta: { label: 'Reason', grows: true } },
];
