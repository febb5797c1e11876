import { describe, expect, it, test } from 'vitest';
import { AppError, type ErrorCode, HTTP_STATUS } from '#core/errors.ts';
import { RequestError } from '#web/lib/api/request-error.ts';
import { toastFor } from '#web/lib/messages/toast-for.ts';

const CODES = (Object.keys(HTTP_STATUS) as ErrorCode[]).filter((code) => code !== 'UNAUTHENTICATED');

describe('the toast of a failure', () => {
  test.each(CODES)("%s shows the server's message for six seconds [P1-M01 P1-M04 P1-K01 P2-B136]", (code) =>
    expect(toastFor(new AppError(code, 'Words of the server'))).toMatchObject({
      description: 'Words of the server',
      duration: 6000,
    }),
  );

  it('of a session is left out, because the login shows the reason', () =>
    expect(toastFor(new AppError('UNAUTHENTICATED', 'Sign in'))).toBeUndefined());

  it('of the server contains its correlation id', () =>
    expect(toastFor(new RequestError('INTERNAL', 'Please try again', 'abc'))?.description).toContain('abc'));

  it("of the browser's own code shows the text of the specification [P2-M03]", () =>
    expect(toastFor(new TypeError('x is undefined'))).toMatchObject({
      description: 'Something went wrong. Please try again',
    }));

  it("of the browser's own code never shows the error's text", () =>
    expect(JSON.stringify(toastFor(new TypeError('x is undefined')))).not.toContain('undefined'));
});
