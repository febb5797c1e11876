import { UNIT_MODELS } from '#core/units/unit.ts';
import { newId } from '../kit/id.ts';
import { UnitEntity } from '../units/units.ts';
import { CommandNoticeEntity, commandStore } from './commands.ts';

/**
 * Stores a notice for each unit for which commands wait, so that those from before the notices are sent. Returns the number of these units. It can be
 * repeated, and people can work meanwhile.
 */
export async function noticeWaiting(now: number): Promise<number> {
  let count = 0;
  for (const UnitModel of UNIT_MODELS) {
    let cursor: string | null = null;
    do {
      const page: { data: { UnitSerNum: string }[]; cursor: string | null } = await UnitEntity.query
        .byTree({ UnitModel })
        .go({ cursor, limit: 100, attributes: ['UnitSerNum'] });
      const noticed = await Promise.all(page.data.map(({ UnitSerNum }) => noticeOne(UnitSerNum, now)));
      count += noticed.filter(Boolean).length;
      ({ cursor } = page);
    } while (cursor !== null);
  }
  return count;
}

async function noticeOne(UnitSerNum: string, now: number): Promise<boolean> {
  const waiting = await commandStore.waiting(UnitSerNum);
  if (waiting.length > 0) await CommandNoticeEntity.put({ UnitSerNum, noticeId: newId(now) }).go();
  return waiting.length > 0;
}
