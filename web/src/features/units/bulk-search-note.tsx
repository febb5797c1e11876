import { chakra } from '@chakra-ui/react';
import { FileSearch, X } from 'lucide-react';
import { Copyable } from '#web/components/text/copyable.tsx';
import { ListNote } from './list-note.tsx';

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
    <ListNote
      icon={FileSearch}
      tone={missing.length > 0 ? 'warning' : 'notice'}
      action={{ label: 'Show all units', icon: X, run: onClear }}
    >
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
    </ListNote>
  );
}
