import { valuesOf } from '#core/unit-configuration/configuration.ts';
import { unitConfigurationStore } from '#data/unit-configuration/configurations.ts';
import { syncQueueStore } from '#data/unit-configuration/sync-queue.ts';
import type { SyncQueue } from '../ports.ts';
import { isStillOrdered } from './orders.ts';

/** Reads what waits for units from the table, consistently: a unit never gets less than what was saved before. */
export const tableSyncQueue: SyncQueue = {
  async due({ UnitSerNum, configuration, types }) {
    const [saved, messages] = await Promise.all([
      configuration ? unitConfigurationStore.get(UnitSerNum) : undefined,
      types.length > 0 ? syncQueueStore.due(UnitSerNum, types, Date.now(), isStillOrdered) : [],
    ]);
    return {
      ...(saved && { configuration: { revision: saved.revision, settings: valuesOf(saved.layers) } }),
      messages: messages.map(({ MessageKeyHex, MessageType, content }) => ({
        ...{ MessageKey: MessageKeyHex, MessageType, content },
      })),
    };
  },
};
