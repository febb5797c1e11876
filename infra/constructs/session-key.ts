import type { IGrantable } from 'aws-cdk-lib/aws-iam';
import * as kms from 'aws-cdk-lib/aws-kms';
import { Construct } from 'constructs';
import type { Settings } from '../settings.ts';
import { permit } from './acknowledge.ts';
import { removalOfData } from './stored-data.ts';

/**
 * The id of the key in its stack. A stage that takes another table into use gets a new key: sessions that have ended since then are in a
 * restored table again, and their tokens must stay invalid.
 */
export const sessionKeyId = ({ tableName }: Settings) => (tableName ? `SessionKey-${tableName}` : 'SessionKey');

/** The key that signs session tokens (ES256). Its private half never leaves KMS. */
export class SessionKey extends Construct {
  readonly key: kms.Key;

  constructor(scope: Construct, id: string, settings: Settings) {
    super(scope, id);
    this.key = new kms.Key(this, 'Resource', {
      keySpec: kms.KeySpec.ECC_NIST_P256,
      keyUsage: kms.KeyUsage.SIGN_VERIFY,
      description: 'Signs the session tokens of Watchkeep',
      removalPolicy: removalOfData(settings),
    });
  }

  /** The value of SESSION_KEY. */
  get setting(): string {
    return `kms:${this.key.keyArn}`;
  }

  /** Permits reading the public key. Functions verify signatures with it, without a call to KMS for each. */
  grantVerify(to: IGrantable): void {
    permit(to, ['kms:GetPublicKey'], [this.key.keyArn]);
  }

  grantSign(to: IGrantable): void {
    permit(to, ['kms:GetPublicKey', 'kms:Sign'], [this.key.keyArn]);
  }
}
