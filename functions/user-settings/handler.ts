import { AppError } from '#core/errors.ts';
import { userSettings } from '#core/user-settings/contract.ts';
import { shownSettings } from '#data/user-settings/shown.ts';
import { passwordStore } from '#data/users/passwords.ts';
import { userStore } from '#data/users/users.ts';
import { serve } from '#platform/http/serve.ts';
import { ownAccount } from '#platform/session/own-account.ts';
import { sendEmailLinkAgain } from './email-link.ts';
import { changePassword, checkOldPassword } from './password.ts';
import { endOwnSession, ownSessions } from './sessions.ts';
import { saveSettings } from './settings.ts';

export const handler = serve(userSettings, {
  async read({ scope }) {
    const user = await passwordStore.byKey(scope.userKey);
    if (!user) throw new AppError('UNAUTHENTICATED', 'Please sign in');
    return shownSettings(user);
  },

  save: ({ input, scope }) => saveSettings(scope, input, Date.now()),

  async saveTimes({ input, scope }) {
    const { UserKey } = await ownAccount(scope);
    await userStore.keepTimes(UserKey, input);
    return input;
  },

  async sendEmailLink({ scope }) {
    await sendEmailLinkAgain(scope, Date.now());
    return {};
  },

  checkOldPassword: ({ input, scope }) => checkOldPassword(scope, input.value, Date.now()),
  checkOldPasswordInBody: ({ input, scope }) => checkOldPassword(scope, input.value, Date.now()),
  sessions: async ({ scope }) => ({ sessions: await ownSessions(scope, Date.now()) }),

  async endSession({ input, scope }) {
    await endOwnSession(scope, input.sessionId, Date.now());
    return {};
  },

  changePassword: ({ input, scope, request }) => changePassword(scope, input, request, Date.now()),
});
