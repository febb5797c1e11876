import { AppError } from '#core/errors.ts';
import { maxFileBytes } from '#core/ota/files.ts';
import type { FirmwareVersion } from '#core/ota/firmware-version.ts';
import type { Scope } from '#core/scope.ts';
import { firmwareChanges, SIGNED } from '#data/ota/firmware-changes.ts';
import { firmwareStore } from '#data/ota/firmware-versions.ts';
import { env } from '#platform/aws/env.ts';
import { fileFacts } from '#platform/aws/files.ts';
import { firmwareKey } from '#platform/aws/firmware-key.ts';
import { signFirmware } from '#platform/ota/sign-firmware.ts';
import { isSigned } from '#protocol/firmware-manifest.ts';

const ANOTHER_FILE = 'This is not the file that was signed before';

/**
 * Signs the file that has come to the place of a version, or that another key has signed. NOT_FOUND without the version, CONFLICT without the file, if it is
 * signed, or if it is not the file that the other key has signed.
 */
export async function signVersion(scope: Scope, FirmVerKey: string, now: number): Promise<FirmwareVersion> {
  const version = await firmwareStore.find(FirmVerKey);
  if (!version) throw new AppError('NOT_FOUND', 'Version not found');
  const signed = await firmwareStore.signed(version);
  const { publicKey } = await firmwareKey();
  if (signed && isSigned(signed.manifest, signed.signature, [publicKey])) throw new AppError('CONFLICT', SIGNED);
  const facts = await fileFacts(env('FIRMWARE_BUCKET'), version.location, maxFileBytes('firmware'));
  if (!facts) throw new AppError('CONFLICT', `There is no file ${version.location} yet`);
  if (signed && facts.sha256 !== version.sha256) throw new AppError('CONFLICT', ANOTHER_FILE);
  const file = await signFirmware(version, facts, now);
  return firmwareChanges.sign(scope, version, file, { now, foreign: signed?.signature });
}
