import { z } from 'zod';
import type { RestrictedAccess } from '../access.ts';
import { defineArea, OTHER_SYSTEM_RATE } from '../contract.ts';
import { DealerKeyInput } from '../dealers/dealer.ts';
import { Ping } from '../history/ping.ts';
import { LOG_RANGE } from '../logs/moments.ts';
import { PageRequest, pageOf } from '../paging.ts';
import { DateOffset, Instant, withRange } from '../time.ts';
import { SerialNumber, Unit } from '../units/unit.ts';
import {
  ACTIVITY_READERS,
  ANOMALY_READERS,
  CAREGIVER_REPORT_READERS,
  CONTINGENCY_READERS,
  REPORT_ACTORS,
  REPORT_READERS,
  SESSION_READERS,
} from './access.ts';
import {
  ACTIVITY_RANGES,
  ActiveDay,
  type ActivityRange,
  GRANULARITIES,
  StepsBucket,
  StepsSummary,
} from './activity.ts';
import { DEFAULT_ANOMALY_INTERVAL, LONGEST_ANOMALY_INTERVAL } from './definitions/anomalies.ts';
import { DEFAULT_INTERVAL, DEFAULT_PING_COUNT, INTERVALS, PING_COUNTS } from './definitions/pings.ts';
import { DEFAULT_POWER_STATUS, POWER_STATUSES } from './definitions/units.ts';
import { ReportRow } from './report-row.ts';

const Rows = pageOf(ReportRow);

const ReportRequest = PageRequest.extend({
  UnitSerNum: SerialNumber.optional(),
  /** Users of dealer 1 choose a dealer of the tree. */
  DealerKey: DealerKeyInput.optional(),
  dateOffset: DateOffset.optional(),
  dateOffsetNumber: DateOffset.optional(),
});

/** One of the numbers, which may come as a text. */
const oneOf = (numbers: readonly number[], preset: number) =>
  z.coerce
    .number()
    .refine((given) => numbers.includes(given), `Choose one of ${numbers.join(', ')}`)
    .default(preset);

const report = <Path extends `/${string}`, Input extends z.ZodObject>(
  path: Path,
  lists: string,
  input: Input,
  access: RestrictedAccess = REPORT_READERS,
) =>
  ({
    method: 'GET',
    path,
    summary: `List ${lists}, the newest first`,
    access,
    input,
    output: Rows,
    errors: ['INVALID', 'NOT_FOUND'],
  }) as const;

/** P3-V07. Either bound may be absent. */
const inRange = withRange(
  ReportRequest.extend({ startDate: LOG_RANGE.startDate.optional(), endDate: LOG_RANGE.endDate.optional() }),
  'startDate',
  'endDate',
);

const itemsShown = z.coerce.number().int().min(1).max(1000).optional();
const interval = oneOf(INTERVALS, DEFAULT_INTERVAL);
const PowerStatus = z.enum(POWER_STATUSES).default(DEFAULT_POWER_STATUS);

/** P3-E18, P3-E19. */
export const UNIT_FAILURES = ['ErrorCountMax', 'BadPowerModules'] as const;
export type UnitFailure = (typeof UNIT_FAILURES)[number];
/** The failure that each other name of one means [P3-E20]. */
export const FAILURE_MEANT: ReadonlyMap<string, UnitFailure> = new Map([['Events', 'ErrorCountMax']]);
const FailureType = z.enum([...UNIT_FAILURES, 'Events']).default('ErrorCountMax');
export const PENDING_VOICE = 'PendingVoice';

/** The last hours of an anomalous report [P3-K20]. */
const hours = z.coerce
  .number()
  .int()
  .min(1, 'The interval has at least 1 hour')
  .max(LONGEST_ANOMALY_INTERVAL, `The interval has at most ${LONGEST_ANOMALY_INTERVAL} hours`)
  .default(DEFAULT_ANOMALY_INTERVAL);

const anomalies = <Path extends `/${string}`>(path: Path, lists: string) =>
  report(path, lists, ReportRequest.extend({ interval: hours }), ANOMALY_READERS);

