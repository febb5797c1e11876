import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { memoryStorage } from '../lib/memory-storage.ts';

const until = (condition: () => boolean) => vi.waitFor(() => expect(condition()).toBe(true), { interval: 5 });

/** A tab is a module graph with its own session storage. */
async function openTab(storage = memoryStorage()) {
  vi.resetModules();
  const inTab = <Result>(run: () => Result): Result => {
    vi.stubGlobal('sessionStorage', storage);
    return run();
  };
  const token = await import('#web/lib/session/session-token.ts');
  const sharing = await import('#web/lib/session/session-sharing.ts');
  const channel = new BroadcastChannel('test-session');
  channels.push(channel);
  return { ...token, ...sharing, channel, storage, inTab };
}

let channels: BroadcastChannel[] = [];
beforeEach(() => {
  channels = [];
  vi.stubGlobal('sessionStorage', memoryStorage());
});
afterEach(() => {
  for (const channel of channels) channel.close();
  vi.unstubAllGlobals();
});

describe('the session of a tab', () => {
  it('is kept in session storage and survives a reload [P2-E54]', async () => {
    const tab = await openTab();
    tab.inTab(() => tab.keepSession('first'));
    expect(tab.storage.length).toBe(1);
    const reloaded = await openTab(tab.storage);
    expect(reloaded.inTab(() => reloaded.sessionToken())).toBe('first');
  });

  it('is removed on sign-out, with the reason', async () => {
    const tab = await openTab();
    const heard = vi.fn();
    tab.inTab(() => {
      tab.keepSession('first');
      tab.onSessionChange(heard);
      tab.dropSession('idle');
    });
    expect(tab.inTab(() => tab.sessionToken())).toBeNull();
    expect(Object.values(tab.storage)).not.toContain('first');
    expect(tab.sessionEnding()).toBe('idle');
    expect(heard).toHaveBeenCalledOnce();
  });

  it.each(['idle', 'refused'] as const)(
    'says after a reload why it ended (%s), until the next one starts',
    async (ending) => {
      const tab = await openTab();
      tab.inTab(() => {
        tab.keepSession('first');
        tab.dropSession(ending);
      });
      const reloaded = await openTab(tab.storage);
      reloaded.inTab(() => {
        expect(reloaded.tabEnding()).toBe(ending);
        expect(reloaded.hasSignedOut()).toBe(false);
        reloaded.keepSession('second');
        expect(reloaded.tabEnding()).toBeUndefined();
      });
    },
  );

  it('is not ended by a late answer to an older session', async () => {
    const tab = await openTab();
    tab.inTab(() => {
      tab.keepSession('second');
      tab.dropSession('refused', 'first');
    });
    expect(tab.inTab(() => tab.sessionToken())).toBe('second');
  });
});

