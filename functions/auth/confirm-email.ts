import type { email } from '#core/auth/email-contract.ts';
import { TOKEN_EXPIRED } from '#core/auth/gate-messages.ts';
import { TOKEN_LIMITS } from '#core/auth/sign-in-limits.ts';
import type { Handlers } from '#core/contract.ts';
import { AppError } from '#core/errors.ts';
import { emailProofStore } from '#data/auth/email-proofs.ts';
import { contactStore } from '#data/dealer-settings/contacts.ts';
import { withTryLimit } from '#platform/session/with-try-limit.ts';

export const emailHandlers: Handlers<typeof email> = {
  async confirmEmail({ input: { token }, request: { sourceIp } }) {
    const now = Date.now();
    return withTryLimit(TOKEN_LIMITS.email, sourceIp, now, async () => {
      const user = await emailProofStore.use(token, sourceIp, now);
      if (user) return { user: user.UserName, email: user.UserEmail };
      const contact = await contactStore.use(token, now);
      if (contact === undefined) throw new AppError('UNAUTHENTICATED', TOKEN_EXPIRED);
      return { email: contact };
    });
  },
};
