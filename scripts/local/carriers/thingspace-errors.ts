import { json, type StandInReply } from '../http.ts';

/** A refusal with ThingSpace's words; clients must match the code, never the text. */
export const refusal = (code: string, errorMessage: string, status = 400): StandInReply =>
  json(status, { errorCode: `UnifiedWebService.${code}`, errorMessage });
