import { randomUUID } from 'node:crypto';
import { localRegion } from '../aws.ts';
import { AwsError, answeringErrors, awsFaults, parseBody } from '../aws-error.ts';
import { type Clock, systemClock } from '../clock.ts';
import { json, type Running, type StandInReply, type StandInRequest, serveHttp } from '../http.ts';
import { type Deliver, deliverToQueues } from './deliver.ts';
import { startEngine } from './engine.ts';
import { instantOf, ScheduleInput } from './schedule-input.ts';
import { openStore, type Schedule, type ScheduleKey } from './store.ts';

interface Options {
  /** 0 means any free port. */
  port: number;
  /** The endpoint of the target queues. */
  queuesUrl: string;
  /** Delivers a due message; SQS's SendMessage if absent. */
  deliver?: Deliver;
  /** The folder of the schedules across restarts; in memory if absent. */
  stateFolder?: string;
  /** The schedule groups beside `default`. */
  groups?: readonly string[];
  clock?: Clock;
  region?: string;
  onError?(error: unknown): void;
}

/**
 * Stands in for EventBridge Scheduler: one-time schedules in UTC, delivered to SQS, with retries and dead letters.
 * Schedules that became due while it was off are delivered at the start. Its fault `twice` delivers a message twice.
 */
export async function startScheduler(options: Options): Promise<Running> {
  const { region = localRegion(), clock = systemClock, onError = console.error, groups = [] } = options;
  const store = openStore(options.stateFolder);
  const arnOf = ({ GroupName, Name }: ScheduleKey) =>
    `arn:aws:scheduler:${region}:000000000000:schedule/${GroupName}/${Name}`;
  const faults = awsFaults('ThrottlingException', ['twice']);
  const deliver = options.deliver ?? deliverToQueues(options.queuesUrl);
  const engine = startEngine({ store, clock, faults, arnOf, onError, deliver });

  function existing(key: ScheduleKey): Schedule {
    const schedule = store.get(key);
    if (!schedule) throw new AwsError(404, 'ResourceNotFoundException', `Schedule ${key.Name} does not exist.`);
    return schedule;
  }

  function read(request: StandInRequest, Name: string): ScheduleInput {
    const parsed = ScheduleInput.safeParse({ ...(parseBody(request) as object), Name });
    if (!parsed.success) {
      const [issue] = parsed.error.issues;
      const message = `Value at '${issue?.path.join('.')}' failed to satisfy constraint: ${issue?.message}`;
      throw new AwsError(400, 'ValidationException', message);
    }
    const { GroupName } = parsed.data;
    if (GroupName !== 'default' && !groups.includes(GroupName)) {
      throw new AwsError(404, 'ResourceNotFoundException', `Schedule group ${GroupName} does not exist.`);
    }
    return parsed.data;
  }

  function keep(input: ScheduleInput, created: number): StandInReply {
    const wakeAt = instantOf(input.ScheduleExpression)!;
    store.put({ input, created, modified: clock.now(), revision: randomUUID(), wakeAt, attempts: 0 });
    engine.reschedule();
    return json(200, { ScheduleArn: arnOf(input) });
  }

  function describe({ input, created, modified }: Schedule): StandInReply {
    const dates = { CreationDate: created / 1000, LastModificationDate: modified / 1000 };
    return json(200, { Arn: arnOf(input), ...input, ...dates });
  }

  function answer(request: StandInRequest): StandInReply {
    const name = decodeURIComponent(/^\/schedules\/([^/]+)$/.exec(request.path)?.[1] ?? '');
    const key = { GroupName: request.query.get('groupName') ?? 'default', Name: name };
    switch (name && request.method) {
      case 'POST': {
        const input = read(request, name);
        if (store.get(input)) throw new AwsError(409, 'ConflictException', `Schedule ${name} already exists.`);
        return keep(input, clock.now());
      }
      case 'PUT': {
        const input = read(request, name);
        return keep(input, existing(input).created);
      }
      case 'GET':
        return describe(existing(key));
      case 'DELETE':
        store.remove(existing(key).input);
        engine.reschedule();
        return json(200, {});
      default:
        throw new AwsError(404, 'UnknownOperationException', 'There is no such operation here');
    }
  }

  const running = await serveHttp({
    port: options.port,
    faults,
    handle: answeringErrors('Message', async (request) => answer(request)),
  });
  return {
    ...running,
    async close() {
      await running.close();
      await engine.stop();
      store.close();
    },
  };
}
