import type { IncomingMessage, ServerResponse } from 'node:http';
import { text } from 'node:stream/consumers';
import { setTimeout as sleep } from 'node:timers/promises';

/** One fault that is on. Without `times` it stays until it is cleared; without `path` it applies to every path. */
export interface Fault {
  /** The number of requests that it still applies to. */
  times?: number;
  /** Only requests with a path that starts with this. */
  path?: string;
  /** For `slow`: the delay of each request. */
  milliseconds?: number;
}

/** The faults of every stand-in. `slow` delays the request and then handles it normally. */
export type CommonFault = 'slow' | 'status429' | 'status500' | 'wrongAnswer';

/** The answer of a stand-in when one of its faults applies. */
export interface FaultReply {
  status: number;
  headers?: Record<string, string>;
  body: string;
}

export interface Faults<Name extends string = CommonFault> {
  /** Replaces all faults that are on; `{}` clears them. */
  set(settings: Partial<Record<Name, Fault>>): void;
  current(): Partial<Record<Name, Fault>>;
  /** Uses the named fault once if it is on and matches the path; undefined otherwise. */
  take(name: Name, path?: string): Fault | undefined;
  /**
   * Call this first for each request: it serves GET, PUT and DELETE /_faults, and applies the common faults.
   * Returns true if the reply was sent; otherwise the request's body is unread.
   */
  answer(request: IncomingMessage, response: ServerResponse): Promise<boolean>;
}

interface Options<Own extends string> {
  /** Faults of this stand-in only, which it applies with `take`. */
  own?: readonly Own[];
  /** The service's own form of a failure, for clients that would not understand the plain one. */
  replies?: Partial<Record<Exclude<CommonFault, 'slow'>, FaultReply>>;
}

const COMMON = ['slow', 'status429', 'status500', 'wrongAnswer'] as const;
const JSON_TYPE = { 'content-type': 'application/json' };

const PLAIN_REPLIES: Record<Exclude<CommonFault, 'slow'>, FaultReply> = {
  status429: { status: 429, headers: { ...JSON_TYPE, 'retry-after': '1' }, body: '{"message":"Too many requests"}' },
  status500: { status: 500, headers: JSON_TYPE, body: '{"message":"Internal server error"}' },
  // Like a broken proxy: a success with an unexpected body.
  wrongAnswer: { status: 200, headers: JSON_TYPE, body: '{"unexpected": tru' },
};

/**
 * The faults of one stand-in, switched over HTTP while it runs:
 * `PUT /_faults {"status429": {"times": 2, "path": "/rws"}, "slow": {"milliseconds": 3000}}`, `GET`, `DELETE`.
 */
export function createFaults<Own extends string = never>(options: Options<Own> = {}): Faults<CommonFault | Own> {
  type Name = CommonFault | Own;
  const known: readonly string[] = [...COMMON, ...(options.own ?? [])];
  const replies = { ...PLAIN_REPLIES, ...options.replies };
  const on = new Map<Name, Fault>();

  const faults: Faults<Name> = {
    set(settings) {
      const unknown = Object.keys(settings).filter((name) => !known.includes(name));
      if (unknown.length > 0) throw new RangeError(`Unknown fault ${unknown.join(', ')}. Known: ${known.join(', ')}`);
      on.clear();
      for (const [name, fault] of Object.entries<Fault | undefined>(settings)) {
        if (fault) on.set(name as Name, { ...fault });
      }
    },

    current: () => Object.fromEntries(on) as Partial<Record<Name, Fault>>,

    take(name, path = '') {
      const fault = on.get(name);
      if (!fault || (fault.path !== undefined && !path.startsWith(fault.path))) return undefined;
      if (fault.times !== undefined) {
        if (fault.times <= 1) on.delete(name);
        fault.times -= 1;
        if (fault.times < 0) return undefined;
      }
      return fault;
    },

    async answer(request, response) {
      const path = (request.url ?? '/').split('?')[0] ?? '/';
      if (path === '/_faults') {
        await serveSettings(faults, request, response);
        return true;
      }
      const slow = faults.take('slow', path);
      if (slow) await sleep(slow.milliseconds ?? 1000);
      for (const name of ['status429', 'status500', 'wrongAnswer'] as const) {
        if (!faults.take(name, path)) continue;
        request.resume();
        const { status, headers, body } = replies[name];
        response.writeHead(status, headers).end(body);
        return true;
      }
      return false;
    },
  };
  return faults;
}

async function serveSettings(faults: Faults<string>, request: IncomingMessage, response: ServerResponse) {
  try {
    if (request.method === 'PUT') faults.set(JSON.parse(await text(request)));
    if (request.method === 'DELETE') faults.set({});
    response.writeHead(200, JSON_TYPE).end(JSON.stringify(faults.current()));
  } catch (error) {
    response.writeHead(400, JSON_TYPE).end(JSON.stringify({ message: (error as Error).message }));
  }
}
