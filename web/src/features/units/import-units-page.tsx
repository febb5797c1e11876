import { Box, Button, chakra, Flex, Text } from '@chakra-ui/react';
import { Check, Download } from 'lucide-react';
import { useState } from 'react';
import { messageFor } from '#core/errors.ts';
import { ACTIONS } from '#core/severity.ts';
import { units } from '#core/units/contract.ts';
import {
  IMPORT_COLUMNS,
  type ImportedUnit,
  type ImportOutcome,
  UNITS_OF_AN_IMPORT,
  type unitsIn,
} from '#core/units/import-file.ts';
import { unitCount } from '#core/units/unit-count.ts';
import { useConfirm } from '#web/components/dialog/confirm.ts';
import { CheckboxField } from '#web/components/form/toggle-fields.tsx';
import { Page } from '#web/components/page/page.tsx';
import { PageHeader } from '#web/components/page/page-header.tsx';
import { PartsProgress } from '#web/components/progress/parts-progress.tsx';
import { Problem } from '#web/components/states/problem.tsx';
import { useUnsaved } from '#web/components/unsaved/unsaved-work.ts';
import { FileDrop } from '#web/components/upload/file-drop.tsx';
import { call } from '#web/lib/api/api.ts';
import { useParts } from '#web/lib/api/use-parts.ts';
import { downloadSecrets } from './download-secrets.ts';
import { IMPORT_FILES, readImport } from './read-import.ts';

const SHOWN = 10;

interface Chosen extends ReturnType<typeof unitsIn> {
  fileName: string;
}

