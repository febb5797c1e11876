import { describe, expect, it } from 'vitest';
import { COUNTED_RULES } from '#infra/request-limits.ts';
import { contentSecurityPolicy, FURTHER_HEADERS } from '#infra/security-headers.ts';
import { EDGE_KEY_HEADER } from '#platform/http/edge-key.ts';
import { EDGE_KEY_VERSION, elsewhere, portal } from '../portals.ts';
import type { Resource, StackName } from '../synthesize.ts';

interface Behavior {
  PathPattern?: string;
  TargetOriginId: string;
  ViewerProtocolPolicy: string;
  CachePolicyId: unknown;
  AllowedMethods?: string[];
  FunctionAssociations?: { EventType: string }[];
  ResponseHeadersPolicyId?: { Ref: string };
}

const distribution = () => portal.only('Web', 'AWS::CloudFront::Distribution').Properties.DistributionConfig;
const behaviors = (): Behavior[] => [distribution().DefaultCacheBehavior, ...distribution().CacheBehaviors];
const originOf = ({ TargetOriginId }: Behavior) =>
  distribution().Origins.find(({ Id }: { Id: string }) => Id === TargetOriginId) as Resource['Properties'];

/** CachingDisabled, by the id that CloudFront gives it. */
const CACHING_DISABLED = '4135ea2d-6df8-44a3-9df3-4b5a84be39ad';

/** The function for viewer requests as CloudFront runs it. */
function ask(uri: string): string {
  const { FunctionCode } = portal.only('Web', 'AWS::CloudFront::Function').Properties;
  const run = new Function('event', `${FunctionCode}; return handler(event);`) as (event: object) => { uri: string };
  return run({ request: { uri, headers: {} }, viewer: { ip: '198.51.100.7' } }).uri;
}

