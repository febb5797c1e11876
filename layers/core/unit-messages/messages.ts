// What units and bridge send each other, as types. Times are milliseconds since 1970-01-01T00:00:00Z.

import type { DownMessage, SessionMessage } from './session.ts';
import type { MxdLteReport, VoicePing } from './voice-reports.ts';
import type { WearablePing, WearableReport } from './wearable-reports.ts';

/** The content of a frame that is stored and acknowledged. */
export type UnitReport = MxdLteReport | WearableReport;
export type UpMessage = SessionMessage | UnitReport;
export type Message = UpMessage | DownMessage;

export type PingReport = VoicePing | WearablePing;
/** The models spell this field differently. */
export const isLowPower = (ping: PingReport) => ('lowPower' in ping ? ping.lowPower : ping.lowpower);
