import { expect, it } from 'vitest';
import '#support/table.ts';
import { livePublisher } from '#bridge/adapters/publisher.ts';
import { debugLogTopic } from '#core/live/messages.ts';
import { liveStore } from '#data/live/live.ts';
import { measure, measured } from '#support/capacity.ts';

const message = { UnitSerNum: '400022', MessageTime: 0, lines: ['A line'], at: 0 };

it('reads the followers of a topic only if somebody hears it', async () => {
  const topic = debugLogTopic('400022');
  const publisher = livePublisher(() => {});
  measure((entity) => entity);
  measured();
  const reads: string[] = [];
  const readsSoFar = () => {
    reads.push(...measured().requests.filter((request) => /heardTopic|query subscription/.test(request)));
    return reads;
  };

  publisher.publish(topic, message);
  await expect.poll(readsSoFar).toEqual(['batch-get heardTopic']);
  await liveStore.open('a-browser', 'a-session', Date.now());
  await liveStore.subscribe(topic, { connectionId: 'a-browser', sessionId: 'a-session' }, Date.now());
  measured();
  // Messages of a topic are published in order, so the first is done when the second asks for followers.
  publisher.publish(topic, message);
  await expect.poll(readsSoFar).toEqual(['batch-get heardTopic', 'batch-get heardTopic', 'query subscription']);
});
