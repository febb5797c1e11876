import { Entity } from 'electrodb';
import { expiresAt, requiredNumber, requiredText } from '../kit/attributes.ts';
import { tryWrite } from '../kit/conditions.ts';
import { at, primary } from '../kit/table.ts';

/** When a carrier was last asked for a number that people can dial. Each such request costs money, and the carrier gives the number later. */
export const DialableNumberEntity = new Entity(
  {
    model: { service: 'watchkeep', entity: 'dialableNumber', version: '1' },
    attributes: {
      iccid: requiredText,
      /** Milliseconds. */
      askedAt: requiredNumber,
      expiresAt,
    },
    indexes: { byIccid: primary(['iccid'], []) },
  },
  at,
);

/** Forgets the request of this moment: the carrier has surely ordered no number. */
export async function forgetNumberRequest(iccid: string, askedAt: number): Promise<void> {
  await tryWrite(
    DialableNumberEntity.delete({ iccid })
      .where((stored, { eq }) => eq(stored.askedAt, askedAt))
      .go(),
  );
}
