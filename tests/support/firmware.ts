import { createHash, generateKeyPairSync, type KeyObject, sign } from 'node:crypto';
import type { WaitingFile } from '#bridge/ports.ts';
import { BLOCK_BYTES, type FirmwareManifest } from '#core/ota/manifest.ts';
import { encodeManifest, signedBytes } from '#protocol/firmware-manifest.ts';
import { seededRandom } from '#scripts/seed/random.ts';

const { privateKey, publicKey } = generateKeyPairSync('ed25519');
/** The key that the units of a test trust. */
export const TRUSTED: readonly KeyObject[] = [publicKey];
export const stranger = generateKeyPairSync('ed25519').privateKey;

/** Bytes that look like firmware: no two blocks are alike. */
export function someFile(bytes: number, begins = ''): Buffer {
  const random = seededRandom(bytes);
  const file = Buffer.from(Array.from({ length: bytes }, () => random.between(0, 255)));
  file.write(begins, 'ascii');
  return file;
}

/** Firmware as the portal signs it, and as a bridge finds it. */
export function firmwareOf(
  content: Uint8Array,
  { key = privateKey, ...more }: Partial<FirmwareManifest> & { key?: KeyObject } = {},
): WaitingFile {
  const facts = {
    bytes: content.length,
    sha256: createHash('sha256').update(content).digest(),
    blockBytes: BLOCK_BYTES,
    ...more,
  };
  const manifest = encodeManifest({
    ...{ UnitModel: 'MXD-LTE', firmVerType: 'MXDLTE', version: '2.4.0.0.1', signedAt: 1_795_262_400_000 },
    ...facts,
  });
  const signed = { manifest, signature: sign(null, signedBytes(manifest), key) };
  const { bytes, sha256, blockBytes } = facts;
  const location = `uploaded/${sha256.toString('hex').slice(0, 8)}/firmware.bin`;
  return { purpose: 'firmware', location, bytes, sha256, blockBytes, signed };
}
