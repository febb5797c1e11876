import { secondFactor } from '#core/second-factor/contract.ts';
import { hiddenAddress } from '#core/second-factor/second-factor.ts';
import { secondFactorStore } from '#data/second-factor/second-factors.ts';
import { serve } from '#platform/http/serve.ts';
import { ownAccount } from '#platform/session/own-account.ts';
import { beginSetUp, confirmSetUp, replaceRecoveryCodes, turnOff } from './set-up.ts';
import { finishSignIn, sendAgain } from './sign-in.ts';

export const handler = serve(secondFactor, {
  submit: ({ input, request }) => finishSignIn(input, request, Date.now()),

  async sendAgain({ input }) {
    await sendAgain(input, Date.now());
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

  begin: ({ input, scope }) => beginSetUp(scope, input, Date.now()),
  confirm: ({ input, scope }) => confirmSetUp(scope, input, Date.now()),
  newRecoveryCodes: ({ input, scope }) => replaceRecoveryCodes(scope, input, Date.now()),

  async turnOff({ input, scope }) {
    await turnOff(scope, input, Date.now());
    return {};
  },
});
