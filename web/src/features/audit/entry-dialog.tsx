import { Button, Flex } from '@chakra-ui/react';
import { actorWords, asUserWords, enteredByWords, isTaken } from '#core/audit/actor.ts';
import type { AuditEntry } from '#core/audit/entry.ts';
import { actionWords } from '#core/audit/sentence.ts';
import { Dialog } from '#web/components/dialog/dialog.tsx';
import { KeyValueList } from '#web/components/page/key-value-list.tsx';
import { ExactTime } from '#web/components/text/relative-time.tsx';
import { ChangeTable } from './change-table.tsx';
import { Sentence } from './sentence.tsx';
import { UnitsOfBulkAction } from './units-of-bulk-action.tsx';

/** One entry of the audit, with all its changes. A bulk action lists its units. */
export function EntryDialog({ entry, onClose }: { entry: AuditEntry; onClose: () => void }) {
  const shownAs = entry.asDealerKey && (entry.dealerNames[entry.asDealerKey] ?? 'Another dealer');
  const issuer = enteredByWords(entry);
  return (
    <Dialog
      open
      onClose={onClose}
      size="md"
      title={actionWords(entry.action)}
      footer={
        <Button variant="outline" onClick={onClose}>
          Close
        </Button>
      }
    >
      <Flex direction="column" gap="5">
        <Sentence entry={entry} />
        <KeyValueList
          items={[
            { label: 'When', value: <ExactTime at={entry.at} zone /> },
            { label: 'Who', value: nameAndLogin(actorWords(entry), entry.actorName) },
            ...(isTaken(entry)
              ? [{ label: 'With the access of', value: nameAndLogin(asUserWords(entry), entry.asUserName) }]
              : []),
            ...(issuer
              ? [{ label: 'Signed in by a link of', value: nameAndLogin(issuer, entry.enteredByName ?? issuer) }]
              : []),
            ...(shownAs ? [{ label: 'Shown as dealer', value: shownAs }] : []),
            { label: 'Dealer', value: entry.dealerName },
          ]}
        />
        <ChangeTable entry={entry} />
        {entry.objectKind === 'bulkAction' && <UnitsOfBulkAction bchKey={entry.objectId} />}
      </Flex>
    </Dialog>
  );
}

/** `Ann Lee (ann.lee@northwind.example)`: two people can have the same name. */
const nameAndLogin = (name: string, userName: string) => (name === userName ? name : `${name} (${userName})`);
