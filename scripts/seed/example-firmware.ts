import { createHash } from 'node:crypto';
import { defaultLocation } from '#core/ota/firmware-version.ts';
import { UNIT_MODELS, type UnitModel } from '#core/units/unit.ts';
import { FIRMWARE } from './units.ts';

const BYTES = 96 * 1024;

/** A file in the place of real firmware: the same on every machine, and another for each version. */
export function exampleFirmware(unitModel: UnitModel, version: string): Buffer {
  const parts: Buffer[] = [];
  for (let part = 0; part < BYTES / 32; part++)
    parts.push(createHash('sha256').update(`${unitModel} ${version} ${part}`).digest());
  return Buffer.concat(parts);
}

/** The files of all seeded versions, with their places. */
export const exampleFiles = () =>
  UNIT_MODELS.flatMap((unitModel) =>
    FIRMWARE[unitModel].map((version) => ({
      location: defaultLocation(unitModel, version),
      content: exampleFirmware(unitModel, version),
    })),
  );
