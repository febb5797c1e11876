import { RemovalPolicy } from 'aws-cdk-lib';
import { Secret } from 'aws-cdk-lib/aws-secretsmanager';
import { Construct } from 'constructs';
import { acknowledge } from './acknowledge.ts';

/** What the distribution shows the functions, so that they know its requests from those of whoever calls the API past it. */
export class EdgeKey extends Construct {
  readonly #secret: Secret;

  constructor(scope: Construct, id: string) {
    super(scope, id);
    this.#secret = new Secret(this, 'Resource', {
      description: 'By which functions of Watchkeep know requests that came through the distribution',
      generateSecretString: { passwordLength: 48, excludePunctuation: true },
      removalPolicy: RemovalPolicy.DESTROY,
    });
    acknowledge(this.#secret, {
      'AwsSolutions-SMG4':
        'CloudFront and the functions are told it while deploying; a rotation between deployments would part them.',
    });
  }

  /** A reference that CloudFormation resolves while it deploys: no template holds the key. */
  get value(): string {
    return this.#secret.secretValue.unsafeUnwrap();
  }
}
