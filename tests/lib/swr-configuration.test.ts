import { afterEach, expect, it, vi } from 'vitest';
import { RequestError } from '#web/lib/api/request-error.ts';
import { swrConfiguration } from '#web/lib/api/swr-configuration.ts';

const show = vi.hoisted(() => ({ showFailure: vi.fn(), logFailure: vi.fn() }));
vi.mock('#web/lib/messages/show.ts', () => show);
afterEach(() => vi.clearAllMocks());

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
