import { ElectroValidationError } from 'electrodb';

/** True if the table was not asked to write, because a value is missing or invalid. Trying again does not help. */
export const isMalformed = (error: unknown) => error instanceof ElectroValidationError;
