import { describe, expect, it } from 'vitest';
import { type Area, routeKey } from '#core/contract.ts';
import { api } from '#core/index.ts';
import { needsOf, variablesOf } from '#infra/wiring.ts';
import { actionsOn, permissionsOf, type Statement } from '../permissions.ts';
import { elsewhere, portal } from '../portals.ts';
import type { Resource } from '../synthesize.ts';

const areas = Object.entries(api) as [string, Area][];

const functions = () => portal.of('Api', 'AWS::Lambda::Function').map(([, { Properties }]) => Properties);
const functionOf = (name: string) =>
  functions().find(({ FunctionName }) => FunctionName === `watchkeep-production-${name}`) as Resource['Properties'];

describe('the deployed API', () => {
  it('has exactly the routes of the contract', () => {
    const routes = portal.of('Api', 'AWS::ApiGatewayV2::Route').map(([, { Properties }]) => Properties.RouteKey);
    const contract = areas.flatMap(([, area]) => Object.values(area).map(routeKey));
    expect(routes.sort()).toEqual(contract.sort());
  });

  it('sends each route to the function of its area', () => {
    const integrations = new Map(portal.of('Api', 'AWS::ApiGatewayV2::Integration'));
    const nameOf = new Map(
      portal.of('Api', 'AWS::Lambda::Function').map(([id, { Properties }]) => [id, Properties.FunctionName as string]),
    );
    const deployed = portal.of('Api', 'AWS::ApiGatewayV2::Route').map(([, { Properties }]) => {
      const integration = integrations.get(Properties.Target['Fn::Join'][1][1].Ref)
        ?.Properties as Resource['Properties'];
      expect(integration).toMatchObject({ IntegrationType: 'AWS_PROXY', PayloadFormatVersion: '2.0' });
      return [Properties.RouteKey, nameOf.get(integration.IntegrationUri['Fn::GetAtt'][0])];
    });
    const contract = areas.flatMap(([name, area]) =>
      Object.values(area).map((endpoint) => [routeKey(endpoint), `watchkeep-production-${name}`]),
    );
    expect(new Map(deployed as [string, string][])).toEqual(new Map(contract as [string, string][]));
  });

  it('limits the rate and writes an access log', () => {
    expect(portal.only('Web', 'AWS::ApiGatewayV2::Stage').Properties).toMatchObject({
      StageName: '$default',
      AutoDeploy: true,
      DefaultRouteSettings: { ThrottlingRateLimit: 1000, ThrottlingBurstLimit: 2000 },
      AccessLogSettings: { DestinationArn: expect.anything(), Format: expect.stringContaining('$context.status') },
    });
  });

  it('is the only API that may invoke its functions', () => {
    const permissions = portal.of('Api', 'AWS::Lambda::Permission').map(([, { Properties }]) => Properties);
    expect(permissions).toHaveLength(areas.length);
    for (const { Principal, SourceArn } of permissions) {
      expect(Principal).toBe('apigateway.amazonaws.com');
      expect(JSON.stringify(SourceArn)).toMatch(/"watchkeep-production-web".*"PublishOutputRefApi/);
    }
  });
});

describe('the function of each area', () => {
  it('runs on Node 24 on Graviton, with tracing and a log for three months', () => {
    expect(functions()).toHaveLength(areas.length);
    for (const one of functions())
      expect(one).toMatchObject({
        Runtime: 'nodejs24.x',
        Architectures: ['arm64'],
        TracingConfig: { Mode: 'Active' },
        LoggingConfig: { LogFormat: 'JSON', LogGroup: { Ref: expect.any(String) } },
        Layers: [{ Ref: expect.stringContaining('SharedLibraries') }],
      });
    const logs = portal.of('Api', 'AWS::Logs::LogGroup');
    expect(logs).toHaveLength(areas.length);
    for (const [, { Properties }] of logs) expect(Properties.RetentionInDays).toBeGreaterThanOrEqual(90);
  });

  it.each(areas.map(([name]) => name))('%s is told what it needs and nothing else', (name) => {
    const expected = new Set(['STAGE', 'NODE_OPTIONS', ...needsOf(name).flatMap(variablesOf)]);
    expect(Object.keys(functionOf(name).Environment.Variables).sort()).toEqual([...expected].sort());
  });

  it.each(areas)('%s has the permissions of its needs and no others', (name, area) => {
    const statements = permissionsOf(portal, 'Api').get(`watchkeep-production-${name}`) as Statement[];
    const needs = needsOf(name);
    const actions = new Set(statements.flatMap((statement) => statement.actions));
    const writes = Object.values(area).some(({ method }) => method !== 'GET');

    expect(actionsOn(statements, 'Table').includes('dynamodb:PutItem')).toBe(writes);
    expect(actionsOn(statements, 'Table')).toContain('dynamodb:Query');
    expect(actions.has('dynamodb:Scan')).toBe(false);
    expect(actionsOn(statements, 'SessionKey').includes('kms:Sign')).toBe(needs.includes('issueSessions'));
    expect(actionsOn(statements, 'FirmwareKey').includes('kms:Sign')).toBe(needs.includes('firmwareKey'));
    expect(actionsOn(statements, 'AlarmExportKey').includes('kms:Sign')).toBe(needs.includes('alarmExportKey'));
    expect(actionsOn(statements, 'SecondFactorKey').includes('kms:Decrypt')).toBe(needs.includes('secondFactorKey'));
    expect(actionsOn(statements, 'AuditCursorKey').includes('kms:Decrypt')).toBe(needs.includes('auditCursorKey'));
    expect(actions.has('kms:GetPublicKey')).toBe(true);
    expect(actions.has('scheduler:CreateSchedule')).toBe(needs.includes('reminders'));
    expect(actions.has('ses:SendEmail')).toBe(needs.includes('mail'));
    expect(actions.has('execute-api:ManageConnections')).toBe(needs.includes('livePush'));
    expect(actionsOn(statements, 'BulkActionQueue').includes('sqs:SendMessage')).toBe(
      needs.includes('queue:bulk-action'),
    );
    expect(actionsOn(statements, 'IngestQueue')).toEqual([]);
    const ofFirmware = actionsOn(statements, 'Firmware');
    expect(ofFirmware.some((action) => action.startsWith('s3:'))).toBe(needs.includes('firmwareBucket'));
    expect(ofFirmware.includes('kms:GetPublicKey')).toBe(
      needs.includes('firmwareKey') || needs.includes('verifyFirmware'),
    );
    expect(actionsOn(statements, 'Uploads').length > 0).toBe(needs.includes('uploadsBucket'));
    expect(actionsOn(statements, 'VoiceFiles').length > 0).toBe(needs.includes('voiceFilesBucket'));
  });

  it.each(areas)('%s has reserved concurrency in production, if people sign in with it', (name) => {
    const signsIn = ['auth', 'passkeys', 'second-factor'].includes(name);
    expect(functionOf(name).ReservedConcurrentExecutions).toBe(signsIn ? 90 : undefined);
  });

  it('reserves nothing in stage dev, because a new account has too little', () => {
    const reserved = elsewhere
      .all('AWS::Lambda::Function')
      .filter(({ Properties }) => Properties.ReservedConcurrentExecutions !== undefined);
    expect(reserved).toEqual([]);
  });

  it('is inside the network only if it sends commands to the bridge', () => {
    for (const [name] of areas)
      expect(functionOf(name).VpcConfig !== undefined, name).toBe(needsOf(name).includes('bridgeCommands'));
  });
});
