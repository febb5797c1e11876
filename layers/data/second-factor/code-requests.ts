import { Entity, type EntityItem } from 'electrodb';
import { CODE_LIFE, CODE_TRIES, SECOND_FACTOR_METHODS } from '#core/second-factor/second-factor.ts';
import { expiryOf, requiredNumber, requiredText, text } from '../kit/attributes.ts';
import { tryWrite } from '../kit/conditions.ts';
import { at, primary, serviceOf } from '../kit/table.ts';

/** A pending request for a code, at a login or when a second factor is set up. Only the hash of its token is stored. */
export const CodeRequestEntity = new Entity(
  {
    model: { service: serviceOf('credentials'), entity: 'codeRequest', version: '1' },
    attributes: {
      tokenHash: requiredText,
      purpose: { type: ['signIn', 'setUp'] as const, required: true },
      UserKey: requiredText,
      method: { type: SECOND_FACTOR_METHODS, required: true },
      /** A hash of the password hash at the login. If the password changes, the login must start again. */
      passwordMark: requiredText,
      /** The hash of the code that was sent by e-mail. */
      codeHash: text,
      /** The sealed secret of the app that is being set up. */
      sealedSecret: text,
      tries: requiredNumber,
      expiresAt: requiredNumber,
    },
    indexes: { codeRequest: primary(['tokenHash'], []) },
  },
  at,
);
export type CodeRequest = EntityItem<typeof CodeRequestEntity>;

export const codeRequestStore = {
  async create(request: Omit<CodeRequest, 'tries' | 'expiresAt'>, now: number): Promise<void> {
    const expiresAt = expiryOf(now + CODE_LIFE);
    await CodeRequestEntity.create({ ...request, tries: 0, expiresAt }).go();
  },

  /** The request, or undefined if it is unknown, was answered or has expired. */
  async get(tokenHash: string, purpose: CodeRequest['purpose'], now: number): Promise<CodeRequest | undefined> {
    const { data } = await CodeRequestEntity.get({ tokenHash }).go({ consistent: true });
    return data && data.purpose === purpose && now < data.expiresAt * 1000 ? data : undefined;
  },

  /** Counts a try before its code is checked. False after too many tries, or if the request was answered meanwhile. */
  async countTry(tokenHash: string): Promise<boolean> {
    const counted = await tryWrite(
      CodeRequestEntity.patch({ tokenHash })
        .add({ tries: 1 })
        .where(({ tries }, { lt }) => lt(tries, CODE_TRIES))
        .go(),
    );
    return counted !== undefined;
  },

  /** Replaces the code of the request. */
  async replaceCode(tokenHash: string, codeHash: string): Promise<boolean> {
    return (await tryWrite(CodeRequestEntity.patch({ tokenHash }).set({ codeHash }).go())) !== undefined;
  },
};
