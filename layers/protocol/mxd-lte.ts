import type { SessionMessage } from '#core/unit-messages/session.ts';
import * as report from '#core/unit-messages/voice-reports.ts';
import { makeCodec, message } from './codec.ts';
import * as common from './common.ts';
import { optional } from './field.ts';
import { choice, flag, number, numberOrUnknown, text } from './fields.ts';

const PING = message<report.VoicePing>('ping', 0x10, {
  MessageTime: common.MessageTime,
  pingReason: common.pingReason,
  lowpower: flag(common.LOW_POWER),
  acPower: flag(common.AC_POWER),
  switchPosition: choice(0x23, report.SWITCH_POSITIONS),
  bars: common.bars,
  lte: common.lte,
  chargedPercent: common.chargedPercent,
  signalDbm: common.signalDbm,
  batteryMillivolts: common.batteryMillivolts,
  activeSimSlot: common.activeSimSlot,
  carrier: common.carrier,
  FirmVer: optional(common.FirmVer),
  cell: optional(common.CELL),
  configurationRevision: optional(common.configurationRevision),
  configurationDigest: optional(common.configurationDigest),
});

const STATUS = message<report.VoiceStatus>('status', 0x12, {
  MessageTime: common.MessageTime,
  mode: choice(0x40, report.CONSOLE_MODES),
  zone: optional(numberOrUnknown(common.ZONE)),
  voiceMode: flag(0x41),
  recordMode: flag(0x42),
  callState: choice(0x47, report.CALL_STATES),
  speakerVol: number(common.SPEAKER_VOL),
  micVol: number(common.MIC_VOL),
  progressValue: common.progressValue,
  progressMax: common.progressMax,
  synced: common.synced,
  text: common.someText,
  bars: optional(common.bars),
  chargedPercent: optional(common.chargedPercent),
  acPower: optional(flag(common.AC_POWER)),
});

const RF = message<report.RfReport>('rf', 0x16, {
  MessageTime: common.MessageTime,
  zone: number(common.ZONE),
  RFCode: text(0x68),
  state: choice(0x69, report.RF_STATES),
  SerialNumber: optional(text(0x6a)),
  batteryLow: optional(flag(0x6b)),
  signalDbm: common.signalDbm,
});

/** The messages of an MXD-LTE. */
export const mxdLte = makeCodec<SessionMessage | report.MxdLteReport>([
  ...common.SESSION_KINDS,
  ...common.COMMON_REPORT_KINDS,
  PING,
  STATUS,
  RF,
]);
