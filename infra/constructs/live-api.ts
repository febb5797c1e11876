import { RemovalPolicy, Stack } from 'aws-cdk-lib';
import { AccessLogFormat, CfnAccount } from 'aws-cdk-lib/aws-apigateway';
import { IpAddressType, LogGroupLogDestination, WebSocketApi, WebSocketStage } from 'aws-cdk-lib/aws-apigatewayv2';
import { WebSocketLambdaIntegration } from 'aws-cdk-lib/aws-apigatewayv2-integrations';
import { type IGrantable, ManagedPolicy, Role, ServicePrincipal } from 'aws-cdk-lib/aws-iam';
import type { IFunction } from 'aws-cdk-lib/aws-lambda';
import { LogGroup, RetentionDays } from 'aws-cdk-lib/aws-logs';
import { Construct } from 'constructs';
import { LIVE } from '../wiring.ts';
import { acknowledge, permit } from './acknowledge.ts';

/** The WebSocket API: one connection for each browser tab. */
export class LiveApi extends Construct {
  readonly api: WebSocketApi;
  readonly stage: WebSocketStage;

  constructor(scope: Construct, id: string) {
    super(scope, id);
    this.api = new WebSocketApi(this, 'Resource', {
      apiName: `${Stack.of(this).stackName}`,
      description: 'Live topics and console commands',
      // The bridge reaches @connections over IPv6.
      ipAddressType: IpAddressType.DUAL_STACK,
    });
    const logs = new LogGroup(this, 'AccessLogs', {
      retention: RetentionDays.ONE_MONTH,
      removalPolicy: RemovalPolicy.DESTROY,
    });
    this.stage = new WebSocketStage(this, 'Stage', {
      webSocketApi: this.api,
      stageName: LIVE.stage,
      autoDeploy: true,
      throttle: { rateLimit: 1000, burstLimit: 2000 },
      accessLogSettings: { destination: new LogGroupLogDestination(logs), format: ACCESS_LOG },
    });
    this.stage.node.addDependency(this.#permitLogging());
  }

  /** The host that CloudFront takes the connections to. */
  get host(): string {
    return `${this.api.apiId}.execute-api.${Stack.of(this).region}.${Stack.of(this).urlSuffix}`;
  }

  /** The URL to post messages for browsers to, without the `@connections` that clients add. */
  get callbackUrl(): string {
    return this.stage.callbackUrl;
  }

  /** Lets the function answer all routes. */
  route(handler: IFunction): void {
    for (const routeKey of LIVE.routes) {
      const integration = new WebSocketLambdaIntegration(`On${routeKey.slice(1)}`, handler);
      const route = this.api.addRoute(routeKey, { integration });
      acknowledge(route, {
        'AwsSolutions-APIG4':
          '$connect takes a one-use ticket that the function checks; later messages come on that same connection.',
      });
    }
  }

  /** The URL under the API's own name. Browsers use it when the name of the portal fails. */
  get url(): string {
    return `wss://${this.host}/${LIVE.stage}`;
  }

  /** Permits posting to connections of this API. */
  grantPush(to: IGrantable): void {
    const connections = Stack.of(this).formatArn({
      service: 'execute-api',
      resource: this.api.apiId,
      resourceName: `${LIVE.stage}/POST/@connections/*`,
    });
    permit(to, ['execute-api:ManageConnections'], [connections], 'Whichever browsers are connected may be meant.');
  }

  /** API Gateway uses one role per account and Region to write logs of WebSocket APIs. */
  #permitLogging(): CfnAccount {
    const role = new Role(this, 'LoggingRole', {
      assumedBy: new ServicePrincipal('apigateway.amazonaws.com'),
      managedPolicies: [ManagedPolicy.fromAwsManagedPolicyName('service-role/AmazonAPIGatewayPushToCloudWatchLogs')],
    });
    acknowledge(role, {
      'AwsSolutions-IAM4[Policy::arn:<AWS::Partition>:iam::aws:policy/service-role/AmazonAPIGatewayPushToCloudWatchLogs]':
        'The role is the account-wide one that API Gateway asks for, and this policy the one that it documents for it.',
    });
    const account = new CfnAccount(this, 'Account', { cloudWatchRoleArn: role.roleArn });
    // The role of the last deployed stage serves all stages of the account. Its name is generated, so it blocks no deployment.
    account.applyRemovalPolicy(RemovalPolicy.RETAIN);
    role.applyRemovalPolicy(RemovalPolicy.RETAIN);
    return account;
  }
}

const ACCESS_LOG = AccessLogFormat.custom(
  JSON.stringify({
    requestId: '$context.requestId',
    connectionId: '$context.connectionId',
    ip: '$context.identity.sourceIp',
    at: '$context.requestTime',
    event: '$context.eventType',
    route: '$context.routeKey',
    status: '$context.status',
    error: '$context.error.message',
  }),
);
