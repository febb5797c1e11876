import { z } from 'zod';
import { AwsError } from '../aws-error.ts';
import { PLACES, type Position } from './places.ts';

/** Limits as in the AWS IoT Wireless API reference, GetPositionEstimate and its types. Other measurements are refused. */
const PositionEstimateInput = z.strictObject({
  WiFiAccessPoints: z
    .array(
      z.object({
        MacAddress: z.string().regex(/^([0-9A-Fa-f]{2}[:-]?){5}([0-9A-Fa-f]{2})$/),
        Rss: z.int().min(-128).max(0),
      }),
    )
    .default([]),
  CellTowers: z
    .strictObject({
      Lte: z
        .array(
          z.object({
            Mcc: z.int().min(200).max(999),
            Mnc: z.int().min(0).max(999),
            EutranCid: z.int().min(0).max(268_435_455),
          }),
        )
        .min(1)
        .max(16),
    })
    .optional(),
});
type Input = z.output<typeof PositionEstimateInput>;

interface Sighting {
  position: Position;
  weight: number;
}

/** The error of an answer in metres, at the service's usual confidence. */
const ACCURACY = { severalAccessPoints: 25, oneAccessPoint: 80, cells: 1200 };
const CONFIDENCE = 0.68;

/** The GeoJSON point for the measurements of a unit. Wi-Fi is preferred over cells. */
export function estimatePosition(body: unknown, now: Date) {
  const parsed = PositionEstimateInput.safeParse(body);
  if (!parsed.success) {
    const [issue] = parsed.error.issues;
    throw new AwsError(400, 'ValidationException', `${issue?.path.join('.')}: ${issue?.message}`);
  }
  const input = parsed.data;
  if (input.WiFiAccessPoints.length === 0 && !input.CellTowers) {
    throw new AwsError(400, 'ValidationException', 'Request must contain at least 1 valid position measurement.');
  }
  const accessPoints = knownAccessPoints(input);
  const known = accessPoints.length > 0 ? accessPoints : knownCells(input);
  if (known.length === 0) {
    throw new AwsError(404, 'ResourceNotFoundException', 'No position could be resolved from the measurements.');
  }
  return {
    type: 'Point',
    coordinates: middleOf(known),
    properties: {
      horizontalAccuracy: accuracyOf(accessPoints.length),
      horizontalConfidenceLevel: CONFIDENCE,
      timestamp: now.toISOString(),
    },
  };
}

function knownAccessPoints({ WiFiAccessPoints }: Input): Sighting[] {
  return WiFiAccessPoints.flatMap(({ MacAddress, Rss }) => {
    const known = PLACES.flatMap(({ accessPoints }) => accessPoints).find(({ mac }) => bare(mac) === bare(MacAddress));
    // Signal strength is logarithmic: 20 dB less is a tenth of the amplitude.
    return known ? [{ position: known.position, weight: 10 ** (Rss / 20) }] : [];
  });
}

function knownCells({ CellTowers }: Input): Sighting[] {
  return (CellTowers?.Lte ?? []).flatMap(({ Mcc, Mnc, EutranCid }) => {
    const known = PLACES.flatMap(({ cells }) => cells).find(
      ({ mcc, mnc, eutranCid }) => mcc === Mcc && mnc === Mnc && eutranCid === EutranCid,
    );
    return known ? [{ position: known.position, weight: 1 }] : [];
  });
}

const bare = (mac: string) => mac.replaceAll(/[:-]/g, '').toUpperCase();

function middleOf(sightings: readonly Sighting[]): Position {
  const total = sightings.reduce((sum, { weight }) => sum + weight, 0);
  const mean = (axis: 0 | 1) =>
    sightings.reduce((sum, { position, weight }) => sum + position[axis] * weight, 0) / total;
  const round = (degrees: number) => Math.round(degrees * 1e6) / 1e6;
  return [round(mean(0)), round(mean(1))];
}

function accuracyOf(accessPoints: number): number {
  if (accessPoints === 0) return ACCURACY.cells;
  return accessPoints === 1 ? ACCURACY.oneAccessPoint : ACCURACY.severalAccessPoints;
}
