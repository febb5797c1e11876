import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { Bridge } from '#bridge/bridge.ts';
import type { CommandResult } from '#core/unit-messages/session.ts';
import { aBridge, eventually, MemoryPorts, post, TestUnit } from '#support/bridge.ts';

let ports: MemoryPorts;
let bridge: Bridge;

beforeEach(async () => {
  ports = new MemoryPorts();
  bridge = await aBridge(ports, { resultTimeoutMs: 100 });
});
afterEach(() => bridge.close());

let numbers = 0;
const aCommand = (more: Record<string, unknown> = {}) => ({
  commandId: `command${++numbers}`,
  UnitSerNum: 'A1B2C3',
  command: 'GoToMode',
  arguments: { mode: 'Pairing', zone: 3, force: true },
  expiresAt: Date.now() + 5_000,
  ...more,
});
const result = (commandId: string, more: Partial<CommandResult> = {}): CommandResult => ({
  type: 'commandResult',
  MessageTime: Date.now(),
  commandId,
  outcome: 'done',
  answer: { mode: 'Pairing' },
  ...more,
});
const aMoment = (milliseconds = 60) => new Promise((resolve) => setTimeout(resolve, milliseconds));
const outcomes = () =>
  ports
    .console('A1B2C3')
    .flatMap(({ event, commandId, outcome }) => (event === 'CommandResult' ? [`${commandId} ${outcome}`] : []));

