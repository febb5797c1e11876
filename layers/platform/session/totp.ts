import { Secret, TOTP as Totp } from 'otpauth';
import { TOTP } from '#core/second-factor/second-factor.ts';

/** RFC 4226 recommends 160 bits. */
const SECRET_BYTES = 20;

const totpOf = (secret: Secret, label = '') =>
  new Totp({ issuer: 'Watchkeep', label, secret, algorithm: 'SHA1', digits: TOTP.digits, period: TOTP.period });

export const newAppSecret = (): Buffer => Buffer.from(new Secret({ size: SECRET_BYTES }).bytes);

const secretOf = (bytes: Buffer) => new Secret({ buffer: new Uint8Array(bytes).buffer });

/** The secret as people type it (base 32), and the address that an authenticator app reads from a QR code. */
export function appAddress(bytes: Buffer, userName: string): { secret: string; address: string } {
  const secret = secretOf(bytes);
  return { secret: secret.base32, address: totpOf(secret, userName).toString() };
}

/** The time step of the code; undefined if it is not the code of the present step or one beside it. */
export function stepOf(bytes: Buffer, code: string, now: number): number | undefined {
  const delta = totpOf(secretOf(bytes)).validate({ token: code, timestamp: now, window: TOTP.window });
  return delta === null ? undefined : Math.floor(now / 1000 / TOTP.period) + delta;
}