/** Brings the units of a file into the portal: first it says what would happen, then a person starts it. */
export default function ImportUnitsPage() {
  const confirm = useConfirm();
  const [chosen, setChosen] = useState<Chosen>();
  const [problem, setProblem] = useState<string>();
  const [withSecrets, setWithSecrets] = useState(true);
  const check = useParts<ImportedUnit, ImportOutcome>(UNITS_OF_AN_IMPORT);
  const bring = useParts<ImportedUnit, ImportOutcome>(UNITS_OF_AN_IMPORT);
  const [hasSaved, setSaved] = useState(true);
  const secrets = bring.outcomes.filter(({ secret }) => secret !== undefined);
  // An answer that is still awaited may have secrets too.
  const holdsSecrets = !hasSaved && (secrets.length > 0 || bring.progress !== undefined);
  useUnsaved(holdsSecrets, 'The secrets are shown only here, and are lost if you leave.');
  const isBusy = check.progress !== undefined || bring.progress !== undefined;

  const send = (dryRun: boolean) => async (part: readonly ImportedUnit[]) =>
    (await call(units.importUnits, { units: [...part], withSecrets, dryRun })).outcomes;

  const take = async (file: File) => {
    if (isBusy) return setProblem('Wait until the last file is done, or stop it');
    if (holdsSecrets) return setProblem('Download the secrets of the last file first');
    setChosen(undefined);
    setProblem(undefined);
    check.reset();
    bring.reset();
    try {
      const read = await readImport(file);
      if ('problem' in read) return setProblem(read.problem);
      setChosen({ ...read, fileName: file.name });
      if (read.problems.length === 0) {
        await check.start(read.units, send(true));
        setProblem(undefined);
      }
    } catch (error) {
      setProblem(messageFor(error));
    }
  };
  const replaced = withSecrets ? check.outcomes.filter(({ hasUnusedSecret }) => hasUnusedSecret).length : 0;
  const start = async (list: readonly ImportedUnit[]) => {
    const isSure = await confirm({
      title: `Bring ${unitCount(list.length)} into the portal?`,
      consequence: [
        withSecrets
          ? 'They go to the stock of the root dealer. Their secrets are shown once, as a file.'
          : 'They go to the stock of the root dealer. Each needs a secret before it can log in.',
        ...(replaced > 0 ? [`${unitCount(replaced)} can log in only with the new secret.`] : []),
      ].join(' '),
      actionLabel: 'Bring in units',
      ...(replaced > 0 ? ACTIONS.giveSecret : ACTIONS.importUnits),
    });
    if (!isSure) return;
    setSaved(hasSaved && !withSecrets);
    await bring.start(list, send(false), brought);
    setProblem(undefined);
  };

  const checked = check.outcomes.filter(({ outcome }) => outcome !== 'refused').map(({ UnitSerNum }) => UnitSerNum);
  const brought = bring.outcomes.filter(({ outcome }) => outcome !== 'refused');
  const left =
    chosen?.units.filter(
      ({ UnitSerNum }) => checked.includes(UnitSerNum) && !brought.some((one) => one.UnitSerNum === UnitSerNum),
    ) ?? [];
  const isSound = chosen?.problems.length === 0 && !isBusy;
  const isChecked = isSound && check.outcomes.length === chosen.units.length;
  const save = async () => {
    await downloadSecrets(secrets);
    setSaved(true);
    setProblem(undefined);
  };
  return (
    <Page>
      <PageHeader title="Bring in units" description="Stores the units of a file in the stock of the root dealer." />
      <Flex direction="column" gap="4" maxW="48rem">
        <Text color="fg.muted">{`A CSV file whose first line names its columns: ${IMPORT_COLUMNS.join(', ')}. Units with one SIM have no ICCID2, and PCBSerNum may be left out.`}</Text>
        <CheckboxField
          name="withSecrets"
          label="Give each unit a secret"
          help="The secrets are for production, which stores them in the units. The portal shows them once."
          value={withSecrets}
          onChange={setWithSecrets}
        />
        <FileDrop label="A file with units" onFile={(file) => void take(file)} rules={IMPORT_FILES} />
        <Problem text={problem} />
        {chosen && chosen.problems.length > 0 && (
          <Lines
            label="Lines to correct"
            lines={chosen.problems.map(({ line, problem: words }) => `Line ${line}: ${words}`)}
          />
        )}
        <PartsProgress label="Units" parts={check} />
        <PartsProgress label="Units" parts={bring} />
        {isSound && !isChecked && (
          <Button alignSelf="flex-start" variant="outline" onClick={() => void check.start(chosen.units, send(true))}>
            Check the file again
          </Button>
        )}
        {isChecked && replaced > 0 && brought.length === 0 && (
          <Text color="warning.fg">
            {`${unitCount(replaced)} of the file ${replaced === 1 ? 'has' : 'have'} a secret already. With another one, the first is void: a unit in which it is stored cannot log in.`}
          </Text>
        )}
        {isChecked && <Summary outcomes={bring.outcomes.length > 0 ? bring.outcomes : check.outcomes} />}
        {isChecked && left.length > 0 && (
          <Button alignSelf="flex-start" onClick={() => void start(left)}>
            <Check size={15} aria-hidden />
            {brought.length === 0
              ? `Bring in ${unitCount(left.length)}`
              : `Bring in ${left.length.toLocaleString('en')} more ${left.length === 1 ? 'unit' : 'units'}`}
          </Button>
        )}
        {secrets.length > 0 && !isBusy && (
          <Flex direction="column" gap="2" align="flex-start">
            <Text fontWeight="600">Save the secrets now. Nobody can read them again.</Text>
            <Button onClick={() => void save()}>
              <Download size={15} aria-hidden />
              Download the secrets
            </Button>
          </Flex>
        )}
      </Flex>
    </Page>
  );
}

function Summary({ outcomes }: { outcomes: readonly ImportOutcome[] }) {
  const count = (outcome: ImportOutcome['outcome']) => outcomes.filter((one) => one.outcome === outcome).length;
  const refused = outcomes.filter(({ outcome }) => outcome === 'refused');
  const words = [
    count('new') > 0 && `${unitCount(count('new'))} can be brought in`,
    count('created') > 0 && `${unitCount(count('created'))} brought in`,
    count('same') > 0 && `${unitCount(count('same'))} there already`,
    refused.length > 0 && `${unitCount(refused.length)} refused`,
  ];
  return (
    <Box role="status">
      <chakra.p fontWeight="600">{words.filter(Boolean).join(', ')}</chakra.p>
      {refused.length > 0 && (
        <Lines label="Refused units" lines={refused.map(({ UnitSerNum, reason }) => `${UnitSerNum}: ${reason}`)} />
      )}
    </Box>
  );
}

const Lines = ({ label, lines }: { label: string; lines: readonly string[] }) => (
  <chakra.ul aria-label={label} color="warning.fg">
    {lines.slice(0, SHOWN).map((line) => (
      <li key={line}>{line}</li>
    ))}
    {lines.length > SHOWN && <li>{`And ${(lines.length - SHOWN).toLocaleString('en')} more`}</li>}
  </chakra.ul>
);
