import type { IGrantable } from 'aws-cdk-lib/aws-iam';
import { Secret } from 'aws-cdk-lib/aws-secretsmanager';
import { Construct } from 'constructs';
import type { Settings } from '../settings.ts';
import { acknowledge, permit } from './acknowledge.ts';
import { removalOfData } from './stored-data.ts';

/** The operator fills these in after the first deployment: docs/deploy.md. */
const TO_BE_FILLED_IN = {
  identity: { telus: { issuer: '', clientId: '', clientSecret: '' } },
  probe: { userName: '', password: '', unit: { address: '', UnitSerNum: '', imei: '', secret: '' } },
  controlCenterAtt: { userName: '', apiKey: '' },
  controlCenterTelus: { userName: '', apiKey: '' },
  thingspace: {
    key: '',
    secret: '',
    userName: '',
    password: '',
    accountName: '',
    callbackUserName: '',
    callbackPassword: '',
  },
};

/** The one secret: the credentials of carriers and identity providers, and the key that signs commands to the bridge. */
export class PortalSecret extends Construct {
  readonly secret: Secret;

  constructor(scope: Construct, id: string, settings: Settings) {
    super(scope, id);
    this.secret = new Secret(this, 'Resource', {
      description: 'Credentials of the carriers and of the bridge of Watchkeep',
      generateSecretString: {
        secretStringTemplate: JSON.stringify(TO_BE_FILLED_IN),
        generateStringKey: 'bridgeCommandSecret',
        passwordLength: 48,
        excludePunctuation: true,
      },
      removalPolicy: removalOfData(settings),
    });
    acknowledge(this.secret, {
      'AwsSolutions-SMG4': 'The carriers issue these credentials; nothing on our side can rotate them.',
    });
  }

  get name(): string {
    return this.secret.secretArn;
  }

  grantRead(to: IGrantable): void {
    permit(to, ['secretsmanager:GetSecretValue'], [this.secret.secretArn]);
  }
}
