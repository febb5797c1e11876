import { AppError } from '#core/errors.ts';
import type { Page } from '#core/paging.ts';
import { type ReportMailInput, type SendingOutcome, withoutLeavers } from '#core/saved-reports/saved-report.ts';
import { nextTime, scheduleWords } from '#core/saved-reports/schedule.ts';
import type { Scope } from '#core/scope.ts';
import { HOUR, instant } from '#core/time.ts';
import { type AuditItem, auditEntry, type Change } from '../audit/audit.ts';
import { type AttemptLimit, attemptStore } from '../kit/attempts.ts';
import { change, RETRY, retry } from '../kit/change.ts';
import { versionIs } from '../kit/conditions.ts';
import { page } from '../kit/page.ts';
import { endOfPrefix } from '../kit/table.ts';
import { ReportMailEntity, type SendingByHand } from './entities.ts';

const DUE = 'reportMail';
const BUSY = new AppError('UNAVAILABLE', 'The mail of the report is being changed. Please try again');
const SEND_NOW_LIMIT: AttemptLimit = { kind: 'reportMail', most: 20, window: HOUR };
/** A sending is tried so long (functions/on-report-mail/wiring.ts). After that its message is lost, and nothing is under way. */
const SENDING_MS = 2 * HOUR;
const UNDER_WAY = 'This report is being sent already. Please wait until it has been sent';
const ALL_LEFT = 'All its recipients have left it';
const entities = { mail: ReportMailEntity };

interface GivenMail {
  settings: ReportMailInput;
  recipientNames: readonly string[];
  shownRecipients: readonly string[];
}

/** The key of the mail of a report. */
export interface MailName {
  UserKey: string;
  reportId: string;
}

/** The mail of a report, as its stores return it. */
export interface ReportMailRecord extends MailName {
  DealerKey: number;
  homeKey: number;
  settings: ReportMailInput;
  nextAt?: string | undefined;
  dueAt?: string | undefined;
  hand?: SendingByHand | undefined;
  stopped?: string | undefined;
  last?: SendingOutcome | undefined;
}

async function read({ UserKey, reportId }: MailName) {
  const { data } = await ReportMailEntity.get({ UserKey, reportId }).go({ consistent: true });
  return data ?? undefined;
}

type Item = NonNullable<Awaited<ReturnType<typeof read>>>;

/** Changes a mail, on the condition that nobody else does. `next` returns undefined to leave it as it is. */
const update = (
  name: MailName,
  next: (was: Item) => Omit<Item, 'version' | 'due'> | undefined,
  auditOf?: (was: Item) => AuditItem,
): Promise<ReportMailRecord | undefined> =>
  retry(BUSY, async () => {
    const was = await read(name);
    const changed = was && next(was);
    if (!changed) return undefined;
    const item = { ...changed, ...dueOf(changed), version: was.version + 1 };
    const audit = auditOf ? [auditOf(was)] : [];
    await change({ entities, audit, refused: { changed: RETRY } }, (to) => [
      to.mail.put(item).where(versionIs(was.version)).commit(),
    ]);
    return item;
  });

const dueOf = ({ nextAt }: { nextAt?: string | undefined }) => ({ due: nextAt === undefined ? undefined : DUE });

