import { Button, chakra } from '@chakra-ui/react';
import { useState } from 'react';
import { audit } from '#core/audit/contract.ts';
import type { AuditEntry } from '#core/audit/entry.ts';
import { call } from '#web/lib/api/api.ts';
import { useEndpoint } from '#web/lib/api/use-endpoint.ts';
import { showFailure } from '#web/lib/messages/show.ts';
import { Sentence } from './sentence.tsx';

const SHOWN = 50;

/** The changes of single units that a bulk action made, newest first. */
export function UnitsOfBulkAction({ bchKey }: { bchKey: string }) {
  const { data } = useEndpoint(audit.ofBulkAction, { bchKey, pageSize: SHOWN }, { revalidateOnFocus: false });
  const [more, setMore] = useState<{ items: AuditEntry[]; cursor: string | null }>();
  if (!data) return null;
  const items = [...data.items, ...(more?.items ?? [])];
  const cursor = more ? more.cursor : data.cursor;
  const readOn = async (from: string) => {
    try {
      const next = await call(audit.ofBulkAction, { bchKey, pageSize: SHOWN, cursor: from });
      setMore({ items: [...(more?.items ?? []), ...next.items], cursor: next.cursor });
    } catch (error) {
      showFailure(error);
    }
  };
  return (
    <chakra.section aria-label="Units">
      <chakra.h3 textStyle="sectionTitle" mb="1">
        Units
      </chakra.h3>
      {items.length === 0 && <chakra.p color="fg.muted">No unit was changed.</chakra.p>}
      <ul>
        {items.map((entry) => (
          <chakra.li key={entry.auditId} py="1">
            <Sentence entry={entry} />
          </chakra.li>
        ))}
      </ul>
      {cursor && (
        <Button size="sm" variant="outline" mt="2" onClick={() => void readOn(cursor)}>
          Show more
        </Button>
      )}
    </chakra.section>
  );
}
