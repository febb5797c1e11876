import { z } from 'zod';
import { CarrierDate } from './dates.ts';

const Text = z
  .string()
  .nullish()
  .transform((text) => text || undefined);

/** The used part of GET /devices/{iccid}. */
export const DeviceReply = z.object({
  iccid: z.string(),
  imei: Text,
  msisdn: Text,
  status: z.string().min(1),
  ratePlan: Text,
  communicationPlan: Text,
  dateActivated: CarrierDate,
  dateUpdated: CarrierDate,
});

/** The used part of GET /devices/{iccid}/ctdUsages: bytes, messages and seconds since the cycle began. */
export const UsageReply = z.object({
  iccid: z.string(),
  ctdDataUsage: z.number().nonnegative(),
  ctdSMSUsage: z.number().nonnegative(),
  ctdVoiceUsage: z.number().nonnegative(),
});

/** The used part of GET /devices/{iccid}/sessionInfo. The end is null while the SIM is in session. */
export const SessionReply = z.object({
  iccid: z.string(),
  dateSessionStarted: CarrierDate,
  dateSessionEnded: CarrierDate,
});

/** The vendor's page names the ID `smsMsgId`, a client in production use reads `smsMessageId`: either is accepted. */
export const SmsReply = z
  .object({
    smsMsgId: z.union([z.string(), z.number()]).optional(),
    smsMessageId: z.union([z.string(), z.number()]).optional(),
  })
  .transform(({ smsMsgId, smsMessageId }, context) => {
    const id = smsMsgId ?? smsMessageId;
    if (id !== undefined) return { messageId: String(id) };
    context.addIssue({ code: 'custom', message: 'No ID of the message' });
    return z.NEVER;
  });

/** POST /customers returns the customer. The name of its number is not documented: it is one of these two, if present. */
export const CustomerReply = z
  .object({
    customerId: z.union([z.string(), z.number()]).optional(),
    id: z.union([z.string(), z.number()]).optional(),
  })
  .transform(({ customerId, id }) => ({
    customerId: (customerId ?? id) === undefined ? null : String(customerId ?? id),
  }));

/** PUT returns the ICCID or nothing: 200 when it is done, 202 when it is accepted. */
export const EditReply = z.unknown();

export const ErrorReply = z.object({ errorMessage: z.string().catch(''), errorCode: z.coerce.string().optional() });
