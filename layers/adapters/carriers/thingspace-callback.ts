import { createHash, timingSafeEqual } from 'node:crypto';
import { z } from 'zod';
import { AppError } from '#core/errors.ts';
import { ThingSpaceCallback } from '#core/sims/thingspace-callback.ts';
import { identifier } from './thingspace-replies.ts';

/** The result of a request that ThingSpace accepted earlier. */
export interface CallbackResult {
  /** The same for every delivery of this result, so that it is applied once. */
  key: string;
  requestId: string;
  iccid: string | undefined;
  imei: string | undefined;
  /** The line's present number, if the callback has it. */
  msisdn: string | undefined;
  outcome: { step: 'confirmed'; state?: string } | { step: 'refused'; code: string; message: string };
}

interface Credentials {
  callbackUserName: string;
  callbackPassword: string;
}

const Body = ThingSpaceCallback.omit({ username: true, password: true });

/**
 * Reads the body of a CarrierService callback, one device each.
 * @throws UNAUTHENTICATED without the credentials that we registered at ThingSpace; INVALID for a body of another kind
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
  // The line already is in the state that was requested.
  if (code.endsWith('.DeviceAlreadyActive')) return { step: 'confirmed', state: 'active' };
  return { step: 'refused', code, message: fault?.faultstring || status };
}

const Claimed = z.object({ username: z.string(), password: z.string() });

/** Both are compared in full and as digests, so that the time taken reveals nothing of either. */
function isThingSpace(body: unknown, { callbackUserName, callbackPassword }: Credentials): boolean {
  const claimed = Claimed.safeParse(body).data ?? { username: '', password: '' };
  const user = sameText(claimed.username, callbackUserName);
  const password = sameText(claimed.password, callbackPassword);
  return user && password;
}

const digest = (text: string) => createHash('sha256').update(text).digest();
const sameText = (left: string, right: string) => timingSafeEqual(digest(left), digest(right));
