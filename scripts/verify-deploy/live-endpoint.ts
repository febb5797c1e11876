import type { Deployed } from './deployment.ts';
import type { Emulator } from './emulator.ts';
import { configurations, setVariables } from './functions.ts';
import { livePath } from './live-connection.ts';

/** The emulator's address for posts of functions and the bridge to browsers. */
export const liveEndpoint = (emulator: Emulator, deployed: Deployed) => `${emulator.url}${livePath(deployed)}`;

/**
 * Sets LIVE_ENDPOINT of the deployed functions. The stacks deploy the API's own host under amazonaws.com, where the emulator
 * does not answer. Nothing else of a deployed function is changed.
 * @returns the number of changed functions
 */
export async function setLiveEndpoint(emulator: Emulator, deployed: Deployed): Promise<number> {
  const pushing = (await configurations(emulator)).filter(({ Environment }) => Environment?.Variables?.LIVE_ENDPOINT);
  for (const { FunctionName, Environment } of pushing)
    await setVariables(emulator, FunctionName, {
      ...Environment?.Variables,
      LIVE_ENDPOINT: liveEndpoint(emulator, deployed),
    });
  return pushing.length;
}
