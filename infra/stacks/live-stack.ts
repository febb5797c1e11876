import { CfnOutput } from 'aws-cdk-lib';
import type { Construct } from 'constructs';
import { EventFunction } from '../constructs/event-function.ts';
import type { FunctionSources } from '../constructs/function-sources.ts';
import { LiveApi } from '../constructs/live-api.ts';
import type { Network } from '../constructs/network.ts';
import type { PortalSecrets } from '../constructs/portal-secrets.ts';
import type { Provisions } from '../provisions.ts';
import type { Settings } from '../settings.ts';
import { LIVE } from '../wiring.ts';
import { PortalStack } from './portal-stack.ts';

export interface LiveProps {
  provisions: Provisions;
  sources: FunctionSources;
  secrets: PortalSecrets;
  /** Absent if there is no bridge. */
  network: Network | undefined;
}

/** The WebSocket API that browsers connect to: live topics, and commands to units. */
export class LiveStack extends PortalStack {
  readonly live: LiveApi;
  readonly onLiveMessage: EventFunction;

  constructor(scope: Construct, id: string, settings: Settings, { provisions, sources, secrets, network }: LiveProps) {
    super(scope, id, settings);
    this.live = new LiveApi(this, 'LiveApi');
    provisions.offer('livePush', {
      variables: { LIVE_ENDPOINT: this.live.callbackUrl },
      grant: (to) => this.live.grantPush(to),
    });
    provisions.offer('bridgeCommands', {
      ...secrets.provisionOf('bridgeCommands'),
      ...(network && { network }),
    });
    this.onLiveMessage = new EventFunction(this, 'OnLiveMessage', {
      settings,
      sources,
      provisions,
      name: LIVE.consumer,
      timeoutSeconds: LIVE.consumerTimeoutSeconds,
    });
    this.live.route(this.onLiveMessage.function);
    new CfnOutput(this, 'LiveApiId', { value: this.live.api.apiId });
  }
}
