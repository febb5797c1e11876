import { ZodError } from 'zod';
import { mayAccess } from '#core/access.ts';
import { AppError } from '#core/errors.ts';
import { reportListOf } from '#core/reports/lists.ts';
import { fileNameOf, reportMail } from '#core/saved-reports/mail.ts';
import { whyNotRecipient } from '#core/saved-reports/recipient.ts';
import { hrefOf, type SavedReport, type SendingOutcome } from '#core/saved-reports/saved-report.ts';
import type { Rights } from '#core/scope.ts';
import { instant, SECOND } from '#core/time.ts';
import { fullNameOf, type UserRecord } from '#core/users/user-record.ts';
import { closedDealerStore } from '#data/dealers/closed-dealers.ts';
import { type ReportMailRecord, reportMailStore } from '#data/saved-reports/report-mails.ts';
import { savedReportStore } from '#data/saved-reports/saved-reports.ts';
import { type Sending, sentMailStore } from '#data/saved-reports/sent-mails.ts';
import { userStore } from '#data/users/users.ts';
import { env } from '#platform/aws/env.ts';
import { MailNotSent, sendMail } from '#platform/aws/mail.ts';
import { logger } from '#platform/aws/observability.ts';
import { asRecipient } from '#platform/saved-reports/as-recipient.ts';
import { addresseeOf } from '#platform/session/addressee.ts';
import { rightsLater } from '#platform/session/rights-now.ts';
import { reportFile } from './report-file.ts';
import { wiring } from './wiring.ts';

/** Why a report is sent no more. */
const ENDED = {
  access: 'Your access had ended when the report was due',
  moved: 'You belong to another dealer now',
  report: 'You may not read this report any more',
  deleted: 'The saved report was deleted',
  content: 'The report cannot be read any more: its unit or dealer is gone, or its filters are not possible now',
} as const;

/** No mail is begun with less time left: the mail service may need 20 seconds for one, and a run that is cut off leaves its mail unknown. */
const TIME_FOR_A_MAIL_MS = 25 * SECOND;
/** So many deliveries of its message a sending has (wiring.ts). */
const LAST_DELIVERY = wiring.queue.maxReceiveCount;

/** What the run has for a sending: its time, and how often the queue will deliver the message again. */
export interface Run {
  millisecondsLeft(): number;
  delivery: number;
}

/**
 * Sends a report with the rights that its owner has now. Without them it is sent no more, and the mail says why. Each recipient's mail is claimed
 * before it is sent, so that it is sent once whatever is repeated. A mail that the mail service refuses is tried again with the message.
 */
export async function sendReport(asked: Sending & { byHand: boolean }, run: Run, now: number): Promise<void> {
  const { byHand, ...sending } = asked;
  const mail = await reportMailStore.begin(asked);
  // It was deleted, or switched off after it was due.
  if (!mail || (!byHand && mail.nextAt === undefined)) return;
  const found = await findReport(mail, now);
  if (typeof found === 'string') {
    if (found === ENDED.deleted) return reportMailStore.remove(mail);
    return stop(mail, sending, found, now);
  }
  await sendAll(sending, { mail, ...found }, run, now);
}

async function stop(mail: ReportMailRecord, { dueAt }: Sending, problem: string, now: number): Promise<void> {
  await reportMailStore.stop(mail, problem, { dueAt, at: instant(now), sent: 0, problem });
}

interface Found {
  rights: Rights;
  report: Omit<SavedReport, 'mail'>;
}

/** The report and the rights of its owner, or why it is sent no more. */
async function findReport(
  { UserKey, reportId, DealerKey, homeKey }: ReportMailRecord,
  now: number,
): Promise<Found | string> {
  const shown = DealerKey === homeKey ? {} : { shown: { UserKey, DealerKey } };
  const rights = await rightsLater({ UserKey, asUserKey: UserKey, sessionId: '', ...shown }, now);
  if (!rights) return ENDED.access;
  if (rights.home.dealerKey !== homeKey) return ENDED.moved;
  const report = await savedReportStore.find(rights, reportId);
  if (!report) return ENDED.deleted;
  return mayAccess(reportListOf(report.list).endpoint.access, rights) ? { rights, report } : ENDED.report;
}

interface ToSend extends Found {
  mail: ReportMailRecord;
}

async function sendAll(sending: Sending, { mail, rights, report }: ToSend, run: Run, now: number): Promise<void> {
  const { recipients, problems } = await recipientsOf(mail, report, now);
  const claimed = await sentMailStore.claims(sending);
  const open = recipients.filter(({ UserKey }) => !claimed.has(UserKey));
  let refused: unknown;
  const made =
    open.length > 0
      ? await fileOf({ mail, rights, report }, now).catch((error: unknown) => {
          refused = error;
        })
      : undefined;
  if (made === UNREADABLE) return stop(mail, sending, ENDED.content, now);
  const file = made ?? undefined;
  for (const user of file ? open : []) {
    if (run.millisecondsLeft() < TIME_FOR_A_MAIL_MS) {
      refused ??= new Error('The time is up. The others get the mail with the next delivery');
      break;
    }
    try {
      if (await sentMailStore.claim(sending, user.UserKey, now))
        await sendTo(user, sending, { report, rights, mail, file: file! }, now);
    } catch (error) {
      refused = error;
      logger.error('A report could not be mailed', { reportId: report.reportId, error: error as Error });
    }
  }
  const comesAgain = refused !== undefined && run.delivery < LAST_DELIVERY;
  const { outcome, isNothingSent } = await outcomeOf(sending, { recipients, problems, file, comesAgain }, mail, now);
  await reportMailStore.keepOutcome(mail, outcome, comesAgain ? (isNothingSent ? 'failed' : 'underWay') : 'ended');
  // The message comes again, for those who have got nothing yet.
  if (refused) throw refused;
}

