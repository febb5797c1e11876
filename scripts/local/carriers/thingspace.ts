import { randomUUID } from 'node:crypto';
import { type CommonFault, createFaults, type Fault, type Faults } from '../faults.ts';
import { json, type Running, type StandInReply, type StandInRequest, serveHttp } from '../http.ts';
import type { Sim } from './sim.ts';
import { simStore, stateFile } from './store.ts';
import { refusal } from './thingspace-errors.ts';
import type { Change, Job } from './thingspace-jobs.ts';
import { provisioning, type Registration } from './thingspace-provisioning.ts';
import { connectionHistory, deviceRecord, mismatches, type Span, usageHistory } from './thingspace-replies.ts';
import {
  type Body,
  devicesOf,
  type Identifier,
  idOf,
  missingMember,
  NO_ACCOUNT,
  parse,
  spanOf,
  texts,
} from './thingspace-requests.ts';
import { type Credentials, thingSpaceTokens } from './thingspace-tokens.ts';

const OWN_FAULTS = ['lostCallback', 'duplicateCallback', 'lateCallback', 'failedChange'] as const;
type FaultName = CommonFault | (typeof OWN_FAULTS)[number];

interface Options {
  port: number;
  credentials: Credentials;
  sims?: readonly Sim[];
  /** True (the default) if every ICCID with Verizon's prefix has a SIM (see simFor). */
  anyIccid?: boolean;
  /** The factor by which changes and repeated callbacks are faster than in reality: with 300, five minutes take a second. */
  timeScale?: number;
  faults?: Partial<Record<FaultName, Fault>>;
  stateFolder?: string;
  /** Milliseconds; the age of tokens uses it. */
  now?: () => number;
  /** Called for every text that is delivered to a SIM. */
  onSms?: (iccid: string, text: string) => void;
  /** Called for every call that no fault answers: `POST /api/m2m/v1/devices/actions/activate`. */
  onCall?: (call: string) => void;
}

interface State {
  sims: Sim[];
  jobs: Job[];
  callbacks: Record<string, Registration>;
}

export interface ThingSpace extends Running {
  /**
   * `lostCallback` posts nothing although the change is made, `duplicateCallback` posts it twice, `lateCallback` posts it half an hour later,
   * `failedChange` reports that the carrier's network refused the change.
   */
  faults: Faults<FaultName>;
  sim(iccid: string): Sim | undefined;
  /** Changes a SIM as somebody at the carrier would. */
  put(sim: Sim): void;
  /** Ends all issued tokens. */
  forgetTokens(): void;
  badLogins(): number;
}

/**
 * Stands in for a Verizon ThingSpace with one billing account: both tokens, devices, provisioning with callbacks and SMS
 * (reference: integration-facts, section 2).
 */
