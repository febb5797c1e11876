import { consoleTopic } from '#core/live/messages.ts';
import type { DueCommand, Ports } from '../ports.ts';

/**
 * Commands without a result whose connection has closed. The unit gets them when it comes back, here or at another bridge. If
 * their time is over first, they are reported as lost or expired; the record of commands decides which was first.
 */
export class LostCommands {
  readonly #ports: Ports;
  readonly #now: () => number;
  readonly #resultTimeoutMs: number;
  readonly #byUnit = new Map<string, readonly DueCommand[]>();

  constructor(ports: Ports, now: () => number, resultTimeoutMs: number) {
    this.#ports = ports;
    this.#now = now;
    this.#resultTimeoutMs = resultTimeoutMs;
  }

  /** The number of units that left commands behind. */
  get units(): number {
    return this.#byUnit.size;
  }

  watch(commands: readonly DueCommand[]): void {
    const [first] = commands;
    if (first) this.#byUnit.set(first.UnitSerNum, [...(this.#byUnit.get(first.UnitSerNum) ?? []), ...commands]);
  }

  /** Hands the unit's commands over to its new connection here. */
  unitReconnected(UnitSerNum: string): readonly DueCommand[] {
    const commands = this.#byUnit.get(UnitSerNum) ?? [];
    this.#byUnit.delete(UnitSerNum);
    return commands;
  }

  sweep(): void {
    const now = this.#now();
    for (const [UnitSerNum, commands] of this.#byUnit) {
      const over = commands.filter(({ expiresAt, sent }) => expiresAt + (sent ? this.#resultTimeoutMs : 0) <= now);
      if (over.length === 0) continue;
      const left = commands.filter((command) => !over.includes(command));
      if (left.length > 0) this.#byUnit.set(UnitSerNum, left);
      else this.#byUnit.delete(UnitSerNum);
      for (const command of over) void this.#report(command);
    }
  }

  async #report({ UnitSerNum, commandId, command, sent }: DueCommand): Promise<void> {
    try {
      if (!(await this.#ports.commands.expired(UnitSerNum, commandId))) return;
    } catch (error) {
      this.#ports.log('error', 'A lost command was not recorded', { UnitSerNum, commandId, error: String(error) });
    }
    this.#ports.publisher.publish(consoleTopic(UnitSerNum), {
      event: 'CommandResult',
      UnitSerNum,
      commandId,
      command,
      outcome: sent ? 'lost' : 'expired',
      answer: {},
      at: this.#now(),
    });
  }
}
