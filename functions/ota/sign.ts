import { AppError } from '#core/errors.ts';
import { maxFileBytes } from '#core/ota/files.ts';
import type { FirmwareVersion } from '#core/ota/firmware-version.ts';
import { BLOCK_BYTES } from '#core/ota/manifest.ts';
import type { Scope } from '#core/scope.ts';
import { instant } from '#core/time.ts';
import { firmwareStore, SIGNED, type SignedFile } from '#data/ota/firmware-versions.ts';
import { env } from '#platform/aws/env.ts';
import { fileFacts } from '#platform/aws/files.ts';
import { firmwareKey } from '#platform/aws/firmware-key.ts';
import { encodeManifest, signedBytes } from '#protocol/firmware-manifest.ts';

type Version = Pick<FirmwareVersion, 'unitModel' | 'firmVerType' | 'version' | 'oldestAllowed'>;

/** Signs what units check before they install a file: for which units it is, and its size and digest. */
export async function signFile(
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

/** Signs the file that has come to the place of a version. NOT_FOUND without the version, CONFLICT without the file or if it is signed. */
export async function signVersion(scope: Scope, FirmVerKey: string, now: number): Promise<FirmwareVersion> {
  const version = await firmwareStore.find(FirmVerKey);
  if (!version) throw new AppError('NOT_FOUND', 'Version not found');
  if (version.signedAt !== undefined) throw new AppError('CONFLICT', SIGNED);
  const facts = await fileFacts(env('FIRMWARE_BUCKET'), version.location, maxFileBytes('firmware'));
  if (!facts) throw new AppError('CONFLICT', `There is no file ${version.location} yet`);
  return firmwareStore.sign(scope, version, await signFile(version, facts, now), now);
}
