import { units } from '#core/units/contract.ts';
import type { UnitModel } from '#core/units/unit.ts';
import type { Tone } from '#web/components/status/tones.ts';
import { useEndpoint } from '#web/lib/api/use-endpoint.ts';
import { paths } from '#web/lib/page/paths.ts';
import { useMay } from '#web/lib/session/session.tsx';
import { READS } from './reads.ts';

/** Units with the same problem, counted by model, and their list. */
export interface Attention {
  label: string;
  tone: Tone;
  counts: Readonly<Record<UnitModel, number>>;
  linkOf: (model: UnitModel) => string;
}

/** The problems that units have now, the worst first; not read if the user may see no units. */
export function useAttention() {
  const mayList = useMay(units.list.access);
  const withoutSecret = useEndpoint(units.list, mayList ? READS.withoutSecret : null);
  const { data, error, isValidating, staleSince, mutate } = withoutSecret;
  const rows: Attention[] | undefined = data && [
    {
      label: 'Without a secret',
      tone: 'warning',
      counts: data.totals,
      linkOf: (UnitModel) => paths.units({ UnitModel, withoutSecret: 1 }),
    },
  ];
  return {
    rows: rows?.filter(({ counts }) => Object.values(counts).some((count) => count > 0)),
    error,
    isValidating,
    staleSince,
    retry: () => void mutate(),
    mayList,
  };
}
