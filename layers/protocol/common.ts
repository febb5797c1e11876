import * as report from '#core/unit-messages/common-reports.ts';
import type * as download from '#core/unit-messages/download-messages.ts';
import * as session from '#core/unit-messages/session.ts';
import { UNIT_MODELS } from '#core/units/unit.ts';
import { message } from './codec.ts';
import { list, optional, type Schema } from './field.ts';
import { bytes, choice, flag, number, signed, text, time } from './fields.ts';
import { group, values } from './object-codec.ts';

/**
 * Fields with the same meaning in every message. A tag never gets a second meaning.
 * docs/unit-protocol.md lists all tags; tests/protocol/documentation.test.ts compares the two.
 */
export const MessageTime = time(0x01);
export const UnitModel = choice(0x04, UNIT_MODELS);
export const FirmVer = text(0x05);
export const carrier = optional(number(0x0b));
export const activeSimSlot = optional(number(0x0c));
const utc = time(0x0d);
const heartbeatSeconds = number(0x0e);
const code = number(0x0f);
const words = text(0x10);
export const someText = optional(words);
const retryAfterSeconds = number(0x11);
export const commandId = text(0x16);

export const pingReason = choice(0x20, report.PING_REASONS);
export const LOW_POWER = 0x21;
export const AC_POWER = 0x22;
export const bars = number(0x24);
export const lte = flag(0x25);
export const chargedPercent = number(0x26);
export const batteryMillivolts = optional(number(0x27));
export const signalDbm = optional(signed(0x28));
const cellFields: Schema<report.Cell & { type?: never }> = {
  mcc: number(1),
  mnc: number(2),
  tac: number(3),
  cellId: number(4),
  rsrp: optional(signed(5)),
};
export const CELL = group<report.Cell>(0x29, cellFields);
export const stepsToday = number(0x2a);
export const ZONE = 0x31;
export const accuracyMeters = optional(number(0x38));
export const progressValue = optional(number(0x43));
export const progressMax = optional(number(0x44));
export const SPEAKER_VOL = 0x45;
export const MIC_VOL = 0x46;
export const synced = optional(flag(0x48));

export const configurationRevision = number(0x80);
export const configurationDigest = number(0x81);
const part = number(0x82);
const parts = number(0x83);
/** The values of a configuration, and of a waiting message. */
const settings = values(0x84);
const MessageType = choice(0x74, report.MESSAGE_TYPES);
const MessageKey = text(0x76);

/** Degrees on the wire are millionths, rounded. */
const degrees = (tag: number) => {
  const millionths = signed(tag);
  return optional({
    ...millionths,
    kind: 'degrees',
    read: (from: Uint8Array, start: number, end: number) => (millionths.read(from, start, end) as number) / 1e6,
    write: (writer: Parameters<typeof millionths.write>[0], value: number) =>
      millionths.write(writer, Math.round(value * 1e6)),
  });
};
export const latitude = degrees(0x36);
export const longitude = degrees(0x37);

/** Frame types below 0x80 come from the unit, those from 0x80 on from the bridge. 0x30-0x3F and 0xB0-0xBF are for downloads. */
const LOGIN = message<session.Login>('login', 0x01, {
  imei: text(0x02),
  UnitSerNum: text(0x03),
  UnitModel,
  FirmVer,
  protocolVersion: number(0x06),
  bootId: number(0x07),
  lastSequence: number(0x08),
  ICCID: optional(text(0x0a)),
  activeSimSlot,
  carrier,
  configurationRevision: optional(configurationRevision),
  configurationDigest: optional(configurationDigest),
  proof: optional(bytes(0x09)),
});

const HEARTBEAT = message<session.Heartbeat>('heartbeat', 0x02, {});
const COMMAND_RECEIVED = message<session.CommandReceived>('commandReceived', 0x04, {});

const COMMAND_RESULT = message<session.CommandResult>('commandResult', 0x05, {
  MessageTime,
  commandId,
  outcome: choice(0x1a, session.COMMAND_OUTCOMES),
  text: someText,
  answer: values(0x1b),
});

const firstBlock = number(0x92);
const blocks = number(0x93);
const ASK_MANIFEST = message<download.AskManifest>('askManifest', 0x30, { MessageKey });
const ASK_BLOCKS = message<download.AskBlocks>('askBlocks', 0x31, { MessageKey, firstBlock, blocks });
const ASK_INSTALL = message<download.AskInstall>('askInstall', 0x32, { MessageKey });

