import type { IncomingMessage, ServerResponse } from 'node:http';
import { instant } from '#core/time.ts';
import { type CommonFault, createFaults, type Fault, type Faults } from '../faults.ts';
import { type Running, type StandInReply, type StandInRequest, serveHttp } from '../http.ts';
import { type Customer, customersOf } from './control-center-customers.ts';
import {
  EDITABLE,
  failure,
  jsonReply,
  messageRefusal,
  NOT_FOUND,
  SERVER_ERROR,
  statusRefusal,
  TOO_OFTEN,
  textOf,
} from './control-center-errors.ts';
import { callLimits } from './control-center-limits.ts';
import { carrierDate, details, only, search, session, usage } from './control-center-replies.ts';
import { manageDialableNumber, type SoapAccount } from './control-center-soap.ts';
import type { Sim } from './sim.ts';
import { simStore, stateFile } from './store.ts';

interface Account extends SoapAccount {
  apiKey: string;
}

type FaultName = CommonFault | 'otherSim' | 'accepted';

interface Options {
  port: number;
  accounts: readonly Account[];
  sims?: readonly Sim[];
  /** True (the default) if every ICCID with a carrier's prefix has a SIM (see simFor). */
  anyIccid?: boolean;
  /** False: calls are not limited. For accounts that several portals share. */
  limited?: boolean;
  /** The status of the rate limit, which is not documented. */
  rateLimitStatus?: 429 | 400;
  /** The name of the ID of a sent message: the vendor's page and its clients disagree. */
  messageIdName?: 'smsMsgId' | 'smsMessageId';
  faults?: Partial<Record<FaultName, Fault>>;
  stateFolder?: string;
  now?: () => number;
  /** Called for every text that is delivered to a SIM. */
  onSms?: (iccid: string, text: string) => void;
  /** Called for every call that no fault answers: `PUT /rws/api/v1/devices/8901...`. */
  onCall?: (call: string) => void;
}

interface Message {
  smsMsgId: number;
  carrier: 0 | 2;
  iccid: string;
  messageText: string;
  dateSent: string;
}

interface State {
  sims: Sim[];
  messages: Message[];
  customers: Customer[];
}

export interface ControlCenter extends Running {
  /** `otherSim` answers reads with the next SIM, `accepted` answers a change with 202. */
  faults: Faults<FaultName>;
  sim(iccid: string): Sim | undefined;
  /** Changes a SIM as somebody at the carrier would. */
  put(sim: Sim): void;
  messages(): readonly Message[];
  customers(): readonly Customer[];
}

/**
 * Stands in for a Cisco IoT Control Center with the accounts of AT&T and Telus: the calls of the REST interface that the adapter
 * makes, with its errors, dates and limits (reference: integration-facts, section 1).
 */
