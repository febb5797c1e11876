import { consoles } from '#core/consoles/contract.ts';
import { UNABLE_TO_CONNECT } from '#core/consoles/messages.ts';
import { AppError } from '#core/errors.ts';
import { instant } from '#core/time.ts';
import { fullUnitID } from '#core/units/unit.ts';
import { consoleSessionStore } from '#data/consoles/sessions.ts';
import { systemReferenceStore } from '#data/dev-tools/system-references.ts';
import { dealerMessage } from '#data/ota/dealer-messages.ts';
import { unitConnectionStore } from '#data/units/unit-connections.ts';
import { unitStore } from '#data/units/units.ts';
import { env } from '#platform/aws/env.ts';
import { filesIn } from '#platform/aws/message-files.ts';
import { serve } from '#platform/http/serve.ts';
import { parseMessage } from './parse-message.ts';
import { transcriptLines } from './transcript.ts';

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

  async getDBShift({ input, scope }) {
    const { UnitSerNum, UnitModel } = await unitStore.get(scope, input.UnitSerNum);
    return { UnitSerNum, UnitModel, shifts: await systemReferenceStore.shifts(UnitModel) };
  },

  async getCallIdent({ input, scope }) {
    const { UnitSerNum, UnitLineID, UnitID } = await unitStore.get(scope, input.id);
    return { UnitSerNum, UnitLineID, UnitID, callIdent: fullUnitID({ UnitLineID, UnitID }) || UnitSerNum };
  },

  async getDealerMessages({ input: { FirmVer } }) {
    const message = await dealerMessage(FirmVer);
    if (!message) return { messages: [] };
    const { summary, moreInfoLink, details } = message.announcement;
    return { messages: message.models.map((UnitModel) => ({ UnitModel, summary, moreInfoLink, details })) };
  },

  async transcript({ input: { id, auditId, ...page }, scope }) {
    const session = await consoleSessionStore.get(scope, id, auditId);
    const files = filesIn(env('MESSAGE_ARCHIVE_BUCKET'));
    const { items, cursor } = await consoleSessionStore.said(session, page, files, Date.now());
    const { startedAt, endedAt } = session;
    return {
      startedAt: instant(startedAt),
      ...(endedAt !== undefined && { endedAt: instant(endedAt) }),
      items: await transcriptLines(scope, items),
      cursor,
    };
  },

  parseMessage: async ({ input }) => parseMessage(input.raw),
});
