import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { ACCESS_FLAGS } from '#core/access.ts';
import { accessMap } from '#functions/auth/session-user.ts';
import type { AccessAnswer } from '#web/lib/session/kept-access.ts';
import { memoryStorage } from '../lib/memory-storage.ts';

const ANSWER: AccessAnswer = {
  user: {
    user: 'u1',
    userName: 'ada@northwind.example',
    firstName: 'Ada',
    lastName: 'Lee',
    type: 3,
    dealer: 22,
    dealerName: 'Northwind',
    signOutAddress: '/login',
    ownDealer: 22,
    ownDealerName: 'Northwind',
    hasSubDealers: false,
    times: {},
  },
  access: accessMap(ACCESS_FLAGS.slice(0, 3)),
  accessENGINEER: false,
};

async function openTab(storage = memoryStorage()) {
  vi.resetModules();
  vi.stubGlobal('sessionStorage', storage);
  const kept = await import('#web/lib/session/kept-access.ts');
  const session = await import('#web/lib/session/session-token.ts');
  const sharing = await import('#web/lib/session/session-sharing.ts');
  return { ...kept, ...session, ...sharing, storage };
}

let channels: BroadcastChannel[] = [];
beforeEach(() => {
  channels = [];
});
afterEach(() => {
  for (const channel of channels) channel.close();
  vi.unstubAllGlobals();
  // A later test file must not get a tab of this one.
  vi.resetModules();
});

const channel = () => {
  const opened = new BroadcastChannel('test-kept-access');
  channels.push(opened);
  return opened;
};

describe('the access that a tab keeps', () => {
  it('survives a reload with the session', async () => {
    const tab = await openTab();
    tab.keepSession('first');
    tab.keepAccess('first', ANSWER);
    const reloaded = await openTab(tab.storage);
    expect(reloaded.keptAccess('first')).toEqual(ANSWER);
  });

  it('is of one session only', async () => {
    const tab = await openTab();
    tab.keepSession('first');
    tab.keepAccess('first', ANSWER);
    expect(tab.keptAccess('second')).toBeUndefined();
    expect(tab.keptAccess(null)).toBeUndefined();
  });

  it.each([
    ['a sign-out', (tab: Awaited<ReturnType<typeof openTab>>) => tab.dropSession('signed-out')],
    ['the idle time-out', (tab: Awaited<ReturnType<typeof openTab>>) => tab.dropSession('idle')],
    ['another sign-in', (tab: Awaited<ReturnType<typeof openTab>>) => tab.keepSession('second')],
    ['another dealer or user', (tab: Awaited<ReturnType<typeof openTab>>) => tab.exchangeToken('first', 'second')],
  ])('is deleted by %s', async (_, end) => {
    const tab = await openTab();
    tab.keepSession('first');
    tab.keepAccess('first', ANSWER);
    end(tab);
    expect(tab.storage.getItem('watchkeep.access')).toBeNull();
    // A late answer to the session before is not kept either.
    tab.keepAccess('first', ANSWER);
    expect(tab.storage.getItem('watchkeep.access')).toBeNull();
  });

  it('is not used if it does not fit this release', async () => {
    const tab = await openTab();
    tab.keepSession('first');
    tab.keepAccess('first', { ...ANSWER, user: { ...ANSWER.user, type: 9 as never } });
    expect(tab.keptAccess('first')).toBeUndefined();
  });

  it('comes with the session from another tab', async () => {
    const other = channel();
    other.onmessage = ({ data }) => {
      if (data.kind === 'asked') other.postMessage({ kind: 'offered', token: 'shared', access: ANSWER });
    };
    const tab = await openTab();
    await tab.askOtherTabs(channel());
    expect(tab.keptAccess('shared')).toEqual(ANSWER);
  });

  it('goes with the session to another tab', async () => {
    const tab = await openTab();
    tab.keepSession('shared');
    tab.keepAccess('shared', ANSWER);
    tab.shareSession(channel());
    const asking = channel();
    const heard: unknown[] = [];
    asking.onmessage = ({ data }) => heard.push(data);
    asking.postMessage({ kind: 'asked' });
    await vi.waitFor(() => expect(heard).toEqual([{ kind: 'offered', token: 'shared', access: ANSWER }]));
  });
});
