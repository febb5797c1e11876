import type { BillLine } from '#core/billing/bill-line.ts';
import { page } from '../kit/page.ts';
import { endOfPrefix } from '../kit/table.ts';
import { BillEntity, BillLineEntity, BillTypeEntity } from './entities.ts';

interface PageAsked {
  cursor?: string | undefined;
  pageSize: number;
}

export const billStore = {
  /** The bill of a dealer; undefined if nothing of the dealer was in service. */
  async get(period: string, DealerKey: number) {
    const { data } = await BillEntity.get({ period, DealerKey }).go();
    return data ?? undefined;
  },

  /** One page of the bills of a period, by dealer. */
  list: (period: string, asked: PageAsked) => page(BillEntity.query.byPeriod({ period }), asked),

  /** One page of the rows of the summary of a bill. */
  types: (period: string, DealerKey: number, asked: PageAsked) =>
    page(BillTypeEntity.query.byBill({ period, DealerKey }), asked),
};

export const billLineStore = {
  /** One page of the lines of a bill, by unit. */
  list: (period: string, DealerKey: number, asked: PageAsked) =>
    page(
      BillLineEntity.query.byBill({ period, DealerKey }).between({ UnitSerNum: '' }, { UnitSerNum: endOfPrefix('') }),
      asked,
    ),

  /** The lines of one unit on a bill, also those of a moment ago: the run of the next period may follow at once. */
  async ofUnit(period: string, DealerKey: number, UnitSerNum: string): Promise<BillLine[]> {
    const query = BillLineEntity.query.byBill({ period, DealerKey, UnitSerNum });
    const { data } = await query.go({ pages: 'all', consistent: true });
    return data.map(({ line }) => line);
  },
};
