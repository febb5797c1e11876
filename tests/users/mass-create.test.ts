import { describe, expect, it } from 'vitest';
import { users } from '#core/users/contract.ts';
import { HEADER_NEEDED, massUsersIn } from '#core/users/mass-list.ts';
import { screens as centreScreens } from '#web/features/monitoring-centers/screens.ts';
import { screens } from '#web/features/users/screens.ts';

const HEADER = ['UserName', 'UserEmail', 'UserFirstName', 'UserLastName'];
const line = (name: string, first = 'Ann') => [name, `${name}@people.example`, first, 'Example'];

it('mass creation of users and the roles of monitoring centres have their screens and calls [P1-A30]', () => {
  expect(screens.map(({ path }) => path)).toContain('/devTools/massUserCreate');
  expect(users.massCreate.path).toBe('/api/devTools/massUserCreate');
  expect(centreScreens.map(({ path }) => path)).toContain('/monitoringCenters');
});

describe('a list of users', () => {
  it('has a header, then a user in each line', () => {
    expect(massUsersIn([HEADER, line('ann.1'), ['', '', ''], [' ann.2 ', ...line('ann.2').slice(1)]])).toEqual({
      users: [
        { UserName: 'ann.1', UserEmail: 'ann.1@people.example', UserFirstName: 'Ann', UserLastName: 'Example' },
        expect.objectContaining({ UserName: 'ann.2' }),
      ],
      problems: [],
    });
    for (const cells of [[], [line('ann.1')], [['UserName']]])
      expect(massUsersIn(cells)).toEqual({ users: [], problems: [{ line: 1, problem: HEADER_NEEDED }] });
  });

  it('names each line that is wrong, and names that are there twice', () => {
    const cells = [HEADER, line('ann.1'), line('=HYPERLINK'), line('ann.3', ''), line('ANN.1'), ['only.one']];
    const { users: good, problems } = massUsersIn(cells);
    expect(good.map(({ UserName }) => UserName)).toEqual(['ann.1']);
    expect(problems.map(({ line: number, problem }) => [number, problem.split(':')[0]])).toEqual([
      [3, 'UserName'],
      [4, 'UserFirstName'],
      [5, 'The user name is in line 2 already'],
      [6, 'UserEmail'],
    ]);
  });

  it('has at most 1,000 users', () => {
    const cells = [HEADER, ...Array.from({ length: 100_000 }, (_, index) => line(`ann.${index}`))];
    expect(massUsersIn(cells)).toEqual({
      users: [],
      problems: [{ line: 1, problem: 'A list has at most 1,000 users' }],
    });
  });
});
