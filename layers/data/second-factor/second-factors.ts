import { Entity, type EntityItem } from 'electrodb';
import { SECOND_FACTOR_METHODS } from '#core/second-factor/second-factor.ts';
import { instant } from '#core/time.ts';
import { auditEntry } from '../audit/audit.ts';
import { requiredNumber, requiredText, text } from '../kit/attributes.ts';
import { getAll } from '../kit/batch.ts';
import { tryChange } from '../kit/change.ts';
import { at, primary } from '../kit/table.ts';
import { type Actor, userChange } from '../users/user-changes.ts';
import { UserEntity } from '../users/users.ts';
import { type CodeRequest, CodeRequestEntity } from './code-requests.ts';

/** What a user proves themselves with beside the password. Users without one have no such item. */
export const SecondFactorEntity = new Entity(
  {
    model: { service: 'watchkeep', entity: 'secondFactor', version: '1' },
    attributes: {
      UserKey: requiredText,
      method: { type: SECOND_FACTOR_METHODS, required: true },
      /** The app's secret, sealed for this user. */
      sealedSecret: text,
      /** The latest step of time whose code was taken: none up to it is taken again. */
      lastStep: requiredNumber,
      /** Hashes of those that have not been used. */
      recoveryCodes: { type: 'set', items: 'string' },
      since: requiredText,
    },
    indexes: { secondFactor: primary(['UserKey'], []) },
  },
  at,
);
export type StoredSecondFactor = EntityItem<typeof SecondFactorEntity>;

/** How a login was finished: with the code of a step, with a recovery code (its hash), or with the code that was sent. */
export type Proof = { step: number } | { recoveryHash: string } | { sent: true };

const entities = { user: UserEntity, request: CodeRequestEntity, factor: SecondFactorEntity };

export const secondFactorStore = {
  async get(UserKey: string): Promise<StoredSecondFactor | undefined> {
    const { data } = await SecondFactorEntity.get({ UserKey }).go({ consistent: true });
    return data ?? undefined;
  },

  /** Those of the users who have one. */
  async amongUsers(userKeys: readonly string[]): Promise<Set<string>> {
    const factors = await getAll(
      SecondFactorEntity,
      [...new Set(userKeys)].map((UserKey) => ({ UserKey })),
    );
    return new Set(factors.map(({ UserKey }) => UserKey));
  },

  /** Ends the request and takes its proof, both or neither: false where either was used meanwhile. */
  async accept({ tokenHash, UserKey, method }: CodeRequest, proof: Proof): Promise<boolean> {
    const refusal = await tryChange({ entities }, (to) => {
      const factor = to.factor.patch({ UserKey });
      const proven =
        'step' in proof
          ? factor
              .set({ lastStep: proof.step })
              .where((stored, { eq, lt }) => `${eq(stored.method, method)} AND ${lt(stored.lastStep, proof.step)}`)
              .commit()
          : 'recoveryHash' in proof
            ? factor
                .delete({ recoveryCodes: [proof.recoveryHash] })
                .where(({ recoveryCodes }, { contains }) => contains(recoveryCodes, proof.recoveryHash as never))
                .commit()
            : to.factor
                .check({ UserKey })
                .where((stored, { eq }) => eq(stored.method, method))
                .commit();
      return [to.request.remove({ tokenHash }).commit(), proven];
    });
    return !refusal;
  },

  /** Turns the second factor on, in place of one before; false where the request was answered meanwhile, or the user is gone. */
  async turnOn(
    actor: Actor,
    { tokenHash, UserKey, method, sealedSecret }: CodeRequest,
    { recoveryCodes, lastStep, before }: { recoveryCodes: string[]; lastStep: number; before: string | null },
    now: number,
  ): Promise<boolean> {
    const factor = {
      UserKey,
      method,
      lastStep,
      recoveryCodes,
      since: instant(now),
      ...(sealedSecret && { sealedSecret }),
    };
    const turnedOn = userChange(actor, 'turn on second factor', { before: { method: before }, after: { method } });
    const refusal = await tryChange({ entities, audit: auditEntry(actor, turnedOn, now) }, (to) => [
      to.user
        .check({ UserKey })
        .where((user, { exists }) => exists(user.UserKey))
        .commit(),
      to.request.remove({ tokenHash }).commit(),
      to.factor.put(factor).commit(),
    ]);
    return !refusal;
  },

  /** Replaces the recovery codes; false where there is no second factor any more. */
  async replaceRecoveryCodes(actor: Actor, recoveryCodes: string[], now: number): Promise<boolean> {
    const replaced = userChange(actor, 'replace recovery codes', {});
    const refusal = await tryChange({ entities, audit: auditEntry(actor, replaced, now) }, (to) => [
      to.factor.patch({ UserKey: actor.userKey }).set({ recoveryCodes }).commit(),
    ]);
    return !refusal;
  },

  /** Turns the second factor off; false where there was none. */
  async turnOff(actor: Actor, now: number): Promise<boolean> {
    const before = await this.get(actor.userKey);
    if (!before) return false;
    const states = { before: { method: before.method }, after: { method: null } };
    const turnedOff = userChange(actor, 'turn off second factor', states);
    const refusal = await tryChange({ entities, audit: auditEntry(actor, turnedOff, now) }, (to) => [
      to.factor.remove({ UserKey: actor.userKey }).commit(),
    ]);
    return !refusal;
  },
};
