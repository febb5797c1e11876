import { type KeyObject, verify } from 'node:crypto';
import { FIRMWARE_TYPES } from '#core/ota/firmware-version.ts';
import type { FirmwareManifest } from '#core/ota/manifest.ts';
import { UnitModel } from './common.ts';
import { optional } from './field.ts';
import { bytes, choice, number, text, time } from './fields.ts';
import { HEADER_BYTES } from './frames.ts';
import { objectCodec } from './object-codec.ts';
import { FieldWriter } from './tlv.ts';

/** The fields of a manifest, written as in the payload of a frame. */
export const MANIFEST = objectCodec<FirmwareManifest>({
  UnitModel,
  firmVerType: choice(0x97, FIRMWARE_TYPES),
  version: text(0x98),
  bytes: number(0x99),
  sha256: bytes(0x9a),
  blockBytes: number(0x9b),
  oldestAllowed: optional(text(0x9c)),
  signedAt: time(0x9d),
});

/** Signed with the manifest, so that its signature cannot stand for anything else that the key may sign one day. */
const PREFIX = Buffer.from('Watchkeep firmware 1\n', 'ascii');

export function encodeManifest(manifest: FirmwareManifest): Uint8Array {
  const writer = new FieldWriter();
  MANIFEST.write(writer, manifest);
  return writer.bytes.slice(HEADER_BYTES, writer.length);
}

/** Throws MalformedPayload or MissingField. */
export const decodeManifest = (encoded: Uint8Array): FirmwareManifest =>
  MANIFEST.read({} as FirmwareManifest, encoded, 0, encoded.length);

/** What the key signs: Ed25519 of these bytes (RFC 8032). */
export const signedBytes = (manifest: Uint8Array): Buffer => Buffer.concat([PREFIX, manifest]);

/** True if one of the keys has signed the manifest. */
export const isSigned = (manifest: Uint8Array, signature: Uint8Array, publicKeys: readonly KeyObject[]): boolean =>
  publicKeys.some((key) => verify(null, signedBytes(manifest), key, signature));
