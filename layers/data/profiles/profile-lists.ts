import { ROOT_DEALER } from '#core/dealers/tree.ts';
import type { Page, PageRequest } from '#core/paging.ts';
import { type ProfileRecord, PT_ENABLED } from '#core/profiles/profile.ts';
import type { Scope } from '#core/scope.ts';
import { firmwareKey } from '#core/units/firmware.ts';
import type { UnitModel } from '#core/units/unit.ts';
import { page } from '../kit/page.ts';
import { endOfPrefix } from '../kit/table.ts';
import { ProfileEntity, ProfileVersionEntity } from './profiles.ts';

/** No name sorts before the first, and none after the last. */
const FIRST_NAME = '';
const LAST_NAME = endOfPrefix('');

export const profileLists = {
  /** The profiles of the scope’s dealers, dealer by dealer and each by name. */
  listOwn: (
    { dealerPath }: Pick<Scope, 'dealerPath'>,
    { UnitModel, ...request }: PageRequest & { UnitModel: UnitModel },
  ): Promise<Page<ProfileRecord>> =>
    page(
      ProfileEntity.query.byTree({ UnitModel }).between({ dealerPath }, { dealerPath: endOfPrefix(dealerPath) }),
      request,
    ),

  /** The profiles of dealer 1 by name. Every dealer reads them. */
  listStandard: ({ UnitModel, ...request }: PageRequest & { UnitModel: UnitModel }): Promise<Page<ProfileRecord>> =>
    page(ProfileEntity.query.byDealer({ DealerKey: ROOT_DEALER, UnitModel }), request),

  /** The first profiles of one dealer by name, of those whose names begin with a text. */
  async ofDealer(DealerKey: number, UnitModel: UnitModel, start: string, limit: number) {
    const nameOrder = start.toLowerCase();
    const { data, cursor } = await ProfileEntity.query
      .byDealer({ DealerKey, UnitModel })
      .between({ nameOrder }, { nameOrder: endOfPrefix(nameOrder) })
      .go({ limit });
    return { items: data, more: cursor !== null };
  },

  /** The first enabled profiles of one dealer for a firmware, by name. */
  async forFirmware(DealerKey: number, UnitModel: UnitModel, firmware: string, limit: number) {
    const firmwareOrder = firmwareKey(firmware);
    const { data, cursor } = await ProfileEntity.query
      .byFirmware({ DealerKey, UnitModel, PTStatus: PT_ENABLED })
      .between({ firmwareOrder, nameOrder: FIRST_NAME }, { firmwareOrder, nameOrder: LAST_NAME })
      .go({ limit });
    return { items: data, more: cursor !== null };
  },

  /** The enabled profiles of one dealer for a firmware between two others, those for the highest firmware first. */
  async forFirmwareBetween(DealerKey: number, UnitModel: UnitModel, above: string, below: string, limit: number) {
    const { data, cursor } = await ProfileEntity.query
      .byFirmware({ DealerKey, UnitModel, PTStatus: PT_ENABLED })
      .between(
        { firmwareOrder: firmwareKey(above), nameOrder: LAST_NAME },
        { firmwareOrder: firmwareKey(below), nameOrder: FIRST_NAME },
      )
      .go({ limit, order: 'desc' });
    return { items: data, more: cursor !== null };
  },

  /** The versions of a profile, the newest first. */
  versions: ({ ProfileKey }: Pick<ProfileRecord, 'ProfileKey'>, request: PageRequest) =>
    page(ProfileVersionEntity.query.version({ ProfileKey }), { ...request, order: 'desc' }),
};
