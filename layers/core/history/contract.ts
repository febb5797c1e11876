import { holding } from '../access.ts';
import { defineArea } from '../contract.ts';
import { PageRequest, pageOf } from '../paging.ts';
import { Instant, withRange } from '../time.ts';
import { SerialNumber } from '../units/unit.ts';
import { Ping, UnitEvent } from './ping.ts';

const viewers = holding('UNIT', 'UNIT_EDIT', 'UNIT_VIEW', 'REPORTS');

const LogRequest = withRange(
  PageRequest.extend({ id: SerialNumber, startDate: Instant, endDate: Instant }),
  'startDate',
  'endDate',
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
