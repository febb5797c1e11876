import { AccessoryHolderEntity, StockDeviceEntity } from '#data/accessories/entities.ts';
import { UnitConfigurationEntity } from '#data/unit-configuration/configurations.ts';
import { draftOf, versionOf } from '#data/unit-configuration/draft.ts';
import { UnitEntity } from '#data/units/units.ts';
import type { Sample } from '#support/samples.ts';

const changedAt = '2026-11-20T12:00:00.000Z';

/** A unit with an RF device and a Bluetooth device, and a device in stock. */
export const sample: Sample = {
  async add({ unit }) {
    const { UnitSerNum } = unit;
    const draft = await draftOf(unit);
    const accessories = {
      'rf:3': { SerialNumber: 'P99001', RFCode: 'A1B2', Type: 'Pendant', changedAt },
      'rf:7': { SerialNumber: 'P99003', RFCode: 'A1B4', Type: 'Pendant', changedAt },
      'bt:0A:0B:0C:0D:0E:0F': { SerialNumber: 'BP-1', changedAt },
    };
    const holder = (accessory: string, name: string) =>
      AccessoryHolderEntity.put({ accessory, UnitSerNum, name, since: changedAt, version: '1' }).go();
    await Promise.all([
      holder('rf~P99001', 'rf:3'),
      holder('rf~P99003', 'rf:7'),
      holder('bt~0A:0B:0C:0D:0E:0F', 'bt:0A:0B:0C:0D:0E:0F'),
      StockDeviceEntity.put({ SerialNumber: 'P99002', RFCode: 'A1B3', Type: 'ASM-Pendant' }).go(),
      UnitConfigurationEntity.put({
        ...draft,
        UnitSerNum,
        revision: 1,
        settingsRevision: 0,
        UnitFirmVer: versionOf(unit).UnitFirmVer,
        savedAt: changedAt,
        layers: { ...draft.layers, accessories },
      }).go(),
      UnitEntity.patch({ UnitSerNum }).set({ configRevision: 1 }).go(),
    ]);
  },
};
