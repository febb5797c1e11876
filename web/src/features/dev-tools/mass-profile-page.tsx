import { Box, Button, chakra, Flex } from '@chakra-ui/react';
import { Check } from 'lucide-react';
import { useMemo, useState } from 'react';
import { MAX_UNITS } from '#core/bulk-actions/bulk-action.ts';
import { bulkActions } from '#core/bulk-actions/contract.ts';
import { devTools } from '#core/dev-tools/contract.ts';
import { MOST_UNITS, serialNumbersIn } from '#core/dev-tools/mass-update.ts';
import { profiles } from '#core/profiles/contract.ts';
import { PT_ENABLED } from '#core/profiles/profile.ts';
import { ACTIONS } from '#core/severity.ts';
import { DEFAULT_UNIT_MODEL, UNIT_MODELS, type UnitModel } from '#core/units/unit.ts';
import { unitCount } from '#core/units/unit-count.ts';
import { useConfirm } from '#web/components/dialog/confirm.ts';
import { SelectField } from '#web/components/form/select-field.tsx';
import { TextAreaField } from '#web/components/form/text-area-field.tsx';
import { useDebounced } from '#web/components/hooks/use-debounced.ts';
import { Page } from '#web/components/page/page.tsx';
import { PageHeader } from '#web/components/page/page-header.tsx';
import { Problem } from '#web/components/states/problem.tsx';
import { DisabledReason } from '#web/components/tooltip/disabled-reason.tsx';
import { lossOfFields, useUnsaved } from '#web/components/unsaved/unsaved-work.ts';
import { useLeaveSaved } from '#web/components/unsaved/use-leave-saved.ts';
import { FileDrop } from '#web/components/upload/file-drop.tsx';
import { readOf } from '#web/lib/api/early-reads.ts';
import { useEndpoint } from '#web/lib/api/use-endpoint.ts';
import { useEndpointMutation } from '#web/lib/api/use-endpoint-mutation.ts';
import { paths } from '#web/lib/page/paths.ts';
import type { FirstReads } from '#web/lib/page/screen.ts';
import { useFollowed } from '#web/shared/bulk-actions/followed.ts';
import { SerialNumbers } from '#web/shared/bulk-actions/serial-numbers.tsx';
import { changesWords, leavesWords } from '#web/shared/bulk-actions/state-words.ts';
import { UnitReasons } from '#web/shared/bulk-actions/unit-reasons.tsx';
import { useDryRun } from '#web/shared/bulk-actions/use-dry-run.ts';
import { profileOptions } from '#web/shared/profiles/profile-options.ts';
import { readUnitList, UNIT_LIST_FILES } from './read-unit-list.ts';

const MODELS = UNIT_MODELS.map((value) => ({ value, label: value }));
const asked = (UnitModel: UnitModel, flag: 'own' | 'standard') => ({ UnitModel, flag, pageSize: 1000 });

export const firstReads: FirstReads = () => [
  readOf(profiles.list, asked(DEFAULT_UNIT_MODEL, 'own')),
  readOf(profiles.list, asked(DEFAULT_UNIT_MODEL, 'standard')),
];

/** A check waits for this pause in typing. */
const TYPING_PAUSE_MS = 300;

