import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { Duration, Stack } from 'aws-cdk-lib';
import { BucketDeployment, CacheControl, Source } from 'aws-cdk-lib/aws-s3-deployment';
import { Construct } from 'constructs';
import { PAGE_MAX_AGE_SECONDS } from '../viewer-request.ts';
import { acknowledge, acknowledgeWildcard } from './acknowledge.ts';
import type { WebApp } from './web-app.ts';

/** Files with a hash of their content in the name. They never change. */
const HASHED = 'assets/*';

/** Copies the built app to the bucket of the distribution. */
export class WebFiles extends Construct {
  constructor(scope: Construct, id: string, web: WebApp, folder: string) {
    super(scope, id);
    if (!existsSync(join(folder, 'index.html')))
      throw new Error(`${folder} has no index.html: npm run build:web makes it`);
    const destinationBucket = web.files.bucket;
    const hashed = new BucketDeployment(this, 'Hashed', {
      destinationBucket,
      sources: [Source.asset(folder, { exclude: ['*', '!assets', `!${HASHED}`] })],
      cacheControl: [CacheControl.setPublic(), CacheControl.maxAge(Duration.days(365)), CacheControl.immutable()],
      // Open tabs still request the files of the previous version.
      prune: false,
      memoryLimit: 512,
    });
    const named = new BucketDeployment(this, 'Named', {
      destinationBucket,
      sources: [Source.asset(folder, { exclude: ['assets'] })],
      cacheControl: [CacheControl.setPublic(), CacheControl.maxAge(Duration.seconds(PAGE_MAX_AGE_SECONDS))],
      prune: false,
      memoryLimit: 512,
      distribution: web.distribution,
      distributionPaths: ['/index.html', '/screens/*'],
    });
    // The page must not be copied before the files that it loads.
    named.node.addDependency(hashed);
    acknowledgeCopier(Stack.of(this), web);
  }
}

const BY_CDK = 'The function that copies the files belongs to CDK, which decides its runtime and its policy.';

/** CDK adds one function to the stack for all copies, outside of these constructs. */
function acknowledgeCopier(stack: Stack, { files: { bucket } }: WebApp): void {
  const copiers = stack.node.children.filter(({ node }) => node.id.startsWith('Custom::CDKBucketDeployment'));
  const actions = ['s3:GetBucket*', 's3:GetObject*', 's3:List*', 's3:Abort*', 's3:DeleteObject*'];
  const basicRole = 'Policy::arn:<AWS::Partition>:iam::aws:policy/service-role/AWSLambdaBasicExecutionRole';
  for (const copier of copiers) {
    acknowledge(copier, {
      'AwsSolutions-L1': BY_CDK,
      [`AwsSolutions-IAM4[${basicRole}]`]: BY_CDK,
      'AwsSolutions-IAM5[Resource::*]': BY_CDK,
      ...Object.fromEntries(actions.map((action) => [`AwsSolutions-IAM5[Action::${action}]`, BY_CDK])),
    });
    acknowledgeWildcard(copier, bucket.arnForObjects('*'), BY_CDK);
    const assets = `cdk-${stack.synthesizer.bootstrapQualifier}-assets-${stack.account}-${stack.region}`;
    acknowledgeWildcard(copier, `arn:${stack.partition}:s3:::${assets}/*`, BY_CDK);
  }
}
