import { passkeys } from '#core/passkeys/contract.ts';
import { passkeyStore } from '#data/passkeys/passkeys.ts';
import { shownPasskey } from '#data/passkeys/shown.ts';
import { serve } from '#platform/http/serve.ts';
import { mailUser } from '#platform/session/mail-user.ts';
import { ownAccount } from '#platform/session/own-account.ts';
import { passkeyInMail } from './passkey-in-mail.ts';
import { beginRegister, register } from './register.ts';
import { beginSignIn, signIn } from './sign-in.ts';

export const handler = serve(passkeys, {
  beginSignIn: ({ request }) => beginSignIn(request, Date.now()),
  signIn: ({ input, request }) => signIn(input.credential, request, Date.now()),

  async list({ scope }) {
    const { UserKey } = await ownAccount(scope);
    return { passkeys: (await passkeyStore.ofUser(UserKey)).map(shownPasskey) };
  },

  beginRegister: ({ input, scope }) => beginRegister(scope, input, Date.now()),
  register: ({ input, scope }) => register(scope, input, Date.now()),

  async rename({ input, scope }) {
    await ownAccount(scope);
    return shownPasskey(await passkeyStore.rename(scope, input.passkeyId, input.name, Date.now()));
  },

  async remove({ input, scope }) {
    const user = await ownAccount(scope);
    const { name } = await passkeyStore.remove(scope, input.passkeyId, Date.now());
    await mailUser(user, 'A passkey was removed', `${passkeyInMail(user, name)} no longer opens your account.`);
    return {};
  },
});
