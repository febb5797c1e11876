import { afterAll, afterEach, expect, it, vi } from 'vitest';
import { RequestError } from '#web/lib/api/request-error.ts';

const show = { showFailure: vi.fn(), logFailure: vi.fn() };
// Another test file can have imported these modules before, without the stand-in, and a later one must not get it.
vi.resetModules();
vi.doMock('#web/lib/messages/show.ts', () => show);
const { swrConfiguration } = await import('#web/lib/api/swr-configuration.ts');
afterEach(() => vi.clearAllMocks());
afterAll(() => {
  vi.doUnmock('#web/lib/messages/show.ts');
  vi.resetModules();
});

const failure = new RequestError('UNAVAILABLE', 'Service Unavailable, please try again', 'c1');

/** Makes a read fail while the screen shows `data`. */
const fail = (data: unknown) =>
  swrConfiguration.onError!(failure, 'key', { cache: new Map([['key', { data }]]) } as never);

it('only logs a failure to refresh what is on the screen [P1-M05 P2-B140 P3-B91]', () => {
  fail({ units: 3 });
  expect(show.logFailure).toHaveBeenCalledExactlyOnceWith(failure);
  expect(show.showFailure).not.toHaveBeenCalled();
});

it('shows a failure if there is no data to show [P1-M04]', () => {
  fail(undefined);
  expect(show.showFailure).toHaveBeenCalledExactlyOnceWith(failure);
  expect(show.logFailure).not.toHaveBeenCalled();
});
