import type { AreaData, Tools } from '#data/kit/area.ts';
import { tableChange } from '#data/kit/table-change.ts';
import { consume } from '#platform/aws/consume.ts';
import { ReactionMessage } from './message.ts';

/** The handler of a queue of reactions. It runs the reactions of the areas; a failed one is retried with its message. */
export function reacting(areas: readonly AreaData[], tools: Tools) {
  const known = new Map(
    areas.flatMap(({ reactions = [] }) => reactions.map((reaction) => [reaction.name, reaction] as const)),
  );
  return consume(ReactionMessage, async ({ reaction: name, message, record }) => {
    const reaction = known.get(name);
    if (!reaction) throw new Error(`There is no reaction "${name}"`);
    const now = Date.now();
    const input = record ? reaction.messageOf(tableChange(record).images, now) : message;
    if (input) await reaction.react(input, tools, now);
  });
}
