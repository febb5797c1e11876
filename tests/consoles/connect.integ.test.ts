import { beforeAll, describe, expect, it } from 'vitest';
import { consoles } from '#core/consoles/contract.ts';
import { MINUTE } from '#core/time.ts';
import { portTable } from '#local/ports.ts';
import { ask, call } from '#support/call.ts';
import { aUnit, someDealers } from '#support/fleet.ts';
import { heldUnit } from '#support/held-unit.ts';
import { aUser } from '#support/people.ts';

beforeAll(someDealers);

const connected = async () => {
  const { UnitSerNum } = await aUnit({ dealer: 220 });
  await heldUnit(UnitSerNum);
  return UnitSerNum;
};

describe('connecting a console', () => {
  it('returns the server, the port of its sockets and the port of the unit [P2-C94 P2-E51 P2-C101 P3-C57]', async () => {
    const as = await aUser({ dealer: 22, flags: ['UNIT_EDIT'] });
    const UnitSerNum = await connected();
    const connect = async (url: string) => {
      process.env.LIVE_URL = url;
      return ask(consoles.tcpConnect, { UnitSerNum, as });
    };
    // The port on one machine, without a shift.
    expect(await connect(`ws://localhost:${portTable({}).live}/live`)).toEqual({
      ucProtocolServer: 'localhost',
      ucPortWebSocket: 9002,
      ucPortTCP: 8201,
    });
    expect(await connect('wss://portal.watchkeep.example/live')).toMatchObject({
      ucProtocolServer: 'portal.watchkeep.example',
      ucPortWebSocket: 443,
    });
  });

  it('is refused if no bridge holds the unit', async () => {
    const { UnitSerNum } = await aUnit();
    expect(await call(consoles.tcpConnect, { UnitSerNum, as: await aUser() })).toMatchObject({
      status: 503,
      body: {
        code: 'UNAVAILABLE',
        message:
          'Unable to connect to the unit. The Unit may be unavailable, rebooting or turned off. Please try again',
      },
    });
  });

  it("is refused if the lease of the unit's bridge has expired", async () => {
    const { UnitSerNum } = await aUnit();
    await heldUnit(UnitSerNum, undefined, { now: Date.now() - 2 * MINUTE });
    expect((await call(consoles.tcpConnect, { UnitSerNum, as: await aUser() })).status).toBe(503);
  });

  it('does not reveal to other dealers whether the unit is connected', async () => {
    const as = await aUser({ dealer: 49 });
    const answers = [
      await call(consoles.tcpConnect, { UnitSerNum: await connected(), as }),
      await call(consoles.tcpConnect, { UnitSerNum: (await aUnit({ dealer: 220 })).UnitSerNum, as }),
      await call(consoles.tcpConnect, { UnitSerNum: 'ZZZZZZ', as }),
    ];
    expect(answers.map(({ status }) => status)).toEqual([404, 404, 404]);
  });
});
