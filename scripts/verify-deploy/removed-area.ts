/** The area that the verification removes from a deployed portal. */
export const REMOVED_AREA = 'lead-times';
