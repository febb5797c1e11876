import { MAX_WAITING } from '#core/consoles/command-id.ts';
import { SIGNAL_EVERY_MS } from '#core/units/outages.ts';
import type { Rate } from './limits/token-buckets.ts';

/** The settings of a bridge. */
export interface BridgeConfig {
  readonly bridgeId: string;
  /** The host by which the rest of the system reaches the command port. */
  readonly ownHost: string;
  readonly unitPort: number;
  readonly commandPort: number;
  readonly host: string;
  /** Signs the requests to the command port. */
  readonly commandSecret: string;
  /** When they are used up, a new connection replaces one that has not logged in, if there is one. */
  readonly maxConnections: number;
  /** Connections of one address that have not logged in. One more replaces the oldest that has sent nothing. */
  readonly maxUnidentified: number;
  /** Logins that are under way at the same time: enough to fill the batches of the table and the queue, and few enough that an alarm waits for none. */
  readonly loginsAtOnce: number;
  /** The same while the table is slow: a login that takes long lets another one begin, until so many are under way. */
  readonly maxLoginsUnderWay: number;
  /** The bytes of one connection that may wait for its login in any case: the login and some reports. */
  readonly ownBytesBehindLogin: number;
  /** Those of all connections beyond that. */
  readonly sharedBytesBehindLogins: number;
  /** A connection that has not sent its login by then is closed. */
  readonly loginTimeoutMs: number;
  /** A connection that the bridge has ended is destroyed by then, whatever the other side does. */
  readonly closeTimeoutMs: number;
  /** A connection is closed after this many heartbeat intervals of silence. */
  readonly heartbeatsMissed: number;
  /** New connections of one address: a household, or a carrier with thousands of units. */
  readonly connectionRate: Rate;
  /** The frames of one connection; faster ones are read later. */
  readonly framesPerSecond: number;
  /** The accepted logins of one unit. */
  readonly loginRate: Rate;
  /** The reports of one unit that are stored, without its events. */
  readonly reportRate: Rate;
  /** The events of one unit that are stored. */
  readonly eventRate: Rate;
  /** How often the table is read for the download of one unit. */
  readonly downloadRate: Rate;
  /** Entries in the log of invalid messages of one unit, or of one address without a login. */
  readonly invalidRate: Rate;
  /** The same of all together: anybody can cause them, and each is stored. */
  readonly invalidTotalRate: Rate;
  /** Damaged frames after which a connection is closed. */
  readonly maxBadFrames: number;
  /** How often idle connections and expired commands are looked for. */
  readonly sweepIntervalMs: number;
  readonly leaseMs: number;
  readonly leaseRenewalIntervalMs: number;
  /** How often the bridge sends a signal on the way of the reports. */
  readonly signalIntervalMs: number;
  /** Within this time the claim of each unit is read once, in case another bridge has taken the unit and its notification was lost. */
  readonly claimCheckMs: number;
  /** Commands that may wait for one unit. */
  readonly maxWaitingCommands: number;
  /** A result may come this long after the command's expiry. */
  readonly resultTimeoutMs: number;
  /** When a bridge drains, its units come back spread over this time. */
  readonly returnSpreadSeconds: number;
  /** A draining bridge waits this long for the results of open commands, and again for units to close. */
  readonly drainTimeoutMs: number;
}

export const DEFAULTS = {
  ownHost: '127.0.0.1',
  unitPort: 8200,
  commandPort: 8201,
  host: '0.0.0.0',
  maxConnections: 20_000,
  maxUnidentified: 1_000,
  loginsAtOnce: 32,
  maxLoginsUnderWay: 256,
  ownBytesBehindLogin: 2 * 1024,
  sharedBytesBehindLogins: 64 * 1024 * 1024,
  loginTimeoutMs: 10_000,
  closeTimeoutMs: 20_000,
  heartbeatsMissed: 3,
  connectionRate: { burst: 1_000, perMinute: 6_000 },
  framesPerSecond: 500,
  loginRate: { burst: 30, perMinute: 30 },
  reportRate: { burst: 300, perMinute: 60 },
  eventRate: { burst: 1_000, perMinute: 600 },
  downloadRate: { burst: 60, perMinute: 30 },
  invalidRate: { burst: 60, perMinute: 30 },
  invalidTotalRate: { burst: 300, perMinute: 120 },
  maxBadFrames: 20,
  sweepIntervalMs: 1_000,
  leaseMs: 60_000,
  leaseRenewalIntervalMs: 20_000,
  signalIntervalMs: SIGNAL_EVERY_MS,
  claimCheckMs: 600_000,
  maxWaitingCommands: MAX_WAITING,
  resultTimeoutMs: 5_000,
  returnSpreadSeconds: 30,
  drainTimeoutMs: 20_000,
} as const satisfies Partial<BridgeConfig>;
