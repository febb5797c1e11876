import { z } from 'zod';
import type { Settings, SettingValue } from '../profiles/settings/setting.ts';
import type { RefusedSetting } from '../unit-messages/common-reports.ts';

/** Where a report of a unit stands among its reports. */
export interface Position {
  /** The connection. A newer connection has a higher fence. */
  fence: number;
  bootId: number;
  sequence: number;
}

/**
 * True if the unit sent the first report after the second. Within a boot the unit counts. A boot is compared by its connections, because a unit
 * whose board was replaced counts its boots from 1 again.
 */
export const isAfter = (one: Position, other: Position): boolean =>
  one.bootId === other.bootId ? one.sequence > other.sequence : one.fence > other.fence;

/** The configuration that a unit says it has, with each ping and login. */
export interface Told extends Position {
  revision: number;
  digest: number;
}

/** As short as it can be: a unit's item has it twice, is written with each ping, and costs more above 1,024 bytes. */
export const packTold = ({ revision, digest, fence, bootId, sequence }: Told): string =>
  [revision, digest, fence, bootId, sequence].map((number) => number.toString(36)).join('.');

export function unpackTold(packed: string | undefined): Told | undefined {
  if (packed === undefined) return undefined;
  const [revision, digest, fence, bootId, sequence] = packed
    .split('.')
    .map((number) => Number.parseInt(number, 36)) as [number, number, number, number, number];
  return { revision, digest, fence, bootId, sequence };
}

/** More than a configuration of 200 settings and all events needs. */
export const MAX_PARTS = 64;

/** One part of a unit's report of its settings. */
export interface ReportedPart extends Told {
  part: number;
  parts: number;
  settings: Settings;
  refused: readonly RefusedSetting[];
  /** When the unit sent it. */
  at: string;
}

/** What a unit has set, as it reported last. */
export interface Reported extends Told {
  settings: Settings;
  /** The unit's reasons by setting. A reason can be empty. */
  refused: Readonly<Record<string, string>>;
  at: string;
}

/** The report that the latest part belongs to; undefined until all its parts have come. */
export function reportedOf(stored: readonly ReportedPart[]): Reported | undefined {
  const latest = stored.reduce<ReportedPart | undefined>(
    (found, one) => (found && !isAfter(one, found) ? found : one),
    undefined,
  );
  if (!latest) return undefined;
  const { revision, digest, parts, fence, bootId, sequence, at } = latest;
  const together = stored.filter((one) => one.revision === revision && one.digest === digest && one.parts === parts);
  if (new Set(together.map(({ part }) => part)).size < parts) return undefined;
  return {
    ...{ revision, digest, fence, bootId, sequence, at },
    settings: Object.assign({}, ...together.map(({ settings }) => settings)),
    refused: Object.fromEntries(together.flatMap((one) => one.refused.map(({ name, text = '' }) => [name, text]))),
  };
}

/**
 * `in sync`: the unit reported the desired value. `waiting`: it has not yet got or reported it. `refused`: it has judged the present revision and
 * keeps another value. `forgotten`: since its report it told another configuration. `not sent`: nobody has saved a configuration.
 */
export const SYNC_STATES = ['in sync', 'waiting', 'refused', 'forgotten', 'not sent'] as const;
export const SyncState = z.enum(SYNC_STATES);
export type SyncState = z.infer<typeof SyncState>;

export interface SettingState {
  state: SyncState;
  reported?: SettingValue;
  /** The unit's own reason. */
  error?: string;
}

interface Facts {
  /** 0: nobody has saved a configuration. */
  revision: number;
  /** Reports of earlier revisions do not count, because people marked the unit's data as dirty. */
  resendFrom: number;
  desired: Settings;
  reported: Reported | undefined;
  /** What the unit told last, at a ping or a login. */
  told: Told | undefined;
}

/** The state of each desired setting. */
export function settingStates(facts: Facts): Map<string, SettingState> {
  const { desired, reported } = facts;
  const general = generalState(facts);
  return new Map(
    Object.entries(desired).map(([name, value]) => {
      const has = reported?.settings[name];
      const state = general ?? stateOf(facts, has === value);
      const error = state === 'refused' ? reported?.refused[name] : undefined;
      return [name, { state, ...(has !== undefined && { reported: has }), ...(error && { error }) }];
    }),
  );
}

/** The state of all settings alike; undefined if each has its own. */
function generalState({ revision, resendFrom, reported, told }: Facts): SyncState | undefined {
  if (revision === 0) return 'not sent';
  if (!reported || reported.revision < resendFrom) return 'waiting';
  if (!told || !isAfter(told, reported) || isSame(told, reported)) return undefined;
  // A unit that tells a later revision has applied it, and its report is on the way.
  return told.revision > reported.revision ? 'waiting' : 'forgotten';
}

function stateOf({ revision, reported }: Facts, isDesired: boolean): SyncState {
  if (isDesired) return 'in sync';
  return reported?.revision === revision ? 'refused' : 'waiting';
}

export const isSame = (one: Pick<Told, 'revision' | 'digest'>, other: Pick<Told, 'revision' | 'digest'>) =>
  one.revision === other.revision && one.digest === other.digest;

/** The state of the unit: that of the setting that needs most attention. `in sync` only if the unit has applied the present revision. */
export function unitSyncState(facts: Facts): SyncState {
  const found = new Set([...settingStates(facts).values()].map(({ state }) => state));
  const worst = (['not sent', 'forgotten', 'waiting', 'refused'] as const).find((state) => found.has(state));
  return worst ?? (facts.reported?.revision === facts.revision ? 'in sync' : 'waiting');
}

/** The later of what a unit told with pings and with logins. */
export function latestTold(...told: readonly (Told | undefined)[]): Told | undefined {
  return told.reduce((found, one) => (one && (!found || isAfter(one, found)) ? one : found), undefined);
}
