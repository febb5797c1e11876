import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { dropSession, keepSession, sessionToken } from '#web/lib/session-token.ts';
import { giveBackAccess } from '#web/lib/taken-access.ts';
import { memoryStorage } from './memory-storage.ts';

const reload = vi.fn();
beforeEach(() => {
  vi.stubGlobal('sessionStorage', memoryStorage());
  vi.stubGlobal('window', { location: { reload } });
  vi.stubGlobal('fetch', async () => new Response(JSON.stringify({ token: 'own' })));
  reload.mockReset();
});
afterEach(() => void vi.unstubAllGlobals());

describe('access that is given back', () => {
  it('is followed by the own one', async () => {
    keepSession('taken');
    await giveBackAccess('taken');
    expect(sessionToken()).toBe('own');
    expect(reload).toHaveBeenCalledOnce();
  });

  it('signs nobody in again who has signed out meanwhile', async () => {
    keepSession('taken on again');
    const given = giveBackAccess('taken on again');
    dropSession('signed-out');
    await given;
    expect(sessionToken()).toBeNull();
    expect(reload).not.toHaveBeenCalled();
  });
});
