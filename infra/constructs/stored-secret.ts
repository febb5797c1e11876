import { SecretValue } from 'aws-cdk-lib';
import type { IGrantable } from 'aws-cdk-lib/aws-iam';
import { Secret } from 'aws-cdk-lib/aws-secretsmanager';
import { Construct } from 'constructs';
import type { Settings } from '../settings.ts';
import { acknowledge, permit } from './acknowledge.ts';
import { removalOfData } from './stored-data.ts';

export interface StoredSecretProps {
  settings: Settings;
  description: string;
  /** Its first content: a form, which the operator fills in (docs/deploy.md), or one field with a random value. */
  content: { form: object } | { generated: string };
}

/** The credentials for one need. Only the functions with that need can read it. */
export class StoredSecret extends Construct {
  readonly #secret: Secret;

  constructor(scope: Construct, id: string, { settings, description, content }: StoredSecretProps) {
    super(scope, id);
    this.#secret = new Secret(this, 'Resource', {
      description,
      // A change of the content replaces that of deployed stages (CloudFormation, SecretString and GenerateSecretString).
      ...('form' in content
        ? { secretStringValue: SecretValue.unsafePlainText(JSON.stringify(content.form)) }
        : {
            generateSecretString: {
              secretStringTemplate: '{}',
              generateStringKey: content.generated,
              passwordLength: 48,
              excludePunctuation: true,
            },
          }),
      removalPolicy: removalOfData(settings),
    });
    acknowledge(this.#secret, {
      'AwsSolutions-SMG4': 'Its two sides are changed together by the operator. A rotation would change only ours.',
    });
  }

  get name(): string {
    return this.#secret.secretArn;
  }

  grantRead(to: IGrantable): void {
    permit(to, ['secretsmanager:GetSecretValue'], [this.#secret.secretArn]);
  }
}
