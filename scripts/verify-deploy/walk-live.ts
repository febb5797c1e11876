import assert from 'node:assert/strict';
import type { z } from 'zod';
import type { BulkAction } from '#core/bulk-actions/bulk-action.ts';
import { api } from '#core/index.ts';
import { bulkActionTopic } from '#core/live/messages.ts';
import type { Deployed } from './deployment.ts';
import type { Emulator } from './emulator.ts';
import { LiveConnection } from './live-connection.ts';
import type { PortalClient } from './portal-client.ts';
import { eventually, type Step } from './steps.ts';

type Progress = z.infer<typeof BulkAction>;

/** Background work, from the browser through table, stream, queue and function, back to the browser. */
export function walkLive(emulator: Emulator, deployed: Deployed, client: PortalClient): Step[] {
  let connection: LiveConnection;
  return [
    {
      name: 'the WebSocket API lets nobody in without a ticket',
      run: () => assert.rejects(LiveConnection.with(emulator, deployed, 'made-up')),
    },
    {
      name: 'a browser connects with its ticket, once, and is answered',
      async run() {
        const { ticket } = await client.call(api.live.ticket, {});
        connection = await LiveConnection.with(emulator, deployed, ticket);
        connection.say({ action: 'ping' });
        await connection.hear('pong', (message) => 'action' in message && message.action === 'pong');
        await assert.rejects(LiveConnection.with(emulator, deployed, ticket));
      },
    },
    {
      name: 'a bulk action goes through stream, queue and functions, and its progress comes to the browser',
      async run() {
        const { lists } = await client.call(api.units.list, { UnitModel: 'myConnect', param: 'all' } as never);
        const units = lists.myConnect.slice(0, 5).map(({ UnitSerNum }) => UnitSerNum);
        assert.equal(units.length, 5);
        const { bchKey } = await client.call(api['bulk-actions'].create, {
          units,
          action: 'reporting',
          type: 'off',
          UnitModel: 'myConnect',
        });
        const topic = bulkActionTopic(bchKey);
        connection.say({ action: 'subscribe', topic });
        await connection.hear('subscribed', (message) => 'action' in message && message.action === 'subscribed');
        const bulkAction = await finished(client, bchKey);
        assert.deepEqual([bulkAction.done, bulkAction.failed], [5, 0]);
        await connection.hear('progress', (message) => 'message' in message && message.topic === topic);
        connection.close();
      },
    },
  ];
}

async function finished(client: PortalClient, bchKey: string): Promise<Progress> {
  return eventually('the bulk action is finished', async () => {
    const { bulkAction } = await client.call(api['bulk-actions'].detail, { bchKey });
    return bulkAction.state === 'finished' ? bulkAction : undefined;
  });
}