export async function startControlCenter(options: Options): Promise<ControlCenter> {
  const {
    accounts,
    limited = true,
    rateLimitStatus = 429,
    now = Date.now,
    onSms = () => {},
    onCall = () => {},
  } = options;
  const file = stateFile<State>(options.stateFolder, 'control-center.json');
  const saved = { sims: [], messages: [], customers: [], ...(await file.read()) } as State;
  const { messages, customers } = saved;
  const store = simStore({
    sims: [...(options.sims ?? []), ...saved.sims],
    anyIccid: options.anyIccid ?? true,
    owns: (sim) => sim.carrier !== 1,
  });
  const save = () => file.write({ sims: store.all(), messages, customers });
  const dealers = customersOf(customers, save);

  const faults = createFaults<'otherSim' | 'accepted'>({
    own: ['otherSim', 'accepted'],
    replies: {
      status429: { ...jsonReply(rateLimitStatus, TOO_OFTEN), body: JSON.stringify(TOO_OFTEN) },
      status500: { ...jsonReply(500, SERVER_ERROR), body: JSON.stringify(SERVER_ERROR) },
      wrongAnswer: {
        status: 200,
        headers: { 'content-type': 'text/html' },
        body: '<html><body>Scheduled maintenance</body></html>',
      },
    },
  });
  faults.set(options.faults ?? {});

  const limits = callLimits(now);
  /** Limits come before faults, so that a slow call counts as the open one. */
  const gate = {
    async answer(request: IncomingMessage, response: ServerResponse): Promise<boolean> {
      if (request.url?.startsWith('/_')) return faults.answer(request, response);
      if (!limited) return faults.answer(request, response);
      const leave = limits.enter(request.headers.authorization ?? '');
      if (!leave) {
        request.resume();
        const { status, headers, body } = jsonReply(rateLimitStatus, TOO_OFTEN);
        response.writeHead(status, headers).end(body);
        return true;
      }
      response.once('close', leave);
      return faults.answer(request, response);
    },
  };

  function accountOf({ headers }: StandInRequest): Account | StandInReply {
    const [scheme, encoded = ''] = (headers.authorization ?? '').split(' ');
    if (scheme !== 'Basic') {
      return jsonReply(401, { errorMessage: 'Full authentication is required to access this resource' });
    }
    const given = Buffer.from(encoded, 'base64').toString();
    const account = accounts.find(({ userName, apiKey }) => given === `${userName}:${apiKey}`);
    return account ?? failure(401, '10000001', 'Invalid credentials');
  }

  function simOf(account: Pick<Account, 'carrier'>, iccid: string): Sim | undefined {
    const sim = store.get(iccid);
    return sim?.carrier === account.carrier ? sim : undefined;
  }

  const ofAccount = ({ carrier }: Account) => store.all().filter((sim) => sim.carrier === carrier);

  function reported(account: Account, iccid: string, path: string): Sim | undefined {
    const sim = simOf(account, iccid);
    if (!sim || !faults.take('otherSim', path)) return sim;
    return { ...sim, iccid: String(BigInt(iccid) + 1n) };
  }

  function read(account: Account, iccid: string, part: string | undefined, request: StandInRequest): StandInReply {
    const sim = reported(account, iccid, request.path);
    if (!sim) return NOT_FOUND;
    if (part === undefined) return jsonReply(200, only(details(sim), request.query.get('fields')));
    if (part === 'ctdUsages') return jsonReply(200, usage(sim, now()));
    if (part === 'sessionInfo') return jsonReply(200, session(sim, now()));
    return NOT_FOUND;
  }

  async function edit(account: Account, iccid: string, request: StandInRequest): Promise<StandInReply> {
    const sim = simOf(account, iccid);
    if (!sim) return NOT_FOUND;
    const change = parse(request.body);
    if (!change) return failure(400, '10000023', 'Malformed JSON');
    const unknown = Object.keys(change).find((name) => !EDITABLE.includes(name));
    if (unknown) return failure(400, '10000028', `Unrecognized parameter: ${unknown}`);

    const refusal = statusRefusal(sim, change.status);
    if (refusal) return refusal;
    const status = typeof change.status === 'string' ? change.status : sim.status;
    const plan = typeof change.communicationPlan === 'string' ? change.communicationPlan : sim.plan;
    const at = instant(now());
    const activated = status === 'ACTIVATED' && sim.status !== 'ACTIVATED' ? { dateActivated: at } : {};
    store.put({ ...sim, status, plan, ...activated, dateUpdated: at });
    await save();
    return jsonReply(faults.take('accepted', request.path) ? 202 : 200, { iccid });
  }

  async function send(account: Account, iccid: string, request: StandInRequest): Promise<StandInReply> {
    const sim = simOf(account, iccid);
    if (!sim) return NOT_FOUND;
    const message = parse(request.body);
    if (!message) return failure(400, '10000023', 'Malformed JSON');
    const refusal = messageRefusal(message);
    if (refusal) return refusal;
    if (sim.status !== 'ACTIVATED') return failure(500, '30000002', 'Failed to submit the message to the SMSC');

    const messageText = textOf(message);
    const smsMsgId = 1_000_000 + messages.length;
    messages.push({ smsMsgId, carrier: account.carrier, iccid, messageText, dateSent: carrierDate(instant(now()))! });
    await save();
    onSms(iccid, messageText);
    return jsonReply(200, { [options.messageIdName ?? 'smsMsgId']: smsMsgId });
  }

  function sentMessage(account: Account, id: string): StandInReply {
    const message = messages.find(({ smsMsgId, carrier }) => String(smsMsgId) === id && carrier === account.carrier);
    if (!message) return NOT_FOUND;
    const { carrier: _, iccid, ...rest } = message;
    return jsonReply(200, { ...rest, status: 'Delivered', sentTo: iccid, sentFrom: 'Server', msgType: 'MT' });
  }

  const running = await serveHttp({
    port: options.port,
    faults: gate,
    handle: async (request) => {
      onCall(`${request.method} ${request.path}`);
      if (request.method === 'POST' && request.path.startsWith('/ws/service/')) {
        const answer = manageDialableNumber(request, accounts, {
          simOf: (account, iccid) => simOf(account, iccid),
          give: (sim, msisdn) => void store.put({ ...sim, msisdn, dateUpdated: instant(now()) }),
        });
        await save();
        return answer;
      }
      const account = accountOf(request);
      if ('status' in account) return account;
      const [collection, id, part] = request.path
        .replace(/^\/rws\/api\/v1\//, '')
        .split('/')
        .map(decodeURIComponent);
      if (!request.path.startsWith('/rws/api/v1/')) return failure(400, '10000024', 'Invalid API version');
      const call = `${request.method} ${collection}`;
      if (call === 'GET echo') return jsonReply(200, { message: id ?? '' });
      if (call === 'GET smsMessages' && id) return sentMessage(account, id);
      if (call === 'POST customers' && !id) return dealers.create(account.carrier, parse(request.body));
      if (call === 'GET customers' && id) return dealers.read(account.carrier, id);
      if (call === 'PUT customers' && id) return dealers.edit(account.carrier, id, parse(request.body));
      if (call === 'GET devices' && !id) return search(ofAccount(account), request.query);
      if (call === 'GET devices' && id) return read(account, id, part, request);
      if (call === 'PUT devices' && id && !part) return edit(account, id, request);
      if (call === 'POST devices' && id && part === 'smsMessages') return send(account, id, request);
      return NOT_FOUND;
    },
  });

  return { ...running, faults, sim: store.get, put: store.put, messages: () => messages, customers: () => customers };
}

function parse(body: Buffer): Record<string, unknown> | undefined {
  try {
    const value: unknown = JSON.parse(body.toString());
    return typeof value === 'object' && value !== null ? (value as Record<string, unknown>) : undefined;
  } catch {
    return undefined;
  }
}
