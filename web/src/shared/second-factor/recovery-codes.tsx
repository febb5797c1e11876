import { Button, chakra, Flex, Text } from '@chakra-ui/react';
import { Copy, Download } from 'lucide-react';
import { copyShown } from '#web/lib/messages/copy-shown.ts';
import { saveText } from '#web/lib/messages/save-text.ts';

/** Shows the recovery codes, this one time, to be copied or saved. */
export function RecoveryCodes({ codes, onDone }: { codes: readonly string[]; onDone: () => void }) {
  return (
    <Flex direction="column" gap="4">
      <Text>
        Save these recovery codes where you can reach them without your phone. Each of them signs you in once, and they
        are not shown again.
      </Text>
      <chakra.ol
        aria-label="Recovery codes"
        display="grid"
        gridTemplateColumns={{ base: '1fr', sm: '1fr 1fr' }}
        columnGap="4"
        rowGap="1"
        p="3"
        borderRadius="l2"
        bg="bg.muted"
        fontFamily="mono"
        fontSize="0.8125rem"
        whiteSpace="nowrap"
      >
        {codes.map((code) => (
          <li key={code}>{code}</li>
        ))}
      </chakra.ol>
      <Flex gap="2" wrap="wrap" justify="flex-end">
        <Button variant="outline" onClick={() => void copyShown('Recovery codes', codes.join('\n'))}>
          <Copy size={15} aria-hidden />
          Copy
        </Button>
        <Button variant="outline" onClick={() => saveText('watchkeep recovery codes.txt', codes.join('\n'))}>
          <Download size={15} aria-hidden />
          Download
        </Button>
        <Button onClick={onDone}>I have kept them</Button>
      </Flex>
    </Flex>
  );
}
