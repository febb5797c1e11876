import { describe, expect, it } from 'vitest';
import { ITEM_GROUPS, leadingKeysOf } from '#data/kit/table.ts';
import { accessPatterns, entities } from '#scripts/generate/entities.ts';

const GROUPS: Readonly<Record<string, readonly string[]>> = {
  audit: ['audit'],
  auditLines: ['auditLine'],
  users: ['user', 'userLookup', 'userName'],
  sessions: ['session'],
  credentials: ['codeRequest', 'passkey', 'passwordHash', 'secondFactor', 'subject', 'subjectOfUser'],
  oneTimeTokens: ['oneTimeToken'],
  unitSecrets: ['unitSecret'],
  receiverSecrets: ['receiverSecret'],
};

/** ElectroDB keeps how it makes keys, by index, but its types hide it. */
interface Keyed {
  model: { entity: string; prefixes: Record<string, { pk: { prefix: string; casing: string } }> };
}

/** What the partition keys of each entity begin with, in the table and in its indexes. */
const keyPrefixes = async () =>
  ((await entities()) as Keyed[]).flatMap(({ model: { entity, prefixes } }) =>
    Object.values(prefixes).map(({ pk: { prefix, casing } }) => ({
      entity,
      prefix: casing === 'lower' ? prefix.toLowerCase() : prefix,
    })),
  );

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
