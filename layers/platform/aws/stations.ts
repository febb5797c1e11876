import { z } from 'zod';
import { secret } from './secret.ts';

const StationsConfig = z.object({ ticketKey: z.string().min(32) });

/** The key that the portal shares with the telephone system. Undefined until it is filled in. */
export async function stationKey(): Promise<string | undefined> {
  return StationsConfig.safeParse(await secret('STATIONS_SECRET')).data?.ticketKey;
}
