import { z } from 'zod';
import { AccessPoints, Degrees, LteCell } from './measurements.ts';

const Located = z.object({ latitude: Degrees.latitude, longitude: Degrees.longitude });
const Received = z.object({ accessPoints: z.array(z.object({ mac: z.string(), rssi: z.number() })) });
const Cells = z.object({ cells: z.array(z.unknown()) });

/** The look-up that finds the place of a report. */
export type LookUp =
  | { by: 'coordinates'; input: { Latitude: number; Longitude: number } }
  | { by: 'wifi'; input: z.infer<typeof AccessPoints> }
  | { by: 'cellID'; input: LteCell };

/** Chooses by what a report tells: its coordinates, else its access points, else its first cell that can exist. */
export function lookUpOf(report: Readonly<Record<string, unknown>>): LookUp | undefined {
  const located = Located.safeParse(report).data;
  if (located) return { by: 'coordinates', input: { Latitude: located.latitude, Longitude: located.longitude } };
  const { accessPoints = [] } = Received.safeParse(report).data ?? {};
  const wifi = AccessPoints.safeParse({
    macAddresses: accessPoints.map(({ mac }) => mac),
    signals: accessPoints.map(({ rssi }) => rssi),
  }).data;
  if (wifi) return { by: 'wifi', input: wifi };
  const { cells = [] } = Cells.safeParse(report).data ?? {};
  const cell = cells.map((one) => LteCell.safeParse(one).data).find((one) => one !== undefined);
  return cell && { by: 'cellID', input: cell };
}
