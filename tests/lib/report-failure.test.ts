import { afterAll, afterEach, expect, it, vi } from 'vitest';
import { RequestError } from '#web/lib/api/request-error.ts';

const show = { showFailure: vi.fn(), logFailure: vi.fn() };
// Another test file can have imported these modules before, without the stand-in, and a later one must not get it.
vi.resetModules();
vi.doMock('#web/lib/messages/show.ts', () => show);
const { reportFailure } = await import('#web/lib/api/report-failure.ts');
afterEach(() => vi.clearAllMocks());
afterAll(() => {
  vi.doUnmock('#web/lib/messages/show.ts');
  vi.resetModules();
});

const failure = new RequestError('UNAVAILABLE', 'Service Unavailable, please try again', 'c1');

it('only logs a failure to refresh what is on the screen [P1-M05 P2-B140 P3-B91]', () => {
  const onError = vi.fn();
  reportFailure(failure, { hasData: true, byCaller: false, onError });
  expect(show.logFailure).toHaveBeenCalledExactlyOnceWith(failure);
  expect(show.showFailure).not.toHaveBeenCalled();
  expect(onError).not.toHaveBeenCalled();
});

it('shows a failure if there is no data to show [P1-M04]', () => {
  reportFailure(failure, { hasData: false, byCaller: false });
  expect(show.showFailure).toHaveBeenCalledExactlyOnceWith(failure);
  expect(show.logFailure).not.toHaveBeenCalled();
});

it('only logs a failure that its caller shows', () => {
  reportFailure(failure, { hasData: false, byCaller: true });
  expect(show.logFailure).toHaveBeenCalledExactlyOnceWith(failure);
  expect(show.showFailure).not.toHaveBeenCalled();
});

it('leaves a failure without data to the caller that reports it', () => {
  const onError = vi.fn();
  reportFailure(failure, { hasData: false, byCaller: true, onError });
  expect(onError).toHaveBeenCalledExactlyOnceWith(failure);
  expect(show.showFailure).not.toHaveBeenCalled();
});
