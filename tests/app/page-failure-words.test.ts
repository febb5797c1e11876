import { expect, it } from 'vitest';
import { wordsFor } from '#web/app/page-failure-words.ts';
import { RequestError } from '#web/lib/api/request-error.ts';

const notLoaded = new TypeError('Failed to fetch dynamically imported module: https://w.example/assets/units-1.js');

it('says that something went wrong if a page fails', () =>
  expect(wordsFor(new TypeError('x is undefined'), 0)).toBe('Something went wrong! Please try again'));

it('asks to try again if a page does not load, and to refresh after the second failure', () => {
  expect(wordsFor(notLoaded, 0)).toBe('Something went wrong, please try again');
  expect(wordsFor(notLoaded, 1)).toBe('Please refresh the page');
});

it('shows the message of the server if a request failed [P1-M01]', () =>
  expect(wordsFor(new RequestError('FORBIDDEN', 'Not today', 'c'), 0)).toBe('Not today'));
