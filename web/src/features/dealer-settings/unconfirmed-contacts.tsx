import { Button, chakra, Flex } from '@chakra-ui/react';
import { Send, TriangleAlert } from 'lucide-react';
import { dealerSettings } from '#core/dealer-settings/contract.ts';
import { contactsOf, type NotificationSetting } from '#core/dealer-settings/notification-settings.ts';
import { useEndpointMutation } from '#web/lib/api/use-endpoint-mutation.ts';
import { REFRESHES, type Settings } from './use-settings.ts';

interface UnconfirmedContactsProps {
  settings: Settings;
  setting: NotificationSetting;
}

/** The contacts of a notification that get nothing yet. Warns if these are all. */
export function UnconfirmedContacts({ settings, setting }: UnconfirmedContactsProps) {
  const contacts = contactsOf(setting.SettingValue);
  const unconfirmed = contacts.filter((contact) => settings.UnconfirmedContacts.includes(contact));
  if (unconfirmed.length === 0) return null;
  return (
    <>
      {unconfirmed.length === contacts.length && (
        <Flex as="p" mt="1" gap="1.5" color="warning.fg">
          <chakra.span mt="1" flexShrink="0">
            <TriangleAlert size={14} aria-hidden />
          </chakra.span>
          Nobody gets these messages: no contact has confirmed
        </Flex>
      )}
      <ul aria-label={`Unconfirmed contacts of ${setting.SettingName}`}>
        {unconfirmed.map((contact) => (
          <Unconfirmed key={contact} contact={contact} asked={!settings.UnaskedContacts.includes(contact)} />
        ))}
      </ul>
    </>
  );
}

function Unconfirmed({ contact, asked }: { contact: string; asked: boolean }) {
  const send = useEndpointMutation(dealerSettings.sendContactLink, {
    success: ({ UnconfirmedContacts: left }) =>
      left.includes(contact) ? `A link was mailed to ${contact}` : `${contact} is confirmed already`,
    refreshes: REFRESHES,
  });
  return (
    <Flex as="li" wrap="wrap" align="center" gap="2" mt="1.5">
      <chakra.span color="fg.muted" flex="1 1 14rem" minW="0" overflowWrap="anywhere">
        {asked
          ? `${contact} has not confirmed: it gets notifications after using the link that was mailed.`
          : `${contact} has no valid link: the confirmation is not sent yet, or has expired.`}
      </chakra.span>
      <Button
        size="2xs"
        variant="outline"
        aria-label={`Send again to ${contact}`}
        loading={send.isMutating}
        loadingText="Send again"
        onClick={() => void send.trigger({ address: contact })}
      >
        <Send size={13} aria-hidden />
        Send again
      </Button>
    </Flex>
  );
}
