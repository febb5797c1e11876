import { INVALID_MESSAGES_TOPIC } from '#core/live/messages.ts';
import type { InvalidHandover } from '#protocol/ingest-message.ts';
import type { Ports } from '../ports.ts';

/** For the whole bridge: enough to see what is wrong, too few to flood the log. */
const MAX_ENTRIES_PER_SECOND = 20;

export type InvalidEntry = Omit<InvalidHandover, 'version' | 'kind' | 'id' | 'bridgeId'>;

/** Stores and publishes messages of units that could not be used. Callers do not wait for it. */
export class InvalidLog {
  readonly #ports: Ports;
  readonly #bridgeId: string;
  readonly #startedAt: number;
  #count = 0;
  #second = 0;
  #inSecond = 0;
  #dropped = 0;

  constructor(ports: Ports, bridgeId: string, startedAt: number) {
    this.#ports = ports;
    this.#bridgeId = bridgeId;
    this.#startedAt = startedAt;
  }

  /** Entries that were dropped because there were too many. */
  get dropped(): number {
    return this.#dropped;
  }

  add(entry: InvalidEntry): void {
    if (!this.#hasRoom(entry.receivedAt)) {
      this.#dropped += 1;
      return;
    }
    this.#count += 1;
    const id = `${this.#bridgeId}-${this.#startedAt}-${this.#count}`;
    const message: InvalidHandover = { version: 1, kind: 'invalid', id, bridgeId: this.#bridgeId, ...entry };
    this.#ports.ingest.put([message]).catch((error: unknown) => {
      this.#ports.log('warn', 'An invalid message was not kept', { error: String(error) });
    });
    const { receivedAt, UnitSerNum, imei, error, detail, raw, remoteAddress } = entry;
    this.#ports.publisher.publish(INVALID_MESSAGES_TOPIC, {
      id,
      ...(UnitSerNum !== undefined && { UnitSerNum }),
      ...(imei !== undefined && { imei }),
      error,
      detail,
      raw,
      remoteAddress,
      at: receivedAt,
    });
  }

  #hasRoom(now: number): boolean {
    const second = Math.floor(now / 1000);
    if (second !== this.#second) {
      this.#second = second;
      this.#inSecond = 0;
    }
    this.#inSecond += 1;
    return this.#inSecond <= MAX_ENTRIES_PER_SECOND;
  }
}
