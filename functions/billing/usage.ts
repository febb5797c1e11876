import { ROOT_DEALER } from '#core/dealers/tree.ts';
import type { PageRequest } from '#core/paging.ts';
import type { Scope } from '#core/scope.ts';
import { CarrierNumber } from '#core/sims/carrier.ts';
import { usageFindingStore } from '#data/billing/usage-findings.ts';
import { dealerStore } from '#data/dealers/dealers.ts';
import { usageReadingStore } from '#data/sims/fleet-readings.ts';
import { unitStore } from '#data/units/units.ts';

interface Asked extends PageRequest {
  period: string;
  /** Undefined: all dealers. Only for the root dealer. */
  DealerKey: number | undefined;
}

/**
 * One page of the SIMs whose bill and usage disagree. A page can be short although the list goes on: a unit that is not billed and belongs to another dealer
 * now is left out.
 */
export async function listUsage({ period, DealerKey, ...request }: Asked, scope: Scope) {
  const now = Date.now();
  const [{ items: stored, cursor }, readings] = await Promise.all([
    usageFindingStore.list(period, DealerKey, request, now),
    usageReadingStore.all(),
  ]);
  const names = await dealerStore.names(
    stored.map((one) => one.DealerKey),
    now,
  );
  const units = await unitStore.getMany(scope, [...new Set(stored.map(({ UnitSerNum }) => UnitSerNum))]);
  const items = stored.flatMap((one) => {
    const unit = units.find(({ UnitSerNum }) => UnitSerNum === one.UnitSerNum);
    const isPresent = unit !== undefined && (scope.dealerKey === ROOT_DEALER || unit.DealerKey === one.DealerKey);
    if (one.finding === 'unbilled' && unit?.DealerKey !== one.DealerKey) return [];
    const { UnitSerNum, iccid, carrier, finding, billedDays, usage, foundAt } = one;
    const DealerName = names.get(one.DealerKey) ?? '';
    return [
      {
        UnitSerNum,
        iccid,
        DealerKey: one.DealerKey,
        DealerName,
        carrier,
        finding,
        billedDays,
        ...(usage && { usage }),
        foundAt,
        isPresent,
      },
    ];
  });
  return {
    items,
    cursor,
    readings: readings.map(({ carrier, startedAt, endedAt }) => ({
      ...{ carrier: CarrierNumber.parse(carrier), startedAt },
      ...(endedAt !== undefined && { endedAt }),
    })),
  };
}