/** Gives one profile to many units of its model, by a bulk action. */
export default function MassProfilePage() {
  const confirm = useConfirm();
  const leaveFor = useLeaveSaved();
  const { follow } = useFollowed();
  const [model, setModel] = useState<UnitModel>(DEFAULT_UNIT_MODEL);
  const [profile, setProfile] = useState<number>();
  const [text, setText] = useState('');
  const [problem, setProblem] = useState<string>();
  useUnsaved(text !== '', lossOfFields(['Serial numbers']));
  const own = useEndpoint(profiles.list, asked(model, 'own'));
  const standard = useEndpoint(profiles.list, asked(model, 'standard'));
  const { trigger, isMutating } = useEndpointMutation(devTools.massUpdateUnitProfiles, {
    refreshes: [bulkActions.list],
  });
  const { serialNumbers, unreadable } = useMemo(() => serialNumbersIn(text), [text]);
  const options = profileOptions(
    [...(own.data?.items ?? []), ...(standard.data?.items ?? [])].filter(({ PTStatus }) => PTStatus === PT_ENABLED),
  );
  const chosen = options.find(({ value }) => value === profile);
  const settled = useDebounced(serialNumbers, TYPING_PAUSE_MS);
  const listed = settled.slice(0, MAX_UNITS);
  const action = useMemo(() => (profile === undefined ? undefined : actionOf(profile)), [profile]);
  const { exclusions, checked, isChecking } = useDryRun(
    listed.length > 0 ? { UnitModel: model, units: listed } : undefined,
    action,
  );
  const left = new Set(exclusions.map(({ UnitSerNum }) => UnitSerNum));
  const changed = serialNumbers.filter((one) => !left.has(one));
  const wrong = problemOf({ serialNumbers, unreadable, changed, hasProfile: chosen !== undefined });

  const take = async (file: File) => {
    const read = await readUnitList(file);
    setProblem('problem' in read ? read.problem : undefined);
    if ('text' in read) setText(read.text);
  };
  const start = async () => {
    setProblem(wrong);
    if (wrong || !chosen) return;
    const count = unitCount(changed.length);
    const isSure = await confirm({
      title: `Give the profile ${chosen.label} to ${count}?`,
      consequence: (
        <Flex direction="column" gap="3">
          Settings that differ from the profile are lost. Each unit gets its new settings at its next ping.
          <SerialNumbers label={changesWords('profile', changed.length)} units={changed} />
        </Flex>
      ),
      actionLabel: 'Update profiles',
      ...ACTIONS.replaceProfiles,
    });
    if (!isSure) return;
    const started = await trigger({ UnitModel: model, ProfileKey: chosen.value, units: serialNumbers });
    if (!started) return;
    follow(started);
    setText('');
    leaveFor(paths.bulkAction(started.bchKey));
  };

  return (
    <Page>
      <PageHeader
        title="Mass profile update"
        description="Gives one profile to many units of its model, in the background."
      />
      <Flex gap="4" wrap="wrap">
        <Box flex="0 1 14rem" minW="0">
          <SelectField
            name="model"
            label="Model"
            value={model}
            options={MODELS}
            onChange={(next) => {
              if (!next) return;
              setModel(next);
              setProfile(undefined);
            }}
          />
        </Box>
        <Box flex="1 1 18rem" maxW="28rem" minW="0">
          <SelectField
            name="profile"
            label="Profile"
            placeholder="Choose a profile"
            value={profile}
            options={options}
            onChange={setProfile}
          />
        </Box>
      </Flex>
      <Box maxW="48rem">
        <TextAreaField
          name="units"
          label="Serial numbers"
          help="One on each line, or with commas between"
          rows={6}
          value={text}
          onChange={setText}
        />
      </Box>
      <Box maxW="48rem">
        <FileDrop label="A file with serial numbers" onFile={(file) => void take(file)} rules={UNIT_LIST_FILES} />
      </Box>
      <Problem text={problem} />
      <Flex gap="3" align="center">
        <DisabledReason reason={isChecking || settled !== serialNumbers ? 'The units are being checked' : undefined}>
          <Button onClick={() => void start()} loading={isMutating} loadingText="Starting">
            <Check size={15} aria-hidden />
            Update profiles
          </Button>
        </DisabledReason>
        <chakra.span color="fg.muted">
          {serialNumbers.length === 1
            ? '1 serial number'
            : `${serialNumbers.length.toLocaleString('en')} serial numbers`}
        </chakra.span>
      </Flex>
      {exclusions.length > 0 && (
        <Flex direction="column" gap="1" maxW="48rem">
          <chakra.h2 textStyle="xs" fontWeight="600" color="fg.muted">
            {leavesWords(exclusions.length, checked < serialNumbers.length ? checked : undefined)}
          </chakra.h2>
          <UnitReasons label="Units left as they are" units={exclusions} />
        </Flex>
      )}
    </Page>
  );
}

const actionOf = (ProfileKey: number) => ({
  ...{ action: 'profile' as const, type: 'assignProfile' as const },
  value: { action: 'profile' as const, ProfileKey },
});

interface Entered {
  serialNumbers: readonly string[];
  /** What is no serial number. */
  unreadable: readonly string[];
  /** The units of the list that the profile can change. */
  changed: readonly string[];
  hasProfile: boolean;
}

function problemOf({ serialNumbers, unreadable, changed, hasProfile }: Entered) {
  if (!hasProfile) return 'Choose a profile';
  if (unreadable.length > 0) return `These are no serial numbers: ${unreadable.slice(0, 5).join(', ')}`;
  if (serialNumbers.length === 0) return 'Enter a serial number';
  if (serialNumbers.length > MOST_UNITS) return `At most ${MOST_UNITS.toLocaleString('en')} units at a time`;
  if (changed.length === 0) return 'The profile fits none of these units';
  return undefined;
}
