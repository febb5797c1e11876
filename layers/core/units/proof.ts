import { DESTROYED, type Unit } from './unit.ts';

/**
 * True if a unit that has no secret may log in by what its label says: the portal has known it since before units had secrets, and neither
 * its dealer nor a dealer above requires a proof.
 */
export const mayLoginWithoutProof = (isTrustedByLabel: boolean, isProofRequired: boolean): boolean =>
  isTrustedByLabel && !isProofRequired;

/** True if the unit has the mark of those without a secret, which lists and counts them. A destroyed unit never connects, so it needs no secret. */
export const isMarked = ({ UnitStatus }: Pick<Unit, 'UnitStatus'>, hasSecret: boolean): boolean =>
  !hasSecret && UnitStatus !== DESTROYED;
