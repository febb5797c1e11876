import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { bulkActions } from '#core/bulk-actions/contract.ts';
import { tableSettings } from '#core/table-settings/contract.ts';
import { memoryStorage } from './memory-storage.ts';

async function openTab(answers: (Response | Promise<Response>)[]) {
  vi.resetModules();
  vi.stubGlobal('sessionStorage', memoryStorage());
  const fetched = vi.fn(async () => (await answers.shift()) ?? Response.json({ table: {} }));
  vi.stubGlobal('fetch', fetched);
  const early = await import('#web/lib/api/early-reads.ts');
  const session = await import('#web/lib/session/session-token.ts');
  const { call } = await import('#web/lib/api/api.ts');
  const read = early.readOf(tableSettings.get, { table: 'units' });
  return { ...early, ...session, call, fetched, read, key: early.keyOf(read) };
}

const answerOf = (width: boolean) => Response.json({ table: { Model: width } });

beforeEach(() => {
  vi.useFakeTimers({ toFake: ['Date'] });
});
afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
  vi.resetModules();
});

describe('an early read', () => {
  it('is sent once, and taken once', async () => {
    const tab = await openTab([answerOf(true)]);
    tab.keepSession('ada');
    tab.readEarly(tab.read);
    tab.readEarly(tab.read);
    expect(tab.fetched).toHaveBeenCalledOnce();
    expect(await tab.takeEarly(tab.key)).toEqual({ table: { Model: true } });
    expect(tab.takeEarly(tab.key)).toBeUndefined();
  });

  it('is not sent without a session', async () => {
    const tab = await openTab([]);
    tab.readEarly(tab.read);
    expect(tab.fetched).not.toHaveBeenCalled();
  });

  it.each([
    ['a sign-out', ({ dropSession }: Awaited<ReturnType<typeof openTab>>) => dropSession('signed-out')],
    ['another session', ({ keepSession }: Awaited<ReturnType<typeof openTab>>) => keepSession('ben')],
  ])('is forgotten after %s', async (_, end) => {
    const tab = await openTab([answerOf(true)]);
    tab.keepSession('ada');
    tab.readEarly(tab.read);
    end(tab);
    expect(tab.takeEarly(tab.key)).toBeUndefined();
  });

  it('is too old after ten seconds', async () => {
    const tab = await openTab([answerOf(true)]);
    tab.keepSession('ada');
    tab.readEarly(tab.read);
    vi.setSystemTime(Date.now() + 10_001);
    expect(tab.takeEarly(tab.key)).toBeUndefined();
  });

  it('is forgotten after a change, which its answer may not contain', async () => {
    const tab = await openTab([answerOf(true)]);
    tab.keepSession('ada');
    tab.readEarly(tab.read);
    await tab.call(bulkActions.retry, { bchKey: '0'.repeat(26) }).catch(() => undefined);
    expect(tab.takeEarly(tab.key)).toBeUndefined();
  });

  it('that fails leaves the read to the page', async () => {
    const tab = await openTab([Response.json({}, { status: 503 })]);
    tab.keepSession('ada');
    tab.readEarly(tab.read);
    await vi.waitFor(() => expect(tab.takeEarly(tab.key)).toBeUndefined());
  });
});
