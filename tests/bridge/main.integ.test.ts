import { type ChildProcess, spawn } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { connect } from 'node:net';
import { createInterface } from 'node:readline';
import { CreateQueueCommand, ReceiveMessageCommand, SQSClient } from '@aws-sdk/client-sqs';
import { afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { tableRefusalCounts } from '#bridge/adapters/refusal-counts.ts';
import { askerOf } from '#core/auth/identities.ts';
import { MINUTE } from '#core/time.ts';
import { unitActors } from '#core/unit-actions/access.ts';
import { giverOf } from '#data/consoles/command-audit.ts';
import { commandStore } from '#data/consoles/commands.ts';
import { unitConnectionStore } from '#data/units/unit-connections.ts';
import { UnitSecretEntity } from '#data/units/unit-secrets.ts';
import { startSecrets } from '#local/secrets/start.ts';
import { dimensionsOf, METRICS } from '#platform/aws/measures.ts';
import type { IngestMessage } from '#protocol/ingest-message.ts';
import { proofOf } from '#protocol/proof.ts';
import { eventually, post, SECRET, TestUnit } from '#support/bridge.ts';
import { aUnit, someDealers } from '#support/fleet.ts';
import { aUser } from '#support/people.ts';
import { scopeOf } from '#support/world.ts';

const sqs = new SQSClient({});
const BRIDGE_SECRET = 'watchkeep/test';
const SINCE = '2026-11-01T00:00:00.000Z';
let secrets: Awaited<ReturnType<typeof startSecrets>>;
let bridge: { child: ChildProcess; unitPort: number; commandUrl: string };
let said: Record<string, unknown>[];
let queueUrl: string;
let alarmQueueUrl: string;

beforeAll(someDealers);
beforeEach(async () => {
  secrets = await startSecrets({ port: 0, secrets: { [BRIDGE_SECRET]: { bridgeCommandSecret: SECRET } } });
  const newQueue = async (name: string) => {
    const QueueName = `bridge-main-${name}-${process.pid}-${Date.now()}`;
    await sqs.send(new CreateQueueCommand({ QueueName }));
    return new URL(QueueName, process.env.INGEST_QUEUE_URL).href;
  };
  [queueUrl, alarmQueueUrl] = await Promise.all([newQueue('reports'), newQueue('alarms')]);
  bridge = await startMain();
});

/** Starts the bridge in a process that may open so many files. */
async function startMain(mostFiles = 'unlimited') {
  const limit = mostFiles === 'unlimited' ? 'true' : `ulimit -n ${mostFiles}`;
  const command = [process.execPath, '--import', './tests/support/bridge-rights.ts', 'bridge/main.ts'];
  const child = spawn('/bin/sh', ['-c', `${limit} && exec "$@"`, 'sh', ...command], {
    env: {
      ...process.env,
      INGEST_QUEUE_URL: queueUrl,
      ALARM_QUEUE_URL: alarmQueueUrl,
      BRIDGE_SECRET,
      AWS_ENDPOINT_URL_SECRETS_MANAGER: secrets.url,
      BRIDGE_UNIT_PORT: '0',
      BRIDGE_COMMAND_PORT: '0',
      BRIDGE_OWN_HOST: '10.1.2.3',
      POWERTOOLS_METRICS_DISABLED: 'false',
    },
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  said = [];
  createInterface({ input: child.stdout }).on('line', (line) => said.push(JSON.parse(line)));
  const listening = () => said.find(({ message }) => message === 'The bridge listens');
  await eventually(() => listening() !== undefined, 'the ports', 20_000);
  const { unitPort, commandPort } = listening() as { unitPort: number; commandPort: number };
  return { child, unitPort, commandUrl: `http://127.0.0.1:${commandPort}` };
}

async function stop({ child }: typeof bridge) {
  if (child.exitCode !== null || child.signalCode !== null) return;
  child.kill('SIGKILL');
  await once(child, 'exit');
}
afterEach(async () => {
  await stop(bridge);
  await secrets.close();
});

async function queued(QueueUrl = queueUrl): Promise<IngestMessage[]> {
  const { Messages = [] } = await sqs.send(
    new ReceiveMessageCommand({ QueueUrl, MaxNumberOfMessages: 10, VisibilityTimeout: 0 }),
  );
  return Messages.map(({ Body }) => JSON.parse(Body!) as IngestMessage);
}

const refusals = async () =>
  (await queued()).flatMap((message) => (message.kind === 'invalid' ? [message.error] : [])).sort();

describe('the deployed bridge', () => {
  it('reports its number of units in the metric for scaling and alarms', async () => {
    const measured = () => said.find((line) => METRICS.bridgeConnections in line);
    await eventually(() => measured() !== undefined);
    expect(measured()).toMatchObject({
      [METRICS.bridgeConnections]: 0,
      ...dimensionsOf('local'),
      _aws: {
        CloudWatchMetrics: [
          {
            Namespace: METRICS.namespace,
            Dimensions: [['service', 'stage']],
            Metrics: [{ Name: METRICS.bridgeConnections, Unit: 'Count' }],
          },
        ],
      },
    });
  });

  it('serves a unit of the table, queues its reports, sends only recorded commands, and releases it on SIGTERM', async () => {
    const { UnitSerNum, IMEI } = await aUnit({ UnitModel: 'MXD-LTE', UnitStatus: 9 });
    const unit = await TestUnit.loggedIn(bridge, UnitSerNum, { imei: IMEI });
    await unit.isAcknowledged(unit.say(unit.event(381)));
    await unit.isAcknowledged(unit.say(unit.event(101)));
    const idsIn = async (url: string) =>
      (await queued(url)).map(({ kind, id }) => `${kind} ${id.replace(/-[0-9a-f]{8}$/, '')}`).sort();
    expect(await idsIn(queueUrl)).toEqual([`login ${UnitSerNum}-1-1`, `report ${UnitSerNum}-1-2`]);
    expect(await idsIn(alarmQueueUrl)).toEqual([`report ${UnitSerNum}-1-3`]);
    expect(await unitConnectionStore.get(UnitSerNum, Date.now())).toMatchObject({
      bridgeAddress: bridge.commandUrl.replace('127.0.0.1', '10.1.2.3'),
    });

    const expiresAt = Date.now() + 5_000;
    const content = { commandId: 'command-1', UnitSerNum, command: 'Query', arguments: {} };
    const command = { ...content, expiresAt };
    expect((await post(bridge, '/commands', command)).status).toBe(409);
    await commandStore.queue({ ...content, validUntil: expiresAt, givenBy: 'somebody', DealerKey: 22 }, Date.now());
    for (const other of [{ command: 'Run' }, { arguments: { level: 1 } }, { expiresAt: expiresAt + 1 }])
      expect((await post(bridge, '/commands', { ...command, ...other })).status).toBe(409);
    expect((await post(bridge, '/commands', command)).status).toBe(202);
    await unit.hears('command');
    expect(await commandStore.waiting(UnitSerNum)).toMatchObject([
      { commandId: 'command-1', sentAt: expect.any(String) },
    ]);
    const result = {
      type: 'commandResult',
      MessageTime: Date.now(),
      commandId: 'command-1',
      outcome: 'done',
      answer: {},
    } as const;
    await unit.isAcknowledged(unit.say(result));
    expect(await commandStore.waiting(UnitSerNum)).toEqual([]);

    bridge.child.kill('SIGTERM');
    await unit.hears('redirect');
    const [code] = await once(bridge.child, 'exit');
    expect(code).toBe(0);
    expect(await unitConnectionStore.get(UnitSerNum, Date.now())).toBeUndefined();
  });

  it('refuses a unit with another modem, and one that is destroyed', async () => {
    const { UnitSerNum } = await aUnit({ UnitModel: 'MXD-LTE', UnitStatus: 9 });
    const stranger = await TestUnit.dial(bridge, UnitSerNum);
    stranger.say(stranger.login({ imei: '111111111111111' }));
    expect((await stranger.hears('loginRefused')).message.code).toBe(2);

    const gone = await aUnit({ UnitModel: 'MXD-LTE', UnitStatus: 8 });
    const ghost = await TestUnit.dial(bridge, gone.UnitSerNum);
    ghost.say(ghost.login({ imei: gone.IMEI }));
    expect((await ghost.hears('loginRefused')).message.code).toBe(2);
    await eventually(() => ghost.closed);
    await expect.poll(refusals).toEqual(['imeiMismatch', 'outOfService']);
  });

  it('refuses a new unit without a secret, with the answer that every refusal has', async () => {
    const { UnitSerNum, IMEI: imei } = await aUnit({ UnitModel: 'MXD-LTE', UnitStatus: 9, trustedByLabel: false });
    const unit = await TestUnit.dial(bridge, UnitSerNum);
    unit.say(unit.login({ imei }));
    expect((await unit.hears('loginRefused')).message.code).toBe(2);
    await expect.poll(refusals).toEqual(['noProof']);
  });

  it('refuses a unit with a secret and no proof, and accepts it with a proof', async () => {
    const { UnitSerNum, IMEI: imei } = await aUnit({ UnitModel: 'MXD-LTE', UnitStatus: 9 });
    const secret = randomBytes(32);
    await UnitSecretEntity.put({ UnitSerNum, secret: secret.toString('base64url'), since: SINCE }).go();
    const refusal = async (given: (unit: TestUnit) => Uint8Array | undefined) => {
      const unit = await TestUnit.dial(bridge, UnitSerNum);
      const proof = given(unit);
      unit.say(unit.login({ imei, ...(proof && { proof }) }));
      const { message } = await unit.hears('loginRefused');
      const { utc, ...answer } = message;
      expect(Math.abs(utc - Date.now())).toBeLessThan(10_000);
      return answer;
    };
    const proof = (unit: TestUnit, own: Uint8Array, time: number) => proofOf(own, unit.login({ imei }), time);
    const refused = { type: 'loginRefused', code: 2, text: 'The login is refused' };
    expect(await refusal(() => undefined)).toEqual(refused);
    expect(await refusal((unit) => proof(unit, randomBytes(32), Date.now()))).toEqual(refused);
    const yesterday = Date.now() - 86_400_000;
    expect(await refusal((unit) => proof(unit, secret, yesterday))).toEqual(refused);
    expect(await unitConnectionStore.get(UnitSerNum, Date.now())).toBeUndefined();

    const unit = await TestUnit.dial(bridge, UnitSerNum);
    unit.say(unit.login({ imei, proof: proof(unit, secret, Date.now()) }));
    await unit.hears('loginAccepted');
  });

  it('answers no more than 20 guesses an hour at a unit, at all bridges, and then only a proof', async () => {
    const { UnitSerNum, IMEI: imei } = await aUnit({ UnitModel: 'MXD-LTE', UnitStatus: 9 });
    const secret = randomBytes(32);
    await UnitSecretEntity.put({ UnitSerNum, secret: secret.toString('base64url'), since: SINCE }).go();
    const elsewhere = { kind: 'unit', value: UnitSerNum } as const;
    for (let guess = 0; guess < 19; guess++) expect(await tableRefusalCounts.count(elsewhere)).toBe(true);
    for (const expected of [1, 2, 3]) {
      const stranger = await TestUnit.dial(bridge, UnitSerNum);
      stranger.say(stranger.login({ imei: '111111111111111' }));
      await stranger.hears('loginRefused');
      await expect.poll(refusals).toHaveLength(expected);
    }
    expect(await refusals()).toEqual(['imeiMismatch', 'imeiMismatch', 'tooManyRefusals']);
    const unit = await TestUnit.dial(bridge, UnitSerNum);
    unit.say(unit.login({ imei, proof: proofOf(secret, unit.login({ imei }), Date.now()) }));
    await unit.hears('loginAccepted');
  });

  it('asks what the giver of a command may do, right before it sends it', async () => {
    const { UnitSerNum, IMEI, DealerKey } = await aUnit({ UnitModel: 'MXD-LTE', UnitStatus: 9, dealer: 22 });
    const unit = await TestUnit.loggedIn(bridge, UnitSerNum, { imei: IMEI });
    const [may, mayNot] = [await aUser({ dealer: 22 }), await aUser({ dealer: 22, enabled: false })];
    for (const user of [mayNot, may]) {
      const scope = scopeOf(user);
      const giver = giverOf(scope, { DealerKey }, { by: askerOf(scope), needs: [unitActors] });
      const content = { UnitSerNum, commandId: `console-${user.UserKey}`, command: 'Query', arguments: {} };
      const expiresAt = Date.now() + MINUTE;
      const from = { givenBy: user.UserName, DealerKey: 22, giver };
      await commandStore.queue({ ...content, ...from, validUntil: expiresAt }, Date.now());
      expect((await post(bridge, '/commands', { ...content, expiresAt })).status).toBe(202);
    }
    expect((await unit.hears('command')).message).toMatchObject({ commandId: `console-${may.UserKey}` });
    expect(await commandStore.ended(UnitSerNum, `console-${mayNot.UserKey}`)).toMatchObject({ outcome: 'expired' });
  });

  it('keeps the files that it needs itself, however many connections there are', async () => {
    await stop(bridge);
    bridge = await startMain('700');
    const { UnitSerNum, IMEI: imei } = await aUnit({ UnitModel: 'MXD-LTE', UnitStatus: 9 });
    const unit = await TestUnit.loggedIn(bridge, UnitSerNum, { imei });
    const crowd = Array.from({ length: 800 }, () => connect(bridge.unitPort, '127.0.0.1').on('error', () => {}));
    try {
      const health = async () =>
        (await (await fetch(`${bridge.commandUrl}/health`)).json()) as { units: number; notLoggedIn: number };
      await expect.poll(() => crowd.filter(({ destroyed }) => destroyed).length, { timeout: 15_000 }).toBe(601);
      expect(await health()).toMatchObject({ units: 1, notLoggedIn: 199 });
      await unit.isAcknowledged(unit.say(unit.event(101)));
    } finally {
      for (const socket of crowd) socket.destroy();
    }
  });

  it('sends a command that waited in the table since before the unit connected', async () => {
    const { UnitSerNum, IMEI } = await aUnit({ UnitModel: 'MXD-LTE', UnitStatus: 9 });
    await commandStore.queue(
      {
        UnitSerNum,
        commandId: 'reminder-1',
        command: 'PlayMultiMessage',
        arguments: { messages: '1' },
        validUntil: Date.now() + 60_000,
        givenBy: 'reminder',
        DealerKey: 22,
      },
      Date.now(),
    );
    const unit = await TestUnit.loggedIn(bridge, UnitSerNum, { imei: IMEI });
    expect((await unit.hears('command')).message).toMatchObject({
      commandId: 'reminder-1',
      arguments: { messages: '1' },
    });
  });
});
