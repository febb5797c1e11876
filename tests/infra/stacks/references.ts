import { describe, expect, it } from 'vitest';
import { elsewhere, portal } from '../portals.ts';
import type { Portal, StackName } from '../synthesize.ts';

const templateOf = (stage: Portal, stack: string) =>
  stage.template(stack as StackName).toJSON() as { Outputs?: Record<string, { Export?: object }> };

/** The outputs that a stack reads, by the name of the other stack. */
const outputsReadBy = (stage: Portal, stack: string) =>
  [...JSON.stringify(templateOf(stage, stack)).matchAll(/"Fn::GetStackOutput":(\{[^}]*\})/g)].map(
    ([, read]) => JSON.parse(read as string) as { StackName: string; OutputName: string; Region: string },
  );

describe.each([
  ['production', 'us-east-1', portal],
  ['dev', 'eu-west-1', elsewhere],
])('references between the stacks of %s', (name, region, stage) => {
  it('are weak: no stack blocks a change of another one', () => {
    for (const stack of stage.names) {
      expect(JSON.stringify(templateOf(stage, stack)), stack).not.toContain('Fn::ImportValue');
      const exported = Object.values(templateOf(stage, stack).Outputs ?? {}).filter(({ Export }) => Export);
      expect(exported, stack).toEqual([]);
    }
    expect(JSON.stringify(stage.names.map((stack) => templateOf(stage, stack)))).not.toContain('CrossRegionExport');
  });

  it('name an output that the other stack has, in its Region', () => {
    const stackNamed = new Map(stage.names.map((stack) => [`watchkeep-${name}-${stack.toLowerCase()}`, stack]));
    const reads = stage.names.flatMap((stack) => outputsReadBy(stage, stack));
    expect(reads.length).toBeGreaterThan(50);
    for (const { StackName: other, OutputName, Region } of reads) {
      const stack = stackNamed.get(other) as string;
      expect(Object.keys(templateOf(stage, stack).Outputs ?? {})).toContain(OutputName);
      expect(Region).toBe(stack === 'Firewall' ? 'us-east-1' : region);
    }
  });
});

it('the bridge is deployed after the functions that read its queues and store commands', () => {
  const functions = portal.names.filter((name) => name.startsWith('Api-') || name === 'Background' || name === 'Live');
  expect(functions.length).toBeGreaterThan(3);
  expect(portal.dependenciesOf('Bridge')).toEqual(expect.arrayContaining(functions));
});
