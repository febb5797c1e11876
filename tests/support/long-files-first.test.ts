import path from 'node:path';
import { expect, it } from 'vitest';
import type { TestSpecification, Vitest } from 'vitest/node';
import { LongFilesFirst } from './long-files-first.ts';

const withoutResults = { cache: { getTestSpecificationResult: () => undefined } } as unknown as Vitest;
const file = (name: string, project: string) =>
  ({
    moduleId: path.resolve('tests', name),
    project: { name: project, config: { sequence: { groupOrder: 0 }, isolate: true } },
  }) as unknown as TestSpecification;

it('small files that test every screen or endpoint begin before larger ones of their project', async () => {
  const [screens, list, endpoints, users] = [
    file('app/looks.e2e.test.ts', 'pages'),
    file('units/unit-list.e2e.test.ts', 'pages'),
    file('contract/samples.integ.test.ts', 'integ'),
    file('users/deletion.integ.test.ts', 'integ'),
  ] as const;
  const sorted = await new LongFilesFirst(withoutResults).sort([list, users, screens, endpoints]);
  expect(sorted).toEqual([endpoints, users, screens, list]);
});
