import type { Sample } from '#support/samples.ts';

export const sample: Sample = { named: [{ name: '400220', missing: 'ZZ9999' }] };
