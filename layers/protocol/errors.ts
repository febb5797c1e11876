/**
 * Reasons why a login is refused (1-19) or a frame is rejected (20-39).
 * 20 is a broken frame; 21-24 are frames that were understood but cannot be used.
 */
export const PROTOCOL_ERRORS = {
  notLoggedIn: { code: 1, text: 'The first frame must be a login' },
  unknownUnit: { code: 2, text: 'No unit with this serial number' },
  imeiMismatch: { code: 3, text: 'The IMEI is not the one of this unit' },
  modelMismatch: { code: 4, text: 'The model is not the one of this unit' },
  outOfService: { code: 5, text: 'The unit is out of service' },
  unsupportedVersion: { code: 6, text: 'The protocol version is not supported' },
  busy: { code: 7, text: 'The server is busy, try again later' },
  badProof: { code: 8, text: 'The proof of identity is missing or wrong' },
  malformed: { code: 20, text: 'The frame is sound but its payload is broken' },
  unknownType: { code: 21, text: 'The frame type is not known for this model' },
  missingField: { code: 22, text: 'Understood, but a field is missing' },
  unusable: { code: 23, text: 'Understood, but not usable' },
  clockWrong: { code: 24, text: 'The time in the frame cannot be right' },
  alreadyLoggedIn: { code: 25, text: 'The unit is logged in already' },
  tooManyBadFrames: { code: 26, text: 'Too many damaged frames' },
} as const;

export type ProtocolErrorName = keyof typeof PROTOCOL_ERRORS;

/** An entry of the log of invalid messages that is no error: the report is stored and the unit is not told. */
export type NoteName = 'sequenceReused';
export type RefusalName =
  | 'notLoggedIn'
  | 'unknownUnit'
  | 'imeiMismatch'
  | 'modelMismatch'
  | 'outOfService'
  | 'unsupportedVersion'
  | 'busy'
  | 'badProof';
