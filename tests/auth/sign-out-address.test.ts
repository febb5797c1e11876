import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { keepSignOutAddress, signOutAddress } from '#web/lib/session/sign-out-address.ts';
import { memoryStorage } from '../lib/memory-storage.ts';

beforeEach(() => vi.stubGlobal('sessionStorage', memoryStorage()));
afterEach(() => void vi.unstubAllGlobals());

it('is the login if the user has no other [P3-S30]', () => {
  expect(signOutAddress()).toBe('/login');
  keepSignOutAddress('/telus');
  expect(signOutAddress()).toBe('/telus');
  keepSignOutAddress('/login');
  expect(signOutAddress()).toBe('/login');
});

it.each(['https://evil.example', '//evil.example', '/unitManagement', ''])('is never %j', (planted) => {
  sessionStorage.setItem('watchkeep.sign-out-address', planted);
  expect(signOutAddress()).toBe('/login');
});