export const SESSION_KINDS = [
  LOGIN,
  HEARTBEAT,
  COMMAND_RECEIVED,
  COMMAND_RESULT,
  ASK_MANIFEST,
  ASK_BLOCKS,
  ASK_INSTALL,
];

export const DOWN_KINDS = [
  message<session.LoginAccepted>('loginAccepted', 0x81, { utc, heartbeatSeconds }),
  message<session.LoginRefused>('loginRefused', 0x82, {
    code,
    text: words,
    utc,
    retryAfterSeconds: optional(retryAfterSeconds),
  }),
  message<session.Redirect>('redirect', 0x83, {
    host: optional(text(0x12)),
    port: optional(number(0x13)),
    retryAfterSeconds,
  }),
  message<session.Received>('received', 0x84, { utc: optional(utc) }),
  message<session.Handled>('handled', 0x85, { handledAt: time(0x15), handledBy: optional(text(0x14)) }),
  message<session.ProtocolError>('error', 0x86, {
    code,
    text: words,
    utc: optional(utc),
    retryAfterSeconds: optional(retryAfterSeconds),
  }),
  message<session.HeartbeatAnswer>('heartbeatAnswer', 0x87, { heartbeatSeconds: optional(heartbeatSeconds) }),
  message<session.Command>('command', 0x88, {
    commandId,
    command: text(0x17),
    expiresAt: time(0x19),
    arguments: values(0x18),
  }),
  message<session.Configuration>('configuration', 0x89, { revision: configurationRevision, part, parts, settings }),
  message<session.Update>('update', 0x8a, { MessageKey, MessageType, content: settings }),
  message<download.Manifest>('manifest', 0xb0, { MessageKey, manifest: bytes(0x90), signature: bytes(0x91) }),
  message<download.Block>('block', 0xb1, { block: number(0x94), crc32: number(0x95), data: bytes(0x96) }),
  message<download.Install>('install', 0xb2, { MessageKey }),
  message<download.DownloadWaits>('downloadWaits', 0xb3, { MessageKey, text: words, retryAfterSeconds }),
  message<download.DownloadWithdrawn>('downloadWithdrawn', 0xb4, { MessageKey }),
];

const direction = choice(0x58, report.CALL_DIRECTIONS);
const phoneNumber = optional(text(0x5c));

export const COMMON_REPORT_KINDS = [
  message<report.EventReport>('event', 0x11, {
    MessageTime,
    EventCode: number(0x30),
    zone: optional(number(ZONE)),
    restored: optional(flag(0x32)),
    awaitsHandling: optional(flag(0x33)),
    test: optional(flag(0x34)),
    latitude,
    longitude,
    accuracyMeters,
  }),
  message<report.LifecycleReport>('lifecycle', 0x13, {
    MessageTime,
    kind: choice(0x50, report.LIFECYCLE_KINDS),
    reason: optional(text(0x51)),
    afterSeconds: optional(number(0x52)),
  }),
  message<report.CallStartedReport>('callStarted', 0x20, { MessageTime, direction, phoneNumber }),
  message<report.CallReport>('call', 0x14, {
    MessageTime,
    direction,
    outcome: choice(0x59, report.CALL_OUTCOMES),
    startedAt: time(0x5a),
    durationSeconds: number(0x5b),
    phoneNumber,
    attempts: optional(number(0x5d)),
    failCode: optional(number(0x5e)),
    bars: optional(bars),
    signalDbm,
    lte: optional(lte),
  }),
  message<report.TestReport>('test', 0x15, {
    MessageTime,
    kind: choice(0x60, report.TEST_KINDS),
    passed: flag(0x61),
    zone: optional(number(ZONE)),
    text: someText,
  }),
  message<report.DebugLogReport>('debugLog', 0x17, { MessageTime, lines: list(text(0x70)) }),
  message<report.DownloadReport>('download', 0x18, {
    MessageTime,
    MessageType,
    stage: choice(0x75, report.DOWNLOAD_STAGES),
    MessageKey: optional(MessageKey),
    progressValue,
    progressMax,
    text: someText,
  }),
  message<report.CountersReport>('counters', 0x19, {
    MessageTime,
    counters: list(group<report.Counter>(0x78, { name: choice(1, report.COUNTER_NAMES), value: number(2) })),
  }),
  message<report.ConfigurationReport>('configurationReport', 0x1e, {
    MessageTime,
    revision: configurationRevision,
    digest: configurationDigest,
    part,
    parts,
    settings,
    refused: list(group<report.RefusedSetting>(0x85, { name: text(1), text: optional(text(2)) })),
  }),
];
