import { z } from 'zod';
import { signedIn } from '../access.ts';
import { NewPassword } from '../auth/password-rules.ts';
import { defineArea } from '../contract.ts';
import { UserFields } from '../users/user.ts';
import { OwnSession } from './own-session.ts';
import { OwnSettings } from './own-settings.ts';

const Password = z.string().min(1).max(256);
const Checked = z.object({ valid: z.boolean() });

export const userSettings = defineArea({
  read: {
    method: 'GET',
    path: '/api/getUser',
    summary: "Read the signed-in user's own settings",
    access: signedIn,
    input: z.object({}),
    output: OwnSettings,
  },
  save: {
    method: 'PUT',
    path: '/api/saveUserSettings',
    summary: "Save the signed-in user's own settings; another e-mail address takes the password",
    access: signedIn,
    input: UserFields.partial().extend({ password: Password.optional() }),
    output: z.object({ user: OwnSettings, message: z.string() }),
    errors: ['INVALID', 'FORBIDDEN', 'CONFLICT', 'TOO_MANY'],
  },
  sendEmailLink: {
    method: 'POST',
    path: '/api/sendEmailLink',
    summary: "Send the link that proves the signed-in user's e-mail address again",
    access: signedIn,
    input: z.object({}),
    output: z.object({}),
    errors: ['CONFLICT', 'FORBIDDEN', 'TOO_MANY'],
  },
  checkOldPassword: {
    method: 'GET',
    path: '/api/checkOldPassword/{value}',
    summary: 'Ask whether this is the own password; the portal itself asks with POST, whose body no log keeps',
    access: signedIn,
    input: z.object({ value: Password }),
    output: Checked,
    errors: ['FORBIDDEN', 'TOO_MANY'],
  },
  checkOldPasswordInBody: {
    method: 'POST',
    path: '/api/checkOldPassword',
    summary: 'Ask whether this is the own password',
    access: signedIn,
    input: z.object({ value: Password }),
    output: Checked,
    errors: ['FORBIDDEN', 'TOO_MANY'],
  },
  sessions: {
    method: 'GET',
    path: '/api/sessions',
    summary: 'Read where the signed-in user is signed in',
    access: signedIn,
    input: z.object({}),
    output: z.object({ sessions: z.array(OwnSession) }),
    errors: ['FORBIDDEN'],
  },
  endSession: {
    method: 'DELETE',
    path: '/api/sessions/{sessionId}',
    summary: 'Sign out of one of the own sessions',
    access: signedIn,
    input: z.object({ sessionId: z.string().min(1).max(64) }),
    output: z.object({}),
    errors: ['FORBIDDEN'],
  },
  changePassword: {
    method: 'PUT',
    path: '/api/changePassword',
    summary: 'Change the own password; every session ends, and the token answered begins a new one',
    access: signedIn,
    input: z.object({ oldPassword: Password, newPassword: NewPassword }),
    output: z.object({ token: z.string() }),
    errors: ['INVALID', 'FORBIDDEN', 'CONFLICT', 'TOO_MANY'],
  },
});
