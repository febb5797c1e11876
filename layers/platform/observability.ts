import { Logger } from '@aws-lambda-powertools/logger';
import { Metrics, MetricUnit } from '@aws-lambda-powertools/metrics';

export const logger = new Logger({ serviceName: 'watchkeep' });
export const metrics = new Metrics({ namespace: 'Watchkeep', serviceName: 'watchkeep' });

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
