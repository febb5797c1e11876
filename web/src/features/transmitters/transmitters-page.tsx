import { Box, Button, chakra, Flex, Heading, Text } from '@chakra-ui/react';
import { Check } from 'lucide-react';
import { useState } from 'react';
import { AccessorySerial } from '#core/accessories/accessory.ts';
import { accessories } from '#core/accessories/contract.ts';
import {
  TRANSMITTERS_OF_A_CALL,
  type Transmitter,
  TransmitterType,
  type transmittersIn,
} from '#core/accessories/stock-list.ts';
import { messageFor } from '#core/errors.ts';
import { ACTIONS } from '#core/severity.ts';
import { useConfirm } from '#web/components/dialog/confirm.ts';
import { TextField } from '#web/components/form/text-field.tsx';
import { KeyValueList } from '#web/components/page/key-value-list.tsx';
import { Page } from '#web/components/page/page.tsx';
import { PageHeader } from '#web/components/page/page-header.tsx';
import { PartsProgress } from '#web/components/progress/parts-progress.tsx';
import { SearchForm } from '#web/components/search/search-form.tsx';
import { Problem } from '#web/components/states/problem.tsx';
import { Day } from '#web/components/text/relative-time.tsx';
import { FileDrop } from '#web/components/upload/file-drop.tsx';
import { call, type Output } from '#web/lib/api/api.ts';
import { useParts } from '#web/lib/api/use-parts.ts';
import { readTransmitters, TRANSMITTER_FILES } from './read-transmitters.ts';

const SHOWN_PROBLEMS = 10;

/** Keeps the stock list of transmitters: looks them up, and stores those of a file. */
export default function TransmittersPage() {
  return (
    <Page>
      <PageHeader title="Transmitters" description="The stock list, in which units find their accessories." />
      <LookUp />
      <Upload />
    </Page>
  );
}

function LookUp() {
  const [found, setFound] = useState<Output<typeof accessories.txmLookup> & { asked: string }>();
  const [failure, setFailure] = useState<string>();
  const look = async (SerialNumber: string) => {
    setFailure(undefined);
    try {
      setFound({ ...(await call(accessories.txmLookup, { SerialNumber })), asked: SerialNumber });
    } catch (error) {
      setFailure(messageFor(error));
    }
  };
  return (
    <Flex direction="column" gap="3" maxW="28rem">
      <SearchForm
        label="Look up a transmitter"
        field={{ name: 'serial', label: 'Serial number of the transmitter', maxLength: 20 }}
        text=""
        button="Look up"
        check={checkSerial}
        onSearch={(serial) => void look(serial)}
      />
      <Problem text={failure} />
      {found && (
        <Box aria-live="polite">
          {found.transmitter ? (
            <KeyValueList
              items={[
                { label: 'Serial number', value: found.transmitter.SerialNumber, copyable: true },
                { label: 'Type', value: found.transmitter.Type },
                { label: 'RF code', value: found.transmitter.RFCode },
                {
                  label: 'Manufactured',
                  value: found.transmitter.ManufacturedDate && <Day day={found.transmitter.ManufacturedDate} />,
                },
              ]}
            />
          ) : (
            <Text>{`${found.asked} is not in the stock list`}</Text>
          )}
        </Box>
      )}
    </Flex>
  );
}

function checkSerial(typed: string): { text: string } | { error: string } {
  const { data, error } = AccessorySerial.safeParse(typed);
  return data === undefined ? { error: error!.issues[0]!.message } : { text: data };
}

const words = (count: number) => (count === 1 ? '1 transmitter' : `${count.toLocaleString('en')} transmitters`);

interface Chosen extends ReturnType<typeof transmittersIn> {
  fileName: string;
}

function Upload() {
  const confirm = useConfirm();
  const [type, setType] = useState('');
  const [chosen, setChosen] = useState<Chosen>();
  const [problem, setProblem] = useState<string>();
  const upload = useParts<Transmitter, number>(TRANSMITTERS_OF_A_CALL);
  const stored = upload.outcomes.reduce((sum, count) => sum + count, 0);

  const take = async (file: File) => {
    setChosen(undefined);
    const read = await readTransmitters(file);
    setProblem('problem' in read ? read.problem : undefined);
    if (!('problem' in read)) setChosen({ ...read, fileName: file.name });
  };
  const start = async () => {
    const typed = TransmitterType.safeParse(type);
    const wrong = !typed.success
      ? typed.error.issues[0]!.message
      : !chosen
        ? 'Choose a file'
        : chosen.problems.length > 0
          ? 'Correct the lines below first'
          : undefined;
    setProblem(wrong);
    if (wrong || !chosen) return;
    const { fileName, transmitters } = chosen;
    const isSure = await confirm({
      title: `Store ${words(transmitters.length)} of ${fileName}?`,
      consequence: 'Transmitters that the stock list has already are replaced.',
      actionLabel: 'Store transmitters',
      ...ACTIONS.replaceStock,
    });
    if (!isSure) return;
    await upload.start(transmitters, async (part) => [
      (await call(accessories.txmUpload, { fileName, type, txmArray: [...part] })).stored,
    ]);
  };

  return (
    <Flex direction="column" gap="4" maxW="48rem">
      <Heading as="h2" textStyle="sectionTitle">
        Store the transmitters of a file
      </Heading>
      <Text color="fg.muted">
        Columns: serial number, RF code, and the day it was made, such as 2026-11-21. The first line is the header. The
        last line is ignored.
      </Text>
      <Box maxW="28rem">
        <TextField name="type" label="Type" help="Such as ASM-Pendant" maxLength={60} value={type} onChange={setType} />
      </Box>
      <FileDrop label="A file with transmitters" onFile={(file) => void take(file)} rules={TRANSMITTER_FILES} />
      <Problem text={problem} />
      {chosen && chosen.problems.length > 0 && (
        <chakra.ul aria-label="Lines to correct" color="warning.fg">
          {chosen.problems.slice(0, SHOWN_PROBLEMS).map(({ line, problem: words }) => (
            <li key={line}>{`Line ${line}: ${words}`}</li>
          ))}
          {chosen.problems.length > SHOWN_PROBLEMS && (
            <li>{`And ${(chosen.problems.length - SHOWN_PROBLEMS).toLocaleString('en')} more lines`}</li>
          )}
        </chakra.ul>
      )}
      <Flex gap="3" align="center">
        <Button onClick={() => void start()} disabled={upload.progress !== undefined}>
          <Check size={15} aria-hidden />
          Store transmitters
        </Button>
        {chosen && (
          <chakra.span color="fg.muted">{`${words(chosen.transmitters.length)} in ${chosen.fileName}`}</chakra.span>
        )}
      </Flex>
      <PartsProgress label="Transmitters" parts={upload} />
      {stored > 0 && !upload.progress && <Text role="status">{`${words(stored)} stored`}</Text>}
    </Flex>
  );
}
