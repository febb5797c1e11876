import assert from 'node:assert/strict';
import path from 'node:path';
import {
  DescribeContinuousBackupsCommand,
  DescribeTableCommand,
  DescribeTimeToLiveCommand,
  DynamoDBClient,
  ResourceNotFoundException,
  RestoreTableToPointInTimeCommand,
} from '@aws-sdk/client-dynamodb';
import { DeleteScheduleCommand, ListSchedulesCommand, SchedulerClient } from '@aws-sdk/client-scheduler';
import { SessionToken } from '#core/auth/login-answer.ts';
import { api } from '#core/index.ts';
import { scheduleName } from '#core/reminders/reminder.ts';
import { ADMINISTRATOR } from './administrator.ts';
import { ROOT, run } from './command.ts';
import { context, type Deployed, deploy, WITH_DOMAIN } from './deployment.ts';
import type { Emulator } from './emulator.ts';
import { enableQueues } from './event-sources.ts';
import { setLiveEndpoint } from './live-endpoint.ts';
import type { PortalClient } from './portal-client.ts';
import { eventually, type Step } from './steps.ts';

const IN_TEN_MINUTES = 10 * 60_000;

interface RestoreWalk {
  steps: Step[];
  /** The deployment with the restored table, after the steps. */
  deployed(): Deployed;
}

