import { Logger } from '@aws-lambda-powertools/logger';
import { Metrics } from '@aws-lambda-powertools/metrics';
import { Tracer } from '@aws-lambda-powertools/tracer';

export const logger = new Logger({ serviceName: 'watchkeep' });
export const metrics = new Metrics({ namespace: 'Watchkeep', serviceName: 'watchkeep' });
export const tracer = new Tracer({ serviceName: 'watchkeep' });
