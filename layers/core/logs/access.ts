import { atRoot, holding } from '../access.ts';
import { HISTORY_READERS } from '../history/access.ts';

// Apart from the contract, so that the first screen does not load the contract with the navigation.

/** Who reads the logs of units: those who read their history. */
export const LOG_READERS = HISTORY_READERS;

/** Who reads the messages of units with their frames. */
export const MESSAGE_READERS = holding('ENGINEER');

/** Who reads messages that could not be used. Many are of senders that no dealer has. */
export const INVALID_READERS = atRoot(MESSAGE_READERS);
