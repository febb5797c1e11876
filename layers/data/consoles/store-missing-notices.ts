import { UNIT_MODELS } from '#core/units/unit.ts';
import { newId } from '../kit/id.ts';
import { type Upgraded, upgradeOne } from '../kit/upgraded.ts';
import { UnitEntity } from '../units/units.ts';
import { CommandNoticeEntity, commandStore } from './commands.ts';
import { recordNoticesComplete } from './notices-complete.ts';

/**
 * Stores a notice for each unit for which commands wait, then records that the notices are complete, unless a unit is left. It can be
 * repeated, and people can work meanwhile. All functions must store notices by then.
 */
export async function storeMissingNotices(now: number): Promise<Upgraded> {
  const units = new Set<string>();
  // A unit that moves meanwhile can pass the place that is being read, so the list is read twice. The second time also takes what failed the first time.
  const first = await storeNotices(units, now);
  const second = await storeNotices(units, now);
  const done = { count: first.count + second.count, left: second.left };
  if (done.left.length === 0) await recordNoticesComplete();
  return done;
}

async function storeNotices(units: Set<string>, now: number): Promise<Upgraded> {
  const done: Upgraded = { count: 0, left: [] };
  for (const UnitModel of UNIT_MODELS) {
    let cursor: string | null = null;
    do {
      const page: { data: { UnitSerNum: string }[]; cursor: string | null } = await UnitEntity.query
        .byTree({ UnitModel })
        .go({ cursor, limit: 100, attributes: ['UnitSerNum'] });
      await Promise.all(
        page.data.map(({ UnitSerNum }) =>
          upgradeOne(done, UnitSerNum, async () => {
            const isNew = !units.has(UnitSerNum) && (await storeNoticeIfCommandsWait(UnitSerNum, now));
            if (isNew) units.add(UnitSerNum);
            return isNew;
          }),
        ),
      );
      ({ cursor } = page);
    } while (cursor !== null);
  }
  return done;
}

async function storeNoticeIfCommandsWait(UnitSerNum: string, now: number): Promise<boolean> {
  const waiting = await commandStore.waiting(UnitSerNum);
  if (waiting.length > 0) await CommandNoticeEntity.put({ UnitSerNum, noticeId: newId(now) }).go();
  return waiting.length > 0;
}
