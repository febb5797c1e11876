import type { Announcement } from '#core/ota/announcement.ts';
import { ownFirmware } from '#core/ota/firmware-version.ts';
import { UNIT_MODELS, type UnitModel } from '#core/units/unit.ts';
import { FirmwareVersionEntity, PORTAL, ReleaseNotesEntity } from './firmware-entities.ts';

/** What dealers are told of a version, and the models whose own firmware it is, once its file is signed; undefined if they are told nothing. */
export async function dealerMessage(
  version: string,
): Promise<{ announcement: Announcement; models: UnitModel[] } | undefined> {
  const [notes, ...found] = await Promise.all([
    ReleaseNotesEntity.get({ portal: PORTAL, type: 'unit', version }).go(),
    ...UNIT_MODELS.map((unitModel) =>
      FirmwareVersionEntity.get({ portal: PORTAL, unitModel, firmVerType: ownFirmware(unitModel), version }).go(),
    ),
  ]);
  if (!notes.data) return undefined;
  return {
    announcement: notes.data.details,
    models: UNIT_MODELS.filter((_, index) => found[index]!.data?.signature !== undefined),
  };
}
