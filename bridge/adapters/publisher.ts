import { Topic } from '#core/live/messages.ts';
import { liveStore } from '#data/live/live.ts';
import { publish } from '#platform/live/publish.ts';
import type { Log, Publisher } from '../ports.ts';

/** Publishes to live topics that somebody hears, in order for each topic. */
export function livePublisher(log: Log): Publisher {
  const last = new Map<string, Promise<void>>();

  return {
    publish(topic, message) {
      const published = (last.get(topic) ?? Promise.resolve())
        .then(async () => {
          if (await liveStore.isHeard(topic)) await publish(Topic.parse(topic), message);
        })
        .catch((error: unknown) => log('warn', 'A live message was not delivered', { topic, error: String(error) }))
        .finally(() => {
          if (last.get(topic) === published) last.delete(topic);
        });
      last.set(topic, published);
    },
  };
}
