import { z } from 'zod';
import { defineArea } from '../contract.ts';
import { Call } from '../history/call.ts';
import { FoundUnit } from '../history/contract.ts';
import { Ping } from '../history/ping.ts';
import { PageRequest, pageOf } from '../paging.ts';
import { Instant } from '../time.ts';
import { DEFAULT_UNIT_MODEL, SerialNumber, UnitModel } from '../units/unit.ts';
import { INVALID_READERS, LOG_READERS, MESSAGE_READERS } from './access.ts';
import { DebugMessage } from './debug-log.ts';
import { EventRow } from './event-row.ts';
import { InvalidMessageRow } from './invalid-message.ts';
import { MAX_HOST, NO_SUCH_SOURCE, sourceOf } from './log-source.ts';
import { inOrder, LOG_RANGE } from './moments.ts';
import { LONGEST_LOG_TEXT, NO_FRAMES, ParsedLog } from './parsed-log.ts';
import { PING_CHOICES } from './ping-choice.ts';
import { ProtocolEntry } from './protocol-entry.ts';
import { hasParty, PARTY_REQUIRED, type ProtocolChoice, ProtocolFilter } from './protocol-filter.ts';

/** P3-V01. */
export const UNIT_REQUIRED = 'Must search for a unit.';
/** P3-M03. */
export const NO_SUCH_UNIT = 'Could not find unit';
/** P3-M06. */
export const UNIT_NOT_FOUND =
  'Could not find unit with this Unit ID or Serial Number. Please double check your input and try again.';

const LogRequest = PageRequest.extend(LOG_RANGE);

/** A unit ID or a serial number, or the beginning of one. */
const UnitText = z.string().trim().max(40);

/** The answer of a log of one unit. A page can be empty although older entries match: only a null cursor marks the end. */
const answerOf = <Entries extends z.ZodRawShape>(entries: Entries) =>
  z.object({
    /** The unit; absent if several match. */
    UnitSerNum: SerialNumber.optional(),
    UnitModel: UnitModel.optional(),
    FullUnitID: z.string().optional(),
    ...entries,
    /** The log has no entry in the range. */
    noResults: z.boolean(),
    /** The units to choose from, if several match the text. */
    multipleUnits: z.array(FoundUnit),
    /** There are more of them. */
    moreUnits: z.boolean(),
    cursor: z.string().nullable(),
  });

const YesOrNo = z.enum(['true', 'false']).default('true');

const EventRequest = LogRequest.extend({
  searchText: UnitText.optional(),
  UnitSerNum: SerialNumber.optional(),
  showSupervisorySignals: YesOrNo,
  showDisabledEvents: YesOrNo,
});

const namesUnit = ({ searchText, UnitSerNum }: { searchText?: string | undefined; UnitSerNum?: string | undefined }) =>
  Boolean(UnitSerNum ?? searchText);

const { dateOffset, ...BOUNDS } = LOG_RANGE;

/** The range of a protocol log, whose offset has another name, and its filter. */
const ProtocolRequest = PageRequest.extend({ ...BOUNDS, utcOffset: dateOffset, ...ProtocolFilter });

const protocolInput = <Of extends z.ZodRawShape>(of: Of) =>
  inOrder(ProtocolRequest.extend(of)).refine(
    (asked: Record<string, unknown>) => hasParty(asked as unknown as ProtocolChoice),
    { path: ['origins'], message: PARTY_REQUIRED },
  );

const ProtocolAnswer = pageOf(ProtocolEntry).extend({
  UnitSerNum: SerialNumber,
  UnitModel,
  imei: z.string(),
  /** The time of the first message of the next page, if it is known. */
  olderTime: Instant.optional(),
});

