import { signedIn } from '#core/access.ts';
import type { Screen } from '#web/lib/page/screen.ts';

export const screens: readonly Screen[] = [
  {
    path: '/userSettings',
    title: 'User settings',
    access: signedIn,
    load: () => import('./user-settings-page.tsx'),
    shape: 'settings',
    order: 1000,
    parts: [
      { title: 'You', labels: ['First name', 'Last name', 'User name', 'E-mail address', 'Your details'] },
      { title: 'Times', labels: ['Format', 'Time zone', 'Dates'] },
      { title: 'Password', labels: ['Change password', 'Forgotten password'] },
      { title: 'Two-step sign-in', labels: ['Second factor', 'Authenticator app', 'Recovery codes'] },
      { title: 'Passkeys', labels: ['Add a passkey', 'Fingerprint'] },
      { title: 'Where you are signed in', labels: ['Sessions', 'Devices', 'Sign out'] },
    ],
  },
];
