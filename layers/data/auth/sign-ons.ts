import { Entity } from 'electrodb';
import { z } from 'zod';
import type { Scope } from '#core/scope.ts';
import { MINUTE } from '#core/time.ts';
import type { UserRecord } from '#core/users/user-record.ts';
import { auditEntry } from '../audit/audit.ts';
import { requiredText } from '../kit/attributes.ts';
import { change, refusedAs, tryChange } from '../kit/change.ts';
import { maySameAs } from '../kit/grounds.ts';
import { oneTimeTokens } from '../kit/one-time-tokens.ts';
import { at, primary, serviceOf } from '../kit/table.ts';
import { ownActor } from '../users/user-changes.ts';
import { UserEntity } from '../users/user-entities.ts';
import { userObject } from '../users/users.ts';

/** A started sign-on: the values that the provider must return, and the proof that we started it. */
const SignOn = z.object({ provider: z.string(), state: z.string(), nonce: z.string(), codeVerifier: z.string() });
export type SignOn = z.infer<typeof SignOn>;

/** Long enough to complete the second factor at the provider. */
export const signOnTokens = oneTimeTokens('signOn', SignOn, 10 * MINUTE);

/** The user of a subject at a provider. A subject never changes; an address does, and can go to another person. */
export const SubjectEntity = new Entity(
  {
    model: { service: serviceOf('credentials'), entity: 'subject', version: '1' },
    attributes: {
      provider: requiredText,
      subject: requiredText,
      UserKey: requiredText,
    },
    indexes: { subject: primary(['provider', 'subject'], []) },
  },
  at,
);

/** Reserves a user for one subject of a provider. A person who gets the address later does not get the user. */
export const SubjectOfUserEntity = new Entity(
  {
    model: { service: serviceOf('credentials'), entity: 'subjectOfUser', version: '1' },
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

  /** Links the subject and the user. False if one of them is linked to another already. */
  async link(provider: string, subject: string, user: UserRecord, now: number): Promise<boolean> {
    const { UserKey } = user;
    const linked = {
      ...userObject(user),
      action: 'link single sign-on' as const,
      after: { provider, subject },
    };
    const refusal = await tryChange({ entities, audit: auditEntry(ownActor(user), linked, now) }, (to) => [
      to.subject.create({ provider, subject, UserKey }).commit(),
      to.ofUser.create({ provider, subject, UserKey }).commit(),
    ]);
    return !refusal || (await this.userKeyOf(provider, subject)) === UserKey;
  },

  /** Removes the link of a deleted user. */
  async forget(provider: string, subject: string, UserKey: string): Promise<void> {
    await tryChange({ entities }, (to) => [
      to.subject
        .delete({ provider, subject })
        // The subject may be linked to another user meanwhile.
        .where((stored, { eq, notExists }) => `${notExists(stored.UserKey)} OR ${eq(stored.UserKey, UserKey)}`)
        .commit(),
      to.ofUser.delete({ UserKey, provider }).commit(),
    ]);
  },

  /** Removes the link of the user. The next sign-on finds the user by the address again. */
  async part(provider: string, user: UserRecord, by: Scope, now: number): Promise<void> {
    const { UserKey } = user;
    const { data } = await SubjectOfUserEntity.get({ UserKey, provider }).go({ consistent: true });
    if (!data) return;
    const parted = {
      ...userObject(user),
      action: 'part from single sign-on' as const,
      before: { provider, subject: data.subject },
    };
    await change(
      {
        entities: { ...entities, user: UserEntity },
        by,
        about: user,
        audit: auditEntry(by, parted, now),
        refused: {
          userChanged: 'The user changed meanwhile',
          changed: 'Somebody else has just done that',
        },
      },
      (to) => [
        refusedAs('userChanged', to.user.check({ UserKey }).where(maySameAs(user)).commit()),
        to.subject.remove({ provider, subject: data.subject }).commit(),
        to.ofUser.remove({ UserKey, provider }).commit(),
      ],
    );
  },
};