describe('a command', () => {
  it('is published to subscribers if the queue has ended its record before', async () => {
    const unit = await TestUnit.loggedIn(bridge);
    const command = aCommand();
    await post(bridge, '/commands', command);
    await unit.hears('command');
    await ports.commands.done('A1B2C3', command.commandId, { outcome: 'done', answer: {} });
    await unit.isAcknowledged(unit.say(result(command.commandId)));
    await unit.isAcknowledged(unit.say(result(command.commandId)));
    expect(outcomes()).toEqual([`${command.commandId} done`]);
  });

  it('is sent to the unit; its receipt and its result are published and recorded', async () => {
    const unit = await TestUnit.loggedIn(bridge);
    const command = aCommand();
    expect(await post(bridge, '/commands', command)).toEqual({ status: 202, body: { status: 'accepted' } });

    const { message, sequence } = await unit.hears('command');
    expect(message).toMatchObject({
      commandId: command.commandId,
      command: 'GoToMode',
      arguments: { mode: 'Pairing', zone: 3, force: true },
      expiresAt: command.expiresAt,
    });
    unit.say({ type: 'commandReceived' }, sequence);
    await unit.isAcknowledged(unit.say(result(command.commandId)));

    expect(ports.events('A1B2C3')).toEqual(['UnitConnected', 'CommandSent', 'CommandReceived', 'CommandResult']);
    expect(ports.console('A1B2C3').at(-1)).toMatchObject({
      commandId: command.commandId,
      command: 'GoToMode',
      outcome: 'done',
      answer: { mode: 'Pairing' },
    });
    expect(ports.commands.ended.get(command.commandId)).toMatchObject({
      outcome: 'done',
      reply: { answer: { mode: 'Pairing' } },
    });
    expect(ports.ingest.reportsOf('A1B2C3')).toEqual(['commandResult']);
    expect(ports.ingest.of('command')).toMatchObject([{ commandId: command.commandId, command: 'GoToMode' }]);
  });

  it('is published as sent with its frame, which the protocol log has too', async () => {
    const unit = await TestUnit.loggedIn(bridge);
    await post(bridge, '/commands', aCommand());
    await unit.hears('command');
    const said = ports.console('A1B2C3').at(-1);
    expect(said).toMatchObject({ event: 'CommandSent', raw: expect.stringMatching(/^574b[0-9a-f]+$/) });
    expect(ports.ingest.of('command')).toMatchObject([{ raw: said?.raw }]);
  });

  it.each(['failed', 'refused', 'unknownCommand', 'badArgument', 'expired'] as const)(
    'can end as %s',
    async (outcome) => {
      const unit = await TestUnit.loggedIn(bridge);
      const { commandId, ...rest } = aCommand();
      await post(bridge, '/commands', { commandId, ...rest });
      await unit.hears('command');
      await unit.isAcknowledged(unit.say(result(commandId, { outcome, text: 'why', answer: {} })));
      expect(ports.console('A1B2C3').at(-1)).toMatchObject({ event: 'CommandResult', outcome, text: 'why' });
    },
  );

  it('is sent alone: the next one follows after its result', async () => {
    const unit = await TestUnit.loggedIn(bridge);
    const commands = [aCommand(), aCommand(), aCommand()];
    for (const command of commands) await post(bridge, '/commands', command);
    for (const { commandId } of commands) {
      expect((await unit.hears('command')).message.commandId).toBe(commandId);
      await aMoment();
      expect(unit.heard.filter(({ message }) => message.type === 'command')).toEqual([]);
      await unit.isAcknowledged(unit.say(result(commandId)));
    }
    expect(outcomes()).toEqual(commands.map(({ commandId }) => `${commandId} done`));
  });

  it('is refused and not sent if it has expired', async () => {
    const unit = await TestUnit.loggedIn(bridge);
    const late = aCommand({ expiresAt: Date.now() - 1 });
    expect(await post(bridge, '/commands', late)).toEqual({ status: 410, body: { status: 'expired' } });
    await aMoment();
    expect(unit.heard).toEqual([]);
    expect(ports.commands.waiting.size).toBe(0);
  });

  it('that expires while it waits is not sent, and is reported as expired', async () => {
    const unit = await TestUnit.loggedIn(bridge);
    const first = aCommand();
    const second = aCommand({ expiresAt: Date.now() + 150 });
    await post(bridge, '/commands', first);
    await post(bridge, '/commands', second);
    await unit.hears('command');
    await eventually(() => outcomes().length === 1);
    expect(outcomes()).toEqual([`${second.commandId} expired`]);
    await unit.isAcknowledged(unit.say(result(first.commandId)));
    await aMoment();
    expect(unit.heard.filter(({ message }) => message.type === 'command')).toEqual([]);
    expect(ports.commands.ended.get(second.commandId)?.outcome).toBe('expired');
  });

  it('that expires during a slow record is not sent', async () => {
    const unit = await TestUnit.loggedIn(bridge);
    const { commandId, ...rest } = aCommand({ expiresAt: Date.now() + 100 });
    const sent = ports.commands.sent.bind(ports.commands);
    ports.commands.sent = async (...given) => {
      await aMoment(200);
      return sent(...given);
    };
    await post(bridge, '/commands', { commandId, ...rest });
    await eventually(() => outcomes().length === 1);
    expect(outcomes()).toEqual([`${commandId} expired`]);
    expect(unit.heard).toEqual([]);
  });

  it('that is refused when its turn comes is reported, and the next one is sent', async () => {
    const unit = await TestUnit.loggedIn(bridge);
    const refused = aCommand();
    const next = aCommand();
    const sent = ports.commands.sent.bind(ports.commands);
    ports.commands.sent = async (UnitSerNum, commandId) =>
      commandId === refused.commandId ? { refused: 'No longer' } : sent(UnitSerNum, commandId);
    await post(bridge, '/commands', refused);
    await post(bridge, '/commands', next);
    expect((await unit.hears('command')).message.commandId).toBe(next.commandId);
    expect(outcomes()).toEqual([`${refused.commandId} expired`]);
    expect(ports.console('A1B2C3')).toContainEqual(
      expect.objectContaining({ commandId: refused.commandId, outcome: 'expired', text: 'No longer' }),
    );
  });

  it('that the unit does not answer is reported as lost, and the next one is sent', async () => {
    const unit = await TestUnit.loggedIn(bridge);
    const first = aCommand({ expiresAt: Date.now() + 100 });
    const second = aCommand();
    await post(bridge, '/commands', first);
    await post(bridge, '/commands', second);
    await unit.hears('command');
    expect((await unit.hears('command')).message.commandId).toBe(second.commandId);
    expect(outcomes()).toEqual([`${first.commandId} lost`]);
    await unit.isAcknowledged(unit.say(result(first.commandId)));
    await aMoment();
    expect(outcomes()).toEqual([`${first.commandId} lost`]);
  });

  it('for a unit that is not connected is refused', async () => {
    expect(await post(bridge, '/commands', aCommand())).toEqual({ status: 404, body: { status: 'unit not here' } });
    expect(ports.commands.waiting.size).toBe(0);
  });

  it('given twice is run once', async () => {
    const unit = await TestUnit.loggedIn(bridge);
    const command = aCommand();
    for (let count = 0; count < 3; count++) expect((await post(bridge, '/commands', command)).status).toBe(202);
    await unit.hears('command');
    await unit.isAcknowledged(unit.say(result(command.commandId)));
    expect((await post(bridge, '/commands', command)).status).toBe(202);
    await aMoment();
    expect(unit.heard).toEqual([]);
    expect(outcomes()).toEqual([`${command.commandId} done`]);
  });

  it('that waited in the record is sent at the login; one that expired is reported', async () => {
    const late = aCommand({ expiresAt: Date.now() - 1_000 });
    const queued = aCommand({ command: 'RemoteLog', arguments: { on: true } });
    await ports.commands.queue(late);
    await ports.commands.queue(queued);
    const unit = await TestUnit.loggedIn(bridge);
    expect((await unit.hears('command')).message).toMatchObject({ commandId: queued.commandId, command: 'RemoteLog' });
    await eventually(() => outcomes().length === 1);
    expect(outcomes()).toEqual([`${late.commandId} expired`]);
  });

  it('that is recorded while the login is stored is sent after the login', async () => {
    ports.ingest.shut();
    const unit = await TestUnit.dial(bridge);
    unit.say(unit.login());
    await eventually(() => ports.claims.ownerOf('A1B2C3') !== undefined, 'the claim');
    const reminder = aCommand();
    await ports.commands.queue(reminder);
    expect((await post(bridge, '/commands', reminder)).status).toBe(404);
    ports.ingest.open();
    await unit.hears('loginAccepted');
    expect((await unit.hears('command')).message.commandId).toBe(reminder.commandId);
  });

  it('that is given while the record is read is sent once', async () => {
    const due = ports.commands.due.bind(ports.commands);
    const reminder = aCommand();
    ports.commands.due = async (UnitSerNum) => {
      const found = await due(UnitSerNum);
      expect((await post(bridge, '/commands', reminder)).status).toBe(202);
      return [...found, { ...reminder, sent: false }];
    };
    const unit = await TestUnit.loggedIn(bridge);
    await unit.hears('command');
    await unit.isAcknowledged(unit.say(result(reminder.commandId)));
    await aMoment();
    expect(unit.heard).toEqual([]);
  });

  it('that waited in the record is always sent, however many others waited or expired', async () => {
    const late = Array.from({ length: 130 }, () => aCommand({ expiresAt: Date.now() - 1_000 }));
    const good = Array.from({ length: 30 }, () => aCommand());
    for (const command of [...late, ...good]) await ports.commands.queue(command);
    const unit = await TestUnit.loggedIn(bridge);
    for (const { commandId } of good) {
      expect((await unit.hears('command')).message.commandId).toBe(commandId);
      await unit.isAcknowledged(unit.say(result(commandId)));
    }
    expect(outcomes().slice(0, late.length)).toEqual(late.map(({ commandId }) => `${commandId} expired`));
    expect(ports.commands.waiting.size).toBe(0);
  });

  it('of a reminder waits in a full queue, and is sent in its turn', async () => {
    const unit = await TestUnit.loggedIn(bridge);
    const given = Array.from({ length: 21 }, () => aCommand());
    for (const command of given) await post(bridge, '/commands', command);
    const reminder = aCommand({ commandId: 'reminder-1' });
    expect((await post(bridge, '/commands', reminder)).status).toBe(202);
    for (const { commandId } of [...given, reminder]) {
      expect((await unit.hears('command')).message.commandId).toBe(commandId);
      await unit.isAcknowledged(unit.say(result(commandId)));
    }
    expect(ports.commands.ended.get(reminder.commandId)?.outcome).toBe('done');
  });

  it('that was withdrawn while it waited is not sent', async () => {
    const unit = await TestUnit.loggedIn(bridge);
    const [first, second, third] = [aCommand(), aCommand(), aCommand()];
    for (const command of [first, second, third]) await post(bridge, '/commands', command);
    await unit.hears('command');
    ports.commands.waiting.delete(second!.commandId);
    await unit.isAcknowledged(unit.say(result(first!.commandId)));
    expect((await unit.hears('command')).message.commandId).toBe(third!.commandId);
  });

  it('is refused if 20 others wait [P2-K57]', async () => {
    await TestUnit.loggedIn(bridge);
    for (let count = 0; count < 21; count++) expect((await post(bridge, '/commands', aCommand())).status).toBe(202);
    const tooMany = aCommand();
    expect((await post(bridge, '/commands', tooMany)).status).toBe(429);
    expect(ports.commands.waiting.has(tooMany.commandId)).toBe(false);
  });

  it('waits while the record cannot be reached, and is sent afterwards', async () => {
    const unit = await TestUnit.loggedIn(bridge);
    const sent = ports.commands.sent.bind(ports.commands);
    ports.commands.sent = async () => {
      throw new Error('The table is down');
    };
    await post(bridge, '/commands', aCommand());
    await aMoment();
    expect(unit.heard).toEqual([]);
    ports.commands.sent = sent;
    await unit.hears('command');
  });

  it('with a result that cannot be recorded is still acknowledged, and the next one is sent', async () => {
    const unit = await TestUnit.loggedIn(bridge);
    const first = aCommand();
    const second = aCommand();
    ports.commands.done = async () => {
      throw new Error('The table is down');
    };
    await post(bridge, '/commands', first);
    await post(bridge, '/commands', second);
    await unit.hears('command');
    await unit.isAcknowledged(unit.say(result(first.commandId)));
    expect((await unit.hears('command')).message.commandId).toBe(second.commandId);
    expect(ports.ingest.reportsOf('A1B2C3')).toEqual(['commandResult']);
  });
});

