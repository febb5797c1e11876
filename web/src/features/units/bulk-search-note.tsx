import { Button, chakra, Flex } from '@chakra-ui/react';
import { FileSearch, X } from 'lucide-react';
import { Copyable } from '#web/components/text/copyable.tsx';

interface BulkSearchNoteProps {
  found: number;
  missing: readonly string[];
  onClear: () => void;
}

const SHOWN = 5;

/** The result of an uploaded list: how many units were found, and which were not. */
export function BulkSearchNote({ found, missing, onClear }: BulkSearchNoteProps) {
  const more = missing.length - SHOWN;
  return (
    <Flex
      role="status"
      align="center"
      columnGap="3"
      rowGap="1"
      wrap="wrap"
      px="3"
      py="2"
      borderRadius="l2"
      bg={missing.length > 0 ? 'warning.subtle' : 'notice.subtle'}
    >
      <FileSearch size={16} aria-hidden />
      <chakra.span fontWeight="600">
        {`${found.toLocaleString('en')} of ${(found + missing.length).toLocaleString('en')} units of the file found`}
      </chakra.span>
      {missing.length > 0 && (
        <span>
          {'Not found: '}
          <Copyable value={missing.join('\n')} label="units not found">
            {missing.slice(0, SHOWN).join(', ') + (more > 0 ? ` and ${more.toLocaleString('en')} more` : '')}
          </Copyable>
        </span>
      )}
      <Button size="xs" variant="ghost" ms="auto" onClick={onClear}>
        <X size={14} aria-hidden />
        Show all units
      </Button>
    </Flex>
  );
}
