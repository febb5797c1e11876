import type { UnitStart } from './session.ts';

/** The boot of a unit that has lost its count. Its login is refused, and it takes the time of the refusal, in seconds, as its next boot. */
export const BOOT_COUNT_LOST = 0;

/**
 * True if a login stands before an earlier login of the same unit. A unit never counts back: it stores its boots, and one that
 * lost the count takes the server's time instead. So two devices use this identity.
 */
export const countsBack = (login: UnitStart, earlier: UnitStart): boolean =>
  login.bootId < earlier.bootId || (login.bootId === earlier.bootId && login.lastSequence < earlier.lastSequence);
