import { defaultLocation, ownFirmware } from '#core/ota/firmware-version.ts';
import { instant } from '#core/time.ts';
import { UNIT_MODELS } from '#core/units/unit.ts';
import { CurrentFirmwareEntity, FirmwareVersionEntity } from '#data/ota/firmware-versions.ts';
import type { Seed } from '../seed.ts';
import { FIRMWARE } from '../units.ts';
import { itemOf } from '../write.ts';

const portal = 'firmware';

/** The versions of each model, two months apart. The newest is the current one. */
export const seed: Seed = () =>
  UNIT_MODELS.flatMap((unitModel) => {
    const firmVerType = ownFirmware(unitModel);
    return [
      ...FIRMWARE[unitModel].map((version, index) =>
        itemOf(FirmwareVersionEntity, {
          ...{ portal, unitModel, firmVerType, version },
          location: defaultLocation(unitModel, version),
          upgradePrice: index === 0 ? 1_500 : 0,
          releaseDate: instant(Date.UTC(2026, 8 - 2 * index, 1)),
        }),
      ),
      itemOf(CurrentFirmwareEntity, { portal, unitModel, firmVerType, version: FIRMWARE[unitModel][0]! }),
    ];
  });