export async function startThingSpace(options: Options): Promise<ThingSpace> {
  const { credentials, timeScale = 1, now = Date.now, onSms = () => {}, onCall = () => {} } = options;
  const { accountName } = credentials;
  const file = stateFile<State>(options.stateFolder, 'thingspace.json');
  const saved = (await file.read()) ?? { sims: [], jobs: [], callbacks: {} };
  const store = simStore({
    sims: [...(options.sims ?? []), ...saved.sims],
    anyIccid: options.anyIccid ?? true,
    owns: (sim) => sim.carrier === 1,
  });
  const callbacks = new Map(Object.entries(saved.callbacks));
  const save = (jobs: readonly Job[]) =>
    file.write({ sims: store.all(), jobs: [...jobs], callbacks: Object.fromEntries(callbacks) });

  const tokens = thingSpaceTokens(credentials, now);
  const faults = createFaults<(typeof OWN_FAULTS)[number]>({ own: OWN_FAULTS, replies: { wrongAnswer: UPGRADE_PAGE } });
  faults.set(options.faults ?? {});
  const lines = provisioning({
    ...{ store, accountName, timeScale, faults, now, save },
    callback: () => callbacks.get('CarrierService'),
    jobs: saved.jobs,
  });

  function list(body: Body): StandInReply {
    if (body.accountName !== undefined && body.accountName !== accountName) return NO_ACCOUNT;
    const { id, kind } = (body.deviceId ?? {}) as Identifier;
    if (!id) {
      const devices = store.all().map((sim) => deviceRecord(sim, accountName, now()));
      return json(200, { hasMoreData: false, devices: devices.slice(0, MAX_LISTED) });
    }
    if (String(kind).toLowerCase() !== 'iccid') {
      return refusal('INPUT_INVALID.Device.Kind.Invalid', 'Only ICCIDs are looked up here');
    }
    const sim = store.get(String(id));
    if (!sim) return NO_DEVICE;
    return json(200, { hasMoreData: false, devices: [deviceRecord(sim, accountName, now())] });
  }

  function history(body: Body, show: (sim: Sim, span: Span, now: number) => StandInReply): StandInReply {
    const sim = store.get(String(((body.deviceId ?? {}) as Identifier).id));
    const span = spanOf(body);
    if (!sim) return NO_DEVICE;
    return span ? show(sim, span, now()) : missingMember('earliest');
  }

  function written(body: Body): StandInReply {
    const span = spanOf((body.filter ?? {}) as Body);
    if (!span) return missingMember('filter');
    const sims = devicesOf(body).map((device) => store.get(idOf(device, 'iccid') ?? ''));
    return mismatches(
      sims.filter((sim) => sim !== undefined),
      accountName,
      span,
    );
  }

  function send(body: Body): StandInReply {
    const { smsMessage, dataEncoding = '7-bit', deviceIds } = body;
    if (body.accountName !== accountName) return NO_ACCOUNT;
    if (typeof smsMessage !== 'string' || smsMessage === '') {
      return refusal('INPUT_INVALID.SmsMessage.Null', 'The message is empty');
    }
    const long = dataEncoding === '7-bit' ? smsMessage.length > 160 : Buffer.byteLength(smsMessage) > 140;
    if (long) return refusal('INPUT_INVALID.SmsMessage.TooLong', 'The message is too long');
    const sims = (Array.isArray(deviceIds) ? (deviceIds as Identifier[]) : []).map(({ id }) => store.get(String(id)));
    if (sims.length === 0 || sims.includes(undefined)) return NO_DEVICE;
    // Texts to lines that are off are accepted too: ThingSpace retries them for five days.
    for (const sim of sims) if (sim?.status === 'active') onSms(sim.iccid, smsMessage);
    return json(200, { requestId: randomUUID() });
  }

  async function register({ method, path }: StandInRequest, body: Body): Promise<StandInReply> {
    const [account, , service = ''] = path.replace(`${ROOT}/callbacks/`, '').split('/').map(decodeURIComponent);
    if (account !== accountName) return NO_ACCOUNT;
    if (method === 'GET') {
      const registered = [...callbacks].map(([serviceName, at]) => ({ accountName, serviceName, ...at }));
      return json(200, registered);
    }
    const { name, url } = body;
    if (method === 'DELETE') callbacks.delete(service);
    else if (typeof name !== 'string' || typeof url !== 'string') return missingMember('url');
    else if (callbacks.has(name)) {
      return refusal('REQUEST_FAILED.CallbackAlreadyRegistered', 'There is a callback for this service');
    } else callbacks.set(name, { url, ...texts(body, 'username', 'password') });
    await save(lines.waiting());
    return json(200, { accountName, serviceName: method === 'DELETE' ? service : name });
  }

  const running = await serveHttp({
    port: options.port,
    faults,
    handle: async (request) => {
      const { method, path } = request;
      onCall(`${method} ${path}`);
      if (`${method} ${path}` === 'POST /api/ts/v1/oauth2/token') return tokens.grant(request);
      const body = parse(request.body);
      if (!body) return refusal('INPUT_INVALID.Json', 'The body is no JSON object');
      const call = path.startsWith(ROOT) ? `${method} ${path.slice(ROOT.length)}` : '';
      if (call === 'POST /session/login') return tokens.logIn(request, body);
      const refused = tokens.refuse(request);
      if (refused) return refused;
      if (path.startsWith(`${ROOT}/callbacks/`)) return register(request, body);
      switch (call) {
        case 'POST /session/logout':
          return tokens.logOut(request);
        case 'POST /devices/actions/list':
          return list(body);
        case 'POST /devices/actions/list/imeiiccidmismatch':
          return written(body);
        case 'POST /devices/connections/actions/listHistory':
          return history(body, connectionHistory);
        case 'POST /devices/usage/actions/list':
          return history(body, usageHistory);
        case 'POST /devices/actions/activate':
        case 'POST /devices/actions/deactivate':
        case 'POST /devices/actions/suspend':
        case 'POST /devices/actions/restore':
        case 'PUT /devices/actions/plan':
          return lines.provision(path.split('/').at(-1) as Change['action'], body);
        case 'POST /sms':
          return send(body);
        default:
          return refusal('INPUT_INVALID.Resource', 'There is no such resource', 404);
      }
    },
  });

  return {
    ...running,
    faults,
    sim: store.get,
    put: store.put,
    forgetTokens: tokens.forget,
    badLogins: tokens.badLogins,
    async close() {
      await lines.close();
      await running.close();
    },
  };
}

const ROOT = '/api/m2m/v1';
const MAX_LISTED = 2_000;
const NO_DEVICE = refusal('REQUEST_FAILED.DeviceNotFound', 'The device was not found');

const UPGRADE_PAGE = {
  status: 200,
  headers: { 'content-type': 'text/html' },
  body: '<html><body>ThingSpace is being upgraded</body></html>',
};
