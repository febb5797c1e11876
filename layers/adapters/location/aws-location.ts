import { type GeoPlacesClient, ReverseGeocodeCommand } from '@aws-sdk/client-geo-places';
import {
  GetPositionEstimateCommand,
  type GetPositionEstimateCommandInput,
  type IoTWirelessClient,
} from '@aws-sdk/client-iot-wireless';
import { z } from 'zod';
import { AppError } from '#core/errors.ts';
import type { FoundPlace, LocationService } from './location.ts';

/** The service resolves at most this many cells of one kind at a time. */
const MAX_CELLS = 16;

/** GeoJSON: the longitude comes first. */
const Point = z.object({
  coordinates: z.tuple([z.number(), z.number()]).rest(z.number()),
  properties: z.object({ horizontalAccuracy: z.number().optional() }).optional(),
});

/** What the service answers if it does not know the place. It also refuses networks that cannot exist, which a unit can report. */
const UNKNOWN_PLACE: readonly string[] = ['ResourceNotFoundException', 'ValidationException'];

/** Position estimates of AWS IoT device location, and addresses of Amazon Location Service. */
export function awsLocation(wireless: IoTWirelessClient, places: GeoPlacesClient): LocationService {
  const estimate = (measured: GetPositionEstimateCommandInput) =>
    unlessUnknown(async (): Promise<FoundPlace> => {
      const { GeoJsonPayload } = await wireless.send(new GetPositionEstimateCommand(measured));
      const { coordinates, properties } = Point.parse(JSON.parse(new TextDecoder().decode(GeoJsonPayload)));
      const [Longitude, Latitude] = coordinates;
      const accuracyMeters = properties?.horizontalAccuracy;
      return { Latitude, Longitude, ...(accuracyMeters !== undefined && { accuracyMeters }) };
    });
  return {
    byAccessPoints: (accessPoints) =>
      estimate({ WiFiAccessPoints: accessPoints.map(({ mac, rssi }) => ({ MacAddress: mac, Rss: rssi })) }),
    byCells: (cells) =>
      estimate({
        CellTowers: {
          Lte: cells.slice(0, MAX_CELLS).map(({ mcc, mnc, cellId }) => ({ Mcc: mcc, Mnc: mnc, EutranCid: cellId })),
        },
      }),
    addressOf: ({ Latitude, Longitude }) =>
      unlessUnknown(async () => {
        const command = new ReverseGeocodeCommand({ QueryPosition: [Longitude, Latitude] });
        const { ResultItems } = await places.send(command);
        return ResultItems?.[0]?.Address?.Label;
      }),
  };
}

async function unlessUnknown<Found>(find: () => Promise<Found>): Promise<Found | undefined> {
  try {
    return await find();
  } catch (cause) {
    if (cause instanceof Error && UNKNOWN_PLACE.includes(cause.name)) return undefined;
    const error = new AppError('UNAVAILABLE', 'The location service does not answer. Try again later');
    error.cause = cause;
    throw error;
  }
}
