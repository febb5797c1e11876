import { describe, expect, it } from 'vitest';
import { accessories } from '#core/accessories/contract.ts';
import { StockDeviceEntity, ZoneReadingEntity } from '#data/accessories/entities.ts';
import { changeLook, LOOKS } from '#support/browser.ts';
import { ask } from '#support/call.ts';
import { itInDepth } from '#support/depth.ts';
import { aUnit } from '#support/fleet.ts';
import { openPage, userNamed } from '#support/page.ts';
import { acknowledge, expectAccessible, picture } from '#support/screen.ts';
import { aDevice } from './support.ts';

const ENGINEER = 'engineer@watchkeep.example';

async function openAccessories(UnitSerNum: string) {
  const page = await openPage({ as: ENGINEER, at: `/unitManagement/unitEdit?Unit=${UnitSerNum}&tabIndex=8` });
  const button = (name: string) => page.getByRole('button', { name, exact: true });
  const text = (words: string) => page.getByText(words, { exact: true }).first();
  return { page, button, text, dialog: page.getByRole('dialog'), question: page.getByRole('alertdialog') };
}

const aVoiceUnit = () => aUnit({ UnitModel: 'MXD-LTE', UnitStatus: 9 });

describe('the accessories of a unit', () => {
  it('are looked up and added, named, moved to another zone, deleted and undeleted [P2-B07 P2-B55 P2-B57 P2-V05 P2-V06 P2-V07 P2-V08 P2-V10 P2-C41]', async () => {
    const { UnitSerNum } = await aVoiceUnit();
    const { SerialNumber, RFCode } = await aDevice();
    const noRf = await aDevice({ RFCode: '0000' });
    const { page, button, text, dialog, question } = await openAccessories(UnitSerNum);
    await text('This unit has no accessories').waitFor();
    await picture(page, 'accessories-none');

    await button('Add RF device').click();
    const serial = dialog.getByLabel('Serial number');
    const found = dialog.getByRole('status', { name: 'Look-up' });
    await serial.fill('X404');
    await found.getByText('Not Found', { exact: true }).waitFor();
    await picture(page, 'accessory-not-found');
    await found.getByRole('button', { name: 'Look it up in the Mytrex data' }).click();
    await found.getByText(/^X404 is not in the Mytrex data/).waitFor();
    await serial.fill(noRf.SerialNumber);
    await found.getByText('This device has no RF. It cannot be added to a zone', { exact: true }).waitFor();
    await serial.fill(SerialNumber.toLowerCase());
    await found.getByText('Match', { exact: true }).waitFor();
    await found.getByText(`Pendant · RF code ${RFCode} · made Jun 1, 2025`, { exact: true }).waitFor();
    await dialog.getByLabel('Zone').fill('255');
    await page.getByRole('option', { name: /Zone 255/ }).click();
    await expectAccessible(page);
    await picture(page, 'accessory-add');
    await dialog.getByRole('button', { name: 'Add RF device' }).click();
    await text('Zone 255').waitFor();
    await text('Pending').waitFor();
    await text('Not synced').waitFor();

    await button('Name zone 255').click();
    await dialog.getByLabel('Name of the zone').fill('Front door');
    await dialog.getByRole('button', { name: 'Save name' }).click();
    await text('Zone 255, Front door').waitFor();

    await button(`Move the accessory ${SerialNumber} to another zone`).click();
    await dialog.getByLabel('New zone').fill('Zone 12');
    await page.getByRole('option', { name: 'Zone 12', exact: true }).click();
    await picture(page, 'accessory-move-zone');
    await dialog.getByRole('button', { name: 'Move to zone' }).click();
    await text('Zone 12').waitFor();
    await text('Pending Delete').waitFor();

    await button(`Delete the accessory ${SerialNumber}`).click();
    await acknowledge(question);
    await question.getByRole('button', { name: 'Delete accessory' }).click();
    await page.getByText('Pending Delete', { exact: true }).nth(1).waitFor();
    await button(`Undelete the accessory ${SerialNumber}`).first().click();
    await text('Pending').waitFor();
  });

  itInDepth('show a low battery, and where a former one is now; in light, dark and on a phone', async () => {
    const [unit, other] = [await aVoiceUnit(), await aVoiceUnit()];
    const { UnitSerNum } = unit;
    const as = await userNamed(ENGINEER);
    const [one, gone] = [await aDevice(), await aDevice()];
    await StockDeviceEntity.put({ SerialNumber: 'P500', RFCode: 'D500', Type: 'ASM-Smoke detector' }).go();
    const reading = { UnitSerNum, RFCode: 'D500', SerialNumber: 'P500', at: new Date().toISOString(), order: '1' };
    await ZoneReadingEntity.put({ ...reading, zone: 2, state: 'heard', batteryLow: true }).go();
    await ask(accessories.addRf, { UnitSerNum, Zone: 1, SerialNumber: one.SerialNumber, as });
    await ask(accessories.addRf, { UnitSerNum, Zone: 3, SerialNumber: gone.SerialNumber, as });
    const device = { SerialNumber: 'BP-4471', MacAddress: 'A0B0C0000201' };
    await ask(accessories.saveBluetooth, { UnitSerNum, device, as });
    const moved = { UnitSerNum: other.UnitSerNum, Zone: 1, SerialNumber: gone.SerialNumber, moveFrom: UnitSerNum };
    await ask(accessories.addRf, { ...moved, as });

    const { page, text } = await openAccessories(UnitSerNum);
    await text('Low battery').waitFor();
    await text('Smoke detector · P500 · RF code D500').waitFor();
    const former = page.getByRole('region', { name: 'Former accessories' });
    await former.getByRole('link', { name: other.UnitSerNum }).waitFor();
    for (const [look, its] of Object.entries(LOOKS)) {
      await changeLook(page, its);
      await picture(page, `accessories-${look}`);
      await expectAccessible(page);
    }
  });

  it('of another unit are moved after a question; Bluetooth devices are added by their address [P2-B08 P2-B57]', async () => {
    const [from, to] = [await aVoiceUnit(), await aVoiceUnit()];
    const as = await userNamed(ENGINEER);
    const device = { SerialNumber: 'BP-1', MacAddress: 'A0B0C0000202' };
    await ask(accessories.saveBluetooth, { UnitSerNum: from.UnitSerNum, device, as });
    const { page, button, text, dialog, question } = await openAccessories(to.UnitSerNum);
    await button('Add Bluetooth device').click();
    await dialog.getByLabel('Serial number').fill('BP-1');
    await dialog.getByLabel('MAC address').fill('a0b0c0000202');
    await dialog.getByRole('button', { name: 'Add Bluetooth device' }).click();
    await question.getByText(/forgets it at its next appropriate ping/).waitFor();
    await picture(page, 'accessory-move-question');
    await acknowledge(question);
    await question.getByRole('button', { name: 'Move accessory' }).click();
    await text('A0:B0:C0:00:02:02').waitFor();
    const left = await ask(accessories.bluetoothDevices, { UnitSerNum: from.UnitSerNum, as });
    expect(left.devices).toMatchObject([{ UpdateStatusName: 'Pending Delete' }]);
  });
});
