import { PRODUCTION, synthesize } from './synthesize.ts';

/** A production deployment, whole. Synthesized once for all tests of stacks: that takes longer than they do. */
export const portal = synthesize(PRODUCTION);

/** The least that can be deployed, outside the Region that CloudFront prefers. */
export const elsewhere = synthesize({ region: 'eu-west-1', bridge: 'off' });
