import { whyNotOffered } from '#core/unit-configuration/unit-profiles.ts';
import { bulkActionRowStore } from '../bulk-actions/bulk-action-rows.ts';
import { asRow } from '../bulk-actions/row-of-change.ts';
import type { BulkWork } from '../kit/area.ts';
import { profileStore } from '../profiles/profiles.ts';
import { assignProfile } from './save.ts';

/** Gives a unit a profile that it is offered now. */
const profile: BulkWork = (outcome, rights, unit) =>
  asRow(outcome, async () => {
    const { value } = outcome.bulkAction;
    const found = await profileStore.get(rights, value?.action === 'profile' ? value.ProfileKey : 0);
    const refusal = whyNotOffered(rights, unit, found);
    if (refusal !== undefined) return bulkActionRowStore.fail(outcome, refusal);
    return assignProfile(rights, unit, found.ProfileKey, outcome.now, { row: outcome });
  });

export const bulkWork: Readonly<Record<string, BulkWork>> = { profile };
