import { createWriteTransaction, Entity } from 'electrodb';
import { z } from 'zod';
import type { Scope } from '#core/scope.ts';
import { MINUTE } from '#core/time.ts';
import { AuditEntity, auditEntry } from '../audit/audit.ts';
import { requiredText } from '../kit/attributes.ts';
import { committed, requireCommitted } from '../kit/conditions.ts';
import { oneTimeTokens } from '../kit/one-time-tokens.ts';
import { at, primary } from '../kit/table.ts';
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

export const subjectStore = {
  async userKeyOf(provider: string, subject: string): Promise<string | undefined> {
    const { data } = await SubjectEntity.get({ provider, subject }).go({ consistent: true });
    return data?.UserKey;
  },

  /** Makes the subject this user from now on; false where either already belongs to another. */
  async link(provider: string, subject: string, user: StoredUser, now: number): Promise<boolean> {
    const { UserKey } = user;
    const self = { userKey: UserKey, userName: user.UserName };
    const change = {
      objectKind: 'user' as const,
      objectId: UserKey,
      dealerKey: user.DealerKey,
      action: 'link single sign-on',
      after: { provider, subject },
    };
    const { canceled } = await committed(() =>
      createWriteTransaction(
        { subject: SubjectEntity, ofUser: SubjectOfUserEntity, audit: AuditEntity },
        (entities) => [
          entities.subject.create({ provider, subject, UserKey }).commit(),
          entities.ofUser.create({ provider, subject, UserKey }).commit(),
          entities.audit.create(auditEntry({ ...self, actor: self }, change, now)).commit(),
        ],
      ).go(),
    );
    return !canceled || (await this.userKeyOf(provider, subject)) === UserKey;
  },

  /** Forgets a user who is there no more. */
  async forget(provider: string, subject: string, UserKey: string): Promise<void> {
    await committed(() =>
      createWriteTransaction({ subject: SubjectEntity, ofUser: SubjectOfUserEntity }, (entities) => [
        entities.subject
          .delete({ provider, subject })
          // It may have become somebody else meanwhile.
          .where((stored, { eq, notExists }) => `${notExists(stored.UserKey)} OR ${eq(stored.UserKey, UserKey)}`)
          .commit(),
        entities.ofUser.delete({ UserKey, provider }).commit(),
      ]).go(),
    );
  },

  /** Parts the user from whoever it is at the provider; who comes next is found by the address again. */
  async part(provider: string, { UserKey, DealerKey }: StoredUser, by: Scope, now: number): Promise<void> {
    const { data } = await SubjectOfUserEntity.get({ UserKey, provider }).go({ consistent: true });
    if (!data) return;
    const change = {
      objectKind: 'user' as const,
      objectId: UserKey,
      dealerKey: DealerKey,
      action: 'part from single sign-on',
      before: { provider, subject: data.subject },
    };
    const result = await committed(() =>
      createWriteTransaction(
        { subject: SubjectEntity, ofUser: SubjectOfUserEntity, audit: AuditEntity },
        (entities) => [
          entities.subject.remove({ provider, subject: data.subject }).commit(),
          entities.ofUser.remove({ UserKey, provider }).commit(),
          entities.audit.create(auditEntry(by, change, now)).commit(),
        ],
      ).go(),
    );
    requireCommitted(result, 'Somebody else has just done that');
  },
};
