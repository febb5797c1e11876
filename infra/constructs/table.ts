import {
  AttributeType,
  Billing,
  type ITableV2,
  StreamViewType,
  TableEncryptionV2,
  TableV2,
} from 'aws-cdk-lib/aws-dynamodb';
import type { IGrantable } from 'aws-cdk-lib/aws-iam';
import { Construct } from 'constructs';
import { indexKeys, TABLE } from '#data/kit/table.ts';
import type { AccessMode } from '../provisions.ts';
import { isProduction, type Settings } from '../settings.ts';
import { permit } from './acknowledge.ts';
import { removalOfData } from './stored-data.ts';

const READING = ['dynamodb:GetItem', 'dynamodb:BatchGetItem', 'dynamodb:Query'];
const WRITING = [
  'dynamodb:PutItem',
  'dynamodb:UpdateItem',
  'dynamodb:DeleteItem',
  'dynamodb:BatchWriteItem',
  'dynamodb:ConditionCheckItem',
];

const text = (name: string) => ({ name, type: AttributeType.STRING });

/** The single table, with its indexes, its stream and its continuous backup: the stage's own, or the existing one of its settings. */
export class Table extends Construct {
  readonly table: ITableV2;

  constructor(scope: Construct, id: string, settings: Settings) {
    super(scope, id);
    this.table = existingTable(this, settings) ?? ownTable(this, settings);
  }

  get name(): string {
    return this.table.tableName;
  }

  /** Permits reads and queries, and with `write` changes. It never permits a Scan. */
  grant(to: IGrantable, mode: AccessMode): void {
    const indexes = TABLE.indexes.map((index) => `${this.table.tableArn}/index/${index}`);
    permit(to, READING, [this.table.tableArn, ...indexes]);
    if (mode === 'write') permit(to, WRITING, [this.table.tableArn]);
  }
}

/** The table of the setting `tableName`. It is prepared by hand (decision 0063). */
function existingTable(scope: Construct, { tableName, tableStream }: Settings): ITableV2 | undefined {
  if (!tableName || !tableStream) return undefined;
  return TableV2.fromTableAttributes(scope, 'Existing', { tableName, tableStreamArn: tableStream });
}

const ownTable = (scope: Construct, settings: Settings): ITableV2 =>
  new TableV2(scope, 'Resource', {
    // Scripts use the name. CloudFormation cannot replace a named table, which is intended.
    tableName: `watchkeep-${settings.stage}`,
    partitionKey: text(TABLE.partitionKey),
    sortKey: text(TABLE.sortKey),
    globalSecondaryIndexes: TABLE.indexes.map((indexName) => {
      const { partitionKey, sortKey } = indexKeys(indexName);
      return { indexName, partitionKey: text(partitionKey), sortKey: text(sortKey) };
    }),
    timeToLiveAttribute: TABLE.timeToLive,
    dynamoStream: StreamViewType[TABLE.streamView],
    billing: Billing.onDemand(),
    encryption: TableEncryptionV2.awsManagedKey(),
    pointInTimeRecoverySpecification: { pointInTimeRecoveryEnabled: true },
    deletionProtection: isProduction(settings),
    removalPolicy: removalOfData(settings),
    ...(settings.secondRegion && { replicas: [{ region: settings.secondRegion }] }),
  });
