import { type BillingState, type BillLine, withPending } from '#core/billing/bill-line.ts';
import { SECOND } from '#core/time.ts';
import { tryWrite } from '../kit/conditions.ts';
import { BillableUnitEntity, BillingStateEntity } from './entities.ts';

export interface NotedState {
  UnitSerNum: string;
  UnitModel: BillLine['UnitModel'];
  sequence: string;
  state: BillingState;
}

const secondOf = ({ at }: BillingState) => Math.floor(at / SECOND);

export const billingStateStore = {
  /** Notes what a unit is from a change on. The same change again changes nothing. */
  async note({ UnitSerNum, UnitModel, sequence, state }: NotedState, now: number): Promise<void> {
    // First, so that a run that has not seen the unit began before the state was noted.
    if (state.active) await BillableUnitEntity.put({ UnitSerNum, UnitModel }).go();
    await tryWrite(BillingStateEntity.create({ UnitSerNum, sequence, state: { ...state, notedAt: now } }).go());
  },

  /** The states of a unit, in the order in which they came. None is before the one that it follows. */
  async of(UnitSerNum: string): Promise<BillingState[]> {
    const { data } = await BillingStateEntity.query.byUnit({ UnitSerNum }).go({ pages: 'all' });
    // The stream has whole seconds. Within one, its sequence is the order; it says nothing of two streams, such as those before and after a restore.
    const states = data.map(({ state }) => state).sort((one, other) => secondOf(one) - secondOf(other));
    let latest = 0;
    const inOrder = states.map((state) => {
      latest = Math.max(latest, state.at);
      return { ...state, at: latest };
    });
    return withPending(inOrder);
  },

  /** How many units were ever in service. */
  async countUnits(): Promise<number> {
    let count = 0;
    for (let cursor: string | null = null; ; ) {
      const read: { data: unknown[]; cursor: string | null } = await BillableUnitEntity.query
        .billableUnit({ all: 'all' })
        .go({ cursor, attributes: ['UnitModel'] });
      count += read.data.length;
      if (read.cursor === null) return count;
      cursor = read.cursor;
    }
  },

  /** A unit of which some lines are on bills. Throws if it is not there: the bills would be closed without its other lines and the units after it. */
  async unit(UnitSerNum: string) {
    const { data } = await BillableUnitEntity.get({ all: 'all', UnitSerNum }).go({ consistent: true });
    if (!data) throw new Error(`The unit ${UnitSerNum} has lines on bills, but is not among the units to bill`);
    return data;
  },

  /** The next units that were ever in service, by serial number. */
  async unitsAfter(cursor: string | undefined, limit: number) {
    const query = BillableUnitEntity.query.billableUnit({ all: 'all' });
    const { data } = await (cursor === undefined ? query : query.gt({ UnitSerNum: cursor })).go({ limit });
    return data;
  },
};
