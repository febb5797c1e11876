import { PRODUCTION, synthesize } from './synthesize.ts';

/** A production deployment, whole. Synthesized once for all tests of stacks: that takes longer than they do. */
export const portal = synthesize(PRODUCTION);

export const EDGE_KEY_VERSION = '6f1c2a52-8f0e-4a30-9e0b-0d5a7f1b2c3d';
/** The least that can be deployed, outside the Region that CloudFront prefers, with another key of the edge than its first. */
export const elsewhere = synthesize({ region: 'eu-west-1', bridge: 'off', edgeKeyVersion: EDGE_KEY_VERSION });
