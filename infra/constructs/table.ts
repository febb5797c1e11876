import {
  AttributeType,
  Billing,
  type ITableV2,
  StreamViewType,
  TableEncryptionV2,
  TableV2,
} from 'aws-cdk-lib/aws-dynamodb';
import { type IGrantable, PolicyStatement } from 'aws-cdk-lib/aws-iam';
import { Construct } from 'constructs';
import { indexKeys, TABLE } from '#data/kit/table.ts';
import { isProduction, type Settings } from '../settings.ts';
import { type AccessMode, tableStatements } from '../table-rights.ts';
import type { Need } from '../wiring.ts';
import { removalOfData } from './stored-data.ts';

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

  /** Permits what the needs of a function permit on each group of items. */
  grant({ grantPrincipal }: IGrantable, mode: AccessMode, needs: readonly Need[]): void {
    for (const statement of tableStatements(this.table.tableArn, mode, needs))
      grantPrincipal.addToPrincipalPolicy(PolicyStatement.fromJson(statement));
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
