import { createHash, timingSafeEqual } from 'node:crypto';
import { z } from 'zod';
import { AppError } from '#core/errors.ts';
import { Identifiers, identifier } from './thingspace-replies.ts';

/** What ThingSpace tells of a request that it took on earlier. */
export interface CallbackResult {
  /** The same for every delivery of this result, so that it is acted on once. */
  key: string;
  requestId: string;
  iccid: string | undefined;
  imei: string | undefined;
  /** The number that the line has now, where the callback tells it. */
  msisdn: string | undefined;
  outcome: { step: 'confirmed'; state?: string } | { step: 'refused'; code: string; message: string };
}

interface Credentials {
  callbackUserName: string;
  callbackPassword: string;
}

const Response = z.object({
  deviceIds: Identifiers.optional(),
  state: z.string().optional(),
});

const Body = z.object({
  requestId: z.string().min(1),
  deviceIds: Identifiers.min(1),
  status: z.string(),
  /** One member named for what was asked: activateResponse, changeIdentifierResponse and so on. */
  deviceResponse: z.record(z.string(), Response.catch({})).nullish(),
  faultResponse: z.object({ faultcode: z.string(), faultstring: z.string().catch('') }).nullish(),
});

/**
 * Reads the body of a CarrierService callback, one device each. ThingSpace proves itself by the credentials that we
 * registered with it: without them UNAUTHENTICATED. A body of another kind is INVALID.
 */
export function parseThingSpaceCallback(body: unknown, credentials: Credentials): CallbackResult {
  if (!isThingSpace(body, credentials)) throw new AppError('UNAUTHENTICATED', 'Not a callback of ThingSpace');
  const parsed = Body.safeParse(body);
  if (!parsed.success) throw new AppError('INVALID', 'Not the result of a request');

  const { requestId, deviceIds, status, deviceResponse, faultResponse } = parsed.data;
  const responses = Object.values(deviceResponse ?? {});
  const told = [...responses.flatMap((response) => response.deviceIds ?? []), ...deviceIds];
  const iccid = identifier(deviceIds, 'iccid') ?? identifier(told, 'iccid');
  const device = iccid ?? deviceIds[0]!.id;
  return {
    key: `${requestId}#${device}`,
    requestId,
    iccid,
    imei: identifier(told, 'imei'),
    msisdn: identifier(told, 'mdn', 'msisdn'),
    outcome: outcomeOf(status, responses.find(({ state }) => state)?.state, faultResponse ?? undefined),
  };
}

function outcomeOf(
  status: string,
  state: string | undefined,
  fault: { faultcode: string; faultstring: string } | undefined,
): CallbackResult['outcome'] {
  if (!fault && status.toLowerCase() === 'success') return { step: 'confirmed', ...(state && { state }) };
  const code = fault?.faultcode.replace(/^UnifiedWebService\./, '') ?? status;
  // The line is as it was asked to be, whoever brought it there.
  if (code.endsWith('.DeviceAlreadyActive')) return { step: 'confirmed', state: 'active' };
  return { step: 'refused', code, message: fault?.faultstring || status };
}

const Claimed = z.object({ username: z.string(), password: z.string() });

/** Both are compared in full and as digests, so that the time taken tells nothing of either. */
function isThingSpace(body: unknown, { callbackUserName, callbackPassword }: Credentials): boolean {
  const claimed = Claimed.safeParse(body).data ?? { username: '', password: '' };
  const user = sameText(claimed.username, callbackUserName);
  const password = sameText(claimed.password, callbackPassword);
  return user && password;
}

const digest = (text: string) => createHash('sha256').update(text).digest();
const sameText = (left: string, right: string) => timingSafeEqual(digest(left), digest(right));
