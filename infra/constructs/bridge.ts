import { Duration, RemovalPolicy } from 'aws-cdk-lib';
import { Metric } from 'aws-cdk-lib/aws-cloudwatch';
import * as ec2 from 'aws-cdk-lib/aws-ec2';
import { Platform } from 'aws-cdk-lib/aws-ecr-assets';
import * as ecs from 'aws-cdk-lib/aws-ecs';
import * as elb from 'aws-cdk-lib/aws-elasticloadbalancingv2';
import { LogGroup, RetentionDays } from 'aws-cdk-lib/aws-logs';
import { Construct } from 'constructs';
import { dimensionsOf, METRICS } from '#platform/aws/measures.ts';
import type { Provisions } from '../provisions.ts';
import { isProduction, isProtected, type Settings } from '../settings.ts';
import { BRIDGE } from '../wiring.ts';
import { acknowledge } from './acknowledge.ts';
import { metricOf } from './alarms.ts';
import type { AccessLogs } from './file-store.ts';
import type { Network } from './network.ts';

export interface BridgeProps {
  settings: Settings;
  network: Network;
  provisions: Provisions;
  accessLogs: AccessLogs;
  /** The folder with the bridge's bundle and its Dockerfile. */
  image: string;
}

const MEMORY_MIB = 1024;
/** The rest of the memory is for sockets, buffers and code. */
const HEAP_MIB = Math.floor(MEMORY_MIB * 0.7);

/** The scaling target. One task can have 20,000 connections at most. */
const CONNECTIONS_PER_TASK = 10_000;

/**
 * By then the load balancer sends no new units to a task that leaves. ECS stops the task only afterwards, and the task then redirects its
 * units itself, so a longer delay would only make a deployment slower.
 */
const DEREGISTRATION_DELAY = Duration.seconds(10);

/** The service for the units' TCP connections, behind a load balancer that terminates TLS. */
export class Bridge extends Construct {
  readonly tasks: { readonly least: number; readonly most: number };
  readonly service: ecs.FargateService;
  readonly loadBalancer: elb.NetworkLoadBalancer;
  readonly connections: Metric;
  readonly targets: elb.NetworkTargetGroup;

  constructor(scope: Construct, id: string, props: BridgeProps) {
    super(scope, id);
    const { settings, network, accessLogs } = props;
    const { vpc } = network;
    this.tasks = isProduction(settings)
      ? { least: 2, most: settings.maxBridgeTasks ?? 20 }
      : { least: 1, most: settings.maxBridgeTasks ?? 2 };
    this.connections = new Metric({
      namespace: METRICS.namespace,
      metricName: METRICS.bridgeConnections,
      dimensionsMap: dimensionsOf(settings.stage),
      statistic: 'Average',
      period: Duration.minutes(1),
    });

    const outside = new ec2.SecurityGroup(this, 'OutsideGroup', {
      vpc,
      description: 'The load balancer that units dial',
      allowAllOutbound: false,
    });
    const inside = new ec2.SecurityGroup(this, 'TaskGroup', {
      vpc,
      description: 'The tasks of the bridge',
      allowAllIpv6Outbound: true,
    });
    inside.addIngressRule(outside, ec2.Port.tcp(BRIDGE.unitPort), 'Units');
    inside.addIngressRule(outside, ec2.Port.tcp(BRIDGE.commandPort), 'Health checks');
    inside.addIngressRule(network.bridgeClients, ec2.Port.tcp(BRIDGE.commandPort), 'Commands of the portal');
    inside.addIngressRule(inside, ec2.Port.tcp(BRIDGE.commandPort), 'Messages between tasks');
    outside.addEgressRule(inside, ec2.Port.tcp(BRIDGE.unitPort), 'Units');
    outside.addEgressRule(inside, ec2.Port.tcp(BRIDGE.commandPort), 'Health checks');

    this.service = this.#service(props, inside);
    this.loadBalancer = new elb.NetworkLoadBalancer(this, 'LoadBalancer', {
      vpc,
      internetFacing: true,
      // A task sees the units' addresses and ports. Through two zones, the NAT of a carrier can give two units the same ones, and one of them fails.
      crossZoneEnabled: false,
      securityGroups: [outside],
      deletionProtection: isProtected(settings),
    });
    this.loadBalancer.logAccessLogs(accessLogs.bucket, 'bridge');
    this.targets = this.#listen(settings, outside);
    this.#scale();
  }

  /** The number of tasks, by Container Insights. */
  readonly taskCount = (kind: 'Running' | 'Desired', statistic: string): Metric =>
    metricOf(
      'ECS/ContainerInsights',
      `${kind}TaskCount`,
      { ClusterName: this.service.cluster.clusterName, ServiceName: this.service.serviceName },
      statistic,
    );