/** Before, there were no units. A range that began before the year 0 would have no days. */
const FIRST_DAY = '2000-01-01';
const DayText = z.iso.date();
const AskedDay = DayText.refine((day) => day >= FIRST_DAY, { error: `Choose a day from ${FIRST_DAY} on` });
const RANGES = Object.keys(ACTIVITY_RANGES) as [ActivityRange, ...ActivityRange[]];
/** The range up to today, if no dates are given. */
const RangeUpToToday = z.enum(RANGES).default('30 days');
const DaysOfUnit = withRange(
  z.object({
    UnitSerNum: SerialNumber,
    StartDate: AskedDay.optional(),
    EndDate: AskedDay.optional(),
    dateOffset: DateOffset.default(0),
  }),
  'StartDate',
  'EndDate',
);

/** The most units of one mail. */
const MOST_MAILED = 25;

export const reports = defineArea({
  failedCalls: report('/api/report/FailedCall', 'failed calls between two dates', inRange),
  failedDataTests: report('/api/report/failedDataTest', 'units whose last data test failed', ReportRequest),
  failedVoiceTests: report('/api/report/failedVoiceTest', 'units whose last voice test failed', ReportRequest),
  failedHelpButtonTests: report('/api/getFailedPHBTest', 'help buttons whose last test failed', ReportRequest),
  failedPings: report('/api/getFailedPingLog', 'units that miss pings or sent one late', ReportRequest),
  failedSupervised: report('/api/getFailedSupervisedLog', 'accessories whose supervised signals failed', ReportRequest),
  lowRfBattery: report('/api/getLowBatRF', 'accessories with a low battery', ReportRequest),
  irregularCellService: report(
    '/api/report/insufficientCell',
    'units that pinged with insufficient cell service',
    ReportRequest.extend({ itemsShown, interval }),
  ),
  unitErrors: report(
    '/api/report/unitErrors',
    'units with errors by failure type and power status',
    ReportRequest.extend({ FailureType, PowerStatus }),
  ),
  consistent3GPings: report(
    '/api/report/consistent3GPings',
    'units whose latest pings all came over 3G',
    ReportRequest.extend({ itemsShown, interval, pingCount: oneOf(PING_COUNTS, DEFAULT_PING_COUNT) }),
  ),
  contingency: report(
    '/api/event/contingencyRpt',
    'events that came long after they happened',
    inRange,
    CONTINGENCY_READERS,
  ),
  caregivers: report(
    '/api/report/caregiverReport',
    'units that have caregivers',
    ReportRequest,
    CAREGIVER_REPORT_READERS,
  ),
  phoneChanges: report('/api/report/phoneNumChange', 'changes of phone numbers, of all units or of one', ReportRequest),
  pendingVoice: report(
    '/api/report/vzwPendingVoice',
    'units that wait for the activation of voice calls',
    ReportRequest.extend({ FailureType: z.literal(PENDING_VOICE).default(PENDING_VOICE), PowerStatus }),
  ),
  tagFileErrors: anomalies('/api/eng/tagFile/errors', 'tag file errors that units counted in the last hours'),
  recoveryCycles: anomalies('/api/eng/recoveryCycle/errors', 'recovery cycles that units counted in the last hours'),
  cellLossCounts: anomalies('/api/eng/cellLossCount/errors', 'losses of the cell network in the last hours'),
  cellLossEvents: anomalies('/api/eng/cellLossEvents/errors', 'cell loss events that units counted in the last hours'),
  failedOutboundCalls: anomalies(
    '/api/eng/failedOutboundCalls/errors',
    'failed outbound calls that units counted in the last hours',
  ),
  failedToDownload: report(
    '/api/eng/failedToDownload/errors',
    'units that gave up a download since their count was reset',
    ReportRequest,
    ANOMALY_READERS,
  ),
  ppoeErrors: anomalies('/api/eng/ppoe/errors', 'PPOE errors that units counted in the last hours'),
  peakPings: {
    method: 'GET',
    path: '/api/reports/peakPingLog',
    summary: 'Read the pings of a unit around the time at which a report added it',
    access: REPORT_READERS,
    input: z.object({ UnitSerNum: SerialNumber, DateAdded: Instant }),
    output: z.object({ pings: z.array(Ping) }),
    errors: ['NOT_FOUND'],
  },
  removeFromReport: {
    method: 'PUT',
    path: '/api/reports/removeFromReport',
    summary: 'Remove a unit from the report of bad power modules: its error state is reset, its download failure set',
    access: REPORT_ACTORS,
    input: z.object({ UnitSerNum: SerialNumber }),
    output: z.object({ UnitSerNum: SerialNumber }),
    errors: ['NOT_FOUND', 'CONFLICT'],
  },
  mailBadPowerModules: {
    method: 'POST',
    path: '/api/email/badPowerModule',
    summary: 'Mail the contacts of a dealer about its bad power modules, and take them off the report',
    access: REPORT_ACTORS,
    input: z.object({
      dealerKey: DealerKeyInput,
      /** The units that the mail is about. */
      exceptions: z.array(SerialNumber).min(1).max(MOST_MAILED),
    }),
    output: z.object({ mailed: z.array(SerialNumber) }),
    errors: ['NOT_FOUND', 'CONFLICT'],
  },
  sessionDetail: {
    method: 'GET',
    path: '/api/carrier/sessionDetail',
    summary: 'Read the latest session of a unit with its carrier',
    access: SESSION_READERS,
    rate: OTHER_SYSTEM_RATE,
    input: z.object({ UnitSerNum: SerialNumber }),
    output: z.object({
      sessionInfo: z
        .object({
          dateSessionStarted: z.string().nullish(),
          dateSessionEnded: z.string().nullish(),
          /** Bytes since the billing cycle of the SIM began. */
          ctdDataUsage: z.number().nullish(),
        })
        .nullable(),
      usage: z
        .object({ dataBytes: z.number().nullish(), sms: z.number().nullish(), voiceSeconds: z.number().nullish() })
        .nullable(),
      recentUnitInfo: z.object({
        UnitSerNum: SerialNumber,
        UnitModel: Unit.shape.UnitModel,
        FirmVer: z.string(),
        /** Absent: no import named the number of its board. */
        PCBSerNum: z.string().optional(),
        IMEI: z.string(),
      }),
      /** Why the carrier did not answer. */
      failure: z.string().optional(),
    }),
    errors: ['NOT_FOUND', 'TOO_MANY'],
  },
  stepsSummary: {
    method: 'GET',
    path: '/api/steps/stepsSummary',
    summary: 'Summarize the steps of the wearer of a unit, of the last 30 days if no dates are given',
    access: ACTIVITY_READERS,
    input: DaysOfUnit,
    output: StepsSummary,
    errors: ['NOT_FOUND'],
  },
  stepsSummaryAdvanced: {
    method: 'GET',
    path: '/api/steps/stepsSummaryAdvanced',
    summary: 'Read the steps of the wearer of a unit by days, weeks or months',
    access: ACTIVITY_READERS,
    input: withRange(
      z.object({
        ...DaysOfUnit.shape,
        view: z.enum(GRANULARITIES).default('Daily'),
        range: RangeUpToToday,
      }),
      'StartDate',
      'EndDate',
    ),
    output: z.object({ from: DayText, to: DayText, summary: StepsSummary, buckets: z.array(StepsBucket) }),
    errors: ['NOT_FOUND'],
  },
  deviceActivity: {
    method: 'GET',
    path: '/api/steps/deviceActivity',
    summary: 'Read what a unit sent on each day: its steps, pings and charge',
    access: ACTIVITY_READERS,
    input: withRange(z.object({ ...DaysOfUnit.shape, range: RangeUpToToday }), 'StartDate', 'EndDate'),
    output: z.object({ days: z.array(ActiveDay) }),
    errors: ['NOT_FOUND'],
  },
});
