import { Entity, type TransactWriteEntities } from 'electrodb';
import { MailSeries } from '#core/dealer-settings/mail-series.ts';
import type { Reason } from '#core/dealer-settings/notification-settings.ts';
import { DAY } from '#core/time.ts';
import { expiresAt, expiryOf, jsonOf, requiredNumber, requiredText, textOf } from '../kit/attributes.ts';
import { versionIs } from '../kit/conditions.ts';
import { correlation } from '../kit/correlation.ts';
import { at, primary } from '../kit/table.ts';

/** The mails to a dealer about one reason, and one unit, its fleet or itself: those that were sent, and what the next one will report. */
export const MailSeriesEntity = new Entity(
  {
    model: { service: 'watchkeep', entity: 'mailSeries', version: '1' },
    attributes: {
      DealerKey: requiredNumber,
      reason: { ...textOf<Reason>(), required: true },
      /** A serial number, `FLEET` or `DEALER`. */
      about: requiredText,
      mailed: { ...jsonOf<MailSeries['mailed']>(), required: true },
      merged: jsonOf<NonNullable<MailSeries['merged']>>(),
      collected: jsonOf<NonNullable<MailSeries['collected']>>(),
      version: requiredNumber,
      expiresAt,
      ...correlation,
    },
    indexes: { mailSeries: primary(['DealerKey', 'reason', 'about'], []) },
  },
  at,
);

export interface SeriesKey {
  DealerKey: number;
  reason: Reason;
  about: string;
}
/** A series as it was read. The first mail of a series finds it empty. */
export type StoredSeries = MailSeries & { key: SeriesKey; version: number | undefined };
type SeriesOfTransaction = TransactWriteEntities<{ series: typeof MailSeriesEntity }>['series'];

/** Longer than a failed message can be redriven. */
const KEPT_MS = 30 * DAY;

export const mailSeriesStore = {
  async get(key: SeriesKey): Promise<StoredSeries> {
    const { data } = await MailSeriesEntity.get(key).go({ consistent: true });
    return { ...MailSeries.parse(data ?? {}), key, version: data?.version };
  },

  /** The write that replaces the series, if nobody else has written it since. */
  putIn: (
    entity: SeriesOfTransaction,
    { key, version }: StoredSeries,
    { mailed, merged, collected }: MailSeries,
    now: number,
  ) =>
    entity
      .put({
        ...key,
        mailed,
        ...(merged && { merged }),
        ...(collected && { collected }),
        version: (version ?? 0) + 1,
        expiresAt: expiryOf(now + KEPT_MS),
      })
      .where(versionIs(version))
      .commit(),
};
