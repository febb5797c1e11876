import { chakra } from '@chakra-ui/react';
import { KeyRound, X } from 'lucide-react';
import { ListNote } from './list-note.tsx';

/** Says that only units without a secret are listed, and what people can do about them. */
export const WithoutSecretNote = ({ onClear }: { onClear: () => void }) => (
  <ListNote icon={KeyRound} action={{ label: 'Show all units', icon: X, run: onClear }}>
    <chakra.span fontWeight="600">Units without a secret</chakra.span>
    <span>They cannot prove their identity. Give each its secret on its page.</span>
  </ListNote>
);
