import { Box, Button, Flex, SimpleGrid } from '@chakra-ui/react';
import { Send, Trash2 } from 'lucide-react';
import { useState } from 'react';
import { ota } from '#core/ota/contract.ts';
import { LANGUAGE_SLOTS, MAX_FILES, MAX_SPEECH_INDEX, SpeechFiles } from '#core/ota/update.ts';
import { FormFailure } from '#web/components/form/form.tsx';
import { NumberField } from '#web/components/form/number-field.tsx';
import { SelectField } from '#web/components/form/select-field.tsx';
import { SettingList, SettingRow } from '#web/components/page/setting-list.tsx';
import { DisabledReason } from '#web/components/tooltip/disabled-reason.tsx';
import { lossOfFields, useUnsaved } from '#web/components/unsaved/unsaved-work.ts';
import { formatBytes } from '#web/components/upload/file-rules.ts';
import type { Input } from '#web/lib/api/api.ts';
import { useReadAgain } from '#web/lib/api/use-read-again.ts';
import { showSuccess } from '#web/lib/messages/show.ts';
import { FileUpload } from './file-upload.tsx';
import { UPDATE_WAITS } from './upload-words.ts';

type Prompts = Pick<Input<typeof ota.uploadBatch>, 'files' | 'languageSlot'>;

interface Prompt {
  file: string;
  name: string;
  bytes: number;
  speechIndex: number | undefined;
}

interface SendPromptsProps {
  languages: readonly { code: string; name: string }[];
  /** True if they were sent. */
  onSend: (prompts: Prompts) => Promise<boolean>;
}

/** Uploads voice prompts one after the other, and sends them together. */
export function SendPrompts({ languages, onSend }: SendPromptsProps) {
  const readAgain = useReadAgain();
  const [prompts, setPrompts] = useState<readonly Prompt[]>([]);
  const [language, setLanguage] = useState<string>();
  const [languageSlot, setSlot] = useState<(typeof LANGUAGE_SLOTS)[number]>();
  const [failure, setFailure] = useState<string>();
  const [pending, setPending] = useState<string>();
  useUnsaved(prompts.length > 0, () => lossOfFields(prompts.map(({ name }) => name)));
  const [sending, setSending] = useState(false);

  const send = async () => {
    const parsed = SpeechFiles.safeParse(prompts.map(({ file, speechIndex }) => ({ file, speechIndex, language })));
    setFailure(parsed.success ? undefined : (parsed.error.issues[0]?.message ?? ''));
    if (!parsed.success) return;
    setSending(true);
    const sent = await onSend({ files: parsed.data, languageSlot });
    setSending(false);
    if (!sent) return;
    showSuccess(UPDATE_WAITS);
    setPrompts([]);
    void readAgain(ota.checkForUpdates);
  };

  return (
    <Flex direction="column" gap="4" mt="4">
      <SimpleGrid columns={{ base: 1, sm: 2 }} gap="4">
        <SelectField
          name="language"
          label="Language"
          placeholder="The unit’s own"
          value={language}
          options={languages.map(({ code, name }) => ({ value: code, label: name }))}
          onChange={setLanguage}
        />
        <SelectField
          name="languageSlot"
          label="Language slot"
          placeholder="The first free one"
          value={languageSlot}
          options={LANGUAGE_SLOTS.map((slot) => ({ value: slot, label: String(slot) }))}
          onChange={setSlot}
        />
      </SimpleGrid>
      {prompts.length > 0 && (
        <SettingList label="Voice prompts">
          {prompts.map((prompt) => (
            <SettingRow
              key={prompt.file}
              title={prompt.name}
              facts={formatBytes(prompt.bytes)}
              actions={
                <>
                  <Box w="7rem">
                    <NumberField
                      name={prompt.file}
                      label={`Number of ${prompt.name}`}
                      labelHidden
                      minimum={0}
                      maximum={MAX_SPEECH_INDEX}
                      value={prompt.speechIndex}
                      onChange={(speechIndex) =>
                        setPrompts(prompts.map((one) => (one === prompt ? { ...one, speechIndex } : one)))
                      }
                    />
                  </Box>
                  <Button
                    size="xs"
                    variant="outline"
                    aria-label={`Remove ${prompt.name}`}
                    onClick={() => setPrompts(prompts.filter((one) => one !== prompt))}
                  >
                    <Trash2 size={14} aria-hidden />
                  </Button>
                </>
              }
            />
          ))}
        </SettingList>
      )}
      {prompts.length < MAX_FILES && (
        <FileUpload
          key={prompts.length}
          purpose="speech"
          label="A voice prompt"
          accept={['.wav', '.mp3', '.amr', '.bin']}
          onUploaded={(file, { name, size }) =>
            setPrompts((before) => [...before, { file, name, bytes: size, speechIndex: numberIn(name) }])
          }
          onPending={setPending}
        />
      )}
      <FormFailure message={failure} />
      <DisabledReason reason={pending ?? (prompts.length === 0 ? 'Upload a voice prompt first' : undefined)}>
        <Button alignSelf="flex-start" loading={sending} onClick={() => void send()}>
          <Send size={16} aria-hidden />
          {prompts.length > 1 ? `Send ${prompts.length} voice prompts` : 'Send voice prompt'}
        </Button>
      </DisabledReason>
    </Flex>
  );
}

/** Files of prompts usually begin with their number: `04 bonjour.wav`. */
function numberIn(name: string): number | undefined {
  const number = Number.parseInt(name, 10);
  return number >= 0 && number <= MAX_SPEECH_INDEX ? number : undefined;
}
