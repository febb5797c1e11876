import { ArnFormat, Duration, RemovalPolicy, Stack } from 'aws-cdk-lib';
import { Effect, PolicyStatement, Role, ServicePrincipal } from 'aws-cdk-lib/aws-iam';
import * as lambda from 'aws-cdk-lib/aws-lambda';
import { LogGroup, RetentionDays } from 'aws-cdk-lib/aws-logs';
import { Construct } from 'constructs';
import type { Provisions } from '../provisions.ts';
import { isProduction, type Settings } from '../settings.ts';
import type { AccessMode } from '../table-rights.ts';
import { acknowledge, permit } from './acknowledge.ts';
import type { FunctionSources } from './function-sources.ts';

export interface PortalFunctionProps {
  settings: Settings;
  /** The function's folder under functions/. */
  name: string;
  sources: FunctionSources;
  provisions: Provisions;
  mode: AccessMode;
  timeoutSeconds: number;
  memorySize?: number;
  /** Concurrent calls that no other function can take, and the most that it can have. */
  reservedConcurrency?: number;
}

/** A Lambda function of ours. It has its own role, which permits only what it needs, its own log, and tracing. */
export class PortalFunction extends Construct {
  readonly function: lambda.Function;
  readonly logs: LogGroup;
  readonly name: string;
  readonly reservedConcurrency: number | undefined;

  constructor(scope: Construct, id: string, props: PortalFunctionProps) {
    super(scope, id);
    const { settings, name, sources, provisions, mode, timeoutSeconds, memorySize = 1024, reservedConcurrency } = props;
    this.name = name;
    this.reservedConcurrency = reservedConcurrency;
    this.logs = new LogGroup(this, 'Logs', {
      logGroupName: `/watchkeep/${settings.stage}/${name}`,
      retention: isProduction(settings) ? RetentionDays.THREE_MONTHS : RetentionDays.TWO_WEEKS,
      removalPolicy: RemovalPolicy.DESTROY,
    });
    const role = new Role(this, 'Role', { assumedBy: new ServicePrincipal('lambda.amazonaws.com') });
    this.logs.grantWrite(role);
    provisions.grant(name, role, mode);

    const network = provisions.networkOf(name);
    const functionName = `watchkeep-${settings.stage}-${name}`;
    if (network) permitNetworkInterfaces(role, functionName);
    this.function = new lambda.Function(this, 'Resource', {
      functionName,
      runtime: lambda.Runtime.NODEJS_24_X,
      architecture: lambda.Architecture.ARM_64,
      handler: 'index.handler',
      code: sources.codeOf(name),
      layers: [sources.librariesIn(Stack.of(this))],
      role,
      environment: {
        ...provisions.environmentOf(name),
        NODE_OPTIONS: ['--enable-source-maps', ...(network?.nodeOptions ?? [])].join(' '),
      },
      timeout: Duration.seconds(timeoutSeconds),
      memorySize,
      ...(reservedConcurrency !== undefined && { reservedConcurrentExecutions: reservedConcurrency }),
      tracing: lambda.Tracing.ACTIVE,
      logGroup: this.logs,
      loggingFormat: lambda.LoggingFormat.JSON,
      ...network?.placement,
    });
    acknowledge(role, { 'AwsSolutions-IAM5[Resource::*]': 'X-Ray knows no resources.' });
  }
}

/**
 * Permits what Lambda needs to run a function in a network, and denies it to the function's code. The managed policy would permit more.
 * @see https://docs.aws.amazon.com/lambda/latest/dg/configuration-vpc.html
 */
export function permitNetworkInterfaces(role: Role, functionName: string): void {
  const actions = ['CreateNetworkInterface', 'DescribeNetworkInterfaces', 'DeleteNetworkInterface', 'DescribeSubnets'];
  const named = actions.map((action) => `ec2:${action}`);
  permit(role, named, ['*'], 'Lambda makes the interfaces as it needs them, under names of its own.');
  const arn = Stack.of(role).formatArn({
    service: 'lambda',
    resource: 'function',
    resourceName: functionName,
    arnFormat: ArnFormat.COLON_RESOURCE_NAME,
  });
  role.addToPolicy(
    new PolicyStatement({
      effect: Effect.DENY,
      actions: named,
      resources: ['*'],
      conditions: { ArnEquals: { 'lambda:SourceFunctionArn': arn } },
    }),
  );
}
