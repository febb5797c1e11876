import { AwsError } from '../aws-error.ts';
import type { Clock } from '../clock.ts';
import { json, type StandInReply, type StandInRequest } from '../http.ts';
import { encodePage, pageOf } from './pages.ts';
import { Name } from './schedule-input.ts';
import type { Group, Store } from './store.ts';

interface Options {
  store: Store;
  clock: Clock;
  arnOf(name: string): string;
  onChange(): void;
}

/** CreateScheduleGroup, GetScheduleGroup, DeleteScheduleGroup and ListScheduleGroups. */
export function groupRoutes({ store, clock, arnOf, onChange }: Options) {
  function existing(name: string): Group {
    const group = store.getGroup(name);
    if (!group) throw new AwsError(404, 'ResourceNotFoundException', `Schedule group ${name} does not exist.`);
    return group;
  }

  const describe = ({ name, created, modified }: Group) => ({
    Arn: arnOf(name),
    Name: name,
    State: 'ACTIVE',
    CreationDate: created / 1000,
    LastModificationDate: modified / 1000,
  });

  return {
    create(_request: StandInRequest, name: string): StandInReply {
      if (!Name.safeParse(name).success) throw new AwsError(400, 'ValidationException', `Invalid name ${name}`);
      if (store.getGroup(name)) {
        throw new AwsError(409, 'ConflictException', `Schedule group ${name} already exists.`);
      }
      const now = clock.now();
      store.putGroup({ name, created: now, modified: now });
      return json(200, { ScheduleGroupArn: arnOf(name) });
    },

    get: (_request: StandInRequest, name: string): StandInReply => json(200, describe(existing(name))),

    remove(_request: StandInRequest, name: string): StandInReply {
      existing(name);
      if (name === 'default') {
        throw new AwsError(400, 'ValidationException', 'The default schedule group cannot be deleted.');
      }
      store.removeGroup(name);
      onChange();
      return json(200, {});
    },

    list({ query }: StandInRequest): StandInReply {
      const { after, limit } = pageOf(query);
      const found = store.listGroups(query.get('NamePrefix') ?? '', after[0] ?? '', limit + 1);
      const page = found.slice(0, limit);
      return json(200, {
        ScheduleGroups: page.map(describe),
        ...(found.length > limit ? { NextToken: encodePage([page.at(-1)!.name]) } : {}),
      });
    },
  };
}
