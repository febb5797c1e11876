import type { LambdaOutcome } from './lambda.ts';

/** The routes that the service itself calls; no message can name them. */
export const OWN_ROUTES = ['$connect', '$disconnect', '$default'];

/** The route of a message: what its `action` names, else $default; undefined where the API has neither. */
export function routeOf(body: string, routeKeys: readonly string[]): string | undefined {
  const action = actionIn(body);
  if (typeof action === 'string' && !OWN_ROUTES.includes(action) && routeKeys.includes(action)) return action;
  return routeKeys.includes('$default') ? '$default' : undefined;
}

function actionIn(body: string): unknown {
  try {
    return (JSON.parse(body) as { action?: unknown } | null)?.action;
  } catch {
    return undefined;
  }
}

/** What $connect decided: its status and subprotocol, or the gateway's own status where it failed to answer. */
export function connectDecision(outcome: LambdaOutcome): { status: number; protocol?: string | undefined } {
  if (outcome.ended === 'timedOut') return { status: 504 };
  if (outcome.ended !== 'returned') return { status: 502 };
  const result = outcome.payload as { statusCode?: unknown; headers?: Record<string, unknown> } | null;
  const status = Number(result?.statusCode);
  if (!Number.isInteger(status) || status < 200 || status > 599) return { status: 502 };
  const headers = Object.entries(result?.headers ?? {});
  const protocol = headers.find(([name]) => name.toLowerCase() === 'sec-websocket-protocol')?.[1];
  return { status, protocol: typeof protocol === 'string' ? protocol : undefined };
}
