import { sessionStore } from '../auth/sessions.ts';
import { SubjectOfUserEntity, subjectStore } from '../auth/sign-ons.ts';
import { deleteAll } from '../kit/batch.ts';
import { PasskeyEntity, passkeyStore } from '../passkeys/passkeys.ts';
import { SecondFactorEntity } from '../second-factor/second-factors.ts';
import { TableSettingsEntity } from '../table-settings/table-settings.ts';
import { UserEntity } from './users.ts';

export const deletedUserStore = {
  /**
   * Deletes what a deleted user has left behind, and nothing of one who is there. It may be done again, and goes on where it was
   * interrupted. Tokens and codes that were sent to the user are void without them, and expire by themselves.
   */
  async clear(UserKey: string): Promise<void> {
    const { data: user } = await UserEntity.get({ UserKey }).go({ consistent: true });
    if (user) return;
    const [passkeys, { data: settings }, { data: subjects }] = await Promise.all([
      passkeyStore.ofUser(UserKey),
      TableSettingsEntity.query.byUser({ userKey: UserKey }).go({ pages: 'all', consistent: true }),
      SubjectOfUserEntity.query.ofUser({ UserKey }).go({ pages: 'all', consistent: true }),
    ]);
    await sessionStore.endAllOf(UserKey);
    await deleteAll(
      PasskeyEntity,
      passkeys.map(({ credentialId }) => ({ credentialId })),
    );
    await SecondFactorEntity.delete({ UserKey }).go();
    await deleteAll(
      TableSettingsEntity,
      settings.map(({ tableName }) => ({ userKey: UserKey, tableName })),
    );
    for (const { provider, subject } of subjects) await subjectStore.forget(provider, subject, UserKey);
  },
};
