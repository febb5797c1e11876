import { describe, expect, it } from 'vitest';
import { portal, restored, secondRegion, TABLE_OF_SECOND_REGION, whole } from '../portals.ts';
import { type Portal, PRODUCTION, type Resource, type StackName } from '../synthesize.ts';

const { tableName, tableStream } = restored.settings;

const dataResources = (stage: Portal) => stage.template('Data').toJSON().Resources as Record<string, Resource>;
const stacksOf = (stage: Portal) => stage.names.map((name) => JSON.stringify(stage.template(name as StackName)));
const sessionKeyOf = (stage: Portal) => Object.keys(dataResources(stage)).find((id) => id.startsWith('SessionKey'));

describe('a stage with an existing table', () => {
  const stage = restored.portal;

  it('makes no table, and leaves the one that it made to its retention', () => {
    expect(portal.of('Data', 'AWS::DynamoDB::GlobalTable')).toHaveLength(1);
    expect(stage.all('AWS::DynamoDB::GlobalTable')).toEqual([]);
  });

  it('differs from before only by table and session key in what holds data', () => {
    const others = (one: Portal) =>
      Object.entries(dataResources(one)).filter(
        ([id, { Type }]) => Type !== 'AWS::DynamoDB::GlobalTable' && id !== sessionKeyOf(one),
      );
    expect(others(stage)).toEqual(others(portal));
  });

  it('gives its name to every function and to the bridge', () => {
    const variables = [
      ...stage.all('AWS::Lambda::Function').map(({ Properties }) => Properties.Environment?.Variables?.TABLE_NAME),
      ...stage
        .only('Bridge', 'AWS::ECS::TaskDefinition')
        .Properties.ContainerDefinitions[0].Environment.filter(({ Name }: { Name: string }) => Name === 'TABLE_NAME')
        .map(({ Value }: { Value: string }) => Value),
    ].filter((name) => name !== undefined);
    expect(variables.length).toBeGreaterThan(20);
    expect(new Set(variables)).toEqual(new Set([tableName]));
  });

  it('permits this table only', () => {
    const ofTables = (one: Portal) =>
      one
        .all('AWS::IAM::Policy')
        .flatMap(({ Properties }) => Properties.PolicyDocument.Statement as Resource['Properties'][])
        .filter(({ Effect }) => Effect === 'Allow')
        .filter(({ Action }) => [Action].flat().some((action: string) => action.startsWith('dynamodb:')));
    expect(ofTables(stage)).toHaveLength(ofTables(portal).length);
    for (const { Resource: resources } of ofTables(stage))
      for (const resource of [resources].flat()) expect(JSON.stringify(resource)).toContain(`table/${tableName}`);
  });

  it('follows its stream', () => {
    const sources = stage
      .of('Background', 'AWS::Lambda::EventSourceMapping')
      .map(([, { Properties }]) => Properties.EventSourceArn);
    expect(sources.filter((source) => typeof source === 'string')).toEqual([tableStream]);
  });

  it('watches it', () => {
    const watched = stage
      .of('Observability', 'AWS::CloudWatch::Alarm')
      .flatMap(([, { Properties }]) => (Properties.Dimensions ?? []) as { Name: string; Value: unknown }[])
      .filter(({ Name }) => Name === 'TableName');
    expect(watched.length).toBeGreaterThan(5);
    for (const { Value } of watched) expect(Value).toBe(tableName);
  });

  it('reads no output of the table that it made, so the data stack can drop it first', () => {
    const [tableId] = portal.of('Data', 'AWS::DynamoDB::GlobalTable').map(([id]) => id);
    const naming = (one: Portal) => stacksOf(one).filter((stack) => stack.includes(tableId!));
    expect(naming(portal).length).toBeGreaterThan(3);
    expect(naming(stage)).toEqual([]);
  });

  it('signs sessions with a new key, so that no earlier token is valid', () => {
    expect(sessionKeyOf(stage)).toBeDefined();
    expect(sessionKeyOf(stage)).not.toBe(sessionKeyOf(portal));
    expect(sessionKeyOf(stage)).not.toBe(sessionKeyOf(secondRegion));
  });

  it('has no unexplained finding of cdk-nag', () => {
    expect(stage.findings).toEqual([]);
  });
});

describe('the second Region', () => {
  it('has a replica of the table, with backup and protection of its own', () => {
    const { Replicas } = whole.only('Data', 'AWS::DynamoDB::GlobalTable').Properties;
    expect(Replicas.map(({ Region }: { Region: string }) => Region)).toEqual(['us-west-2', PRODUCTION.region]);
    for (const replica of Replicas)
      expect(replica).toMatchObject({
        PointInTimeRecoverySpecification: { PointInTimeRecoveryEnabled: true },
        DeletionProtectionEnabled: true,
      });
  });

  it('can run the same stage with the replica', () => {
    expect(secondRegion.all('AWS::DynamoDB::GlobalTable')).toEqual([]);
    const names = secondRegion
      .all('AWS::Lambda::Function')
      .flatMap(({ Properties }) => Properties.Environment?.Variables?.TABLE_NAME ?? []);
    expect(new Set(names)).toEqual(new Set([TABLE_OF_SECOND_REGION]));
  });

  it('shares no name with the first where names are for all Regions of an account', () => {
    const first = new Set(namesOf(portal));
    expect(first).toContain('AWS::CloudWatch::Dashboard watchkeep-production-us-east-1-dashboard');
    const shared = namesOf(secondRegion).filter((name) => first.has(name));
    expect(shared.filter((name) => !OF_A_REGION.test(name))).toEqual([]);
  });
});

/**
 * The types whose names each Region of an account has for itself. A type is added here only if AWS says so of its names. Names of roles and buckets are
 * generated at deployment.
 */
const OF_A_REGION =
  /^AWS::(ApiGatewayV2::Api|CloudWatch::Alarm|ECS::TaskDefinition|Lambda::Function|Logs::LogGroup|Scheduler::ScheduleGroup) /;

/** Type and name of each resource, except of the firewall, which is the same for both Regions. */
const namesOf = (stage: Portal): string[] =>
  stage.names
    .filter((stack) => stack !== 'Firewall')
    .flatMap((stack) =>
      Object.values(stage.template(stack as StackName).toJSON().Resources as Record<string, Resource>),
    )
    .flatMap(({ Type, Properties }) => namesIn(Properties).map((name) => `${Type} ${name}`));

const namesIn = (properties: unknown): string[] =>
  Object.entries((properties ?? {}) as Record<string, unknown>).flatMap(([key, value]) => {
    if (typeof value === 'string') return /^(Name|\w+Name|Family)$/.test(key) && !NOT_A_NAME.test(key) ? [value] : [];
    return key.endsWith('Config') && value && typeof value === 'object' ? namesIn(value) : [];
  });
/** They name something of AWS, or a part of one resource, or only what people read. */
const NOT_A_NAME = /^(PolicyName|DomainName|MetricName|ServiceName|StageName|DisplayName)$/;