export const logs = defineArea({
  pingLog: {
    method: 'GET',
    path: '/api/pingLog',
    summary: 'Read the ping log of a unit, the newest first, or the units that the text can mean',
    access: LOG_READERS,
    input: inOrder(
      LogRequest.extend({
        unitID: UnitText.optional(),
        UnitSerNum: SerialNumber.optional(),
        showOnlyFailed: z.enum(PING_CHOICES).default('Show All'),
      }),
    ).refine(({ unitID, UnitSerNum }) => namesUnit({ searchText: unitID, UnitSerNum }), {
      path: ['unitID'],
      message: UNIT_REQUIRED,
    }),
    output: answerOf({ pingLog: z.array(Ping) }),
    errors: ['NOT_FOUND'],
  },
  eventLog: {
    method: 'GET',
    path: '/api/event/log',
    summary: 'Read the event log of a unit, the newest first, or the units that the text can mean',
    access: LOG_READERS,
    input: inOrder(EventRequest).refine(namesUnit, { path: ['searchText'], message: UNIT_REQUIRED }),
    output: answerOf({ eventLog: z.array(EventRow) }),
    errors: ['NOT_FOUND'],
  },
  exportEvents: {
    method: 'GET',
    path: '/api/event/log/export',
    summary: 'Export the events of a unit, the newest first, page by page',
    access: LOG_READERS,
    input: inOrder(EventRequest.omit({ searchText: true }).extend({ UnitSerNum: SerialNumber })),
    output: pageOf(EventRow),
    errors: ['NOT_FOUND'],
  },
  callMetrics: {
    method: 'GET',
    path: '/api/callMetricsLog/unit/{unit}',
    summary: 'Read the calls of a unit, the newest first, or the units that the text can mean',
    access: LOG_READERS,
    input: inOrder(LogRequest.extend({ unit: UnitText.min(1, UNIT_REQUIRED), UnitSerNum: SerialNumber.optional() })),
    output: answerOf({ callMetrics: z.array(Call) }),
    errors: ['NOT_FOUND'],
  },
  getTCPLog: {
    method: 'POST',
    path: '/api/tcp/getTCPLog',
    summary: 'Read the messages between a unit and the portal, the newest first',
    access: MESSAGE_READERS,
    input: protocolInput({
      filterText: SerialNumber,
      /** The source of the log; empty: by the host. */
      Database: z.string().max(40).default(''),
      /** The host of the page. */
      host: z.string().max(MAX_HOST).default(''),
    }).refine((asked) => sourceOf(asked as unknown as { host: string; Database: string }) !== undefined, {
      path: ['Database'],
      message: NO_SUCH_SOURCE,
    }),
    output: ProtocolAnswer,
    errors: ['NOT_FOUND'],
  },
  getMPERSLog: {
    method: 'POST',
    path: '/api/tcp/getMPERSLog',
    summary: 'Read the messages between a wearable and the portal, the newest first',
    access: MESSAGE_READERS,
    input: protocolInput({ filterText: z.string().trim().toUpperCase().min(6, UNIT_REQUIRED).max(16) }),
    output: ProtocolAnswer,
    errors: ['NOT_FOUND'],
  },
  invalidLog: {
    method: 'GET',
    path: '/api/tcp/invalidLog',
    summary: 'Read the messages that the bridge could not use, the newest first, of the last 30 days',
    access: INVALID_READERS,
    input: PageRequest,
    output: pageOf(InvalidMessageRow),
  },
  parseTCPLog: {
    method: 'POST',
    path: '/api/tcp/parseTCPLog',
    summary: 'Decode the frames in a text, such as a part of an exported log',
    access: MESSAGE_READERS,
    maxBody: 192 * 1024,
    input: z.object({
      filterText: z
        .string()
        .min(1, NO_FRAMES)
        .max(LONGEST_LOG_TEXT, `The text has at most ${LONGEST_LOG_TEXT.toLocaleString('en')} characters`),
      /** Units of different models say different things with one type of frame. */
      UnitModel: UnitModel.default(DEFAULT_UNIT_MODEL),
    }),
    output: ParsedLog,
    errors: ['INVALID'],
  },
  getDebugLog: {
    method: 'POST',
    path: '/api/tcp/getDebugLog',
    summary: 'Read the lines of its own log that a unit sent, the newest first',
    access: MESSAGE_READERS,
    input: inOrder(PageRequest.extend({ ...BOUNDS, utcOffset: dateOffset, filterText: SerialNumber })),
    output: pageOf(DebugMessage),
    errors: ['NOT_FOUND'],
  },
});
