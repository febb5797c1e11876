import type { EntityItem } from 'electrodb';
import type { ReleaseNotes } from '#core/ota/announcement.ts';
import { FirmwareNumber, type FirmwareVersion, firmVerKey, ownFirmware } from '#core/ota/firmware-version.ts';
import { MINUTE } from '#core/time.ts';
import { TtlCache } from '#core/ttl-cache.ts';
import { compareFirmware } from '#core/units/firmware.ts';
import { shownFirmware, UNIT_MODELS, type UnitModel } from '#core/units/unit.ts';
import { CurrentFirmwareEntity, FirmwareVersionEntity, PORTAL, ReleaseNotesEntity } from './firmware-entities.ts';

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

type Signed = Pick<SignedFile, 'manifest' | 'signature'>;
type Name = Pick<FirmwareVersion, 'unitModel' | 'firmVerType' | 'version'>;
type StoredVersion = EntityItem<typeof FirmwareVersionEntity>;

/** The version for people: units alone need what was signed. */
export function shownVersion(
  { portal: _, manifest: _manifest, signature: _signature, ...version }: StoredVersion,
  current: boolean,
) {
  return { ...version, FirmVerKey: firmVerKey(version), current };
}

export const firmwareStore = {
  /** All versions, the newest first, with their release notes. `isOwn` is true of what the portal's key has signed. */
  async list(
    isOwn: (signed: Signed) => boolean = () => true,
  ): Promise<{ versions: FirmwareVersion[]; notes: ReleaseNotes[] }> {
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
          const signed = signedOf(one);
          return {
            ...shownVersion(one, isCurrent.has(firmVerKey(one))),
            ...(signed && !isOwn(signed) && { isForeign: true as const }),
            ...(announcement && { announcement }),
          };
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

  /** The signed version that units of the model are offered. Every page of a unit asks for it, so it does not read the other versions. */
  async offered(unitModel: UnitModel): Promise<FirmwareVersion | undefined> {
    const model = { portal: PORTAL, unitModel, firmVerType: ownFirmware(unitModel) } as const;
    const { data: current } = await CurrentFirmwareEntity.get(model).go();
    if (!current) return undefined;
    const { version } = current;
    const [{ data: stored }, { data: notes }] = await Promise.all([
      FirmwareVersionEntity.get({ ...model, version }).go(),
      ReleaseNotesEntity.get({ portal: PORTAL, type: 'unit', version }).go(),
    ]);
    if (!stored || !signedOf(stored)) return undefined;
    return { ...shownVersion(stored, true), ...(notes && { announcement: notes.details }) };
  },

  /** What was signed of a version, and where its file is; undefined if it is not signed. */
  async signed({ unitModel, firmVerType, version }: Name): Promise<(Signed & { location: string }) | undefined> {
    const name = { portal: PORTAL, unitModel, firmVerType, version } as const;
    const { data } = await FirmwareVersionEntity.get(name).go();
    const signed = data ? signedOf(data) : undefined;
    return signed && { location: data!.location, ...signed };
  },

  /**
   * The oldest version that units may go back to from a new one: the given one, or that of an older version if it is newer. Units keep the newest that they were ever
   * told.
   */
  async oldestAfter({ unitModel, firmVerType, version, oldestAllowed }: Name & { oldestAllowed?: string | undefined }) {
    const { data } = await FirmwareVersionEntity.query
      .byVersion({ portal: PORTAL })
      .go({ pages: 'all', attributes: ['unitModel', 'firmVerType', 'version', 'oldestAllowed'] });
    return data
      .filter((one) => one.unitModel === unitModel && one.firmVerType === firmVerType)
      .filter((one) => compareFirmware(one.version, version) < 0)
      .map((one) => one.oldestAllowed)
      .reduce(
        (newest, one) =>
          one !== undefined && (newest === undefined || compareFirmware(one, newest) > 0) ? one : newest,
        oldestAllowed,
      );
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
};

const signedOf = ({ manifest, signature }: StoredVersion): Signed | undefined =>
  manifest && signature
    ? { manifest: Buffer.from(manifest, 'base64'), signature: Buffer.from(signature, 'base64') }
    : undefined;
