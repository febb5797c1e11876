import { z } from 'zod';

interface PasswordRule {
  /** The text in the list of requirements. */
  requirement: string;
  message: string;
  holds(password: string): boolean;
}

const LENGTH = { least: 8, most: 128 };

/** The rules of a new password (portal-1 section 5). The limits of its length are ours. */
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

/** A valid new password. The issues name every broken rule. */
export const NewPassword = z
  .string()
  .max(LENGTH.most, `Use at most ${LENGTH.most} characters`)
  .check(({ value, issues }) => {
    for (const { holds, message } of PASSWORD_RULES)
      if (!holds(value)) issues.push({ code: 'custom', message, input: value });
  });

/** Returns the error of the repeated password, or undefined if it matches. */
export const confirmationError = (password: string, confirmation: string): string | undefined =>
  password === confirmation ? undefined : 'The two passwords are not the same';
