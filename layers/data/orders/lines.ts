import type { Lines } from '#core/orders/rules.ts';
import type { UnitIDRange } from '#core/orders/unit-ids.ts';
import { LineEntity } from './entities.ts';

export interface ReadLine {
  LineID: string;
  taken: UnitIDRange[];
  /** Undefined before the first order. */
  version: number | undefined;
}

export const lineStore = {
  /** The lines, read consistently: an order is written on the condition that they are unchanged. */
  async read(names: readonly string[]): Promise<ReadLine[]> {
    return Promise.all(
      names.map(async (LineID) => {
        const { data } = await LineEntity.get({ LineID }).go({ consistent: true });
        return { LineID, taken: data?.taken ?? [], version: data?.version };
      }),
    );
  },
};

export const takenByLine = (lines: readonly ReadLine[]): Lines =>
  new Map(lines.map(({ LineID, taken }) => [LineID, taken]));
