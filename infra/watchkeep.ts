import type { App } from 'aws-cdk-lib';
import type { Area } from '#core/contract.ts';
import { groupAreas } from './area-groups.ts';
import { FunctionSources } from './constructs/function-sources.ts';
import type { FunctionBundles } from './function-code.ts';
import { Provisions } from './provisions.ts';
import type { Settings } from './settings.ts';
import { ApiStack } from './stacks/api-stack.ts';
import { BackgroundStack } from './stacks/background-stack.ts';
import { BridgeStack } from './stacks/bridge-stack.ts';
import { DataStack } from './stacks/data-stack.ts';
import { FirewallStack } from './stacks/firewall-stack.ts';
import { LiveStack } from './stacks/live-stack.ts';
import { NetworkStack } from './stacks/network-stack.ts';
import { ObservabilityStack } from './stacks/observability-stack.ts';
import { WebFilesStack } from './stacks/web-files-stack.ts';
import { WebStack } from './stacks/web-stack.ts';
import { screenPagesIn } from './viewer-request.ts';

/** The results of the build. */
export interface Artifacts {
  /** The portal's areas by name. */
  contract: Readonly<Record<string, Area>>;
  functions: FunctionBundles;
  /** The folder of the bridge's image. */
  bridge: string;
  /** The folder of the web app. */
  web: string;
}

/** The stacks of the portal, in the order of their dependencies. */
export function watchkeep(app: App, settings: Settings, artifacts: Artifacts) {
  const sources = new FunctionSources(artifacts.functions);
  const provisions = new Provisions(settings.stage);
  const common = { provisions, sources };

  const data = new DataStack(app, 'Data', settings, provisions);
  const network = settings.bridge === 'on' ? new NetworkStack(app, 'Network', settings).network : undefined;
  const liveStack = new LiveStack(app, 'Live', settings, { ...common, secrets: data.secrets, network });
  const { live, onLiveMessage } = liveStack;
  const { firewall } = new FirewallStack(app, 'Firewall', settings);
  const { api, web } = new WebStack(app, 'Web', settings, {
    provisions,
    data,
    live,
    firewall: firewall.arn,
    pages: screenPagesIn(artifacts.web),
  });
  new WebFilesStack(app, 'WebFiles', settings, web, artifacts.web);
  const apiStacks = groupAreas(artifacts.contract).map(
    ({ stack, areas: contract }) => new ApiStack(app, stack, settings, { ...common, api, contract }),
  );
  const background = new BackgroundStack(app, 'Background', settings, { ...common, data });
  const { consumers, probe, streamMapping } = background;
  const bridgeStack = network
    ? new BridgeStack(app, 'Bridge', settings, {
        provisions,
        network,
        accessLogs: data.accessLogs,
        image: artifacts.bridge,
      })
    : undefined;
  // A bridge acknowledges what is in a queue, and finds a command by its notice. So the functions that read the queue and store the notices come first.
  for (const stack of [background, liveStack, ...apiStacks]) bridgeStack?.addStackDependency(stack);
  new ObservabilityStack(app, 'Observability', settings, {
    data,
    live,
    api,
    areas: apiStacks.flatMap(({ areas }) => areas),
    consumers: [...consumers, onLiveMessage, probe],
    streamMapping,
    bridge: bridgeStack?.bridge,
  });
}
