import { MINUTE } from '#core/time.ts';
import { afterTransactions } from '../kit/change.ts';
import { tryWrite } from '../kit/conditions.ts';
import { gatheredRead } from '../kit/gathered-reads.ts';
import { timeOfId } from '../kit/id.ts';
import { CommandNoticeEntity, commandStore, type WaitingCommand } from './commands.ts';
import { areNoticesComplete } from './notices-complete.ts';

/** The command of a new notice may not be seen yet: a read beside a transaction can see a part of it. */
const NOTICE_STAYS_MS = MINUTE;

/**
 * The commands that wait for a unit, oldest first. Logins at the same moment share one read; only a unit with a notice costs a query. A notice without
 * commands is deleted, and no login waits for that: `inBackground` gets the deletion. If it fails, the next login deletes the notice.
 */
export async function waitingAtLogin(
  UnitSerNum: string,
  now: number,
  inBackground: (deletion: Promise<unknown>) => void,
): Promise<WaitingCommand[]> {
  // First, because the notices become complete after the last one is stored.
  if (!(await areNoticesComplete())) return commandStore.waiting(UnitSerNum);
  const notice = await gatheredRead(CommandNoticeEntity, { UnitSerNum });
  if (!notice) return [];
  const waiting = await commandStore.waiting(UnitSerNum);
  const isOld = now - timeOfId(notice.noticeId) > NOTICE_STAYS_MS;
  if (waiting.length === 0 && isOld) inBackground(deleteNotice(notice));
  return waiting;
}

/** A command that is stored meanwhile has another notice, which stays. */
const deleteNotice = ({ UnitSerNum, noticeId }: { UnitSerNum: string; noticeId: string }) =>
  tryWrite(
    afterTransactions(() =>
      CommandNoticeEntity.delete({ UnitSerNum })
        .where((stored, { eq }) => eq(stored.noticeId, noticeId))
        .go(),
    ),
  );
