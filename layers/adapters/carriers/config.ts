import { z } from 'zod';

const REQUEST_TIMEOUT_MS = 10_000;

const Text = z.string().min(1);

/** A carrier's credentials; those that are missing or not all filled in are none: not every portal has every carrier. */
const filledIn = <Credentials extends z.ZodType>(credentials: Credentials) => credentials.optional().catch(undefined);

const ControlCenterCredentials = z.object({ userName: Text, apiKey: Text });

/** What the secret holds for the carriers; its other members are not ours and left out. */
export const CarrierSecrets = z.object({
  controlCenterAtt: filledIn(ControlCenterCredentials),
  controlCenterTelus: filledIn(ControlCenterCredentials),
  thingspace: filledIn(
    z.object({
      key: Text,
      secret: Text,
      userName: Text,
      password: Text,
      accountName: Text,
      /** What ThingSpace sends back with each callback, so that we know it. */
      callbackUserName: Text,
      callbackPassword: Text,
    }),
  ),
});
export type CarrierSecrets = z.infer<typeof CarrierSecrets>;

/** Everything that differs from tenant to tenant. Base URLs are without a path: `https://restapi3.jasper.com`. */
export const CarriersConfig = z.object({
  controlCenterAttUrl: z.url(),
  controlCenterTelusUrl: z.url(),
  thingSpaceUrl: z.url(),
  secrets: CarrierSecrets,
  timeout: z.number().int().positive().default(REQUEST_TIMEOUT_MS),
  /** Plans without voice, by name: their lines never wait for voice. */
  dataOnlyPlans: z.array(z.string()).default([]),
  /** The account of ours in Control Center that dealers are customers of, by its name there. */
  reportingAccountName: z.string().default('Watchkeep'),
  thingSpace: z
    .object({
      /** The plan that lines are activated on. */
      servicePlan: z.string().default('M2MVoice'),
      /** Chooses the number of a line whose place of use is unknown. */
      mdnZipCode: z.string().default('84097'),
      /** The reason that ThingSpace wants with each deactivation, in its own codes. */
      deactivationReason: z.string().default('FF'),
    })
    .prefault({}),
});
export type CarriersConfig = z.infer<typeof CarriersConfig>;
