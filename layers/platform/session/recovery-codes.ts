import { hash, randomInt } from 'node:crypto';
import { RECOVERY_CODES, shownRecoveryCode } from '#core/second-factor/second-factor.ts';

const ALPHABET = '0123456789ABCDEFGHJKMNPQRSTVWXYZ';
/** Eighty bits, too many to guess a code even from its hash. */
const LENGTH = 16;

const newRecoveryCode = () => Array.from({ length: LENGTH }, () => ALPHABET[randomInt(ALPHABET.length)]).join('');

/** New recovery codes, which are shown once, and the hashes that are stored of them. */
export function newRecoveryCodes(userKey: string): { shown: string[]; hashes: string[] } {
  const codes = Array.from({ length: RECOVERY_CODES }, newRecoveryCode);
  return { shown: codes.map(shownRecoveryCode), hashes: codes.map((code) => recoveryCodeHash(userKey, code)) };
}

/** The hash that is stored of a recovery code, different for each user. */
export const recoveryCodeHash = (userKey: string, code: string): string =>
  hash('sha256', `${userKey}:${code}`, 'base64url');
