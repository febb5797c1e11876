import { createHash } from 'node:crypto';
import { defaultLocation, ownFirmware } from '#core/ota/firmware-version.ts';
import { instant } from '#core/time.ts';
import { UNIT_MODELS, type UnitModel } from '#core/units/unit.ts';
import { storedFile } from '#data/ota/firmware-changes.ts';
import { CurrentFirmwareEntity, FirmwareVersionEntity } from '#data/ota/firmware-entities.ts';
import { signFirmware } from '#platform/ota/sign-firmware.ts';
import { exampleFirmware } from '../example-firmware.ts';
import type { Seed } from '../seed.ts';
import { FIRMWARE } from '../units.ts';
import { itemOf } from '../write.ts';

const portal = 'firmware';

/** The versions of each model, two months apart. The newest is the current one. They are signed if there is a key. */
export const seed: Seed = async () => {
  const items: Record<string, unknown>[] = [];
  for (const unitModel of UNIT_MODELS) {
    const firmVerType = ownFirmware(unitModel);
    for (const [index, version] of FIRMWARE[unitModel].entries()) {
      const releasedAt = Date.UTC(2026, 8 - 2 * index, 1);
      items.push(
        itemOf(FirmwareVersionEntity, {
          ...{ portal, unitModel, firmVerType, version },
          location: defaultLocation(unitModel, version),
          upgradePrice: index === 0 ? 1_500 : 0,
          releaseDate: instant(releasedAt),
          ...(process.env.FIRMWARE_KEY && (await signed(unitModel, version, releasedAt))),
        }),
      );
    }
    items.push(itemOf(CurrentFirmwareEntity, { portal, unitModel, firmVerType, version: FIRMWARE[unitModel][0]! }));
  }
  return items;
};

async function signed(unitModel: UnitModel, version: string, now: number) {
  const file = exampleFirmware(unitModel, version);
  const facts = { bytes: file.length, sha256: createHash('sha256').update(file).digest('hex') };
  return storedFile(await signFirmware({ unitModel, firmVerType: ownFirmware(unitModel), version }, facts, now));
}
