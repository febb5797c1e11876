// Apart from the types of a list, so that the reaction to a new list loads nothing else.

/** Of the users of a list, one worker does so many. A list with all its parts fits into one transaction. */
const USERS_OF_A_PART = 25;

/** The part of a list that a row is in. */
export const partOfRow = (row: number): number => Math.floor(row / USERS_OF_A_PART);

/** The number of parts of a list. */
export const partsIn = (total: number): number => Math.ceil(total / USERS_OF_A_PART);

/** The first row of a part. */
export const firstRowOf = (part: number): number => part * USERS_OF_A_PART;
