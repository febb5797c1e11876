const MILLION = 1e6;

interface Price {
  usd: number;
  /** How many units the price is for. */
  size: number;
  unit: string;
  source: string;
  /** The date of the source. */
  asOf: string;
}

/** No page with the figure was at hand. */
const NOT_COMPARED = 'not compared';

/** Prices on demand in us-east-1, in US dollars, without free tiers and discounts for volume. */
export const PRICES = {
  tableWrite: price(
    0.625,
    MILLION,
    'write units',
    'airbyte.com/data-engineering-resources/dynamodb-pricing',
    '2025-07',
  ),
  tableRead: price(0.125, MILLION, 'read units', 'airbyte.com/data-engineering-resources/dynamodb-pricing', '2025-07'),
  tableStorage: price(0.25, 1, 'GB-month of the table', 'aws.amazon.com/dynamodb/pricing', 'undated'),
  tableBackup: price(
    0.2,
    1,
    'GB-month of continuous backup',
    'aws.amazon.com/dynamodb/pricing/on-demand',
    NOT_COMPARED,
  ),
  tableCopy: price(0.1, 1, 'GB-month of a backup or its copy', 'finops.com.py/services/dynamodb/backups', 'undated'),
  tableExport: price(0.1, 1, 'GB exported to S3', 'aws.amazon.com/dynamodb/pricing/on-demand', NOT_COMPARED),
  fileStorage: price(0.023, 1, 'GB-month of S3', 'aws.amazon.com/s3/pricing', NOT_COMPARED),
  filePut: price(5, MILLION, 'files put into S3', 'aws.amazon.com/s3/pricing', NOT_COMPARED),
  regionTransfer: price(
    0.02,
    1,
    'GB to another Region',
    'redresscompliance.com/aws-inter-region-transfer-costs-multiregion',
    'undated',
  ),
  functionCall: price(0.2, MILLION, 'calls of functions', 'cloudchipr.com/blog/aws-lambda-pricing', '2024'),
  functionTime: price(0.0000133334, 1, 'GB-second of functions, ARM', 'cloudchipr.com/blog/aws-lambda-pricing', '2024'),
  queueRequest: price(0.4, MILLION, 'requests to queues', 'cloudburn.io/blog/amazon-sqs-pricing', '2026-03'),
  apiCall: price(1, MILLION, 'calls of the HTTP API', 'amnic.com/blogs/aws-api-gateway-pricing', 'undated'),
  liveMessage: price(1, MILLION, 'WebSocket messages', 'amnic.com/blogs/aws-api-gateway-pricing', 'undated'),
  liveMinute: price(
    0.25,
    MILLION,
    'minutes of WebSocket connections',
    'amnic.com/blogs/aws-api-gateway-pricing',
    'undated',
  ),
  taskCpu: price(0.03238, 1, 'vCPU-hour of Fargate, ARM', 'vantage.sh/blog/fargate-pricing', 'undated'),
  taskMemory: price(0.00356, 1, 'GB-hour of Fargate, ARM', 'vantage.sh/blog/fargate-pricing', 'undated'),
  balancer: price(
    0.0225,
    1,
    'hour of a network load balancer',
    'clustercost.com/blog/network-load-balancer-pricing-2025',
    '2025',
  ),
  balancerCapacity: price(0.006, 1, 'NLCU-hour', 'aws.amazon.com/elasticloadbalancing/pricing', '2026-09-20'),
  publicAddress: price(0.005, 1, 'hour of a public IPv4 address', 'aws.amazon.com/vpc/pricing', NOT_COMPARED),
  endpoint: price(
    0.01,
    1,
    'hour of an interface endpoint in a zone',
    'awsnegotiations.com/privatelink-cost-analysis.html',
    '2026-05',
  ),
  endpointData: price(
    0.01,
    1,
    'GB through interface endpoints',
    'awsnegotiations.com/privatelink-cost-analysis.html',
    '2026-05',
  ),
  transfer: price(
    0.09,
    1,
    'GB to the Internet',
    'awsforengineers.com/blog/aws-api-gateway-pricing-explained',
    '2025-05',
  ),
  edgeTransfer: price(0.085, 1, 'GB from CloudFront', 'aws.amazon.com/cloudfront/pricing', 'undated'),
  edgeRequest: price(0.01, 10_000, 'requests to CloudFront', 'wring.co/blog/aws-cloudfront-pricing-guide', 'undated'),
  firewall: price(5, 1, 'web ACL', 'c3x.dev/blog/aws-waf-cost-explained', 'undated'),
  firewallRule: price(1, 1, 'rule of a web ACL', 'c3x.dev/blog/aws-waf-cost-explained', 'undated'),
  firewallRequest: price(0.6, MILLION, 'requests to the web ACL', 'c3x.dev/blog/aws-waf-cost-explained', 'undated'),
  key: price(1, 1, 'KMS key', 'aws.amazon.com/kms/pricing', 'undated'),
  secret: price(0.4, 1, 'secret', 'awsready.net/learn/aws-secrets-manager-parameter-store', 'undated'),
  logs: price(
    0.5,
    1,
    'GB of logs',
    'factualminds.com/blog/amazon-cloudwatch-pricing-metrics-logs-alarms-dashboards',
    '2026-06',
  ),
  metric: price(0.3, 1, 'metric of our own', 'signoz.io/guides/cloudwatch-pricing', '2026-02'),
  containerMetric: price(0.07, 1, 'metric of Container Insights', 'fortem.dev/blog/ecs-fargate-monitoring', 'undated'),
  alarm: price(0.1, 1, 'alarm', 'aws.amazon.com/cloudwatch/pricing', NOT_COMPARED),
  dashboard: price(
    3,
    1,
    'dashboard',
    'factualminds.com/blog/amazon-cloudwatch-pricing-metrics-logs-alarms-dashboards',
    '2026-06',
  ),
  trace: price(5, MILLION, 'traces', 'aws.amazon.com/xray/pricing', 'undated'),
} as const satisfies Record<string, Price>;

function price(usd: number, size: number, unit: string, source: string, asOf: string): Price {
  return { usd, size, unit, source, asOf };
}
