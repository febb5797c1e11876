/**
 * Reasons why a login is refused (1-19) or a frame is rejected (20-39).
 * 20 is a broken frame; 21-24 are frames that were understood but cannot be used. 27 is not final: the unit sends the report again.
 */
export const PROTOCOL_ERRORS = {
  notLoggedIn: { code: 1, text: 'The first frame must be a login' },
  loginRefused: { code: 2, text: 'The login is refused' },
  unsupportedVersion: { code: 6, text: 'The protocol version is not supported' },
  busy: { code: 7, text: 'The server is busy, try again later' },
  malformed: { code: 20, text: 'The frame is sound but its payload is broken' },
  unknownType: { code: 21, text: 'The frame type is not known for this model' },
  missingField: { code: 22, text: 'Understood, but a field is missing' },
  unusable: { code: 23, text: 'Understood, but not usable' },
  clockWrong: { code: 24, text: 'The time in the frame cannot be right' },
  alreadyLoggedIn: { code: 25, text: 'The unit is logged in already' },
  tooManyBadFrames: { code: 26, text: 'Too many damaged frames' },
  tooManyReports: { code: 27, text: 'Too many reports, send this one again later' },
} as const;

export type ProtocolErrorName = keyof typeof PROTOCOL_ERRORS;

/** An entry of the log of invalid messages that is no error: the report is stored and the unit is not told. */
export type NoteName = 'sequenceReused';

/**
 * Why a login was refused, for the log of invalid messages. The unit gets `loginRefused` for each of them but the last, `busy`: whoever has not
 * proven to be the unit must not learn which part was right.
 */
export type RefusalReason =
  | 'unknownUnit'
  | 'imeiMismatch'
  | 'modelMismatch'
  | 'outOfService'
  | 'bootCountLost'
  | 'noProof'
  | 'missingProof'
  | 'badProof'
  | 'staleProof'
  | 'tooManyRefusals'
  | 'tooManyLogins';
