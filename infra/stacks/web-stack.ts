import { CfnOutput } from 'aws-cdk-lib';
import type { Construct } from 'constructs';
import { EdgeKey } from '../constructs/edge-key.ts';
import type { LiveApi } from '../constructs/live-api.ts';
import { permitMail } from '../constructs/outside-services.ts';
import { PortalApi } from '../constructs/portal-api.ts';
import { WebApp } from '../constructs/web-app.ts';
import type { Provisions } from '../provisions.ts';
import type { Settings } from '../settings.ts';
import type { DataStack } from './data-stack.ts';
import { PortalStack } from './portal-stack.ts';

export interface WebProps {
  provisions: Provisions;
  data: DataStack;
  live: LiveApi;
  /** ARN of the web ACL. */
  firewall: string;
  /** The paths of the pages of screens. */
  pages: readonly string[];
}

/**
 * The distribution and the HTTP API. The routes and functions are in other stacks, because they need the distribution's address, and the
 * distribution needs the API's.
 */
export class WebStack extends PortalStack {
  readonly api: PortalApi;
  readonly web: WebApp;

  constructor(scope: Construct, id: string, settings: Settings, props: WebProps) {
    super(scope, id, settings);
    const { provisions, data, live, firewall, pages } = props;
    this.api = new PortalApi(this, 'Api');
    const edgeKey = new EdgeKey(this, 'EdgeKey', settings);
    this.web = new WebApp(this, 'Web', {
      settings,
      api: this.api,
      live,
      edgeKey,
      firewall,
      pages,
      accessLogs: data.accessLogs,
      storage: Object.values(data.files).map(({ origin }) => origin),
    });

    const { origin: WEB_ORIGIN, liveUrl: LIVE_URL } = this.web;
    provisions.offer('edge', { variables: { EDGE_KEY: edgeKey.value } });
    provisions.offer('liveAddress', { variables: { LIVE_URL } });
    provisions.offer('liveSecondAddress', { variables: { LIVE_SECOND_URL: live.url } });
    provisions.offer('mail', {
      variables: { MAIL_SENDER: settings.mailSender },
      grant: (to) => permitMail(to, this, settings.mailSender),
    });
    provisions.offer('webOrigin', { variables: { WEB_ORIGIN } });
    new CfnOutput(this, 'EdgeKeyArn', { value: edgeKey.arn, description: 'To change the key of the edge' });
    new CfnOutput(this, 'PortalUrl', { value: WEB_ORIGIN, description: 'The portal' });
    new CfnOutput(this, 'DistributionDomain', {
      value: this.web.distribution.distributionDomainName,
      description: "The target of the domain's alias",
    });
    new CfnOutput(this, 'WebBucket', { value: this.web.files.name });
    new CfnOutput(this, 'ApiId', { value: this.api.api.apiId });
  }
}
