import { partsIn } from '#core/users/mass-parts.ts';
import type { Tools } from '../kit/area.ts';

/** Sends the parts of a list to workers. Users that are done already are skipped there. */
export async function handOut(
  { massCreation, turn, total, by }: { massCreation: string; turn: number; total: number; by: string },
  { send }: Pick<Tools, 'send'>,
): Promise<void> {
  for (let part = 0; part < partsIn(total); part++)
    await send('mass-creation', { massCreation, turn, part }, { group: by });
}
