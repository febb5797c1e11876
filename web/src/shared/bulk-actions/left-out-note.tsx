import { Button, chakra, Flex } from '@chakra-ui/react';
import { leavesWords, reasonsWords } from './state-words.ts';

interface LeftOutNoteProps {
  units: readonly { reason: string }[];
  /** How many of the first units were checked, if not all. */
  checked: number | undefined;
  /** Scrolls to the list of these units. */
  onShow: () => void;
}

/** Says how many units an action leaves as they are, and why, while their list is out of sight. */
export const LeftOutNote = ({ units, checked, onShow }: LeftOutNoteProps) => (
  <Flex role="status" gap="3" align="center" justify="space-between">
    <chakra.span overflowWrap="anywhere" minW="0">
      {`${leavesWords(units.length, checked)}: ${reasonsWords(units)}`}
    </chakra.span>
    <Button size="xs" variant="outline" flexShrink="0" onClick={onShow}>
      Show them
    </Button>
  </Flex>
);
