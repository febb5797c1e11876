import { units } from '#core/units/contract.ts';
import { useEndpoint } from '#web/lib/api/use-endpoint.ts';
import { useMay, useSession } from '#web/lib/session/session.tsx';
import { attentionOf } from './attention.ts';
import { READS } from './reads.ts';

/** The problems that units have now; not read if the user may see no units. */
export function useAttention() {
  const mayList = useMay(units.list.access);
  const viewer = { engineer: useSession().has('ENGINEER') };
  const all = useEndpoint(units.list, mayList ? READS.allUnits : null);
  const withoutSecret = useEndpoint(units.list, mayList ? READS.withoutSecret : null);
  const reads = [all, withoutSecret];
  // Each getter has to be read: the frame shows what no panel shows.
  const [error] = reads.map((read) => read.error).filter((one) => one !== undefined);
  const [staleSince] = reads.map((read) => read.staleSince).filter((one) => one !== undefined);
  return {
    rows: all.data && withoutSecret.data && attentionOf(all.data.facets, withoutSecret.data.totals, viewer),
    error,
    isValidating: reads.some((read) => read.isValidating),
    staleSince,
    retry: () => {
      for (const { mutate } of reads) void mutate();
    },
    mayList,
  };
}
