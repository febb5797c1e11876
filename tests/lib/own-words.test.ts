import { globSync, readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { AppError, messageFor } from '#core/errors.ts';

describe('the text of a failure', () => {
  it('is the message of our own failures only', () => {
    expect(messageFor(new AppError('CONFLICT', 'Somebody else saved it'))).toBe('Somebody else saved it');
    for (const foreign of [new TypeError("Cannot read properties of undefined (reading 'x')"), 'Failed to fetch', null])
      expect(messageFor(foreign)).toBe('Something went wrong. Please try again');
  });

  it('is never that of any error on a screen', () => {
    const raw = /String\(error\)|error as Error|error instanceof Error \?\s*error\.message/;
    const sources = globSync('web/src/**/*.{ts,tsx}').filter((file) => raw.test(readFileSync(file, 'utf8')));
    // Logs to the console.
    expect(sources).toEqual(['web/src/lib/messages/show.ts']);
  });
});
