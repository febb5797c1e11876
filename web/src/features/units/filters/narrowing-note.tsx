import { ListFilter } from 'lucide-react';
import { ListNote } from '../list-note.tsx';

/** Says that several filters together have no index, so that a page can be short although the list goes on. */
export const NarrowingNote = ({ onNext }: { onNext: () => void }) => (
  <ListNote icon={ListFilter} action={{ label: 'Look through more', run: onNext }}>
    <span>
      These are the matches among the first units only: filters by several fields are looked through page by page.
    </span>
  </ListNote>
);
