import type { Unlisted } from '../unit-messages/values.ts';
import { isFirmwareAbove } from '../units/firmware.ts';
import type { UnitModel } from '../units/unit.ts';
import { type FirmwareType, ownFirmware } from './firmware-version.ts';

/** What the portal signs of a version. A unit takes no firmware without it. */
export interface FirmwareManifest {
  UnitModel: UnitModel | Unlisted;
  firmVerType: FirmwareType | Unlisted;
  version: string;
  /** The size of the file. */
  bytes: number;
  /** Of the whole file, 32 bytes. */
  sha256: Uint8Array;
  /** The size of each block but the last. */
  blockBytes: number;
  /** A unit that has run this version takes no older version than this one again. */
  oldestAllowed?: string;
  /** Milliseconds UTC. */
  signedAt: number;
}

/** A frame has 1024 bytes of payload, of which a block's other fields take at most 15. */
export const BLOCK_BYTES = 960;
/** The most blocks that a unit may ask for at once. */
export const MAX_BLOCKS_ASKED = 32;

export const blockCount = ({ bytes, blockBytes }: Pick<FirmwareManifest, 'bytes' | 'blockBytes'>): number =>
  Math.ceil(bytes / blockBytes);

/** The unit that the firmware is for. */
export interface FirmwareTarget {
  readonly UnitModel: UnitModel;
  /** What of the unit can get firmware. */
  readonly types: readonly FirmwareType[];
  /** The oldest version of its own firmware that it may get. */
  readonly oldestAllowed?: string | undefined;
}

/** Why the unit must not get this firmware; undefined if it may. The portal asks before it sends, and the unit again before it installs. */
export function firmwareRefusal(
  firmware: Pick<FirmwareManifest, 'UnitModel' | 'firmVerType' | 'version'>,
  { UnitModel, types, oldestAllowed }: FirmwareTarget,
): string | undefined {
  if (firmware.UnitModel !== UnitModel) return 'This firmware is for another model';
  if (!types.some((type) => type === firmware.firmVerType))
    return 'This firmware is for a part that gets none of its own';
  const isOwn = firmware.firmVerType === ownFirmware(UnitModel);
  return isOwn && oldestAllowed !== undefined && isFirmwareAbove(oldestAllowed, firmware.version)
    ? `The unit takes no version below ${oldestAllowed}`
    : undefined;
}

/** Who has signed the file of a version. `foreign`: not the portal's present key, so units may refuse it. */
export type Signer = 'portal' | 'foreign' | 'nobody';

/** Why the version is not sent to units; undefined if it may be. */
export const SIGNER_REFUSALS = {
  portal: undefined,
  foreign: 'This version is signed with another key. The key of this portal must sign it first',
  nobody: 'The file of this version is not signed yet',
} as const satisfies Record<Signer, string | undefined>;
