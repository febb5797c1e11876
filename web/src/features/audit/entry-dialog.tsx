import { Button, Flex } from '@chakra-ui/react';
import { type AuditEntry, changedFields } from '#core/audit/entry.ts';
import { Dialog } from '#web/components/dialog/dialog.tsx';
import { ChangeList } from '#web/components/form/unsaved-bar.tsx';
import { KeyValueList } from '#web/components/page/key-value-list.tsx';
import { ExactTime } from '#web/components/text/relative-time.tsx';
import { actionWords, isTaken, objectWords } from './audit-columns.tsx';

/** One entry of the audit, with all its changes. */
export function EntryDialog({ entry, onClose }: { entry: AuditEntry; onClose: () => void }) {
  const changes = changedFields(entry).map(({ field, ...change }) => ({ label: field, ...change }));
  return (
    <Dialog
      open
      onClose={onClose}
      size="md"
      title={actionWords(entry)}
      footer={
        <Button variant="outline" onClick={onClose}>
          Close
        </Button>
      }
    >
      <Flex direction="column" gap="5">
        <KeyValueList
          items={[
            { label: 'When', value: <ExactTime at={entry.at} zone /> },
            { label: 'Who', value: entry.actorName },
            ...(isTaken(entry) ? [{ label: 'With the access of', value: entry.asUserName }] : []),
            ...(entry.asDealerKey ? [{ label: 'Shown as dealer', value: String(entry.asDealerKey) }] : []),
            { label: 'Object', value: objectWords(entry) },
            { label: 'Dealer', value: entry.dealerName },
          ]}
        />
        {changes.length > 0 && <ChangeList changes={changes} />}
      </Flex>
    </Dialog>
  );
}
