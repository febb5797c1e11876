import { CfnOutput } from 'aws-cdk-lib';
import { Construct } from 'constructs';
import type { SecretVariable } from '#platform/aws/needs.ts';
import type { Settings } from '../settings.ts';
import { StoredSecret, type StoredSecretProps } from './stored-secret.ts';

/** The needs with credentials. */
export type SecretNeed = 'carriers' | 'mytrex' | 'vitals' | 'stations' | 'identity' | 'bridgeCommands' | 'probe';

interface PortalSecret extends Omit<StoredSecretProps, 'settings'> {
  variable: SecretVariable;
  /** The output with its ARN. */
  output: string;
}

const controlCenter = {
  userName: '',
  apiKey: '',
  soap: { password: '', licenseKey: '', service: '', action: '', callbackUrl: '' },
};

const SECRETS: Readonly<Record<SecretNeed, PortalSecret>> = {
  carriers: {
    variable: 'CARRIERS_SECRET',
    output: 'CarriersSecret',
    description: 'Credentials of Watchkeep at the carriers',
    content: {
      form: {
        controlCenterAtt: controlCenter,
        controlCenterTelus: controlCenter,
        thingspace: {
          key: '',
          secret: '',
          userName: '',
          password: '',
          accountName: '',
          callbackUserName: '',
          callbackPassword: '',
        },
      },
    },
  },
  mytrex: {
    variable: 'MYTREX_SECRET',
    output: 'MytrexSecret',
    description: 'Address and key of the Mytrex data for Watchkeep',
    content: { form: { url: '', apiKey: '' } },
  },
  vitals: {
    variable: 'VITALS_SECRET',
    output: 'VitalsSecret',
    description: 'Address and key of the provider of vitals for Watchkeep',
    content: { form: { url: '', apiKey: '' } },
  },
  stations: {
    variable: 'STATIONS_SECRET',
    output: 'StationsSecret',
    description: 'Signs the tickets of Watchkeep for the telephone system',
    content: { generated: 'ticketKey' },
  },
  identity: {
    variable: 'IDENTITY_SECRET',
    output: 'IdentitySecret',
    description: 'Credentials of Watchkeep at the providers of identities',
    content: { form: { telus: { issuer: '', clientId: '', clientSecret: '' } } },
  },
  bridgeCommands: {
    variable: 'BRIDGE_SECRET',
    output: 'BridgeSecret',
    description: 'Signs the commands of Watchkeep to its bridge',
    content: { generated: 'bridgeCommandSecret' },
  },
  probe: {
    variable: 'PROBE_SECRET',
    output: 'ProbeSecret',
    description: 'The user and the unit of the probe of Watchkeep',
    content: { form: { userName: '', password: '', unit: { address: '', UnitSerNum: '', imei: '', secret: '' } } },
  },
};

/** One secret for each need with credentials. */
export class PortalSecrets extends Construct {
  readonly #secrets: ReadonlyMap<SecretNeed, StoredSecret>;

  constructor(scope: Construct, id: string, settings: Settings) {
    super(scope, id);
    this.#secrets = new Map(
      Object.entries(SECRETS).map(([need, { variable: _, output, ...props }]) => {
        const stored = new StoredSecret(this, output, { settings, ...props });
        new CfnOutput(scope, output, { value: stored.name, description: props.description });
        return [need as SecretNeed, stored];
      }),
    );
  }

  /** What a function with the need gets. */
  provisionOf(need: SecretNeed) {
    const stored = this.#secrets.get(need)!;
    return {
      variables: { [SECRETS[need].variable]: stored.name },
      grant: (to: Parameters<StoredSecret['grantRead']>[0]) => stored.grantRead(to),
    };
  }
}