/** The runbook docs/restore.md, from a running portal to a running portal with the restored table. */
export function walkRestore(
  emulator: Emulator,
  client: PortalClient,
  before: Deployed,
  UnitSerNum: string,
  { folder, onStep }: { folder: string; onStep: (step: string) => void },
): RestoreWalk {
  const dynamodb = new DynamoDBClient({});
  const scheduler = new SchedulerClient({});
  const restored = `${before.tableName}-restored`;
  let restoredAt: Date;
  let stream: string;
  let units: number;
  let after: Deployed;

  const script = (...args: string[]) =>
    run(process.execPath, ['scripts/restore.ts', ...args, '--stage', 'dev'], {
      log: path.join(folder, `restore-${args[0]}.log`),
      env: { ...process.env, ...emulator.environment },
      cwd: ROOT,
    });
  const prepare = async () => {
    const printed = await script('table', '--table', restored);
    const [, settings] = /-c tableName=\S+ -c tableStream=(\S+)/.exec(printed) ?? [];
    assert.ok(settings, printed);
    return settings;
  };
  const schedulesOf = async (Message: 'TakeMedication' | 'TestBloodSugar') => {
    const NamePrefix = scheduleName({ UnitSerNum, Message });
    const { Schedules = [] } = await scheduler.send(new ListSchedulesCommand({ NamePrefix }));
    return Schedules;
  };
  const twoSchedules = async (Message: 'TakeMedication' | 'TestBloodSugar') => {
    const schedules = await schedulesOf(Message);
    return schedules.length === 2 ? schedules : undefined;
  };
  const remind = (Message: 'TakeMedication' | 'TestBloodSugar') =>
    client.call(api.reminders.schedule, {
      UnitSerNum,
      Message,
      MessageTime: new Date(Date.now() + IN_TEN_MINUTES).toISOString().slice(0, 16),
      timeZone: 'UTC',
    });
  const countUnits = async () => {
    const { lists } = await client.call(api.units.list, { UnitModel: 'myConnect', param: 'all' } as never);
    return lists.myConnect.length;
  };

  const steps: Step[] = [
    {
      name: 'there is a reminder, whose schedules are then lost',
      async run() {
        units = await countUnits();
        assert.ok(units > 0);
        await remind('TakeMedication');
        const schedules = await eventually('there are schedules', () => twoSchedules('TakeMedication'));
        for (const { Name, GroupName } of schedules)
          await scheduler.send(new DeleteScheduleCommand({ Name, GroupName }));
      },
    },
    {
      name: 'the consumers of the queues are stopped, and the table is restored to a new one',
      async run() {
        await enableQueues(emulator, false);
        restoredAt = new Date();
        await dynamodb.send(
          new RestoreTableToPointInTimeCommand({
            SourceTableName: before.tableName,
            TargetTableName: restored,
            UseLatestRestorableTime: true,
          }),
        );
        const { Table } = await dynamodb.send(new DescribeTableCommand({ TableName: restored }));
        assert.equal(Table?.StreamSpecification?.StreamEnabled ?? false, false);
      },
    },
    {
      name: 'npm run restore -- table prepares it, twice with the same result',
      async run() {
        stream = await prepare();
        assert.equal(await prepare(), stream);
        const TableName = restored;
        const { Table } = await dynamodb.send(new DescribeTableCommand({ TableName }));
        assert.equal(Table?.LatestStreamArn, stream);
        assert.equal(Table?.StreamSpecification?.StreamViewType, 'NEW_AND_OLD_IMAGES');
        const { TimeToLiveDescription } = await dynamodb.send(new DescribeTimeToLiveCommand({ TableName }));
        assert.equal(TimeToLiveDescription?.AttributeName, 'expiresAt');
        const { ContinuousBackupsDescription } = await dynamodb.send(
          new DescribeContinuousBackupsCommand({ TableName }),
        );
        const { PointInTimeRecoveryStatus } = ContinuousBackupsDescription?.PointInTimeRecoveryDescription ?? {};
        assert.equal(PointInTimeRecoveryStatus, 'ENABLED');
      },
    },
    {
      name: 'npm run restore -- lost lists what people changed since',
      async run() {
        await remind('TestBloodSugar');
        const printed = await script('lost', '--table', before.tableName, '--since', restoredAt.toISOString());
        assert.match(printed, new RegExp(`schedule reminder {2}unit ${UnitSerNum} .*\\n1 changes by people`));
      },
    },
    {
      name: 'the stage takes the restored table into use, and everything else stays',
      async run() {
        const settings = context({ tableName: restored, tableStream: stream });
        after = await deploy(emulator, folder, { onStep, further: [...WITH_DOMAIN, ...settings] });
        assert.deepEqual(after, { ...before, tableName: restored });
        await setLiveEndpoint(emulator, after);
      },
    },
    {
      name: 'stage dev has deleted the table that it made, so nothing can use that any more',
      run: () =>
        assert.rejects(
          dynamodb.send(new DescribeTableCommand({ TableName: before.tableName })),
          ResourceNotFoundException,
        ),
    },
    {
      name: 'who was signed in is not any more, and can sign in again',
      async run() {
        assert.equal((await client.answer(api.auth.access, {})).status, 401);
        client.token = undefined;
        client.token = SessionToken.parse(await client.call(api.auth.login, ADMINISTRATOR)).token;
        await client.call(api.auth.access, {});
      },
    },
    {
      name: 'the data of before is there, and a change of after is not',
      async run() {
        assert.equal(await countUnits(), units);
        const { items } = await client.call(api.reminders.list, { UnitSerNum });
        const kinds = items.map(({ Message }) => Message);
        assert.ok(kinds.includes('TakeMedication'));
        assert.ok(!kinds.includes('TestBloodSugar'));
      },
    },
    {
      name: 'npm run restore -- work brings the schedules back, once for each reminder, though it runs twice',
      async run() {
        for (let time = 0; time < 2; time++) {
          const printed = await script('work', '--table', restored, '--reactions', after.reactionQueueUrl);
          assert.match(printed, /^Started again: \d+ reminders, 0 dealer moves\.$/m);
        }
        assert.deepEqual(await schedulesOf('TakeMedication'), []);
        await enableQueues(emulator, true);
        // The reactions of all reminders come before: they have taken 24 s on a busy machine.
        await eventually('the schedules are back', () => twoSchedules('TakeMedication'), 90);
      },
    },
    {
      name: 'a message that waited in its queue meanwhile changes nothing that was restored',
      run: async () => assert.deepEqual(await schedulesOf('TestBloodSugar'), []),
    },
  ];
  return { steps, deployed: () => after };
}
