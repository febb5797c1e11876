import { beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { LOGIN_LIMITS, RECOVERY_LIMITS, SIGN_ON_LIMIT, TOKEN_LIMITS } from '#core/auth/sign-in-limits.ts';
import { EXPORT_KEY_LIMIT } from '#core/monitoring-centers/alarm-export.ts';
import { PASSKEY_LIMIT } from '#core/passkeys/passkey.ts';
import { MINUTE } from '#core/time.ts';
import { type AttemptLimit, attemptStore } from '#data/kit/attempts.ts';
import { call } from '#support/call.ts';
import { setClock } from '#support/clock.ts';
import { TODAY } from '#support/fleet.ts';
import { aWorld } from '#support/world.ts';
import { CONTRACT, sampleOf } from './endpoints.ts';

/** What each call without a session is counted by, for its address. */
const COUNTED: Readonly<Record<string, AttemptLimit>> = {
  'auth.login': LOGIN_LIMITS.address,
  'auth.sendRecoveryLink': RECOVERY_LIMITS.address,
  'auth.checkResetPasswordToken': TOKEN_LIMITS.recovery,
  'auth.resetThePassword': TOKEN_LIMITS.recovery,
  'auth.confirmEmail': TOKEN_LIMITS.email,
  'auth.loginOAuth': SIGN_ON_LIMIT,
  'auth.exchangeForToken': TOKEN_LIMITS.signOn,
  'auth.convert': TOKEN_LIMITS.entry,
  'passkeys.beginSignIn': PASSKEY_LIMIT,
  'monitoring-centers.exportKey': EXPORT_KEY_LIMIT,
  'sims.thingSpaceResult': { kind: 'carrierCallback', most: 300, window: 15 * MINUTE },
};

/** Calls with a proof of their own that cannot be guessed one by one: the login token counts its codes, a passkey signs. */
const PROVEN_OTHERWISE: readonly string[] = ['second-factor.submit', 'second-factor.sendAgain', 'passkeys.signIn'];

beforeAll(aWorld);
beforeEach(() => setClock(TODAY));

it('is every call that needs no session', () => {
  const open = CONTRACT.filter(({ endpoint }) => endpoint.access.public).map(({ name }) => name);
  expect([...Object.keys(COUNTED), ...PROVEN_OTHERWISE].sort()).toEqual(open.sort());
});

describe.each(Object.entries(COUNTED))('%s', (name, limit) => {
  it('counts a household, which has a /56 of IPv6, as one', async () => {
    const { endpoint } = CONTRACT.find((one) => one.name === name)!;
    await attemptStore.count(limit, '2001:db8:7:100::/56', TODAY, limit.most);
    const statusFrom = async (sourceIp: string) => (await call(endpoint, sampleOf(name), { sourceIp })).status;
    expect([403, 429]).toContain(await statusFrom('2001:db8:7:1ff::2'));
    expect([403, 429]).not.toContain(await statusFrom('2001:db8:7:200::2'));
  });
});
