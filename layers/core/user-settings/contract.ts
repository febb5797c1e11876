import { z } from 'zod';
import { signedIn } from '../access.ts';
import { NewPassword } from '../auth/password-rules.ts';
import { defineArea } from '../contract.ts';
import { TimePreference } from '../shown-time.ts';
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
    summary: "Save the signed-in user's own settings; another e-mail address needs the password",
    access: signedIn,
    givesRights: true,
    input: UserFields.partial().extend({ password: Password.optional() }),
    output: z.object({ user: OwnSettings, message: z.string() }),
    errors: ['INVALID', 'FORBIDDEN', 'CONFLICT', 'TOO_MANY'],
  },
  saveTimes: {
    method: 'PUT',
    path: '/api/saveTimes',
    summary: 'Save how the signed-in user wants times to be shown; what is missing follows the browser',
    access: signedIn,
    input: TimePreference,
    output: TimePreference,
    errors: ['FORBIDDEN'],
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
    summary: 'Check the own password; the portal uses POST, because no log keeps its body',
    access: signedIn,
    input: z.object({ value: Password }),
    output: Checked,
    errors: ['FORBIDDEN', 'TOO_MANY'],
  },
  checkOldPasswordInBody: {
    method: 'POST',
    path: '/api/checkOldPassword',
    summary: 'Check the own password',
    access: signedIn,
    input: z.object({ value: Password }),
    output: Checked,
    errors: ['FORBIDDEN', 'TOO_MANY'],
  },
  sessions: {
    method: 'GET',
    path: '/api/sessions',
    summary: 'Read the sessions of the signed-in user',
    access: signedIn,
    input: z.object({}),
    output: z.object({ sessions: z.array(OwnSession) }),
    errors: ['FORBIDDEN'],
  },
  endSession: {
    method: 'DELETE',
    path: '/api/sessions/{sessionId}',
    summary: 'End one of the own sessions',
    access: signedIn,
    input: z.object({ sessionId: z.string().min(1).max(64) }),
    output: z.object({}),
    errors: ['FORBIDDEN'],
  },
  changePassword: {
    method: 'PUT',
    path: '/api/changePassword',
    summary: 'Change the own password, end every session, and return the token of a new one',
    access: signedIn,
    givesRights: true,
    input: z.object({ oldPassword: Password, newPassword: NewPassword }),
    output: z.object({ token: z.string() }),
    errors: ['INVALID', 'FORBIDDEN', 'CONFLICT', 'TOO_MANY'],
  },
});
