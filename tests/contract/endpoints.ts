import { readFileSync } from 'node:fs';
import type { Endpoint } from '#core/contract.ts';
import { api } from '#core/index.ts';

export interface Named {
  /** `units.setReporting` */
  name: string;
  area: string;
  endpoint: Endpoint;
}

/** Every endpoint of the contract. */
export const CONTRACT: readonly Named[] = Object.entries(api).flatMap(([area, endpoints]) =>
  Object.entries(endpoints).map(([name, endpoint]) => ({ name: `${area}.${name}`, area, endpoint })),
);

const { TEST_AREA, TEST_DEPTH } = process.env;

/** The endpoints under test: the whole contract, or the area of TEST_AREA. */
export const ENDPOINTS = TEST_AREA ? CONTRACT.filter(({ area }) => area === TEST_AREA) : CONTRACT;

export const CLOSED = ENDPOINTS.filter(({ endpoint }) => !endpoint.access.public);

/**
 * The sample for tests of `serve()`, which is the same for every endpoint of a function: one endpoint of each area, and those that also
 * answer a session whose taken-on access has ended. `npm run test:deep` uses all.
 */
export const spotChecked = (endpoints: readonly Named[]): readonly Named[] =>
  TEST_DEPTH === 'deep'
    ? endpoints
    : endpoints.filter(
        (one, index) => one.endpoint.afterAccessAs || endpoints.findIndex(({ area }) => area === one.area) === index,
      );

export type Sample = Record<string, unknown>;

/** The input of events/<area>/<endpoint>.json. */
export function sampleOf(name: string): Sample {
  const file = new URL(`../../events/${name.replace('.', '/')}.json`, import.meta.url);
  try {
    return JSON.parse(readFileSync(file, 'utf8')) as Sample;
  } catch (error) {
    throw new Error(`events/${name.replace('.', '/')}.json must hold an input that ${name} takes`, { cause: error });
  }
}
