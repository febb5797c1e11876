import type { IGrantable } from 'aws-cdk-lib/aws-iam';
import * as kms from 'aws-cdk-lib/aws-kms';
import { Construct } from 'constructs';
import type { Settings } from '../settings.ts';
import { permit } from './acknowledge.ts';
import { removalOfData } from './stored-data.ts';

/** A key that seals what is stored or sent for one purpose. It never leaves KMS. */
export class SealingKey extends Construct {
  readonly key: kms.Key;

  constructor(scope: Construct, id: string, settings: Settings, purpose: string) {
    super(scope, id);
    this.key = new kms.Key(this, 'Resource', {
      enableKeyRotation: true,
      description: `Seals ${purpose} of Watchkeep`,
      removalPolicy: removalOfData(settings),
    });
  }

  /** The value of the variable. */
  get setting(): string {
    return `kms:${this.key.keyArn}`;
  }

  grantSeal(to: IGrantable): void {
    permit(to, ['kms:Encrypt', 'kms:Decrypt'], [this.key.keyArn]);
  }
}
