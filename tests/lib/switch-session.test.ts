import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { dropSession, hasSignedOut, keepSession, sessionToken } from '#web/lib/session/session-token.ts';
import { switchSession } from '#web/lib/session/switch-session.ts';
import { memoryStorage } from './memory-storage.ts';

const reload = vi.fn();
const asked = vi.fn<typeof fetch>(async () => new Response('{}'));
beforeEach(() => {
  vi.stubGlobal('sessionStorage', memoryStorage());
  vi.stubGlobal('window', { location: { reload } });
  vi.stubGlobal('fetch', asked);
  reload.mockClear();
  asked.mockClear();
});
afterEach(() => void vi.unstubAllGlobals());

/** What the server was asked, and under which token. */
const requests = () =>
  asked.mock.calls.map(([url, init]) => [String(url), new Headers(init?.headers).get('authorization')]);

describe('another session', () => {
  it('is gone on with on a page that is loaded anew', () => {
    keepSession('asked with');
    switchSession('next', 'asked with');
    expect(sessionToken()).toBe('next');
    expect(reload).toHaveBeenCalledOnce();
    expect(requests()).toEqual([]);
  });

  it('is gone on with where the old one was refused meanwhile, being over', () => {
    keepSession('asked with');
    dropSession('refused');
    switchSession('next', 'asked with');
    expect(sessionToken()).toBe('next');
    expect(reload).toHaveBeenCalledOnce();
  });

  it.each(['signed-out', 'idle'] as const)('that comes too late (%s) signs nobody in again, and is ended', (ending) => {
    keepSession('asked with');
    dropSession(ending);
    switchSession('too late', 'asked with');
    expect(sessionToken()).toBeNull();
    expect(hasSignedOut()).toBe(ending === 'signed-out');
    expect(reload).not.toHaveBeenCalled();
    expect(requests()).toEqual([['/auth/logout', 'Bearer too late']]);
  });

  it('that comes too late leaves whoever has signed in since alone, even where the server cannot be told', async () => {
    keepSession('asked with');
    dropSession('signed-out');
    keepSession('of another');
    asked.mockResolvedValueOnce(
      new Response(JSON.stringify({ code: 'UNAUTHENTICATED', message: 'Please sign in' }), { status: 401 }),
    );
    switchSession('too late', 'asked with');
    await vi.waitFor(() => expect(requests()).toEqual([['/auth/logout', 'Bearer too late']]));
    expect(sessionToken()).toBe('of another');
    expect(reload).not.toHaveBeenCalled();
  });
});
