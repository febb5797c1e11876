import { createWriteTransaction, Entity, type EntityItem } from 'electrodb';
import { CODE_LIFE, CODE_TRIES, SECOND_FACTOR_METHODS } from '#core/second-factor/second-factor.ts';
import { instant } from '#core/time.ts';
import { AuditEntity, auditEntry } from '../audit/audit.ts';
import { requiredNumber, requiredText, text } from '../kit/attributes.ts';
import { getAll } from '../kit/batch.ts';
import { committed, unlessRefused } from '../kit/conditions.ts';
import { at, primary } from '../kit/table.ts';
import { type Actor, userChange } from '../users/user-changes.ts';
import { UserEntity } from '../users/users.ts';

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

/** A code that somebody has been asked for, at a login or to set a second factor up. What names it is kept as a hash only. */
export const CodeRequestEntity = new Entity(
  {
    model: { service: 'watchkeep', entity: 'codeRequest', version: '1' },
    attributes: {
      tokenHash: requiredText,
      purpose: { type: ['signIn', 'setUp'] as const, required: true },
      UserKey: requiredText,
      method: { type: SECOND_FACTOR_METHODS, required: true },
      /** The password that was right, by its hash's hash: with another one the login begins anew. */
      passwordMark: requiredText,
      /** Of the code that was sent by e-mail. */
      codeHash: text,
      /** Of the app that is being set up. */
      sealedSecret: text,
      tries: requiredNumber,
      expiresAt: requiredNumber,
    },
    indexes: { codeRequest: primary(['tokenHash'], []) },
  },
  at,
);
export type CodeRequest = EntityItem<typeof CodeRequestEntity>;

/** How a login was finished: with the code of a step, with a recovery code (its hash), or with the code that was sent. */
export type Proof = { step: number } | { recoveryHash: string } | { sent: true };

export const codeRequestStore = {
  async create(request: Omit<CodeRequest, 'tries' | 'expiresAt'>, now: number): Promise<void> {
    const expiresAt = Math.floor((now + CODE_LIFE) / 1000);
    await CodeRequestEntity.create({ ...request, tries: 0, expiresAt }).go();
  },

  /** The request that can still be answered, or undefined. */
  async get(tokenHash: string, purpose: CodeRequest['purpose'], now: number): Promise<CodeRequest | undefined> {
    const { data } = await CodeRequestEntity.get({ tokenHash }).go({ consistent: true });
    return data && data.purpose === purpose && now < data.expiresAt * 1000 ? data : undefined;
  },

  /** Counts a try before its code is looked at; false where there were too many, or the request was answered meanwhile. */
  async countTry(tokenHash: string): Promise<boolean> {
    const counted = await unlessRefused(
      CodeRequestEntity.patch({ tokenHash })
        .add({ tries: 1 })
        .where(({ tries }, { lt }) => lt(tries, CODE_TRIES))
        .go(),
    );
    return counted !== undefined;
  },

  /** Another code takes the place of the one before. */
  async replaceCode(tokenHash: string, codeHash: string): Promise<boolean> {
    return (await unlessRefused(CodeRequestEntity.patch({ tokenHash }).set({ codeHash }).go())) !== undefined;
  },
};

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
    const result = await committed(() =>
      createWriteTransaction({ request: CodeRequestEntity, factor: SecondFactorEntity }, (entities) => {
        const factor = entities.factor.patch({ UserKey });
        const changed =
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
              : entities.factor
                  .check({ UserKey })
                  .where((stored, { eq }) => eq(stored.method, method))
                  .commit();
        return [entities.request.remove({ tokenHash }).commit(), changed];
      }).go(),
    );
    return !result.canceled;
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
    const change = userChange(actor, 'turn on second factor', { before: { method: before }, after: { method } });
    const result = await committed(() =>
      createWriteTransaction(
        { user: UserEntity, request: CodeRequestEntity, factor: SecondFactorEntity, audit: AuditEntity },
        (entities) => [
          entities.user
            .check({ UserKey })
            .where((user, { exists }) => exists(user.UserKey))
            .commit(),
          entities.request.remove({ tokenHash }).commit(),
          entities.factor.put(factor).commit(),
          entities.audit.create(auditEntry(actor, change, now)).commit(),
        ],
      ).go(),
    );
    return !result.canceled;
  },

  /** Replaces the recovery codes; false where there is no second factor any more. */
  async replaceRecoveryCodes(actor: Actor, recoveryCodes: string[], now: number): Promise<boolean> {
    const change = userChange(actor, 'replace recovery codes', {});
    const result = await committed(() =>
      createWriteTransaction({ factor: SecondFactorEntity, audit: AuditEntity }, (entities) => [
        entities.factor.patch({ UserKey: actor.userKey }).set({ recoveryCodes }).commit(),
        entities.audit.create(auditEntry(actor, change, now)).commit(),
      ]).go(),
    );
    return !result.canceled;
  },

  /** Turns the second factor off; false where there was none. */
  async turnOff(actor: Actor, now: number): Promise<boolean> {
    const before = await this.get(actor.userKey);
    if (!before) return false;
    const change = userChange(actor, 'turn off second factor', {
      before: { method: before.method },
      after: { method: null },
    });
    const result = await committed(() =>
      createWriteTransaction({ factor: SecondFactorEntity, audit: AuditEntity }, (entities) => [
        entities.factor.remove({ UserKey: actor.userKey }).commit(),
        entities.audit.create(auditEntry(actor, change, now)).commit(),
      ]).go(),
    );
    return !result.canceled;
  },
};
