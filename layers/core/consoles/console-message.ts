import { z } from 'zod';

/** What a unit may say, as far as a console shows it. What it does not know it keeps, and tells by its type. */
const reported = <Type extends string, Shape extends z.ZodRawShape>(type: Type, shape: Shape) =>
  z.looseObject({ type: z.literal(type), MessageTime: z.number(), ...shape });

export const StatusReport = reported('status', {
  mode: z.string(),
  zone: z.union([z.number(), z.literal('UNKNOWN')]).optional(),
  voiceMode: z.boolean(),
  recordMode: z.boolean(),
  callState: z.string(),
  speakerVol: z.number(),
  micVol: z.number(),
  progressValue: z.number().optional(),
  progressMax: z.number().optional(),
  synced: z.boolean().optional(),
  text: z.string().optional(),
  bars: z.number().optional(),
  chargedPercent: z.number().optional(),
  acPower: z.boolean().optional(),
});
export type StatusReport = z.infer<typeof StatusReport>;

export const LifecycleReport = reported('lifecycle', {
  kind: z.string(),
  reason: z.string().optional(),
  afterSeconds: z.number().optional(),
});
export type LifecycleReport = z.infer<typeof LifecycleReport>;

const ZeroOrOne = z.union([z.literal(0), z.literal(1)]);

/** A ping of any model; the models spell two of its fields differently. */
export const PingReport = reported('ping', {
  pingReason: z.string(),
  lowpower: z.boolean().optional(),
  lowPower: z.boolean().optional(),
  acPower: z.union([z.boolean(), ZeroOrOne]),
  switchPosition: z.string().optional(),
  bars: z.number(),
  lte: z.boolean(),
  chargedPercent: z.number(),
  stepsToday: z.number().optional(),
});
export type PingReport = z.infer<typeof PingReport>;

export const EventReport = reported('event', {
  EventCode: z.number(),
  zone: z.number().optional(),
  restored: z.boolean().optional(),
  test: z.boolean().optional(),
});

export const LocationReport = reported('location', {
  reportType: z.string(),
  locationType: z.string(),
  latitude: z.number().optional(),
  longitude: z.number().optional(),
  accuracyMeters: z.number().optional(),
  gpsTimeStamp: z.number().optional(),
  commandId: z.string().optional(),
});
export type LocationReport = z.infer<typeof LocationReport>;

export const OperationReport = reported('operation', {
  operation: z.string(),
  commandId: z.string().optional(),
  seconds: z.number().optional(),
  text: z.string().optional(),
});

export const InfoReport = reported('info', {
  FirmVer: z.string(),
  chargedPercent: z.number(),
  acPower: ZeroOrOne,
  bars: z.number(),
  synced: z.boolean().optional(),
  stepsToday: z.number().optional(),
  speakerVol: z.number().optional(),
  micVol: z.number().optional(),
  text: z.string().optional(),
});
export type InfoReport = z.infer<typeof InfoReport>;

export const CallReport = reported('call', {
  direction: z.string(),
  outcome: z.string(),
  durationSeconds: z.number(),
  phoneNumber: z.string().optional(),
});

export const TestReport = reported('test', {
  kind: z.string(),
  passed: z.boolean(),
  zone: z.number().optional(),
  text: z.string().optional(),
});

export const RfReport = reported('rf', {
  zone: z.number(),
  RFCode: z.string(),
  state: z.string(),
  SerialNumber: z.string().optional(),
  batteryLow: z.boolean().optional(),
});

export const DownloadReport = reported('download', {
  MessageType: z.string(),
  stage: z.string(),
  progressValue: z.number().optional(),
  progressMax: z.number().optional(),
  text: z.string().optional(),
});

const KnownReport = z.discriminatedUnion('type', [
  StatusReport,
  LifecycleReport,
  PingReport,
  EventReport,
  LocationReport,
  OperationReport,
  InfoReport,
  CallReport,
  TestReport,
  RfReport,
  DownloadReport,
]);
export type KnownReport = z.infer<typeof KnownReport>;

/** A report that the console has no words for of its own. */
export interface OtherReport {
  type: 'other';
  /** What the unit calls it. */
  of: string;
}
const OtherReport = z
  .looseObject({ type: z.string() })
  .transform(({ type }): OtherReport => ({ type: 'other', of: type }));

const ConsoleReport = z.union([KnownReport, OtherReport]);
export type ConsoleReport = KnownReport | OtherReport;

const heard = <Event extends string, Shape extends z.ZodRawShape>(event: Event, shape: Shape) =>
  z.looseObject({ event: z.literal(event), UnitSerNum: z.string(), at: z.number(), ...shape });

const said = { id: z.string(), raw: z.string() };
const aboutCommand = { commandId: z.string(), command: z.string() };
const AnswerValue = z.union([z.string(), z.number(), z.boolean()]);

/** What is heard on the topic `console:{UnitSerNum}`; `at` is the bridge's clock, milliseconds UTC. */
const ConsoleMessage = z.discriminatedUnion('event', [
  heard('UnitConnected', { UnitModel: z.string(), imei: z.string(), FirmVer: z.string() }),
  heard('UnitDisconnect', { reason: z.string() }),
  heard('Reboot', { ...said, report: LifecycleReport }),
  heard('Shutdown', { ...said, report: LifecycleReport }),
  heard('Reset', { ...said, report: LifecycleReport }),
  heard('UnitError', { ...said, report: LifecycleReport }),
  heard('Report', { ...said, report: ConsoleReport }),
  heard('CommandSent', aboutCommand),
  heard('CommandReceived', aboutCommand),
  heard('CommandResult', {
    commandId: z.string(),
    command: z.string().optional(),
    outcome: z.string(),
    text: z.string().optional(),
    answer: z.record(z.string(), AnswerValue).default({}),
  }),
]);
export type ConsoleMessage = z.infer<typeof ConsoleMessage>;

/** What was heard; undefined for what a later bridge may say and this console does not know. */
export const readConsoleMessage = (message: unknown): ConsoleMessage | undefined =>
  ConsoleMessage.safeParse(message).data;
