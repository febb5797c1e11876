import { describe, expect, it } from 'vitest';
import { HOUR, instant, MINUTE } from '#core/time.ts';
import { unitLogStore } from '#data/history/unit-log.ts';
import type { Capacity } from '#scripts/generate/capacity.ts';
import { accessPatterns } from '#scripts/generate/entities.ts';
import { fleetItems } from '#scripts/seed/seed.ts';
import { writeAll } from '#scripts/seed/write.ts';
import { aCaller } from '#support/accounts.ts';
import { call } from '#support/call.ts';
import { measure, measured } from '#support/capacity.ts';
import { setClock } from '#support/clock.ts';
import { TODAY } from '#support/fleet.ts';
import { aSession } from '#support/people.ts';
import { aWorld, NAMED } from '#support/world.ts';
import { CONTRACT, sampleOf } from '../contract/endpoints.ts';
import { isMade } from '../contract/good-samples.ts';

const FLEET = 400;
/** Long enough that an instance believes nothing any more of what it has read before. */
const UNTIL_FORGOTTEN = 10 * MINUTE;

describe('what the endpoints ask of the table', () => {
  it('is what docs/api/capacity.json says (write it anew with `vitest run tests/data/capacity -u`)', async () => {
    await aWorld();
    await writeAll(fleetItems({ count: FLEET, now: TODAY, dealerKey: 220, firstNumber: 1000 }), () => {});
    for (let sequence = 1; sequence <= 60; sequence++) {
      const timeStamp = instant(TODAY - sequence * HOUR);
      const ping = { timeStamp, receivedAt: timeStamp, sequence, pingReason: 'Scheduled' };
      await unitLogStore.recordPing(NAMED.unit.name, `2-${String(sequence).padStart(3, '0')}`, ping);
    }
    const caller = await aCaller();
    const patterns = await accessPatterns();
    const capacity: Capacity = {};
    // What is made by others is made at the time that it really is.
    for (const [index, { name, endpoint }] of CONTRACT.filter((one) => !isMade(one.name)).entries()) {
      const now = TODAY + index * UNTIL_FORGOTTEN;
      setClock(now);
      const { token } = await aSession(caller, now);
      measure((entity, at) => {
        const pattern = patterns.find((one) => one.entity === entity && one.index === at);
        return `${entity}.${pattern?.name}`;
      });
      const { status, body } = await call(endpoint, { ...sampleOf(name), as: token });
      expect({ name, status, body }).toMatchObject({ status: 200 });
      capacity[name] = measured();
    }
    await expect(`${JSON.stringify(capacity, null, 2)}\n`).toMatchFileSnapshot('../../docs/api/capacity.json');
  });
});
