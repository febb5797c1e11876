import { isDeepStrictEqual } from 'node:util';
import { AwsError, parseBody } from '../aws-error.ts';
import type { Clock } from '../clock.ts';
import { json, type StandInReply, type StandInRequest } from '../http.ts';
import { firstRun } from './engine.ts';
import { encodePage, pageOf } from './pages.ts';
import { complaintAbout, describeIssue, Name, ScheduleInput } from './schedule-input.ts';
import type { Schedule, ScheduleKey, Store } from './store.ts';

interface Options {
  store: Store;
  clock: Clock;
  arnOf(key: ScheduleKey): string;
  onChange(): void;
}

/** CreateSchedule, UpdateSchedule, GetSchedule, DeleteSchedule and ListSchedules. */
export function scheduleRoutes({ store, clock, arnOf, onChange }: Options) {
  function keyed(request: StandInRequest, name: string): ScheduleKey {
    return { groupName: request.query.get('groupName') ?? 'default', name };
  }

  function existing(key: ScheduleKey): Schedule {
    const schedule = store.get(key);
    if (!schedule) throw new AwsError(404, 'ResourceNotFoundException', `Schedule ${key.name} does not exist.`);
    return schedule;
  }

  function read(request: StandInRequest, name: string) {
    const parsed = ScheduleInput.safeParse(parseBody(request));
    if (!Name.safeParse(name).success || !parsed.success) {
      const what = parsed.error ? describeIssue(parsed.error) : `Invalid name ${name}`;
      throw new AwsError(400, 'ValidationException', what);
    }
    const complaint = complaintAbout(parsed.data, clock.now());
    if (complaint) throw new AwsError(400, 'ValidationException', complaint);
    const { ClientToken: clientToken, GroupName: groupName, ...input } = parsed.data;
    if (!store.getGroup(groupName)) {
      throw new AwsError(404, 'ResourceNotFoundException', `Schedule group ${groupName} does not exist.`);
    }
    return { clientToken, input, key: { groupName, name } };
  }

  function keep(schedule: Omit<Schedule, 'next' | 'deliveries'>): StandInReply {
    store.put({ ...schedule, next: firstRun(schedule), deliveries: [] });
    onChange();
    return json(200, { ScheduleArn: arnOf(schedule) });
  }

  return {
    create(request: StandInRequest, name: string): StandInReply {
      const { clientToken, input, key } = read(request, name);
      const found = store.get(key);
      if (found) {
        const repeated = clientToken !== undefined && found.clientToken === clientToken;
        if (repeated && isDeepStrictEqual(found.input, input)) return json(200, { ScheduleArn: arnOf(key) });
        throw new AwsError(409, 'ConflictException', `Schedule ${name} already exists.`);
      }
      const now = clock.now();
      return keep({ ...key, created: now, modified: now, input, clientToken });
    },

    update(request: StandInRequest, name: string): StandInReply {
      const { clientToken, input, key } = read(request, name);
      const { created } = existing(key);
      return keep({ ...key, created, modified: clock.now(), input, clientToken });
    },

    get(request: StandInRequest, name: string): StandInReply {
      const schedule = existing(keyed(request, name));
      const { StartDate, EndDate, ...input } = schedule.input;
      return json(200, {
        ...identity(schedule),
        ...input,
        ...(StartDate === undefined ? {} : { StartDate: StartDate / 1000 }),
        ...(EndDate === undefined ? {} : { EndDate: EndDate / 1000 }),
      });
    },

    remove(request: StandInRequest, name: string): StandInReply {
      store.remove(existing(keyed(request, name)));
      onChange();
      return json(200, {});
    },

    list({ query }: StandInRequest): StandInReply {
      const { after, limit } = pageOf(query);
      const [groupName = '', name = ''] = after;
      const found = store.list({
        groupName: query.get('ScheduleGroup') ?? undefined,
        prefix: query.get('NamePrefix') ?? '',
        state: query.get('State') ?? undefined,
        after: { groupName, name },
        limit: limit + 1,
      });
      const page = found.slice(0, limit);
      const last = page.at(-1);
      return json(200, {
        Schedules: page.map((schedule) => ({
          ...identity(schedule),
          State: schedule.input.State,
          Target: { Arn: schedule.input.Target.Arn },
        })),
        ...(found.length > limit && last ? { NextToken: encodePage([last.groupName, last.name]) } : {}),
      });
    },
  };

  function identity(schedule: Schedule) {
    return {
      Arn: arnOf(schedule),
      Name: schedule.name,
      GroupName: schedule.groupName,
      CreationDate: schedule.created / 1000,
      LastModificationDate: schedule.modified / 1000,
    };
  }
}
