import { askerOf } from '#core/auth/identities.ts';
import { AppError } from '#core/errors.ts';
import { OTA_USERS } from '#core/ota/access.ts';
import type { FirmwareVersion } from '#core/ota/firmware-version.ts';
import { firmwareOptions, type SpeechFile, type Upload } from '#core/ota/update.ts';
import type { Scope } from '#core/scope.ts';
import type { MessageType } from '#core/unit-messages/common-reports.ts';
import type { Values } from '#core/unit-messages/values.ts';
import type { UnitRecord } from '#core/units/unit-record.ts';
import { firmwareStore } from '#data/ota/firmware-versions.ts';
import { queueMessage } from '#data/unit-configuration/queue-messages.ts';
import { markDirty } from '#data/unit-configuration/save.ts';
import type { NewMessage } from '#data/unit-configuration/sync-messages.ts';
import { unitConnectionStore } from '#data/units/unit-connections.ts';
import { syncOverBridge } from '#platform/aws/bridge.ts';
import { logger } from '#platform/aws/observability.ts';
import { firmwareMessage } from '#platform/ota/firmware-message.ts';
import { takenFile } from './uploaded.ts';

const UNKNOWN_VERSION = 'There is no such version for this unit';
const refusedFile = (message: string) => new AppError('INVALID', message, [{ path: 'file', message }]);

/** Puts an update into the queue of the unit, and sends it at once if that is asked. Returns its key; a configuration has none. */
export async function sendUpdate(
  scope: Scope,
  unit: UnitRecord,
  asked: Upload,
  now: number,
): Promise<string | undefined> {
  const { type, immediately } = asked;
  const key = isConfiguration(type)
    ? void (await markDirty(scope, unit, now))
    : await queueMessage(scope, unit, orderedBy(scope, await messageOf(scope, unit, asked)), now);
  if (immediately) await sendNow(unit, isConfiguration(type), [type]);
  return key;
}

/** The message as an order of the user: the unit gets it only while they may give it. */
export const orderedBy = (scope: Scope, message: NewMessage): NewMessage => ({
  ...message,
  asked: { by: askerOf(scope), needs: [OTA_USERS] },
});

/** The whole configuration is sent again, whichever part was asked for: a unit takes no parts of it (docs/decisions/0101). */
const isConfiguration = (type: Upload['type']) => type !== 'FIRMVER' && type !== 'SPEECH';

async function messageOf(
  scope: Scope,
  unit: UnitRecord,
  { type, file = '', speechIndex = 0, language, languageSlot }: Upload,
): Promise<NewMessage> {
  if (type === 'SPEECH') return speechMessage(scope, { file, speechIndex, language }, languageSlot);
  const version = await firmwareStore.find(file);
  if (!version || !isFor(unit, version)) throw refusedFile(UNKNOWN_VERSION);
  return firmwareMessage(unit, version);
}

export async function speechMessage(
  scope: Scope,
  { file, speechIndex, language }: SpeechFile,
  languageSlot: number | undefined,
): Promise<NewMessage> {
  const { location, bytes, sha256 } = await takenFile(scope, 'speech', file);
  const content: Values = {
    ...{ speechIndex, location, bytes, sha256 },
    ...(language !== undefined && { language }),
    ...(languageSlot !== undefined && { languageSlot }),
  };
  return { MessageType: 'SPEECH', content };
}

const isFor = (unit: UnitRecord, { unitModel, firmVerType }: FirmwareVersion) =>
  unitModel === unit.UnitModel && firmwareOptions(unit.UnitModel, unit.FirmVer).includes(firmVerType);

/** Sends what waits for a unit that is connected. One that is not, or whose bridge does not answer, gets it at its next ping. */
async function sendNow(
  { UnitSerNum }: UnitRecord,
  configuration: boolean,
  types: readonly MessageType[],
): Promise<void> {
  const connection = await unitConnectionStore.get(UnitSerNum, Date.now());
  if (!connection) return;
  await syncOverBridge(connection.bridgeAddress, {
    ...{ UnitSerNum, configuration },
    types: configuration ? [] : [...types],
  }).catch((error: Error) => logger.warn('An update waits for the next ping of the unit', { UnitSerNum, error }));
}
