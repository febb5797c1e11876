import { RemovalPolicy, Stack } from 'aws-cdk-lib';
import { AccessLogFormat } from 'aws-cdk-lib/aws-apigateway';
import {
  HttpApi,
  HttpMethod,
  HttpRoute,
  HttpRouteKey,
  HttpStage,
  LogGroupLogDestination,
} from 'aws-cdk-lib/aws-apigatewayv2';
import { HttpLambdaIntegration } from 'aws-cdk-lib/aws-apigatewayv2-integrations';
import { LogGroup, RetentionDays } from 'aws-cdk-lib/aws-logs';
import { Construct } from 'constructs';
import { routeKey } from '#core/contract.ts';
import { acknowledge } from './acknowledge.ts';
import type { AreaFunction } from './area-function.ts';

/** Calls a second. The gateway answers more with 429. */
export const API_THROTTLE = { rateLimit: 1000, burstLimit: 2000 };

/** The HTTP API without its routes. */
export class PortalApi extends Construct {
  readonly api: HttpApi;
  readonly stage: HttpStage;

  constructor(scope: Construct, id: string) {
    super(scope, id);
    this.api = new HttpApi(this, 'Resource', {
      apiName: Stack.of(this).stackName,
      description: 'The API of Watchkeep, behind its distribution',
      createDefaultStage: false,
    });
    const logs = new LogGroup(this, 'AccessLogs', {
      retention: RetentionDays.ONE_MONTH,
      removalPolicy: RemovalPolicy.DESTROY,
    });
    this.stage = new HttpStage(this, 'Stage', {
      httpApi: this.api,
      stageName: '$default',
      autoDeploy: true,
      throttle: API_THROTTLE,
      accessLogSettings: { destination: new LogGroupLogDestination(logs), format: ACCESS_LOG },
    });
  }

  /** The host that CloudFront sends requests to. */
  get host(): string {
    return `${this.api.apiId}.execute-api.${Stack.of(this).region}.${Stack.of(this).urlSuffix}`;
  }
}

/** The routes of an area's contract to its function. They belong to the function's stack, not to the API's. */
export class AreaRoutes extends Construct {
  constructor(scope: Construct, id: string, { api }: PortalApi, area: AreaFunction) {
    super(scope, id);
    const integration = new HttpLambdaIntegration('Integration', area.function, { scopePermissionToRoute: false });
    for (const [name, endpoint] of Object.entries(area.contract)) {
      const route = new HttpRoute(this, name, {
        httpApi: api,
        routeKey: HttpRouteKey.with(endpoint.path, HttpMethod[endpoint.method]),
        integration,
      });
      acknowledge(route, { 'AwsSolutions-APIG4': `${routeKey(endpoint)}: ${WHY_NO_AUTHORIZER}` });
    }
  }
}

const WHY_NO_AUTHORIZER =
  'serve() checks the session token and its session. A JWT authorizer wants RSA keys from an OpenID issuer and cannot read an ' +
  'ES256 key from KMS, nor see that a session has ended.';

const ACCESS_LOG = AccessLogFormat.custom(
  JSON.stringify({
    requestId: '$context.requestId',
    ip: '$context.identity.sourceIp',
    at: '$context.requestTime',
    route: '$context.routeKey',
    status: '$context.status',
    milliseconds: '$context.responseLatency',
    length: '$context.responseLength',
    error: '$context.integrationErrorMessage',
  }),
);
