import { locationLogStore } from '#data/location/location-log.ts';
import type { Sample } from '#support/samples.ts';

export const sample: Sample = {
  add: ({ unit: { UnitSerNum } }) =>
    locationLogStore.record(UnitSerNum, '1-1', {
      timeStamp: '2026-11-20T09:30:00.000Z',
      LocationType: 'GPS',
      Latitude: 47.6038,
      Longitude: -122.33,
      accessPoints: [],
      cells: [],
    }),
};
