import type { Emulator } from './emulator.ts';

interface Mappings {
  EventSourceMappings: { UUID: string; EventSourceArn: string }[];
}

/** Stops or starts the consumers of all queues. Messages wait in their queues meanwhile. */
export async function enableQueues({ url }: Emulator, Enabled: boolean): Promise<void> {
  const mappings = `${url}/2015-03-31/event-source-mappings`;
  const { EventSourceMappings } = (await (await fetch(`${mappings}/?MaxItems=1000`)).json()) as Mappings;
  const ofQueues = EventSourceMappings.filter(({ EventSourceArn }) => EventSourceArn.includes(':sqs:'));
  if (ofQueues.length === 0) throw new Error('No function consumes a queue');
  for (const { UUID } of ofQueues) {
    const { ok, status } = await fetch(`${mappings}/${UUID}`, { method: 'PUT', body: JSON.stringify({ Enabled }) });
    if (!ok) throw new Error(`The consumer ${UUID} could not be changed: ${status}`);
  }
}
