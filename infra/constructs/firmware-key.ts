import type { IGrantable } from 'aws-cdk-lib/aws-iam';
import * as kms from 'aws-cdk-lib/aws-kms';
import { Construct } from 'constructs';
import type { Settings } from '../settings.ts';
import { permit } from './acknowledge.ts';
import { removalOfData } from './stored-data.ts';

/**
 * The key that signs firmware (Ed25519). Its private half never leaves KMS. Units have its public half from their factory, so it is never replaced: without it
 * no unit can be updated.
 */
export class FirmwareKey extends Construct {
  readonly key: kms.Key;

  constructor(scope: Construct, id: string, settings: Settings) {
    super(scope, id);
    this.key = new kms.Key(this, 'Resource', {
      keySpec: kms.KeySpec.ECC_NIST_EDWARDS25519,
      keyUsage: kms.KeyUsage.SIGN_VERIFY,
      description: 'Signs the firmware of units of Watchkeep',
      removalPolicy: removalOfData(settings),
    });
  }

  /** The value of FIRMWARE_KEY. */
  get setting(): string {
    return `kms:${this.key.keyArn}`;
  }

  grantSign(to: IGrantable): void {
    permit(to, ['kms:GetPublicKey', 'kms:Sign'], [this.key.keyArn]);
  }
}
