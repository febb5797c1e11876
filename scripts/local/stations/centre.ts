import { randomInt } from 'node:crypto';
import { STATION_STATUSES, type Station, type StationStatus } from '#core/stations/station.ts';
import { MINUTE } from '#core/time.ts';

const SITES = ['Logan', 'Boise', 'Toronto', 'Home'];
const FIRST = ['Ada', 'Ben', 'Chloe', 'Dmitri', 'Elena', 'Farid', 'Grace', 'Hugo', 'Imani', 'Jonas'];
const LAST = ['Alder', 'Birch', 'Cedar', 'Dogwood'];
const COUNT = 40;

/** What follows each status, the usual one several times. */
const NEXT: Readonly<Record<StationStatus, readonly StationStatus[]>> = {
  OffLine: ['Ready'],
  Ready: ['Busy', 'Busy', 'Busy', 'OffHook', 'OffLine'],
  Busy: ['Processing', 'Processing', 'Transfer'],
  Transfer: ['Processing'],
  Processing: ['Ready'],
  OffHook: ['Ready'],
};

/** The forty stations of a centre at work. */
export function simulatedStations(now: number): Station[] {
  return Array.from({ length: COUNT }, (_, index) => {
    const StationStatus = STATION_STATUSES[index % STATION_STATUSES.length]!;
    return {
      StationName: `Station ${index + 1}`,
      StationStatus,
      ProcessStamp: new Date(now - (index % 17) * MINUTE).toISOString(),
      Site: SITES[index % SITES.length]!,
      RoutePriority: 1 + (index % 5),
      Attendant: attendantAt(index, StationStatus),
    };
  });
}

/** The station a step later. */
export function stepped(station: Station, now: number): Station {
  const possible = NEXT[station.StationStatus];
  const StationStatus = possible[randomInt(possible.length)]!;
  const index = Number(station.StationName.replace(/\D/g, '')) - 1;
  return {
    ...station,
    StationStatus,
    ProcessStamp: new Date(now).toISOString(),
    Attendant: attendantAt(index, StationStatus),
  };
}

function attendantAt(index: number, status: StationStatus): Station['Attendant'] {
  if (status === 'OffLine') return null;
  return {
    AttendantName: `${FIRST[index % FIRST.length]} ${LAST[Math.floor(index / FIRST.length)]}`,
    AttendantPrivs: index % 8 === 0 ? 'Supervisor' : 'Operator',
  };
}
