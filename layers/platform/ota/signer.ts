import type { FirmwareVersion } from '#core/ota/firmware-version.ts';
import type { Signer } from '#core/ota/manifest.ts';
import { firmwareStore } from '#data/ota/firmware-versions.ts';
import { isSigned } from '#protocol/firmware-manifest.ts';
import { firmwareKey } from '../aws/firmware-key.ts';

/** Who has signed the file of a version, by what is stored now. */
export async function signerOf(
  version: Pick<FirmwareVersion, 'unitModel' | 'firmVerType' | 'version'>,
): Promise<Signer> {
  const signed = await firmwareStore.signed(version);
  if (!signed) return 'nobody';
  const { publicKey } = await firmwareKey();
  return isSigned(signed.manifest, signed.signature, [publicKey]) ? 'portal' : 'foreign';
}
