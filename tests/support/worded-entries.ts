import { paginateScan } from '@aws-sdk/lib-dynamodb';
import { expect } from 'vitest';
import { ACTIONS } from '#core/audit/kinds.ts';
import type { AuditedAction, AuditedFields, AuditedValues } from '#core/audit/wording.ts';
import { client, leadingKeysOf, tableName } from '#data/kit/table.ts';

interface Entry {
  action?: unknown;
  before?: unknown;
  after?: unknown;
}

/** Fails if an entry of the file's table holds a field that its action does not declare (layers/core/<area>/audit.ts). */
export async function requireWordedEntries(): Promise<void> {
  const undeclared = new Set<string>();
  for await (const entry of storedEntries()) {
    const action = (ACTIONS as Readonly<Record<string, AuditedAction>>)[String(entry.action)];
    if (action)
      for (const name of undeclaredIn(action.fields ?? {}, [entry.before, entry.after]))
        undeclared.add(`${entry.action}: ${name}`);
  }
  expect([...undeclared], 'fields of audit entries without words').toEqual([]);
}

function undeclaredIn(fields: AuditedFields, states: readonly unknown[]): string[] {
  return states.filter(isRecord).flatMap((state) =>
    Object.entries(state).flatMap(([name, value]) => {
      const wording = fields[name]?.wording;
      if (wording === undefined) return [name];
      const inner = wording.kind === 'record' ? wording : undefined;
      if (inner) return undeclaredIn(inner.fields, [value]).map((one) => `${name}.${one}`);
      const isWorded =
        wording.kind === 'list' || wording.kind === 'switches' || typeof value !== 'object' || value === null;
      return isWorded ? [] : [`${name} is a record`];
    }),
  );
}

const isRecord = (value: unknown): value is AuditedValues => typeof value === 'object' && value !== null;

async function* storedEntries(): AsyncGenerator<Entry> {
  const pages = paginateScan(
    { client },
    {
      TableName: tableName(),
      FilterExpression: 'begins_with(pk, :audit)',
      ExpressionAttributeValues: { ':audit': leadingKeysOf('audit').slice(0, -1) },
    },
  );
  for await (const { Items = [] } of pages) yield* Items;
}
