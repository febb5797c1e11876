import { afterTransactions } from '../kit/change.ts';
import { tryWrite } from '../kit/conditions.ts';
import { gatheredRead } from '../kit/gathered-reads.ts';
import { CommandNoticeEntity, commandStore, type WaitingCommand } from './commands.ts';

/** The commands that wait for a unit, oldest first. Logins at the same moment share one read; only a unit with a notice costs a query. */
export async function waitingAtLogin(UnitSerNum: string): Promise<WaitingCommand[]> {
  const notice = await gatheredRead(CommandNoticeEntity, { UnitSerNum });
  if (!notice) return [];
  const waiting = await commandStore.waiting(UnitSerNum);
  if (waiting.length === 0) await takeDown(notice);
  return waiting;
}

/** A command that is stored meanwhile has another notice, which stays. */
const takeDown = ({ UnitSerNum, noticeId }: { UnitSerNum: string; noticeId: string }) =>
  tryWrite(
    afterTransactions(() =>
      CommandNoticeEntity.delete({ UnitSerNum })
        .where((stored, { eq }) => eq(stored.noticeId, noticeId))
        .go(),
    ),
  );
