import { AREAS } from '#data/areas.ts';
import { tableChange } from '#data/kit/table-change.ts';
import { consume } from '#platform/aws/consume.ts';
import { ReactionMessage } from './message.ts';
import { tools } from './tools.ts';

const REACTIONS = new Map(
  Object.values(AREAS).flatMap(({ reactions = [] }) => reactions.map((reaction) => [reaction.name, reaction] as const)),
);

/** Runs the reaction to a change of the table. A failed reaction is retried with its message (functions/on-reaction/wiring.ts). */
export const handler = consume(ReactionMessage, async ({ reaction: name, message, record }) => {
  const reaction = REACTIONS.get(name);
  if (!reaction) throw new Error(`There is no reaction "${name}"`);
  const now = Date.now();
  const input = record ? reaction.messageOf(tableChange(record).images, now) : message;
  if (input) await reaction.react(input, tools, now);
});
