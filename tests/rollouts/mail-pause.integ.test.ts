import { beforeAll, expect, it, vi } from 'vitest';
import { ClosedDealersEntity, PORTAL } from '#data/dealers/closed-dealers.ts';
import type { Tools } from '#data/kit/area.ts';
import { RolloutEntity, type RolloutItem } from '#data/rollouts/entities.ts';
import { area } from '#data/rollouts/index.ts';
import { mailPause, mailWait } from '#data/rollouts/mail-pause.ts';
import { UserEntity } from '#data/users/user-entities.ts';
import { someDealers } from '#support/fleet.ts';
import { aUser } from '#support/people.ts';
import { aRollout } from './a-rollout.ts';

beforeAll(someDealers);

const anEngineer = () => aUser({ dealer: 1, flags: ['ENGINEER'], proven: true });
const at = '2026-01-01T00:00:00.000Z';
const by = ({ UserKey }: { UserKey: string }) => ({ userKey: UserKey, actorKey: UserKey, fullName: 'Pat', at });

/** The addresses that hear of the pause of a rollout, which the first person proposed and the second approved. */
async function heardOf(proposer: { UserKey: string }, approver: { UserKey: string }): Promise<string[]> {
  const rollout = aRollout({ state: 'paused', pausedBySystem: true, reason: 'Many units are worse' });
  await RolloutEntity.put({ ...rollout, proposedBy: by(proposer), approvedBy: by(approver) }).go();
  const mail = vi.fn<Tools['mail']>();
  await mailPause(rollout.rolloutId, { mail } as unknown as Tools);
  return mail.mock.calls.flatMap(([{ to }]) => to);
}

it('the pause of a rollout is mailed to those who may read it at that time', async () => {
  const [proposer, approver] = [await anEngineer(), await anEngineer()];
  expect(await heardOf(proposer, approver)).toEqual([proposer.UserEmail, approver.UserEmail]);
  for (const lost of [{ flags: [] }, { UserStatus: 2 }, { DealerKey: 22, dealerPath: '/1/22/' }, { UserTypeKey: 4 }]) {
    const other = await anEngineer();
    await UserEntity.put({ ...other, ...lost } as never).go();
    expect(await heardOf(proposer, other), JSON.stringify(lost)).toEqual([proposer.UserEmail]);
  }
  await ClosedDealersEntity.put({ ...PORTAL, keys: [1] }).go();
  expect(await heardOf(proposer, approver)).toEqual([]);
  await ClosedDealersEntity.delete(PORTAL).go();
});

it('a rollback whose units wait for something is mailed once, unless they wait no more', async () => {
  const [proposer, approver] = [await anEngineer(), await anEngineer()];
  const before = aRollout({ state: 'rollingBack', proposedBy: by(proposer), approvedBy: by(approver) });
  const reason = 'This version is signed with another key';
  const after = { ...before, reason, isWaitTold: true };
  const reaction = area.reactions!.find(({ name }) => name === 'mail a rollback that waits')!;
  const stored = (rollout: RolloutItem) => RolloutEntity.put(rollout).params<{ Item: object }>().Item as never;
  const messageOf = (was: RolloutItem, is: RolloutItem) =>
    reaction.messageOf({ before: stored(was), after: stored(is), changeId: '1', sequence: '1' }, Date.now());
  expect(messageOf(before, after)).toEqual({ rolloutId: before.rolloutId });
  expect(messageOf(after, after)).toBeUndefined();
  const signed = { ...before, isWaitTold: true };
  expect(messageOf(after, signed)).toBeUndefined();
  expect(messageOf(signed, after)).toBeUndefined();

  const mail = vi.fn<Tools['mail']>();
  for (const rollout of [before, after]) {
    await RolloutEntity.put(rollout).go();
    await mailWait(before.rolloutId, { mail } as unknown as Tools);
  }
  expect(mail.mock.calls.flatMap(([{ to }]) => to)).toEqual([proposer.UserEmail, approver.UserEmail]);
  expect(mail.mock.calls[0]![0].text).toContain(reason);
});
