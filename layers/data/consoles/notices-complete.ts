import { Entity } from 'electrodb';
import { gatheredRead } from '../kit/gathered-reads.ts';
import { at, primary } from '../kit/table.ts';

export const NOTICES_COMPLETE = { units: 'all' } as const;

/** Exists once every waiting command has its notice, also the commands from before the notices. Nothing deletes it. */
export const NoticesCompleteEntity = new Entity(
  {
    model: { service: 'watchkeep', entity: 'noticesComplete', version: '1' },
    attributes: { units: { type: ['all'] as const, required: true } },
    indexes: { noticesComplete: primary(['units'], []) },
  },
  at,
);

let complete = false;

/** True if a unit without a notice has no commands. It is read until it is true. */
export async function areNoticesComplete(): Promise<boolean> {
  if (!complete && (await gatheredRead(NoticesCompleteEntity, NOTICES_COMPLETE))) complete = true;
  return complete;
}

/** Records that every waiting command has its notice. Call it for a new table, or after the missing notices are stored. */
export async function recordNoticesComplete(): Promise<void> {
  await NoticesCompleteEntity.put(NOTICES_COMPLETE).go();
}
