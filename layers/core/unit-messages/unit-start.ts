import type { UnitStart } from './session.ts';

/**
 * True if a login stands before an earlier login of the same unit. A unit never counts back: it stores its boots, and one that
 * lost the count takes the time instead. So two devices use this identity.
 */
export const countsBack = (login: UnitStart, earlier: UnitStart): boolean =>
  login.bootId < earlier.bootId || (login.bootId === earlier.bootId && login.lastSequence < earlier.lastSequence);
