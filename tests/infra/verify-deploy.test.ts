import { AssertionError } from 'node:assert';
import { spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { serveHttp } from '#local/http.ts';
import { run, start } from '#scripts/verify-deploy/command.ts';
import type { Deployed } from '#scripts/verify-deploy/deployment.ts';
import { type Emulator, installEmulator, Missing } from '#scripts/verify-deploy/emulator.ts';
import { everyPage, resourcesIn } from '#scripts/verify-deploy/listed-resources.ts';
import { eventually, walk } from '#scripts/verify-deploy/steps.ts';
import { walkAlarms } from '#scripts/verify-deploy/walk-alarms.ts';
import { withMessage } from '#support/with-message.ts';

const folder = mkdtempSync(join(tmpdir(), 'watchkeep-verify-'));
const log = join(folder, 'test.log');
const node = (script: string) => ['-e', script];

afterEach(() => {
  vi.unstubAllEnvs();
  vi.restoreAllMocks();
  rmSync(join(folder, 'python'), { recursive: true, force: true });
});

describe('npm run verify:deploy', () => {
  it('is skipped, not failed, on a machine without Python', async () => {
    vi.stubEnv('PATH', folder);
    await expect(installEmulator(folder)).rejects.toThrow(Missing);
    await expect(installEmulator(folder)).rejects.toThrow(withMessage('there is no Python 3.10 or newer with venv'));
  });

  it('prints the output of a failed program, and where all of it is', async () => {
    await expect(run(process.execPath, node('console.error("no bucket"); process.exit(3)'), { log })).rejects.toThrow(
      /failed \(3\).*test\.log\nno bucket/s,
    );
  });

  it('ends a program together with its children', async () => {
    const child = `require('node:child_process').spawn(process.execPath, ['-e', 'setInterval(() => {}, 1e3)']).pid`;
    const running = start(process.execPath, node(`console.log(${child}); setInterval(() => {}, 1e3)`), { log });
    const pid = await eventually('it has started its child', async () => Number(running.said()) || undefined);
    await running.close();
    await eventually('the child is gone', async () =>
      spawnSync('kill', ['-0', String(pid)]).status ? true : undefined,
    );
    expect(running.isRunning()).toBe(false);
  });

  it('stops at the first failed step', async () => {
    vi.spyOn(console, 'log').mockImplementation(() => {});
    const walked: string[] = [];
    const step = (name: string, fails = false) => ({
      name,
      run: async () => {
        walked.push(name);
        if (fails) throw new Error(`${name} does not work`);
      },
    });
    await expect(walk('Steps', [step('one'), step('two', true), step('three')])).rejects.toThrow(
      withMessage('two does not work'),
    );
    expect(walked).toEqual(['one', 'two']);
  });

  it('stops waiting after its time-out, and says what it waited for', async () => {
    await expect(eventually('pigs fly', async () => undefined, 0)).rejects.toThrow(
      withMessage('Waited 0 s in vain until pigs fly'),
    );
  });
});

describe('the list of the resources of a stack', () => {
  const member = (type: string, id?: string) =>
    `<member><LogicalResourceId>L</LogicalResourceId>${
      id === undefined ? '' : `<PhysicalResourceId>${id}</PhysicalResourceId>`
    }<ResourceType>${type}</ResourceType></member>`;
  const page = (members: string, NextToken = '') =>
    `<StackResourceSummaries>${members}</StackResourceSummaries>${NextToken && `<NextToken>${NextToken}</NextToken>`}`;

  it('names each resource by its own id, beside one that has none', () => {
    const xml = page(
      member('AWS::SQS::Queue') + member('AWS::S3::Bucket', 'bucket') + member('AWS::SNS::Topic', 'topic'),
    );
    expect(resourcesIn(xml)).toEqual(['AWS::S3::Bucket bucket', 'AWS::SNS::Topic topic']);
  });

  it('has all pages', async () => {
    const pages: Record<string, string> = {
      first: page(member('AWS::S3::Bucket', 'a'), 'second'),
      second: page(member('AWS::S3::Bucket', 'b'), 'third'),
      third: page(member('AWS::S3::Bucket', 'c')),
    };
    const all = await everyPage(async (token = 'first') => pages[token]!);
    expect(all.flatMap(resourcesIn)).toEqual(['AWS::S3::Bucket a', 'AWS::S3::Bucket b', 'AWS::S3::Bucket c']);
  });
});

describe('the step on the topic of the alarms', () => {
  const topic = 'arn:aws:sns:us-east-1:000000000000:alarms';
  const publish = { Action: 'sns:Publish', Resource: topic };
  const cloudWatch = { ...publish, Effect: 'Allow', Principal: { Service: 'cloudwatch.amazonaws.com' } };
  const tls = { ...publish, Effect: 'Deny', Principal: '*', Condition: { Bool: { 'aws:SecureTransport': 'false' } } };
  const ofAccount = (account: string) => ({ Condition: { StringEquals: { 'aws:SourceAccount': account } } });

  /** Runs the step on a topic with these statements. */
  async function verify(...Statement: object[]) {
    const policy = JSON.stringify({ Statement }).replaceAll('"', '&quot;');
    const xml = `<entry><key>Policy</key><value>${policy}</value></entry>`;
    const server = await serveHttp({ port: 0, handle: async () => ({ status: 200, headers: {}, body: xml }) });
    try {
      const [step] = walkAlarms({ url: server.url } as Emulator, { alarmTopic: topic } as Deployed);
      await step!.run();
    } finally {
      await server.close();
    }
  }

  it('passes where CloudWatch may publish for this account', async () => {
    await expect(verify(tls, { ...cloudWatch, ...ofAccount('000000000000') })).resolves.toBeUndefined();
  });

  it.each([
    ['nobody may publish', [tls]],
    ['any account may publish', [tls, cloudWatch]],
    ['another account may publish', [tls, { ...cloudWatch, ...ofAccount('111111111111') }]],
    ['another service may publish', [{ ...cloudWatch, Principal: { Service: 's3.amazonaws.com' } }]],
  ])('fails where %s', async (_, statements) => {
    await expect(verify(...statements)).rejects.toThrow(AssertionError);
  });
});
