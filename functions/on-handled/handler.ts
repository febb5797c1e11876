import { HandledMessage } from '#core/monitoring-centers/delivery.ts';
import { unitConnectionStore } from '#data/units/unit-connections.ts';
import { handledOverBridge } from '#platform/aws/bridge.ts';
import { consume } from '#platform/aws/consume.ts';

/** Tells a connected unit that its centre or a person has taken the alarm (docs/unit-protocol.md, section 3). A repeated message tells it again. */
export const handler = consume(HandledMessage, async (message) => {
  const connection = await unitConnectionStore.get(message.UnitSerNum, Date.now());
  if (connection) await handledOverBridge(connection.bridgeAddress, message);
});
