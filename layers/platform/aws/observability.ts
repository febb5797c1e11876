import { Logger } from '@aws-lambda-powertools/logger';
import { Metrics, MetricUnit } from '@aws-lambda-powertools/metrics';
import { env } from './env.ts';
import { dimensionsOf, METRICS } from './measures.ts';

export const logger = new Logger({ serviceName: METRICS.service });
const { service: serviceName, ...defaultDimensions } = dimensionsOf(env('STAGE'));
export const metrics = new Metrics({ namespace: METRICS.namespace, serviceName, defaultDimensions });

/** Records a call of an endpoint, its duration and whether the portal failed. */
export async function measured<Answer extends { statusCode?: number | undefined }>(
  endpoint: string,
  work: () => Promise<Answer>,
): Promise<Answer> {
  const start = performance.now();
  const answer = await work();
  metrics.addDimension('endpoint', endpoint);
  metrics.addMetric('Latency', MetricUnit.Milliseconds, performance.now() - start);
  metrics.addMetric('Failures', MetricUnit.Count, (answer.statusCode ?? 200) >= 500 ? 1 : 0);
  return answer;
}

/** Records how many units are connected to this bridge. */
export function measureConnections(units: number): void {
  metrics.singleMetric().addMetric(METRICS.bridgeConnections, MetricUnit.Count, units);
}

/** Counts a file that units wait for, and that is gone or is not the one that was checked. */
export function measureUnusableFile(): void {
  metrics.singleMetric().addMetric(METRICS.unusableFiles, MetricUnit.Count, 1);
}

/** Counts the rows that were left out of a list. */
export function measureUnreadableRows(rows: number): void {
  metrics.singleMetric().addMetric(METRICS.unreadableRows, MetricUnit.Count, rows);
}

/** Counts an alarm that reached no confirmed contact. */
export function measureUnreachedAlarm(): void {
  metrics.singleMetric().addMetric(METRICS.unreachedAlarms, MetricUnit.Count, 1);
}

/** Counts an alarm that a monitoring centre has not taken in time. */
export function measureUndeliveredAlarm(): void {
  metrics.singleMetric().addMetric(METRICS.undeliveredAlarms, MetricUnit.Count, 1);
}

/** Counts entries of the audit that were changed or deleted. */
export function measureChangedEntries(entries: number): void {
  metrics.singleMetric().addMetric(METRICS.changedEntries, MetricUnit.Count, entries);
}

/** Counts the messages that a consumer reported as failed. Lambda's own error count does not include them. */
export function measureFailures(functionName: string, failed: number): void {
  metrics
    .singleMetric()
    .addDimension('function', functionName)
    .addMetric(METRICS.failedMessages, MetricUnit.Count, failed);
}

/** Records whether a part of the probe works. */
export function measureProbe(part: string, works: boolean): void {
  metrics
    .singleMetric()
    .addDimension('part', part)
    .addMetric(METRICS.probe, MetricUnit.Count, works ? 1 : 0);
}
