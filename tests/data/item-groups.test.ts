import { describe, expect, it } from 'vitest';
import { ITEM_GROUPS, leadingKeysOf } from '#data/kit/table.ts';
import { accessPatterns, keyPrefixes } from '#scripts/generate/entities.ts';

const GROUPS: Readonly<Record<string, readonly string[]>> = {
  audit: ['audit'],
  users: ['user', 'userLookup', 'userName'],
  sessions: ['session'],
  credentials: ['codeRequest', 'passkey', 'secondFactor', 'subject', 'subjectOfUser'],
  oneTimeTokens: ['oneTimeToken'],
  unitSecrets: ['unitSecret'],
};

/** The groups whose pattern matches a partition key. */
const groupsOf = (partitionKey: string) =>
  ITEM_GROUPS.filter((group) => partitionKey.startsWith(leadingKeysOf(group).slice(0, -1)));

describe('the partition keys that policies read', () => {
  it('tell the groups of items apart, in the table and in every index', async () => {
    const found = Object.fromEntries(ITEM_GROUPS.map((group) => [group, new Set<string>()]));
    const prefixes = await keyPrefixes();
    expect(prefixes.length).toBe((await accessPatterns()).length);
    for (const { entity, prefix } of prefixes) {
      const groups = groupsOf(`${prefix}#attribute_value`);
      const expected = ITEM_GROUPS.filter((group) => GROUPS[group]!.includes(entity));
      expect(groups, `${entity} ${prefix}`).toEqual(expected);
      for (const group of groups) found[group]!.add(entity);
    }
    for (const group of ITEM_GROUPS) expect([...found[group]!].sort()).toEqual(GROUPS[group]);
  });

  it('end in a wildcard, and contain no other one', () => {
    for (const group of ITEM_GROUPS) expect(leadingKeysOf(group)).toMatch(/^\$[a-z.]+#\*$/);
  });
});
