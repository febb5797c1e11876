import { z } from 'zod';
import { defineArea } from '../contract.ts';
import { PageRequest, pageOf } from '../paging.ts';
import { Instant, withRange } from '../time.ts';
import { TimeZone } from '../time-zones.ts';
import { SerialNumber, Unit } from '../units/unit.ts';
import { HISTORY_READERS } from './access.ts';
import { Bucket, BucketSize } from './buckets.ts';
import { Call } from './call.ts';
import { UnitChange } from './change.ts';
import { HistoryEntry } from './entry.ts';
import { Ping, UnitEvent } from './ping.ts';

/** The earliest day of unit histories [P2-V01]. */
export const EARLIEST_DAY = '2017-01-01';
/** The moment when that day begins, in the zone where it begins first. */
const EARLIEST = Date.parse('2016-12-31T10:00:00Z');

const Range = z.object({ id: SerialNumber, startDate: Instant, endDate: Instant });

const notTooEarly = ({ startDate }: z.infer<typeof Range>) => Date.parse(startDate) >= EARLIEST;
const NOT_TOO_EARLY = { path: ['startDate'], message: `The history begins on ${EARLIEST_DAY}` };

const LogInput = PageRequest.extend(Range.shape);
const LogRequest = withRange(LogInput, 'startDate', 'endDate').refine(notTooEarly, NOT_TOO_EARLY);

const YesOrNo = z.enum(['true', 'false']).default('true');

/** A unit among which a person chooses. */
export const FoundUnit = Unit.pick({
  UnitSerNum: true,
  UnitModel: true,
  UnitLineID: true,
  UnitID: true,
  DealerName: true,
});

export const history = defineArea({
  unitDetails: {
    method: 'GET',
    path: '/api/unit/history/unitDetails',
    summary: 'Find the unit of a serial number or unit ID, or the units that a text can mean',
    access: HISTORY_READERS,
    input: z.object({ unit: z.string().trim().min(1, 'Enter a unit ID or a serial number').max(40) }),
    output: z.object({
      /** One unit, or several to choose from. */
      units: z.array(FoundUnit).min(1),
      /** There are more than the returned ones. */
      more: z.boolean(),
    }),
    errors: ['NOT_FOUND'],
  },
  pingLog: {
    method: 'GET',
    path: '/api/unit/history/pingLog/{id}',
    summary: "Read a unit's pings, the newest first",
    access: HISTORY_READERS,
    input: LogRequest,
    output: pageOf(Ping),
    errors: ['NOT_FOUND'],
  },
  eventLog: {
    method: 'GET',
    path: '/api/unit/history/eventLog/{id}',
    summary:
      "Read a unit's events, the newest first, with or without supervisory signals and events that came while reporting was off",
    access: HISTORY_READERS,
    input: withRange(LogInput.extend({ supervisory: YesOrNo, disabled: YesOrNo }), 'startDate', 'endDate').refine(
      notTooEarly,
      NOT_TOO_EARLY,
    ),
    /** A page can be empty although older events match. Only a null cursor marks the end. */
    output: pageOf(UnitEvent),
    errors: ['NOT_FOUND'],
  },
  chlogUnit: {
    method: 'GET',
    path: '/api/unit/history/chlogUnit/{id}',
    summary: 'Read the changes of a unit other than those of its RF map and its profile, the newest first',
    access: HISTORY_READERS,
    input: LogRequest,
    output: pageOf(UnitChange),
    errors: ['NOT_FOUND'],
  },
  chlogRFMap: {
    method: 'GET',
    path: '/api/unit/history/chlogRFMap/{id}',
    summary: "Read the changes of a unit's RF map, by people and by the unit, the newest first",
    access: HISTORY_READERS,
    input: LogRequest,
    output: pageOf(UnitChange),
    errors: ['NOT_FOUND'],
  },
  chlogProfileUnitData: {
    method: 'GET',
    path: '/api/unit/history/chlogProfileUnitData/{id}',
    summary: "Read the changes of a unit's profile data, the newest first",
    access: HISTORY_READERS,
    input: LogRequest,
    output: pageOf(UnitChange),
    errors: ['NOT_FOUND'],
  },
  getCombined: {
    method: 'GET',
    path: '/api/unit/history/getCombined/{id}',
    summary: 'Read everything that happened to a unit: pings, events, calls and changes, the newest first',
    access: HISTORY_READERS,
    input: LogRequest,
    output: pageOf(HistoryEntry),
    errors: ['NOT_FOUND'],
  },
  callMetrics: {
    method: 'GET',
    path: '/api/unit/history/callMetrics/{id}',
    summary: "Read a unit's calls, the newest first",
    access: HISTORY_READERS,
    input: LogRequest,
    output: pageOf(Call),
    errors: ['NOT_FOUND'],
  },
  timeline: {
    method: 'GET',
    path: '/api/unit/history/timeline/{id}',
    summary: 'Count what happened to a unit by months, days or hours of a zone',
    access: HISTORY_READERS,
    input: withRange(Range.extend({ timeZone: TimeZone }), 'startDate', 'endDate').refine(notTooEarly, NOT_TOO_EARLY),
    output: z.object({
      size: BucketSize,
      /** Those with entries, in their order. */
      buckets: z.array(Bucket),
      /** The begin of the history that the caller may see. Absent if it has none. */
      visibleFrom: Instant.optional(),
    }),
    errors: ['NOT_FOUND'],
  },
});
