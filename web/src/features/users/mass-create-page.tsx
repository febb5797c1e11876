import { Box, Button, chakra, Flex, Heading } from '@chakra-ui/react';
import { Check } from 'lucide-react';
import { useRef, useState } from 'react';
import { useSearchParams } from 'react-router';
import type { AccessFlag } from '#core/access.ts';
import { ACTIONS } from '#core/severity.ts';
import { users } from '#core/users/contract.ts';
import { CHOOSE_DEALER } from '#core/users/manage.ts';
import { MASS_HEADER } from '#core/users/mass-list.ts';
import { useConfirm } from '#web/components/dialog/confirm.ts';
import { TextAreaField } from '#web/components/form/text-area-field.tsx';
import { Page } from '#web/components/page/page.tsx';
import { PageHeader } from '#web/components/page/page-header.tsx';
import { Problem } from '#web/components/states/problem.tsx';
import { lossOfFields, useUnsaved } from '#web/components/unsaved/unsaved-work.ts';
import { useLeaveSaved } from '#web/components/unsaved/use-leave-saved.ts';
import { FileDrop } from '#web/components/upload/file-drop.tsx';
import type { Output } from '#web/lib/api/api.ts';
import { readOf } from '#web/lib/api/early-reads.ts';
import { useEndpointMutation } from '#web/lib/api/use-endpoint-mutation.ts';
import { firstReadsOfList } from '#web/lib/list/use-list-page.ts';
import { paths } from '#web/lib/page/paths.ts';
import type { FirstReads } from '#web/lib/page/screen.ts';
import { useSession } from '#web/lib/session/session.tsx';
import { DealerField, readOfDealerField } from '#web/shared/dealers/dealer-field.tsx';
import { AccessToggles } from './access-toggles.tsx';
import { MassCreateProgress, readsOfMassCreation } from './mass-create-progress.tsx';
import { countOfUsers, mailConsequence } from './mass-create-words.ts';
import { readUserList, USER_LIST_FILES, usersOf } from './read-user-list.ts';
import { RECENT, RecentMassCreations } from './recent-mass-creations.tsx';
import { useManager } from './use-manager.ts';

const SHOWN_PROBLEMS = 10;

export const firstReads: FirstReads = (parameters) => {
  const list = parameters.get('list');
  return list
    ? firstReadsOfList(users.massCreation, readsOfMassCreation(list), parameters)
    : [readOfDealerField(), readOf(users.massCreations, RECENT)];
};

/** Has the users of a list created in the background. With a list in the address, shows how far it is. */
export default function MassCreatePage() {
  const [parameters] = useSearchParams();
  const list = parameters.get('list');
  return list ? <MassCreateProgress massCreation={list} /> : <NewList />;
}

function NewList() {
  const confirm = useConfirm();
  const leaveFor = useLeaveSaved();
  const { user } = useSession();
  const { manager } = useManager();
  const [dealer, setDealer] = useState<number | undefined>(user.dealer === 1 ? undefined : user.dealer);
  const [text, setText] = useState('');
  const [flags, setFlags] = useState<readonly AccessFlag[]>([]);
  const [problem, setProblem] = useState<string>();
  const [excluded, setExcluded] = useState<readonly Excluded[]>([]);
  const dryRun = useEndpointMutation(users.massCreateDryRun);
  const creation = useEndpointMutation(users.massCreate, { refreshes: [users.massCreations] });
  const { users: wanted, problems } = text.trim() === '' ? NOBODY : usersOf(text);
  useUnsaved(text !== '', lossOfFields(['List of users']));

  /** Changes with each entry, so that the answer to a list that was changed meanwhile is dropped. */
  const latest = useRef({});
  const changed = () => {
    latest.current = {};
  };
  const change = (next: string) => {
    changed();
    setText(next);
    setExcluded([]);
  };
  const changeDealer = (next: typeof dealer) => {
    changed();
    setDealer(next);
  };
  const changeFlags = (next: readonly AccessFlag[]) => {
    changed();
    setFlags(next);
  };
  const take = async (file: File) => {
    const read = await readUserList(file);
    setProblem('problem' in read ? read.problem : undefined);
    if ('text' in read) change(read.text);
  };
  const start = async () => {
    const asked = latest.current;
    const wrong =
      dealer === undefined
        ? CHOOSE_DEALER
        : problems.length > 0
          ? 'Correct the lines below first'
          : wanted.length === 0
            ? 'Enter a list of users'
            : undefined;
    setProblem(wrong);
    if (wrong || dealer === undefined) return;
    const list = { DealerKey: dealer, access: Object.fromEntries(flags.map((flag) => [flag, true])) };
    const checked = await dryRun.trigger({ ...list, users: wanted });
    if (!checked) return;
    if (latest.current !== asked)
      return setProblem('The list was changed while it was checked. Create the users again');
    setExcluded(checked.excluded);
    const leftOut = new Set(checked.excluded.map(({ row }) => row));
    const left = wanted.filter((_, row) => !leftOut.has(row));
    if (left.length === 0) return setProblem('No user of the list can be created');
    const isSure = await confirm({
      title: `Create ${countOfUsers(left.length)}?`,
      consequence: [
        mailConsequence(left.length, checked.mailsLeft),
        leftOut.size > 0 && `${countOfUsers(leftOut.size)} of the list cannot be created and will be left out.`,
      ]
        .filter(Boolean)
        .join(' '),
      actionLabel: 'Create users',
      ...ACTIONS.createUsers,
    });
    if (!isSure) return;
    const started = await creation.trigger({ ...list, users: left });
    if (!started) return;
    change('');
    leaveFor(paths.massUserCreate(started.massCreation.massCreation));
  };

  return (
    <Page>
      <PageHeader
        title="Mass user creation"
        description="Creates the users of a list in the background, all with the same dealer and access."
      />
      <Box maxW="28rem">
        <DealerField
          name="dealer"
          label="Dealer"
          placeholder="Choose a dealer"
          value={dealer}
          onChange={changeDealer}
        />
      </Box>
      <Box maxW="48rem">
        <TextAreaField
          name="list"
          label="List of users"
          help={`The first line is ${MASS_HEADER.join(',')}`}
          rows={6}
          value={text}
          onChange={change}
        />
      </Box>
      <Box maxW="48rem">
        <FileDrop label="A CSV file with users" onFile={(file) => void take(file)} rules={USER_LIST_FILES} />
      </Box>
      <Heading as="h2" textStyle="sectionTitle">
        Access
      </Heading>
      <AccessToggles value={[...flags]} onChange={changeFlags} own={manager.flags} />
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
        <Button onClick={() => void start()} loading={dryRun.isMutating || creation.isMutating} loadingText="Checking">
          <Check size={15} aria-hidden />
          Create users
        </Button>
        <chakra.span color="fg.muted">{countOfUsers(wanted.length)}</chakra.span>
      </Flex>
      <chakra.p role="status" textStyle="xs" fontWeight="600" color="fg.muted">
        {excluded.length > 0 && `${countOfUsers(excluded.length)} cannot be created`}
      </chakra.p>
      {excluded.length > 0 && (
        <Box maxW="48rem">
          <chakra.ul aria-label="Users left out" maxH="14rem" overflowY="auto" tabIndex={0}>
            {excluded.map(({ row, UserName, reason }) => (
              <li key={row}>{`${UserName}: ${reason}`}</li>
            ))}
          </chakra.ul>
        </Box>
      )}
      <RecentMassCreations />
    </Page>
  );
}

type Excluded = Output<typeof users.massCreateDryRun>['excluded'][number];

const NOBODY = { users: [], problems: [] };
