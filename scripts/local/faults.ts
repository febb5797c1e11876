import type { IncomingMessage, ServerResponse } from 'node:http';
import { text } from 'node:stream/consumers';
import { setTimeout as sleep } from 'node:timers/promises';

/** One fault that is switched on. Without `times` it stays until it is cleared; without `path` it strikes every path. */
export interface Fault {
  /** How many more requests it strikes. */
  times?: number;
  /** Only requests whose path starts with this. */
  path?: string;
  /** For `slow`: how long each request waits first. */
  milliseconds?: number;
}

/** The faults that every stand-in knows. `slow` delays the request and then lets it through. */
export type CommonFault = 'slow' | 'status429' | 'status500' | 'wrongAnswer';

/** What a stand-in answers when one of its faults strikes. */
export interface FaultReply {
  status: number;
  headers?: Record<string, string>;
  body: string;
}

export interface Faults<Name extends string = CommonFault> {
  /** Replaces everything that was switched on; `{}` clears. */
  set(settings: Partial<Record<Name, Fault>>): void;
  current(): Partial<Record<Name, Fault>>;
  /** Uses the named fault up by one if it is on and fits the path; undefined when it does not strike. */
  take(name: Name, path?: string): Fault | undefined;
  /**
   * To be called first for each request: serves GET, PUT and DELETE /_faults, then lets the common faults strike.
   * True when the reply has been sent; the request's body is untouched otherwise.
   */
  answer(request: IncomingMessage, response: ServerResponse): Promise<boolean>;
}

interface Options<Own extends string> {
  /** Faults that only this stand-in knows; it asks for them with `take`. */
  own?: readonly Own[];
  /** The service's own wording of a failure, where the plain one would not be understood by its clients. */
  replies?: Partial<Record<Exclude<CommonFault, 'slow'>, FaultReply>>;
}

const COMMON = ['slow', 'status429', 'status500', 'wrongAnswer'] as const;
const JSON_TYPE = { 'content-type': 'application/json' };

const PLAIN_REPLIES: Record<Exclude<CommonFault, 'slow'>, FaultReply> = {
  status429: { status: 429, headers: { ...JSON_TYPE, 'retry-after': '1' }, body: '{"message":"Too many requests"}' },
  status500: { status: 500, headers: JSON_TYPE, body: '{"message":"Internal server error"}' },
  // What a broken proxy does: a success whose body is not what was promised.
  wrongAnswer: { status: 200, headers: JSON_TYPE, body: '{"unexpected": tru' },
};

/**
 * Faults of one stand-in, switched over HTTP while it runs:
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
