import { AppError } from '#core/errors.ts';
import { MAX_PASSKEYS } from '#core/passkeys/passkey.ts';
import type { PasskeyRecord } from '#core/passkeys/passkey-record.ts';
import type { Scope } from '#core/scope.ts';
import { instant } from '#core/time.ts';
import { auditEntry } from '../audit/audit.ts';
import { getAll } from '../kit/batch.ts';
import { change } from '../kit/change.ts';
import { tryWrite } from '../kit/conditions.ts';
import { inTurn } from '../kit/turns.ts';
import { type Actor, userChange } from '../users/user-changes.ts';
import { PasskeyEntity } from './entities.ts';

const missing = () => new AppError('NOT_FOUND', 'There is no such passkey');

const entities = { passkey: PasskeyEntity };
const BUSY = 'You add other passkeys right now. Please try again';

export const passkeyStore = {
  async byCredential(credentialId: string): Promise<PasskeyRecord | undefined> {
    const { data } = await PasskeyEntity.get({ credentialId }).go({ consistent: true });
    return data ?? undefined;
  },

  /** The passkeys of a user, oldest first. */
  async ofUser(UserKey: string): Promise<PasskeyRecord[]> {
    const { data } = await PasskeyEntity.query.byUser({ UserKey }).go({ pages: 'all' });
    return data;
  },

  /**
   * Adds the passkey. CONFLICT if it is registered already or the user has as many as there can be, UNAUTHENTICATED if its user was disabled
   * or deleted.
   */
  async add(scope: Scope, passkey: PasskeyRecord, now: number): Promise<void> {
    const added = userChange(scope, 'add passkey', { after: { name: passkey.name } });
    const audit = auditEntry(scope, added, now);
    const { credentialId, UserKey } = passkey;
    await inTurn(
      { set: `passkeys of ${UserKey}`, busy: BUSY },
      async (turn) => {
        const known = await latestOf(UserKey, turn.members);
        requireRoom(known);
        const all = { ...entities, ...turn.entities };
        const refused = { changed: 'This passkey is registered already', ...turn.refused };
        await change({ entities: all, by: scope, audit, refused }, (to) => [
          to.passkey.create(passkey).commit(),
          turn.write(to, [...known.map((one) => one.credentialId), credentialId]),
        ]);
      },
      now,
    );
  },

  /** Stores that the passkey was used. False if its counter has changed since it was read, or the passkey was deleted. */
  async use({ credentialId, counter: believed }: PasskeyRecord, counter: number, now: number): Promise<boolean> {
    const used = await tryWrite(
      PasskeyEntity.patch({ credentialId })
        .set({ counter, lastUsedAt: instant(now) })
        .where((stored, { eq }) => eq(stored.counter, believed))
        .go(),
    );
    return used !== undefined;
  },

  async rename(actor: Actor, passkeyId: string, name: string, now: number): Promise<PasskeyRecord> {
    const was = await this.own(actor.userKey, passkeyId);
    const renamed = userChange(actor, 'rename passkey', { before: { name: was.name }, after: { name } });
    await change({ entities, audit: auditEntry(actor, renamed, now), refused: { changed: missing() } }, (to) => [
      to.passkey.patch({ credentialId: was.credentialId }).set({ name }).commit(),
    ]);
    return { ...was, name };
  },

  async remove(scope: Scope, passkeyId: string, now: number): Promise<PasskeyRecord> {
    const was = await this.own(scope.userKey, passkeyId);
    const removed = userChange(scope, 'remove passkey', { before: { name: was.name } });
    await change(
      { entities, by: scope, audit: auditEntry(scope, removed, now), refused: { changed: missing() } },
      (to) => [to.passkey.remove({ credentialId: was.credentialId }).commit()],
    );
    return was;
  },

  /** One of the user's passkeys; NOT_FOUND if it is not theirs. */
  async own(UserKey: string, passkeyId: string): Promise<PasskeyRecord> {
    const { data } = await PasskeyEntity.query.byUser({ UserKey, passkeyId }).go();
    if (!data[0]) throw missing();
    return data[0];
  },
};

/** CONFLICT if these are as many passkeys as a user can have. */
export function requireRoom(passkeys: readonly PasskeyRecord[]): void {
  if (passkeys.length >= MAX_PASSKEYS)
    throw new AppError('CONFLICT', `There are ${MAX_PASSKEYS} passkeys already. Remove one first.`);
}

/** The passkeys that the user has now. The index lists a new one late, so those that the last addition knew are read too. */
async function latestOf(UserKey: string, known: readonly string[]): Promise<PasskeyRecord[]> {
  const listed = (await passkeyStore.ofUser(UserKey)).map(({ credentialId }) => credentialId);
  const keys = [...listed, ...known].map((credentialId) => ({ credentialId }));
  return (await getAll(PasskeyEntity, keys, { consistent: true })).filter((one) => one.UserKey === UserKey);
}
