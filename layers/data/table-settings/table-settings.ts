import { Entity } from 'electrodb';
import type { Scope } from '#core/scope.ts';
import { requiredText } from '../kit/attributes.ts';
import { at, primary } from '../kit/table.ts';

export const TableSettingsEntity = new Entity(
  {
    model: { service: 'watchkeep', entity: 'tableSettings', version: '1' },
    attributes: {
      userKey: requiredText,
      tableName: requiredText,
      columns: { type: 'any', required: true },
    },
    indexes: { byUser: primary(['userKey'], ['tableName']) },
  },
  at,
);

export const tableSettingsStore = {
  /** The user's choice of columns; empty if there is none yet. */
  async get({ userKey }: Pick<Scope, 'userKey'>, tableName: string): Promise<Record<string, boolean>> {
    const { data } = await TableSettingsEntity.get({ userKey, tableName }).go();
    return data?.columns ?? {};
  },

  async put({ userKey }: Scope, tableName: string, columns: Record<string, boolean>): Promise<void> {
    await TableSettingsEntity.put({ userKey, tableName, columns }).go();
  },
};
