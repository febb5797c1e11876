/** What our own code measures, by the names that alarms, dashboards and scaling know. */
export const METRICS = {
  namespace: 'Watchkeep',
  service: 'watchkeep',
  /** Messages of a queue, or changes of the table, that their consumer gave back, by the function's name. */
  failedMessages: 'FailedMessages',
  /** Changes of the table that were set aside, since they could not be followed. */
  /** Units that one bridge task holds. */
  bridgeConnections: 'BridgeConnections',
} as const;
