/** A message that a stand-in of a receiver got. */
export interface ReceivedMessage {
  protocol: 'dc09' | 'scaip' | 'sip' | 'webhook';
  account: string;
  /** The rest depends on the protocol. */
  [field: string]: unknown;
}

const MOST_KEPT = 1000;

/** What the stand-ins of receivers got, the oldest first. */
export function receivedMessages() {
  const all: ReceivedMessage[] = [];
  return {
    all: all as readonly ReceivedMessage[],
    add(message: ReceivedMessage): void {
      all.push(message);
      if (all.length > MOST_KEPT) all.shift();
    },
  };
}
export type ReceivedMessages = ReturnType<typeof receivedMessages>;
