import { fileURLToPath } from 'node:url';
import { beforeAll, describe, expect, it } from 'vitest';
import { HOUR, instant, MINUTE } from '#core/time.ts';
import { sessionStore } from '#data/auth/sessions.ts';
import { unitLogStore } from '#data/history/unit-log.ts';
import { AttemptEntity } from '#data/kit/attempts.ts';
import { type Capacity, capacityFile } from '#scripts/generate/capacity.ts';
import { accessPatterns } from '#scripts/generate/entities.ts';
import { seed as fleetItems } from '#scripts/seed/areas/units.ts';
import { writeAll } from '#scripts/seed/write.ts';
import { someCallers } from '#support/accounts.ts';
import { call } from '#support/call.ts';
import { measure, measured } from '#support/capacity.ts';
import { setClock } from '#support/clock.ts';
import { TODAY } from '#support/fleet.ts';
import { aSession } from '#support/people.ts';
import { aWorld } from '#support/world.ts';
import { CONTRACT, ENDPOINTS } from '../contract/endpoints.ts';
import { goodSampleOf, isMade } from '../contract/good-samples.ts';

const FLEET = 400;
/** Longer than any cache of a function, and an hour in which reads of one customer are recorded once. */
const CALL_EVERY = 61 * MINUTE;

/** Other tests provide these in real time, so their cost is not measured. */
const measurable = CONTRACT.filter(({ name }) => !isMade(name));

describe('the capacity that endpoints consume', () => {
  let callerOf: Awaited<ReturnType<typeof someCallers>>;

  beforeAll(async () => {
    await aWorld();
    callerOf = await someCallers();
    await writeAll(fleetItems({ count: FLEET, now: TODAY, dealerKey: 220, firstNumber: 1000 }), () => {});
    for (let sequence = 1; sequence <= 60; sequence++) {
      const timeStamp = instant(TODAY - sequence * HOUR);
      const ping = { timeStamp, receivedAt: timeStamp, sequence, pingReason: 'Scheduled' };
      await unitLogStore.recordPing('400220', `2-${String(sequence).padStart(3, '0')}`, ping);
    }
    const patterns = await accessPatterns();
    measure((entity, index) => {
      const pattern = patterns.find((one) => one.entity === entity && one.index === index);
      return `${entity}.${pattern?.name}`;
    });
  });

  it('includes what DynamoDB charges for a query that finds nothing', async () => {
    measured();
    await AttemptEntity.query.attempt({ kind: 'entryIssue', subject: 'nobody' }).go({ consistent: true });
    await AttemptEntity.query.attempt({ kind: 'entryIssue', subject: 'nobody' }).go();
    expect(measured().read).toBe(1.5);
  });

  it.each([...new Set(ENDPOINTS.map(({ area }) => area))])(
    'of %s is in docs/api/capacity (`vitest run tests/data/capacity -u` updates it)',
    async (area) => {
      const capacity: Capacity = {};
      for (const [index, { name, endpoint }] of measurable.entries()) {
        if (!name.startsWith(`${area}.`)) continue;
        const now = TODAY + index * CALL_EVERY;
        setClock(now);
        // The cost of a call does not depend on how many were measured before.
        const user = callerOf(endpoint);
        await sessionStore.endAllOf(user.UserKey);
        const { token } = await aSession(user, now);
        const sample = await goodSampleOf(name, user);
        measured();
        const { status, body } = await call(endpoint, { ...sample, as: token });
        expect({ name, status, body }).toMatchObject({ status: 200 });
        capacity[name] = measured();
      }
      await expect(`${JSON.stringify(capacity, null, 2)}\n`).toMatchFileSnapshot(fileURLToPath(capacityFile(area)));
    },
  );
});
