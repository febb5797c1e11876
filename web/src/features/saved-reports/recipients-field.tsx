import { chakra, Flex, IconButton } from '@chakra-ui/react';
import { X } from 'lucide-react';
import { useRef, useState } from 'react';
import { savedReports } from '#core/saved-reports/contract.ts';
import { MAX_RECIPIENTS } from '#core/saved-reports/saved-report.ts';
import { SearchSelectField } from '#web/components/form/search-select-field.tsx';
import { useDebounced } from '#web/components/hooks/use-debounced.ts';
import { useEndpoint } from '#web/lib/api/use-endpoint.ts';

interface Person {
  UserKey: string;
  fullName: string;
}

interface RecipientsFieldProps {
  reportId: string;
  /** The recipients whose names are known. */
  known: readonly Person[];
  value: readonly string[];
  onChange: (recipients: string[]) => void;
  error: string | undefined;
}

const HELP = 'People of the dealer who may read this report and have confirmed their e-mail address.';

/** Chooses people of the dealer. */
export function RecipientsField({ reportId, known, value, onChange, error }: RecipientsFieldProps) {
  const [typed, setTyped] = useState('');
  const text = useDebounced(typed, 250);
  const { data } = useEndpoint(savedReports.recipients, { reportId, text }, { keepPreviousData: true });
  const names = useRef(new Map<string, string>()).current;
  for (const { UserKey, fullName } of [...known, ...(data?.users ?? [])]) names.set(UserKey, fullName);
  const options = (data?.users ?? [])
    .filter(({ UserKey }) => !value.includes(UserKey))
    .map(({ UserKey, fullName }) => ({ value: UserKey, label: fullName }));
  return (
    <Flex direction="column" gap="2">
      <SearchSelectField<string>
        name="recipient"
        label="Recipients"
        help={HELP}
        placeholder="Add a person…"
        value={undefined}
        options={options}
        onSearch={setTyped}
        searching={typed !== text}
        error={error}
        {...(value.length >= MAX_RECIPIENTS && { disabledReason: `At most ${MAX_RECIPIENTS} people` })}
        onChange={(key) => key !== undefined && onChange([...value, key])}
      />
      <chakra.ul display="flex" flexDirection="column" gap="1" listStyleType="none">
        {value.map((key) => {
          const name = names.get(key) ?? 'Unknown';
          return (
            <Flex as="li" key={key} align="center" justify="space-between" borderWidth="1px" borderRadius="l2" ps="3">
              <span>{name}</span>
              <IconButton
                size="xs"
                variant="ghost"
                aria-label={`Remove ${name}`}
                onClick={() => onChange(value.filter((one) => one !== key))}
              >
                <X aria-hidden />
              </IconButton>
            </Flex>
          );
        })}
      </chakra.ul>
    </Flex>
  );
}
