/** Our own metrics, by the names that alarms, dashboards and scaling use. */
export const METRICS = {
  namespace: 'Watchkeep',
  service: 'watchkeep',
  /** Messages of a queue, or changes of the table, that their consumer reported as failed, by function name. */
  failedMessages: 'FailedMessages',
  /** Rows that were left out of a list, because their stored items do not fit the contract. */
  unreadableRows: 'UnreadableRows',
  /** Alarms of units of which no confirmed contact was notified. */
  unreachedAlarms: 'UnreachedAlarms',
  /** Alarms of units that a monitoring centre has not taken in time. */
  undeliveredAlarms: 'UndeliveredAlarms',
  /** Entries of the audit that were changed or deleted. */
  changedEntries: 'ChangedAuditEntries',
  /** Reads of files for units that are gone, or are not the ones that were checked. */
  unusableFiles: 'UnusableFiles',
  /** Units connected to one bridge task. */
  bridgeConnections: 'BridgeConnections',
  /** 1 if a part of the probe works, 0 if it fails. */
  probe: 'ProbeWorks',
} as const;

/** The dimensions of all our metrics. Two stages can share an account. */
export const dimensionsOf = (stage: string) => ({ service: METRICS.service, stage });
