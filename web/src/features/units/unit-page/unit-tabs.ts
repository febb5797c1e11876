import type { Access } from '#core/access.ts';
import { readers as accessoryReaders } from '#core/accessories/access.ts';
import { caregivers } from '#core/caregivers/contract.ts';
import { history } from '#core/history/contract.ts';
import { reminders } from '#core/reminders/contract.ts';
import { sims } from '#core/sims/contract.ts';
import { unitConfiguration } from '#core/unit-configuration/contract.ts';
import { NOTE_READERS } from '#core/unit-notes/access.ts';
import { units } from '#core/units/contract.ts';
import { withQuery } from '#web/lib/page/paths.ts';

/** The tabs of a unit. `tabIndex` in the address is the index in this list, so new tabs go to the end. */
export const UNIT_TABS = [
  { id: 'overview', label: 'Overview', access: units.get.access },
  { id: 'sims', label: 'SIMs', access: sims.simData.access },
  { id: 'pings', label: 'Pings', access: history.pingLog.access },
  { id: 'events', label: 'Events', access: history.eventLog.access },
  { id: 'schedule', label: 'Schedule', access: reminders.list.access },
  { id: 'caregivers', label: 'Caregivers', access: caregivers.list.access },
  { id: 'notes', label: 'Notes', access: NOTE_READERS },
  { id: 'configuration', label: 'Configuration', access: unitConfiguration.get.access },
  { id: 'accessories', label: 'Accessories', access: accessoryReaders },
] as const satisfies readonly { id: string; label: string; access: Access }[];

export type UnitTab = (typeof UNIT_TABS)[number];
export type UnitTabId = UnitTab['id'];

/** The tab in an address; the first if it names none that the user may open. */
export function tabAt(parameters: URLSearchParams, may: (access: Access) => boolean): UnitTabId {
  const tab = UNIT_TABS[Number(parameters.get('tabIndex') ?? 0)];
  return tab && may(tab.access) ? tab.id : 'overview';
}

/** The address of a tab: `?Unit=400123&tabIndex=1`. The first has no index. */
export function tabSearch(UnitSerNum: string, id: UnitTabId): string {
  const index = UNIT_TABS.findIndex((tab) => tab.id === id);
  return withQuery('', { Unit: UnitSerNum, tabIndex: index === 0 ? undefined : index });
}