  #service({ settings, network, provisions, image }: BridgeProps, group: ec2.SecurityGroup) {
    const cluster = new ecs.Cluster(this, 'Cluster', {
      vpc: network.vpc,
      containerInsightsV2: ecs.ContainerInsights.ENABLED,
    });
    const task = new ecs.FargateTaskDefinition(this, 'Task', {
      family: `watchkeep-${settings.stage}-bridge`,
      cpu: 512,
      memoryLimitMiB: MEMORY_MIB,
      runtimePlatform: {
        cpuArchitecture: ecs.CpuArchitecture.ARM64,
        operatingSystemFamily: ecs.OperatingSystemFamily.LINUX,
      },
    });
    const logs = new LogGroup(this, 'Logs', {
      logGroupName: `/watchkeep/${settings.stage}/bridge`,
      retention: isProduction(settings) ? RetentionDays.THREE_MONTHS : RetentionDays.TWO_WEEKS,
      removalPolicy: RemovalPolicy.DESTROY,
    });
    task.addContainer('bridge', {
      image: ecs.ContainerImage.fromAsset(image, { platform: Platform.LINUX_ARM64 }),
      environment: {
        ...provisions.environmentOf('bridge'),
        NODE_OPTIONS: [...network.nodeOptions, `--max-old-space-size=${HEAP_MIB}`].join(' '),
      },
      logging: ecs.LogDrivers.awsLogs({ logGroup: logs, streamPrefix: 'bridge' }),
      portMappings: [{ containerPort: BRIDGE.unitPort }, { containerPort: BRIDGE.commandPort }],
      readonlyRootFilesystem: true,
      // A draining task must hand its units over within this time.
      stopTimeout: Duration.seconds(BRIDGE.drainSeconds),
      ulimits: [{ name: ecs.UlimitName.NOFILE, softLimit: 65_536, hardLimit: 65_536 }],
      healthCheck: {
        command: ['CMD', 'node', '-e', HEALTH_CHECK],
        interval: Duration.seconds(10),
        startPeriod: Duration.seconds(20),
      },
    });
    provisions.grant('bridge', task.taskRole, 'write');
    acknowledge(task, {
      'AwsSolutions-ECS2':
        'The variables name resources; what is secret is read from Secrets Manager by the task itself.',
      'AwsSolutions-IAM5[Resource::*]': 'ecr:GetAuthorizationToken knows no resource.',
    });
    return new ecs.FargateService(this, 'Service', {
      cluster,
      taskDefinition: task,
      // No desiredCount: a deployment keeps the number of tasks that the scaling has chosen.
      minHealthyPercent: 100,
      maxHealthyPercent: 200,
      circuitBreaker: { rollback: true },
      securityGroups: [group],
      vpcSubnets: { subnetType: ec2.SubnetType.PRIVATE_WITH_EGRESS },
      assignPublicIp: false,
    });
  }

  #listen({ unitCertificate }: Settings, group: ec2.SecurityGroup): elb.NetworkTargetGroup {
    const port = unitCertificate ? BRIDGE.unitTlsPort : BRIDGE.unitPort;
    // The group allows no more than the load balancer listens on.
    group.addIngressRule(ec2.Peer.anyIpv4(), ec2.Port.tcp(port), 'Units, from any carrier');
    acknowledge(group, {
      'AwsSolutions-EC23': 'Units come from the public addresses of three carriers, which publish no list of them.',
    });
    const listener = this.loadBalancer.addListener('Units', {
      port,
      ...(unitCertificate && {
        certificates: [{ certificateArn: unitCertificate }],
        sslPolicy: elb.SslPolicy.TLS13_RES,
      }),
    });
    return listener.addTargets('Tasks', {
      port: BRIDGE.unitPort,
      // The load balancer terminates TLS. The network behind it is private.
      protocol: elb.Protocol.TCP,
      targets: [this.service.loadBalancerTarget({ containerName: 'bridge', containerPort: BRIDGE.unitPort })],
      deregistrationDelay: DEREGISTRATION_DELAY,
      // The bridge counts refused logins by the address of the unit, not by that of the load balancer.
      preserveClientIp: true,
      healthCheck: {
        protocol: elb.Protocol.HTTP,
        path: BRIDGE.healthPath,
        port: String(BRIDGE.commandPort),
        interval: Duration.seconds(10),
        healthyThresholdCount: 2,
        unhealthyThresholdCount: 2,
      },
    });
  }

  #scale(): void {
    const scaling = this.service.autoScaleTaskCount({ minCapacity: this.tasks.least, maxCapacity: this.tasks.most });
    scaling.scaleToTrackCustomMetric('Connections', {
      metric: this.connections,
      targetValue: CONNECTIONS_PER_TASK,
      // Units of a task that stops have to reconnect, so a short lull must not stop one.
      scaleInCooldown: Duration.minutes(30),
    });
    scaling.scaleOnCpuUtilization('Cpu', { targetUtilizationPercent: 60, scaleInCooldown: Duration.minutes(30) });
  }
}

const HEALTH_CHECK = `fetch('http://127.0.0.1:${BRIDGE.commandPort}${BRIDGE.healthPath}').then(({ok})=>process.exit(ok?0:1),()=>process.exit(1))`;