describe('the distribution', () => {
  it('sends the API and live connections to API Gateway and everything else to the private bucket', () => {
    const targets = behaviors().map((one) => [one.PathPattern ?? '*', originOf(one).S3OriginConfig ? 'bucket' : 'api']);
    expect(Object.fromEntries(targets)).toEqual({ '*': 'bucket', '/api/*': 'api', '/auth/*': 'api', '/live': 'api' });
    const [files] = behaviors();
    expect(originOf(files as Behavior).OriginAccessControlId).toBeDefined();
  });

  it('gives the edge key to the functions of the API only, and no template contains it', () => {
    const headersOf = (path: string) =>
      originOf(behaviors().find(({ PathPattern }) => PathPattern === path)!).OriginCustomHeaders;
    const [shown] = headersOf('/api/*');
    expect(shown.HeaderName).toBe(EDGE_KEY_HEADER);
    expect(JSON.stringify(shown.HeaderValue)).toContain('{{resolve:secretsmanager:');
    expect(headersOf('/auth/*')).toEqual([shown]);
    expect(headersOf('/live')).toBeUndefined();
    const told = portal
      .of('Api', 'AWS::Lambda::Function')
      .map(([, { Properties }]) => Properties.Environment.Variables);
    expect(new Set(told.map(({ EDGE_KEY }) => JSON.stringify(EDGE_KEY)))).toHaveLength(1);
    expect(JSON.stringify(told[0].EDGE_KEY)).toMatch(/\{\{resolve:secretsmanager:.*EdgeKey/);
    const [[, key]] = portal.of('Web', 'AWS::SecretsManager::Secret') as [[string, Resource]];
    // A change here breaks the link between the functions of a deployed stage and its distribution.
    expect(key.Properties.GenerateSecretString).toEqual({ PasswordLength: 48, ExcludePunctuation: true });
  });

  it('and all functions use the key version of the deployment', () => {
    const named = [
      ...elsewhere.of('Api', 'AWS::Lambda::Function').map(([, { Properties }]) => Properties.Environment.Variables),
      elsewhere.only('Web', 'AWS::CloudFront::Distribution').Properties.DistributionConfig.Origins,
    ].map((one) => JSON.stringify(one).match(/SecretString:::([\w-]*)\}\}/)?.[1]);
    expect(named.length).toBeGreaterThan(10);
    expect(new Set(named)).toEqual(new Set([EDGE_KEY_VERSION]));
    expect(JSON.stringify(distribution().Origins)).toContain('SecretString:::}}');
  });

  it('and the functions have as few references to it as a template may contain', () => {
    for (const stack of portal.names) {
      const references = JSON.stringify(portal.template(stack as StackName).toJSON()).match(/\{\{resolve:/g) ?? [];
      expect(references.length).toBeLessThanOrEqual(60);
    }
  });

  it('serves HTTPS only, with TLS 1.2 or newer on both sides', () => {
    for (const { ViewerProtocolPolicy } of behaviors()) expect(ViewerProtocolPolicy).toBe('redirect-to-https');
    expect(distribution().ViewerCertificate.MinimumProtocolVersion).toBe('TLSv1.2_2021');
    for (const one of behaviors().slice(1))
      expect(originOf(one).CustomOriginConfig).toMatchObject({
        OriginProtocolPolicy: 'https-only',
        OriginSSLProtocols: ['TLSv1.2'],
      });
  });

  it('never caches an answer of the API, and forwards every method', () => {
    for (const one of behaviors().slice(1)) {
      expect(one.CachePolicyId).toBe(CACHING_DISABLED);
      expect(one.AllowedMethods).toEqual(expect.arrayContaining(['GET', 'POST', 'PUT', 'DELETE']));
    }
  });

  it('rewrites addresses of screens to the one page', () => {
    expect(['/units/400123', '/login', '/'].map(ask)).toEqual(['/index.html', '/index.html', '/index.html']);
    expect(ask('/assets/index-abc.js')).toBe('/assets/index-abc.js');
  });

  it('never answers for the API with that page', () => {
    expect(ask('/api/unit/400123')).toBe('/api/unit/400123');
    expect(ask('/auth/login/')).toBe('/auth/login');
    // Errors of an origin pass unchanged: a page for "not found" would replace those of the API too.
    expect(distribution().CustomErrorResponses).toBeUndefined();
    const live = behaviors().find(({ PathPattern }) => PathPattern === '/live');
    expect(live?.FunctionAssociations).toBeUndefined();
  });

  it('sends the security headers with every answer', () => {
    const { SecurityHeadersConfig, CustomHeadersConfig } = portal.only('Web', 'AWS::CloudFront::ResponseHeadersPolicy')
      .Properties.ResponseHeadersPolicyConfig;
    for (const { ResponseHeadersPolicyId } of behaviors())
      expect(ResponseHeadersPolicyId?.Ref).toContain('SecurityHeaders');
    expect(SecurityHeadersConfig).toMatchObject({
      ContentTypeOptions: { Override: true },
      FrameOptions: { FrameOption: 'DENY', Override: true },
      ReferrerPolicy: { ReferrerPolicy: 'strict-origin-when-cross-origin', Override: true },
      StrictTransportSecurity: { AccessControlMaxAgeSec: 63_072_000, IncludeSubdomains: true, Override: true },
    });
    const policy = JSON.stringify(SecurityHeadersConfig.ContentSecurityPolicy.ContentSecurityPolicy);
    const [beforeOrigins] = contentSecurityPolicy({ live: [], tiles: ['|'] }).split('|') as [string];
    expect(policy).toContain(beforeOrigins.trim());
    expect(policy).not.toContain('unsafe-eval');
    expect(CustomHeadersConfig.Items.map(({ Header }: { Header: string }) => Header)).toEqual(
      Object.keys(FURTHER_HEADERS),
    );
  });

  it('is the only reader of its bucket', () => {
    const { Statement } = portal.only('Web', 'AWS::S3::BucketPolicy').Properties.PolicyDocument;
    const allowed = (Statement as Resource['Properties'][]).filter(({ Effect }) => Effect === 'Allow');
    expect(allowed.length).toBeGreaterThan(0);
    for (const { Principal, Condition } of allowed) {
      expect(Principal).toEqual({ Service: 'cloudfront.amazonaws.com' });
      expect(JSON.stringify(Condition)).toContain(':distribution/');
    }
  });
});

describe('the firewall', () => {
  const rules = () =>
    portal.only('Firewall', 'AWS::WAFv2::WebACL').Properties.Rules as {
      Name: string;
      Statement: Resource['Properties'];
      OverrideAction?: object;
      Action?: object;
    }[];

  it('protects the distribution', () => {
    expect(portal.only('Firewall', 'AWS::WAFv2::WebACL').Properties.Scope).toBe('CLOUDFRONT');
    expect(JSON.stringify(distribution().WebACLId)).toContain('"StackName":"watchkeep-production-firewall"');
  });

  it('blocks known attacks', () => {
    const groups = rules().filter(({ Statement }) => Statement.ManagedRuleGroupStatement);
    expect(groups.map(({ Statement }) => Statement.ManagedRuleGroupStatement.Name)).toEqual([
      'AWSManagedRulesAmazonIpReputationList',
      'AWSManagedRulesKnownBadInputsRuleSet',
      'AWSManagedRulesCommonRuleSet',
    ]);
    for (const { OverrideAction } of groups) expect(OverrideAction).toEqual({ None: {} });
  });

  it('only counts large bodies and queries, which other code limits, and what people may write', () => {
    const overrides = rules().flatMap(
      ({ Statement }) => Statement.ManagedRuleGroupStatement?.RuleActionOverrides ?? [],
    ) as { Name: string; ActionToUse: object }[];
    expect(overrides).toEqual(COUNTED_RULES.map((Name) => ({ Name, ActionToUse: { Count: {} } })));
  });

  it('limits the requests of one address, with lower limits for sign-ins', () => {
    const limits = rules().filter(({ Statement }) => Statement.RateBasedStatement);
    expect(limits.map(({ Name, Statement }) => [Name, Statement.RateBasedStatement.Limit])).toEqual([
      ['Requests', 10_000],
      ['SignIns', 300],
    ]);
    for (const { Action } of limits) expect(Action).toMatchObject({ Block: { CustomResponse: { ResponseCode: 429 } } });
    const signIns = JSON.stringify(limits[1]?.Statement.RateBasedStatement.ScopeDownStatement);
    for (const path of ['/auth/login', '/auth/twofactorauth', '/auth/passkey', '/auth/convert', '/api/reset/password'])
      expect(signIns).toContain(`"${path}"`);
  });

  it('matches a sign-in path however it is written', () => {
    const { Statements } = rules().find(({ Name }) => Name === 'SignIns')!.Statement.RateBasedStatement
      .ScopeDownStatement.OrStatement;
    for (const { ByteMatchStatement } of Statements)
      expect(ByteMatchStatement.TextTransformations.map(({ Type }: { Type: string }) => Type)).toEqual([
        'URL_DECODE',
        'NORMALIZE_PATH',
        'LOWERCASE',
      ]);
  });
});

describe('no log in front of the functions', () => {
  it('stores the address of a request, which can contain a password or a token', () => {
    expect(distribution().Logging).toBeUndefined();
    const { RedactedFields } = portal.only('Firewall', 'AWS::WAFv2::LoggingConfiguration').Properties;
    expect(RedactedFields).toEqual(expect.arrayContaining([{ UriPath: {} }, { QueryString: {} }]));
    const formats = portal
      .all('AWS::ApiGatewayV2::Stage')
      .map(({ Properties }) => JSON.parse(Properties.AccessLogSettings.Format) as Record<string, string>);
    expect(formats).toHaveLength(2);
    for (const format of formats)
      expect(Object.values(format).join(' ')).not.toMatch(/path|query|request\b|header|authorizer/i);
  });

  it('stores a header with a token or with such an address', () => {
    const { RedactedFields } = portal.only('Firewall', 'AWS::WAFv2::LoggingConfiguration').Properties;
    for (const Name of ['authorization', 'cookie', 'referer'])
      expect(RedactedFields).toContainEqual({ SingleHeader: { Name } });
  });

  it.each([
    ['production', portal],
    ['dev', elsewhere],
  ])('shows those in samples or in the details of a matched rule: %s', (_, stage) => {
    const { DataProtectionConfig, VisibilityConfig, Rules } = stage.only('Firewall', 'AWS::WAFv2::WebACL').Properties;
    for (const { SampledRequestsEnabled } of [
      VisibilityConfig,
      ...Rules.map((rule: Resource['Properties']) => rule.VisibilityConfig),
    ])
      expect(SampledRequestsEnabled).toBe(false);
    expect(DataProtectionConfig.DataProtections).toEqual(
      [
        { FieldType: 'SINGLE_HEADER', FieldKeys: ['authorization', 'cookie', 'referer'] },
        { FieldType: 'SINGLE_COOKIE' },
        { FieldType: 'QUERY_STRING' },
        { FieldType: 'SINGLE_QUERY_ARGUMENT' },
        { FieldType: 'BODY' },
      ].map((Field) => ({ Action: 'SUBSTITUTION', Field })),
    );
  });

  it('contains requests that the firewall only let pass', () => {
    const { LoggingFilter } = portal.only('Firewall', 'AWS::WAFv2::LoggingConfiguration').Properties;
    expect(LoggingFilter).toEqual({
      DefaultBehavior: 'DROP',
      Filters: [
        {
          Behavior: 'KEEP',
          Requirement: 'MEETS_ANY',
          Conditions: [{ ActionCondition: { Action: 'BLOCK' } }, { ActionCondition: { Action: 'COUNT' } }],
        },
      ],
    });
  });
});

describe('the files of the app', () => {
  it('are cached for ever if their names contain a hash, and otherwise for five minutes', () => {
    const deployments = portal.of('WebFiles', 'Custom::CDKBucketDeployment').map(([, { Properties }]) => Properties);
    const headers = deployments.map(({ SystemMetadata }) => SystemMetadata['cache-control']);
    expect(headers).toEqual(['public, max-age=31536000, immutable', 'public, max-age=300']);
    // Open tabs still request files of the previous version.
    for (const { Prune } of deployments) expect(Prune).toBe(false);
  });
});

describe('a portal outside us-east-1', () => {
  it('has its web ACL there, and everything else in its own Region', () => {
    expect(elsewhere.all('AWS::WAFv2::WebACL')).toHaveLength(1);
    expect(elsewhere.only('Web', 'AWS::CloudFront::Distribution').Properties.DistributionConfig.WebACLId).toEqual({
      'Fn::GetStackOutput': expect.objectContaining({ StackName: 'watchkeep-dev-firewall', Region: 'us-east-1' }),
    });
  });
});
