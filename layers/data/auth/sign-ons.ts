import { Entity } from 'electrodb';
import { z } from 'zod';
import type { Scope } from '#core/scope.ts';
import { MINUTE } from '#core/time.ts';
import { auditEntry } from '../audit/audit.ts';
import { requiredText } from '../kit/attributes.ts';
import { change, tryChange } from '../kit/change.ts';
import { oneTimeTokens } from '../kit/one-time-tokens.ts';
import { at, primary } from '../kit/table.ts';
import { byThemselves } from '../users/user-changes.ts';
import type { StoredUser } from '../users/users.ts';

/** A sign-on that has begun: what must come back from the provider, and what proves to it that we asked. */
const SignOn = z.object({ provider: z.string(), state: z.string(), nonce: z.string(), codeVerifier: z.string() });
export type SignOn = z.infer<typeof SignOn>;

/** Long enough to find the second factor of the other account. */
export const signOnTokens = oneTimeTokens('signOn', SignOn, 10 * MINUTE);

/** Which user somebody at a provider is. The subject never changes there; addresses do and are given to others. */
export const SubjectEntity = new Entity(
  {
    model: { service: 'watchkeep', entity: 'subject', version: '1' },
    attributes: {
      provider: requiredText,
      subject: requiredText,
      UserKey: requiredText,
    },
    indexes: { subject: primary(['provider', 'subject'], []) },
  },
  at,
);

/** Holds a user for one subject of a provider, so that whoever is given an address later is not given its user too. */
export const SubjectOfUserEntity = new Entity(
  {
    model: { service: 'watchkeep', entity: 'subjectOfUser', version: '1' },
    attributes: {
      provider: requiredText,
      UserKey: requiredText,
      subject: requiredText,
    },
    indexes: { ofUser: primary(['UserKey'], ['provider']) },
  },
  at,
);

const entities = { subject: SubjectEntity, ofUser: SubjectOfUserEntity };

export const subjectStore = {
  async userKeyOf(provider: string, subject: string): Promise<string | undefined> {
    const { data } = await SubjectEntity.get({ provider, subject }).go({ consistent: true });
    return data?.UserKey;
  },

  /** Makes the subject this user from now on; false where either already belongs to another. */
  async link(provider: string, subject: string, user: StoredUser, now: number): Promise<boolean> {
    const { UserKey } = user;
    const linked = {
      objectKind: 'user' as const,
      objectId: UserKey,
      dealerKey: user.DealerKey,
      action: 'link single sign-on',
      after: { provider, subject },
    };
    const refusal = await tryChange({ entities, audit: auditEntry(byThemselves(user), linked, now) }, (to) => [
      to.subject.create({ provider, subject, UserKey }).commit(),
      to.ofUser.create({ provider, subject, UserKey }).commit(),
    ]);
    return !refusal || (await this.userKeyOf(provider, subject)) === UserKey;
  },

  /** Forgets a user who is there no more. */
  async forget(provider: string, subject: string, UserKey: string): Promise<void> {
    await tryChange({ entities }, (to) => [
      to.subject
        .delete({ provider, subject })
        // It may have become somebody else meanwhile.
        .where((stored, { eq, notExists }) => `${notExists(stored.UserKey)} OR ${eq(stored.UserKey, UserKey)}`)
        .commit(),
      to.ofUser.delete({ UserKey, provider }).commit(),
    ]);
  },

  /** Parts the user from whoever it is at the provider; who comes next is found by the address again. */
  async part(provider: string, { UserKey, DealerKey }: StoredUser, by: Scope, now: number): Promise<void> {
    const { data } = await SubjectOfUserEntity.get({ UserKey, provider }).go({ consistent: true });
    if (!data) return;
    const parted = {
      objectKind: 'user' as const,
      objectId: UserKey,
      dealerKey: DealerKey,
      action: 'part from single sign-on',
      before: { provider, subject: data.subject },
    };
    await change(
      { entities, audit: auditEntry(by, parted, now), refused: { changed: 'Somebody else has just done that' } },
      (to) => [
        to.subject.remove({ provider, subject: data.subject }).commit(),
        to.ofUser.remove({ UserKey, provider }).commit(),
      ],
    );
  },
};
