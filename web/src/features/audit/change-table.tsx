import { chakra } from '@chakra-ui/react';
import type { AuditEntry } from '#core/audit/entry.ts';
import { type ChangedField, changedFields } from '#core/audit/sentence.ts';
import { ExactTime } from '#web/components/text/relative-time.tsx';

/** What changed, before and after side by side. What is new or was deleted has one side. */
export function ChangeTable({ entry }: { entry: AuditEntry }) {
  const fields = changedFields(entry);
  if (fields.length === 0) return null;
  const sides = [
    { id: 'from' as const, label: 'Before', shown: entry.before !== undefined },
    { id: 'to' as const, label: 'After', shown: entry.after !== undefined },
  ].filter(({ shown }) => shown);
  return (
    <chakra.table
      w="full"
      css={{ '& th, & td': { textAlign: 'start', verticalAlign: 'top', padding: '6px 12px 6px 0' } }}
    >
      <thead>
        <chakra.tr color="fg.muted" textStyle="xs">
          <th scope="col">Field</th>
          {sides.map(({ id, label }) => (
            <th scope="col" key={id}>
              {label}
            </th>
          ))}
        </chakra.tr>
      </thead>
      <tbody>
        {fields.map((field) => (
          <chakra.tr key={field.label} borderTopWidth="1px" borderColor="border">
            <th scope="row">{field.label}</th>
            {sides.map(({ id }) => (
              <chakra.td key={id} overflowWrap="anywhere">
                <Value field={field} lines={field[id]} />
              </chakra.td>
            ))}
          </chakra.tr>
        ))}
      </tbody>
    </chakra.table>
  );
}

function Value({ field, lines }: { field: ChangedField; lines: readonly string[] }) {
  if (lines.length === 0) return '—';
  if (field.is === 'time') return <ExactTime at={lines[0]} />;
  // Values of a list can be equal in words.
  // biome-ignore lint/suspicious/noArrayIndexKey: the lines do not change
  return lines.map((line, index) => <div key={index}>{line}</div>);
}
