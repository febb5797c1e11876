import { randomUUID } from 'node:crypto';
import { DAY, instant, MINUTE, SECOND } from '#core/time.ts';
import type { Faults } from '../faults.ts';
import { json, type StandInReply } from '../http.ts';
import { type Sim, spread } from './sim.ts';
import type { SimStore } from './store.ts';
import { refusal } from './thingspace-errors.ts';
import { type Change, type Job, jobList } from './thingspace-jobs.ts';
import { identifiersOf } from './thingspace-replies.ts';
import { type Body, devicesOf, formRefusal, idOf, texts } from './thingspace-requests.ts';
import { conflictOf, outcomeOf, PENDING, RESPONSES, SETTLED } from './thingspace-states.ts';

export interface Registration {
  url: string;
  username?: string;
  password?: string;
}

interface Options {
  store: SimStore;
  accountName: string;
  /** The factor by which changes are faster than in reality. */
  timeScale: number;
  faults: Pick<Faults<'failedChange' | 'duplicateCallback' | 'lostCallback' | 'lateCallback'>, 'take'>;
  /** The URL for results; undefined while no callback is registered. */
  callback(): Registration | undefined;
  now: () => number;
  /** The jobs of an earlier run. */
  jobs: readonly Job[];
  save(jobs: readonly Job[]): Promise<void>;
}

/** The times of the real ThingSpace. */
const CHANGE_TAKES = 2 * MINUTE;
const OTA_TAKES = 10 * MINUTE;
const CALLBACK_AGAIN = 5 * MINUTE;
/** Of the fault. */
const LATE_BY = 30 * MINUTE;
const MAX_DELIVERIES = 4;

const ACTIVATIONS_A_MINUTE = 100;
/** "Five provisioning actions per line and day" (provisioning rules). */
const CHANGES_A_DAY = 5;

