/** What our own code measures, by the names that alarms, dashboards and scaling know. */
export const METRICS = {
  namespace: 'Watchkeep',
  service: 'watchkeep',
  /** Units that one bridge task holds. */
  bridgeConnections: 'BridgeConnections',
} as const;
