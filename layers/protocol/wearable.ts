import type { SessionMessage } from '#core/unit-messages/session.ts';
import * as report from '#core/unit-messages/wearable-reports.ts';
import { makeCodec, message } from './codec.ts';
import * as common from './common.ts';
import { list, optional } from './field.ts';
import { accessPoint, bit, choice, flag, number, text, time } from './fields.ts';

const PING = message<report.WearablePing>('ping', 0x10, {
  MessageTime: common.MessageTime,
  pingReason: common.pingReason,
  lowPower: flag(common.LOW_POWER),
  acPower: bit(common.AC_POWER),
  stepsToday: common.stepsToday,
  chargedPercent: common.chargedPercent,
  bars: common.bars,
  lte: common.lte,
  signalDbm: common.signalDbm,
  batteryMillivolts: common.batteryMillivolts,
  FirmVer: optional(common.FirmVer),
  cell: optional(common.CELL),
  configurationRevision: optional(common.configurationRevision),
  configurationDigest: optional(common.configurationDigest),
});

const accessPoints = list(accessPoint(0x3b));

const LOCATION = message<report.LocationReport>('location', 0x1a, {
  MessageTime: common.MessageTime,
  reportType: choice(0x3c, report.REPORT_TYPES),
  locationType: choice(0x3a, report.LOCATION_TYPES),
  latitude: common.latitude,
  longitude: common.longitude,
  accuracyMeters: common.accuracyMeters,
  gpsTimeStamp: optional(time(0x39)),
  commandId: optional(common.commandId),
  accessPoints,
  cells: list(common.CELL),
});

const OPERATION = message<report.OperationReport>('operation', 0x1b, {
  MessageTime: common.MessageTime,
  operation: choice(0x3d, report.OPERATIONS),
  commandId: optional(common.commandId),
  seconds: optional(number(0x3e)),
  text: common.someText,
  accessPoints,
});

const INFO = message<report.InfoReport>('info', 0x1c, {
  MessageTime: common.MessageTime,
  FirmVer: common.FirmVer,
  chargedPercent: common.chargedPercent,
  acPower: bit(common.AC_POWER),
  bars: common.bars,
  synced: common.synced,
  stepsToday: optional(common.stepsToday),
  speakerVol: optional(number(common.SPEAKER_VOL)),
  micVol: optional(number(common.MIC_VOL)),
  text: common.someText,
});

const ACTIVITY = message<report.ActivityReport>('activity', 0x1d, {
  MessageTime: common.MessageTime,
  periodStart: time(0x7c),
  periodMinutes: number(0x7d),
  steps: number(0x7e),
  activeMinutes: number(0x7f),
});

const HUB = message<report.HubReport>('hub', 0x1f, {
  MessageTime: common.MessageTime,
  myHubStatus: choice(0x88, report.HUB_STATES),
  myHubMACAddress: text(0x89),
  myHubDevType: text(0x8a),
  myHubFirmVer: text(0x8b),
});

/** The messages of a myConnect or myConnect Air. */
export const wearable = makeCodec<SessionMessage | report.WearableReport>([
  ...common.SESSION_KINDS,
  ...common.COMMON_REPORT_KINDS,
  PING,
  LOCATION,
  OPERATION,
  INFO,
  ACTIVITY,
  HUB,
]);
