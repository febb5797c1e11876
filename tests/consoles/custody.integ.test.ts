import { describe, expect, it } from 'vitest';
import { ANSWER_MS, AT_WORK_MS, CUSTODY_LEASE_MS, type CustodyAct } from '#core/consoles/custody.ts';
import { instant, MINUTE } from '#core/time.ts';
import { custodyStore } from '#data/consoles/custody.ts';
import { freeCustody } from '#data/consoles/custody-record.ts';
import { unitCallStore } from '#data/interlock/calls.ts';
import { recordAlarm } from '#data/monitoring-centers/record-alarm.ts';
import { auditOf } from '#support/audit.ts';
import { aUnit, someDealers } from '#support/fleet.ts';
import { aUser } from '#support/people.ts';
import { withMessage } from '#support/with-message.ts';
import { scopeOf } from '#support/world.ts';

await someDealers();
const someone = async (FirstName: string, dealer = 22) => {
  const user = await aUser({ dealer, flags: ['UNIT_EDIT'] });
  const scope = await scopeOf(user);
  return { scope, connectionId: `of ${FirstName} ${user.UserKey}`, name: scope.actor.fullName || scope.actor.userName };
};
const [ann, bob, root] = await Promise.all([someone('Ann'), someone('Bob'), someone('Root', 1)]);
type Person = typeof ann;

let now = Date.now();
const does = (
  unit: { UnitSerNum: string; DealerKey: number },
  { scope, connectionId }: Person,
  act: CustodyAct,
  handlesAlarm = false,
) => custodyStore.act({ scope, connectionId, unit, handlesAlarm }, act, now);
const seenBy = async ({ scope }: Person, UnitSerNum: string) =>
  (await custodyStore.view(scope, UnitSerNum, now)).holder;
const handovers = async (UnitSerNum: string) =>
  (await auditOf('unit', UnitSerNum))
    .filter(({ action }) => action === 'hand over console')
    .map(({ after }) => (after as { because: string }).because)
    .sort();
const aVoiceUnit = async () => {
  const { UnitSerNum } = await aUnit({ dealer: 220, UnitModel: 'MXD-LTE' });
  return { UnitSerNum, DealerKey: 220 };
};

