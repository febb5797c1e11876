import { consoles } from '#core/consoles/contract.ts';
import { UNABLE_TO_CONNECT } from '#core/consoles/messages.ts';
import { AppError } from '#core/errors.ts';
import { unitConnectionStore } from '#data/units/unit-connections.ts';
import { unitStore } from '#data/units/units.ts';
import { env } from '#platform/aws/env.ts';
import { serve } from '#platform/http/serve.ts';

const PORT_OF = { 'wss:': 443, 'ws:': 80 } as const;

export const handler = serve(consoles, {
  async tcpConnect({ input, scope }) {
    await unitStore.get(scope, input.UnitSerNum);
    const connection = await unitConnectionStore.get(input.UnitSerNum, Date.now());
    if (!connection) throw new AppError('UNAVAILABLE', UNABLE_TO_CONNECT);
    const live = new URL(env('LIVE_URL'));
    const bridge = new URL(connection.bridgeAddress);
    return {
      ucProtocolServer: live.hostname,
      ucPortWebSocket: Number(live.port) || PORT_OF[live.protocol as keyof typeof PORT_OF],
      ucPortTCP: Number(bridge.port),
    };
  },
});
