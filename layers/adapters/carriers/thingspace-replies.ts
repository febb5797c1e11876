import { z } from 'zod';
import { CarrierDate } from './dates.ts';

const Identifier = z.object({ id: z.string(), kind: z.string() });
export const Identifiers = z.array(Identifier);

/** The identifier of one kind among those of a device; ThingSpace writes kinds in either case. */
export const identifier = (identifiers: z.infer<typeof Identifiers>, ...kinds: string[]) =>
  kinds
    .map((kind) => identifiers.find((candidate) => candidate.kind.toLowerCase() === kind)?.id)
    .find((id) => id !== undefined && id !== '');

const DeviceRecord = z.object({
  deviceIds: Identifiers,
  carrierInformations: z
    .array(z.object({ carrierName: z.string().nullish(), servicePlan: z.string().nullish(), state: z.string() }))
    .min(1),
  billingCycleEndDate: CarrierDate,
  createdAt: CarrierDate,
  lastActivationDate: CarrierDate,
  lastConnectionDate: CarrierDate,
});
export type DeviceRecord = z.infer<typeof DeviceRecord>;

/** POST /devices/actions/list. */
export const DeviceListReply = z.object({ hasMoreData: z.boolean().default(false), devices: z.array(DeviceRecord) });

const Attributes = z.array(z.object({ key: z.string(), value: z.string().nullish() }));

/** One page of a history. */
export interface HistoryReply<Row> {
  hasMoreData: boolean;
  rows: Row[];
}

/** POST /devices/connections/actions/listHistory: oldest first. */
export const ConnectionHistoryReply = z
  .object({
    hasMoreData: z.boolean().default(false),
    connectionHistory: z
      .array(z.object({ connectionEventAttributes: Attributes, occurredAt: CarrierDate }))
      .default([]),
  })
  .transform(({ hasMoreData, connectionHistory }) => ({
    hasMoreData,
    rows: connectionHistory.map(({ connectionEventAttributes, occurredAt }) => ({
      at: occurredAt,
      event: connectionEventAttributes.find(({ key }) => key === 'Event')?.value,
    })),
  }));

const DayOfUse = z.object({
  bytesUsed: z.number().nonnegative(),
  smsUsed: z.number().nonnegative().default(0),
  timestamp: CarrierDate,
});

const rowOf = ({ bytesUsed, smsUsed, timestamp }: z.output<typeof DayOfUse>) => ({
  at: timestamp,
  dataBytes: bytesUsed,
  sms: smsUsed,
});

/** POST /devices/usage/actions/list: one row a day. */
export const UsageHistoryReply = z
  .object({ hasMoreData: z.boolean().default(false), usageHistory: z.array(DayOfUse).default([]) })
  .transform(({ hasMoreData, usageHistory }) => ({ hasMoreData, rows: usageHistory.map(rowOf) }));

const DatedDay = DayOfUse.refine(({ timestamp }) => timestamp !== undefined, 'A day of usage has no date');

/**
 * The same for bills. ThingSpace may leave out either field (DeviceUsageListResult of its SDKs). `hasMoreData: false` without days says that nothing was
 * used. An answer that has neither, or no days although there are more, says nothing.
 */
export const ListedUsageReply = z
  .object({ hasMoreData: z.boolean().nullish(), usageHistory: z.array(DatedDay).nullish() })
  .transform(({ hasMoreData, usageHistory }) => ({
    hasMoreData: hasMoreData ?? false,
    rows: (usageHistory ?? []).map(rowOf),
    isTold: usageHistory ? usageHistory.length > 0 || hasMoreData !== true : hasMoreData === false,
  }));

/** POST /devices/actions/list/imeiiccidmismatch: has the date of the last write over the air. */
export const MismatchReply = z.object({
  devices: z.array(z.object({ iccid: z.string().optional(), simOtaDate: CarrierDate })).default([]),
});

/** The answer to every provisioning request and every SMS. */
export const RequestReply = z.object({ requestId: z.string().min(1) });

export const TokenReply = z.object({ access_token: z.string().min(1), expires_in: z.number().positive() });
export const SessionReply = z.object({ sessionToken: z.string().min(1) });

export const RegisteredCallbacks = z.array(
  z.object({
    serviceName: z.string(),
    url: z.string(),
    username: z.string().nullish(),
    password: z.string().nullish(),
  }),
);

export const ErrorReply = z.object({
  errorCode: z.string().optional(),
  errorMessage: z.string().catch(''),
  error: z.string().optional(),
});
