import type { ReactElement } from 'react';
import { expect, it } from 'vitest';
import { OverviewTab } from '#web/features/rollouts/overview-tab.tsx';
import { aPlan } from './a-rollout.ts';

/** The keys of all elements that are written in lists, from the element down. */
function listKeys(element: unknown): (string | null)[][] {
  if (Array.isArray(element)) return [element.map((one: ReactElement) => one.key), ...element.flatMap(listKeys)];
  const children = (element as ReactElement<{ children?: unknown }> | undefined)?.props?.children;
  return children === undefined ? [] : listKeys(children);
}

it('two stages with the same name are two rows', () => {
  const stage = { name: 'Canary', atMost: 5, watchHours: 1 };
  const rollout = { plan: aPlan({ stages: [stage, stage] }) } as Parameters<typeof OverviewTab>[0]['rollout'];
  const keys = listKeys(OverviewTab({ rollout })).find((one) => one.every((key) => key !== null))!;
  expect(keys).toHaveLength(2);
  expect(new Set(keys).size).toBe(2);
});
