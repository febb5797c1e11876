import { useNavigate } from 'react-router';
import { PhoneNumberInLink } from '#core/auth/phone-number.ts';
import { SearchForm } from '#web/components/search/search-form.tsx';
import { paths } from '#web/lib/page/paths.ts';

/** Opens a call by hand, if the call-handling system did not. */
export function CallerField({ phoneNumber }: { phoneNumber: string }) {
  const navigate = useNavigate();
  return (
    <SearchForm
      label="Find a unit by its phone number"
      field={{ name: 'phoneNumber', label: 'Phone number of the caller' }}
      text={phoneNumber}
      button="Show"
      check={(typed) => {
        const wanted = PhoneNumberInLink.safeParse(typed);
        return wanted.success ? { text: wanted.data } : { error: 'Enter the digits of a phone number' };
      }}
      onSearch={(number) => void navigate(paths.monitoringCentre(number))}
    />
  );
}
