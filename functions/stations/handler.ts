import { stations } from '#core/stations/contract.ts';
import { StationServers } from '#core/stations/servers.ts';
import { env } from '#platform/aws/env.ts';
import { stationKey } from '#platform/aws/stations.ts';
import { serve } from '#platform/http/serve.ts';
import { stationTicket } from '#platform/session/station-ticket.ts';

const NOT_SET_UP = { servers: [], ticket: '' };

export const handler = serve(stations, {
  async connection({ scope }) {
    const servers = StationServers.parse(env('STATION_SERVERS'));
    if (servers.length === 0) return NOT_SET_UP;
    const key = await stationKey();
    return key === undefined ? NOT_SET_UP : { servers, ticket: stationTicket(key, scope.actor.userKey, Date.now()) };
  },
});
