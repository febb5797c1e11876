import { generateKeyPairSync, sign } from 'node:crypto';
import type { FirmwareVersion } from '#core/ota/firmware-version.ts';
import { FirmwareVersionEntity, PORTAL } from '#data/ota/firmware-entities.ts';
import { signedBytes } from '#protocol/firmware-manifest.ts';

/** What the table has of a signed version. */
export type StoredSignature = { manifest: Uint8Array; signature: Uint8Array };
export type SignatureChange = (was: StoredSignature) => Promise<StoredSignature> | StoredSignature;
type Name = Pick<FirmwareVersion, 'unitModel' | 'firmVerType' | 'version'>;

/** Changes what the table has of a version, past the portal. */
export async function changeSignature(
  { unitModel, firmVerType, version }: Name,
  change: SignatureChange,
): Promise<void> {
  const key = { portal: PORTAL, unitModel, firmVerType, version } as const;
  const stored = (await FirmwareVersionEntity.get(key).go()).data!;
  const bytesOf = (text: string | undefined) => new Uint8Array(Buffer.from(text!, 'base64'));
  const { manifest, signature } = await change({
    manifest: bytesOf(stored.manifest),
    signature: bytesOf(stored.signature),
  });
  const text = (bytes: Uint8Array) => Buffer.from(bytes).toString('base64');
  await FirmwareVersionEntity.patch(key)
    .set({ manifest: text(manifest), signature: text(signature) })
    .go();
}

/** The same manifest with the signature of a stranger. */
export const byAStranger: SignatureChange = ({ manifest }) => ({
  manifest,
  signature: sign(null, signedBytes(manifest), generateKeyPairSync('ed25519').privateKey),
});
