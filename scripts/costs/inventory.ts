import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { App, Stack } from 'aws-cdk-lib';
import { Template } from 'aws-cdk-lib/assertions';
import { api } from '#core/index.ts';
import { parseSettings } from '#infra/settings.ts';
import { watchkeep } from '#infra/watchkeep.ts';
import { EVENT_FUNCTIONS } from '#infra/wiring.ts';
import cdk from '../../cdk.json' with { type: 'json' };

interface Resource {
  Type: string;
  // biome-ignore lint/suspicious/noExplicitAny: templates are as deep as CloudFormation.
  Properties: any;
}

/** What a production deployment has, whatever its fleet. */
export type Inventory = ReturnType<typeof inventoryOf>;

const CERTIFICATE = 'arn:aws:acm:us-east-1:111111111111:certificate';

/** Synthesizes a production deployment, with placeholders for the built files: the number of resources does not depend on them. */
export function productionInventory(): Inventory {
  const folder = mkdtempSync(join(tmpdir(), 'watchkeep-costs-'));
  try {
    const built = join(folder, 'built');
    mkdirSync(join(built, 'assets'), { recursive: true });
    for (const file of ['Dockerfile', 'index.html', 'assets/a.js']) writeFileSync(join(built, file), '');
    const settings = parseSettings({
      stage: 'production',
      domain: 'portal.example.com',
      certificate: `${CERTIFICATE}/web`,
      unitCertificate: `${CERTIFICATE}/units`,
      alarmAddress: 'watch@example.com',
    });
    const names = [...Object.keys(api), ...EVENT_FUNCTIONS];
    const functions = { functions: new Map(names.map((name) => [name, built])), libraries: built };
    const app = new App({ context: cdk.context, outdir: join(folder, 'out') });
    watchkeep(app, settings, { contract: api, functions, bridge: built, web: built });
    const stacks = app.node.children.filter((child): child is Stack => Stack.isStack(child));
    return inventoryOf(
      stacks.flatMap((stack) =>
        Object.values(Template.fromStack(stack).toJSON().Resources as Record<string, Resource>),
      ),
    );
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

export function inventoryOf(resources: readonly Resource[]) {
  const all = (type: string) => resources.filter(({ Type }) => Type === type).map(({ Properties }) => Properties);
  const only = (type: string) => {
    const found = all(type);
    if (found.length !== 1) throw new Error(`Expected one ${type}, found ${found.length}`);
    return found[0];
  };
  const task = only('AWS::ECS::TaskDefinition');
  const tasks = only('AWS::ApplicationAutoScaling::ScalableTarget');
  const byConnections = all('AWS::ApplicationAutoScaling::ScalingPolicy')
    .map((policy) => policy.TargetTrackingScalingPolicyConfiguration)
    .find((target) => target.CustomizedMetricSpecification);
  const endpoints = all('AWS::EC2::VPCEndpoint').filter(({ VpcEndpointType }) => VpcEndpointType === 'Interface');
  // CDK's own functions have no name of ours, and run only during a deployment.
  const functions = all('AWS::Lambda::Function').filter(({ FunctionName }) => FunctionName);
  const firewall = only('AWS::WAFv2::WebACL');
  return {
    taskCpus: Number(task.Cpu) / 1024,
    taskGigabytes: Number(task.Memory) / 1024,
    minTasks: Number(tasks.MinCapacity),
    maxTasks: Number(tasks.MaxCapacity),
    unitsPerTask: Number(byConnections.TargetValue),
    zones: only('AWS::ElasticLoadBalancingV2::LoadBalancer').Subnets.length as number,
    endpointZones: endpoints.reduce((sum: number, { SubnetIds }) => sum + SubnetIds.length, 0),
    firewallRules: firewall.Rules.length as number,
    keys: all('AWS::KMS::Key').length,
    secrets: all('AWS::SecretsManager::Secret').length,
    functions: functions.length,
    endpoints: all('AWS::ApiGatewayV2::Route').filter(({ RouteKey }) => !RouteKey.startsWith('$')).length,
    functionGigabytes: Math.max(...functions.map(({ MemorySize }) => MemorySize)) / 1024,
    polledQueues: all('AWS::Lambda::EventSourceMapping').filter(({ StartingPosition }) => !StartingPosition).length,
    alarms: all('AWS::CloudWatch::Alarm').length,
    dashboards: all('AWS::CloudWatch::Dashboard').length,
  };
}
