import { z } from 'zod';

export const Degrees = {
  latitude: z.number().min(-90).max(90),
  longitude: z.number().min(-180).max(180),
} as const;

const MAC_ADDRESS = /^([0-9A-F]{2}:){5}[0-9A-F]{2}$/i;

/** The access points that a unit received: their addresses, and the strength of each in dBm. */
export const AccessPoints = z
  .object({
    macAddresses: z.array(z.string().regex(MAC_ADDRESS, 'A MAC address is written AA:BB:CC:DD:EE:FF')).min(1).max(30),
    signals: z.array(z.number().int().min(-128).max(0)).max(30),
  })
  .refine(({ macAddresses, signals }) => macAddresses.length === signals.length, {
    path: ['signals'],
    message: 'Each MAC address needs its signal',
  });

/** An LTE cell, by the limits of its standard. */
export const LteCell = z.object({
  mcc: z.number().int().min(200).max(999),
  mnc: z.number().int().min(0).max(999),
  cellId: z.number().int().min(0).max(268_435_455),
});
export type LteCell = z.infer<typeof LteCell>;
