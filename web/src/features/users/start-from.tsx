import { chakra, Flex } from '@chakra-ui/react';
import { useState } from 'react';
import type { AccessFlag } from '#core/access.ts';
import { users } from '#core/users/contract.ts';
import { flagWords } from '#core/users/flag-words.ts';
import { flagsToStartFrom, ROLES } from '#core/users/roles.ts';
import { fullNameOf } from '#core/users/user-record.ts';
import { SearchSelectField } from '#web/components/form/search-select-field.tsx';
import { SelectField } from '#web/components/form/select-field.tsx';
import { useDebounced } from '#web/components/hooks/use-debounced.ts';
import { useEndpoint } from '#web/lib/api/use-endpoint.ts';
import { flagsOf } from './use-manager.ts';

const COPY = 'copy';
const SHOWN = 20;
/** A search waits for this pause in typing. */
const TYPING_PAUSE_MS = 200;

interface StartFromProps {
  own: readonly AccessFlag[];
  onChange: (flags: AccessFlag[]) => void;
}

/** Sets the access of a new user to that of a role or of another user, as far as the administrator can give it. */
export function StartFrom({ own, onChange }: StartFromProps) {
  const [start, setStart] = useState<string>();
  const [leftOut, setLeftOut] = useState<readonly AccessFlag[]>([]);
  const apply = (wanted: readonly AccessFlag[]) => {
    const next = flagsToStartFrom(own, wanted);
    setLeftOut(next.leftOut);
    onChange(next.flags);
  };
  return (
    <Flex direction="column" gap="3">
      <SelectField
        label="Start from"
        name="startFrom"
        placeholder="No access"
        value={start}
        options={[
          ...ROLES.map(({ id, label, summary }) => ({ value: id, label: `${label}: ${summary.toLowerCase()}` })),
          { value: COPY, label: 'Copy the access of another user' },
        ]}
        onChange={(id) => {
          setStart(id);
          apply(ROLES.find((role) => role.id === id)?.flags ?? []);
        }}
        help="Afterwards you can switch each right below."
      />
      {start === COPY && <UserToCopy onChosen={apply} />}
      {leftOut.length > 0 && (
        <chakra.p color="fg.muted" textStyle="sm" role="status">
          {`Left out, because you do not have it yourself: ${leftOut.map(flagWords).join(', ')}.`}
        </chakra.p>
      )}
    </Flex>
  );
}

/** Finds a user by the beginning of a name. */
function UserToCopy({ onChosen }: { onChosen: (flags: readonly AccessFlag[]) => void }) {
  const [chosen, setChosen] = useState<string>();
  const [text, setText] = useState('');
  const searchText = useDebounced(text.trim(), TYPING_PAUSE_MS);
  const { data } = useEndpoint(
    users.list,
    { dealerOrFlag: 'all', pageSize: SHOWN, ...(searchText && { searchText }) },
    { keepPreviousData: true, revalidateOnFocus: false },
  );
  const found = data?.items ?? [];
  return (
    <SearchSelectField
      label="User to copy from"
      name="copyFrom"
      placeholder="Name, user name or e-mail"
      value={chosen}
      options={found.map((user) => ({
        value: user.UserKey,
        label: fullNameOf(user),
        hint: `${user.UserName} · ${user.DealerName}`,
      }))}
      onSearch={setText}
      onChange={(key) => {
        const user = found.find(({ UserKey }) => UserKey === key);
        if (!user) return;
        setChosen(user.UserKey);
        onChosen(flagsOf(user));
      }}
    />
  );
}
