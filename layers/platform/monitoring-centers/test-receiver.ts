import { SENDERS } from '#adapters/receivers/send.ts';
import { testAccountOf } from '#core/monitoring-centers/contact-id.ts';
import { addressesOf, type Receiver, type ReceiverTest } from '#core/monitoring-centers/receiver.ts';
import { instant, SECOND } from '#core/time.ts';
import { receiverSecretStore, receiverStore } from '#data/monitoring-centers/receivers.ts';
import { isOneMachine } from '../aws/env.ts';

const TRY_TIMEOUT_MS = 5 * SECOND;

/** Sends a test to both addresses of a receiver, over the way that alarms take, and stores what each answered. */
export async function testReceiver(receiver: Receiver): Promise<'ok' | 'failed' | 'withoutSecret'> {
  const secret = await receiverSecretStore.get(receiver.mcKey);
  if (secret === undefined) return 'withoutSecret';
  const outgoing = { account: testAccountOf(receiver.accountPrefix), sequence: 0 };
  const dialling = { privateAllowed: isOneMachine(), timeoutMs: TRY_TIMEOUT_MS };
  const tests = await Promise.all(
    addressesOf(receiver).map(async ({ place, address }): Promise<[typeof place, ReceiverTest]> => {
      const now = Date.now();
      const answer = await SENDERS[receiver.kind]({ address, secret }, outgoing, dialling, now);
      return [place, { at: instant(now), ...answer }];
    }),
  );
  await receiverStore.recordTests(receiver, Object.fromEntries(tests));
  return tests.every(([, { ok }]) => ok) ? 'ok' : 'failed';
}
