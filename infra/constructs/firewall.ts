import { RemovalPolicy, Stack } from 'aws-cdk-lib';
import { LogGroup, RetentionDays } from 'aws-cdk-lib/aws-logs';
import { CfnLoggingConfiguration, CfnWebACL } from 'aws-cdk-lib/aws-wafv2';
import { Construct } from 'constructs';
import { COUNTED_RULES } from '../request-limits.ts';
import { isProduction, type Settings } from '../settings.ts';

/** Requests from one IP address in five minutes. A busy office behind one address makes far fewer. */
const MAX_REQUESTS = 10_000;
const MAX_SIGN_INS = 300;

/** Headers with tokens, or with URLs that contain tokens. */
const SECRET_HEADERS = ['authorization', 'cookie', 'referer'];

const visibility = (name: string) => ({
  cloudWatchMetricsEnabled: true,
  // Samples contain the path, which no setting redacts. Paths of the specification contain tokens and e-mail addresses.
  sampledRequestsEnabled: false,
  metricName: name,
});

/** Applies to logs with the details of matched rules too, which the redacted fields of a log do not cover. */
const PROTECTED_FIELDS: CfnWebACL.FieldToProtectProperty[] = [
  { fieldType: 'SINGLE_HEADER', fieldKeys: SECRET_HEADERS },
  { fieldType: 'SINGLE_COOKIE' },
  { fieldType: 'QUERY_STRING' },
  { fieldType: 'SINGLE_QUERY_ARGUMENT' },
  { fieldType: 'BODY' },
];

const managed = (name: string, priority: number, counted: readonly string[] = []): CfnWebACL.RuleProperty => ({
  name,
  priority,
  overrideAction: { none: {} },
  statement: {
    managedRuleGroupStatement: {
      vendorName: 'AWS',
      name: `AWSManagedRules${name}`,
      ruleActionOverrides: counted.map((rule) => ({ name: rule, actionToUse: { count: {} } })),
    },
  },
  visibilityConfig: visibility(name),
});

const limited = (
  name: string,
  priority: number,
  limit: number,
  scopeDownStatement?: CfnWebACL.StatementProperty,
): CfnWebACL.RuleProperty => ({
  name,
  priority,
  action: { block: { customResponse: { responseCode: 429 } } },
  statement: { rateBasedStatement: { limit, aggregateKeyType: 'IP', evaluationWindowSec: 300, scopeDownStatement } },
  visibilityConfig: visibility(name),
});

const beginningWith = (searchString: string): CfnWebACL.StatementProperty => ({
  byteMatchStatement: {
    fieldToMatch: { uriPath: {} },
    positionalConstraint: 'STARTS_WITH',
    searchString,
    // The gateway decodes and normalizes paths, so /auth/%6Cogin and /auth/./login lead to the login too.
    textTransformations: ['URL_DECODE', 'NORMALIZE_PATH', 'LOWERCASE'].map((type, priority) => ({ priority, type })),
  },
});

const SIGN_IN_PATHS = [
  '/auth/login',
  '/auth/twofactorauth',
  '/auth/passkey',
  '/auth/convert',
  '/api/reset/password',
  '/api/checkresetpasswordtoken',
  '/api/resetthepassword',
  '/api/confirmemail',
];

const signingIn: CfnWebACL.StatementProperty = {
  orStatement: { statements: SIGN_IN_PATHS.map(beginningWith) },
};

/** The web ACL of the distribution. AWS requires it in us-east-1, whatever the portal's Region is. */
export class Firewall extends Construct {
  readonly acl: CfnWebACL;

  constructor(scope: Construct, id: string, settings: Settings) {
    super(scope, id);
    this.acl = new CfnWebACL(this, 'Resource', {
      scope: 'CLOUDFRONT',
      defaultAction: { allow: {} },
      rules: [
        limited('Requests', 0, MAX_REQUESTS),
        limited('SignIns', 1, MAX_SIGN_INS, signingIn),
        managed('AmazonIpReputationList', 2),
        managed('KnownBadInputsRuleSet', 3),
        managed('CommonRuleSet', 4, COUNTED_RULES),
      ],
      visibilityConfig: visibility(`watchkeep-${settings.stage}`),
      dataProtectionConfig: {
        dataProtections: PROTECTED_FIELDS.map((field) => ({ field, action: 'SUBSTITUTION' })),
      },
    });
    // Elsewhere the metrics of the rules are enough.
    if (isProduction(settings)) this.#log();
  }

  get arn(): string {
    return this.acl.attrArn;
  }

  #log(): void {
    const logs = new LogGroup(this, 'Logs', {
      // WAF requires this prefix of the log group's name.
      logGroupName: `aws-waf-logs-${Stack.of(this).stackName}`,
      retention: RetentionDays.ONE_MONTH,
      removalPolicy: RemovalPolicy.DESTROY,
    });
    new CfnLoggingConfiguration(this, 'Logging', {
      resourceArn: this.acl.attrArn,
      logDestinationConfigs: [logs.logGroupArn],
      // URLs of the specification contain tokens, e-mail addresses and a password.
      redactedFields: [
        { uriPath: {} },
        { queryString: {} },
        ...SECRET_HEADERS.map((Name) => ({ singleHeader: { Name } })),
      ],
      loggingFilter: {
        DefaultBehavior: 'DROP',
        Filters: [
          {
            Behavior: 'KEEP',
            Requirement: 'MEETS_ANY',
            Conditions: ['BLOCK', 'COUNT'].map((Action) => ({ ActionCondition: { Action } })),
          },
        ],
      },
    });
  }
}
