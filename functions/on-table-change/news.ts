import type { DynamoDBRecord } from 'aws-lambda';
import { SECOND } from '#core/time.ts';
import { AREAS } from '#data/areas.ts';
import { tableChange } from '#data/kit/table-change.ts';
import { logger } from '#platform/aws/observability.ts';
import { publish } from '#platform/live/publish.ts';
import { withTimeout } from './with-timeout.ts';

const NEWS = new Map(Object.values(AREAS).flatMap(({ news = [] }) => news.map((one) => [one.entity, one] as const)));

const NEWS_TIMEOUT_MS = 3 * SECOND;

/** Publishes the latest state of each changed item, or the last one of a deleted item of some entities. Screens also ask for it, so a failure is only logged. */
export async function publishNews(records: readonly DynamoDBRecord[]): Promise<void> {
  try {
    const latest = new Map(records.flatMap(newsOf));
    const published = [...latest].map(([topic, message]) => publish(topic, message));
    await withTimeout(NEWS_TIMEOUT_MS, Promise.all(published));
  } catch (error) {
    logger.warn('Live news could not be published', error as Error);
  }
}

function newsOf(record: DynamoDBRecord): [topic: string, message: unknown][] {
  const { entity, images } = tableChange(record);
  const news = NEWS.get(entity);
  const { before, after } = images;
  if (before && after && news?.isNews?.(before, after) === false) return [];
  const item = after ?? (news?.ofDeleted ? before : undefined);
  return [(item && news?.newsOf(item, Date.now())) ?? []].flat().map(({ topic, message }) => [topic, message]);
}
