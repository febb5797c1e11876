import { Annotations, Stack } from 'aws-cdk-lib';
import type { Construct } from 'constructs';
import { isProduction, isProtected, type Settings } from '../settings.ts';

/** One of the portal's stacks: `watchkeep-dev-data`, in the account and Region of the settings. */
export class PortalStack extends Stack {
  constructor(scope: Construct, id: string, settings: Settings, region = settings.region) {
    const { stage, account } = settings;
    super(scope, id, {
      stackName: `watchkeep-${stage}-${id.toLowerCase()}`,
      env: { region, ...(account && { account }) },
      terminationProtection: isProtected(settings),
      tags: { application: 'watchkeep', stage },
    });
    if (isProduction(settings) && !isProtected(settings))
      Annotations.of(this).addWarningV2(
        'watchkeep:protection',
        'Anybody with the rights can delete this stack: -c protection=on',
      );
  }
}

/** The Region in which CloudFront requires its web ACLs and certificates. */
export const FOR_CLOUDFRONT = 'us-east-1';
