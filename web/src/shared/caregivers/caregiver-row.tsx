import { Button, chakra, Flex, IconButton } from '@chakra-ui/react';
import { Copy, Pencil, ShieldCheck, ShieldOff, Trash2 } from 'lucide-react';
import { CAREGIVER_TYPES, type Caregiver } from '#core/caregivers/caregiver.ts';
import { caregivers } from '#core/caregivers/contract.ts';
import { ACTIONS } from '#core/severity.ts';
import { useConfirm } from '#web/components/dialog/confirm.ts';
import { StatusBadge } from '#web/components/status/status-badge.tsx';
import { useEndpointMutation } from '#web/lib/api/use-endpoint-mutation.ts';
import { copyShown } from '#web/lib/messages/copy-shown.ts';
import { showSuccess, showUndoable } from '#web/lib/messages/show.ts';

interface CaregiverRowProps {
  UnitSerNum: string;
  caregiver: Caregiver;
  /** Undefined if the person may not change caregivers. */
  onEdit: (() => void) | undefined;
}

/** One assigned caregiver, with the actions on the assignment. */
export function CaregiverRow({ UnitSerNum, caregiver, onEdit }: CaregiverRowProps) {
  const { UserKey, UserType, UniqueIdentifier, Name, emails, CaregiverUnits } = caregiver;
  const confirm = useConfirm();
  const { trigger, isMutating } = useEndpointMutation(caregivers.assign, {
    refreshes: [caregivers.list, caregivers.customer],
  });
  const isAdmin = UserType === 'admin';
  const others = CaregiverUnits.filter((unit) => unit !== UnitSerNum);

  const changeType = async () => {
    const next = isAdmin ? 'caregiver' : 'admin';
    if (await trigger({ UnitSerNum, UserKey, updateType: 'admin', UserType: next }))
      showSuccess('Updated Caregiver Type');
  };
  const remove = async () => {
    const sure = await confirm({
      title: `Remove the caregiver ${Name} from ${UnitSerNum}?`,
      consequence: 'The caregiver stays available and can be assigned again.',
      actionLabel: 'Remove caregiver',
      ...ACTIONS.removeCaregiver,
    });
    if (!sure || !(await trigger({ UnitSerNum, UserKey, updateType: 'remove' }))) return;
    showUndoable('Removed Caregiver', () => trigger({ UnitSerNum, UserKey, updateType: 'add', UserType }));
  };

  return (
    <chakra.li
      display="flex"
      alignItems="center"
      flexWrap="wrap"
      gap="2"
      px="4"
      py="3"
      borderTopWidth="1px"
      borderColor="border.subtle"
      _first={{ borderTopWidth: '0' }}
    >
      <Flex direction="column" flex="1" minW="14rem" gap="0.5">
        <Flex align="center" gap="2.5" wrap="wrap">
          <chakra.span fontWeight="600" overflowWrap="anywhere">
            {Name}
          </chakra.span>
          <StatusBadge tone={isAdmin ? 'ok' : 'muted'} label={CAREGIVER_TYPES[UserType]} />
        </Flex>
        <chakra.span color="fg.muted" overflowWrap="anywhere">
          {emails.join(', ')}
        </chakra.span>
        {others.length > 0 && <chakra.span color="fg.muted">{`Also looks after ${others.join(', ')}`}</chakra.span>}
      </Flex>
      <Button
        size="sm"
        variant="ghost"
        textStyle="identifier"
        aria-label={`Copy the unique ID ${UniqueIdentifier} of ${Name}`}
        onClick={() => void copyShown('Unique ID', UniqueIdentifier, 'Unique ID Copied to Clipboard.')}
      >
        {UniqueIdentifier}
        <Copy size={14} aria-hidden />
      </Button>
      {onEdit && (
        <Flex>
          <IconButton size="sm" variant="ghost" aria-label={`Edit the caregiver ${Name}`} onClick={onEdit}>
            <Pencil size={16} aria-hidden />
          </IconButton>
          <IconButton
            size="sm"
            variant="ghost"
            aria-label={isAdmin ? `Make ${Name} a caregiver` : `Make ${Name} an administrator`}
            onClick={() => void changeType()}
            loading={isMutating}
          >
            {isAdmin ? <ShieldOff size={16} aria-hidden /> : <ShieldCheck size={16} aria-hidden />}
          </IconButton>
          <IconButton
            size="sm"
            variant="ghost"
            aria-label={`Remove the caregiver ${Name}`}
            onClick={() => void remove()}
            loading={isMutating}
          >
            <Trash2 size={16} aria-hidden />
          </IconButton>
        </Flex>
      )}
    </chakra.li>
  );
}
