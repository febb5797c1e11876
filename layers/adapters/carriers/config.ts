import { z } from 'zod';

const REQUEST_TIMEOUT_MS = 10_000;

const Text = z.string().min(1);

/** A carrier's credentials; undefined if any is missing. Not every portal has every carrier. */
const filledIn = <Credentials extends z.ZodType>(credentials: Credentials) => credentials.optional().catch(undefined);

const Soap = z.object({
  password: Text,
  licenseKey: Text,
  /** The name of the service in the path and the SOAPAction of ManageDialableMSISDN. The carrier names them: they are not published. */
  service: Text,
  action: Text,
  /** Where the carrier confirms. */
  callbackUrl: z.url(),
});
export type ControlCenterSoap = z.infer<typeof Soap>;

const ControlCenterCredentials = z.object({ userName: Text, apiKey: Text, soap: filledIn(Soap) });

/** The carriers' part of the secret. */
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
      /** ThingSpace sends these two with each callback, as proof of who it is. */
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
  /** The name of our account in Control Center. Dealers are its customers. */
  reportingAccountName: z.string().default('Watchkeep'),
  thingSpace: z
    .object({
      /** The plan that lines are activated on. */
      servicePlan: z.string().default('M2MVoice'),
      /** Decides the number of a line whose place of use is unknown. */
      mdnZipCode: z.string().default('84097'),
      /** ThingSpace's code of the reason for a deactivation. */
      deactivationReason: z.string().default('FF'),
    })
    .prefault({}),
});
export type CarriersConfig = z.infer<typeof CarriersConfig>;
