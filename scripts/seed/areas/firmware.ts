import { instant } from '#core/time.ts';
import { UNIT_MODELS } from '#core/units/unit.ts';
import { FirmwareVersionEntity } from '#data/firmware/firmware.ts';
import type { Seed } from '../seed.ts';
import { FIRMWARE } from '../units.ts';
import { itemOf } from '../write.ts';

/** The versions of each model, two months apart. */
export const seed: Seed = () =>
  UNIT_MODELS.flatMap((unitModel) =>
    FIRMWARE[unitModel].map((version, index) =>
      itemOf(FirmwareVersionEntity, {
        unitModel,
        version,
        current: index === 0,
        releaseDate: instant(Date.UTC(2026, 8 - 2 * index, 1)),
      }),
    ),
  );
