import type { Access } from '#core/access.ts';
import { history } from '#core/history/contract.ts';
import { reminders } from '#core/reminders/contract.ts';

export const HISTORY_TABS = [
  { id: 'combined', label: 'Combined log', access: history.getCombined.access },
  { id: 'pings', label: 'Ping log', access: history.pingLog.access },
  { id: 'events', label: 'Event log', access: history.eventLog.access },
  { id: 'unit', label: 'Unit change log', access: history.chlogUnit.access },
  { id: 'rfMap', label: 'RF map change log', access: history.chlogRFMap.access },
  { id: 'profile', label: 'Profile data change log', access: history.chlogProfileUnitData.access },
  { id: 'schedule', label: 'Schedule', access: reminders.list.access },
  { id: 'calls', label: 'Call metrics', access: history.callMetrics.access },
] as const satisfies readonly { id: string; label: string; access: Access }[];

export type HistoryTabId = (typeof HISTORY_TABS)[number]['id'];

/** The tab in an address; the first if it names none that the user may open. */
export const historyTabAt = (parameters: URLSearchParams, may: (access: Access) => boolean): HistoryTabId =>
  HISTORY_TABS.find(({ id, access }) => id === parameters.get('tab') && may(access))?.id ?? HISTORY_TABS[0].id;

/** What the tabs share: the days of the logs stay when another tab opens. */
export function tabAddress(parameters: URLSearchParams, tab: HistoryTabId): string {
  const next = new URLSearchParams();
  for (const name of ['unit', 'UnitSerNum', 'r', 'startDate', 'endDate']) {
    const value = parameters.get(name);
    if (value !== null) next.set(name, value);
  }
  if (tab !== HISTORY_TABS[0].id) next.set('tab', tab);
  return `?${next}`;
}
