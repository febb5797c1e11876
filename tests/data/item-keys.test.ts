import { Entity } from 'electrodb';
import { describe, expect, it } from 'vitest';
import { CommandNoticeEntity } from '#data/consoles/commands.ts';
import { NOTICES_COMPLETE, NoticesCompleteEntity } from '#data/consoles/notices-complete.ts';
import { DealerListsEntity } from '#data/dealer-settings/dealer-settings.ts';
import { type AnyEntity, itemKey } from '#data/kit/item-keys.ts';
import { at, primary } from '#data/kit/table.ts';
import { UnitSecretEntity, UnitWithoutSecretEntity } from '#data/units/unit-secrets.ts';
import { UnitEntity } from '#data/units/units.ts';

const keyOfElectroDb = (entity: AnyEntity, attributes: object) =>
  (entity.get(attributes).params() as { Key: object }).Key;

const SERIALS = ['400220', 'A1B2C3', 'a1b2c3', 'E', 'An Example', 'É#_$', ' ', 'x'.repeat(3_000)];

/** Keys that are not a fixed text and then the value. */
const odd = (pk: object, sk: object) =>
  new Entity(
    {
      model: { service: 'watchkeep', entity: 'odd', version: '1' },
      attributes: { word: { type: 'string' }, number: { type: 'number', padding: { length: 7, char: '0' } } },
      indexes: { odd: { pk: { field: 'pk', ...pk }, sk: { field: 'sk', ...sk } } },
    } as never,
    at,
  ) as unknown as AnyEntity;

describe('the key of an item is the one that ElectroDB makes, of', () => {
  it.each<[string, AnyEntity, string, readonly (string | number)[]]>([
    ['a unit', UnitEntity, 'UnitSerNum', SERIALS],
    ['the secret of a unit', UnitSecretEntity, 'UnitSerNum', SERIALS],
    ['a unit without a secret', UnitWithoutSecretEntity, 'UnitSerNum', SERIALS],
    ['the notice of a unit', CommandNoticeEntity, 'UnitSerNum', SERIALS],
    ['a dealer', DealerListsEntity, 'DealerKey', [0, 1, 22, 2201, -1, 1.5, 123_456_789]],
    ['a record in any case', odd({ composite: ['word'], casing: 'lower' }, { composite: [] }), 'word', ['a', 'A']],
    ['a padded number', odd({ composite: ['number'], casing: 'none' }, { composite: [] }), 'number', [1, 12_345_678]],
    ['the units', NoticesCompleteEntity, 'units', [NOTICES_COMPLETE.units]],
  ])('%s', (_, entity, name, values) => {
    for (const value of values) {
      const attributes = { [name]: value };
      expect(itemKey(entity, attributes)).toEqual(keyOfElectroDb(entity, attributes));
    }
  });

  it('a record with two attributes', () => {
    const entity = odd(primary(['word'], ['number']).pk, primary(['word'], ['number']).sk);
    for (const word of ['a', 'b']) {
      const attributes = { word, number: 3 };
      expect(itemKey(entity, attributes)).toEqual(keyOfElectroDb(entity, attributes));
    }
  });
});
