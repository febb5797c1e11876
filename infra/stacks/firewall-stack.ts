import type { Construct } from 'constructs';
import { Firewall } from '../constructs/firewall.ts';
import type { Settings } from '../settings.ts';
import { FOR_CLOUDFRONT, PortalStack } from './portal-stack.ts';

/** The firewall of the distribution, always in us-east-1. */
export class FirewallStack extends PortalStack {
  readonly firewall: Firewall;

  constructor(scope: Construct, id: string, settings: Settings) {
    super(scope, id, settings, FOR_CLOUDFRONT);
    this.firewall = new Firewall(this, 'Firewall', settings);
  }
}
