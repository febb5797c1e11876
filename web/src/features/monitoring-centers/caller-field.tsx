import { Button, chakra } from '@chakra-ui/react';
import { Search } from 'lucide-react';
import { useState } from 'react';
import { useNavigate } from 'react-router';
import { PhoneNumberInLink } from '#core/auth/phone-number.ts';
import { TextField } from '#web/components/form/text-field.tsx';
import { paths } from '#web/lib/page/paths.ts';

/** Opens a call by hand, if the call-handling system did not. */
export function CallerField({ phoneNumber }: { phoneNumber: string }) {
  const navigate = useNavigate();
  const [draft, setDraft] = useState(phoneNumber);
  const [error, setError] = useState<string>();
  const open = () => {
    const wanted = PhoneNumberInLink.safeParse(draft);
    if (wanted.success) void navigate(paths.monitoringCentre(wanted.data));
    else setError('Enter the digits of a phone number');
  };
  return (
    <chakra.form
      display="flex"
      alignItems="flex-end"
      gap="2"
      maxW="28rem"
      noValidate
      aria-label="Find a unit by its phone number"
      onSubmit={(event) => {
        event.preventDefault();
        open();
      }}
    >
      <TextField
        name="phoneNumber"
        label="Phone number of the caller"
        identifier
        autoFocus={phoneNumber === ''}
        value={draft}
        {...(error !== undefined && { error })}
        onChange={(value) => {
          setDraft(value);
          setError(undefined);
        }}
      />
      <Button type="submit" variant="outline" flexShrink="0">
        <Search size={15} aria-hidden />
        Show
      </Button>
    </chakra.form>
  );
}
