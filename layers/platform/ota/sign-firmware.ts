import type { FirmwareVersion } from '#core/ota/firmware-version.ts';
import { BLOCK_BYTES } from '#core/ota/manifest.ts';
import { instant } from '#core/time.ts';
import type { SignedFile } from '#data/ota/firmware-versions.ts';
import { encodeManifest, signedBytes } from '#protocol/firmware-manifest.ts';
import { firmwareKey } from '../aws/firmware-key.ts';

type Version = Pick<FirmwareVersion, 'unitModel' | 'firmVerType' | 'version' | 'oldestAllowed'>;

/** Signs what units check before they install a file: for which units it is, its size and its digest (SHA-256 in hexadecimal). */
export async function signFirmware(
  { unitModel, firmVerType, version, oldestAllowed }: Version,
  { bytes, sha256 }: { bytes: number; sha256: string },
  now: number,
): Promise<SignedFile> {
  const manifest = encodeManifest({
    ...{ UnitModel: unitModel, firmVerType, version, bytes },
    sha256: Buffer.from(sha256, 'hex'),
    blockBytes: BLOCK_BYTES,
    ...(oldestAllowed !== undefined && { oldestAllowed }),
    signedAt: now,
  });
  const signature = await (await firmwareKey()).sign(signedBytes(manifest));
  return { bytes, sha256, manifest, signature, signedAt: instant(now) };
}
