import { z } from 'zod';
import { defineArea, OTHER_SYSTEM_RATE } from '../contract.ts';
import { FoundUnit } from '../history/contract.ts';
import { inOrder, LOG_RANGE } from '../logs/moments.ts';
import { PageRequest } from '../paging.ts';
import { HOUR, Instant } from '../time.ts';
import { SerialNumber, UnitModel } from '../units/unit.ts';
import { BREADCRUMB_READERS, PLACE_READERS } from './access.ts';
import { Breadcrumb } from './breadcrumb.ts';
import { AccessPoints, Degrees, LteCell } from './measurements.ts';

/** P2-M07, P3-M12. */
export const LOCATION_NOT_FOUND = 'Unable to find location';

/** P3-M11. */
export const NO_BREADCRUMBS = 'No breadcrumbs to export';

/**
 * Each look-up costs money, and a page of breadcrumbs makes up to 100. People who work fast stay far below; the last known location of a unit
 * has a rate of its own.
 */
export const LOOK_UP_LIMIT = { most: 3_000, window: HOUR };
export const TOO_MANY_LOOK_UPS = 'Too many places were looked up. Please try again later.';

/** A place, and the address of the map that shows it. */
const Place = z.object({
  /** An address of the portal. */
  locationURL: z.string(),
  Latitude: Degrees.latitude,
  Longitude: Degrees.longitude,
  accuracyMeters: z.number().optional(),
});

export const location = defineArea({
  lastKnownLocation: {
    method: 'GET',
    path: '/api/location/lastKnownLocation/{id}',
    summary: 'Read the last known location of a unit',
    access: PLACE_READERS,
    rate: OTHER_SYSTEM_RATE,
    input: z.object({ id: SerialNumber }),
    output: Place.extend({ locationTime: Instant, type: z.string(), formattedAddress: z.string() }),
    errors: ['NOT_FOUND', 'TOO_MANY', 'UNAVAILABLE'],
  },
  coordinates: {
    method: 'POST',
    path: '/api/location/Coordinates',
    summary: 'Turn coordinates into the address of a map',
    access: PLACE_READERS,
    input: z.object({ Latitude: Degrees.latitude, Longitude: Degrees.longitude }),
    output: Place,
  },
  wifi: {
    method: 'POST',
    path: '/api/location/Wifi',
    summary: 'Locate the Wi-Fi access points that a unit received',
    access: PLACE_READERS,
    input: AccessPoints,
    output: Place,
    errors: ['NOT_FOUND', 'UNAVAILABLE', 'TOO_MANY'],
  },
  cellID: {
    method: 'POST',
    path: '/api/location/CellID',
    summary: 'Locate the LTE cell that a unit received',
    access: PLACE_READERS,
    input: LteCell,
    output: Place,
    errors: ['NOT_FOUND', 'UNAVAILABLE', 'TOO_MANY'],
  },
  breadcrumb: {
    method: 'POST',
    path: '/api/breadcrumb',
    summary: 'Read where a unit has been, the newest first, or the units that the text can mean',
    access: BREADCRUMB_READERS,
    input: inOrder(
      PageRequest.extend({
        ...LOG_RANGE,
        unit: z.string().trim().toUpperCase().min(1, 'Must search for a unit.').max(40),
        UnitSerNum: SerialNumber.optional(),
      }),
    ),
    output: z.object({
      UnitSerNum: SerialNumber.optional(),
      UnitModel: UnitModel.optional(),
      FullUnitID: z.string().optional(),
      breadcrumbs: z.array(Breadcrumb),
      /** In place of breadcrumbs, why there are none. */
      message: z.string().optional(),
      noResults: z.boolean(),
      multipleUnits: z.array(FoundUnit),
      moreUnits: z.boolean(),
      cursor: z.string().nullable(),
    }),
    errors: ['NOT_FOUND', 'UNAVAILABLE', 'TOO_MANY'],
  },
});
