import { AppError } from '#core/errors.ts';
import { UPDATES_OFF } from '#core/interlock/held-back.ts';
import { shownPrice, type UpgradeMethod } from '#core/ota/firmware-version.ts';
import type { Scope } from '#core/scope.ts';
import { isFirmwareAbove } from '#core/units/firmware.ts';
import type { UnitRecord } from '#core/units/unit-record.ts';
import { firmwareStore } from '#data/ota/firmware-versions.ts';
import { queueMessage } from '#data/unit-configuration/queue-messages.ts';
import { firmwareMessage } from '#platform/ota/firmware-message.ts';

const refused = (path: string, message: string) => new AppError('INVALID', message, [{ path, message }]);

/** The firmware that the unit is offered: the current version of its model, if it is above the unit's own. */
export async function offeredFirmware({ UnitModel, FirmVer }: UnitRecord) {
  const offered = await firmwareStore.offered(UnitModel);
  return offered && isFirmwareAbove(offered.version, FirmVer) ? offered : undefined;
}

/** Requests the offered firmware: it waits for the unit, or the user brings it by USB. Returns the price as people see it. */
export async function requestUpgrade(
  scope: Scope,
  unit: UnitRecord,
  { Version, Location, Method }: { Version: string; Location?: string | undefined; Method: UpgradeMethod },
  now: number,
) {
  const offered = await offeredFirmware(unit);
  if (offered?.version !== Version) throw refused('Version', 'This unit is not offered this version');
  if (Location !== undefined && Location !== offered.location)
    throw refused('Location', 'This version is in another place');
  const price = shownPrice(offered.upgradePrice, Method);
  if (Method === 'USB') return { price };
  if (unit.AllowOTAUpdate !== 1) throw new AppError('CONFLICT', UPDATES_OFF);
  const MessageKey = await queueMessage(scope, unit, await firmwareMessage(unit, offered), now);
  return { MessageKey, price };
}
