import { hash, randomInt } from 'node:crypto';
import { RECOVERY_CODES, shownRecoveryCode } from '#core/second-factor/second-factor.ts';

const ALPHABET = '0123456789ABCDEFGHJKMNPQRSTVWXYZ';
/** Eighty bits: nobody finds one by trying, not even with its hash before them. */
const LENGTH = 16;

const newRecoveryCode = () => Array.from({ length: LENGTH }, () => ALPHABET[randomInt(ALPHABET.length)]).join('');

/** Fresh recovery codes as they are shown once, and what is kept of them. */
export function newRecoveryCodes(userKey: string): { shown: string[]; hashes: string[] } {
  const codes = Array.from({ length: RECOVERY_CODES }, newRecoveryCode);
  return { shown: codes.map(shownRecoveryCode), hashes: codes.map((code) => recoveryCodeHash(userKey, code)) };
}

/** What is kept of a recovery code; two users never share one. */
export const recoveryCodeHash = (userKey: string, code: string): string =>
  hash('sha256', `${userKey}:${code}`, 'base64url');
