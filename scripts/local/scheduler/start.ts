import { localRegion } from '../aws.ts';
import { AwsError, answeringErrors, awsFaults, parseBody } from '../aws-error.ts';
import { type Clock, createClock } from '../clock.ts';
import { json, type Running, type StandInReply, type StandInRequest, serveHttp } from '../http.ts';
import { type Deliver, deliverToQueues } from './deliver.ts';
import { startEngine } from './engine.ts';
import { groupRoutes } from './groups.ts';
import { scheduleRoutes } from './schedules.ts';
import { openStore, type ScheduleKey } from './store.ts';

interface Options {
  /** 0 means any free port. */
  port: number;
  /** Where the target queues are. */
  queuesUrl: string;
  /** How a due message gets there; by SQS's SendMessage when omitted. */
  deliver?: Deliver;
  /** Where schedules are kept across restarts; in memory when omitted. */
  stateFolder?: string;
  /** Groups that are there from the start, beside `default`. */
  groups?: readonly string[];
  clock?: Clock;
  region?: string;
  random?(): number;
  onError?(error: unknown): void;
}

type Route = (request: StandInRequest, name: string) => StandInReply;

/**
 * EventBridge Scheduler's API, delivering to SQS. What became due while it was off is delivered at the start. Its
 * faults include `late` (by `milliseconds`) and `twice`; `POST /_clock {"advanceSeconds": 3600}` moves its time ahead.
 */
export async function startScheduler(options: Options): Promise<Running> {
  const { region = localRegion(), clock = createClock(), onError = console.error } = options;
  const store = openStore(options.stateFolder);
  for (const name of ['default', ...(options.groups ?? [])]) {
    if (!store.getGroup(name)) store.putGroup({ name, created: clock.now(), modified: clock.now() });
  }
  const arn = (rest: string) => `arn:aws:scheduler:${region}:000000000000:${rest}`;
  const arnOf = ({ groupName, name }: ScheduleKey) => arn(`schedule/${groupName}/${name}`);
  const faults = awsFaults('ThrottlingException', ['late', 'twice']);
  const engine = startEngine({
    store,
    clock,
    faults,
    arnOf,
    onError,
    deliver: options.deliver ?? deliverToQueues(options.queuesUrl),
    random: options.random ?? Math.random,
  });
  const schedules = scheduleRoutes({ store, clock, arnOf, onChange: engine.reschedule });
  const groups = groupRoutes({
    store,
    clock,
    arnOf: (name) => arn(`schedule-group/${name}`),
    onChange: engine.reschedule,
  });

  const routes: Record<string, Route> = {
    'GET /schedules': schedules.list,
    'POST /schedules/': schedules.create,
    'PUT /schedules/': schedules.update,
    'GET /schedules/': schedules.get,
    'DELETE /schedules/': schedules.remove,
    'GET /schedule-groups': groups.list,
    'POST /schedule-groups/': groups.create,
    'GET /schedule-groups/': groups.get,
    'DELETE /schedule-groups/': groups.remove,
    'POST /_clock': advance,
  };

  function advance(request: StandInRequest): StandInReply {
    const { advanceSeconds } = parseBody(request) as { advanceSeconds?: unknown };
    if (typeof advanceSeconds !== 'number' || !(advanceSeconds >= 0)) {
      throw new AwsError(400, 'ValidationException', 'advanceSeconds must be a number that is not negative');
    }
    clock.advance(advanceSeconds * 1000);
    return json(200, { now: new Date(clock.now()).toISOString() });
  }

  const running = await serveHttp({
    port: options.port,
    faults,
    handle: answeringErrors('Message', (request) => {
      const [, collection, slash = '', name = ''] = /^\/([^/]+)(\/)?(.*)$/.exec(request.path) ?? [];
      const route = routes[`${request.method} /${collection}${slash}`];
      if (!route) throw new AwsError(404, 'UnknownOperationException', 'There is no such operation here');
      return route(request, decodeURIComponent(name));
    }),
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
