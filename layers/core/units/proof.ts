/**
 * True if a unit that has no secret may log in by what its label says: the portal has known it since before units had secrets, and neither
 * its dealer nor a dealer above requires a proof.
 */
export const mayLoginWithoutProof = (isTrustedByLabel: boolean, isProofRequired: boolean): boolean =>
  isTrustedByLabel && !isProofRequired;
