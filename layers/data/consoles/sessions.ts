import { Entity, type EntityItem } from 'electrodb';
import type { AuditRecord } from '#core/audit/entry.ts';
import { endOfTranscript } from '#core/consoles/session.ts';
import { AppError } from '#core/errors.ts';
import type { Page } from '#core/paging.ts';
import type { Scope } from '#core/scope.ts';
import { DAY, instant, MINUTE } from '#core/time.ts';
import { auditEntry } from '../audit/audit.ts';
import { ARCHIVED_DAYS, archiveLog } from '../history/message-archive.ts';
import type { MessageFiles } from '../history/message-files.ts';
import { KEPT_MS as HOT_MS, hotLog, type ProtocolMessage } from '../history/protocol-log.ts';
import { type Log, logPage } from '../history/read-log.ts';
import { changeLog } from '../history/unit-log.ts';
import { historyBegin } from '../history/visible.ts';
import { expiryOf, number, requiredNumber, requiredText } from '../kit/attributes.ts';
import { tryChange } from '../kit/change.ts';
import { tryWrite } from '../kit/conditions.ts';
import { at, primary, secondary } from '../kit/table.ts';
import { unitStore } from '../units/units.ts';

/** As long as the messages of its unit. */
const KEPT_MS = ARCHIVED_DAYS * DAY;

/** Who comes back to the console sooner goes on with the session: the browser was only moved, or another page was open for a moment. */
const SHORT_PAUSE_MS = MINUTE;

/** One visit of a browser to the console of a unit. What was said is in the logs of the unit. */
export const ConsoleSessionEntity = new Entity(
  {
    model: { service: 'watchkeep', entity: 'consoleSession', version: '1' },
    attributes: {
      UnitSerNum: requiredText,
      connectionId: requiredText,
      /** The end of the browser's earlier session with the unit, so that it begins only one after it. Empty for its first one. */
      after: { type: 'string', required: true },
      /** The entry of its begin in the changes of the unit. */
      auditId: requiredText,
      /** Milliseconds. */
      startedAt: requiredNumber,
      endedAt: number,
      expiresAt: requiredNumber,
    },
    indexes: {
      byConnection: primary(['UnitSerNum'], ['connectionId', 'after']),
      byEntry: secondary('gsi1', ['UnitSerNum'], ['auditId']),
    },
  },
  at,
);
type ConsoleSession = EntityItem<typeof ConsoleSessionEntity>;

const entities = { session: ConsoleSessionEntity };

interface Using {
  scope: Scope;
  connectionId: string;
  unit: { UnitSerNum: string; DealerKey: number };
}

export const consoleSessionStore = {
  /** Notes that a browser uses the console of a unit. The begin of a session is in the audit of the unit. */
  async use({ scope, connectionId, unit }: Using, now: number): Promise<void> {
    const { UnitSerNum, DealerKey } = unit;
    const known = await latest(UnitSerNum, connectionId);
    if (known && known.endedAt === undefined) return;
    if (known?.endedAt !== undefined && now - known.endedAt <= SHORT_PAUSE_MS) return goOn(known);
    const about = { objectKind: 'unit', objectId: UnitSerNum, dealerKey: DealerKey, action: 'open console' } as const;
    // Entries of one millisecond have no order, and the first command is recorded now.
    const startedAt = now - 1;
    const audit = auditEntry(scope, about, startedAt);
    const session = {
      UnitSerNum,
      connectionId,
      after: known?.endedAt === undefined ? '' : instant(known.endedAt),
      auditId: audit.auditId,
      startedAt,
      expiresAt: expiryOf(now + KEPT_MS),
    };
    // Refused: another command of this browser was faster.
    await tryChange({ entities, audit }, (to) => [to.session.create(session).commit()]);
  },

  /** Ends the session of a browser, if it has one. */
  async end(UnitSerNum: string, connectionId: string, now: number): Promise<void> {
    const known = await latest(UnitSerNum, connectionId);
    if (!known) return;
    await tryWrite(
      ConsoleSessionEntity.patch(keyOf(known))
        .set({ endedAt: now })
        .where(({ endedAt }, { notExists }) => notExists(endedAt))
        .go(),
    );
  },

  /** The session with this entry, if the scope may see the history of that time. Throws NOT_FOUND otherwise. */
  async get(scope: Scope, UnitSerNum: string, auditId: string): Promise<ConsoleSession> {
    const begin = await historyBegin(scope, await unitStore.get(scope, UnitSerNum));
    const { data } = await ConsoleSessionEntity.query.byEntry({ UnitSerNum, auditId }).go();
    const [session] = data;
    if (!session || (begin !== undefined && session.startedAt < Date.parse(begin)))
      throw new AppError('NOT_FOUND', 'The transcript of this session is not kept any more');
    return session;
  },

  /** A page of what was said in a session, the newest first. The messages of old sessions are in the archive. */
  said(
    session: ConsoleSession,
    page: { cursor?: string | undefined; pageSize: number },
    archive: MessageFiles,
    now: number,
  ): Promise<Page<SaidInSession>> {
    const { UnitSerNum, startedAt } = session;
    const messages = startedAt < now - HOT_MS ? archiveLog(archive, UnitSerNum, now) : hotLog(UnitSerNum, now);
    const changes = changeLog(UnitSerNum, 'unit') as Log<{ place: string; content: AuditRecord }>;
    const range = { startDate: instant(startedAt), endDate: instant(endOfTranscript(session)), ...page };
    return logPage<SaidInSession['entry']>([changes, messages], range) as Promise<Page<SaidInSession>>;
  },
};

export type SaidInSession =
  | { log: 'unit'; entry: { place: string; content: AuditRecord } }
  | { log: 'table' | 'archive'; entry: ProtocolMessage };

const keyOf = ({ UnitSerNum, connectionId, after }: ConsoleSession) => ({ UnitSerNum, connectionId, after });

async function latest(UnitSerNum: string, connectionId: string): Promise<ConsoleSession | undefined> {
  const { data } = await ConsoleSessionEntity.query
    .byConnection({ UnitSerNum, connectionId })
    .go({ order: 'desc', limit: 1, consistent: true });
  return data[0];
}

async function goOn(session: ConsoleSession): Promise<void> {
  await tryWrite(ConsoleSessionEntity.patch(keyOf(session)).remove(['endedAt']).go());
}
