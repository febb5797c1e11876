import { json, type StandInReply } from '../http.ts';

/** A refusal as ThingSpace words it; its clients are to match the code, never the text. */
export const refusal = (code: string, errorMessage: string, status = 400): StandInReply =>
  json(status, { errorCode: `UnifiedWebService.${code}`, errorMessage });
