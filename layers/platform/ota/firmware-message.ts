import { AppError } from '#core/errors.ts';
import type { FirmwareVersion } from '#core/ota/firmware-version.ts';
import { firmwareRefusal, SIGNER_REFUSALS } from '#core/ota/manifest.ts';
import { firmwareOptions } from '#core/ota/update.ts';
import type { Values } from '#core/unit-messages/values.ts';
import type { UnitRecord } from '#core/units/unit-record.ts';
import { firmwareStore } from '#data/ota/firmware-versions.ts';
import type { NewMessage } from '#data/unit-configuration/sync-messages.ts';
import { signerOf } from './signer.ts';

/** The message that brings firmware to the unit. CONFLICT if the portal's key has not signed it, or if the unit must not go back so far. */
export async function firmwareMessage(unit: UnitRecord, version: FirmwareVersion): Promise<NewMessage> {
  const { UnitModel, FirmVer } = unit;
  const refusal =
    SIGNER_REFUSALS[await signerOf(version)] ??
    firmwareRefusal(
      { ...version, UnitModel: version.unitModel },
      {
        UnitModel,
        types: firmwareOptions(UnitModel, FirmVer),
        oldestAllowed: await firmwareStore.oldestAllowed(UnitModel, FirmVer),
      },
    );
  if (refusal !== undefined) throw new AppError('CONFLICT', refusal);
  return { MessageType: 'FIRMVER', content: firmwareContent(version) };
}

/** What a unit is told of a version that it shall get. */
const firmwareContent = ({ firmVerType, version, location, bytes, sha256 }: FirmwareVersion): Values => ({
  ...{ firmVerType, version, location },
  ...(bytes !== undefined && { bytes }),
  ...(sha256 !== undefined && { sha256 }),
});
