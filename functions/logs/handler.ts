import { logs, NO_SUCH_UNIT, UNIT_NOT_FOUND } from '#core/logs/contract.ts';
import type { DebugMessage } from '#core/logs/debug-log.ts';
import { eventRowOf } from '#core/logs/event-row.ts';
import { sourceOf } from '#core/logs/log-source.ts';
import { instantsOf } from '#core/logs/moments.ts';
import { isFailedPing } from '#core/logs/ping-choice.ts';
import type { Page } from '#core/paging.ts';
import type { Scope } from '#core/scope.ts';
import { invalidMessageStore } from '#data/history/invalid-messages.ts';
import { hotLog, type ProtocolMessage, protocolLogStore } from '#data/history/protocol-log.ts';
import { readRange } from '#data/history/read-range.ts';
import { unitLogStore } from '#data/history/unit-log.ts';
import { serve } from '#platform/http/serve.ts';
import { parseLog } from './parse-log.ts';
import { readProtocolLog, unitByImei, unitBySerial } from './protocol-log.ts';
import { type LogSearch, searchLog } from './search-log.ts';

export const handler = serve(logs, {
  async pingLog({ input: { unitID, showOnlyFailed, ...asked }, scope }) {
    const choice = showOnlyFailed === 'Show All' ? undefined : isFailedPing;
    const { entries, ...answer } = await searchLog(scope, { ...asked, text: unitID }, NO_SUCH_UNIT, (range) =>
      unitLogStore.pings(range, Date.now(), choice),
    );
    return { ...answer, pingLog: [...entries] };
  },

  async eventLog({ input: { searchText, ...asked }, scope }) {
    const { entries, ...answer } = await eventsOf(scope, { ...asked, text: searchText });
    return { ...answer, eventLog: [...entries] };
  },

  async exportEvents({ input, scope }) {
    const { entries, cursor } = await eventsOf(scope, input);
    return { items: [...entries], cursor };
  },

  async callMetrics({ input: { unit, ...asked }, scope }) {
    const { entries, ...answer } = await searchLog(scope, { ...asked, text: unit }, UNIT_NOT_FOUND, (range) =>
      unitLogStore.calls(range, Date.now()),
    );
    return { ...answer, callMetrics: [...entries] };
  },

  getTCPLog: async ({ input: { filterText, Database, host, ...asked }, scope }) =>
    readProtocolLog(scope, await unitBySerial(scope, filterText), asked, sourceOf({ Database, host })),

  getMPERSLog: async ({ input: { filterText, ...asked }, scope }) =>
    readProtocolLog(scope, await unitByImei(scope, filterText), asked),

  invalidLog: ({ input }) => {
    return invalidMessageStore.page(input, Date.now());
  },

  parseTCPLog: async ({ input: { filterText, UnitModel } }) => parseLog(filterText, UnitModel),

  getDebugLog: ({ input: { filterText, startDate, endDate, utcOffset, ...page }, scope }) => {
    const range = { id: filterText, ...instantsOf({ startDate, endDate, dateOffset: utcOffset }), ...page };
    return readRange(scope, range, (visible) =>
      protocolLogStore.page(hotLog(visible.UnitSerNum, Date.now()), visible, debugMessageOf),
    );
  },
});

function debugMessageOf({ place, messageType, content }: ProtocolMessage): DebugMessage | undefined {
  if (messageType !== 'debugLog') return undefined;
  const { lines = [] } = content as { lines?: string[] };
  return { id: place, at: Date.parse(place.split('~')[0]!), lines };
}

interface EventsAsked extends LogSearch {
  showSupervisorySignals: 'true' | 'false';
  showDisabledEvents: 'true' | 'false';
}

const eventsOf = (scope: Scope, { showSupervisorySignals, showDisabledEvents, ...asked }: EventsAsked) =>
  searchLog(scope, asked, UNIT_NOT_FOUND, async (range, unit) => {
    const choice = { supervisory: showSupervisorySignals === 'true', disabled: showDisabledEvents === 'true' };
    const { items, cursor } = await unitLogStore.events(range, Date.now(), choice);
    return { items: items.map((event) => eventRowOf(event, unit)), cursor } satisfies Page<unknown>;
  });
