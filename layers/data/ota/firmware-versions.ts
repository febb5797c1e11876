import { Entity, type EntityItem } from 'electrodb';
import { ROOT_DEALER } from '#core/dealers/tree.ts';
import { AppError } from '#core/errors.ts';
import { type Announcement, NOTE_TYPES, type NoteType, type ReleaseNotes } from '#core/ota/announcement.ts';
import {
  defaultLocation,
  FIRMWARE_TYPES,
  FirmwareNumber,
  type FirmwareVersion,
  firmVerKey,
  type NewFirmwareVersion,
  ownFirmware,
} from '#core/ota/firmware-version.ts';
import type { Scope } from '#core/scope.ts';
import { instant, MINUTE } from '#core/time.ts';
import { TtlCache } from '#core/ttl-cache.ts';
import { compareFirmware } from '#core/units/firmware.ts';
import { shownFirmware, UNIT_MODELS, type UnitModel } from '#core/units/unit.ts';
import { auditEntry } from '../audit/audit.ts';
import { jsonOf, number, requiredNumber, requiredText, text } from '../kit/attributes.ts';
import { change } from '../kit/change.ts';
import { at, primary } from '../kit/table.ts';
import { inTurn } from '../kit/turns.ts';

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

const entities = { version: FirmwareVersionEntity, current: CurrentFirmwareEntity };
/** More would not fit into one answer of a function. */
export const MAX_VERSIONS = 500;
const BUSY = 'Others add versions right now. Please try again';
const EXISTS = new AppError('CONFLICT', 'This version exists already', [
  { path: 'version', message: 'This version exists already' },
]);

/** A signed file is not replaced: units may be getting it. */
export const SIGNED = 'This version is signed already';

const NEWEST_CACHE_MS = 5 * MINUTE;
const cache = new TtlCache<Record<UnitModel, string>>();

/** A file that was read and signed. `sha256` in hexadecimal. */
export interface SignedFile {
  bytes: number;
  sha256: string;
  manifest: Uint8Array;
  signature: Uint8Array;
  signedAt: string;
}

type Name = Pick<FirmwareVersion, 'unitModel' | 'firmVerType' | 'version'>;
type StoredVersion = EntityItem<typeof FirmwareVersionEntity>;

/** The attributes of a version whose file is signed. */
export const storedFile = ({ bytes, sha256, manifest, signature, signedAt }: SignedFile) => ({
  ...{ bytes, sha256, signedAt },
  manifest: base64(manifest),
  signature: base64(signature),
});
const base64 = (bytes: Uint8Array) => Buffer.from(bytes).toString('base64');

/** The version for people: units alone need what was signed. */
function shown({ portal: _, manifest: _manifest, signature: _signature, ...version }: StoredVersion, current: boolean) {
  return { ...version, FirmVerKey: firmVerKey(version), current };
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
        .map((one) => {
          const announcement = announced.get(one.version);
          return { ...shown(one, isCurrent.has(firmVerKey(one))), ...(announcement && { announcement }) };
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
    return { ...shown(stored, true), ...(notes && { announcement: notes.details }) };
  },

  /** What was signed of a version, and where its file is; undefined if it is not signed. */
  async signed(name: Name): Promise<(Pick<SignedFile, 'manifest' | 'signature'> & { location: string }) | undefined> {
    const { data } = await FirmwareVersionEntity.get({ portal: PORTAL, ...name }).go();
    if (!data?.manifest || !data.signature) return undefined;
    const { location, manifest, signature } = data;
    return { location, manifest: Buffer.from(manifest, 'base64'), signature: Buffer.from(signature, 'base64') };
  },

  /** The oldest version that a unit with this firmware may go back to; undefined if it may go back to any. */
  async oldestAllowed(unitModel: UnitModel, FirmVer: string): Promise<string | undefined> {
    // A unit that has never connected has none, and one that reports it can report any text.
    const version = FirmwareNumber.safeParse(shownFirmware(FirmVer));
    if (!version.success) return undefined;
    const name = { unitModel, firmVerType: ownFirmware(unitModel), version: version.data };
    const { data } = await FirmwareVersionEntity.get({ portal: PORTAL, ...name }).go();
    return data?.oldestAllowed;
  },

  /** Creates a version. CONFLICT if it exists, TOO_LARGE if there are too many. */
  async create(
    scope: Scope,
    { makeCurrent, location, file: _, ...given }: NewFirmwareVersion,
    file: (SignedFile & { location: string }) | undefined,
    now: number,
  ): Promise<FirmwareVersion> {
    const stored = {
      ...given,
      // What is signed is the uploaded file, so a place that somebody entered beside it does not count.
      location: file?.location ?? location ?? defaultLocation(given.unitModel, given.version),
      releaseDate: instant(now),
      ...(file && storedFile(file)),
    };
    const FirmVerKey = firmVerKey(given);
    const { unitModel, firmVerType, version, upgradePrice, oldestAllowed } = given;
    const after = {
      ...{ unitModel, firmVerType, version, location: stored.location, upgradePrice, current: makeCurrent },
      ...(oldestAllowed !== undefined && { oldestAllowed }),
      ...(file && { sha256: file.sha256 }),
    };
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
    await inTurn(
      { set: 'firmware versions', busy: BUSY },
      async (turn) => {
        await requireRoom();
        const all = { ...entities, ...turn.entities };
        await change({ entities: all, audit, by: scope, refused: { changed: EXISTS, ...turn.refused } }, (to) => [
          to.version.create({ portal: PORTAL, ...stored }).commit(),
          ...(makeCurrent ? [to.current.upsert({ portal: PORTAL, unitModel, firmVerType, version }).commit()] : []),
          turn.write(to),
        ]);
      },
      now,
    );
    return shown({ portal: PORTAL, ...stored }, makeCurrent);
  },

  /** Stores the signature of a file that came after its version. CONFLICT if the version is signed already. */
  async sign(scope: Scope, version: FirmwareVersion, file: SignedFile, now: number): Promise<FirmwareVersion> {
    const { unitModel, firmVerType, version: number, FirmVerKey } = version;
    const audit = auditEntry(
      scope,
      {
        objectKind: 'firmwareVersion',
        objectId: FirmVerKey,
        dealerKey: ROOT_DEALER,
        action: 'sign firmware version',
        after: { sha256: file.sha256 },
      },
      now,
    );
    await change({ entities, audit, by: scope, refused: { changed: SIGNED } }, (to) => [
      to.version
        .patch({ portal: PORTAL, unitModel, firmVerType, version: number })
        .set(storedFile(file))
        .where(({ signature }, { notExists }) => notExists(signature))
        .commit(),
    ]);
    const { bytes, sha256, signedAt } = file;
    return { ...version, bytes, sha256, signedAt };
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

async function requireRoom(): Promise<void> {
  const { data } = await FirmwareVersionEntity.query
    .byVersion({ portal: PORTAL })
    .go({ attributes: ['version'], pages: 'all', consistent: true });
  if (data.length >= MAX_VERSIONS) throw new AppError('TOO_LARGE', `There can be at most ${MAX_VERSIONS} versions`);
}

const notesId = (type: NoteType, version: string) => `${type} ${version}`;
const audited = ({ summary, details, costOTA, costBridge }: Announcement) => ({
  summary,
  details: details.length,
  costOTA,
  costBridge,
});
