import type { IGrantable } from 'aws-cdk-lib/aws-iam';
import * as kms from 'aws-cdk-lib/aws-kms';
import { Construct } from 'constructs';
import type { Settings } from '../settings.ts';
import { permit } from './acknowledge.ts';
import { removalOfData } from './stored-data.ts';

interface SigningKeyProps {
  keySpec: kms.KeySpec;
  /** What it signs: `the session tokens`. */
  signs: string;
}

/**
 * The id of the key for session tokens in its stack. A stage that takes another table into use gets a new key: sessions that have ended since then are in a
 * restored table again, and their tokens must stay invalid.
 */
export const sessionKeyId = ({ tableName }: Settings) => (tableName ? `SessionKey-${tableName}` : 'SessionKey');

/** A key that signs. Its private half never leaves KMS. */
export class SigningKey extends Construct {
  readonly key: kms.Key;

  constructor(scope: Construct, id: string, settings: Settings, { keySpec, signs }: SigningKeyProps) {
    super(scope, id);
    this.key = new kms.Key(this, 'Resource', {
      keySpec,
      keyUsage: kms.KeyUsage.SIGN_VERIFY,
      description: `Signs ${signs} of Watchkeep`,
      removalPolicy: removalOfData(settings),
    });
  }

  /** The value of its variable. */
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
