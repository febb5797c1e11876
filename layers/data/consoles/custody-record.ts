import { Entity } from 'electrodb';
import type { Custody } from '#core/consoles/custody.ts';
import { jsonOf, requiredNumber, requiredText } from '../kit/attributes.ts';
import { type Operations, tryWrite } from '../kit/conditions.ts';
import { at, primary } from '../kit/table.ts';

/** Who gives the commands of a unit's consoles. */
export const ConsoleCustodyEntity = new Entity(
  {
    model: { service: 'watchkeep', entity: 'consoleCustody', version: '1' },
    attributes: {
      UnitSerNum: requiredText,
      /** New with each write. A number that counts would begin again after a release. */
      stamp: requiredText,
      /** Apart from the rest, for the condition of a release. */
      connectionId: requiredText,
      custody: { ...jsonOf<Custody>(), required: true },
      expiresAt: requiredNumber,
    },
    indexes: { byUnit: primary(['UnitSerNum'], []) },
  },
  at,
);

/** Frees the unit if the connection holds it. Returns true if it did. */
export async function freeCustody(UnitSerNum: string, connectionId: string): Promise<boolean> {
  const freed = await tryWrite(
    ConsoleCustodyEntity.remove({ UnitSerNum })
      .where((item: { connectionId: string }, { eq }: Operations) => eq(item.connectionId, connectionId))
      .go(),
  );
  return freed !== undefined;
}
