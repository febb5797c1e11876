import { Button, chakra, Flex } from '@chakra-ui/react';
import { useRef, useState } from 'react';
import { messageFor } from '#core/errors.ts';
import { Dialog } from '#web/components/dialog/dialog.tsx';
import { type ShownMessage, toastFailure, withdrawMessage } from '#web/components/messages/toaster.tsx';
import { ProgressBar } from '#web/components/progress/progress-bar.tsx';
import { FileDrop } from '#web/components/upload/file-drop.tsx';
import { TOAST_DURATION } from '#web/lib/durations.ts';
import { readSearchedFile, SEARCHED_FILES } from './read-searched-file.ts';
import { resolveUnitIDs } from './resolve-unit-ids.ts';

interface FileSearchDialogProps {
  open: boolean;
  onClose: () => void;
  /** Gets the serial numbers that the file names. */
  onSearch: (serialNumbers: readonly string[]) => void;
}

/** Finds the units that a file lists, and describes the file. */
export function FileSearchDialog({ open, onClose, onSearch }: FileSearchDialogProps) {
  const [problem, setProblem] = useState<string>();
  const [progress, setProgress] = useState<{ done: number; total: number }>();
  const stopping = useRef<AbortController>(undefined);

  const told = useRef<ShownMessage>(undefined);
  const refuse = (words: string) => {
    setProblem(words);
    told.current = toastFailure({ title: words, duration: TOAST_DURATION.uploadFailure });
  };
  const close = () => {
    stopping.current?.abort();
    setProblem(undefined);
    setProgress(undefined);
    onClose();
  };
  const take = async (file: File) => {
    setProblem(undefined);
    if (told.current) withdrawMessage(told.current);
    const read = await readSearchedFile(file);
    if ('problem' in read) return refuse(read.problem);
    if (read.file.by === 'UnitSerNum') {
      onSearch(read.file.serialNumbers);
      return close();
    }
    await resolve(read.file.units);
  };
  const resolve = async (named: Parameters<typeof resolveUnitIDs>[0]) => {
    const controller = new AbortController();
    stopping.current = controller;
    setProgress({ done: 0, total: named.length });
    try {
      const serialNumbers = await resolveUnitIDs(named, {
        signal: controller.signal,
        onDone: (done) => setProgress({ done, total: named.length }),
      });
      onSearch(serialNumbers);
      close();
    } catch (error) {
      if (controller.signal.aborted) return;
      controller.abort();
      setProgress(undefined);
      refuse(messageFor(error));
    }
  };

  return (
    <Dialog
      open={open}
      onClose={close}
      title="Find units by a file"
      footer={
        <Button variant="outline" onClick={close}>
          Cancel
        </Button>
      }
    >
      <Flex direction="column" gap="4">
        {progress ? (
          <ProgressBar label="Looking up unit IDs" done={progress.done} total={progress.total} />
        ) : (
          <FileDrop
            label="A CSV file with one unit per line"
            rules={SEARCHED_FILES}
            onFile={(file) => void take(file)}
            {...(problem && { error: problem })}
          />
        )}
        <section aria-label="File requirements">
          <chakra.h3 textStyle="sectionTitle" mb="1.5">
            File requirements
          </chakra.h3>
          <chakra.ul css={LIST} color="fg.muted">
            <li>
              {'A first line with the headers: '}
              <Code>UnitSerNum</Code>
              {', or '}
              <Code>LineID</Code>
              {' and '}
              <Code>UnitID</Code>
            </li>
            <li>One unit per line; under LineID each line needs both IDs</li>
            <li>At most 1,000 lines</li>
          </chakra.ul>
          <Flex gap="3" mt="3" wrap="wrap">
            <Example lines={['UnitSerNum', '400123', '400124']} />
            <Example lines={['LineID,UnitID', 'C1,4021', 'C1,4022']} />
          </Flex>
        </section>
      </Flex>
    </Dialog>
  );
}

const Example = ({ lines }: { lines: readonly string[] }) => (
  <chakra.pre
    flex="1"
    px="3"
    py="2"
    borderRadius="l2"
    bg="bg.subtle"
    borderWidth="1px"
    fontFamily="mono"
    textStyle="xs"
    aria-label="Example"
  >
    {lines.join('\n')}
  </chakra.pre>
);

const Code = chakra('code', { base: { fontFamily: 'mono', color: 'fg' } });

const LIST = {
  listStyle: 'disc',
  paddingInlineStart: '5',
  display: 'flex',
  flexDirection: 'column',
  gap: '1',
} as const;
