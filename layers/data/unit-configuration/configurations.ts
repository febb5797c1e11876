import { Entity, type EntityItem } from 'electrodb';
import { isEqual } from '#core/is-equal.ts';
import type { Settings } from '#core/profiles/settings/setting.ts';
import type { Layers } from '#core/unit-configuration/configuration.ts';
import { type Reported, type ReportedPart, reportedOf } from '#core/unit-configuration/reported.ts';
import type { RefusedSetting } from '#core/unit-messages/common-reports.ts';
import { reportedPingHours } from '#core/units/silence.ts';
import { jsonOf, number, requiredNumber, requiredText, text } from '../kit/attributes.ts';
import { afterTransactions } from '../kit/change.ts';
import { tryWrite } from '../kit/conditions.ts';
import { correlation } from '../kit/correlation.ts';
import { at, primary } from '../kit/table.ts';
import { UnitEntity } from '../units/units.ts';

/** The configuration that a unit should have. Its item has what its profile and dealer gave at the time of the save, so they change nothing unsaved. */
export const UnitConfigurationEntity = new Entity(
  {
    model: { service: 'watchkeep', entity: 'unitConfiguration', version: '1' },
    attributes: {
      ...correlation,
      UnitSerNum: requiredText,
      /** Counts up with each save. 0: nobody has saved it, the unit brought it along from a former dealer. */
      revision: requiredNumber,
      /** Reports of earlier revisions do not count: people marked the unit's data as dirty. */
      resendFrom: requiredNumber,
      /** The revision that last changed settings or events, if this one did not. */
      settingsRevision: number,
      layers: { ...jsonOf<Layers>(), required: true },
      /** The firmware whose masks the layers have. */
      UnitFirmVer: requiredText,
      ProfileKey: number,
      profileVersion: number,
      /** Absent: nobody has saved it. */
      savedAt: text,
    },
    indexes: { unitConfiguration: primary(['UnitSerNum'], []) },
  },
  at,
);
export type UnitConfiguration = EntityItem<typeof UnitConfigurationEntity>;

/** One part of what a unit reported to have set. A later report replaces it. */
export const ReportedPartEntity = new Entity(
  {
    model: { service: 'watchkeep', entity: 'reportedPart', version: '1' },
    attributes: {
      UnitSerNum: requiredText,
      part: { ...requiredNumber, padding: { length: 3, char: '0' } },
      parts: requiredNumber,
      revision: requiredNumber,
      digest: requiredNumber,
      settings: { ...jsonOf<Settings>(), required: true },
      refused: { ...jsonOf<readonly RefusedSetting[]>(), required: true },
      at: requiredText,
      fence: requiredNumber,
      bootId: requiredNumber,
      sequence: requiredNumber,
    },
    indexes: { byUnit: primary(['UnitSerNum'], ['part']) },
  },
  at,
);

/** Keeps the hours between pings in the unit's item, because the condition of the unit follows from them. */
async function keepPingInterval(UnitSerNum: string, hours: number | undefined): Promise<void> {
  const unit = UnitEntity.patch({ UnitSerNum });
  const keep = () =>
    hours === undefined
      ? unit
          .remove(['PingInterval'])
          .where(({ PingInterval }, { exists }) => exists(PingInterval))
          .go()
      : unit
          .set({ PingInterval: hours })
          .where(({ PingInterval }, { ne, notExists }) => `${notExists(PingInterval)} OR ${ne(PingInterval, hours)}`)
          .go();
  await tryWrite(afterTransactions(keep));
}

export const unitConfigurationStore = {
  /** The stored configuration; undefined if nobody has saved one and the unit brought none along. */
  async get(UnitSerNum: string): Promise<UnitConfiguration | undefined> {
    const { data } = await UnitConfigurationEntity.get({ UnitSerNum }).go({ consistent: true });
    return data ?? undefined;
  },

  /** What the unit has set, as it reported last; undefined until all parts of that report have come. */
  async reported(UnitSerNum: string): Promise<Reported | undefined> {
    const { data } = await ReportedPartEntity.query.byUnit({ UnitSerNum }).go({ consistent: true, pages: 'all' });
    return reportedOf(data);
  },

  /**
   * Stores a part of a unit's report, unless a later one is known. With the last part, the unit's item gets the digest that the unit tells
   * from then on. Both writes can be repeated, so the caller repeats what failed between them.
   */
  async recordReport(UnitSerNum: string, reported: ReportedPart): Promise<void> {
    const { bootId, sequence, fence } = reported;
    await tryWrite(
      ReportedPartEntity.put({ ...reported, UnitSerNum })
        // The condition is `isAfter` of the core.
        .where(
          (stored, { notExists, eq, ne, lt }) =>
            `${notExists(stored.bootId)} OR (${eq(stored.bootId, bootId)} AND ${lt(stored.sequence, sequence)}) OR (${ne(stored.bootId, bootId)} AND ${lt(stored.fence, fence)})`,
        )
        .go(),
    );
    const whole = await this.reported(UnitSerNum);
    if (whole) await keepPingInterval(UnitSerNum, reportedPingHours(whole.settings));
    if (!whole || !isEqual([whole.revision, whole.digest], [reported.revision, reported.digest])) return;
    const keepDigest = () =>
      UnitEntity.patch({ UnitSerNum })
        .set({ configDigest: whole.digest })
        .where((unit, { eq }) => eq(unit.configRevision, whole.revision))
        .go();
    await tryWrite(afterTransactions(keepDigest));
  },
};
