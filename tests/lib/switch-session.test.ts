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

/** The requests to the server, with their tokens. */
const requests = () =>
  asked.mock.calls.map(([url, init]) => [String(url), new Headers(init?.headers).get('authorization')]);

describe('a switch to another session', () => {
  it('reloads the page with the new session', () => {
    keepSession('asked with');
    switchSession('next', 'asked with');
    expect(sessionToken()).toBe('next');
    expect(reload).toHaveBeenCalledOnce();
    expect(requests()).toEqual([]);
  });

  it('works if the server refused the old session meanwhile', () => {
    keepSession('asked with');
    dropSession('refused');
    switchSession('next', 'asked with');
    expect(sessionToken()).toBe('next');
    expect(reload).toHaveBeenCalledOnce();
  });

  it.each(['signed-out', 'idle'] as const)(
    'that finishes too late (%s) signs nobody in, and its session is ended',
    (ending) => {
      keepSession('asked with');
      dropSession(ending);
      switchSession('too late', 'asked with');
      expect(sessionToken()).toBeNull();
      expect(hasSignedOut()).toBe(ending === 'signed-out');
      expect(reload).not.toHaveBeenCalled();
      expect(requests()).toEqual([['/auth/logout', 'Bearer too late']]);
    },
  );

  it('that finishes too late does not affect a session that started since, even if the server cannot be reached', async () => {
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
