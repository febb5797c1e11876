import { describe, expect, it } from 'vitest';
import { BRIDGE, LIVE } from '#infra/wiring.ts';
import { METRICS } from '#platform/aws/measures.ts';
import { elsewhere, portal } from '../portals.ts';
import { PRODUCTION, type Resource, type StackName } from '../synthesize.ts';

describe('live connections', () => {
  it('have the routes of the wiring, all to one function', () => {
    const routes = portal.of('Live', 'AWS::ApiGatewayV2::Route').map(([, { Properties }]) => Properties.RouteKey);
    expect(routes.sort()).toEqual([...LIVE.routes].sort());
    expect(portal.of('Live', 'AWS::Lambda::Function').map(([, { Properties }]) => Properties.FunctionName)).toEqual([
      `watchkeep-production-${LIVE.consumer}`,
    ]);
  });

  it('accept posts over IPv6, which the bridge uses', () => {
    expect(portal.only('Live', 'AWS::ApiGatewayV2::Api').Properties).toMatchObject({
      ProtocolType: 'WEBSOCKET',
      IpAddressType: 'dualstack',
    });
  });

  it('are limited in rate and logged', () => {
    expect(portal.only('Live', 'AWS::ApiGatewayV2::Stage').Properties).toMatchObject({
      StageName: LIVE.stage,
      DefaultRouteSettings: { ThrottlingRateLimit: 1000 },
      AccessLogSettings: { DestinationArn: expect.anything() },
    });
  });
});

const nodeOptionsOf = ({ Environment }: Resource['Properties']): string[] =>
  Environment.find(({ Name }: { Name: string }) => Name === 'NODE_OPTIONS').Value.split(' ');

describe('the network', () => {
  it('reaches the internet over outbound IPv6 only', () => {
    expect(portal.all('AWS::EC2::NatGateway')).toEqual([]);
    expect(portal.of('Network', 'AWS::EC2::EgressOnlyInternetGateway')).toHaveLength(1);
    const tables = portal.of('Network', 'AWS::EC2::SubnetRouteTableAssociation').map(([id, { Properties }]) => ({
      isPrivate: id.includes('Private'),
      table: Properties.RouteTableId.Ref as string,
    }));
    const privateTables = tables.filter(({ isPrivate }) => isPrivate).map(({ table }) => table);
    expect(privateTables).toHaveLength(2);
    const routes = portal
      .of('Network', 'AWS::EC2::Route')
      .map(([, { Properties }]) => Properties)
      .filter(({ RouteTableId }) => privateTables.includes(RouteTableId.Ref));
    expect(routes).toHaveLength(2);
    for (const route of routes)
      expect(route).toMatchObject({ DestinationIpv6CidrBlock: '::/0', EgressOnlyInternetGatewayId: expect.anything() });
  });

  it('lets its functions and the bridge use that route first', () => {
    const [, { Properties }] = portal.of('Live', 'AWS::Lambda::Function')[0] as [string, Resource];
    expect(Properties.VpcConfig.Ipv6AllowedForDualStack).toBe(true);
    expect(Properties.Environment.Variables.NODE_OPTIONS).toContain('--dns-result-order=ipv6first');
    const [container] = portal.only('Bridge', 'AWS::ECS::TaskDefinition').Properties.ContainerDefinitions;
    expect(nodeOptionsOf(container)).toContain('--dns-result-order=ipv6first');
  });

  it('has endpoints for its services, and the free ones where AWS offers them', () => {
    const endpoints = portal.of('Network', 'AWS::EC2::VPCEndpoint').map(([, { Properties }]) => [
      JSON.stringify(Properties.ServiceName)
        .replace(/[^\w.-]/g, '')
        .split('.')
        .slice(3)
        .join('.'),
      Properties.VpcEndpointType,
    ]);
    expect(Object.fromEntries(endpoints)).toEqual({
      dynamodb: 'Gateway',
      s3: 'Gateway',
      'ecr.api': 'Interface',
      'ecr.dkr': 'Interface',
      logs: 'Interface',
      sqs: 'Interface',
      secretsmanager: 'Interface',
      kms: 'Interface',
    });
  });
});

/** The sources that may reach a port of the bridge's tasks, by the logical id of their security group. */
function admitted(port: number): string[] {
  const [task] = portal.of('Bridge', 'AWS::EC2::SecurityGroup').find(([id]) => id.includes('TaskGroup')) as [
    string,
    Resource,
  ];
  const rules = portal.names.flatMap((name) =>
    portal.of(name as StackName, 'AWS::EC2::SecurityGroupIngress').map(([, { Properties }]) => Properties),
  );
  const toTask = rules.filter(({ GroupId }) => JSON.stringify(GroupId).includes(task));
  const inline = (portal.of('Bridge', 'AWS::EC2::SecurityGroup').find(([id]) => id === task)?.[1].Properties
    .SecurityGroupIngress ?? []) as Resource['Properties'][];
  return [...toTask, ...inline]
    .filter(({ FromPort, ToPort }) => FromPort <= port && port <= ToPort)
    .map(({ SourceSecurityGroupId, CidrIp }) => JSON.stringify(SourceSecurityGroupId ?? CidrIp));
}

