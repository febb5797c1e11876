import { z } from 'zod';
import type { SyncState } from '../unit-configuration/reported.ts';
import type { AccessoryEntry } from './entry.ts';
import type { MappedDevice } from './rf-map.ts';

export const UPDATE_STATUSES = ['Synced', 'Pending', 'Pending Delete', 'Refused'] as const;
export const UpdateStatus = z.enum(UPDATE_STATUSES);
export type UpdateStatus = z.infer<typeof UpdateStatus>;

/** True for a status that marks the unit as not synced [P2-S28 P2-S29]. */
export const isPending = (status: UpdateStatus): boolean => status === 'Pending' || status === 'Pending Delete';

/** What the unit has done with an entry of its configuration. Undefined: the device is deleted, and the unit has it no longer. */
export function entryStatus(
  { deleted }: Pick<AccessoryEntry, 'deleted'>,
  state: SyncState | undefined,
): UpdateStatus | undefined {
  if (state === 'in sync') return deleted ? undefined : 'Synced';
  if (state === 'refused') return 'Refused';
  return deleted ? 'Pending Delete' : 'Pending';
}

/** The status of an RF device. What the unit itself reported of the zone after the change counts too: it may take no configurations. */
export function rfStatus({ entry, reading }: MappedDevice, state: SyncState | undefined): UpdateStatus | undefined {
  if (!entry) return 'Synced';
  if (reading && reading.at > entry.changedAt) {
    if (!entry.deleted && reading.state !== 'deleted') return 'Synced';
    if (entry.deleted && reading.state === 'deleted') return undefined;
  }
  return entryStatus(entry, state);
}
