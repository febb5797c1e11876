import { Button, chakra, Flex } from '@chakra-ui/react';
import { MailQuestion } from 'lucide-react';
import { userSettings } from '#core/user-settings/contract.ts';
import { useEndpointMutation } from '#web/lib/api/use-endpoint-mutation.ts';

/** Says that the user's address is not confirmed, and sends the link again. */
export function UnconfirmedEmail({ address }: { address: string }) {
  const { trigger, isMutating } = useEndpointMutation(userSettings.sendEmailLink, {
    success: `Link sent to ${address}`,
    refreshes: [userSettings.read],
  });
  return (
    <Flex
      as="section"
      aria-label="Unconfirmed address"
      align="center"
      wrap="wrap"
      gap="2.5"
      px="3"
      py="2"
      borderRadius="l2"
      bg="warning.subtle"
      color="warning.fg"
      textStyle="sm"
    >
      <MailQuestion size={16} aria-hidden />
      <chakra.p minW="0" flex="1 1 16rem">
        This address is not confirmed. Use the link in the mail that was sent to it, so that mails of your account reach
        you for certain.
      </chakra.p>
      <Button
        type="button"
        size="xs"
        variant="outline"
        color="fg"
        bg="bg.panel"
        loading={isMutating}
        loadingText="Send link again"
        onClick={() => void trigger({})}
      >
        Send link again
      </Button>
    </Flex>
  );
}
