import { digestOf } from '#core/unit-configuration/digest.ts';
import type { ConfigurationReport, RefusedSetting } from '#core/unit-messages/common-reports.ts';
import type { Configuration } from '#core/unit-messages/session.ts';
import type { Value, Values } from '#core/unit-messages/values.ts';
import { partsOf } from '#protocol/configuration-parts.ts';

/** How a simulated unit treats settings, beside doing what it is told. */
export interface SettingsBehaviour {
  /** Why the unit does not take the value; undefined if it does. */
  readonly refuses?: (name: string, value: Value) => string | undefined;
  /** The share of its settings, from 0 to 1, that it loses when it starts. */
  readonly forgets?: number;
  /** Sends each answer twice, as after a lost acknowledgement. */
  readonly repeats?: boolean;
}

type Report = Omit<ConfigurationReport, 'type' | 'MessageTime'>;

/** The settings in the permanent memory of a unit (docs/unit-protocol.md, section 6). */
export class UnitSettings {
  readonly #refuses: NonNullable<SettingsBehaviour['refuses']>;
  #revision = 0;
  #settings: Record<string, Value> = {};
  #refused: RefusedSetting[] = [];
  /** The parts of a configuration that is not whole yet. Not permanent. */
  #parts = new Map<number, Configuration>();

  constructor({ refuses = () => undefined }: SettingsBehaviour = {}) {
    this.#refuses = refuses;
  }

  get revision(): number {
    return this.#revision;
  }

  get settings(): Values {
    return { ...this.#settings };
  }

  /** What the unit says with each login and ping. */
  get told() {
    return { configurationRevision: this.#revision, configurationDigest: digestOf(this.#settings) };
  }

  /** A new connection: parts of the last one count no more. */
  connected(): void {
    this.#parts.clear();
  }

  /** Takes a part; returns the unit's report when the configuration is whole. A part that comes twice changes nothing. */
  take(part: Configuration): Report[] | undefined {
    const [other] = this.#parts.values();
    if (other && (other.revision !== part.revision || other.parts !== part.parts)) this.#parts.clear();
    this.#parts.set(part.part, part);
    if (this.#parts.size < part.parts) return undefined;
    const whole: Values = Object.assign({}, ...[...this.#parts.values()].map(({ settings }) => settings));
    this.#parts.clear();
    this.#apply(part.revision, whole);
    return this.report();
  }

  report(): Report[] {
    const { configurationRevision: revision, configurationDigest: digest } = this.told;
    const all = partsOf(this.#settings);
    return all.map((settings, index) => ({
      ...{ revision, digest, part: index + 1, parts: all.length, settings },
      refused: index === 0 ? this.#refused : [],
    }));
  }

  /** Changes a setting at the unit, if its configuration names it. */
  change(name: string, value: Value): void {
    if (name in this.#settings) this.#settings[name] = value;
  }

  /** Loses these settings; all of them, and that it had any, if no names are given. */
  forget(names?: readonly string[]): void {
    if (!names) this.#revision = 0;
    for (const name of names ?? Object.keys(this.#settings)) delete this.#settings[name];
  }

  /** The configuration is whole: what it does not name gets the unit's own default, which has no value here. */
  #apply(revision: number, whole: Values): void {
    const refused: RefusedSetting[] = [];
    const next: Record<string, Value> = {};
    for (const [name, value] of Object.entries(whole)) {
      const text = this.#refuses(name, value);
      if (text === undefined) next[name] = value;
      else {
        refused.push({ name, text });
        if (this.#settings[name] !== undefined) next[name] = this.#settings[name];
      }
    }
    this.#revision = revision;
    this.#settings = next;
    this.#refused = refused;
  }
}
