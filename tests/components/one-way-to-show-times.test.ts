import { globSync, readFileSync } from 'node:fs';
import { expect, it } from 'vitest';

// layers/core/shown-time.ts writes all times, in the format and the zone of the user.

const FORBIDDEN =
  /toLocale(Date|Time)String|\.toLocaleString\(\)|new Intl\.DateTimeFormat|type="(date|time|datetime-local)"|'datetime-local'/;

it('shows times and asks for days in one way: no screen formats dates itself or uses date fields of the browser', () => {
  const files = globSync('web/src/**/*.{ts,tsx}');
  expect(files.length).toBeGreaterThan(200);
  expect(files.filter((file) => FORBIDDEN.test(readFileSync(file, 'utf8')))).toEqual([]);
});
