import { Duration } from 'aws-cdk-lib';
import { Certificate } from 'aws-cdk-lib/aws-certificatemanager';
import * as cloudfront from 'aws-cdk-lib/aws-cloudfront';
import { HttpOrigin, S3BucketOrigin } from 'aws-cdk-lib/aws-cloudfront-origins';
import { Construct } from 'constructs';
import { originsOf } from '#core/stations/servers.ts';
import { EDGE_KEY_HEADER } from '#platform/http/edge-key.ts';
import {
  contentSecurityPolicy,
  FURTHER_HEADERS,
  REFERRER_POLICY,
  STRICT_TRANSPORT_SECURITY,
} from '../security-headers.ts';
import { globalName, type Settings } from '../settings.ts';
import { API_PATHS, viewerRequestSource } from '../viewer-request.ts';
import { LIVE } from '../wiring.ts';
import { acknowledge } from './acknowledge.ts';
import type { EdgeKey } from './edge-key.ts';
import { type AccessLogs, FileStore } from './file-store.ts';
import type { LiveApi } from './live-api.ts';
import type { PortalApi } from './portal-api.ts';

export interface WebAppProps {
  settings: Settings;
  api: PortalApi;
  live: LiveApi;
  edgeKey: EdgeKey;
  /** ARN of the distribution's web ACL. */
  firewall: string;
  accessLogs: AccessLogs;
  /** The paths of the pages of screens. */
  pages: readonly string[];
  /** The origins of buckets that browsers upload to or play from. */
  storage: readonly string[];
}

/** The one origin for browsers: the app's files, the HTTP API and the live connections behind one distribution. */
export class WebApp extends Construct {
  readonly files: FileStore;
  readonly distribution: cloudfront.Distribution;
  readonly #domain: string | undefined;

  constructor(scope: Construct, id: string, props: WebAppProps) {
    super(scope, id);
    const { settings, api, live, edgeKey, firewall, accessLogs } = props;
    const { domain, certificate } = settings;
    this.#domain = domain;
    this.files = new FileStore(this, 'Files', { settings, accessLogs });

    const everywhere = {
      responseHeadersPolicy: this.#headers(props),
      viewerProtocolPolicy: cloudfront.ViewerProtocolPolicy.REDIRECT_TO_HTTPS,
    };
    const rewriting = {
      functionAssociations: [
        { eventType: cloudfront.FunctionEventType.VIEWER_REQUEST, function: this.#viewerRequest(props) },
      ],
    };
    const passedOn = {
      ...everywhere,
      allowedMethods: cloudfront.AllowedMethods.ALLOW_ALL,
      cachePolicy: cloudfront.CachePolicy.CACHING_DISABLED,
      // API Gateway finds the API by the host header, so it must be the API's own.
      originRequestPolicy: cloudfront.OriginRequestPolicy.ALL_VIEWER_EXCEPT_HOST_HEADER,
    };
    const toApi = {
      ...passedOn,
      ...rewriting,
      origin: new HttpOrigin(api.host, { ...OVER_TLS, customHeaders: { [EDGE_KEY_HEADER]: edgeKey.value } }),
    };

    this.distribution = new cloudfront.Distribution(this, 'Distribution', {
      comment: `Watchkeep ${settings.stage}`,
      defaultRootObject: 'index.html',
      httpVersion: cloudfront.HttpVersion.HTTP2_AND_3,
      priceClass: cloudfront.PriceClass.PRICE_CLASS_100,
      webAclId: firewall,
      ...(domain &&
        certificate && {
          domainNames: [domain],
          minimumProtocolVersion: cloudfront.SecurityPolicyProtocol.TLS_V1_2_2021,
          certificate: Certificate.fromCertificateArn(this, 'Certificate', certificate),
        }),
      defaultBehavior: {
        ...everywhere,
        ...rewriting,
        // With the right to list, a missing file is 404 instead of 403. The bucket contains only the app.
        origin: S3BucketOrigin.withOriginAccessControl(this.files.bucket, {
          originAccessLevels: [cloudfront.AccessLevel.READ, cloudfront.AccessLevel.LIST],
          originAccessControl: new cloudfront.S3OriginAccessControl(this, 'FilesAccess', {
            originAccessControlName: globalName(settings, 'files'),
          }),
        }),
        cachePolicy: cloudfront.CachePolicy.CACHING_OPTIMIZED,
        compress: true,
      },
      additionalBehaviors: {
        ...Object.fromEntries(API_PATHS.map((path) => [`${path}/*`, toApi])),
        [`/${LIVE.stage}`]: { ...passedOn, origin: new HttpOrigin(live.host, OVER_TLS) },
      },
    });
    acknowledge(this.distribution, {
      'AwsSolutions-CFR3':
        "Addresses of the specification hold tokens, e-mail addresses and a password, and this log cannot leave them out. API Gateway's " +
        "log tells each call by its route, the firewall's each request with its address redacted, the bucket's each file.",
      'Annotation::@aws-cdk/aws-cloudfront-origins:listBucketSecurityRisk':
        'The distribution has a root object, and the bucket contains only the app.',
      'AwsSolutions-CFR1': 'Dealers and their staff travel; who may enter is decided by signing in.',
      ...(!domain && {
        'AwsSolutions-CFR4':
          'Without a domain of its own the distribution has the certificate of cloudfront.net, and its policy.',
      }),
    });
  }

  get host(): string {
    return this.#domain ?? this.distribution.distributionDomainName;
  }

  get origin(): string {
    return `https://${this.host}`;
  }

  /** The URL of the live connections for browsers. */
  get liveUrl(): string {
    return `wss://${this.host}/${LIVE.stage}`;
  }

  #viewerRequest({ settings, pages }: WebAppProps) {
    return new cloudfront.Function(this, 'ViewerRequest', {
      functionName: globalName(settings, 'viewer-request'),
      comment: "Maps paths of screens to their pages, and adds the viewer's IP address",
      runtime: cloudfront.FunctionRuntime.JS_2_0,
      code: cloudfront.FunctionCode.fromInline(viewerRequestSource(pages)),
    });
  }

  #headers({ settings, storage, live }: WebAppProps) {
    const { maxAgeSeconds, includeSubDomains } = STRICT_TRANSPORT_SECURITY;
    return new cloudfront.ResponseHeadersPolicy(this, 'SecurityHeaders', {
      responseHeadersPolicyName: globalName(settings, 'security-headers'),
      securityHeadersBehavior: {
        contentSecurityPolicy: {
          // Live connections use this origin too: 'self' includes its wss URLs (CSP level 3).
          contentSecurityPolicy: contentSecurityPolicy({
            live: ["'self'", `wss://${live.host}`],
            tiles: [originOf(settings.tiles)],
            storage,
            stations: originsOf(settings.stationServers),
          }),
          override: true,
        },
        strictTransportSecurity: {
          accessControlMaxAge: Duration.seconds(maxAgeSeconds),
          includeSubdomains: includeSubDomains,
          override: true,
        },
        contentTypeOptions: { override: true },
        frameOptions: { frameOption: cloudfront.HeadersFrameOption.DENY, override: true },
        referrerPolicy: { referrerPolicy: REFERRER_POLICY as cloudfront.HeadersReferrerPolicy, override: true },
      },
      customHeadersBehavior: {
        customHeaders: Object.entries(FURTHER_HEADERS).map(([header, value]) => ({ header, value, override: true })),
      },
    });
  }
}

const OVER_TLS = { originSslProtocols: [cloudfront.OriginSslPolicy.TLS_V1_2] };

const originOf = (url: string) => new URL(url).origin;
