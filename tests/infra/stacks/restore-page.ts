import { spawnSync } from 'node:child_process';
import { chmodSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { delimiter, join } from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';
import { whole } from '../portals.ts';
import type { Resource, StackName } from '../synthesize.ts';

interface Deployed {
  name: string;
  /** True if queues or the stream call it. */
  consumes: boolean;
  reserved: number | undefined;
  /** True if CDK made it, for its own work during a deployment. */
  isOfCdk: boolean;
}

/** AWS names a function without a name after its stack and its logical id. */
const deployed: Deployed[] = whole.names.flatMap((stack) => {
  const mappings = JSON.stringify(whole.of(stack as StackName, 'AWS::Lambda::EventSourceMapping'));
  return (whole.of(stack as StackName, 'AWS::Lambda::Function') as [string, Resource][]).map(
    ([id, { Properties }]) => ({
      name: Properties.FunctionName ?? `watchkeep-production-${stack.toLowerCase()}-${id}-1A2B3C`,
      consumes: mappings.includes(`{"Ref":"${id}"}`),
      reserved: Properties.ReservedConcurrentExecutions,
      isOfCdk: Properties.FunctionName === undefined,
    }),
  );
});
const namesOf = (functions: readonly Deployed[]) => functions.map(({ name }) => name).sort();
const consumers = deployed.filter(({ consumes }) => consumes);
const others = deployed.filter(({ consumes, isOfCdk }) => !consumes && !isOfCdk);

/** The commands of a step of docs/restore.md. */
function commandsOf(step: string): string[] {
  const page = readFileSync('docs/restore.md', 'utf8');
  const from = page.indexOf(`**${step}`);
  return [...page.slice(from, page.indexOf('\n**', from + 2)).matchAll(/```sh\n(.*?)```/gs)].map(
    ([, commands]) => commands!,
  );
}

/** Stands in for the AWS CLI: it lists the functions of the templates, and prints each change into a file. */
const CLI = `#!/bin/bash
case "$2" in
  list-functions) echo $FUNCTIONS ;;
  list-event-source-mappings) case " $CONSUMERS " in *" $4 "*) printf 'first-%s\\tsecond-%s\\n' $4 $4 ;; *) echo ;; esac ;;
  *) echo "\${@:2}" >> "$CHANGES" ;;
esac
`;
const folder = mkdtempSync(join(tmpdir(), 'watchkeep-runbook-'));
writeFileSync(join(folder, 'aws'), CLI);
chmodSync(join(folder, 'aws'), 0o755);
afterAll(() => rmSync(folder, { recursive: true, force: true }));

function run(commands: string) {
  const changes = join(folder, 'changes');
  writeFileSync(changes, '');
  const { status, stderr } = spawnSync('bash', ['--norc', '-c', `stage=production\n${commands}`], {
    encoding: 'utf8',
    env: {
      PATH: `${folder}${delimiter}${process.env.PATH}`,
      CHANGES: changes,
      FUNCTIONS: namesOf(deployed).join(' '),
      CONSUMERS: namesOf(consumers).join(' '),
    },
  });
  expect([status, stderr]).toEqual([0, '']);
  const lines = readFileSync(changes, 'utf8').trim().split('\n');
  const changed = (pattern: RegExp) => lines.flatMap((line) => pattern.exec(line)?.[1] ?? []).sort();
  return {
    disabled: changed(/^update-event-source-mapping --uuid (\S+) --no-enabled/),
    enabled: changed(/^update-event-source-mapping --uuid (\S+) --enabled/),
    closed: changed(/^put-function-concurrency --function-name (\S+) --reserved-concurrent-executions 0 /),
    opened: changed(/^delete-function-concurrency --function-name (\S+)$/),
    reserved: lines
      .flatMap((line) => /^put-function-concurrency --function-name (\S+ --\S+ [1-9]\d*) /.exec(line)?.[1] ?? [])
      .sort(),
  };
}
const mappingsOf = (functions: readonly Deployed[]) =>
  namesOf(functions)
    .flatMap((name) => [`first-${name}`, `second-${name}`])
    .sort();

const ROLLOUTS = 'watchkeep-production-on-rollout-due';

describe('the commands of docs/restore.md', () => {
  it('close all functions: those that people, units and schedules call get no concurrency, and consumers are disabled', () => {
    const { disabled, closed, ...none } = run(commandsOf('1. Close').join());
    expect(namesOf(others)).toContain(ROLLOUTS);
    expect(closed).toEqual(namesOf(others));
    expect(disabled).toEqual(mappingsOf(consumers));
    expect(none).toEqual({ enabled: [], opened: [], reserved: [] });
  });

  it("leave CDK's own functions open, which the next deployment calls", () => {
    const ofCdk = deployed.filter(({ isOfCdk }) => isOfCdk);
    expect(ofCdk.length).toBeGreaterThan(0);
    for (const { name } of ofCdk) expect(name).toContain('-Custom');
  });

  it('open them again with the concurrency that the stage reserves, and rollouts last, when people have looked at them', () => {
    const [open, goOn] = commandsOf('7. Open');
    const { enabled, opened, reserved, ...none } = run(open!);
    const withReserve = others.filter((one) => one.reserved !== undefined);
    expect(enabled).toEqual(mappingsOf(consumers));
    expect(reserved).toEqual(
      withReserve.map((one) => `${one.name} --reserved-concurrent-executions ${one.reserved}`).sort(),
    );
    const shut = [...namesOf(withReserve), ROLLOUTS];
    expect(
      others
        .map(({ name }) => name)
        .filter((name) => !opened.includes(name))
        .sort(),
    ).toEqual(shut.sort());
    expect(none).toEqual({ disabled: [], closed: [] });
    expect(run(goOn!).opened).toEqual([ROLLOUTS]);
  });
});
