import { expect, test } from 'vitest';
import { refusedLines } from './refused-lines.ts';

const REFUSED = [
  "import { useSWRConfig } from 'swr'",
  "import { useSWRConfig as settings } from 'swr'",
  "import { SWRConfig, useSWRConfig } from 'swr'",
  "import { SWRConfig, useSWRConfig as settings } from 'swr'",
  "import useSWR, { useSWRConfig } from 'swr'",
  "import useSWR, { type SWRConfiguration, useSWRConfig as settings } from 'swr'",
  "import { mutate } from 'swr'",
  "import { mutate as change } from 'swr'",
  "import useSWR, { mutate as change } from 'swr'",
  "import * as swr from 'swr'",
  'const { cache } = useSWRConfig()',
];
const ALLOWED = [
  "import useSWR from 'swr'",
  "import { SWRConfig, type SWRConfiguration } from 'swr'",
  "import useSWR, { unstable_serialize } from 'swr'",
  "import useSWRInfinite from 'swr/infinite'",
  "import { useReadAgain } from '#web/lib/api/use-read-again.ts'",
];

test('the linter refuses the cache of a session to screens', () =>
  expect(refusedLines('web/src/app/a.ts', [...REFUSED, ...ALLOWED])).toEqual(REFUSED));

test('the linter leaves the cache of a session to what reads it for all screens', () =>
  expect(refusedLines('web/src/lib/api/a.ts', REFUSED)).toEqual([]));
