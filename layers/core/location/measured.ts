import type { Cell } from '../unit-messages/common-reports.ts';
import type { AccessPoint } from '../unit-messages/values.ts';
import { LteCell } from './measurements.ts';
import type { ReportedLocation } from './reported-location.ts';

/** The networks of a report as a look-up takes them: access points if it has any, else cells that can exist. */
export function measuredOf({ accessPoints, cells }: Pick<ReportedLocation, 'accessPoints' | 'cells'>) {
  const known = cells.flatMap((cell: Cell) => LteCell.safeParse(cell).data ?? []);
  return { accessPoints, cells: known };
}

/** Names what a look-up asks: reports of the same networks, or of places a few metres apart, share one. */
export const networksKey = ({
  accessPoints,
  cells,
}: {
  accessPoints: readonly AccessPoint[];
  cells: readonly LteCell[];
}) =>
  accessPoints.length > 0
    ? accessPoints.map(({ mac, rssi }) => `${mac}${rssi}`).join()
    : cells.map(({ mcc, mnc, cellId }) => `${mcc}-${mnc}-${cellId}`).join();
