import { PRODUCTION, synthesize } from './synthesize.ts';

/** A complete production deployment. All tests of stacks share it, because synthesizing takes longer than the tests. */
export const portal = synthesize(PRODUCTION);

export const EDGE_KEY_VERSION = '6f1c2a52-8f0e-4a30-9e0b-0d5a7f1b2c3d';
/** The smallest deployment, outside the Region of CloudFront, with a changed edge key. */
export const elsewhere = synthesize({ region: 'eu-west-1', bridge: 'off', edgeKeyVersion: EDGE_KEY_VERSION });
