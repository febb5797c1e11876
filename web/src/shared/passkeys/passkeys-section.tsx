import { Button, Flex, Text } from '@chakra-ui/react';
import { Fingerprint } from 'lucide-react';
import { useState } from 'react';
import { passkeys } from '#core/passkeys/contract.ts';
import { MAX_PASSKEYS, type Passkey } from '#core/passkeys/passkey.ts';
import { ACTIONS } from '#core/severity.ts';
import { useConfirm } from '#web/components/dialog/confirm.ts';
import { SettingList, SettingRow } from '#web/components/page/setting-list.tsx';
import { SettingSection } from '#web/components/page/setting-section.tsx';
import { ErrorState } from '#web/components/states/error-state.tsx';
import { Loading, TextSkeleton } from '#web/components/states/skeletons.tsx';
import { RelativeTime } from '#web/components/text/relative-time.tsx';
import { DisabledReason } from '#web/components/tooltip/disabled-reason.tsx';
import { useEndpoint } from '#web/lib/api/use-endpoint.ts';
import { useEndpointMutation } from '#web/lib/api/use-endpoint-mutation.ts';
import { AddPasskeyDialog } from './add-passkey-dialog.tsx';
import { hasPasskeys } from './browser-passkeys.ts';
import { RenamePasskeyDialog } from './rename-passkey-dialog.tsx';

/** The user's passkeys: add, rename and remove. */
export function PasskeysSection() {
  const { data, error, isValidating, mutate } = useEndpoint(passkeys.list, {});
  const [isAdding, setIsAdding] = useState(false);
  const [renamed, setRenamed] = useState<Passkey>();
  const removePasskey = useRemoval();
  const full = (data?.passkeys.length ?? 0) >= MAX_PASSKEYS;
  const whyNot = !hasPasskeys()
    ? 'This browser does not support passkeys on this page'
    : full
      ? `There are ${MAX_PASSKEYS} already. Remove one first.`
      : undefined;

  return (
    <SettingSection
      title="Passkeys"
      description="Sign in with your finger, your face or a PIN, without a password. Nobody can trick you into giving a passkey away."
    >
      <Flex direction="column" gap="3" align="flex-start">
        {data ? (
          data.passkeys.length === 0 ? (
            <Text>You have no passkey yet.</Text>
          ) : (
            <SettingList label="Your passkeys">
              {data.passkeys.map((passkey) => (
                <PasskeyRow
                  key={passkey.passkeyId}
                  passkey={passkey}
                  onRename={() => setRenamed(passkey)}
                  onRemove={() => void removePasskey(passkey)}
                />
              ))}
            </SettingList>
          )
        ) : error && !isValidating ? (
          <ErrorState title="Your passkeys could not be loaded" onRetry={() => void mutate()} />
        ) : (
          <Loading label="Loading your passkeys">
            <TextSkeleton lines={2} />
          </Loading>
        )}
        <DisabledReason reason={whyNot}>
          <Button variant="outline" onClick={() => setIsAdding(true)}>
            <Fingerprint size={15} aria-hidden />
            Add a passkey
          </Button>
        </DisabledReason>
      </Flex>
      {isAdding && <AddPasskeyDialog onClose={() => setIsAdding(false)} />}
      {renamed && <RenamePasskeyDialog passkey={renamed} onClose={() => setRenamed(undefined)} />}
    </SettingSection>
  );
}

function useRemoval() {
  const confirm = useConfirm();
  const { trigger } = useEndpointMutation(passkeys.remove, {
    success: 'Passkey removed',
    refreshes: [passkeys.list],
  });
  return async ({ passkeyId, name }: Passkey) => {
    const sure = await confirm({
      title: `Remove the passkey ${name}?`,
      consequence: 'It no longer signs you in. Your device may still show it; delete it there too.',
      actionLabel: 'Remove passkey',
      ...ACTIONS.removePasskey,
    });
    if (sure) await trigger({ passkeyId });
  };
}

interface PasskeyRowProps {
  passkey: Passkey;
  onRename: () => void;
  onRemove: () => void;
}

const PasskeyRow = ({ passkey: { name, createdAt, lastUsedAt, backedUp }, onRename, onRemove }: PasskeyRowProps) => (
  <SettingRow
    title={name}
    facts={
      <>
        {backedUp ? 'Kept by your account or password manager' : 'On one device only'} · added{' '}
        <RelativeTime at={createdAt} focusable /> · last used <RelativeTime at={lastUsedAt} never="never" focusable />
      </>
    }
    actions={
      <>
        <Button size="xs" variant="outline" onClick={onRename} aria-label={`Rename ${name}`}>
          Rename
        </Button>
        <Button size="xs" variant="outline" colorPalette="danger" onClick={onRemove} aria-label={`Remove ${name}`}>
          Remove
        </Button>
      </>
    }
  />
);
