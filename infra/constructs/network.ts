import { RemovalPolicy } from 'aws-cdk-lib';
import * as ec2 from 'aws-cdk-lib/aws-ec2';
import { LogGroup, RetentionDays } from 'aws-cdk-lib/aws-logs';
import { Construct } from 'constructs';

/** The AWS services that the bridge and the functions in its network call. Each endpoint costs by the hour. */
const SERVICES = {
  ContainerRegistry: ec2.InterfaceVpcEndpointAwsService.ECR,
  ContainerImages: ec2.InterfaceVpcEndpointAwsService.ECR_DOCKER,
  Logs: ec2.InterfaceVpcEndpointAwsService.CLOUDWATCH_LOGS,
  Queues: ec2.InterfaceVpcEndpointAwsService.SQS,
  Secrets: ec2.InterfaceVpcEndpointAwsService.SECRETS_MANAGER,
  SessionKey: ec2.InterfaceVpcEndpointAwsService.KMS,
};

const ADDRESSES = '10.0.0.0/16';

/**
 * The network of the bridge and of the functions that send it commands. It has no NAT gateways: AWS services have endpoints. WebSocket
 * APIs have none for @connections, so that is reached over IPv6 through an egress-only gateway.
 * @see https://docs.aws.amazon.com/apigateway/latest/developerguide/websocket-api-ip-address-type.html
 */
export class Network extends Construct {
  readonly vpc: ec2.Vpc;
  /** Members of this group may send commands to the bridge. */
  readonly bridgeClients: ec2.SecurityGroup;

  constructor(scope: Construct, id: string) {
    super(scope, id);
    this.vpc = new ec2.Vpc(this, 'Resource', {
      ipProtocol: ec2.IpProtocol.DUAL_STACK,
      ipAddresses: ec2.IpAddresses.cidr(ADDRESSES),
      maxAzs: 2,
      natGateways: 0,
      subnetConfiguration: [
        { name: 'Public', subnetType: ec2.SubnetType.PUBLIC, mapPublicIpOnLaunch: false, cidrMask: 24 },
        { name: 'Private', subnetType: ec2.SubnetType.PRIVATE_WITH_EGRESS, cidrMask: 20 },
      ],
      gatewayEndpoints: {
        Table: { service: ec2.GatewayVpcEndpointAwsService.DYNAMODB },
        Files: { service: ec2.GatewayVpcEndpointAwsService.S3 },
      },
      flowLogs: {
        Rejected: {
          destination: ec2.FlowLogDestination.toCloudWatchLogs(
            new LogGroup(this, 'FlowLogs', {
              retention: RetentionDays.ONE_MONTH,
              removalPolicy: RemovalPolicy.DESTROY,
            }),
          ),
          trafficType: ec2.FlowLogTrafficType.REJECT,
        },
      },
    });
    const endpoints = new ec2.SecurityGroup(this, 'Endpoints', {
      vpc: this.vpc,
      description: 'The endpoints of AWS services',
      allowAllOutbound: false,
    });
    endpoints.addIngressRule(ec2.Peer.ipv4(ADDRESSES), ec2.Port.tcp(443), 'Whoever lives in this network');
    for (const [name, service] of Object.entries(SERVICES))
      this.vpc.addInterfaceEndpoint(name, { service, open: false, securityGroups: [endpoints] });
    this.bridgeClients = new ec2.SecurityGroup(this, 'BridgeClients', {
      vpc: this.vpc,
      description: 'Functions that command units through the bridge',
      allowAllIpv6Outbound: true,
    });
  }

  /**
   * Node's options in this network. Hosts with addresses of both kinds are outside, and only IPv6 reaches them. Trying IPv4 first would
   * delay each new connection by a quarter of a second.
   */
  readonly nodeOptions = ['--dns-result-order=ipv6first'];

  /** The subnets and the group of a function that sends commands to the bridge. */
  get placement() {
    return {
      vpc: this.vpc,
      vpcSubnets: { subnetType: ec2.SubnetType.PRIVATE_WITH_EGRESS },
      securityGroups: [this.bridgeClients],
      ipv6AllowedForDualStack: true,
    };
  }
}
