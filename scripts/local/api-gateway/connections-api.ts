import type { IncomingMessage, ServerResponse } from 'node:http';
import { readBody } from '../read-body.ts';
import { gatewayId } from './identifiers.ts';
import type { Connection } from './websocket-connection.ts';

/** The longest message to a client (API Gateway WebSocket quotas). */
const MAX_MESSAGE_BYTES = 128 * 1024;

interface ConnectionsApi {
  stage: string;
  find(connectionId: string): Connection | undefined;
}

/** Serves `POST /{stage}/@connections/{id}`, with which functions send to clients; everything else is forbidden. */
export async function answerConnections(
  request: IncomingMessage,
  response: ServerResponse,
  { stage, find }: ConnectionsApi,
): Promise<void> {
  const connectionId = idIn(request.url ?? '/', stage);
  if (connectionId === undefined || request.method !== 'POST') {
    return refuse(response, 403, 'ForbiddenException', 'Forbidden');
  }
  // Checks only that there is a signature for this service, not its value: a missing one is a common mistake.
  if (!/^AWS4-HMAC-SHA256 .*\/execute-api\/aws4_request/.test(request.headers.authorization ?? '')) {
    return refuse(response, 403, 'MissingAuthenticationTokenException', 'Missing Authentication Token');
  }
  if (!looksLikeId(connectionId)) {
    return refuse(response, 400, 'BadRequestException', `Invalid connectionId: ${connectionId}`);
  }
  const body = await readBody(request, MAX_MESSAGE_BYTES);
  const connection = find(connectionId);
  if (!connection?.isOpen) return refuse(response, 410, 'GoneException', 'Gone');
  if (!body) return refuse(response, 413, 'PayloadTooLargeException', 'Message too long');
  await connection.send(body.toString());
  response.setHeader('x-amzn-requestid', gatewayId());
  response.end();
}

function idIn(url: string, stage: string): string | undefined {
  try {
    const path = decodeURIComponent(url.split('?', 1)[0] ?? '');
    const prefix = `/${stage}/@connections/`;
    return path.startsWith(prefix) ? path.slice(prefix.length) : undefined;
  } catch {
    return undefined;
  }
}

const looksLikeId = (text: string) => /^[A-Za-z0-9+/_-]+=*$/.test(text) && text.length % 4 === 0;

/** An error as the SDK's REST-JSON protocol reads it: the type in a header, the message in the body. */
function refuse(response: ServerResponse, status: number, type: string, message: string) {
  const headers = { 'x-amzn-errortype': type, 'x-amzn-requestid': gatewayId(), 'content-type': 'application/json' };
  response.writeHead(status, headers).end(JSON.stringify({ message }));
}
