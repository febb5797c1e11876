import { type CostLine, costLine } from './costs.ts';
import type { PRICES } from './prices.ts';
import { DAYS } from './workload.ts';

export interface WayToASecondRegion {
  name: string;
  /** The data that the loss of the first Region destroys. */
  loses: string;
  lines: CostLine[];
}

/** Copies that are kept in the second Region. */
const COPIES_KEPT = 7;
const KILOBYTE = 1e3;
const GIGABYTE = 1e9;

/** The ways to have the table's data in a second Region, from the monthly costs of the first. */
export function secondRegionCosts(first: readonly CostLine[]): WayToASecondRegion[] {
  const quantityOf = (price: keyof typeof PRICES) => first.find((line) => line.price === price)!.quantity;
  const [writes, stored] = [quantityOf('tableWrite'), quantityOf('tableStorage')];
  const lines = (quantities: Partial<Record<keyof typeof PRICES, number>>) =>
    Object.entries(quantities).map(([price, quantity]) =>
      costLine('Second Region', price as keyof typeof PRICES, quantity),
    );
  return [
    {
      name: '**Replica** (global table), with its own continuous backup',
      loses: 'seconds',
      lines: lines({
        tableWrite: writes,
        tableStorage: stored,
        tableBackup: stored,
        regionTransfer: (writes * KILOBYTE) / GIGABYTE,
      }),
    },
    {
      name: `Daily copy by AWS Backup, ${COPIES_KEPT} kept, and one in the first Region`,
      loses: 'up to a day',
      lines: lines({ tableCopy: (COPIES_KEPT + 1) * stored, regionTransfer: DAYS * stored }),
    },
    {
      name: `Daily export to S3 there, ${COPIES_KEPT} kept`,
      loses: 'up to a day',
      lines: lines({ tableExport: DAYS * stored, fileStorage: COPIES_KEPT * stored, regionTransfer: DAYS * stored }),
    },
  ];
}
