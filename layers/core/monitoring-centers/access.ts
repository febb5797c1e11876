import { holding } from '../access.ts';

/** Who administers monitoring centres. */
export const CENTER_MANAGERS = holding('ADMIN', 'ENGINEER');
