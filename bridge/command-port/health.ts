import type { BridgeContext } from '../context.ts';
import type { Drain } from '../drain.ts';

/** An answer of the command port. */
export interface CommandPortAnswer {
  readonly status: number;
  readonly body: Record<string, unknown>;
}

/** The answer to GET /health: 200 while units are accepted, 503 while the bridge drains. */
export function healthOf({ config, sessions, loginLine, invalidLog }: BridgeContext, drain: Drain): CommandPortAnswer {
  const body = {
    status: drain.isDraining ? 'draining' : 'ok',
    bridgeId: config.bridgeId,
    units: sessions.units,
    notLoggedIn: sessions.unidentified,
    loginsInLine: loginLine.length,
    commandsLeftBehind: sessions.lost.units,
    invalidMessagesDropped: invalidLog.dropped,
  };
  return { status: drain.isDraining ? 503 : 200, body };
}