/** Accepts requests, makes the changes later, and posts a callback per line, up to four times until it is accepted. */
export function provisioning(options: Options) {
  const { store, accountName, timeScale, faults, now } = options;
  // Called by name, so that jobs wait on the clock by which they are due, also after a test has set it.
  const jobs = jobList({ jobs: options.jobs, now: () => Date.now(), run, save: options.save });
  const later = (milliseconds: number) => ({ id: randomUUID(), due: Date.now() + milliseconds / timeScale });

  function run(job: Job): Promise<void> {
    if (job.kind === 'callback') return deliver(job);
    if (job.kind === 'change') return make(job);
    const sim = store.get(job.iccid);
    if (sim) store.put({ ...sim, SIMOTADate: instant(now()) });
    return Promise.resolve();
  }

  async function make({ requestId, iccid, change }: Extract<Job, { kind: 'change' }>): Promise<void> {
    const sim = store.get(iccid)!;
    const failed = faults.take('failedChange') ? 'REQUEST_FAILED.Network' : conflictOf(sim, change);
    if (failed) {
      // "A failed activate may still leave the device listed as deactive."
      if (sim.status.startsWith('pending')) store.put({ ...sim, status: SETTLED[sim.status]! });
      return report(requestId, sim, { status: 'Failed', faultResponse: fault(failed) });
    }
    const changed = { ...sim, ...outcomeOf(change), dateUpdated: instant(now()) };
    if (change.action === 'activate') {
      // A reactivated line has another number: the old one is reserved.
      const msisdn = `555${2_000_000 + spread(requestId + iccid, 'mdn', 8_000_000)}`;
      Object.assign(changed, { msisdn, dateActivated: instant(now()), ...(change.imei && { imei: change.imei }) });
    }
    store.put(changed);
    if (change.action === 'activate') await jobs.add({ ...later(OTA_TAKES), kind: 'ota', iccid });
    const response = { deviceIds: identifiersOf(changed), servicePlan: changed.plan, state: changed.status };
    return report(requestId, changed, { status: 'Success', deviceResponse: { [RESPONSES[change.action]]: response } });
  }

  async function report(requestId: string, { iccid, imei }: Sim, result: Record<string, unknown>): Promise<void> {
    const deviceIds = [
      { id: iccid, kind: 'iccid' },
      { id: imei, kind: 'imei' },
    ];
    const body = { requestId, deviceIds, ...result };
    await jobs.add({ ...later(0), kind: 'callback', body, delivery: 1 });
    if (faults.take('duplicateCallback')) await jobs.add({ ...later(0), kind: 'callback', body, delivery: 1 });
  }

  async function deliver(job: Extract<Job, { kind: 'callback' }>): Promise<void> {
    const registration = options.callback();
    if (!registration || faults.take('lostCallback')) return;
    if (!job.isLate && faults.take('lateCallback')) return jobs.add({ ...job, ...later(LATE_BY), isLate: true });
    const delivered = await post(registration, {
      ...job.body,
      callbackCount: job.delivery,
      maxCallbackThreshold: MAX_DELIVERIES,
    });
    if (delivered || job.delivery >= MAX_DELIVERIES) return;
    await jobs.add({ ...job, ...later(CALLBACK_AGAIN), delivery: job.delivery + 1 });
  }

  const activations: number[] = [];
  const changes = new Map<string, number[]>();

  async function provision(action: Change['action'], body: Body): Promise<StandInReply> {
    const devices = devicesOf(body);
    const refused = formRefusal(action, body, devices, accountName);
    if (refused) return refused;
    if (action === 'activate' && !withinRate(activations, now(), MINUTE, ACTIVATIONS_A_MINUTE)) {
      return refusal('REQUEST_ONHOLD.RateLimit', 'Too many activations. Try again in a minute', 429);
    }

    const found = devices.map((device) => ({
      sim: store.get(idOf(device, 'iccid') ?? ''),
      imei: idOf(device, 'imei'),
    }));
    const missing = found.find(({ sim }) => !sim);
    if (missing) return refusal('REQUEST_FAILED.DeviceNotFound', 'The device was not found');
    const [only] = found;
    const conflict = found.length === 1 && only?.sim ? conflictOf(only.sim, { action }) : undefined;
    if (conflict) return refusal(conflict, 'The device is not in a state for this');
    const busy = found.some(({ sim }) => !withinRate(rowsOf(sim!.iccid), now(), DAY, CHANGES_A_DAY));
    // The code of this refusal is not documented: this one is ours.
    if (busy) return refusal('REQUEST_FAILED.ProvisioningLimit', 'Only 5 changes are made to a line a day');

    const requestId = randomUUID();
    for (const { sim, imei } of found) {
      const change: Change = { action, ...(imei && { imei }), ...texts(body, 'servicePlan', 'mdnZipCode') };
      if (PENDING[action]) store.put({ ...sim!, status: PENDING[action] });
      await jobs.add({ ...later(CHANGE_TAKES), kind: 'change', requestId, iccid: sim!.iccid, change });
    }
    return json(200, { requestId });
  }

  function rowsOf(iccid: string): number[] {
    const rows = changes.get(iccid) ?? [];
    changes.set(iccid, rows);
    return rows;
  }

  return { provision, waiting: jobs.waiting, close: jobs.close };
}

async function post({ url, username, password }: Registration, result: Body): Promise<boolean> {
  try {
    const response = await fetch(url, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ username, password, ...result }),
      signal: AbortSignal.timeout(10 * SECOND),
    });
    return response.ok;
  } catch {
    return false;
  }
}

const fault = (code: string) => ({
  faultcode: `UnifiedWebService.${code}`,
  faultstring: 'The request could not be completed',
});

/** Adds one at this time unless there are `most` within the last `window` milliseconds. */
function withinRate(times: number[], now: number, window: number, most: number): boolean {
  const recent = times.filter((time) => time > now - window);
  if (recent.length >= most) return false;
  times.splice(0, times.length, ...recent, now);
  return true;
}
