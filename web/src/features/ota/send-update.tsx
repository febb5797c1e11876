import { SimpleGrid } from '@chakra-ui/react';
import { ota } from '#core/ota/contract.ts';
import { isOffered } from '#core/ota/firmware-version.ts';
import { OTA_TYPES, type OtaType, Upload } from '#core/ota/update.ts';
import { shownMessageType } from '#core/unit-configuration/sync-queue.ts';
import { Form, SubmitButton } from '#web/components/form/form.tsx';
import { SelectField } from '#web/components/form/select-field.tsx';
import { CheckboxField } from '#web/components/form/toggle-fields.tsx';
import { useForm } from '#web/components/form/use-form.ts';
import { call } from '#web/lib/api/api.ts';
import { useEndpoint } from '#web/lib/api/use-endpoint.ts';
import { useReadAgain } from '#web/lib/api/use-read-again.ts';
import { showSuccess } from '#web/lib/messages/show.ts';
import { SendPrompts } from './send-prompts.tsx';
import type { Waiting } from './unit-tab.tsx';
import { CONFIGURATION_WAITS, showUploadFailure, UPDATE_WAITS } from './upload-words.ts';

/** The words of people for the types: an update of the configuration sends all of it. */
const TYPE_OPTIONS = OTA_TYPES.map((value) => ({ value, label: shownMessageType(value) }));

/** Chooses what the unit gets. */
export function SendUpdate({ waiting }: { waiting: Waiting }) {
  const { UnitSerNum, UnitModel, options } = waiting;
  const { data } = useEndpoint(ota.loadVersions, {});
  const readAgain = useReadAgain();
  const form = useForm({
    schema: Upload,
    initial: { type: 'FIRMVER' as OtaType, immediately: false },
    onSubmit: async ({ type, file, immediately }) => {
      // A file that was chosen before another type is not sent with it.
      const input = { serialNumber: UnitSerNum, type, immediately, ...(type === 'FIRMVER' && { file }) };
      try {
        const { MessageKey } = await call(ota.upload, input);
        showSuccess(MessageKey === undefined ? CONFIGURATION_WAITS : UPDATE_WAITS);
      } catch (error) {
        showUploadFailure(error);
        throw error;
      }
      void readAgain(ota.checkForUpdates);
      form.reset({ type, immediately: false });
    },
  });
  const versions = data?.data
    .find(({ model }) => model === UnitModel)
    ?.versions.filter((version) => isOffered(version) && options.includes(version.firmVerType));
  const type = form.values.type;
  return (
    <>
      <Form form={form} label="Send an update">
        <SimpleGrid columns={{ base: 1, sm: 2 }} gap="4">
          <SelectField label="Update" options={TYPE_OPTIONS} {...form.field('type')} />
          {type === 'FIRMVER' && (
            <SelectField
              label="Version"
              options={(versions ?? []).map(({ FirmVerKey, firmVerType, version, current }) => ({
                value: FirmVerKey,
                label: `${firmVerType} ${version}${current ? ' (current)' : ''}`,
              }))}
              help="Versions whose file is signed"
              {...form.field('file')}
              required
            />
          )}
        </SimpleGrid>
        {type !== 'SPEECH' && (
          <>
            <CheckboxField
              label="Send it at once"
              help="If the unit is connected. Otherwise it waits for the next appropriate ping."
              {...form.field('immediately')}
            />
            <div>
              <SubmitButton form={form}>Send update</SubmitButton>
            </div>
          </>
        )}
      </Form>
      {/* Uploaded prompts stay while another update is chosen. */}
      <div hidden={type !== 'SPEECH'}>
        <SendPrompts
          languages={data?.language ?? []}
          onSend={async (prompts) => {
            try {
              await call(ota.uploadBatch, { serialNumber: UnitSerNum, ...prompts });
              return true;
            } catch (error) {
              showUploadFailure(error);
              return false;
            }
          }}
        />
      </div>
    </>
  );
}
