import type { Construct } from 'constructs';
import { Network } from '../constructs/network.ts';
import type { Settings } from '../settings.ts';
import { PortalStack } from './portal-stack.ts';

/** The network of the bridge and of the functions that send it commands. */
export class NetworkStack extends PortalStack {
  readonly network: Network;

  constructor(scope: Construct, id: string, settings: Settings) {
    super(scope, id, settings);
    this.network = new Network(this, 'Network');
  }
}
