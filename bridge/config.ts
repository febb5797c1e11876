/** How a bridge behaves. Times in milliseconds unless the name says seconds. */
export interface BridgeConfig {
  readonly bridgeId: string;
  /** Where other parts of the system reach the command port, as they write it: `http://10.0.3.7:8201`. */
  readonly bridgeAddress: string;
  readonly unitPort: number;
  readonly commandPort: number;
  readonly host: string;
  /** Signs the requests to the command port. */
  readonly commandSecret: string;
  readonly maxConnections: number;
  /** A connection must have logged in after so long. */
  readonly loginPatience: number;
  /** So many heartbeat intervals of silence end a connection. */
  readonly heartbeatsMissed: number;
  /** Damaged frames after which a connection is closed. */
  readonly maxBadFrames: number;
  /** How often idle connections, expired commands and leases are looked at. */
  readonly sweepEvery: number;
  readonly renewLeasesEvery: number;
  /** Commands that may wait for one unit here. */
  readonly maxWaitingCommands: number;
  /** A result may come so long after the command's expiry. */
  readonly resultPatience: number;
  /** Over this time units come back when a bridge goes. */
  readonly returnSpreadSeconds: number;
  /** A draining bridge waits so long for results of open commands, and so long for units to close. */
  readonly drainPatience: number;
}

export const DEFAULTS = {
  unitPort: 8200,
  commandPort: 8201,
  host: '0.0.0.0',
  maxConnections: 20_000,
  loginPatience: 10_000,
  heartbeatsMissed: 3,
  maxBadFrames: 20,
  sweepEvery: 1_000,
  renewLeasesEvery: 20_000,
  maxWaitingCommands: 20,
  resultPatience: 5_000,
  returnSpreadSeconds: 30,
  drainPatience: 20_000,
} as const satisfies Partial<BridgeConfig>;
