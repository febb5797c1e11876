import { Entity } from 'electrodb';
import { type Announcement, NOTE_TYPES } from '#core/ota/announcement.ts';
import { FIRMWARE_TYPES } from '#core/ota/firmware-version.ts';
import { UNIT_MODELS } from '#core/units/unit.ts';
import { jsonOf, number, requiredNumber, requiredText, text } from '../kit/attributes.ts';
import { at, primary } from '../kit/table.ts';

/** All versions are in one partition: they are the portal's, and few. */
const portal = { type: ['firmware'], required: true } as const;
/** The partition of all of them. */
export const PORTAL = 'firmware';

export const FirmwareVersionEntity = new Entity(
  {
    model: { service: 'watchkeep', entity: 'firmwareVersion', version: '1' },
    attributes: {
      portal,
      unitModel: { type: UNIT_MODELS, required: true },
      firmVerType: { type: FIRMWARE_TYPES, required: true },
      version: requiredText,
      location: requiredText,
      /** Whole cents. */
      upgradePrice: requiredNumber,
      releaseDate: requiredText,
      bytes: number,
      sha256: text,
      oldestAllowed: text,
      /** What was signed, and its signature, in base64 (layers/protocol/firmware-manifest.ts). */
      manifest: text,
      signature: text,
      signedAt: text,
    },
    indexes: { byVersion: primary(['portal'], ['unitModel', 'firmVerType', 'version']) },
  },
  at,
);

/** Which version the units of a model are offered: one for each type. */
export const CurrentFirmwareEntity = new Entity(
  {
    model: { service: 'watchkeep', entity: 'currentFirmware', version: '1' },
    attributes: {
      portal,
      unitModel: { type: UNIT_MODELS, required: true },
      firmVerType: { type: FIRMWARE_TYPES, required: true },
      version: requiredText,
    },
    indexes: { byModel: primary(['portal'], ['unitModel', 'firmVerType']) },
  },
  at,
);

export const ReleaseNotesEntity = new Entity(
  {
    model: { service: 'watchkeep', entity: 'releaseNotes', version: '1' },
    attributes: {
      portal,
      type: { type: NOTE_TYPES, required: true },
      version: requiredText,
      details: { ...jsonOf<Announcement>(), required: true },
      revision: requiredNumber,
    },
    indexes: { byVersion: primary(['portal'], ['type', 'version']) },
  },
  at,
);
