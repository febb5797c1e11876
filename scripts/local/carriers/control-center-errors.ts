import type { StandInReply } from '../http.ts';
import transitions from './control-center-transitions.json' with { type: 'json' };
import type { Sim } from './sim.ts';

export const TOO_OFTEN = { errorMessage: 'Rate limit exceeded', errorCode: '40000029' };
export const SERVER_ERROR = { errorMessage: 'Server error', errorCode: '30000001' };

/** Responses are in ISO-8859-1, as observed. */
export function jsonReply(status: number, body: unknown): StandInReply & { headers: Record<string, string> } {
  return {
    status,
    headers: { 'content-type': 'application/json;charset=ISO-8859-1' },
    body: Buffer.from(JSON.stringify(body), 'latin1'),
  };
}

export const failure = (status: number, errorCode: string, errorMessage: string) =>
  jsonReply(status, { errorMessage, errorCode });
export const NOT_FOUND = failure(404, '20000001', 'Resource not found');

export const EDITABLE = [
  'status',
  'ratePlan',
  'communicationPlan',
  'customer',
  'deviceID',
  'modemID',
  'overageLimitOverride',
  'effectiveDate',
  ...Array.from({ length: 10 }, (_, index) => `accountCustom${index + 1}`),
];

const TRANSITIONS: Record<string, string[]> = transitions;

/** The code is our own: the documentation of the REST interface names none for a transition that the tenant does not allow. */
export function statusRefusal(sim: Sim, status: unknown): StandInReply | undefined {
  if (status === undefined || status === sim.status) return undefined;
  if (typeof status !== 'string' || !(status in TRANSITIONS)) {
    return failure(400, '10000091', 'Invalid SIM status');
  }
  if (TRANSITIONS[sim.status]?.includes(status)) return undefined;
  return failure(400, '10000092', `Invalid SIM status transition from ${sim.status} to ${status}`);
}

const MAX_BY_CODING: Record<string, number> = { 0: 160, 1: 160, 3: 160, 4: 140, 8: 70 };

/** The decoded text of a message. */
export const textOf = ({ messageText, messageEncoding }: Record<string, unknown>) =>
  messageEncoding === 'BASE64' ? Buffer.from(String(messageText), 'base64').toString() : String(messageText);

export function messageRefusal(message: Record<string, unknown>): StandInReply | undefined {
  const { messageText, messageEncoding = 'LITERAL', dataCoding } = message;
  if (messageEncoding !== 'LITERAL' && messageEncoding !== 'BASE64') {
    return failure(400, '10000017', 'Invalid messageEncoding');
  }
  if (dataCoding !== undefined && !(String(dataCoding) in MAX_BY_CODING)) {
    return failure(400, '10000018', 'Invalid dataCoding');
  }
  const most = dataCoding === undefined ? 320 : MAX_BY_CODING[String(dataCoding)]!;
  if (typeof messageText !== 'string' || textOf(message).length > most) {
    return failure(400, '10000020', 'Invalid messageText length');
  }
  return undefined;
}
