import { AppError } from '#core/errors.ts';
import { CHOOSING_DEALER } from '#core/reports/access.ts';
import type { Report } from '#core/reports/report.ts';
import type { Rights } from '#core/scope.ts';
import { fullUnitID } from '#core/units/unit.ts';
import { dealerStore } from '../dealers/dealers.ts';
import { shownRows } from '../kit/shown-rows.ts';
import { shownUnits } from '../units/shown.ts';
import { listRows, unitsOfRows } from './list-rows.ts';

export interface RowsRequest {
  UnitSerNum?: string | undefined;
  DealerKey?: number | undefined;
  dateOffset?: number | undefined;
  cursor?: string | undefined;
  pageSize: number;
}

/** A page of a report with its units. */
export async function rowsOf(
  scope: Rights,
  report: Report,
  { UnitSerNum, DealerKey, cursor, pageSize }: RowsRequest,
  list: { part?: string; from?: string; to?: string } = {},
) {
  const now = Date.now();
  const dealer = DealerKey === undefined ? scope.dealerKey : await chosenDealer(scope, DealerKey);
  const page = await listRows(scope, report, { DealerKey: dealer, UnitSerNum, cursor, pageSize, ...list }, now);
  const units = await shownUnits(scope, await unitsOfRows(scope, page.items), now);
  const bySerial = new Map(units.map((unit) => [unit.UnitSerNum, unit]));
  const items = page.items.flatMap((row) => {
    const unit = bySerial.get(row.UnitSerNum);
    return unit ? [{ row, unit }] : [];
  });
  return {
    items: shownRows(items, ({ row, unit }) => {
      const { UnitSerNum: serial, UnitModel, DealerKey: key, DealerName, FirmVer, IMEI } = unit;
      const { subject, at, facts } = row;
      const shown = { UnitSerNum: serial, UnitModel, DealerKey: key, DealerName, FirmVer, IMEI };
      return { ...shown, FullUnitID: fullUnitID(unit), subject, at, facts };
    }),
    cursor: page.cursor,
  };
}

/** The dealer that a user of dealer 1 chose; NOT_FOUND for a dealer outside the scope. */
async function chosenDealer(scope: Rights, DealerKey: number): Promise<number> {
  const dealer = await dealerStore.get(scope, DealerKey);
  if (scope.dealerKey !== CHOOSING_DEALER && DealerKey !== scope.dealerKey)
    throw new AppError('NOT_FOUND', 'There is no such dealer');
  return dealer.DealerKey;
}
