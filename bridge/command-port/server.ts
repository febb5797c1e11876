import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import { isOfKind } from '#core/consoles/command-id.ts';
import { Claim, HandledReport, SyncOrder, UnitCommand } from '#protocol/command-port.ts';
import { isSigned, SIGNATURE_HEADER, TIMESTAMP_HEADER } from '#protocol/command-port-signature.ts';
import { down } from '#protocol/models.ts';
import type { BridgeContext } from '../context.ts';
import type { Drain } from '../drain.ts';
import { type CommandPortAnswer, healthOf } from './health.ts';
import { BodyError, parseBody } from './request-body.ts';

const MAX_BODY_BYTES = 16 * 1024;

const answer = (status: number, text: string, more: Record<string, unknown> = {}): CommandPortAnswer => ({
  status,
  body: { status: text, ...more },
});

/**
 * The HTTP server for the rest of the system. GET /health is open; the others are signed (command-port-signature.ts):
 * POST /commands to a unit here: 202 accepted, 404 unit not here, 409 not recorded, 410 expired, 429 too many waiting, 503 draining;
 * POST /sync: what waits for a unit here is sent: 202, 404 unit not here, 503 draining;
 * POST /handled: the second acknowledgement of a report; POST /superseded: from another bridge.
 */
export function commandPortServer(context: BridgeContext, drain: Drain): Server {
  const routes: Record<string, (body: string) => CommandPortAnswer | Promise<CommandPortAnswer>> = {
    '/commands': (body) => takeCommand(parseBody(UnitCommand, body), context, drain),
    '/sync': (body) => sync(parseBody(SyncOrder, body), context, drain),
    '/handled': (body) => forwardHandled(body, context),
    '/superseded': (body) => {
      const { UnitSerNum, fence } = parseBody(Claim, body);
      return context.sessions.superseded(UnitSerNum, fence) ? answer(200, 'closed') : answer(404, 'unit not here');
    },
  };

  async function respond(request: IncomingMessage): Promise<CommandPortAnswer> {
    if (request.method === 'GET' && request.url === '/health') return healthOf(context, drain);
    const { method = '', url: path = '' } = request;
    const route = method === 'POST' ? routes[path] : undefined;
    if (!route) return answer(404, 'no such path');
    const body = await bodyOf(request);
    if (body === undefined) return answer(413, 'body too large');
    const timestamp = headerOf(request, TIMESTAMP_HEADER);
    const signature = headerOf(request, SIGNATURE_HEADER);
    if (!isSigned(context.config.commandSecret, { method, path, body }, timestamp, signature, context.now())) {
      return answer(401, 'not signed');
    }
    try {
      return await route(body);
    } catch (error) {
      if (error instanceof BodyError) return answer(422, error.message);
      context.ports.log('error', 'A request failed', { url: request.url, error: String(error) });
      return answer(500, 'failed');
    }
  }

  return createServer((request, response) => {
    respond(request)
      .then((given) => send(response, given))
      .catch(() => response.destroy());
  });
}

/** Accepts a command that is recorded, so that it outlives this bridge. A command from a console waits only if few others do. */
async function takeCommand(command: UnitCommand, context: BridgeContext, drain: Drain): Promise<CommandPortAnswer> {
  const { ports, sessions, now } = context;
  if (command.expiresAt <= now()) return answer(410, 'expired');
  if (drain.isDraining) return answer(503, 'draining');
  if (!sessions.get(command.UnitSerNum)) return answer(404, 'unit not here');
  if (!fits(command)) return answer(422, 'the command does not fit into a frame');
  if (!(await ports.commands.isRecorded(command))) return answer(409, 'no such command is recorded');
  const queue = sessions.get(command.UnitSerNum)?.commands;
  const isReminder = isOfKind('reminder', command.commandId);
  const addition = (isReminder ? queue?.add(command) : queue?.offer(command)) ?? 'closed';
  if (addition === 'full') {
    await ports.commands.expired(command.UnitSerNum, command.commandId);
    return answer(429, 'too many commands wait for the unit');
  }
  // The unit left meanwhile; the bridge that serves it next finds the command in the record.
  if (addition === 'closed') sessions.lost.watch([{ ...command, sent: false }]);
  return answer(202, 'accepted');
}

/** Sends what waits. A failure to read it is the caller's, who asks again. */
async function sync(order: SyncOrder, { sessions }: BridgeContext, drain: Drain): Promise<CommandPortAnswer> {
  if (drain.isDraining) return answer(503, 'draining');
  const session = sessions.get(order.UnitSerNum);
  if (!session) return answer(404, 'unit not here');
  await session.sync(order);
  return answer(202, 'accepted');
}

function fits({ commandId, command, expiresAt, arguments: given }: UnitCommand): boolean {
  try {
    down.encode({ type: 'command', commandId, command, expiresAt, arguments: given }, 1);
    return true;
  } catch (error) {
    if (error instanceof RangeError) return false;
    throw error;
  }
}

function forwardHandled(body: string, { sessions }: BridgeContext): CommandPortAnswer {
  const { UnitSerNum, bootId, sequence, handledAt, handledBy } = parseBody(HandledReport, body);
  const session = sessions.get(UnitSerNum);
  if (session?.unit?.bootId !== bootId) return answer(404, 'unit not here');
  session.handled(sequence, handledAt, handledBy);
  return answer(202, 'accepted');
}

const headerOf = ({ headers }: IncomingMessage, name: string): string | undefined => {
  const value = headers[name];
  return Array.isArray(value) ? value[0] : value;
};

/** The body as text, or undefined if it is too large. */
async function bodyOf(request: IncomingMessage): Promise<string | undefined> {
  const parts: Buffer[] = [];
  let bytes = 0;
  for await (const part of request as AsyncIterable<Buffer>) {
    bytes += part.length;
    if (bytes > MAX_BODY_BYTES) return undefined;
    parts.push(part);
  }
  return Buffer.concat(parts).toString('utf8');
}

function send(response: ServerResponse, { status, body }: CommandPortAnswer): void {
  response.writeHead(status, { 'content-type': 'application/json' });
  response.end(JSON.stringify(body));
}
