import { MINUTE } from '#core/time.ts';
import type { Claims } from '../ports.ts';

/** However many logins name one unit, its address is read once in this time. */
const KEPT_MS = MINUTE;

/** The addresses that units were last accepted from. It is asked only if the unit or the address of its login has had too many refused ones. */
export class LastAddresses {
  readonly #claims: Pick<Claims, 'addressOf'>;
  readonly #kept = new Map<string, { readonly readAt: number; readonly address: Promise<string | undefined> }>();

  constructor(claims: Pick<Claims, 'addressOf'>) {
    this.#claims = claims;
  }

  /** Undefined if the unit has none, or if it cannot be read now. */
  of(UnitSerNum: string, now: number): Promise<string | undefined> {
    const kept = this.#kept.get(UnitSerNum);
    if (kept && now - kept.readAt < KEPT_MS) return kept.address;
    const address = this.#claims.addressOf(UnitSerNum).catch(() => {
      this.#kept.delete(UnitSerNum);
      return undefined;
    });
    this.#kept.set(UnitSerNum, { readAt: now, address });
    return address;
  }

  sweep(now: number): void {
    for (const [unit, { readAt }] of this.#kept) if (now - readAt >= KEPT_MS) this.#kept.delete(unit);
  }
}
