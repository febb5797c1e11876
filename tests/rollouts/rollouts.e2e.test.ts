import { describe, expect, it } from 'vitest';
import { ota } from '#core/ota/contract.ts';
import { rollouts } from '#core/rollouts/contract.ts';
import { LOOKS } from '#support/browser.ts';
import { ask } from '#support/call.ts';
import { itInDepth } from '#support/depth.ts';
import { uploaded } from '#support/firmware-upload.ts';
import { openPage, userNamed } from '#support/page.ts';
import { aUser } from '#support/people.ts';
import { expectAccessible, picture } from '#support/screen.ts';
import { aPlan } from './a-rollout.ts';
import { aShownRollout } from './shown-rollout.ts';

const ENGINEER = 'engineer@watchkeep.example';
const engineer = await userNamed(ENGINEER);
const open = (at: string, options = {}) => openPage({ as: ENGINEER, at: `/devTools/rollouts${at}`, ...options });

async function aVersion(version: string) {
  const file = await uploaded(engineer, 'firmware', Buffer.from(`firmware ${version}`));
  return ask(ota.create, { unitModel: 'MXD-LTE', firmVerType: 'MXDLTE', version, file, as: engineer });
}

describe('the rollouts', () => {
  it('are proposed with their stages, and approved by somebody else', async () => {
    await aVersion('8.5.0.0.1');
    const page = await open('');
    await page.getByText('No rollout yet', { exact: true }).waitFor();
    await page.getByRole('link', { name: 'New rollout', exact: true }).click();
    await page.getByRole('button', { name: 'Propose rollout', exact: true }).click();
    await page.getByText('Enter a name for the rollout', { exact: true }).waitFor();
    await page.getByRole('textbox', { name: 'Name' }).first().fill('Winter');
    // What is not saved yet can be saved without scrolling.
    const { y, height } = (await page.getByRole('button', { name: 'Propose rollout', exact: true }).boundingBox())!;
    expect(y + height).toBeLessThanOrEqual(page.viewportSize()!.height);
    await page.getByRole('combobox', { name: 'Version' }).selectOption('MXD-LTE/MXDLTE/8.5.0.0.1');
    const canary = page.getByRole('region', { name: 'First stage: the canary', exact: true });
    await canary.getByRole('textbox', { name: 'At most' }).fill('501');
    await page.getByRole('button', { name: 'Propose rollout', exact: true }).click();
    await canary.getByText('The canary has 1 to 500 units', { exact: true }).waitFor();
    await canary.getByRole('textbox', { name: 'At most' }).fill('25');
    await page.getByRole('button', { name: 'Add stage', exact: true }).click();
    const third = page.getByRole('region', { name: 'Stage 3', exact: true });
    await third.getByRole('textbox', { name: 'With one of these tags' }).fill('pilot, north');
    // The tags of the third stage stay its own when the second one goes.
    await page.getByRole('button', { name: 'Remove stage 2', exact: true }).click();
    const second = page.getByRole('region', { name: 'Stage 2', exact: true });
    expect(await second.getByRole('textbox', { name: 'With one of these tags' }).inputValue()).toBe('pilot, north');
    await second.getByText('Verizon', { exact: true }).click();
    await page.getByText('Only in a maintenance window', { exact: true }).click();
    const leftOut = page.getByText(
      'This window is never open in all of the United States and Canada at once. Units there whose state or province nobody knows are left out.',
      { exact: true },
    );
    await page.getByText(/: choose more than 4 hours\.$/).waitFor();
    await page.getByRole('textbox', { name: 'To' }).fill('02:00');
    await leftOut.waitFor();
    await page.getByRole('textbox', { name: 'To' }).fill('06:30');
    await leftOut.waitFor({ state: 'detached' });
    await expectAccessible(page);
    await picture(page, 'rollout-new');
    await Promise.all([
      page.getByText('Winter waits for the approval of a second person', { exact: true }).first().waitFor(),
      page.getByRole('button', { name: 'Propose rollout', exact: true }).click(),
    ]);
    await page.getByRole('heading', { name: 'Winter', exact: true }).waitFor();
    await page.getByText('00:00 to 06:30, where the unit is', { exact: true }).waitFor();
    await page.getByText(/^All dealers · Verizon · tagged pilot or north · each watched for 24 h$/).waitFor();
    expect(await page.getByRole('button', { name: 'Approve', exact: true }).isDisabled()).toBe(true);
  });

  it('are approved and paused', async () => {
    await aVersion('8.6.0.0.1');
    const proposer = await aUser({
      ...{ dealer: 1, flags: ['ENGINEER'], userKey: 'rollout-proposer', userName: 'proposer@watchkeep.example' },
    });
    const plan = aPlan({
      name: 'Summer',
      FirmVerKey: 'MXD-LTE/MXDLTE/8.6.0.0.1',
      stages: [{ name: 'First', atMost: 5, tags: ['nobody has this'], watchHours: 1 }],
    });
    const { rolloutId } = await ask(rollouts.propose, { ...plan, as: proposer });
    const page = await open(`/detail?id=${rolloutId}`);
    await page.getByRole('button', { name: 'Approve', exact: true }).click();
    await page
      .getByText(
        'At most 5 units of the stage First get 8.6.0.0.1 first. Units restart with it at a moment without an alarm or a call.',
        { exact: true },
      )
      .waitFor();
    await page.getByRole('button', { name: 'Approve rollout', exact: true }).click();
    await page.getByText('Running', { exact: true }).first().waitFor();
    await page.getByRole('button', { name: 'Pause', exact: true }).click();
    await page.getByRole('button', { name: 'Resume', exact: true }).waitFor();
    await page.getByRole('button', { name: 'More actions', exact: true }).click();
    await page.getByRole('menuitem', { name: 'End rollout', exact: true }).click();
    await page.getByRole('button', { name: 'End rollout', exact: true }).click();
    await page.getByText('Ending', { exact: true }).first().waitFor();
  });

  it('show their stages, their health and their units', async () => {
    const { rolloutId } = await aShownRollout();
    const page = await open('');
    await page.getByRole('link', { name: 'Autumn', exact: true }).first().click();
    await page.getByText('Missed pings: 14 of 73 units do worse than before', { exact: true }).waitFor();
    await page.getByText('14 worse, 1 better', { exact: true }).waitFor();
    await page
      .getByText(
        /^Cedar Alarms.* and all below it · Verizon · 50 % · tagged|and all below it · Verizon · tagged pilot or north · 50 %/,
      )
      .waitFor();
    await expectAccessible(page);
    await picture(page, 'rollout');
    await page.getByRole('link', { name: 'Failed: 1', exact: true }).click();
    await page.getByText('The unit told that the update failed', { exact: true }).first().waitFor();
    expect(new URL(page.url()).searchParams.get('state')).toBe('failed');
    await expectAccessible(page);
    await picture(page, 'rollout-units');
    await page.getByRole('combobox', { name: 'State', exact: true }).selectOption('waiting');
    await page.getByText('No unit is in this state', { exact: true }).waitFor();
    expect(rolloutId).toBe(new URL(page.url()).searchParams.get('id'));
  });

  itInDepth.each(Object.entries(LOOKS))('can be read %s', async (name, look) => {
    const { rolloutId } = await aShownRollout();
    const page = await open(`/detail?id=${rolloutId}`, { look });
    await page.getByText('14 worse, 1 better', { exact: true }).waitFor();
    await expectAccessible(page);
    await picture(page, `rollout-${name}`);
    await page.goto(new URL('/devTools/rollouts/new', page.url()).href);
    await page.getByRole('heading', { name: 'New rollout', exact: true }).waitFor();
    await page.getByRole('region', { name: 'Stage 2', exact: true }).waitFor();
    await expectAccessible(page);
    await picture(page, `rollout-new-${name}`);
  });
});
