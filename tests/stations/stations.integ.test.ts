import { once } from 'node:events';
import { beforeAll, describe, expect, it } from 'vitest';
import { WebSocket } from 'ws';
import { stations } from '#core/stations/contract.ts';
import { readFrame, requestAll } from '#core/stations/frames.ts';
import { StationServers } from '#core/stations/servers.ts';
import { stationKey } from '#platform/aws/stations.ts';
import { stationTicket } from '#platform/session/station-ticket.ts';
import { ask, call } from '#support/call.ts';
import { someDealers } from '#support/fleet.ts';
import { aUser } from '#support/people.ts';

beforeAll(someDealers);

const anEngineer = () => aUser({ dealer: 1, flags: ['ENGINEER'] });

/** What the server does with a first frame: its answer, or the code with which it closes. */
async function answerTo(frame: string, server: string): Promise<{ frame?: unknown; code?: number }> {
  const socket = new WebSocket(server);
  await once(socket, 'open');
  socket.send(frame);
  const answer = await Promise.race([
    once(socket, 'message').then(([data]) => ({ frame: readFrame(String(data)) })),
    once(socket, 'close').then(([code]) => ({ code: code as number })),
  ]);
  socket.terminate();
  return answer;
}

describe('the connection to the telephone system', () => {
  it('has two servers, and a ticket with which each of them describes all stations [P3-C88 P3-S17]', async () => {
    const as = await anEngineer();
    const { servers } = await ask(stations.connection, { as });
    expect(servers).toEqual(StationServers.parse(process.env.STATION_SERVERS));
    expect(servers).toHaveLength(2);
    for (const server of servers) {
      const { ticket } = await ask(stations.connection, { as });
      const { frame } = await answerTo(requestAll(ticket), server);
      expect(frame).toMatchObject({ message: 'All', unreadable: 0 });
      expect((frame as { stations: unknown[] }).stations).toHaveLength(40);
    }
  });

  it('is refused without a ticket of the portal, with one that has expired, and with a used one', async () => {
    const as = await anEngineer();
    const {
      servers: [server = ''],
      ticket,
    } = await ask(stations.connection, { as });
    const key = (await stationKey())!;
    const now = Date.now();
    const refused = [
      '{}',
      'RequestAll',
      requestAll(''),
      requestAll(`${ticket}x`),
      requestAll(stationTicket('k'.repeat(43), as.UserKey, now)),
      requestAll(stationTicket(key, as.UserKey, now - 62_000)),
    ];
    for (const frame of refused) expect(await answerTo(frame, server), frame).toEqual({ code: 4401 });
    expect(await answerTo(requestAll(ticket), server)).toHaveProperty('frame');
    expect(await answerTo(requestAll(ticket), server)).toEqual({ code: 4401 });
  });

  it('is for engineers only', async () => {
    for (const flags of [[], ['ADMIN'], ['UNIT_EDIT', 'ORDERS']] as const) {
      const as = await aUser({ dealer: 22, flags: [...flags] });
      expect((await call(stations.connection, { as })).status).toBe(403);
    }
    const as = await aUser({ dealer: 22, type: 4, flags: ['ENGINEER'] });
    expect((await call(stations.connection, { as })).status).toBe(403);
  });

  it('has no servers before they are set', async () => {
    const set = process.env.STATION_SERVERS!;
    process.env.STATION_SERVERS = '';
    try {
      expect(await ask(stations.connection, { as: await anEngineer() })).toEqual({ servers: [], ticket: '' });
    } finally {
      process.env.STATION_SERVERS = set;
    }
  });
});
