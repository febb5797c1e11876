import type { Deployed } from './deployment.ts';
import type { Emulator } from './emulator.ts';
import { livePath } from './live-connection.ts';

interface Configuration {
  FunctionName: string;
  Environment?: { Variables?: Record<string, string> };
}

/** The emulator's address for posts of functions and the bridge to browsers. */
export const liveEndpoint = (emulator: Emulator, deployed: Deployed) => `${emulator.url}${livePath(deployed)}`;

/**
 * Sets LIVE_ENDPOINT of the deployed functions. The stacks deploy the API's own host under amazonaws.com, where the emulator
 * does not answer. Nothing else of a deployed function is changed.
 * @returns the number of changed functions
 */
export async function setLiveEndpoint(emulator: Emulator, deployed: Deployed): Promise<number> {
  const functions = `${emulator.url}/2015-03-31/functions`;
  const { Functions } = (await (await fetch(`${functions}/?MaxItems=1000`)).json()) as { Functions: Configuration[] };
  const pushing = Functions.filter(({ Environment }) => Environment?.Variables?.LIVE_ENDPOINT);
  for (const { FunctionName, Environment } of pushing) {
    const Variables = { ...Environment?.Variables, LIVE_ENDPOINT: liveEndpoint(emulator, deployed) };
    const { ok, status } = await fetch(`${functions}/${FunctionName}/configuration`, {
      method: 'PUT',
      body: JSON.stringify({ Environment: { Variables } }),
    });
    if (!ok) throw new Error(`${FunctionName} could not be told where @connections is: ${status}`);
  }
  return pushing.length;
}
