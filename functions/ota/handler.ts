import { LANGUAGES } from '#core/dealer-settings/languages.ts';
import { AppError } from '#core/errors.ts';
import { ota, type Pending } from '#core/ota/contract.ts';
import { SIGNER_REFUSALS } from '#core/ota/manifest.ts';
import { firmwareOptions } from '#core/ota/update.ts';
import type { QueuedMessage } from '#core/unit-configuration/sync-queue.ts';
import { shownMessageType } from '#core/unit-configuration/sync-queue.ts';
import { UNIT_MODELS } from '#core/units/unit.ts';
import { firmwareChanges } from '#data/ota/firmware-changes.ts';
import { firmwareStore } from '#data/ota/firmware-versions.ts';
import { queueMessages } from '#data/unit-configuration/queue-messages.ts';
import { shownQueue } from '#data/unit-configuration/shown.ts';
import { syncQueueStore } from '#data/unit-configuration/sync-queue.ts';
import { unitFacetStore } from '#data/units/facet-list.ts';
import { unitStore } from '#data/units/units.ts';
import { rawKey } from '#platform/aws/ed25519-key.ts';
import { firmwareKey } from '#platform/aws/firmware-key.ts';
import { logger } from '#platform/aws/observability.ts';
import { reportLeftOut } from '#platform/http/output.ts';
import { serve } from '#platform/http/serve.ts';
import { signFirmware } from '#platform/ota/sign-firmware.ts';
import { signerOf } from '#platform/ota/signer.ts';
import { isSigned } from '#protocol/firmware-manifest.ts';
import { cancelUpdates } from './cancel.ts';
import { orderedBy, sendUpdate, speechMessage } from './send.ts';
import { signVersion } from './sign.ts';
import { offeredFirmware, requestUpgrade } from './upgrade.ts';
import { abortUpload, completeUpload, requestUpload, takenFile } from './uploaded.ts';

export const handler = serve(ota, {
  async loadVersions() {
    const { publicKey } = await firmwareKey();
    const { versions, notes } = await firmwareStore.list(({ manifest, signature }) =>
      isSigned(manifest, signature, [publicKey]),
    );
    return {
      data: UNIT_MODELS.map((model) => ({ model, versions: versions.filter(({ unitModel }) => unitModel === model) })),
      notes,
      language: Object.entries(LANGUAGES).map(([code, name]) => ({ code, name })),
      signingKey: rawKey(publicKey),
    };
  },

  async getVersionOverView({ scope }) {
    const counts = new Map<string, number>();
    for (const { facet, value, count } of await unitFacetStore.counts(scope, reportLeftOut(ota.getVersionOverView)))
      if (facet === 'FirmVer') counts.set(value, (counts.get(value) ?? 0) + count);
    const versions = [...counts].map(([FirmVer, Count]) => ({ FirmVer, Count }));
    return { versions: versions.sort((a, b) => b.Count - a.Count) };
  },

  async create({ input, scope }) {
    const now = Date.now();
    const { file } = input;
    const oldestAllowed = await firmwareStore.oldestAfter(input);
    const given = { ...input, ...(oldestAllowed !== undefined && { oldestAllowed }) };
    if (file === undefined) return firmwareChanges.create(scope, given, undefined, now);
    return firmwareChanges.alone(given, now, {
      async work() {
        await firmwareChanges.requireRoomFor(given);
        const uploaded = await takenFile(scope, 'firmware', file);
        const signed = await signFirmware(given, uploaded, now);
        return firmwareChanges.create(scope, given, { ...signed, location: uploaded.location }, now);
      },
      told: (error) => logger.warn('A firmware version is held for a minute', { version: input.version, error }),
    });
  },

  sign: ({ input: { FirmVerKey }, scope }) => signVersion(scope, FirmVerKey, Date.now()),

  async makeCurrent({ input: { FirmVerKey }, scope }) {
    const version = await firmwareStore.find(FirmVerKey);
    if (!version) throw new AppError('NOT_FOUND', 'Version not found');
    const refusal = SIGNER_REFUSALS[await signerOf(version)];
    if (refusal !== undefined) throw new AppError('CONFLICT', refusal);
    return firmwareChanges.makeCurrent(scope, version, Date.now());
  },

  saveNotes: ({ input, scope }) => firmwareChanges.saveNotes(scope, input, Date.now()),

  async checkForUpdates({ input: { UnitSerNum }, scope }) {
    const unit = await unitStore.get(scope, UnitSerNum);
    const [waiting, queued] = await Promise.all([shownQueue(unit, Date.now()), syncQueueStore.list(unit)]);
    const contents = new Map(queued.map(({ MessageKeyHex, content }) => [MessageKeyHex, content]));
    return {
      UnitSerNum,
      UnitModel: unit.UnitModel,
      FirmVer: unit.FirmVer,
      options: [...firmwareOptions(unit.UnitModel, unit.FirmVer)],
      messages: waiting.map((message) => pending(message, contents.get(message.MessageKeyHex))),
    };
  },

  requestUpload: ({ input, scope }) => requestUpload(scope, input, Date.now()),
  completeUpload: ({ input, scope }) => completeUpload(scope, input, Date.now()),
  abortUpload: ({ input, scope }) => abortUpload(scope, input, Date.now()),

  async upload({ input: { serialNumber, ...asked }, scope }) {
    const MessageKey = await sendUpdate(scope, await unitStore.get(scope, serialNumber), asked, Date.now());
    return { ...(MessageKey !== undefined && { MessageKey }) };
  },

  async uploadBatch({ input: { serialNumber, files, languageSlot }, scope }) {
    const unit = await unitStore.get(scope, serialNumber);
    const prompts = await Promise.all(files.map((file) => speechMessage(scope, file, languageSlot)));
    const messages = prompts.map((message) => orderedBy(scope, message));
    return { messages: await queueMessages(scope, unit, messages, Date.now()) };
  },

  async cancel({ input: { serialNumber, MessageKey }, scope }) {
    return cancelUpdates(scope, await unitStore.get(scope, serialNumber), MessageKey === undefined ? [] : [MessageKey]);
  },

  async cancelBatch({ input: { serialNumber, messages }, scope }) {
    return cancelUpdates(
      scope,
      await unitStore.get(scope, serialNumber),
      messages.map(({ MessageKey }) => MessageKey),
    );
  },

  async upgradeFirmware({ input: { UnitSerNum, ...asked }, scope }) {
    return requestUpgrade(scope, await unitStore.get(scope, UnitSerNum), asked, Date.now());
  },

  async offeredFirmware({ input: { UnitSerNum }, scope }) {
    const offered = await offeredFirmware(await unitStore.get(scope, UnitSerNum));
    return { ...(offered && { offered }) };
  },
});

/** A waiting message with what it is about: the version of a firmware, the number of a voice prompt. */
function pending(message: QueuedMessage, content: Readonly<Record<string, unknown>> = {}): Pending {
  const { firmVerType, version, speechIndex } = content;
  const detail =
    firmVerType !== undefined
      ? `${firmVerType} ${version}`
      : speechIndex !== undefined
        ? `Prompt ${speechIndex}`
        : shownMessageType(message.MessageType);
  return { ...message, MessageKey: message.MessageKeyHex, messageDetail: detail };
}
