import type { Page } from 'playwright-core';
import { expect, it } from 'vitest';
import { LOOKS } from '#support/browser.ts';
import { itInDepth } from '#support/depth.ts';
import { expectAccessible, picture } from '#support/screen.ts';
import { connect, sendLine, transcript } from './console-screen.ts';
import { ADMINISTRATOR, ENGINEER, openConsole } from './served-units.ts';

const ask = (page: Page) => page.getByRole('button', { name: 'Ask to take over', exact: true });
const hangUp = (page: Page) => page.getByRole('button', { name: 'Hang up', exact: true });
const follows = (page: Page) => page.getByText(/ controls this unit\. You can follow\.$/).waitFor();
const question = (page: Page) => page.getByText(/ asks for the console\.$/);

it('one of two people gives the commands; the other follows, asks, and gets the console', async () => {
  const [holder, follower] = await Promise.all([
    openConsole('voice'),
    openConsole('voice', { as: ADMINISTRATOR, look: LOOKS.phone }),
  ]);
  expect(ENGINEER).not.toBe(ADMINISTRATOR);
  await connect(holder);
  await connect(follower);
  // Nobody holds a console that is only open.
  expect(await ask(follower).count()).toBe(0);
  await sendLine(holder, 'SpeakerVol 7');
  await follows(follower);
  await transcript(follower).getByText('SpeakerVol (sent elsewhere)', { exact: true }).waitFor();
  expect(await hangUp(follower).isDisabled()).toBe(true);
  await picture(follower, 'console-custody-phone');
  await expectAccessible(follower);

  await ask(follower).click();
  await question(holder).waitFor();
  await picture(holder, 'console-custody-asked');
  await expectAccessible(holder);
  await holder.getByRole('button', { name: 'Keep', exact: true }).click();
  await follower.getByText(/ keeps the console\.$/).waitFor();

  await ask(follower).click();
  await question(holder).waitFor();
  await holder.getByRole('button', { name: 'Give', exact: true }).click();
  await holder.getByText(/ has the console now\. You can follow\.$/).waitFor();
  await expect.poll(() => hangUp(follower).isEnabled()).toBe(true);
  await sendLine(follower, 'MicVol 6');
  await transcript(holder).getByText('MicVol (sent elsewhere)', { exact: true }).waitFor();

  // The holder leaves: the console is free.
  await follower.close();
  await expect.poll(() => hangUp(holder).isEnabled(), { timeout: 10_000 }).toBe(true);
});

itInDepth(
  'goes to the asker if the holder does not answer within 20 seconds',
  async () => {
    const [holder, asker] = await Promise.all([openConsole('voice'), openConsole('voice', { as: ADMINISTRATOR })]);
    await connect(holder);
    await sendLine(holder, 'SpeakerVol 6');
    await connect(asker);
    await follows(asker);
    await ask(asker).click();
    await question(holder).waitFor();
    await holder.getByText(/ has the console now\. You can follow\.$/).waitFor({ timeout: 25_000 });
    await expect.poll(() => hangUp(asker).isEnabled()).toBe(true);
  },
  60_000,
);
