/** A file that no unit can get before a person repairs it: it is gone, or is not the one that was checked. */
export class UnusableFile extends Error {}