describe('the bridge', () => {
  const container = () => portal.only('Bridge', 'AWS::ECS::TaskDefinition').Properties.ContainerDefinitions[0];

  it('runs on Graviton, in private subnets, without a public address', () => {
    expect(portal.only('Bridge', 'AWS::ECS::TaskDefinition').Properties).toMatchObject({
      RuntimePlatform: { CpuArchitecture: 'ARM64' },
      RequiresCompatibilities: ['FARGATE'],
    });
    const { NetworkConfiguration } = portal.only('Bridge', 'AWS::ECS::Service').Properties;
    expect(NetworkConfiguration.AwsvpcConfiguration.AssignPublicIp).toBe('DISABLED');
    expect(JSON.stringify(NetworkConfiguration.AwsvpcConfiguration.Subnets)).toContain('PrivateSubnet');
  });

  it('has a heap of seven tenths of the memory of its task', () => {
    const { Memory } = portal.only('Bridge', 'AWS::ECS::TaskDefinition').Properties;
    expect(nodeOptionsOf(container())).toContain(`--max-old-space-size=${Math.floor(Number(Memory) * 0.7)}`);
  });

  it('receives units over TLS, which ends at the load balancer', () => {
    expect(portal.only('Bridge', 'AWS::ElasticLoadBalancingV2::Listener').Properties).toMatchObject({
      Protocol: 'TLS',
      Port: BRIDGE.unitTlsPort,
      Certificates: [{ CertificateArn: PRODUCTION.unitCertificate }],
    });
  });

  it('gets units from the load balancer only while it is healthy', () => {
    expect(portal.only('Bridge', 'AWS::ElasticLoadBalancingV2::TargetGroup').Properties).toMatchObject({
      Port: BRIDGE.unitPort,
      Protocol: 'TCP',
      HealthCheckProtocol: 'HTTP',
      HealthCheckPort: String(BRIDGE.commandPort),
      HealthCheckPath: BRIDGE.healthPath,
    });
    expect(container().HealthCheck.Command.join(' ')).toContain(`:${BRIDGE.commandPort}${BRIDGE.healthPath}`);
  });

  const targetAttributes = () =>
    portal.only('Bridge', 'AWS::ElasticLoadBalancingV2::TargetGroup').Properties.TargetGroupAttributes;

  it('has time to redirect its units after it was told to stop', () => {
    expect(container().StopTimeout).toBe(BRIDGE.drainSeconds);
  });

  it('is told to stop as soon as it gets no new units', () => {
    expect(targetAttributes()).toContainEqual({ Key: 'deregistration_delay.timeout_seconds', Value: '10' });
  });

  it('sees the address of a unit, not that of the load balancer', () => {
    expect(targetAttributes()).toContainEqual({ Key: 'preserve_client_ip.enabled', Value: 'true' });
  });

  it('gets the units of its own zone only, so that no two share an address and port', () => {
    const enabled = { Key: 'load_balancing.cross_zone.enabled', Value: 'true' };
    const { LoadBalancerAttributes } = portal.only('Bridge', 'AWS::ElasticLoadBalancingV2::LoadBalancer').Properties;
    expect(LoadBalancerAttributes).toContainEqual({ ...enabled, Value: 'false' });
    expect(targetAttributes()).not.toContainEqual(enabled);
  });

  it('keeps its number of tasks when it is deployed', () => {
    expect(portal.only('Bridge', 'AWS::ECS::Service').Properties).not.toHaveProperty('DesiredCount');
  });

  it('accepts commands only from functions that send them, from other tasks and from health checks', () => {
    const sources = admitted(BRIDGE.commandPort);
    expect(sources).toHaveLength(3);
    expect(sources.some((source) => source.includes('BridgeClients'))).toBe(true);
    expect(sources.every((source) => /BridgeClients|TaskGroup|OutsideGroup/.test(source))).toBe(true);
  });

  it('opens its unit port to the load balancer only', () => {
    expect(admitted(BRIDGE.unitPort)).toEqual([expect.stringContaining('OutsideGroup')]);
  });

  it('scales with its units and their load', () => {
    const policies = portal
      .of('Bridge', 'AWS::ApplicationAutoScaling::ScalingPolicy')
      .map(([, { Properties }]) => Properties.TargetTrackingScalingPolicyConfiguration);
    expect(policies).toContainEqual(
      expect.objectContaining({
        CustomizedMetricSpecification: expect.objectContaining({
          Namespace: METRICS.namespace,
          MetricName: METRICS.bridgeConnections,
        }),
      }),
    );
    expect(policies).toContainEqual(
      expect.objectContaining({
        PredefinedMetricSpecification: { PredefinedMetricType: 'ECSServiceAverageCPUUtilization' },
      }),
    );
    expect(portal.only('Bridge', 'AWS::ApplicationAutoScaling::ScalableTarget').Properties).toMatchObject({
      MinCapacity: 2,
    });
  });

  it('may send reports to the queue, and cannot write to files of the portal', () => {
    const [, { Properties }] = portal.of('Bridge', 'AWS::IAM::Policy').find(([id]) => id.includes('TaskRole')) as [
      string,
      Resource,
    ];
    const actions = (Properties.PolicyDocument.Statement as { Action: string | string[] }[]).flatMap(
      ({ Action }) => Action,
    );
    expect(actions).toContain('sqs:SendMessage');
    expect(actions.filter((action) => /^s3:(Put|Delete)/.test(action))).toEqual([]);
  });

  it('can be left out, with its network', () => {
    expect(elsewhere.names).not.toContain('Bridge');
    expect(elsewhere.names).not.toContain('Network');
    expect(elsewhere.all('AWS::Lambda::Function').every(({ Properties }) => !Properties.VpcConfig)).toBe(true);
  });
});
