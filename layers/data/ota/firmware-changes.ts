import { ROOT_DEALER } from '#core/dealers/tree.ts';
import { AppError } from '#core/errors.ts';
import type { Announcement, NoteType, ReleaseNotes } from '#core/ota/announcement.ts';
import {
  defaultLocation,
  type FirmwareVersion,
  firmVerKey,
  type NewFirmwareVersion,
} from '#core/ota/firmware-version.ts';
import type { Scope } from '#core/scope.ts';
import { instant, MINUTE } from '#core/time.ts';
import { auditEntry } from '../audit/audit.ts';
import { expiryOf } from '../kit/attributes.ts';
import { change } from '../kit/change.ts';
import { tryWrite } from '../kit/conditions.ts';
import { inTurn, turnEntities } from '../kit/turns.ts';
import { CurrentFirmwareEntity, FirmwareVersionEntity, PORTAL, ReleaseNotesEntity } from './firmware-entities.ts';
import { type SignedFile, shownVersion } from './firmware-versions.ts';

const entities = { version: FirmwareVersionEntity, current: CurrentFirmwareEntity };
/** More would not fit into one answer of a function. */
export const MAX_VERSIONS = 500;
const BUSY = 'Others add versions right now. Please try again';
const EXISTS = new AppError('CONFLICT', 'This version exists already', [
  { path: 'version', message: 'This version exists already' },
]);

const BEING_CREATED = 'Somebody else creates this version right now. Please try again in a minute';
/** Longer than a function works on a request. */
const CREATION_MS = MINUTE;

const OTHER_CURRENT = 'Somebody else has just changed the current version';

/** A signed file is not replaced: units may be getting it. */
export const SIGNED = 'This version is signed already';

/** The attributes of a version whose file is signed. */
export const storedFile = ({ bytes, sha256, manifest, signature, signedAt }: SignedFile) => ({
  ...{ bytes, sha256, signedAt },
  manifest: base64(manifest),
  signature: base64(signature),
});
const base64 = (bytes: Uint8Array) => Buffer.from(bytes).toString('base64');

/** What people change of firmware versions. */
export const firmwareChanges = {
  /** Throws what `create` would throw, before a file is kept for the version. */
  async requireRoomFor({ unitModel, firmVerType, version }: NewFirmwareVersion): Promise<void> {
    const name = { portal: PORTAL, unitModel, firmVerType, version } as const;
    const [{ data: known }] = await Promise.all([FirmwareVersionEntity.get(name).go(), requireRoom()]);
    if (known) throw EXISTS;
  },

  /**
   * Does work that keeps a file for a version which is about to be created. CONFLICT if somebody else does so at the same time: their file or
   * this one would be kept without a version. `told` hears if others have to wait until the turn's time is over.
   */
  async alone<Result>(
    given: NewFirmwareVersion,
    now: number,
    { work, told }: { work: () => Promise<Result>; told: (stillHeld: unknown) => void },
  ): Promise<Result> {
    const set = `firmware version ${firmVerKey(given)}`;
    const begun = turnEntities.turn
      .put({ set, version: 1, expiresAt: expiryOf(now + CREATION_MS) })
      .where((other, { notExists, lt }) => `${notExists(other.version)} OR ${lt(other.expiresAt, expiryOf(now))}`);
    if (!(await tryWrite(begun.go()))) throw new AppError('CONFLICT', BEING_CREATED);
    try {
      return await work();
    } finally {
      // What became of the work counts.
      await turnEntities.turn.delete({ set }).go().catch(told);
    }
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
    return shownVersion({ portal: PORTAL, ...stored }, makeCurrent);
  },

  /**
   * Stores the signature of a file that came after its version, or in place of `foreign`, a signature that is not the portal's. CONFLICT if the version is
   * signed already.
   */
  async sign(
    scope: Scope,
    version: FirmwareVersion,
    file: SignedFile,
    { now, foreign }: { now: number; foreign: Uint8Array | undefined },
  ): Promise<FirmwareVersion> {
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
        .where(({ signature }, { eq, notExists }) => (foreign ? eq(signature, base64(foreign)) : notExists(signature)))
        .commit(),
    ]);
    const { bytes, sha256, signedAt } = file;
    return { ...version, bytes, sha256, signedAt };
  },

  /** Offers the version to the units of its model, in place of the one before. CONFLICT if they are offered it already, or if the one before has just changed. */
  async makeCurrent(scope: Scope, version: FirmwareVersion, now: number): Promise<FirmwareVersion> {
    const { unitModel, firmVerType, version: number, FirmVerKey } = version;
    const name = { portal: PORTAL, unitModel, firmVerType } as const;
    const { data: before } = await CurrentFirmwareEntity.get(name).go({ consistent: true });
    if (before?.version === number) throw new AppError('CONFLICT', 'This version is current already');
    const audit = auditEntry(
      scope,
      {
        objectKind: 'firmwareVersion',
        objectId: FirmVerKey,
        dealerKey: ROOT_DEALER,
        action: 'make firmware version current',
        ...(before && { before: { version: before.version } }),
        after: { version: number },
      },
      now,
    );
    await change({ entities, audit, by: scope, refused: { changed: OTHER_CURRENT } }, (to) => [
      to.current
        .upsert({ ...name, version: number })
        .where((stored, { eq, notExists }) => (before ? eq(stored.version, before.version) : notExists(stored.version)))
        .commit(),
    ]);
    return { ...version, current: true };
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