describe('a command whose connection is lost', () => {
  it('is sent again when the unit reconnects, and reported once', async () => {
    const unit = await TestUnit.loggedIn(bridge);
    const command = aCommand();
    await post(bridge, '/commands', command);
    await unit.hears('command');
    unit.vanish();
    await eventually(() => bridge.units === 0);
    const again = await TestUnit.loggedIn(bridge, 'A1B2C3', { bootId: 2 });
    expect((await again.hears('command')).message.commandId).toBe(command.commandId);
    await again.isAcknowledged(again.say(result(command.commandId)));
    expect(outcomes()).toEqual([`${command.commandId} done`]);
  });

  it('moves to a newer connection of the unit, with the waiting ones', async () => {
    await TestUnit.loggedIn(bridge);
    const commands = [aCommand(), aCommand(), aCommand()];
    for (const command of commands) await post(bridge, '/commands', command);
    const newer = await TestUnit.loggedIn(bridge, 'A1B2C3', { bootId: 2 });
    for (const { commandId } of commands) {
      expect((await newer.hears('command')).message.commandId).toBe(commandId);
      await newer.isAcknowledged(newer.say(result(commandId)));
    }
    expect(outcomes()).toEqual(commands.map(({ commandId }) => `${commandId} done`));
  });

  it('moves to a newer connection that read the record too early', async () => {
    await TestUnit.loggedIn(bridge);
    const commands = [aCommand(), aCommand()];
    for (const command of commands) await post(bridge, '/commands', command);
    ports.commands.due = async () => [];
    const newer = await TestUnit.loggedIn(bridge, 'A1B2C3', { bootId: 2 });
    for (const { commandId } of commands) {
      expect((await newer.hears('command')).message.commandId).toBe(commandId);
      await newer.isAcknowledged(newer.say(result(commandId)));
    }
  });

  it('is reported as lost if it expires before the unit reconnects; waiting ones are reported as expired', async () => {
    const unit = await TestUnit.loggedIn(bridge);
    const [open, waiting] = [aCommand({ expiresAt: Date.now() + 200 }), aCommand({ expiresAt: Date.now() + 200 })];
    await post(bridge, '/commands', open);
    await post(bridge, '/commands', waiting);
    await unit.hears('command');
    unit.vanish();
    await eventually(() => outcomes().length === 2, 'two outcomes');
    expect(outcomes().sort()).toEqual([`${open!.commandId} lost`, `${waiting!.commandId} expired`].sort());
    expect(ports.commands.waiting.size).toBe(0);
  });

  it('is not reported as lost here if another bridge has run it', async () => {
    const other = await aBridge(ports);
    const unit = await TestUnit.loggedIn(bridge);
    const command = aCommand({ expiresAt: Date.now() + 300 });
    await post(bridge, '/commands', command);
    await unit.hears('command');
    const elsewhere = await TestUnit.loggedIn(other, 'A1B2C3', { bootId: 2 });
    await elsewhere.hears('command');
    await elsewhere.isAcknowledged(elsewhere.say(result(command.commandId)));
    await aMoment(500);
    expect(outcomes()).toEqual([`${command.commandId} done`]);
    await other.close();
  });
});
