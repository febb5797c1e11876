import { type FilePurpose, maxFileBytes } from '#core/ota/files.ts';
import { FirmwareType } from '#core/ota/firmware-version.ts';
import { BLOCK_BYTES, type FirmwareManifest, firmwareRefusal } from '#core/ota/manifest.ts';
import type { Values } from '#core/unit-messages/values.ts';
import type { UnitModel } from '#core/units/unit.ts';
import { firmwareStore } from '#data/ota/firmware-versions.ts';
import { syncQueueStore } from '#data/unit-configuration/sync-queue.ts';
import { env } from '#platform/aws/env.ts';
import { readFile } from '#platform/aws/files.ts';
import { firmwareKey } from '#platform/aws/firmware-key.ts';
import { measureUnusableFile } from '#platform/aws/observability.ts';
import { decodeManifest, isSigned } from '#protocol/firmware-manifest.ts';
import { UnusableFile } from '../downloads/unusable-file.ts';
import type { Downloads, WaitingFile } from '../ports.ts';

/** Finds the files of waiting messages by the table, and reads them from their buckets. */
export const storedDownloads: Downloads = {
  async waiting({ UnitSerNum, UnitModel }, MessageKey) {
    const scheduled = await syncQueueStore.scheduled(UnitSerNum, ['FIRMVER', 'SPEECH'], Date.now());
    const found = scheduled.find(({ message }) => message.MessageKeyHex === MessageKey);
    if (!found) return undefined;
    const { message, heldBack } = found;
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

async function firmwareOf(unitModel: UnitModel, { firmVerType, version }: Values): Promise<WaitingFile | undefined> {
  const type = FirmwareType.safeParse(firmVerType);
  if (!type.success || typeof version !== 'string') return undefined;
  const stored = await firmwareStore.signed({ unitModel, firmVerType: type.data, version });
  if (!stored) return undefined;
  const { location, ...signed } = stored;
  const manifest = await manifestFor({ unitModel, firmVerType: type.data, version }, signed);
  if (!manifest) {
    measureUnusableFile();
    return undefined;
  }
  const { bytes, sha256, blockBytes } = manifest;
  return { purpose: 'firmware', location, bytes, sha256, blockBytes, signed };
}

/** What was signed of the version, if the portal has signed it for these units. What is stored may be damaged or changed since. */
async function manifestFor(
  { unitModel, firmVerType, version }: { unitModel: UnitModel; firmVerType: FirmwareType; version: string },
  { manifest, signature }: { manifest: Uint8Array; signature: Uint8Array },
): Promise<FirmwareManifest | undefined> {
  if (!isSigned(manifest, signature, [(await firmwareKey()).publicKey])) return undefined;
  const signed = decodeManifest(manifest);
  const isMeant =
    signed.version === version && !firmwareRefusal(signed, { UnitModel: unitModel, types: [firmVerType] });
  return isMeant ? signed : undefined;
}
