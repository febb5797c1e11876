import { z } from 'zod';
import { RegisteredCallbacks } from './thingspace-replies.ts';
import type { ThingSpaceSession } from './thingspace-session.ts';

interface Registration {
  /** Where ThingSpace posts: https on port 443 in the cloud. */
  url: string;
  callbackUserName: string;
  callbackPassword: string;
}

/**
 * Registers `url` for the results of requests. ThingSpace keeps one address per service and account, so another one is deleted
 * first. Returns false if the same one is registered already.
 */
export async function registerCallbacks(
  session: ThingSpaceSession,
  { url, callbackUserName, callbackPassword }: Registration,
): Promise<boolean> {
  const account = `/callbacks/${encodeURIComponent(session.accountName)}`;
  const registered = await session.call({ method: 'GET', path: account, reply: RegisteredCallbacks, repeatable: true });
  const present = registered.find(({ serviceName }) => serviceName === SERVICE);
  if (present?.url === url && present.username === callbackUserName && present.password === callbackPassword) {
    return false;
  }
  if (present) {
    const path = `${account}/name/${SERVICE}`;
    await session.call({ method: 'DELETE', path, reply: z.unknown(), repeatable: true });
  }
  const body = { name: SERVICE, url, username: callbackUserName, password: callbackPassword };
  await session.call({ method: 'POST', path: account, body, reply: z.unknown(), repeatable: true });
  return true;
}

/** The service that reports on activations, deactivations, suspensions, restorations and changes of plan. */
const SERVICE = 'CarrierService';
