import type { Cell } from '#core/unit-messages/common-reports.ts';
import type { AccessPoint } from '#core/unit-messages/values.ts';
import { PLACES, type Place } from '#local/location/places.ts';
import type { Random } from '#scripts/seed/random.ts';

/** A number every unit of a place may use for its tracking area; the stand-in resolves cells without it. */
const TRACKING_AREA = 4821;

/** AT&T, Verizon, Telus. */
const CARRIERS = [0, 1, 2];

/** The carrier of another network, which a unit finds when it roams. */
export const anotherCarrier = (carrier: number | undefined, random: Random): number =>
  random.pick(CARRIERS.filter((one) => one !== carrier));

/** A home; the location stand-in knows its access points and cells. */
export const aHome = (random: Random): Place => random.pick(PLACES);

/** The access points received at a place, the nearest first. */
export const heardAt = (place: Place, random: Random): AccessPoint[] =>
  place.accessPoints.map(({ mac }, index) => ({ mac, rssi: -random.between(45, 60) - 8 * index }));

export const cellsAt = (place: Place, random: Random): Cell[] =>
  place.cells.map(({ mcc, mnc, eutranCid }) => ({
    mcc,
    mnc,
    tac: TRACKING_AREA,
    cellId: eutranCid,
    rsrp: -random.between(85, 115),
  }));

/** Somewhere within a walk of the place: degrees, to 0.000001. */
export function near(
  { position: [longitude, latitude] }: Place,
  random: Random,
): { latitude: number; longitude: number } {
  const off = () => (random.next() - 0.5) * 0.01;
  const degrees = (value: number) => Math.round(value * 1e6) / 1e6;
  return { latitude: degrees(latitude + off()), longitude: degrees(longitude + off()) };
}
