import { holding } from '../access.ts';
import { defineArea } from '../contract.ts';
import { PageRequest, pageOf } from '../paging.ts';
import { Instant } from '../time.ts';
import { SerialNumber } from '../units/unit.ts';
import { Ping, UnitEvent } from './ping.ts';

const viewers = holding('UNIT', 'UNIT_EDIT', 'UNIT_VIEW', 'REPORTS');

const LogRequest = PageRequest.extend({ id: SerialNumber, startDate: Instant, endDate: Instant }).refine(
  ({ startDate, endDate }) => startDate <= endDate,
  { path: ['endDate'], message: 'The end date lies before the start date' },
);

export const history = defineArea({
  pingLog: {
    method: 'GET',
    path: '/api/unit/history/pingLog/{id}',
    summary: "Read a unit's pings, the newest first",
    access: viewers,
    input: LogRequest,
    output: pageOf(Ping),
    errors: ['NOT_FOUND'],
  },
  eventLog: {
    method: 'GET',
    path: '/api/unit/history/eventLog/{id}',
    summary: "Read a unit's events, the newest first",
    access: viewers,
    input: LogRequest,
    output: pageOf(UnitEvent),
    errors: ['NOT_FOUND'],
  },
});
