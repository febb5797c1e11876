import { AppError } from '#core/errors.ts';
import { maxFileBytes } from '#core/ota/files.ts';
import type { FirmwareVersion } from '#core/ota/firmware-version.ts';
import type { Scope } from '#core/scope.ts';
import { firmwareChanges, SIGNED } from '#data/ota/firmware-changes.ts';
import { firmwareStore } from '#data/ota/firmware-versions.ts';
import { env } from '#platform/aws/env.ts';
import { fileFacts } from '#platform/aws/files.ts';
import { signFirmware } from '#platform/ota/sign-firmware.ts';

/** Signs the file that has come to the place of a version. NOT_FOUND without the version, CONFLICT without the file or if it is signed. */
export async function signVersion(scope: Scope, FirmVerKey: string, now: number): Promise<FirmwareVersion> {
  const version = await firmwareStore.find(FirmVerKey);
  if (!version) throw new AppError('NOT_FOUND', 'Version not found');
  if (version.signedAt !== undefined) throw new AppError('CONFLICT', SIGNED);
  const facts = await fileFacts(env('FIRMWARE_BUCKET'), version.location, maxFileBytes('firmware'));
  if (!facts) throw new AppError('CONFLICT', `There is no file ${version.location} yet`);
  return firmwareChanges.sign(scope, version, await signFirmware(version, facts, now), now);
}
