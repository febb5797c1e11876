import { Entity } from 'electrodb';
import { DAY } from '#core/time.ts';
import { expiryOf, requiredNumber, requiredText } from '../kit/attributes.ts';
import { tryChange } from '../kit/change.ts';
import { at, primary } from '../kit/table.ts';
import { UnitEntity } from '../units/units.ts';

/** Marks that a failed download is counted. */
export const CountedDownloadEntity = new Entity(
  {
    model: { service: 'watchkeep', entity: 'countedDownload', version: '1' },
    attributes: { UnitSerNum: requiredText, place: requiredText, expiresAt: requiredNumber },
    indexes: { byUnit: primary(['UnitSerNum'], ['place']) },
  },
  at,
);

/** As long as the log of messages, in which it is. */
const KEPT_MS = 90 * DAY;

const entities = { marked: CountedDownloadEntity, unit: UnitEntity };

/** Counts a failed download of a unit. A repeated report changes nothing. */
export async function countFailedDownload(UnitSerNum: string, place: string, now: number): Promise<void> {
  await tryChange({ entities }, (to) => [
    to.marked.create({ UnitSerNum, place, expiresAt: expiryOf(now + KEPT_MS) }).commit(),
    to.unit.patch({ UnitSerNum }).add({ downloadFail: 1 }).commit(),
  ]);
}