export const reportMailStore = {
  /** The person's mails, by the keys of their reports. */
  async ofUser({ userKey }: Pick<Scope, 'userKey'>): Promise<ReadonlyMap<string, ReportMailRecord>> {
    const { data } = await ReportMailEntity.query.byUser({ UserKey: userKey }).go({ pages: 'all', consistent: true });
    return new Map(data.map((mail) => [mail.reportId, mail]));
  },

  get: (name: MailName): Promise<ReportMailRecord | undefined> => read(name),

  /**
   * Sets how a report is sent. It is sent first at the next time of its schedule. `recipientNames` are in the order of the recipients. CONFLICT if all of
   * them have left the mail since its owner was shown them.
   */
  async set(
    scope: Scope,
    { reportId, name }: { reportId: string; name: string },
    { settings: given, recipientNames, shownRecipients }: GivenMail,
    now: number,
  ): Promise<ReportMailRecord> {
    const UserKey = scope.userKey;
    const { active, format } = given;
    return retry(BUSY, async () => {
      const was = await read({ UserKey, reportId });
      const recipients = withoutLeavers(given.recipients, shownRecipients, was?.settings.recipients);
      if (recipients.length === 0) throw new AppError('CONFLICT', ALL_LEFT);
      const settings = { ...given, recipients };
      const names = recipientNames.filter((_, index) => recipients.includes(given.recipients[index]!));
      const after = { report: name, active, schedule: scheduleWords(settings), format, recipients: names };
      const audit = entryOf(scope, scope.dealerKey, { action: 'set report mail', after }, now);
      const nextAt = active ? instant(nextTime(settings, now)) : undefined;
      const item = {
        ...{ UserKey, reportId, settings, nextAt, DealerKey: scope.dealerKey, homeKey: scope.home.dealerKey },
        ...{ dueAt: was?.dueAt, hand: was?.hand, last: was?.last, version: (was?.version ?? 0) + 1 },
      };
      await change({ entities, audit, by: scope, refused: { changed: RETRY } }, (to) => [
        to.mail
          .put({ ...item, ...dueOf(item) })
          .where(versionIs(was?.version))
          .commit(),
      ]);
      return item;
    });
  },

  /**
   * Has it sent now. TOO_MANY if the person did so too often, CONFLICT while a sending that they asked for is under way. A sending that failed for all
   * recipients is replaced.
   */
  async sendNow(name: MailName, now: number): Promise<ReportMailRecord> {
    if (!(await attemptStore.count(SEND_NOW_LIMIT, name.UserKey, now)))
      throw new AppError('TOO_MANY', 'You have sent many reports within an hour. Please wait');
    try {
      const sent = await update(name, (was) => {
        if (isSentByHand(was, now)) throw new AppError('CONFLICT', UNDER_WAY);
        return { ...was, hand: { at: instant(now), is: 'underWay' } };
      });
      if (!sent) throw new AppError('NOT_FOUND', 'Set up the mail of the report first');
      return sent;
    } catch (refusal) {
      // Nothing is sent, so nothing is counted.
      await attemptStore.undoCount(SEND_NOW_LIMIT, name.UserKey, now);
      throw refusal;
    }
  },

  /** Some mails that are due at `now`, the longest due first. */
  async due(now: number, cursor?: string): Promise<Page<MailName>> {
    const query = ReportMailEntity.query
      .byDue({ due: DUE })
      .between({ nextAt: '0' }, { nextAt: endOfPrefix(instant(now)) });
    const { items, cursor: next } = await page(query, { pageSize: DUE_AT_ONCE, ...(cursor && { cursor }) });
    return { items: items.map(({ UserKey, reportId }) => ({ UserKey, reportId })), cursor: next };
  },

  /** Has a mail sent that is due, once for each time. After an outage it is sent once. */
  startDue: (name: MailName, now: number): Promise<unknown> =>
    update(name, (was) =>
      was.nextAt === undefined || was.nextAt > instant(now)
        ? undefined
        : { ...was, dueAt: was.nextAt, nextAt: instant(nextTime(was.settings, now)) },
    ),

  /**
   * The mail of a sending that begins; undefined if it was deleted, or its owner has asked for another sending since this one failed. From then on the
   * owner cannot ask for another one.
   */
  async begin({ dueAt, byHand, ...name }: MailName & { dueAt: string; byHand: boolean }) {
    const mail = await read(name);
    if (!byHand || !mail?.hand) return mail;
    if (mail.hand.at !== dueAt) return undefined;
    if (mail.hand.is !== 'failed') return mail;
    return update(name, (was) =>
      was.hand?.at === dueAt ? { ...was, hand: { at: dueAt, is: 'underWay' } } : undefined,
    );
  },

  /**
   * Stores what became of a sending, unless that of a later time is stored. Its owner waits for the one that they asked for: that is always stored. `is` is
   * how far it is then.
   */
  keepOutcome: (name: MailName, last: SendingOutcome, is: SendingByHand['is']): Promise<unknown> =>
    update(name, (was) => {
      const isLatest = !was.last || was.last.dueAt <= last.dueAt || was.hand?.at === last.dueAt;
      const hand = handAfter(was, last, is);
      return isLatest || hand !== was.hand ? { ...was, hand, last: isLatest ? last : was.last } : undefined;
    }),

  /** Switches a mail off, and says why. */
  stop: (name: MailName, stopped: string, last: SendingOutcome): Promise<unknown> =>
    update(name, ({ nextAt: _nextAt, ...was }) => ({
      ...was,
      settings: { ...was.settings, active: false },
      hand: handAfter(was, last, 'ended'),
      stopped,
      last,
    })),

  /** Takes the person off the recipients. Its owner and the last recipient switch it off. Does nothing for others, or if it is off already. */
  leave: (name: MailName, scope: Scope, report: string, now: number): Promise<unknown> =>
    update(
      name,
      (was) => {
        const { settings } = was;
        if (scope.userKey === name.UserKey) return settings.active ? switchedOff(was) : undefined;
        if (!settings.recipients.includes(scope.userKey)) return undefined;
        const recipients = settings.recipients.filter((one) => one !== scope.userKey);
        const next = { ...was, settings: { ...settings, recipients } };
        return recipients.length > 0 ? next : { ...switchedOff(next), stopped: ALL_LEFT };
      },
      ({ DealerKey }) => {
        const action = scope.userKey === name.UserKey ? 'switch off report mail' : 'leave report mail';
        return entryOf(scope, DealerKey, { action, after: { report } }, now);
      },
    ),

  async remove({ UserKey, reportId }: MailName): Promise<void> {
    await ReportMailEntity.delete({ UserKey, reportId }).go();
  },
};

const DUE_AT_ONCE = 25;

/** True while a sending that its owner asked for can still send mails of which some may have arrived. */
const isSentByHand = ({ hand }: Pick<Item, 'hand'>, now: number): boolean =>
  hand?.is === 'underWay' && now - Date.parse(hand.at) < SENDING_MS;

/** The sending by hand after an outcome, which can be of another sending. */
const handAfter = ({ hand }: Pick<Item, 'hand'>, { dueAt }: SendingOutcome, is: SendingByHand['is']) =>
  hand?.at === dueAt && hand.is !== is ? { at: dueAt, is } : hand;

const switchedOff = ({ nextAt: _nextAt, ...was }: Item) => ({ ...was, settings: { ...was.settings, active: false } });

/** Of the mail of a report of the dealer. */
const entryOf = (scope: Scope, dealerKey: number, what: Pick<Change, 'action' | 'after'>, now: number) =>
  auditEntry(scope, { objectKind: 'dealer', objectId: String(dealerKey), dealerKey, ...what }, now);
