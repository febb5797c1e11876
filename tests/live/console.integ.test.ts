import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { livePublisher } from '#bridge/adapters/publisher.ts';
import type { Bridge } from '#bridge/bridge.ts';
import { consoleTopic } from '#core/live/messages.ts';
import { aBridge, MemoryPorts, TestUnit } from '#support/bridge.ts';
import { aUnit, someDealers } from '#support/fleet.ts';
import { heldUnit } from '#support/held-unit.ts';
import { aUser, tokenOf } from '#support/people.ts';
import { bridgeCommandSecret } from '#support/secret.ts';
import { aBrowser, aLiveApi, type Browser } from './support.ts';

let api: Awaited<ReturnType<typeof aLiveApi>>;
let bridge: Bridge;
beforeAll(async () => {
  api = await aLiveApi();
  await someDealers();
  const { leases, claims, ingest, commands, units, log } = new MemoryPorts();
  const ports = { leases, claims, ingest, commands, units, log, publisher: livePublisher(log) };
  bridge = await aBridge(ports, { commandSecret: await bridgeCommandSecret() });
});
afterAll(async () => {
  await bridge.close();
  await api.close();
});

/** The events of a console, up to the one that the test waits for. */
async function eventsUntil(browser: Browser, last: string): Promise<string[]> {
  const events: string[] = [];
  while (events.at(-1) !== last) {
    const heard = (await browser.hear()) as { message?: { event?: string } } | undefined;
    if (heard === undefined) throw new Error(`${last} never came; only ${events.join(', ')}`);
    events.push(String(heard.message?.event));
  }
  return events;
}

describe('a console', () => {
  it('sends a command to its unit and receives its results, through the whole portal', async () => {
    const { UnitSerNum } = await aUnit({ dealer: 220, UnitModel: 'MXD-LTE' });
    await heldUnit(UnitSerNum, bridge.commandUrl);
    const user = await aUser({ dealer: 22, flags: ['UNIT_EDIT'] });
    const browser = await aBrowser(user);
    browser.say({ action: 'subscribe', topic: consoleTopic(UnitSerNum) });
    expect(await browser.hear()).toMatchObject({ action: 'subscribed' });

    const unit = await TestUnit.loggedIn(bridge, UnitSerNum);
    expect(await eventsUntil(browser, 'UnitConnected')).toEqual(['UnitConnected']);
    browser.say({
      action: 'command',
      token: await tokenOf(user),
      UnitSerNum,
      commandId: 'command-00000001',
      command: 'GoToMode',
      arguments: { mode: 'Pairing', zone: 3, force: true },
    });
    const { message, sequence } = await unit.hears('command');
    expect(message).toMatchObject({ commandId: 'command-00000001', command: 'GoToMode' });
    unit.say({ type: 'commandReceived' }, sequence);
    unit.say({
      type: 'commandResult',
      MessageTime: Date.now(),
      commandId: 'command-00000001',
      outcome: 'done',
      answer: { mode: 'Pairing' },
    });
    expect(await eventsUntil(browser, 'CommandResult')).toEqual(['CommandSent', 'CommandReceived', 'CommandResult']);
    await browser.close();
  });
});