type File = Awaited<ReturnType<typeof reportFile>>;

const UNREADABLE = 'unreadable';

async function fileOf({ mail, rights, report }: ToSend, now: number): Promise<File | typeof UNREADABLE> {
  const { format, timeZone } = mail.settings;
  const { list, parameters } = report;
  try {
    return await reportFile(rights, { list: reportListOf(list), parameters, format, timeZone }, now);
  } catch (error) {
    // The same in every try, unlike a table that is busy.
    const isFinal = error instanceof AppError && ['NOT_FOUND', 'INVALID', 'FORBIDDEN'].includes(error.code);
    if (!isFinal && !(error instanceof ZodError)) throw error;
    logger.warn('A report cannot be made any more', { reportId: report.reportId, error: error as Error });
    return UNREADABLE;
  }
}

async function sendTo(
  user: UserRecord,
  sending: Sending,
  { report, rights, mail, file }: ToSend & { file: File },
  now: number,
) {
  const { format, timeZone } = mail.settings;
  const { title } = reportListOf(report.list).report;
  const origin = env('WEB_ORIGIN');
  const stop = new URLSearchParams({ stop: report.reportId, of: mail.UserKey });
  const { subject, text } = reportMail({
    ...{ name: report.name, title, rows: file.rows, isCut: file.isCut, format },
    ...{ ownerName: rights.fullName, isOwner: user.UserKey === mail.UserKey },
    ...{ url: `${origin}${hrefOf(report)}`, stopUrl: `${origin}/reports/saved?${stop}` },
  });
  const attachment = { name: fileNameOf(title, format, { timeZone, now }), format, content: file.content };
  try {
    await sendMail({ to: [user.UserEmail], subject, text, addressee: await addresseeOf(user), attachment });
  } catch (error) {
    // Without an answer of the service the mail may be on its way.
    if (!(error instanceof MailNotSent) || error.isRefused) await sentMailStore.release(sending, user.UserKey);
    throw error;
  }
  await sentMailStore.markSent(sending, user.UserKey);
}

/** The recipients who may get the report now, and why others do not. */
async function recipientsOf(
  { settings, UserKey, DealerKey }: ReportMailRecord,
  { list }: Pick<SavedReport, 'list'>,
  now: number,
) {
  const closed = await closedDealerStore.keys(now, { consistent: true });
  const users = new Map((await userStore.byKeys(settings.recipients)).map((user) => [user.UserKey, user]));
  const report = { ownerKey: UserKey, DealerKey, access: reportListOf(list).endpoint.access };
  const recipients: UserRecord[] = [];
  const problems: string[] = [];
  for (const key of settings.recipients) {
    const user = users.get(key);
    const reason = whyNotRecipient(user && asRecipient(user, closed), report);
    if (user && reason === undefined) recipients.push(user);
    else problems.push(user ? `${fullNameOf(user)}: ${reason}` : reason!);
  }
  return { recipients, problems };
}

interface Sent {
  recipients: readonly UserRecord[];
  problems: readonly string[];
  file: File | undefined;
  comesAgain: boolean;
}

async function outcomeOf(
  sending: Sending,
  { recipients, problems, file, comesAgain }: Sent,
  { last }: ReportMailRecord,
  now: number,
): Promise<{ outcome: SendingOutcome; isNothingSent: boolean }> {
  const claims = await sentMailStore.claims(sending);
  const states = recipients.map(({ UserKey }) => claims.get(UserKey));
  const unknown = states.filter((state) => state === 'sending').length;
  const open = states.filter((state) => state === undefined).length;
  const earlier = last?.dueAt === sending.dueAt ? last : undefined;
  const problem = [
    ...(open > 0 ? [`${mails(open)} could not be sent.${comesAgain ? ' The portal tries again' : ''}`] : []),
    ...(unknown > 0 ? [`The portal does not know whether ${mails(unknown)} arrived`] : []),
    ...new Set(problems),
  ].join('. ');
  const outcome = {
    ...{ dueAt: sending.dueAt, at: instant(now), sent: states.filter((state) => state === 'sent').length },
    ...(file ? { rows: file.rows, isCut: file.isCut } : { rows: earlier?.rows, isCut: earlier?.isCut }),
    ...(problem !== '' && { problem }),
  };
  return { outcome, isNothingSent: claims.size === 0 };
}

const mails = (count: number) => (count === 1 ? '1 mail' : `${count} mails`);
