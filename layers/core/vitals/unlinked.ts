/** What a unit has that is linked to no patient of a vitals portal. */
export const UNLINKED = { vitalsPatient: '', vitalsPortal: '' };
