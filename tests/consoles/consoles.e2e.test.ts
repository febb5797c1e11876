import { randomUUID } from 'node:crypto';
import type { Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { caregivers } from '#core/caregivers/contract.ts';
import { addressLine } from '#core/caregivers/customer.ts';
import type { ConsoleMessage } from '#core/consoles/console-message.ts';
import { KEEP_ALIVE } from '#core/consoles/keep-alive.ts';
import { UNABLE_TO_CONNECT, UNIT_REBOOTING } from '#core/consoles/messages.ts';
import { consoleTopic } from '#core/live/messages.ts';
import { queueMessage } from '#data/unit-configuration/queue-messages.ts';
import { syncQueueStore } from '#data/unit-configuration/sync-queue.ts';
import { unitStore } from '#data/units/units.ts';
import { publish } from '#platform/live/publish.ts';
import { LOOKS } from '#support/browser.ts';
import { ask } from '#support/call.ts';
import { itInDepth } from '#support/depth.ts';
import { openPage, userNamed } from '#support/page.ts';
import { acknowledge, expectAccessible, picture } from '#support/screen.ts';
import { runningScope } from '#support/world.ts';
import { connect, connected, sendLine, transcript } from './console-screen.ts';
import {
  ADMINISTRATOR,
  addressOf,
  allUnitsServed,
  ENGINEER,
  firmwareOf,
  type Kind,
  openConsole,
  serialOf,
  unitPath,
} from './served-units.ts';

/** Stops the page's clock a second from now. */
const stopClock = async (page: Page) => page.clock.pauseAt(await page.evaluate(() => Date.now() + 1_000));

describe('the voice console', () => {
  it('assumes 5 for both volumes until the unit reports them, and shows what is wrong with a command [P2-K29 P2-K30]', async () => {
    const page = await openConsole('voice');
    expect(await page.getByRole('group', { name: 'Speaker' }).getByLabel('Level 5 of 9').count()).toBe(1);
    expect(await page.getByRole('group', { name: 'Microphone' }).getByLabel('Level 5 of 9').count()).toBe(1);
    await connect(page);
    await sendLine(page, 'SpeakerVol 12');
    await page.getByText('The level must be a number from 1 to 9', { exact: true }).waitFor();
  });

  it('asks before a reboot, counts down, and reconnects [P2-B110 P3-B87 P2-S65]', async () => {
    const page = await openConsole('voice', { before: (page) => page.clock.install() });
    await connect(page);
    await page.getByRole('button', { name: 'Reboot', exact: true }).click();
    const confirm = page.getByRole('alertdialog').getByRole('button', { name: 'Reboot unit' });
    await acknowledge(page.getByRole('alertdialog'));
    await stopClock(page);
    await confirm.click();
    await page.getByText(UNIT_REBOOTING, { exact: true }).first().waitFor();
    const left = () => page.getByRole('timer').first().textContent();
    expect(await left()).toBe('30 s');
    await picture(page, 'console-rebooting');
    // The console connects by itself, so it offers no second way.
    expect(await page.getByRole('button', { name: 'Connect', exact: true }).count()).toBe(0);
    expect(await page.getByText(/Try reconnecting/).count()).toBe(1);
    await page.clock.fastForward(5_000);
    await expect.poll(left).toBe('25 s');
    await allUnitsServed();
    await page.clock.fastForward(7_000);
    await page.clock.resume();
    await connected(page);
  });

  it('offers events and the raw log only to engineers [P2-A11]', async () => {
    const page = await openConsole('voice', { as: ADMINISTRATOR });
    await connect(page);
    await sendLine(page, 'MakeEvent 17');
    await page.getByText('There is no command MakeEvent', { exact: true }).waitFor();
    expect(await page.getByText('Raw log', { exact: true }).count()).toBe(0);
  });

  it('shows that it cannot connect to an unavailable unit [P2-M33]', async () => {
    const page = await openConsole('voice');
    await page.route('**/api/unit/tcpConnect', (route) =>
      route.fulfill({
        status: 503,
        json: { code: 'UNAVAILABLE', message: 'No', issues: [], correlationId: 'of this test' },
      }),
    );
    const asked: unknown[] = [];
    page.on('request', (request) => {
      if (request.url().endsWith('/api/unit/tcpConnect')) asked.push(request.postDataJSON());
    });
    await page.getByRole('button', { name: 'Connect', exact: true }).click();
    await page.getByText(UNABLE_TO_CONNECT, { exact: true }).first().waitFor();
    expect(asked).toHaveLength(2);
    expect(asked[1]).not.toHaveProperty('Carrier');
  });

  it('shows the progress of syncing in percent [P2-B109]', async () => {
    const page = await openConsole('voice');
    await connect(page);
    await page.getByLabel('Synced: the unit has all changes').waitFor();
    const about = { UnitSerNum: serialOf('voice'), at: Date.now() };
    const status = { mode: 'Ready', voiceMode: false, recordMode: false, callState: 'idle', speakerVol: 5, micVol: 5 };
    const report = { type: 'status', MessageTime: about.at, ...status, progressValue: 3, progressMax: 12 } as const;
    const message = { event: 'Report', ...about, raw: '574b01', report };
    const shown = [page.getByRole('progressbar', { name: 'Syncing' }), page.getByText('25 %', { exact: true })];
    // The unit's own reports end the progress, so it is published until it is seen.
    const publishAndLook = async () => {
      await publish(consoleTopic(about.UnitSerNum), { ...message, id: randomUUID() } as ConsoleMessage);
      return Promise.all(shown.map((part) => part.waitFor({ timeout: 1_000 }))).then(
        () => true,
        () => false,
      );
    };
    await expect.poll(publishAndLook, { timeout: 15_000 }).toBe(true);
  });

  itInDepth('fills a phone, and keeps its connection while it is hidden', async () => {
    const page = await openConsole('voice', { look: LOOKS.phone });
    const drawer = page.getByRole('dialog', { name: 'Console' });
    await connect(page);
    await page.getByLabel('Synced: the unit has all changes').waitFor();
    const { width } = (await drawer.boundingBox())!;
    expect(width).toBe(LOOKS.phone.viewport!.width);
    await expectAccessible(page);
    await picture(page, 'console-phone');

    await drawer.getByRole('button', { name: 'Hide the console' }).click();
    await drawer.waitFor({ state: 'detached' });
    await page.getByRole('button', { name: 'Console, connected' }).click();
    await drawer.getByRole('button', { name: 'Disconnect' }).waitFor();
  });
});

/** The commands that the page has sent on its live connection so far. */
function commandsOf(page: Page): Record<string, unknown>[] {
  const commands: Record<string, unknown>[] = [];
  page.on('websocket', (socket) =>
    socket.on('framesent', ({ payload }) => {
      const message = JSON.parse(String(payload)) as Record<string, unknown>;
      if (message.action === 'command') commands.push(message);
    }),
  );
  return commands;
}

describe('the commands of a console on its live connection', () => {
  let page: Page;
  let commands: ReturnType<typeof commandsOf>;
  beforeAll(async () => {
    page = await openConsole('voice', {
      before: (opened) => {
        commands = commandsOf(opened);
      },
    });
    await connect(page);
  });
  afterAll(() => page.context().close());

  /** The command that the page sends for a line, as the live connection carries it. */
  const message = (kind: Kind, command: string, given = {}) => ({
    action: 'command',
    token: expect.stringMatching(/^eyJ/),
    requestId: expect.any(String),
    ...addressOf(kind),
    command,
    arguments: given,
  });
  // Connecting sends commands too, so only those sent after the line count.
  const sendsOnly = async (sent: typeof commands, expected: object, send: () => Promise<void>) => {
    sent.length = 0;
    await send();
    await expect.poll(() => sent.filter(({ command }) => command !== KEEP_ALIVE)).toEqual([expected]);
  };

  it.each([
    ['Query [P2-C103]', {}],
    ['Run [P2-C104]', {}],
    ['RemoteLog off [P2-C105]', { on: false }],
    ['HangUp [P2-C106]', {}],
    ['MakeCall 18005550100 [P2-C108]', { phoneNumber: '18005550100' }],
    ['GoToMode Ready [P2-C109]', { mode: 'Ready' }],
    ['VoiceCmd voice off [P2-C110]', { voice: 'voice off' }],
    ['MakeEvent 17 [P2-C111]', { EventCode: 17 }],
    ['SpeakerVol 5 [P2-C112]', { level: 5 }],
    ['MicVol 5 [P2-C113]', { level: 5 }],
    ['PlayMultiMessage 3 [P2-C115]', { messages: '3' }],
  ])('sends token, serial number and arguments: %s', async (titled, given) => {
    const [line] = titled.split(' [') as [string];
    const [command] = line.split(' ') as [string];
    await sendsOnly(commands, message('voice', command, given), () => sendLine(page, line));
  });

  it.each([
    ['Query', 'Query', 'P3-B79'],
    ['Run', 'Run', 'P3-B80'],
    ['Hang up', 'HangUp', 'P3-B86'],
  ])('the button %s sends %s [%s]', async (name, command) => {
    const button = page.getByRole('button', { name, exact: true });
    await sendsOnly(commands, message('voice', command), () => button.click());
  });

  it.each([
    ['Speaker', 'SpeakerVol', 'up', 1],
    ['Speaker', 'SpeakerVol', 'down', -1],
    ['Microphone', 'MicVol', 'up', 1],
    ['Microphone', 'MicVol', 'down', -1],
  ] as const)('the buttons of the %s send %s: %s [P3-B83 P3-B84]', async (name, command, direction, by) => {
    const group = page.getByRole('group', { name });
    const before = Number((await group.getByRole('img').getAttribute('aria-label'))?.match(/^Level (\d)/)?.[1]);
    const level = before + by;
    await sendsOnly(commands, message('voice', command, { level }), () =>
      group.getByRole('button', { name: `${name} ${direction}` }).click(),
    );
    await group.getByLabel(`Level ${level} of 9`).waitFor();
  });

  it.each([
    ['Pairing', 'P2-S55', /mode Pairing UNKNOWN/],
    ['Delete', 'P2-S56', /mode Delete/],
    ['Status', 'P2-S57', /mode Status/],
    ['RangeTest', 'P2-S58', /mode RangeTest/],
    ['Ready', 'P2-S54', /mode Ready/],
  ] as const)('brings the unit into the mode %s, and shows that it is there [%s]', async (mode, _row, reported) => {
    const reports = transcript(page).getByRole('listitem').filter({ hasText: reported });
    const earlier = await reports.count();
    await page.getByLabel('Mode', { exact: true }).selectOption(mode);
    const go = page.getByRole('button', { name: 'Go to mode' });
    await sendsOnly(commands, message('voice', 'GoToMode', { mode }), () => go.click());
    await expect.poll(() => reports.count()).toBeGreaterThan(earlier);
    // Pairing ends within a second.
    const shown = page.getByText(/^Mode [A-Z]/).filter({ hasText: `Mode ${mode} ·` });
    if (mode !== 'Pairing') await shown.waitFor();
  });

  it('shows whether the unit is in voice mode and in record mode [P2-S60 P2-S61]', async () => {
    const state = page.getByText(/^Mode [A-Z]/);
    const shows = (words: RegExp) => expect.poll(() => state.textContent()).toMatch(words);
    await sendLine(page, 'HangUp');
    await shows(/ · no call/);
    await sendLine(page, 'VoiceCmd voice on');
    await sendLine(page, 'VoiceCmd record on');
    await shows(/ · voice mode · recording$/);
    await sendLine(page, 'VoiceCmd voice off');
    await shows(/ · no call · recording$/);
    await sendLine(page, 'VoiceCmd record off');
    await shows(/ · no call$/);
  });

  it('pairs the zone that is given, from 1 to 255 [P2-S55]', async () => {
    await page.getByLabel('Mode', { exact: true }).selectOption('Pairing');
    const go = page.getByRole('button', { name: 'Go to mode' });
    await page.getByLabel('Zone to pair').fill('256');
    expect(await go.getAttribute('aria-disabled')).toBe('true');
    await page.getByLabel('Zone to pair').fill('7');
    await sendsOnly(commands, message('voice', 'GoToMode', { mode: 'Pairing', zone: 7 }), () => go.click());
    await transcript(page)
      .getByText(/mode Pairing zone 7/)
      .first()
      .waitFor();
  });

  const reboots = (on: Page, line: string) => async () => {
    await sendLine(on, line);
    const question = on.getByRole('alertdialog');
    await acknowledge(question);
    await question.getByRole('button', { name: 'Reboot unit' }).click();
  };

  it('sends them on the socket at the port of the connect reply [P2-C100]', async () => {
    const ports: string[] = [];
    let reply: Promise<{ ucPortWebSocket: number }> | undefined;
    const other = await openConsole('voice', {
      before: (opened) => {
        opened.on('websocket', (socket) =>
          socket.on('framesent', ({ payload }) => {
            const { action, token, command, UnitSerNum } = JSON.parse(String(payload)) as Record<string, unknown>;
            if (action !== 'command') return;
            expect([token, command, UnitSerNum]).toEqual([expect.any(String), expect.any(String), serialOf('voice')]);
            ports.push(new URL(socket.url()).port);
          }),
        );
        opened.on('response', (response) => {
          if (response.url().endsWith('/api/unit/tcpConnect')) reply = response.json();
        });
      },
    });
    await connect(other);
    const { ucPortWebSocket } = (await reply)!;
    expect(new Set(ports)).toEqual(new Set([String(ucPortWebSocket)]));
    await other.context().close();
  });

  it('sends a reboot after the confirmation [P2-C107]', async () => {
    await sendsOnly(commands, message('voice', 'Reboot'), reboots(page, 'Reboot'));
  });

  it('sends the commands of a wearable, with its model and modem [P2-C102 P2-C117 P2-C118 P2-C119 P2-C121 P2-C122]', async () => {
    let sent: typeof commands = [];
    const wearable = await openConsole('wearable', {
      before: (opened) => {
        sent = commandsOf(opened);
      },
    });
    await connect(wearable);
    for (const command of ['forcePing', 'SyncChanges', 'VoiceCmd Query'])
      await sendsOnly(sent, message('wearable', command), () => sendLine(wearable, command));
    const locate = message('wearable', 'RTO', { message: 'GPS' });
    await sendsOnly(sent, locate, () => sendLine(wearable, 'RTO GPS'));
    await sendsOnly(sent, message('wearable', 'reboot'), reboots(wearable, 'reboot'));
  });
});

it('the voice console reads the messages for dealers by the firmware version of the unit [P2-B133]', async () => {
  const asked: (string | null)[] = [];
  const page = await openConsole('voice', {
    before: (opened) =>
      opened.route('**/api/dealerSettings/getDealerMessages?*', (route) => {
        asked.push(new URL(route.request().url()).searchParams.get('FirmVer'));
        const note = { UnitModel: 'MXD-LTE', summary: 'Clearer voice', moreInfoLink: '', details: [] };
        return route.fulfill({ json: { messages: [note] } });
      }),
  });
  expect(asked).toEqual([]);
  await connect(page);
  const facts = page.getByRole('region', { name: 'About this unit' });
  await facts.getByText(/^MXD-LTE [\d.]+: Clearer voice$/).waitFor();
  await facts.getByText(/^Calls as /).waitFor();
  expect(asked).toEqual([firmwareOf('voice')]);
  await expectAccessible(page);
  await picture(page, 'console-voice-facts');
});

describe('the wearable console', () => {
  it('has a button that opens the map in a new tab [P2-B116 P2-B134]', async () => {
    const page = await openConsole('wearable');
    await connect(page);
    const asked: string[] = [];
    page.on('request', (request) => {
      const { pathname } = new URL(request.url());
      if (pathname.startsWith('/api/location/')) asked.push(`${request.method()} ${pathname}`);
    });
    await publish(consoleTopic(serialOf('wearable')), {
      event: 'Report',
      UnitSerNum: serialOf('wearable'),
      at: Date.now(),
      id: randomUUID(),
      report: {
        type: 'location',
        MessageTime: Date.now(),
        gpsTimeStamp: Date.now(),
        reportType: 'Real Time',
        locationType: 'GPS',
        latitude: 47.6038,
        longitude: -122.33,
        accessPoints: [],
        cells: [],
      },
    } as ConsoleMessage);
    await page
      .getByRole('region', { name: 'Latest locations' })
      .getByText(/47\.60380, -122\.33000/)
      .first()
      .waitFor();
    const [tab] = await Promise.all([
      page.waitForEvent('popup'),
      page.getByRole('button', { name: 'Map', exact: true }).click(),
    ]);
    await tab.waitForURL('**/map#16/47.6038/-122.33');
    expect(asked).toEqual(['POST /api/location/Coordinates']);
  });

  it('says that the map could not be opened, and leaves no empty tab [P2-M30]', async () => {
    const page = await openConsole('wearable');
    await page.route('**/api/location/**', (route) =>
      route.fulfill({
        status: 404,
        json: { code: 'NOT_FOUND', message: 'No', issues: [], correlationId: 'of this test' },
      }),
    );
    await page.getByRole('button', { name: 'Map', exact: true }).click();
    await page.getByText('Unable to open MyLink Map. Please try again later.', { exact: true }).first().waitFor();
    await expect.poll(() => page.context().pages().length).toBe(1);
  });

  it('has a button that sends the text DoPing by SMS, with the model [P2-B117 P2-C99]', async () => {
    const page = await openConsole('wearable');
    const asked: unknown[] = [];
    await page.route('**/api/carrier/smsMessage', (route) => {
      asked.push(route.request().postDataJSON());
      return route.fulfill({ json: { messageId: 'of this test', carrier: 0 } });
    });
    await page.getByRole('button', { name: 'SMS', exact: true }).click();
    await page.getByText('The carrier has taken the text message', { exact: true }).first().waitFor();
    const { UnitSerNum, UnitModel } = addressOf('wearable');
    expect(asked).toEqual([{ UnitSerNum, UnitModel, textMessage: 'DoPing' }]);
  });

  it('is hidden in the view of a monitoring centre, after 2.1 s [P2-B118 P2-K05]', async () => {
    const page = await openPage({ as: ENGINEER, look: { viewport: { width: 1200, height: 900 } } });
    await page.clock.install();
    // The page needs its clock to load. The unit brings the console, and is asked for before the page has loaded.
    await page.route(`**/api/unit/${serialOf('wearable')}?*`, async (route) => {
      await page.getByRole('button', { name: /^Account of/ }).waitFor();
      await page.getByText('Loading the page', { exact: true }).waitFor({ state: 'attached' });
      await stopClock(page);
      await route.continue();
    });
    await page.goto(`${unitPath('wearable')}&mcView=1`);
    const button = page.getByRole('button', { name: /^Console/ });
    await button.waitFor();
    await page.clock.runFor(2_000);
    expect(await button.isVisible()).toBe(true);
    await page.clock.runFor(100);
    await button.waitFor({ state: 'detached' });
  });

  itInDepth('has no tab of its own inside a monitoring view', async () => {
    const page = await openPage({ as: ENGINEER, at: `/unitManagement/console?Unit=${serialOf('wearable')}&mcView=1` });
    await page.waitForURL(`**${unitPath('wearable')}&mcView=1`);
    await page.getByRole('heading', { level: 1, name: serialOf('wearable'), exact: true }).waitFor();
    await page.getByRole('button', { name: 'Connect', exact: true }).waitFor({ state: 'detached' });
  });

  it('chimes within limits and remembers commands [P2-B113 P2-B114 P2-B115 P2-V44 P2-E53]', async () => {
    const page = await openConsole('wearable');
    await connect(page);
    await page.getByLabel('Seconds to chime').fill('19');
    expect(await page.getByRole('button', { name: 'Chime' }).getAttribute('aria-disabled')).toBe('true');
    await page.getByLabel('Seconds to chime').fill('20');
    await page.getByRole('button', { name: 'Chime' }).click();
    await page.getByRole('region', { name: 'Recent commands' }).getByText('CHIME 20', { exact: true }).waitFor();
    await page.getByRole('button', { name: 'Home location' }).click();
    const kept = await page.evaluate(() => localStorage.getItem('watchkeep.recent-commands.wearable'));
    expect(JSON.parse(kept ?? '[]')).toEqual(['HOMEWIFIQ', 'CHIME 20']);
    await page.getByRole('button', { name: 'Locate now' }).click();
    await page.getByRole('region', { name: 'Recent commands' }).getByText('RTO GPS', { exact: true }).waitFor();
    await expectAccessible(page);
    await picture(page, 'console-wearable');
  });

  it("shows the home address of the unit's first customer [P2-E29 P2-C59]", async () => {
    const as = await userNamed(ENGINEER);
    const UnitSerNum = serialOf('wearable');
    const HomeAddress = { Address1: '12 Willow Lane', City: 'Provo', State: 'UT', Zip: '84601', Country: 'USA' };
    const { caregiverCustomer } = await ask(caregivers.customer, { UnitSerNum, as });
    if (caregiverCustomer.length === 0) await ask(caregivers.saveCustomer, { UnitSerNum, HomeAddress, as });
    const [first] = (await ask(caregivers.customer, { UnitSerNum, as })).caregiverCustomer;
    const page = await openConsole('wearable');
    await connect(page);
    await page.getByText(`Home address: ${addressLine(first!.HomeAddress)}`, { exact: true }).waitFor();
  });

  it('greets a unit with what waits for it, and says that it waits [P2-S78]', async () => {
    const UnitSerNum = serialOf('wearable');
    const scope = await runningScope(await userNamed(ENGINEER));
    const unit = await unitStore.get(scope, UnitSerNum);
    const key = await queueMessage(scope, unit, { MessageType: 'RF', content: {} }, Date.now());
    let sent: ReturnType<typeof commandsOf> = [];
    const page = await openConsole('wearable', {
      before: (opened) => {
        sent = commandsOf(opened);
      },
    });
    await page.getByRole('button', { name: '1 message waits', exact: true }).waitFor();
    await connect(page);
    expect(sent[0]).toMatchObject({ command: 'SyncChanges' });
    await page.getByText('Changes are waiting', { exact: true }).waitFor();
    await syncQueueStore.end(UnitSerNum, key);
  });

  it('shows the raw log, with the frames of reports and commands, only to engineers [P2-B119 P2-A12]', async () => {
    const page = await openConsole('wearable');
    await connect(page);
    await page.getByText('Raw log', { exact: true }).click();
    await sendLine(page, 'HOMEWIFIQ');
    const command = transcript(page)
      .getByRole('listitem')
      .filter({ hasText: /HOMEWIFIQ/ });
    await command
      .getByText(/^574b01[0-9a-f]+$/)
      .first()
      .waitFor();
    await transcript(page)
      .getByText(/^574b01[0-9a-f]+$/)
      .first()
      .waitFor();
    const other = await openConsole('wearable', { as: ADMINISTRATOR });
    await connect(other);
    expect(await other.getByText('Raw log', { exact: true }).count()).toBe(0);
  });
});
