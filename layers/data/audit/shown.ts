import type { AuditEntry } from '#core/audit/entry.ts';
import type { AuditedValues } from '#core/audit/wording.ts';
import type { Scope } from '#core/scope.ts';
import { SimState, shownState } from '#core/sims/sim-state.ts';
import type { NamedRecord } from './audit-log.ts';

/** The entries as the reader may see them, with the names of their dealers. */
export const shownEntries = ({ flags }: Pick<Scope, 'flags'>, entries: readonly NamedRecord[]): AuditEntry[] =>
  entries.map((entry) => ({
    ...entry,
    dealerName: entry.dealerNames[entry.dealerKey]!,
    ...(entry.action === 'correct SIM state' && {
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
