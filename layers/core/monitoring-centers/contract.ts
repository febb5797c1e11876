import { z } from 'zod';
import { anyone, monitoringCentres } from '../access.ts';
import { PhoneNumberInLink } from '../auth/phone-number.ts';
import { defineArea } from '../contract.ts';
import { HISTORY_READERS } from '../history/access.ts';
import { UnitEvent } from '../history/ping.ts';
import { PageRequest, pageOf } from '../paging.ts';
import { RecordVersion } from '../records.ts';
import { HOUR } from '../time.ts';
import { UNIT_EDITORS } from '../units/access.ts';
import { SerialNumber, Unit } from '../units/unit.ts';
import { CENTER_MANAGERS } from './access.ts';
import { AlarmChange, AlarmKey, AlarmState } from './alarm.ts';
import { MAX_EXPORT_BYTES, SignedExport } from './alarm-export.ts';
import { IncidentAsked } from './board.ts';
import { BoardPage } from './board-page.ts';
import {
  CenterStatus,
  ChangedWhiteListEntry,
  MAX_OF_DEALER,
  MonitoringCenter,
  MonitoringCenterInput,
  WhiteListEntry,
  WhiteListInput,
} from './center.ts';
import { ShownDelivery } from './delivery.ts';
import { Receiver, ReceiverInput } from './receiver.ts';

/** An event and the unit that reported it. */
export const RecentEvent = UnitEvent.extend({
  UnitSerNum: SerialNumber,
  /** For an alarm: who has it, and how it ended. */
  alarm: AlarmState.optional(),
  /** For an event that goes to receivers of centres: its way to each. */
  deliveries: z.array(ShownDelivery).optional(),
});
export type RecentEvent = z.infer<typeof RecentEvent>;

const { mcKey, version } = MonitoringCenter.shape;
const dealerKey = z.coerce.number().int().min(1).max(2_147_483_647);
const Centers = z.array(mcKey).max(MAX_OF_DEALER).default([]);

const BoardAsked = z.object({
  cursor: PageRequest.shape.cursor,
  /** Only the alarms of this incident, one by one. */
  incident: IncidentAsked,
});
const ChangeOfAlarm = AlarmKey.extend(AlarmChange.shape);

