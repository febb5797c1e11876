import { RemovalPolicy, SecretValue } from 'aws-cdk-lib';
import { Secret } from 'aws-cdk-lib/aws-secretsmanager';
import { Construct } from 'constructs';
import type { Settings } from '../settings.ts';
import { acknowledge } from './acknowledge.ts';

/** The key that the distribution sends to the functions, so that they recognize calls that bypass it. */
export class EdgeKey extends Construct {
  readonly #secret: Secret;

  readonly #version: Settings['edgeKeyVersion'];

  constructor(scope: Construct, id: string, { edgeKeyVersion }: Settings) {
    super(scope, id);
    this.#version = edgeKeyVersion;
    this.#secret = new Secret(this, 'Resource', {
      description: 'By which functions of Watchkeep know requests that came through the distribution',
      // A change here replaces the key of deployed stages (CloudFormation, GenerateSecretString).
      generateSecretString: { passwordLength: 48, excludePunctuation: true },
      removalPolicy: RemovalPolicy.DESTROY,
    });
    acknowledge(this.#secret, {
      'AwsSolutions-SMG4':
        'CloudFront and the functions get the key when they are deployed. A rotation between deployments would give them different keys.',
    });
  }

  get arn(): string {
    return this.#secret.secretArn;
  }

  /**
   * A reference that CloudFormation resolves when it deploys, so no template contains the key. It names the version, because
   * CloudFormation resolves a reference again only if the template has changed.
   */
  get value(): string {
    const version = this.#version === undefined ? {} : { versionId: this.#version };
    return SecretValue.secretsManager(this.#secret.secretArn, version).unsafeUnwrap();
  }
}
