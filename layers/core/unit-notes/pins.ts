/** A person pins what they look at every day, not a list. */
export const MAX_PINS = 20;
