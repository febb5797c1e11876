import type { AuditEntry } from '#core/audit/entry.ts';
import type { AuditedValues } from '#core/audit/wording.ts';
import type { Scope } from '#core/scope.ts';
import { SimState, shownState } from '#core/sims/sim-state.ts';
import type { NamedRecord } from './audit-log.ts';

/** Actions whose values have the state of a SIM. */
const SIM_ACTIONS: ReadonlySet<string> = new Set(['correct SIM state', 'ask for SIM state', 'override SIM state']);

/** The entries as the reader may see them, with the names of their dealers. */
export const shownEntries = ({ flags }: Pick<Scope, 'flags'>, entries: readonly NamedRecord[]): AuditEntry[] =>
  entries.map((entry) => ({
    ...entry,
    dealerName: entry.dealerNames[entry.dealerKey]!,
    ...(SIM_ACTIONS.has(entry.action) && {
      before: shownStates(entry.before, flags.includes('ENGINEER')),
      after: shownStates(entry.after, flags.includes('ENGINEER')),
    }),
  }));

const shownStates = (values: AuditedValues | undefined, engineer: boolean) =>
  Object.fromEntries(
    Object.entries(values ?? {}).map(([field, value]) => {
      const state = SimState.safeParse(value);
      return [field, state.success ? shownState(state.data, { engineer }) : value];
    }),
  );
