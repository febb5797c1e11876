import { beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { tableCommands } from '#bridge/adapters/commands.ts';
import { monitoringCentres, USER_TYPE } from '#core/access.ts';
import type { Asked } from '#core/auth/asked.ts';
import { askerOf } from '#core/auth/identities.ts';
import { BULK_ACTION_ACCESS } from '#core/bulk-actions/bulk-action.ts';
import { KINDS } from '#core/bulk-actions/kinds.ts';
import { RIGHTS_ENDED } from '#core/consoles/messages.ts';
import { MINUTE } from '#core/time.ts';
import { unitActions } from '#core/unit-actions/contract.ts';
import type { UnitRecord } from '#core/units/unit-record.ts';
import type { UserRecord } from '#core/users/user-record.ts';
import { giverOf } from '#data/consoles/command-audit.ts';
import { commandStore } from '#data/consoles/commands.ts';
import { AlarmEntity } from '#data/monitoring-centers/alarms.ts';
import { UserEntity } from '#data/users/user-entities.ts';
import { auditOf } from '#support/audit.ts';
import { ask } from '#support/call.ts';
import { aUnit, someDealers } from '#support/fleet.ts';
import { aUser } from '#support/people.ts';
import { scopeOf } from '#support/world.ts';

const bridgeCommands = tableCommands(() => {});
let as: UserRecord;
let unit: UnitRecord;

beforeAll(someDealers);
beforeEach(async () => {
  as = await aUser({ dealer: 22, flags: ['UNIT_EDIT', 'ENGINEER', 'BULK_ACTIONS'] });
  unit = await aUnit({ dealer: 220, UnitModel: 'MXD-LTE' });
});

/** A command that waits because its unit is not connected. */
const given = async (command: string) => {
  const { UnitSerNum } = unit;
  const { state, commandId } = await ask(unitActions.tcpMessage, { UnitSerNum, command, as });
  expect(state).toBe('waiting');
  return commandId;
};
/** The same, as others give it. */
const waiting = async (asked: Pick<Asked, 'needs' | 'forAlarm'>) => {
  const { UnitSerNum, DealerKey } = unit;
  const content = { UnitSerNum, commandId: `console-${UnitSerNum}`, command: 'HangUp', arguments: {} };
  const scope = scopeOf(as);
  const giver = giverOf(scope, { DealerKey }, { by: askerOf(scope), ...asked });
  const from = { givenBy: as.UserName, DealerKey: as.DealerKey, giver };
  await commandStore.queue({ ...content, ...from, validUntil: Date.now() + MINUTE }, Date.now());
  return content.commandId;
};
const changed = (change: Partial<Pick<UserRecord, 'flags' | 'UserStatus' | 'DealerKey' | 'dealerPath'>>) => {
  const { UserKey, UserName, dealerPath, DealerKey } = as;
  return UserEntity.patch({ UserKey })
    .set({ UserName, dealerPath, DealerKey, ...change })
    .go();
};
const markOf = (commandId: string) => bridgeCommands.sent(unit.UnitSerNum, commandId);
async function expectEndedUnsent(commandId: string) {
  expect(await markOf(commandId)).toEqual({ refused: RIGHTS_ENDED });
  expect(await commandStore.waiting(unit.UnitSerNum)).toEqual([]);
  expect(await commandStore.ended(unit.UnitSerNum, commandId)).toMatchObject({ outcome: 'expired' });
  expect(await auditOf('unit', unit.UnitSerNum)).toMatchObject([
    { action: 'give command' },
    { action: 'end command', after: { outcome: 'expired', text: RIGHTS_ENDED } },
  ]);
}

describe('a waiting command, when the bridge is about to send it,', () => {
  it('is sent while its giver has the rights for it', async () => {
    expect(await markOf(await given('MakeEvent 5'))).toBe('marked');
    expect(await commandStore.waiting(unit.UnitSerNum)).toMatchObject([{ sentAt: expect.any(String) }]);
  });

  it.each([
    ['was disabled', 'SpeakerVol 5', { UserStatus: 0 as const }],
    ['lost the right to act upon units', 'SpeakerVol 5', { flags: ['ENGINEER', 'UNIT_VIEW'] as UserRecord['flags'] }],
    ['is no engineer any more', 'MakeEvent 5', { flags: ['UNIT_EDIT'] as UserRecord['flags'] }],
    ['went to another dealer', 'SpeakerVol 5', { DealerKey: 49, dealerPath: '/1/49/' }],
  ])('ends unsent if its giver %s', async (_, command, change) => {
    const commandId = await given(command);
    await changed(change);
    await expectEndedUnsent(commandId);
  });

  it('is sent though its giver lost a right that it does not need', async () => {
    const commandId = await given('SpeakerVol 5');
    await changed({ flags: ['UNIT_EDIT'] });
    expect(await markOf(commandId)).toBe('marked');
  });

  it('of a bulk action ends unsent if its giver may no longer use bulk actions', async () => {
    const needs = [BULK_ACTION_ACCESS, KINDS.carrier.access];
    const commandId = await waiting({ needs });
    await changed({ flags: ['UNIT_EDIT'] });
    await expectEndedUnsent(commandId);
  });

  it('of an operator is sent only while they have an alarm of the unit', async () => {
    as = await aUser({ type: USER_TYPE.monitoringCentre, dealer: 22 });
    const event = `${new Date().toISOString()}~1`;
    const alarmOf = (person: UserRecord) =>
      AlarmEntity.put({
        ...{ UnitSerNum: unit.UnitSerNum, event, version: 1, notes: [] },
        heldBy: { userKey: person.UserKey, name: 'An operator' },
        expiresAt: Math.ceil(Date.now() / 1000) + 1_000_000,
      }).go();
    await alarmOf(as);
    const asked = { needs: [monitoringCentres], forAlarm: true } as const;
    const commandId = await waiting(asked);
    expect(await markOf(commandId)).toBe('marked');
    await commandStore.end(unit.UnitSerNum, commandId, { outcome: 'done' }, Date.now());
    unit = await aUnit({ dealer: 220, UnitModel: 'MXD-LTE' });
    await alarmOf(await aUser({ type: USER_TYPE.monitoringCentre, dealer: 22 }));
    await expectEndedUnsent(await waiting(asked));
  });
});
