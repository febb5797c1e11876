import type { Construct } from 'constructs';
import { Network } from '../constructs/network.ts';
import type { Settings } from '../settings.ts';
import { PortalStack } from './portal-stack.ts';

/** Where the bridge lives, with the functions that command it. */
export class NetworkStack extends PortalStack {
  readonly network: Network;

  constructor(scope: Construct, id: string, settings: Settings) {
    super(scope, id, settings);
    this.network = new Network(this, 'Network');
  }
}
