import { Box, Button, chakra, Flex } from '@chakra-ui/react';
import { Check } from 'lucide-react';
import { useState } from 'react';
import { type MassOutcome, MOST_UNITS, serialNumbersIn } from '#core/dev-tools/mass-update.ts';
import { profiles } from '#core/profiles/contract.ts';
import { ACTIONS } from '#core/severity.ts';
import { DEFAULT_UNIT_MODEL, UNIT_MODELS, type UnitModel } from '#core/units/unit.ts';
import { unitCount } from '#core/units/unit-count.ts';
import type { DataColumn } from '#web/components/data-table/columns.ts';
import { DataTable } from '#web/components/data-table/data-table.tsx';
import { useConfirm } from '#web/components/dialog/confirm-provider.tsx';
import { SelectField } from '#web/components/form/select-field.tsx';
import { TextAreaField } from '#web/components/form/text-area-field.tsx';
import { Page } from '#web/components/page/page.tsx';
import { PageHeader } from '#web/components/page/page-header.tsx';
import { PartsProgress } from '#web/components/progress/parts-progress.tsx';
import { Problem } from '#web/components/states/problem.tsx';
import { StatusBadge } from '#web/components/status/status-badge.tsx';
import { FileDrop } from '#web/components/upload/file-drop.tsx';
import { readText } from '#web/components/upload/read-text.ts';
import { readOf } from '#web/lib/api/early-reads.ts';
import { useEndpoint } from '#web/lib/api/use-endpoint.ts';
import { showSuccess } from '#web/lib/messages/show.ts';
import { paths } from '#web/lib/page/paths.ts';
import type { FirstReads } from '#web/lib/page/screen.ts';
import { useMassUpdate } from './use-mass-update.ts';

const MODELS = UNIT_MODELS.map((value) => ({ value, label: value }));
const RULES = { accept: ['.csv', '.txt'], maximumBytes: 1024 * 1024 };
const asked = (UnitModel: UnitModel, flag: 'own' | 'standard') => ({ UnitModel, flag, pageSize: 1000 });

export const firstReads: FirstReads = () => [
  readOf(profiles.list, asked(DEFAULT_UNIT_MODEL, 'own')),
  readOf(profiles.list, asked(DEFAULT_UNIT_MODEL, 'standard')),
];

/** Gives one profile to many units of its model. */
export default function MassProfilePage() {
  const confirm = useConfirm();
  const [model, setModel] = useState<UnitModel>(DEFAULT_UNIT_MODEL);
  const [profile, setProfile] = useState<number>();
  const [text, setText] = useState('');
  const [problem, setProblem] = useState<string>();
  const own = useEndpoint(profiles.list, asked(model, 'own'));
  const standard = useEndpoint(profiles.list, asked(model, 'standard'));
  const update = useMassUpdate();
  const { serialNumbers, unreadable } = serialNumbersIn(text);
  const options = [...(own.data?.items ?? []), ...(standard.data?.items ?? [])].map(({ ProfileKey, ProfileName }) => ({
    value: ProfileKey,
    label: ProfileName,
  }));
  const unique = [...new Map(options.map((option) => [option.value, option])).values()];
  const chosen = unique.find(({ value }) => value === profile);
  const wrong = problemOf(serialNumbers, unreadable, chosen !== undefined);

  const take = async (file: File) => {
    const read = await readText(file, RULES);
    setProblem('problem' in read ? read.problem : undefined);
    if ('text' in read) setText(read.text);
  };
  const start = async () => {
    setProblem(wrong);
    if (wrong || !chosen) return;
    const count = unitCount(serialNumbers.length);
    const isSure = await confirm({
      title: `Give the profile ${chosen.label} to ${count}?`,
      consequence: 'Settings that differ from the profile are lost. Each unit gets its new settings at its next ping.',
      actionLabel: 'Update profiles',
      ...ACTIONS.replaceProfiles,
    });
    if (isSure) await update.start({ UnitModel: model, ProfileKey: chosen.value, units: serialNumbers });
  };

  return (
    <Page>
      <PageHeader title="Mass profile update" description="Gives one profile to many units of its model." />
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
            options={unique}
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
        <FileDrop label="A file with serial numbers" onFile={(file) => void take(file)} rules={RULES} />
      </Box>
      <Problem text={problem} />
      <Flex gap="3" align="center">
        <Button onClick={() => void start()} disabled={update.progress !== undefined}>
          <Check size={15} aria-hidden />
          Update profiles
        </Button>
        <chakra.span color="fg.muted">
          {serialNumbers.length === 1
            ? '1 serial number'
            : `${serialNumbers.length.toLocaleString('en')} serial numbers`}
        </chakra.span>
      </Flex>
      <PartsProgress label="Units" parts={update} />
      {update.outcomes.length > 0 && (
        <DataTable<MassOutcome>
          name="massProfileUpdate"
          label="Outcomes"
          columns={COLUMNS}
          rows={update.outcomes}
          rowId={({ UnitSerNum }) => UnitSerNum}
          rowHref={({ UnitSerNum, reason }) => (reason === NO_UNIT ? undefined : paths.unit(UnitSerNum))}
          exporting={{ fileName: 'mass profile update', onExported: showSuccess }}
        />
      )}
    </Page>
  );
}

const NO_UNIT = 'There is no such unit';

function problemOf(serialNumbers: readonly string[], unreadable: readonly string[], hasProfile: boolean) {
  if (!hasProfile) return 'Choose a profile';
  if (unreadable.length > 0) return `These are no serial numbers: ${unreadable.slice(0, 5).join(', ')}`;
  if (serialNumbers.length === 0) return 'Enter a serial number';
  if (serialNumbers.length > MOST_UNITS) return `At most ${MOST_UNITS.toLocaleString('en')} units at a time`;
  return undefined;
}

const WORDS = { updated: 'Updated', same: 'Has it already', refused: 'Refused' } as const;
const TONES = { updated: 'ok', same: 'muted', refused: 'danger' } as const;

const COLUMNS: DataColumn<MassOutcome>[] = [
  {
    accessorKey: 'UnitSerNum',
    size: 160,
    meta: { label: 'Serial number', monospace: true, locked: true, card: 'title' },
  },
  {
    id: 'outcome',
    accessorFn: ({ outcome }) => WORDS[outcome],
    size: 160,
    cell: ({ row: { original } }) => <StatusBadge tone={TONES[original.outcome]} label={WORDS[original.outcome]} />,
    meta: { label: 'Outcome' },
  },
  { id: 'reason', accessorFn: ({ reason }) => reason ?? '', size: 320, meta: { label: 'Reason', grows: true } },
];
