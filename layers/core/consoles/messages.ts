/** The messages of the consoles, word for word (portal-2 section 8). */
export const UNABLE_TO_CONNECT =
  'Unable to connect to the unit. The Unit may be unavailable, rebooting or turned off. Please try again';
export const TOO_MANY_WAIT = 'Too many commands wait for the unit. Try again in a moment';
export const RIGHTS_ENDED = 'The right to give this command has ended';
export const WEARER_LEFT = 'The wearer left the unit after the command was given';
export const CONNECTION_ERROR = 'An error occurred. The unit may be unavailable. Please try again.';
export const WEBSOCKET_ERROR = 'An error occurred while trying to set up a Websocket.';
export const CONNECTION_CLOSED = 'The connection to the unit has closed';
export const UNIT_MOVES = 'The unit changes to another server of the portal';
export const UNIT_REBOOTING = 'Unit Rebooting. Try reconnecting to the unit in 30 seconds';
export const REBOOT_TAKES_LONGER = 'It may take several minutes to reboot.';
export const STILL_CONNECTING = 'Still connecting. Please wait';
/** P2-M30. */
export const MAP_FAILED = 'Unable to open MyLink Map. Please try again later.';
export const LOCATION_FAILED = 'Unable to get real time GPS location. Please try again.';
