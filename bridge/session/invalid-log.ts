import { INVALID_MESSAGES_TOPIC } from '#core/live/messages.ts';
import { SerialNumber } from '#core/units/unit.ts';
import type { InvalidHandover } from '#protocol/ingest-message.ts';
import type { BridgeConfig } from '../config.ts';
import { TokenBuckets } from '../limits/token-buckets.ts';
import type { Ports } from '../ports.ts';

/** Anybody who reaches the port writes these entries, so each is small: an item of the table up to 1 KB costs one write unit. */
const MAX_RAW_BYTES = 256;
const MAX_DETAIL = 200;
const MAX_IMEI = 16;

export type InvalidEntry = Omit<InvalidHandover, 'version' | 'kind' | 'id' | 'bridgeId' | 'cutFrom'>;

/** Stores and publishes messages of units that could not be used, up to a rate. Callers do not wait for it. */
export class InvalidLog {
  readonly #ports: Ports;
  readonly #bridgeId: string;
  readonly #startedAt: number;
  readonly #ofSource: TokenBuckets;
  readonly #ofBridge: TokenBuckets;
  #count = 0;
  #dropped = 0;

  constructor(
    ports: Ports,
    { bridgeId, invalidRate, invalidTotalRate }: Pick<BridgeConfig, 'bridgeId' | 'invalidRate' | 'invalidTotalRate'>,
    startedAt: number,
  ) {
    this.#ports = ports;
    this.#bridgeId = bridgeId;
    this.#startedAt = startedAt;
    this.#ofSource = new TokenBuckets(invalidRate);
    this.#ofBridge = new TokenBuckets(invalidTotalRate);
  }

  /** Entries that were dropped because there were too many. */
  get dropped(): number {
    return this.#dropped;
  }

  /** `source` is the unit that has logged in, or the address of a connection that has not. */
  add(found: InvalidEntry, source: string): void {
    const now = found.receivedAt;
    if (!this.#ofSource.take(source, now) || !this.#ofBridge.take('', now)) {
      this.#dropped += 1;
      return;
    }
    this.#count += 1;
    const id = `${this.#bridgeId}-${this.#startedAt}-${this.#count}`;
    const entry = shortened(found);
    const message: InvalidHandover = { version: 1, kind: 'invalid', id, bridgeId: this.#bridgeId, ...entry };
    this.#ports.ingest.put([message]).catch((error: unknown) => {
      this.#ports.log('warn', 'An invalid message was not kept', { error: String(error) });
    });
    const { receivedAt, UnitModel: _, ...shown } = entry;
    this.#ports.publisher.publish(INVALID_MESSAGES_TOPIC, { id, ...shown, at: receivedAt });
  }

  /** Forgets the sources that were quiet for long. */
  sweep(now: number): void {
    this.#ofSource.sweep(now);
  }
}

/** The entry without what only takes place. The detail still has a name that no unit can have. */
function shortened({
  UnitSerNum,
  imei,
  raw,
  detail,
  ...rest
}: InvalidEntry): Omit<InvalidHandover, 'version' | 'kind' | 'id' | 'bridgeId'> {
  const bytes = raw.length / 2;
  return {
    ...rest,
    ...(UnitSerNum !== undefined && SerialNumber.safeParse(UnitSerNum).data === UnitSerNum && { UnitSerNum }),
    ...(imei !== undefined && imei.length <= MAX_IMEI && { imei }),
    detail: detail.replace(/\p{C}/gu, '\ufffd').slice(0, MAX_DETAIL),
    raw: raw.slice(0, 2 * MAX_RAW_BYTES),
    ...(bytes > MAX_RAW_BYTES && { cutFrom: bytes }),
  };
}
