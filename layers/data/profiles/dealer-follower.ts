import { UNIT_MODELS, type UnitModel } from '#core/units/unit.ts';
import { DealerEntity, dealerIsAt } from '../dealers/dealers.ts';
import { dealerFollower, pathOf } from '../dealers/move/follower.ts';
import { tryChange } from '../kit/change.ts';
import { endOfPrefix } from '../kit/table.ts';
import { ProfileEntity } from './profiles.ts';

const PAGE_SIZE = 50;

/** The profiles of a dealer move with it: lists find them by its path. */
export const profileFollower = dealerFollower({
  name: 'profiles',
  order: 3,
  async page({ from }, place) {
    // The cursor is the model, and the cursor of the query for that model.
    const [model = UNIT_MODELS[0], ...rest] = (place ?? '').split('|').filter(Boolean) as [UnitModel?, ...string[]];
    const { data, cursor } = await ProfileEntity.query
      .byTree({ UnitModel: model })
      .between({ dealerPath: from }, { dealerPath: endOfPrefix(from) })
      .go({ cursor: rest.join('|') || null, limit: PAGE_SIZE });
    if (cursor !== null) return { data, cursor: `${model}|${cursor}` };
    const next = UNIT_MODELS[UNIT_MODELS.indexOf(model) + 1];
    return { data, cursor: next === undefined ? null : `${next}|` };
  },
  labelOf: ({ ProfileKey }) => `profile ${ProfileKey}`,
  async settle({ ProfileKey }, { from }) {
    // Read again, because an index can be a moment behind the table.
    const { data: was } = await ProfileEntity.get({ ProfileKey }).go({ consistent: true });
    const dealerPath = was?.dealerPath.startsWith(from) ? await pathOf(was.DealerKey) : undefined;
    if (!was || dealerPath === undefined || dealerPath === was.dealerPath) return true;
    const refusal = await tryChange({ entities: { profile: ProfileEntity, dealer: DealerEntity } }, (to) => [
      to.profile
        .patch({ ProfileKey })
        // Its key in the list has these too.
        .set({ dealerPath, ProfileName: was.ProfileName, UnitFirmVer: was.UnitFirmVer })
        .where((profile, { eq }) => eq(profile.dealerPath, was.dealerPath))
        .commit(),
      dealerIsAt(to.dealer, { DealerKey: was.DealerKey, dealerPath }),
    ]);
    return refusal === undefined;
  },
});

export const dealerFollowers = [profileFollower];
