import { type FilePurpose, maxFileBytes } from '#core/ota/files.ts';
import { FirmwareType } from '#core/ota/firmware-version.ts';
import { BLOCK_BYTES, firmwareRefusal } from '#core/ota/manifest.ts';
import type { Values } from '#core/unit-messages/values.ts';
import type { UnitModel } from '#core/units/unit.ts';
import type { UnitRecord } from '#core/units/unit-record.ts';
import { firmwareStore } from '#data/ota/firmware-versions.ts';
import { endRefusedUpdate } from '#data/rollouts/refused-update.ts';
import { syncQueueStore } from '#data/unit-configuration/sync-queue.ts';
import { env } from '#platform/aws/env.ts';
import { readFile } from '#platform/aws/files.ts';
import { firmwareKey } from '#platform/aws/firmware-key.ts';
import { logger, measureUnusableFile } from '#platform/aws/observability.ts';
import { decodeManifest, isSigned } from '#protocol/firmware-manifest.ts';
import { UnusableFile } from '../downloads/unusable-file.ts';
import type { Downloads, WaitingFile } from '../ports.ts';
import { isStillOrdered } from './orders.ts';

/** Finds the files of waiting messages by the table, and reads them from their buckets. */
export const storedDownloads: Downloads = {
  async waiting({ UnitSerNum, UnitModel }, MessageKey) {
    const scheduled = await syncQueueStore.scheduled(UnitSerNum, ['FIRMVER', 'SPEECH'], Date.now());
    const found = scheduled.find(({ message }) => message.MessageKeyHex === MessageKey);
    if (!found) return undefined;
    const { message, unit, heldBack } = found;
    if (!(await isStillOrdered(unit, message, Date.now()))) return undefined;
    if (message.MessageType === 'FIRMVER') {
      const refusal = await tooOldFor(unit, message.content);
      if (refusal !== undefined) return void (await endRefusedUpdate(unit, message, refusal, Date.now()));
    }
    const file = await (message.MessageType === 'SPEECH'
      ? promptOf(message.content)
      : firmwareOf(UnitModel, message.content));
    return file && { ...file, ...(heldBack !== undefined && { heldBack }) };
  },

  async read({ purpose, location }, take) {
    const found = await readFile(bucketOf(purpose), location, maxFileBytes(purpose), take);
    if (found === undefined) throw new UnusableFile(`There is no file ${location}`);
  },

  unusable: measureUnusableFile,
};

const bucketOf = (purpose: FilePurpose): string =>
  purpose === 'firmware' ? env('FIRMWARE_BUCKET') : env('VOICE_FILES_BUCKET');

function promptOf({ location, bytes, sha256 }: Values): WaitingFile | undefined {
  if (typeof location !== 'string' || typeof bytes !== 'number' || typeof sha256 !== 'string') return undefined;
  return { purpose: 'speech', location, bytes, sha256: Buffer.from(sha256, 'hex'), blockBytes: BLOCK_BYTES };
}

/** Why the unit must not go back to the version: it may have got a newer one while the message waited. Undefined if it may. */
async function tooOldFor({ UnitModel, FirmVer }: UnitRecord, { firmVerType, version }: Values) {
  const type = FirmwareType.safeParse(firmVerType);
  if (!type.success || typeof version !== 'string') return undefined;
  const oldestAllowed = await firmwareStore.oldestAllowed(UnitModel, FirmVer);
  return firmwareRefusal(
    { UnitModel, firmVerType: type.data, version },
    { UnitModel, types: [type.data], oldestAllowed },
  );
}

async function firmwareOf(unitModel: UnitModel, { firmVerType, version }: Values): Promise<WaitingFile | undefined> {
  const type = FirmwareType.safeParse(firmVerType);
  if (!type.success || typeof version !== 'string') return undefined;
  const stored = await firmwareStore.signed({ unitModel, firmVerType: type.data, version });
  if (!stored) return undefined;
  const { location, ...signed } = stored;
  const name = { unitModel, firmVerType: type.data, version };
  const refusal = await refusalOf(name, signed);
  tell(name, refusal);
  if (refusal !== undefined) {
    measureUnusableFile();
    return undefined;
  }
  const { bytes, sha256, blockBytes } = decodeManifest(signed.manifest);
  return { purpose: 'firmware', location, bytes, sha256, blockBytes, signed };
}

type Name = { unitModel: UnitModel; firmVerType: FirmwareType; version: string };

/** Why the version is not offered. What is stored of it may be damaged or changed since the portal has signed it, or signed with a former key. */
async function refusalOf(
  { unitModel, firmVerType, version }: Name,
  { manifest, signature }: { manifest: Uint8Array; signature: Uint8Array },
): Promise<string | undefined> {
  if (!isSigned(manifest, signature, [(await firmwareKey()).publicKey]))
    return 'Its signature is not of the key of this portal';
  const signed = decodeManifest(manifest);
  if (signed.version !== version) return 'This firmware is another version';
  return firmwareRefusal(signed, { UnitModel: unitModel, types: [firmVerType] });
}

/** Why each version was refused last. Many units ask for one, again and again: the log has it once. */
const told = new Map<string, string | undefined>();
function tell({ unitModel, firmVerType, version }: Name, refusal: string | undefined): void {
  const key = `${unitModel} ${firmVerType} ${version}`;
  if (refusal !== undefined && told.get(key) !== refusal)
    logger.error('Firmware is not offered to units', { unitModel, firmVerType, version, reason: refusal });
  told.set(key, refusal);
}
