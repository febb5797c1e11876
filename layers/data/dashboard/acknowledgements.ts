import { Entity } from 'electrodb';
import type { Scope } from '#core/scope.ts';
import { requiredText } from '../kit/attributes.ts';
import { at, primary } from '../kit/table.ts';

/** The announcement that a user has dismissed last, by its launch date. */
export const AcknowledgementEntity = new Entity(
  {
    model: { service: 'watchkeep', entity: 'acknowledgement', version: '1' },
    attributes: { userKey: requiredText, launchDate: requiredText },
    indexes: { acknowledgement: primary(['userKey'], []) },
  },
  at,
);

export const acknowledgementStore = {
  async get({ userKey }: Pick<Scope, 'userKey'>): Promise<string | undefined> {
    const { data } = await AcknowledgementEntity.get({ userKey }).go({ consistent: true });
    return data?.launchDate;
  },

  async put({ userKey }: Pick<Scope, 'userKey'>, launchDate: string): Promise<void> {
    await AcknowledgementEntity.put({ userKey, launchDate }).go();
  },
};
