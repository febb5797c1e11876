import { CfnOutput } from 'aws-cdk-lib';
import type { Construct } from 'constructs';
import { Bridge, type BridgeProps } from '../constructs/bridge.ts';
import type { Settings } from '../settings.ts';
import { PortalStack } from './portal-stack.ts';

/** The bridge that units connect to. */
export class BridgeStack extends PortalStack {
  readonly bridge: Bridge;

  constructor(scope: Construct, id: string, settings: Settings, props: Omit<BridgeProps, 'settings'>) {
    super(scope, id, settings);
    this.bridge = new Bridge(this, 'Bridge', { settings, ...props });
    new CfnOutput(this, 'UnitHost', {
      value: this.bridge.loadBalancer.loadBalancerDnsName,
      description: 'The host that units connect to',
    });
  }
}
