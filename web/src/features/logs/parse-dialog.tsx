import { Box, chakra, Flex, Heading, Text } from '@chakra-ui/react';
import { useState } from 'react';
import { logs } from '#core/logs/contract.ts';
import { explain } from '#core/logs/explain.ts';
import { LONGEST_LOG_TEXT, type ParsedEntry, type ParsedLog } from '#core/logs/parsed-log.ts';
import { UNIT_MODELS, type UnitModel } from '#core/units/unit.ts';
import { FormDialog } from '#web/components/dialog/form-dialog.tsx';
import { SelectField } from '#web/components/form/select-field.tsx';
import { TextAreaField } from '#web/components/form/text-area-field.tsx';
import { useForm } from '#web/components/form/use-form.ts';
import { KeyValueList } from '#web/components/page/key-value-list.tsx';
import { useEndpointMutation } from '#web/lib/api/use-endpoint-mutation.ts';
import { fieldWords } from './message-words.ts';

const MODELS = UNIT_MODELS.map((value) => ({ value, label: value }));

/** Decodes the frames in a text that somebody copied from elsewhere, such as a mail or an exported log. */
export function ParseDialog({ model, onClose }: { model: UnitModel; onClose: () => void }) {
  const [parsed, setParsed] = useState<ParsedLog>();
  const parse = useEndpointMutation(logs.parseTCPLog);
  const form = useForm({
    schema: logs.parseTCPLog.input,
    initial: { filterText: '', UnitModel: model },
    onSubmit: async (asked) => setParsed(await parse.submit(asked)),
  });
  return (
    <FormDialog
      title="Decode a text"
      description="Paste frames in hexadecimal. Other words in the text are left out."
      size="lg"
      form={form}
      submitLabel="Decode"
      onClose={onClose}
      below={parsed && <Decoded parsed={parsed} />}
    >
      <SelectField label="Unit model" options={MODELS} {...form.field('UnitModel')} />
      <TextAreaField label="Text" rows={6} maxLength={LONGEST_LOG_TEXT} {...form.field('filterText')} />
    </FormDialog>
  );
}

const Decoded = ({ parsed: { entries, problems } }: { parsed: ParsedLog }) => (
  <Flex direction="column" gap="4" mt="5" aria-live="polite">
    <Heading as="h3" textStyle="sm" fontWeight="600">
      {entries.length === 1 ? '1 message' : `${entries.length} messages`}
    </Heading>
    {problems.map(({ line, problem }, index) => (
      // biome-ignore lint/suspicious/noArrayIndexKey: a line can have the same problem twice
      <Text key={index} color="warning.fg">{`Line ${line}: ${problem}`}</Text>
    ))}
    {entries.map((entry, index) => (
      // biome-ignore lint/suspicious/noArrayIndexKey: a text can have the same frame twice
      <Entry key={index} entry={entry} />
    ))}
  </Flex>
);

const Entry = ({ entry: { line, Origin, messageType, payload, payloadLength } }: { entry: ParsedEntry }) => (
  <Box as="section" borderTopWidth="1px" pt="3">
    <Text color="fg.muted" textStyle="sm">
      {`Line ${line}, ${messageType}, from the ${Origin === 'Unit' ? 'unit' : 'server'}, payload of ${payloadLength} bytes`}
    </Text>
    <chakra.ul my="1.5">
      {explain({ messageType, content: payload }).map((sentence) => (
        <li key={sentence}>{sentence}</li>
      ))}
    </chakra.ul>
    <KeyValueList items={Object.entries(payload).map(([label, value]) => ({ label, value: fieldWords(value) }))} />
  </Box>
);