describe('the custody of a unit', () => {
  it('goes to one of two who claim it at once; the other reads the name', async () => {
    const unit = await aVoiceUnit();
    const claims = await Promise.allSettled([does(unit, ann, 'take'), does(unit, bob, 'take')]);
    expect(claims.map(({ status }) => status).sort()).toEqual(['fulfilled', 'rejected']);
    const [winner, loser] = claims[0]!.status === 'fulfilled' ? [ann, bob] : [bob, ann];
    await expect(does(unit, loser, 'take')).rejects.toMatchObject({
      code: 'CONFLICT',
      message: `${winner.name} controls this unit. You can follow.`,
    });
    expect(await seenBy(winner, unit.UnitSerNum)).toMatchObject({ you: true });
    expect(await handovers(unit.UnitSerNum)).toEqual([]);
  });

  it('does not name a holder of a dealer above the reader', async () => {
    const unit = await aVoiceUnit();
    await does(unit, root, 'take');
    await expect(does(unit, ann, 'take')).rejects.toThrow(
      withMessage('Another user controls this unit. You can follow.'),
    );
  });

  it('is handed over with an entry in the audit of the unit', async () => {
    const unit = await aVoiceUnit();
    await does(unit, ann, 'take');
    await does(unit, bob, 'ask');
    await does(unit, ann, 'give');
    expect(await seenBy(bob, unit.UnitSerNum)).toMatchObject({ you: true });
    await does(unit, ann, 'ask');
    now += ANSWER_MS;
    await does(unit, ann, 'take');
    await does(unit, bob, 'take', true);
    await expect(does(unit, ann, 'ask')).rejects.toThrow(
      withMessage(`${bob.name} handles an alarm of this unit. You can follow.`),
    );
    expect(await handovers(unit.UnitSerNum)).toEqual(['alarm', 'given', 'no answer']);
  });

  it('names who issued the link by which its holder signed in, to readers and in the audit', async () => {
    const unit = await aVoiceUnit();
    const enteredBy = { userKey: 'cy', userName: 'cy@northwind.example', fullName: 'Cy Day' };
    const entered = { ...ann, scope: { ...ann.scope, enteredBy } };
    const name = `${ann.name} (by a link of Cy Day)`;
    await does(unit, entered, 'take');
    expect(await seenBy(bob, unit.UnitSerNum)).toMatchObject({ name, you: false });
    await does(unit, bob, 'ask');
    await does(unit, entered, 'give');
    const entries = await auditOf('unit', unit.UnitSerNum);
    expect(entries.find(({ action }) => action === 'hand over console')?.after).toMatchObject({ from: name });
  });

  it('is taken once if giving and taking meet', async () => {
    const unit = await aVoiceUnit();
    await does(unit, ann, 'take');
    await does(unit, bob, 'ask');
    now += ANSWER_MS;
    const outcomes = await Promise.allSettled([does(unit, ann, 'give'), does(unit, bob, 'take')]);
    expect(outcomes.filter(({ status }) => status === 'fulfilled').length).toBeGreaterThan(0);
    expect(await seenBy(bob, unit.UnitSerNum)).toMatchObject({ you: true });
    expect(await handovers(unit.UnitSerNum)).toHaveLength(1);
  });

  it('is not taken from who works at it while an alarm of the unit is open; others ask, and get what the holder gives or has forgotten', async () => {
    const unit = await aVoiceUnit();
    await does(unit, ann, 'take');
    const at = instant(now);
    const event = { timeStamp: at, receivedAt: at, sequence: 1, eventType: 'Event 101' };
    await recordAlarm(unit.UnitSerNum, '1-1', event, { once: false }, now);
    await does(unit, bob, 'ask');
    now += ANSWER_MS;
    const refusal = 'An alarm of the unit is open. Its console stays with who has it: they may be helping';
    await expect(does(unit, bob, 'take')).rejects.toThrow(withMessage(refusal));
    expect(await seenBy(ann, unit.UnitSerNum)).toMatchObject({ you: true });
    await does(unit, ann, 'give');
    expect(await seenBy(bob, unit.UnitSerNum)).toMatchObject({ you: true });

    // Only the keep-alives of a forgotten tab go on.
    for (let passed = 0; passed < AT_WORK_MS; passed += MINUTE) {
      now += MINUTE;
      await does(unit, bob, 'renew');
    }
    await does(unit, ann, 'ask');
    now += ANSWER_MS;
    await does(unit, ann, 'take');
    expect(await seenBy(ann, unit.UnitSerNum)).toMatchObject({ you: true });
    await does(unit, root, 'take', true);
    expect(await handovers(unit.UnitSerNum)).toEqual(['alarm', 'given', 'no answer']);
  });

  it('is not taken from who works at it while the unit is in a call, without an alarm too', async () => {
    const unit = await aVoiceUnit();
    await does(unit, ann, 'take');
    await unitCallStore.record(unit.UnitSerNum, 'began', now, 1);
    await does(unit, bob, 'ask');
    now += ANSWER_MS;
    const refusal = 'The unit is in a call. Its console stays with who has it: they may be helping';
    await expect(does(unit, bob, 'take')).rejects.toThrow(withMessage(refusal));
    await unitCallStore.record(unit.UnitSerNum, 'ended', now, 1);
    await does(unit, bob, 'take');
    expect(await seenBy(bob, unit.UnitSerNum)).toMatchObject({ you: true });
  });

  it('ends with the connection of its holder, and with its lease', async () => {
    const unit = await aVoiceUnit();
    await does(unit, ann, 'take');
    expect(await freeCustody(unit.UnitSerNum, bob.connectionId)).toBe(false);
    expect(await freeCustody(unit.UnitSerNum, ann.connectionId)).toBe(true);
    await does(unit, bob, 'take');
    now += CUSTODY_LEASE_MS;
    await does(unit, ann, 'take');
    expect(await seenBy(ann, unit.UnitSerNum)).toMatchObject({ you: true });
    expect(await handovers(unit.UnitSerNum)).toEqual([]);
  });
});
