import type { Sample } from '#support/samples.ts';

export const sample: Sample = { named: [{ name: 220, missing: 999_999 }] };
