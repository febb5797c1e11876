import { type DeviceSource, MytrexConfig, mytrex, mytrexNotSetUp } from '#adapters/mytrex/mytrex.ts';
import { secret } from './secret.ts';

/** The Mytrex data with the portal's credentials. */
export async function mytrexData(): Promise<DeviceSource> {
  const config = MytrexConfig.safeParse(await secret('MYTREX_SECRET'));
  return config.success ? mytrex(config.data) : mytrexNotSetUp;
}
