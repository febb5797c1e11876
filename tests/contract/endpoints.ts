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
export const ENDPOINTS: readonly Named[] = Object.entries(api).flatMap(([area, endpoints]) =>
  Object.entries(endpoints).map(([name, endpoint]) => ({ name: `${area}.${name}`, area, endpoint })),
);

export type Sample = Record<string, unknown>;

/** The input that stands in events/<area>/<endpoint>.json. */
export function sampleOf(name: string): Sample {
  const file = new URL(`../../events/${name.replace('.', '/')}.json`, import.meta.url);
  try {
    return JSON.parse(readFileSync(file, 'utf8')) as Sample;
  } catch (error) {
    throw new Error(`events/${name.replace('.', '/')}.json must hold an input that ${name} takes`, { cause: error });
  }
}
