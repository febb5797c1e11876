import { Entity, type EntityItem } from 'electrodb';
import type { Scope } from '#core/scope.ts';
import { SECOND_FACTOR_METHODS, type SecondFactor } from '#core/second-factor/second-factor.ts';
import { instant } from '#core/time.ts';
import { auditEntry } from '../audit/audit.ts';
import { requiredNumber, requiredText, text } from '../kit/attributes.ts';
import { getAll } from '../kit/batch.ts';
import { tryChange } from '../kit/change.ts';
import { at, primary, serviceOf } from '../kit/table.ts';
import { userChange } from '../users/user-changes.ts';
import { type CodeRequest, CodeRequestEntity } from './code-requests.ts';

/** The second factor of a user. Users without one have no such item. */
export const SecondFactorEntity = new Entity(
  {
    model: { service: serviceOf('credentials'), entity: 'secondFactor', version: '1' },
    attributes: {
      UserKey: requiredText,
      method: { type: SECOND_FACTOR_METHODS, required: true },
      /** The app's secret, sealed for this user. */
      sealedSecret: text,
      /** The latest time step whose code was accepted. Codes of this step and earlier ones are rejected. */
      lastStep: requiredNumber,
      /** The hashes of the unused recovery codes. */
      recoveryCodes: { type: 'set', items: 'string' },
      since: requiredText,
    },
    indexes: { secondFactor: primary(['UserKey'], []) },
  },
  at,
);

/** With the secrets that the codes of a sign-in are checked against. */
export type SecondFactorWithSecrets = SecondFactor &
  Pick<EntityItem<typeof SecondFactorEntity>, 'sealedSecret' | 'lastStep' | 'recoveryCodes'>;

/** The proof that finishes a login: the code of a time step, a recovery code (its hash), or the code that was sent. */
export type Proof = { step: number } | { recoveryHash: string } | { sent: true };

const entities = { request: CodeRequestEntity, factor: SecondFactorEntity };

export const secondFactorStore = {
  async get(UserKey: string): Promise<SecondFactor | undefined> {
    const factor = await this.withSecrets(UserKey);
    if (!factor) return undefined;
    const { sealedSecret: _secret, lastStep: _step, recoveryCodes: _codes, ...shown } = factor;
    return shown;
  },

  async withSecrets(UserKey: string): Promise<SecondFactorWithSecrets | undefined> {
    const { data } = await SecondFactorEntity.get({ UserKey }).go({ consistent: true });
    return data ? { ...data, recoveryCodesLeft: data.recoveryCodes?.length ?? 0 } : undefined;
  },

  /** The keys of those users who have a second factor. */
  async amongUsers(userKeys: readonly string[]): Promise<Set<string>> {
    const factors = await getAll(
      SecondFactorEntity,
      [...new Set(userKeys)].map((UserKey) => ({ UserKey })),
    );
    return new Set(factors.map(({ UserKey }) => UserKey));
  },

  /** Ends the request and uses its proof up, in one transaction. False if either was used meanwhile. */
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

  /** Turns the second factor on and replaces an earlier one. False if the request was answered meanwhile. */
  async turnOn(
    scope: Scope,
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
    const turnedOn = userChange(scope, 'turn on second factor', { before: { method: before }, after: { method } });
    const refusal = await tryChange({ entities, by: scope, audit: auditEntry(scope, turnedOn, now) }, (to) => [
      to.request.remove({ tokenHash }).commit(),
      to.factor.put(factor).commit(),
    ]);
    return !refusal;
  },

  /** Replaces the recovery codes. False if the user has no second factor. */
  async replaceRecoveryCodes(scope: Scope, recoveryCodes: string[], now: number): Promise<boolean> {
    const replaced = userChange(scope, 'replace recovery codes', {});
    const refusal = await tryChange({ entities, by: scope, audit: auditEntry(scope, replaced, now) }, (to) => [
      to.factor.patch({ UserKey: scope.userKey }).set({ recoveryCodes }).commit(),
    ]);
    return !refusal;
  },

  /** Turns the second factor off. False if the user has none. */
  async turnOff(scope: Scope, now: number): Promise<boolean> {
    const before = await this.get(scope.userKey);
    if (!before) return false;
    const states = { before: { method: before.method }, after: { method: null } };
    const turnedOff = userChange(scope, 'turn off second factor', states);
    const refusal = await tryChange({ entities, by: scope, audit: auditEntry(scope, turnedOff, now) }, (to) => [
      to.factor.remove({ UserKey: scope.userKey }).commit(),
    ]);
    return !refusal;
  },
};
