import { AREAS } from '#data/areas.ts';
import { tableChange } from '#data/kit/table-change.ts';
import { consume } from '#platform/aws/consume.ts';
import { Handed } from './message.ts';
import { tools } from './tools.ts';

const REACTIONS = new Map(
  Object.values(AREAS).flatMap(({ reactions = [] }) => reactions.map((reaction) => [reaction.name, reaction] as const)),
);

/** Does what follows a change of the table. A reaction that fails is retried with its message (functions/on-reaction/wiring.ts). */
export const handler = consume(Handed, async ({ reaction: name, message, record }) => {
  const reaction = REACTIONS.get(name);
  if (!reaction) throw new Error(`There is no reaction "${name}"`);
  const now = Date.now();
  const given = record ? reaction.messageOf(tableChange(record).images, now) : message;
  if (given) await reaction.react(given, tools, now);
});