export const monitoringCenters = defineArea({
  list: {
    method: 'GET',
    path: '/api/monitoringCenters',
    summary: "List the dealer's monitoring centres by name",
    access: CENTER_MANAGERS,
    input: PageRequest,
    output: pageOf(MonitoringCenter),
  },
  ofDealer: {
    method: 'GET',
    path: '/api/monitoringCenters/dealer/{dealerKey}',
    summary: 'List the monitoring centres that a dealer has',
    access: CENTER_MANAGERS,
    input: z.object({ dealerKey }),
    output: z.object({
      dealerKey,
      /** `own`: the caller's dealer gave it and can remove it. */
      centers: z.array(MonitoringCenter.extend({ own: z.boolean() })),
    }),
    errors: ['NOT_FOUND'],
  },
  add: {
    method: 'POST',
    path: '/api/monitoringCenter',
    summary: 'Create a monitoring centre',
    access: CENTER_MANAGERS,
    input: MonitoringCenterInput,
    output: MonitoringCenter,
    errors: ['CONFLICT', 'TOO_LARGE'],
  },
  update: {
    method: 'PUT',
    path: '/api/monitoringCenter',
    summary: 'Change the name, the protocol or the status of a monitoring centre',
    access: CENTER_MANAGERS,
    givesRights: true,
    input: MonitoringCenterInput.partial().extend({ mcKey, version, status: CenterStatus.optional() }),
    output: MonitoringCenter,
    errors: ['NOT_FOUND', 'CONFLICT'],
  },
  remove: {
    method: 'DELETE',
    path: '/api/monitoringCenter',
    summary: 'Delete a monitoring centre that no dealer has',
    access: CENTER_MANAGERS,
    input: z.object({ mcKey, version }),
    output: z.object({}),
    errors: ['NOT_FOUND', 'CONFLICT'],
  },
  addRemove: {
    method: 'PUT',
    path: '/api/monitoringCenter/edit/addRemove',
    summary: 'Give monitoring centres to a dealer, and remove others from it',
    access: CENTER_MANAGERS,
    givesRights: true,
    input: z.object({ dealerKey, add: Centers, remove: Centers }),
    output: z.object({}),
    errors: ['INVALID', 'NOT_FOUND', 'CONFLICT'],
  },
  check: {
    method: 'POST',
    path: '/api/monitoringCenter/check',
    summary: 'Check if a name or a whitelist number is free',
    access: CENTER_MANAGERS,
    input: z.object({
      type: z.enum(['name', 'phoneNumber']),
      checkValue: z.string().trim().min(1).max(100),
      /** The centre or the number that is being edited. */
      id: RecordVersion.shape.id.optional(),
    }),
    output: z.object({ free: z.boolean(), message: z.string().optional() }),
  },
  whiteList: {
    method: 'GET',
    path: '/api/monitoringCenters/whiteList',
    summary: "List the phone numbers from which the dealer's monitoring centres call",
    access: CENTER_MANAGERS,
    input: PageRequest,
    output: pageOf(WhiteListEntry.extend({ name: z.string() })),
  },
  addToWhiteList: {
    method: 'POST',
    path: '/api/monitoringCenters/whiteList',
    summary: 'Add a phone number of a monitoring centre to the whitelist',
    access: CENTER_MANAGERS,
    input: WhiteListInput,
    output: WhiteListEntry,
    errors: ['NOT_FOUND', 'CONFLICT', 'TOO_LARGE'],
  },
  changeWhiteList: {
    method: 'PUT',
    path: '/api/monitoringCenters/whiteList',
    summary: 'Change a phone number of the whitelist',
    access: CENTER_MANAGERS,
    input: ChangedWhiteListEntry,
    output: WhiteListEntry,
    errors: ['NOT_FOUND', 'CONFLICT'],
  },
  removeFromWhiteList: {
    method: 'DELETE',
    path: '/api/monitoringCenters/whiteList',
    summary: 'Remove a phone number from the whitelist',
    access: CENTER_MANAGERS,
    input: RecordVersion,
    output: z.object({}),
    errors: ['NOT_FOUND', 'CONFLICT'],
  },
  receiver: {
    method: 'GET',
    path: '/api/monitoringCenter/{mcKey}/receiver',
    summary: 'Read where a monitoring centre takes alarms, without its key',
    access: CENTER_MANAGERS,
    input: z.object({ mcKey }),
    output: z.object({
      /** Absent if alarms are not sent to the centre. */
      receiver: Receiver.optional(),
    }),
    errors: ['NOT_FOUND'],
  },
  setReceiver: {
    method: 'PUT',
    path: '/api/monitoringCenter/receiver',
    summary: 'Set where a monitoring centre takes alarms, and the key with which they are sent',
    access: CENTER_MANAGERS,
    givesRights: true,
    // Each change has the portal dial both addresses.
    rate: { most: 120, window: HOUR },
    /** `version` 0: the centre has no receiver yet. */
    input: ReceiverInput.extend({ mcKey, version: z.number().int().min(0) }),
    output: Receiver,
    errors: ['INVALID', 'NOT_FOUND', 'CONFLICT', 'TOO_MANY'],
  },
  removeReceiver: {
    method: 'DELETE',
    path: '/api/monitoringCenter/receiver',
    summary: 'Send no more alarms to a monitoring centre',
    access: CENTER_MANAGERS,
    givesRights: true,
    input: z.object({ mcKey, version }),
    output: z.object({}),
    errors: ['NOT_FOUND', 'CONFLICT'],
  },
  recentEvents: {
    method: 'GET',
    path: '/api/mc/recentEvents',
    summary:
      'Read the unit of a phone number, its events of the last 24 hours or 31 days, and its open alarms, the newest first',
    access: monitoringCentres,
    input: z.object({ phoneNumber: PhoneNumberInLink, twentyFourHours: z.enum(['true', 'false']).default('true') }),
    output: z.object({
      units: z.array(
        Unit.pick({ UnitSerNum: true, UnitModel: true, UnitLineID: true, UnitID: true, DealerName: true }),
      ),
      events: z.array(RecentEvent),
      /** True if there are older events in the range. */
      more: z.boolean(),
    }),
  },
  changeAlarm: {
    method: 'PUT',
    path: '/api/mc/alarm',
    summary: 'Take an alarm, release it, write a note on it, or close it',
    access: monitoringCentres,
    input: ChangeOfAlarm,
    output: AlarmState,
    errors: ['INVALID', 'NOT_FOUND', 'CONFLICT'],
  },
  operatorBoard: {
    method: 'GET',
    path: '/api/mc/openAlarms',
    summary: 'List the open alarms of the units that the monitoring centre sees: escalated ones first, then the oldest',
    access: monitoringCentres,
    input: BoardAsked,
    output: BoardPage,
  },
  board: {
    method: 'GET',
    path: '/api/openAlarms',
    summary: "List the open alarms of the dealer's units and of all below it: escalated ones first, then the oldest",
    access: HISTORY_READERS,
    input: BoardAsked,
    output: BoardPage,
  },
  handleAlarm: {
    method: 'PUT',
    path: '/api/openAlarm',
    summary: 'Take an open alarm as staff of a dealer, release it, write a note on it, or close it',
    access: UNIT_EDITORS,
    input: ChangeOfAlarm,
    output: AlarmState,
    errors: ['INVALID', 'NOT_FOUND', 'CONFLICT'],
  },
  operatorExport: {
    method: 'POST',
    path: '/api/mc/exportAlarm',
    summary: 'Read everything about an alarm as an operator, signed by the portal',
    access: monitoringCentres,
    input: AlarmKey,
    output: SignedExport,
    errors: ['NOT_FOUND'],
  },
  exportAlarm: {
    method: 'POST',
    path: '/api/openAlarm/export',
    summary: 'Read everything about an alarm, signed by the portal',
    access: HISTORY_READERS,
    input: AlarmKey,
    output: SignedExport,
    errors: ['NOT_FOUND'],
  },
  checkExport: {
    method: 'POST',
    path: '/api/openAlarm/checkExport',
    summary: 'Check that an export of an alarm is as the portal has written it',
    access: HISTORY_READERS,
    input: SignedExport,
    maxBody: MAX_EXPORT_BYTES,
    output: z.object({ genuine: z.boolean() }),
  },
  exportKey: {
    method: 'GET',
    path: '/api/openAlarm/exportKey',
    summary: 'Read the public key with which anybody can check an export of an alarm',
    access: anyone,
    input: z.object({}),
    output: z.object({
      algorithm: z.literal('Ed25519'),
      /** 32 bytes in base64. */
      key: z.string(),
      pem: z.string(),
    }),
    errors: ['TOO_MANY'],
  },
});
