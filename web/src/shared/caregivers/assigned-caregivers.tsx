import { Button, chakra, Flex } from '@chakra-ui/react';
import { HeartHandshake, Plus, UserPlus } from 'lucide-react';
import { useState } from 'react';
import type { Caregiver } from '#core/caregivers/caregiver.ts';
import { caregivers } from '#core/caregivers/contract.ts';
import { EmptyState } from '#web/components/states/empty-state.tsx';
import { useMay } from '#web/lib/session/session.tsx';
import { AssignDialog } from './assign-dialog.tsx';
import { CaregiverDialog } from './caregiver-dialog.tsx';
import { CaregiverRow } from './caregiver-row.tsx';

interface AssignedCaregiversProps {
  UnitSerNum: string;
  /** Caregivers are assigned only to the unit of a customer. */
  hasCustomer: boolean;
  assigned: readonly Caregiver[];
}

/** The assigned caregivers of a unit, and the dialogs that change them. */
export function AssignedCaregivers({ UnitSerNum, hasCustomer, assigned }: AssignedCaregiversProps) {
  const [opened, setOpened] = useState<Caregiver | 'new' | 'assign'>();
  const close = () => setOpened(undefined);
  return (
    <>
      {hasCustomer && <CaregiverList UnitSerNum={UnitSerNum} assigned={assigned} onOpen={setOpened} />}
      {/* They stay open if somebody else deletes the customer meanwhile, with what was typed. */}
      {opened === 'assign' && <AssignDialog UnitSerNum={UnitSerNum} onClose={close} />}
      {opened && opened !== 'assign' && (
        <CaregiverDialog UnitSerNum={UnitSerNum} caregiver={opened === 'new' ? undefined : opened} onClose={close} />
      )}
    </>
  );
}

interface CaregiverListProps extends Omit<AssignedCaregiversProps, 'hasCustomer'> {
  onOpen: (opened: Caregiver | 'new' | 'assign') => void;
}

function CaregiverList({ UnitSerNum, assigned, onOpen }: CaregiverListProps) {
  const mayCreate = useMay(caregivers.create.access);
  const mayAssign = useMay(caregivers.assign.access);
  const isEmpty = assigned.length === 0;
  const actions = (
    <Flex gap="2" wrap="wrap" justify="center">
      {mayAssign && (
        <Button variant="outline" onClick={() => onOpen('assign')}>
          <UserPlus size={16} aria-hidden />
          Assign caregivers
        </Button>
      )}
      {mayCreate && (
        <Button variant={isEmpty ? 'solid' : 'outline'} onClick={() => onOpen('new')}>
          <Plus size={16} aria-hidden />
          Create caregiver
        </Button>
      )}
    </Flex>
  );
  if (isEmpty)
    return (
      <EmptyState
        icon={HeartHandshake}
        title="No caregiver is assigned"
        description="Create one, or assign one who looks after another unit."
        action={actions}
      />
    );
  return (
    <chakra.section aria-label="Assigned caregivers" display="flex" flexDirection="column" gap="3">
      <Flex justify="space-between" align="center" gap="3" wrap="wrap">
        <chakra.h2 textStyle="sectionTitle">Assigned caregivers</chakra.h2>
        {actions}
      </Flex>
      <chakra.ul borderWidth="1px" borderRadius="l3" bg="bg.panel" overflow="hidden">
        {assigned.map((caregiver) => (
          <CaregiverRow
            key={caregiver.UserKey}
            UnitSerNum={UnitSerNum}
            caregiver={caregiver}
            onEdit={mayAssign ? () => onOpen(caregiver) : undefined}
          />
        ))}
      </chakra.ul>
    </chakra.section>
  );
}
