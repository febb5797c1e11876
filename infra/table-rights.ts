import type { Area } from '#core/contract.ts';
import { ITEM_GROUPS, type ItemGroup, leadingKeysOf, TABLE } from '#data/kit/table.ts';
import type { Need } from './wiring.ts';

/** What a function may do with a resource. */
export type AccessMode = 'read' | 'write';

/** The function of an area may only read if all its endpoints only read. */
export const modeOf = (area: Area): AccessMode =>
  Object.values(area).every(({ method }) => method === 'GET') ? 'read' : 'write';

const READING = ['GetItem', 'BatchGetItem', 'Query'] as const;
/**
 * A transaction needs the right of each of its actions. A condition check is an action too. Nobody gets BatchWriteItem: IAM does not tell
 * its puts from its deletes.
 */
const WRITING = ['PutItem', 'UpdateItem', 'DeleteItem', 'ConditionCheckItem'] as const;
const ALL = [...READING, ...WRITING] as const;
type Action = (typeof ALL)[number];

/** What each need permits on the items of a group. Whatever no need of a function permits is denied. */
const RIGHTS: Readonly<Record<ItemGroup, Partial<Record<Need, readonly Action[]>>>> = {
  // Entries are only added: nobody changes or deletes one.
  audit: { table: ['PutItem'], readAudit: ['Query', 'BatchGetItem'] },
  // So are the lines that list them.
  auditLines: { listAuditEntries: ['PutItem'], readAudit: ['Query'] },
  users: {
    verifySessions: [...READING, 'ConditionCheckItem'],
    issueSessions: [...READING, 'ConditionCheckItem'],
    // Each push checks the session of its subscriber.
    livePush: ['GetItem'],
    readUsers: READING,
    rightsLater: READING,
    // A change that needs the rights to last until it is written checks them in its transaction.
    checkRights: ['ConditionCheckItem'],
    changeUsers: ALL,
    createUsers: ['PutItem', 'ConditionCheckItem'],
  },
  sessions: {
    verifySessions: ['GetItem', 'UpdateItem', 'ConditionCheckItem'],
    issueSessions: ALL,
    livePush: ['GetItem'],
    rightsLater: ['GetItem', 'Query'],
    deleteUserData: ['Query', 'DeleteItem'],
  },
  credentials: { credentials: ALL, deleteUserData: ['Query', 'DeleteItem'] },
  oneTimeTokens: { oneTimeTokens: ALL, issueOneTimeTokens: ['PutItem'] },
  unitSecrets: {
    // Many logins are read in one batch.
    unitSecrets: ['GetItem', 'BatchGetItem'],
    giveUnitSecrets: ['GetItem', 'PutItem', 'DeleteItem'],
    withdrawUnitSecrets: ['DeleteItem'],
  },
  // Who administers centres enters secrets, and cannot read them.
  receiverSecrets: { receiverSecrets: ['GetItem'], giveReceiverSecrets: ['PutItem', 'DeleteItem'] },
};

/** The needs that only permit something on the table's items. */
export const ITEM_NEEDS = [
  'readAudit',
  'listAuditEntries',
  'readUsers',
  'rightsLater',
  'checkRights',
  'changeUsers',
  'createUsers',
  'deleteUserData',
  'credentials',
  'oneTimeTokens',
  'issueOneTimeTokens',
  'unitSecrets',
  'giveUnitSecrets',
  'withdrawUnitSecrets',
  'receiverSecrets',
  'giveReceiverSecrets',
] as const satisfies readonly Need[];

/** A statement of an IAM policy. */
export interface Statement {
  Effect: 'Allow' | 'Deny';
  Action: string[];
  Resource: string[];
  Condition?: Record<string, Record<string, string[]>>;
}

/** The statements for a function with these needs. No function may scan the table or use PartiQL. */
export function tableStatements(tableArn: string, mode: AccessMode, needs: readonly Need[]): Statement[] {
  const indexes = TABLE.indexes.map((index) => `${tableArn}/index/${index}`);
  return [
    { Effect: 'Allow', Action: named(READING), Resource: [tableArn, ...indexes] },
    ...(mode === 'write' ? [{ Effect: 'Allow' as const, Action: named(WRITING), Resource: [tableArn] }] : []),
    ...denials(needs),
  ];
}

/** One statement for the groups with the same denied actions. It names no table, so that it also holds for a restored one. */
function denials(needs: readonly Need[]): Statement[] {
  const denied = ITEM_GROUPS.map((group) => {
    const permitted = needs.flatMap((need) => RIGHTS[group][need] ?? []);
    return { group, actions: named(ALL.filter((action) => !permitted.includes(action))) };
  }).filter(({ actions }) => actions.length > 0);
  return [...Map.groupBy(denied, ({ actions }) => actions.join())].map(([, alike]) => ({
    Effect: 'Deny',
    Action: alike[0]!.actions,
    Resource: ['*'],
    // A request with several keys is denied for any of them.
    Condition: { 'ForAnyValue:StringLike': { 'dynamodb:LeadingKeys': alike.map(({ group }) => leadingKeysOf(group)) } },
  }));
}

const named = (actions: readonly Action[]) => actions.map((action) => `dynamodb:${action}`);
