import type { CommandPortAnswer } from './command-port-answer.ts';
import type { BridgeContext } from './context.ts';
import type { Drain } from './drain.ts';

/** What GET /health says: 200 while units are let in, 503 from the moment that the bridge drains. */
export function healthOf({ config, sessions, invalidLog }: BridgeContext, drain: Drain): CommandPortAnswer {
  const body = {
    status: drain.isDraining ? 'draining' : 'ok',
    bridgeId: config.bridgeId,
    units: sessions.units,
    notLoggedIn: sessions.unidentified,
    commandsLeftBehind: sessions.lost.units,
    invalidMessagesDropped: invalidLog.dropped,
  };
  return { status: drain.isDraining ? 503 : 200, body };
}
