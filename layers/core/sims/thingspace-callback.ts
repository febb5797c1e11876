import { z } from 'zod';

const Identifier = z.object({ id: z.string().max(40), kind: z.string().max(20) });

/** What the portal reads of a response. An unknown kind of response counts as empty, so that its result is still taken. */
const Response = z
  .object({ deviceIds: z.array(Identifier).max(20).optional(), state: z.string().max(100).optional() })
  .catch({});

/** What ThingSpace posts when it has worked on a request, one device each. */
export const ThingSpaceCallback = z.object({
  /** Those that were registered with the address, in plain text: the only proof of who calls. */
  username: z.string().max(200).default(''),
  password: z.string().max(200).default(''),
  requestId: z.string().min(1).max(100),
  deviceIds: z.array(Identifier).min(1).max(20),
  status: z.string().max(100),
  /** One member, named for the request: activateResponse, changeIdentifierResponse and so on. */
  deviceResponse: z.record(z.string().regex(/^\w{1,60}Response$/), Response).nullish(),
  faultResponse: z.object({ faultcode: z.string().max(200), faultstring: z.string().max(1000).catch('') }).nullish(),
});
export type ThingSpaceCallback = z.infer<typeof ThingSpaceCallback>;

/** The path of the call. ThingSpace knows it from our registration. */
export const THINGSPACE_CALLBACK_PATH = '/api/carrier/thingspaceCallback';
