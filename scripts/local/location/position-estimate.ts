import { z } from 'zod';
import { AwsError } from '../aws-error.ts';
import { PLACES, type Position } from './places.ts';

/** Limits as in the AWS IoT Wireless API reference, GetPositionEstimate and its types. */
const PositionEstimateInput = z.object({
  WiFiAccessPoints: z
    .array(
      z.object({
        MacAddress: z.string().regex(/^([0-9A-Fa-f]{2}[:-]?){5}([0-9A-Fa-f]{2})$/),
        Rss: z.int().min(-128).max(0),
      }),
    )
    .default([]),
  CellTowers: z
    .object({
      Lte: z
        .array(
          z.object({
            Mcc: z.int().min(200).max(999),
            Mnc: z.int().min(0).max(999),
            EutranCid: z.int().min(0).max(268_435_455),
          }),
        )
        .min(1)
        .max(16)
        .optional(),
    })
    .loose()
    .default({}),
  Ip: z.object({ IpAddress: z.string() }).optional(),
  Gnss: z.object({ Payload: z.string().max(2048) }).optional(),
  GnssMultiFrame: z
    .object({
      Captures: z
        .array(z.object({ Payload: z.string() }))
        .min(2)
        .max(32),
    })
    .optional(),
  Timestamp: z.number().optional(),
  AdvancedConfiguration: z
    .object({ WiFiCellular: z.object({ ConfidencePercent: z.int().min(50).max(99).optional() }).optional() })
    .optional(),
});
type Input = z.output<typeof PositionEstimateInput>;

interface Sighting {
  position: Position;
  weight: number;
}

/** How far off an answer may be, in metres at a confidence of 68 percent. */
const ACCURACY = { severalAccessPoints: 25, oneAccessPoint: 80, cells: 1200 };
const USUAL_CONFIDENCE = 0.68;

/** The GeoJSON point for what a unit hears around it. Wi-Fi is preferred over cells; nothing else is known here. */
export function estimatePosition(body: unknown, now: Date): object {
  const parsed = PositionEstimateInput.safeParse(body);
  if (!parsed.success) {
    const [issue] = parsed.error.issues;
    throw new AwsError(400, 'ValidationException', `${issue?.path.join('.')}: ${issue?.message}`);
  }
  const input = parsed.data;
  if (!hasMeasurement(input)) {
    throw new AwsError(400, 'ValidationException', 'Request must contain at least 1 valid position measurement.');
  }
  const accessPoints = heardAccessPoints(input);
  const heard = accessPoints.length > 0 ? accessPoints : heardCells(input);
  if (heard.length === 0) {
    throw new AwsError(404, 'ResourceNotFoundException', 'No position could be resolved from the measurements.');
  }
  const percent = input.AdvancedConfiguration?.WiFiCellular?.ConfidencePercent;
  const confidence = percent === undefined ? USUAL_CONFIDENCE : percent / 100;
  return {
    type: 'Point',
    coordinates: middleOf(heard),
    properties: {
      horizontalAccuracy: Math.round(accuracyOf(accessPoints.length) * widening(confidence)),
      horizontalConfidenceLevel: confidence,
      timestamp: (input.Timestamp === undefined ? now : new Date(input.Timestamp * 1000)).toISOString(),
    },
  };
}

const hasMeasurement = ({ WiFiAccessPoints, CellTowers, Ip, Gnss, GnssMultiFrame }: Input) =>
  WiFiAccessPoints.length > 0 ||
  Object.values(CellTowers).some((cells) => Array.isArray(cells) && cells.length > 0) ||
  [Ip, Gnss, GnssMultiFrame].some((measurement) => measurement !== undefined);

function heardAccessPoints({ WiFiAccessPoints }: Input): Sighting[] {
  return WiFiAccessPoints.flatMap(({ MacAddress, Rss }) => {
    const known = PLACES.flatMap(({ accessPoints }) => accessPoints).find(({ mac }) => bare(mac) === bare(MacAddress));
    // Signal strength is logarithmic: 20 dB less is a tenth of the amplitude.
    return known ? [{ position: known.position, weight: 10 ** (Rss / 20) }] : [];
  });
}

function heardCells({ CellTowers }: Input): Sighting[] {
  return (CellTowers.Lte ?? []).flatMap(({ Mcc, Mnc, EutranCid }) => {
    const known = PLACES.flatMap(({ cells }) => cells).find(
      ({ mcc, mnc, eutranCid }) => mcc === Mcc && mnc === Mnc && eutranCid === EutranCid,
    );
    return known ? [{ position: known.position, weight: 1 }] : [];
  });
}

const bare = (mac: string) => mac.replaceAll(/[:-]/g, '').toUpperCase();

function middleOf(heard: readonly Sighting[]): Position {
  const total = heard.reduce((sum, { weight }) => sum + weight, 0);
  const mean = (axis: 0 | 1) => heard.reduce((sum, { position, weight }) => sum + position[axis] * weight, 0) / total;
  return [round(mean(0)), round(mean(1))];
}

const round = (degrees: number) => Math.round(degrees * 1e6) / 1e6;

function accuracyOf(accessPoints: number): number {
  if (accessPoints === 0) return ACCURACY.cells;
  return accessPoints === 1 ? ACCURACY.oneAccessPoint : ACCURACY.severalAccessPoints;
}

/** Errors in two directions follow a Rayleigh distribution: more confidence needs a wider circle. */
const widening = (confidence: number) => Math.sqrt(Math.log(1 - confidence) / Math.log(1 - USUAL_CONFIDENCE));
