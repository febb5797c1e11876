import { afterAll, vi } from 'vitest';
import { systemClock } from '#adapters/carriers/clock.ts';
import { type ControlCenter, startControlCenter } from '#local/carriers/control-center.ts';
import type { Sim } from '#local/carriers/sim.ts';
import { startThingSpace, type ThingSpace } from '#local/carriers/thingspace.ts';
import { SECRET_NAMES } from '#local/portal/values.ts';
import { startSecrets } from '#local/secrets/start.ts';
import { secrets } from './support.ts';

/** Stand-ins of the carriers with these SIMs, which the handlers of this file ask, and all calls that they get. */
export async function servedCarriers(sims: {
  controlCenter: readonly Sim[];
  thingSpace: readonly Sim[];
  /** The factor by which ThingSpace is faster than in reality. */
  timeScale?: number;
  /** True if Control Center goes by the clock of the test. It does not count its calls then, because that clock stands still. */
  followsClock?: boolean;
  /** True if nothing waits: the carriers are tried again at once, and take as many calls a second as come. For tests of what is asked, and not of when. */
  atAnyPace?: boolean;
}): Promise<{ controlCenter: ControlCenter; thingSpace: ThingSpace; calls: string[] }> {
  const calls: string[] = [];
  const onCall = (call: string) => void calls.push(call);
  const stored = await startSecrets({ port: 0, secrets: { [SECRET_NAMES.CARRIERS_SECRET]: secrets } });
  const controlCenter = await startControlCenter({
    port: 0,
    accounts: [
      { carrier: 0, ...secrets.controlCenterAtt },
      { carrier: 2, ...secrets.controlCenterTelus },
    ],
    onCall,
    sims: [...sims.controlCenter],
    ...(sims.followsClock && { now: () => Date.now(), limited: false }),
    ...(sims.atAnyPace && { limited: false }),
  });
  const thingSpace = await startThingSpace({
    port: 0,
    credentials: secrets.thingspace,
    onCall,
    sims: [...sims.thingSpace],
    ...(sims.timeScale !== undefined && { timeScale: sims.timeScale }),
  });
  if (sims.atAnyPace) vi.spyOn(systemClock, 'sleep').mockResolvedValue();
  afterAll(() => Promise.all([stored, controlCenter, thingSpace].map((one) => one.close())));
  Object.assign(process.env, {
    AWS_ENDPOINT_URL_SECRETS_MANAGER: stored.url,
    CONTROL_CENTER_ATT_URL: controlCenter.url,
    CONTROL_CENTER_TELUS_URL: controlCenter.url,
    THINGSPACE_URL: thingSpace.url,
  });
  return { controlCenter, thingSpace, calls };
}
