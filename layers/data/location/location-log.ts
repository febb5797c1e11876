import { Entity } from 'electrodb';
import { LOCATIONS_KEPT_MS, type ReportedLocation } from '#core/location/reported-location.ts';
import type { Page } from '#core/paging.ts';
import { type Log, type LogRange, logPage } from '../history/read-log.ts';
import { expiryOf, jsonOf, requiredNumber, requiredText } from '../kit/attributes.ts';
import { at, primary } from '../kit/table.ts';

/** Where a unit has been, by its reports. */
const LocationEntity = new Entity(
  {
    model: { service: 'watchkeep', entity: 'location', version: '1' },
    attributes: {
      UnitSerNum: requiredText,
      /** The time, then the id of the report. */
      place: requiredText,
      content: { ...jsonOf<ReportedLocation>(), required: true },
      expiresAt: requiredNumber,
    },
    indexes: { byUnit: primary(['UnitSerNum'], ['place']) },
  },
  at,
);

interface LocationEntry {
  place: string;
  content: ReportedLocation;
}

export interface LoggedLocation extends ReportedLocation {
  id: string;
}

export const locationLogStore = {
  /** Stores a location. A repeated report changes nothing. */
  async record(UnitSerNum: string, reportId: string, content: ReportedLocation): Promise<void> {
    const { timeStamp } = content;
    const expiresAt = expiryOf(Date.parse(timeStamp) + LOCATIONS_KEPT_MS);
    await LocationEntity.put({ UnitSerNum, place: `${timeStamp}~${reportId}`, content, expiresAt }).go();
  },

  /** The locations of a range, the newest first. */
  async page(range: LogRange, now: number): Promise<Page<LoggedLocation>> {
    const { items, cursor } = await logPage([locationLog(range.UnitSerNum, now)], range);
    return { items: items.map(({ entry: { place, content } }) => ({ id: place, ...content })), cursor };
  },
};

const locationLog = (UnitSerNum: string, now: number): Log<LocationEntry> => ({
  name: 'location',
  oldest: now - LOCATIONS_KEPT_MS,
  async read({ first, last, most }) {
    const { data } = await LocationEntity.query
      .byUnit({ UnitSerNum })
      .between({ place: first }, { place: last })
      .go({ order: 'desc', count: most, limit: most });
    return data;
  },
});
