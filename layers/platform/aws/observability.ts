import { Logger } from '@aws-lambda-powertools/logger';
import { Metrics, MetricUnit } from '@aws-lambda-powertools/metrics';
import { METRICS } from './measures.ts';

export const logger = new Logger({ serviceName: METRICS.service });
export const metrics = new Metrics({ namespace: METRICS.namespace, serviceName: METRICS.service });

/** Counts a call of an endpoint, how long it took and whether the portal itself failed in it. */
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

/** Tells how many units this bridge holds. */
export function measureConnections(units: number): void {
  metrics.singleMetric().addMetric(METRICS.bridgeConnections, MetricUnit.Count, units);
}

/** Counts what a consumer gave back: Lambda takes such a call for a success, so its own count of errors never shows it. */
export function measureFailures(functionName: string, failed: number): void {
  metrics
    .singleMetric()
    .addDimension('function', functionName)
    .addMetric(METRICS.failedMessages, MetricUnit.Count, failed);
}
