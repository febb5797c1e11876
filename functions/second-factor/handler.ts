import { secondFactor } from '#core/second-factor/contract.ts';
import { hiddenAddress } from '#core/second-factor/second-factor.ts';
import { secondFactorStore } from '#data/second-factor/second-factors.ts';
import { serve } from '#platform/http/serve.ts';
import { ownAccount } from '#platform/session/own-account.ts';
import { beginSetUp, confirmSetUp, replaceRecoveryCodes, turnOff } from './set-up.ts';
import { finishSignIn, sendAgain } from './sign-in.ts';

export const handler = serve(secondFactor, {
  submit: ({ input, request }) => finishSignIn(input, request, Date.now()),

  async sendAgain({ input, request }) {
    await sendAgain(input, request, Date.now());
    return {};
  },

  async read({ scope }) {
    const user = await ownAccount(scope);
    const factor = await secondFactorStore.get(user.UserKey);
    return {
      method: factor?.method ?? null,
      recoveryCodesLeft: factor?.recoveryCodesLeft ?? 0,
      sentTo: hiddenAddress(user.UserEmail),
      ...(factor && { since: factor.since }),
    };
  },

  begin: ({ input, scope, request }) => beginSetUp(scope, input, request, Date.now()),
  confirm: ({ input, scope, request }) => confirmSetUp(scope, input, request, Date.now()),
  newRecoveryCodes: ({ input, scope }) => replaceRecoveryCodes(scope, input, Date.now()),

  async turnOff({ input, scope }) {
    await turnOff(scope, input, Date.now());
    return {};
  },
});
