import { Entity } from 'electrodb';
import { ROOT_DEALER } from '#core/dealers/tree.ts';
import { AppError } from '#core/errors.ts';
import { type Announcement, NOTE_TYPES, type NoteType, type ReleaseNotes } from '#core/ota/announcement.ts';
import {
  defaultLocation,
  FIRMWARE_TYPES,
  type FirmwareVersion,
  firmVerKey,
  type NewFirmwareVersion,
  ownFirmware,
} from '#core/ota/firmware-version.ts';
import type { Scope } from '#core/scope.ts';
import { instant, MINUTE } from '#core/time.ts';
import { TtlCache } from '#core/ttl-cache.ts';
import { compareFirmware } from '#core/units/firmware.ts';
import { UNIT_MODELS, type UnitModel } from '#core/units/unit.ts';
import { auditEntry } from '../audit/audit.ts';
import { jsonOf, number, requiredNumber, requiredText, text } from '../kit/attributes.ts';
import { change } from '../kit/change.ts';
import { at, primary } from '../kit/table.ts';

/** All versions are in one partition: they are the portal's, and few. */
const portal = { type: ['firmware'], required: true } as const;
const PORTAL = 'firmware';

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

const entities = { version: FirmwareVersionEntity, current: CurrentFirmwareEntity };
/** More would not fit into one answer of a function. */
const MAX_VERSIONS = 500;
const EXISTS = new AppError('CONFLICT', 'This version exists already', [
  { path: 'version', message: 'This version exists already' },
]);

const NEWEST_CACHE_MS = 5 * MINUTE;
const cache = new TtlCache<Record<UnitModel, string>>();

export interface StoredFile {
  bytes: number;
  sha256: string;
}

export const firmwareStore = {
  /** All versions, the newest first, with their release notes. */
  async list(): Promise<{ versions: FirmwareVersion[]; notes: ReleaseNotes[] }> {
    const [versions, current, notes] = await Promise.all([
      FirmwareVersionEntity.query.byVersion({ portal: PORTAL }).go({ pages: 'all' }),
      CurrentFirmwareEntity.query.byModel({ portal: PORTAL }).go({ pages: 'all' }),
      ReleaseNotesEntity.query.byVersion({ portal: PORTAL }).go({ pages: 'all' }),
    ]);
    const isCurrent = new Set(current.data.map(firmVerKey));
    const announced = new Map(
      notes.data.filter(({ type }) => type === 'unit').map((one) => [one.version, one.details]),
    );
    return {
      notes: notes.data.map(({ portal: _, ...one }) => one),
      versions: versions.data
        .map(({ portal: _, ...one }) => {
          const FirmVerKey = firmVerKey(one);
          const announcement = announced.get(one.version);
          return { ...one, FirmVerKey, current: isCurrent.has(FirmVerKey), ...(announcement && { announcement }) };
        })
        .sort((a, b) => compareFirmware(b.version, a.version)),
    };
  },

  /** The current version of each model's own firmware, empty if there is none. Cached for some minutes. `now` in milliseconds. */
  async newest(now: number): Promise<Record<UnitModel, string>> {
    const known = cache.get('newest', now);
    if (known) return known;
    const { data } = await CurrentFirmwareEntity.query.byModel({ portal: PORTAL }).go({ pages: 'all' });
    const newest = Object.fromEntries(
      UNIT_MODELS.map((model) => {
        const current = data.find((one) => one.unitModel === model && one.firmVerType === ownFirmware(model));
        return [model, current?.version ?? ''];
      }),
    ) as Record<UnitModel, string>;
    cache.set('newest', newest, now + NEWEST_CACHE_MS);
    return newest;
  },

  /** The version with this key; undefined if there is none. */
  async find(key: string): Promise<FirmwareVersion | undefined> {
    return (await this.list()).versions.find(({ FirmVerKey }) => FirmVerKey === key);
  },

  /** The version that units of the model are offered. Every page of a unit asks for it, so it does not read the other versions. */
  async offered(unitModel: UnitModel): Promise<FirmwareVersion | undefined> {
    const model = { portal: PORTAL, unitModel, firmVerType: ownFirmware(unitModel) } as const;
    const { data: current } = await CurrentFirmwareEntity.get(model).go();
    if (!current) return undefined;
    const { version } = current;
    const [{ data: stored }, { data: notes }] = await Promise.all([
      FirmwareVersionEntity.get({ ...model, version }).go(),
      ReleaseNotesEntity.get({ portal: PORTAL, type: 'unit', version }).go(),
    ]);
    if (!stored) return undefined;
    const { portal: _, ...one } = stored;
    return { ...one, FirmVerKey: firmVerKey(one), current: true, ...(notes && { announcement: notes.details }) };
  },

  /** Creates a version. CONFLICT if it exists, TOO_LARGE if there are too many. */
  async create(
    scope: Scope,
    { makeCurrent, location, file: _, ...given }: NewFirmwareVersion,
    file: (StoredFile & { location: string }) | undefined,
    now: number,
  ): Promise<FirmwareVersion> {
    const { versions } = await this.list();
    if (versions.length >= MAX_VERSIONS)
      throw new AppError('TOO_LARGE', `There can be at most ${MAX_VERSIONS} versions`);
    const stored = {
      ...given,
      location: location ?? file?.location ?? defaultLocation(given.unitModel, given.version),
      releaseDate: instant(now),
      ...(file && { bytes: file.bytes, sha256: file.sha256 }),
    };
    const FirmVerKey = firmVerKey(given);
    const { unitModel, firmVerType, version, upgradePrice } = given;
    const after = { unitModel, firmVerType, version, location: stored.location, upgradePrice, current: makeCurrent };
    const audit = auditEntry(
      scope,
      {
        objectKind: 'firmwareVersion',
        objectId: FirmVerKey,
        dealerKey: ROOT_DEALER,
        action: 'create firmware version',
        after,
      },
      now,
    );
    await change({ entities, audit, refused: { changed: EXISTS } }, (to) => [
      to.version.create({ portal: PORTAL, ...stored }).commit(),
      ...(makeCurrent ? [to.current.upsert({ portal: PORTAL, unitModel, firmVerType, version }).commit()] : []),
    ]);
    return { ...stored, FirmVerKey, current: makeCurrent };
  },

  /** Saves the release notes of a version. CONFLICT if somebody else saved them since they were read. */
  async saveNotes(
    scope: Scope,
    { type, version, details, revision }: ReleaseNotes,
    now: number,
  ): Promise<ReleaseNotes> {
    const { data: before } = await ReleaseNotesEntity.get({ portal: PORTAL, type, version }).go({ consistent: true });
    const audit = auditEntry(
      scope,
      {
        objectKind: 'releaseNotes',
        objectId: notesId(type, version),
        dealerKey: ROOT_DEALER,
        action: 'edit release notes',
        ...(before && { before: audited(before.details) }),
        after: audited(details),
      },
      now,
    );
    await change(
      {
        entities: { notes: ReleaseNotesEntity },
        audit,
        refused: { changed: 'Somebody else saved these release notes' },
      },
      (to) => [
        to.notes
          .upsert({ portal: PORTAL, type, version, details, revision: revision + 1 })
          .where((stored, { eq, notExists }) =>
            revision === 0 ? notExists(stored.revision) : eq(stored.revision, revision),
          )
          .commit(),
      ],
    );
    return { type, version, details, revision: revision + 1 };
  },
};

const notesId = (type: NoteType, version: string) => `${type} ${version}`;
const audited = ({ summary, details, costOTA, costBridge }: Announcement) => ({
  summary,
  details: details.length,
  costOTA,
  costBridge,
});
