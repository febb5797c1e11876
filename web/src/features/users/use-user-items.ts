import { History, KeyRound, MailPlus, Pencil, ShieldOff, Trash2, UserCheck, UserX, VenetianMask } from 'lucide-react';
import { whyNotActAs } from '#core/users/acting.ts';
import { whyNotChange, whyNotDelete } from '#core/users/manage.ts';
import type { User } from '#core/users/user.ts';
import type { ActionItem } from '#web/components/menu/action-item.ts';
import { paths } from '#web/lib/page/paths.ts';
import { useSession } from '#web/lib/session/session.tsx';
import { flagsOf, managedOf, useManager } from './use-manager.ts';
import type { useUserActions } from './use-user-actions.ts';

export interface UserItemsProps {
  user: User;
  onEdit: (user: User) => void;
  onAccess: (user: User) => void;
  actions: ReturnType<typeof useUserActions>;
}

/** All actions on a user. A disabled one says why. */
export function useUserItems({ user, onEdit, onAccess, actions }: UserItemsProps): ActionItem[] {
  const { manager } = useManager();
  const { user: self, holder } = useSession();
  const notChange = whyNotChange(manager, managedOf(user));
  const notEnd = whyNotDelete(manager, managedOf(user));
  const enabled = user.UserStatus === 1;
  const notAct = self.actor
    ? 'First end the access that you use now'
    : whyNotActAs(
        { ...manager, enabled: true, userType: holder.userType },
        { ...managedOf(user), enabled, userType: user.UserTypeKey, flags: flagsOf(user) },
      );
  const reason = (why: string | undefined) => (why ? { disabledReason: why } : {});
  return [
    { id: 'edit', label: 'Edit', icon: Pencil, run: () => onEdit(user), ...reason(notChange) },
    { id: 'access', label: 'Access', icon: KeyRound, run: () => onAccess(user) },
    { id: 'history', label: 'History', icon: History, href: paths.audit({ user: user.UserKey }) },
    {
      id: 'as',
      label: 'Set access as',
      icon: VenetianMask,
      run: () => void actions.setAccessAs(user),
      startsGroup: true,
      ...reason(notAct),
    },
    {
      id: 'link',
      label: 'Send password link',
      icon: MailPlus,
      run: () => actions.sendLink(user),
      ...reason(notChange ?? (enabled ? undefined : 'The user is disabled')),
    },
    ...(user.twoStepSignIn
      ? [
          {
            id: 'reset-second-factor',
            label: 'Reset two-step sign-in',
            icon: ShieldOff,
            run: () => void actions.resetSecondFactor(user),
            ...reason(notChange),
          },
        ]
      : []),
    enabled
      ? {
          id: 'disable',
          label: 'Disable',
          icon: UserX,
          run: () => void actions.setEnabled(user, false),
          startsGroup: true,
          ...reason(notEnd),
        }
      : {
          id: 'enable',
          label: 'Enable',
          icon: UserCheck,
          run: () => void actions.setEnabled(user, true),
          startsGroup: true,
          ...reason(notChange),
        },
    {
      id: 'delete',
      label: 'Delete',
      icon: Trash2,
      tone: 'danger',
      run: () => void actions.remove(user),
      ...reason(notEnd),
    },
  ];
}
