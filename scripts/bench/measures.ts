import type { Measure } from './measure.ts';

export interface Entry {
  name: string;
  /** What it needs to be there before it is loaded. */
  needs?: 'table';
  load(): Promise<{ measure: Measure }>;
}

/** Everything that `npm run bench` measures, in this order. */
export const MEASURES: readonly Entry[] = [
  { name: 'fleet-size', needs: 'table', load: () => import('./fleet-size.ts') },
  { name: 'serve', needs: 'table', load: () => import('./serve.ts') },
];
