import { z } from 'zod';

interface PasswordRule {
  /** As a list of requirements shows it. */
  requirement: string;
  message: string;
  holds(password: string): boolean;
}

const LENGTH = { least: 8, most: 128 };

/** What a new password must contain (portal-1 section 5); the bounds of its length are ours. */
export const PASSWORD_RULES: readonly PasswordRule[] = [
  {
    requirement: `At least ${LENGTH.least} characters`,
    message: `Use at least ${LENGTH.least} characters`,
    holds: (password) => password.length >= LENGTH.least,
  },
  { requirement: 'A digit', message: 'A digit is missing', holds: (password) => /\p{Nd}/u.test(password) },
  {
    requirement: 'An upper case letter',
    message: 'An upper case letter is missing',
    holds: (password) => /\p{Lu}/u.test(password),
  },
  {
    requirement: 'A lower case letter',
    message: 'A lower case letter is missing',
    holds: (password) => /\p{Ll}/u.test(password),
  },
  {
    requirement: 'A special character',
    message: 'A special character is missing',
    holds: (password) => /[^\p{L}\p{N}\s]/u.test(password),
  },
];

/** A password that may be set. Issues name every rule that it breaks. */
export const NewPassword = z
  .string()
  .max(LENGTH.most, `Use at most ${LENGTH.most} characters`)
  .check(({ value, issues }) => {
    for (const { holds, message } of PASSWORD_RULES)
      if (!holds(value)) issues.push({ code: 'custom', message, input: value });
  });

/** What is wrong with the password that was typed a second time; undefined where nothing is. */
export const confirmationFault = (password: string, confirmation: string): string | undefined =>
  password === confirmation ? undefined : 'The two passwords are not the same';