describe('tabs of one browser', () => {
  it('share a session with a new tab', async () => {
    const other = new BroadcastChannel('test-session');
    channels.push(other);
    other.onmessage = ({ data }) => {
      if (data.kind === 'asked') other.postMessage({ kind: 'offered', token: 'shared' });
    };
    const tab = await openTab();
    vi.stubGlobal('sessionStorage', tab.storage);
    await tab.askOtherTabs(tab.channel);
    expect(tab.sessionToken()).toBe('shared');
  });

  it('start without waiting if they have a session or if no other tab exists', async () => {
    const storage = memoryStorage();
    const tab = await openTab(storage);
    vi.stubGlobal('sessionStorage', storage);
    const before = performance.now();
    await tab.askOtherTabs(tab.channel);
    expect(performance.now() - before).toBeLessThan(1000);
    expect(tab.sessionToken()).toBeNull();
    tab.keepSession('own');
    await tab.askOtherTabs(tab.channel);
    expect(tab.sessionToken()).toBe('own');
  });

  it('answer a tab that asks for the session', async () => {
    const storage = memoryStorage({ 'watchkeep.session': 'shared' });
    const tab = await openTab(storage);
    vi.stubGlobal('sessionStorage', storage);
    tab.shareSession(tab.channel);
    const asking = new BroadcastChannel('test-session');
    channels.push(asking);
    const heard: unknown[] = [];
    asking.onmessage = ({ data }) => heard.push(data);
    asking.postMessage({ kind: 'asked' });
    await until(() => heard.length > 0);
    expect(heard).toEqual([{ kind: 'offered', token: 'shared' }]);
  });

  it('are signed out together if they share the session', async () => {
    const storage = memoryStorage({ 'watchkeep.session': 'shared' });
    const tab = await openTab(storage);
    vi.stubGlobal('sessionStorage', storage);
    tab.shareSession(tab.channel);
    const leaving = new BroadcastChannel('test-session');
    channels.push(leaving);
    const heard: unknown[] = [];
    leaving.onmessage = ({ data }) => heard.push(data);

    leaving.postMessage({ kind: 'ended', token: 'another', ending: 'signed-out' });
    leaving.postMessage({ kind: 'asked' });
    await until(() => heard.length > 0);
    expect(tab.sessionToken()).toBe('shared');

    leaving.postMessage({ kind: 'ended', token: 'shared', ending: 'signed-out' });
    await until(() => tab.sessionToken() === null);
    expect(tab.sessionEnding()).toBe('signed-out');
    expect(heard).toHaveLength(1);
  });

  it('ends the session everywhere when this tab signs out', async () => {
    const storage = memoryStorage({ 'watchkeep.session': 'shared' });
    const tab = await openTab(storage);
    vi.stubGlobal('sessionStorage', storage);
    tab.shareSession(tab.channel);
    const other = new BroadcastChannel('test-session');
    channels.push(other);
    const heard: unknown[] = [];
    other.onmessage = ({ data }) => heard.push(data);
    tab.dropSession('signed-out');
    await until(() => heard.length > 0);
    expect(heard).toEqual([{ kind: 'ended', token: 'shared', ending: 'signed-out' }]);
  });

  it('are signed in together if they wait at the login; tabs at work stay as they are', async () => {
    const [waiting, working] = [await openTab(), await openTab(memoryStorage({ 'watchkeep.session': 'own' }))];
    const loggingIn = new BroadcastChannel('test-session');
    channels.push(loggingIn);
    for (const tab of [waiting, working]) {
      vi.stubGlobal('sessionStorage', tab.storage);
      const stop = tab.shareSession(tab.channel);
      loggingIn.postMessage({ kind: 'offered', token: 'new' });
      loggingIn.postMessage({ kind: 'asked' });
      await until(() => tab.sessionToken() !== null);
      stop();
    }
    expect(waiting.storage.getItem('watchkeep.session')).toBe('new');
    expect(working.storage.getItem('watchkeep.session')).toBe('own');
  });

  it('are notified of a login and of a new token', async () => {
    const tab = await openTab();
    vi.stubGlobal('sessionStorage', tab.storage);
    tab.shareSession(tab.channel);
    const other = new BroadcastChannel('test-session');
    channels.push(other);
    const heard: unknown[] = [];
    other.onmessage = ({ data }) => heard.push(data);
    tab.keepSession('new');
    tab.keepSession('exchanged');
    await until(() => heard.length > 1);
    expect(heard).toEqual([
      { kind: 'offered', token: 'new' },
      { kind: 'exchanged', token: 'new', by: 'exchanged' },
    ]);
  });

  it('continue with the new token if they share the session, even after a refusal', async () => {
    const tabs = ['shared', 'own'].map((token) => openTab(memoryStorage({ 'watchkeep.session': token })));
    const exchanging = new BroadcastChannel('test-session');
    channels.push(exchanging);
    const held: (string | null)[] = [];
    for (const tab of await Promise.all(tabs)) {
      vi.stubGlobal('sessionStorage', tab.storage);
      const stop = tab.shareSession(tab.channel);
      if (tab.sessionToken() === 'shared') tab.dropSession('refused');
      exchanging.postMessage({ kind: 'exchanged', token: 'shared', by: 'next' });
      await new Promise((resolve) => setTimeout(resolve, 50));
      held.push(tab.sessionToken());
      stop();
    }
    expect(held).toEqual(['next', 'own']);
  });

  it('do not take over another session after a sign-out', async () => {
    const tab = await openTab();
    vi.stubGlobal('sessionStorage', tab.storage);
    tab.keepSession('mine');
    tab.dropSession('signed-out');
    const other = new BroadcastChannel('test-session');
    channels.push(other);
    other.onmessage = () => other.postMessage({ kind: 'offered', token: 'of another' });
    const reloaded = await openTab(tab.storage);
    vi.stubGlobal('sessionStorage', tab.storage);
    await reloaded.askOtherTabs(reloaded.channel);
    expect(reloaded.sessionToken()).toBeNull();
  });
});
