import { afterAll, beforeEach, expect, it, vi } from 'vitest';

const showSuccess = vi.fn();
const reportError = vi.fn();
// Another test file can have imported these modules before, without the stand-in, and a later one must not get it.
vi.resetModules();
vi.doMock('#web/lib/messages/show.ts', () => ({ showSuccess }));
const { tellSuccess } = await import('#web/lib/api/tell-success.ts');
beforeEach(() => {
  vi.clearAllMocks();
  vi.stubGlobal('reportError', reportError);
});
afterAll(() => {
  vi.unstubAllGlobals();
  vi.doUnmock('#web/lib/messages/show.ts');
  vi.resetModules();
});

it('says the words of a change, or those that fit its answer', () => {
  tellSuccess('Unit saved', {});
  tellSuccess(({ count }) => `${count} units saved`, { count: 3 });
  expect(showSuccess.mock.calls).toEqual([['Unit saved'], ['3 units saved']]);
});

it('says nothing if the screen shows the result anyway', () => {
  tellSuccess(undefined, {});
  tellSuccess(() => undefined, {});
  expect(showSuccess).not.toHaveBeenCalled();
});

it('says of a stored change whose words fail that it is done, and reports the fault', () => {
  const fault = new TypeError('The answer has no count');
  const failing = () => {
    throw fault;
  };
  expect(tellSuccess(failing, {})).toBeUndefined();
  expect(showSuccess).toHaveBeenCalledExactlyOnceWith('Done');
  expect(reportError).toHaveBeenCalledExactlyOnceWith(fault);
});
