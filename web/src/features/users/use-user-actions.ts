import { useNavigate } from 'react-router';
import { AppError, messageFor } from '#core/errors.ts';
import { ACTIONS } from '#core/severity.ts';
import { users } from '#core/users/contract.ts';
import type { User } from '#core/users/user.ts';
import { fullNameOf } from '#core/users/user-record.ts';
import { useConfirm } from '#web/components/dialog/confirm.ts';
import { toastFailure } from '#web/components/messages/toaster.tsx';
import { call } from '#web/lib/api/api.ts';
import { useEndpointMutation } from '#web/lib/api/use-endpoint-mutation.ts';
import { useReadAgain } from '#web/lib/api/use-read-again.ts';
import { TOAST_DURATION } from '#web/lib/durations.ts';
import { showSuccess } from '#web/lib/messages/show.ts';
import { paths } from '#web/lib/page/paths.ts';
import { useSession } from '#web/lib/session/session.tsx';
import { sessionToken } from '#web/lib/session/session-token.ts';
import { switchSession } from '#web/lib/session/switch-session.ts';

/** The message of a failed deletion. Without an answer of the server the user may be deleted all the same [P1-M09 P1-M10]. */
export const deletionFailure = (error: unknown): string =>
  error instanceof AppError && error.code !== 'UNAVAILABLE' && error.code !== 'INTERNAL'
    ? 'User was not deleted properly. Please refresh the page and try again.'
    : 'User may not have been deleted properly. Please refresh page and check for the user.';

/** Actions on a user beside changing the fields. Those that cannot be undone ask first. */
export function useUserActions({ onDeleted }: { onDeleted?: () => void } = {}) {
  const confirm = useConfirm();
  const navigate = useNavigate();
  const readAgain = useReadAgain();
  const { user: self } = useSession();
  const lists = [users.list, users.listOfDealer, users.access];
  const { trigger: edit } = useEndpointMutation(users.edit, { refreshes: lists });
  const { trigger: link } = useEndpointMutation(users.sendPasswordLink, { success: 'Link sent' });
  const { trigger: resetSecondFactor } = useEndpointMutation(users.resetSecondFactor, {
    success: 'Two-step sign-in reset',
    refreshes: lists,
  });
  const { trigger: takeOn } = useEndpointMutation(users.setAccessAs);

  return {
    async setEnabled(user: User, on: boolean) {
      const sure =
        on ||
        (await confirm({
          title: `Disable ${fullNameOf(user)}?`,
          consequence: `${user.UserName} is signed out everywhere and cannot sign in until enabled again.`,
          actionLabel: 'Disable user',
          ...ACTIONS.disableUser,
        }));
      if (!sure) return;
      const done = await edit({ UserKey: user.UserKey, UserStatus: on ? 1 : 0 });
      if (done) showSuccess(on ? 'User enabled' : 'User disabled');
    },

    async remove(user: User) {
      const sure = await confirm({
        title: `Delete ${fullNameOf(user)}?`,
        consequence: `${user.UserName} is signed out everywhere and deleted for good. Somebody else can then use the name. The audit keeps all earlier actions.`,
        actionLabel: 'Delete user',
        ...ACTIONS.deleteUser,
      });
      if (!sure) return;
      try {
        await call(users.remove, { id: user.UserKey });
        showSuccess('User Deleted');
        onDeleted?.();
      } catch (error) {
        toastFailure({
          title: deletionFailure(error),
          description: messageFor(error),
          duration: TOAST_DURATION.long,
        });
      }
      void readAgain(...lists);
    },

    async setAccessAs(user: User) {
      const sure = await confirm({
        title: `Set access as ${fullNameOf(user)}?`,
        consequence: `For an hour you see what ${user.UserName} sees and do what they may do, never more than you may yourself. The audit shows your actions under both names.`,
        actionLabel: 'Set access as',
        ...ACTIONS.setAccessAs,
      });
      if (!sure) return;
      const asked = sessionToken();
      const answer = await takeOn({ userKeyAs: user.UserKey, currentUserKey: self.user });
      if (!answer) return;
      // A user who has signed out meanwhile stays on the login.
      if (sessionToken() === asked) await navigate(paths.home);
      switchSession(answer.token, asked);
    },

    async resetSecondFactor(user: User) {
      const sure = await confirm({
        title: `Reset the two-step sign-in of ${fullNameOf(user)}?`,
        consequence: `Make sure that ${user.UserName} really asks for it. Until they set it up again, their password alone signs them in. All their passkeys are removed too, they are signed out everywhere, and they are told by e-mail.`,
        actionLabel: 'Reset two-step sign-in',
        ...ACTIONS.resetSecondFactor,
      });
      if (sure) await resetSecondFactor({ UserKey: user.UserKey });
    },

    sendLink: (user: User) => void link({ UserKey: user.UserKey }),
  };
}
