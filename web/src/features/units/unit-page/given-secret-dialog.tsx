import { Button, chakra, Flex, Text } from '@chakra-ui/react';
import { Copy } from 'lucide-react';
import { Dialog } from '#web/components/dialog/dialog.tsx';
import { copyShown } from '#web/lib/messages/copy-shown.ts';

/** Without `secret` while the server gives it. */
export interface GivenSecret {
  secret?: string;
}

interface GivenSecretDialogProps {
  UnitSerNum: string;
  /** Undefined: the dialog is closed. */
  given: GivenSecret | undefined;
  onDone: () => void;
}

/** Shows the new secret of a unit, this one time. */
export function GivenSecretDialog({ UnitSerNum, given, onDone }: GivenSecretDialogProps) {
  const { secret } = given ?? {};
  return (
    <Dialog open={given !== undefined} onClose={onDone} title={`Secret of ${UnitSerNum}`} closable={false}>
      <Flex direction="column" gap="4">
        <Text>Store this secret in the unit now. It is not shown again, and without it the unit cannot connect.</Text>
        <chakra.output
          aria-label={`Secret of ${UnitSerNum}`}
          display="flex"
          justifyContent="center"
          p="3"
          borderRadius="l2"
          bg="bg.muted"
          fontFamily="mono"
        >
          {/* Two lines of 32 characters. */}
          <chakra.span maxW="32ch" wordBreak="break-all">
            {secret ?? 'Giving…'}
          </chakra.span>
        </chakra.output>
        <Flex gap="2" wrap="wrap" justify="flex-end">
          <Button variant="outline" disabled={!secret} onClick={() => secret && void copyShown('Secret', secret)}>
            <Copy size={15} aria-hidden />
            Copy
          </Button>
          <Button disabled={!secret} onClick={onDone}>
            I have stored it
          </Button>
        </Flex>
      </Flex>
    </Dialog>
  );
}
