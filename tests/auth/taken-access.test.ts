import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { dropSession, keepSession, sessionToken } from '#web/lib/session/session-token.ts';
import { giveBackAccess } from '#web/lib/session/taken-access.ts';
import { memoryStorage } from '../lib/memory-storage.ts';

const reload = vi.fn();
const asked = vi.fn<typeof fetch>(async () => new Response(JSON.stringify({ token: 'own' })));
beforeEach(() => {
  vi.stubGlobal('sessionStorage', memoryStorage());
  vi.stubGlobal('window', { location: { reload } });
  vi.stubGlobal('fetch', asked);
  reload.mockReset();
  asked.mockClear();
});
afterEach(() => void vi.unstubAllGlobals());

describe('giving back taken-on access', () => {
  it("returns the user's own access", async () => {
    keepSession('taken');
    await giveBackAccess('taken');
    expect(sessionToken()).toBe('own');
    expect(reload).toHaveBeenCalledOnce();
  });

  it('signs nobody in who has signed out meanwhile', async () => {
    keepSession('taken on again');
    const given = giveBackAccess('taken on again');
    dropSession('signed-out');
    await given;
    expect(sessionToken()).toBeNull();
    expect(reload).not.toHaveBeenCalled();
  });

  it('uses the given token, whoever has signed in since', async () => {
    keepSession('of another');
    await giveBackAccess('taken');
    expect(new Headers(asked.mock.calls[0]![1]?.headers).get('authorization')).toBe('Bearer taken');
    expect(sessionToken()).toBe('of another');
  });

  it('sends one request, however many callers ask', async () => {
    keepSession('taken by many');
    await Promise.all([giveBackAccess('taken by many'), giveBackAccess('taken by many')]);
    expect(asked).toHaveBeenCalledOnce();
    expect(reload).toHaveBeenCalledOnce();
  });
});
