import { Button, chakra, Flex } from '@chakra-ui/react';
import { House, Pencil, Plus, Trash2, UserRound } from 'lucide-react';
import { useState } from 'react';
import { Link } from 'react-router';
import type { Caregiver } from '#core/caregivers/caregiver.ts';
import { caregivers } from '#core/caregivers/contract.ts';
import { addressLine, type CaregiverCustomer } from '#core/caregivers/customer.ts';
import { CUSTOMER_READERS } from '#core/customers/access.ts';
import { EmptyState } from '#web/components/states/empty-state.tsx';
import { paths } from '#web/lib/page/paths.ts';
import { useMay } from '#web/lib/session/session.tsx';
import { CustomerDialog } from './customer-dialog.tsx';
import { useDeleteCustomer } from './use-delete-customer.tsx';

interface CustomerPanelProps {
  UnitSerNum: string;
  customer: CaregiverCustomer | undefined;
  assigned: readonly Caregiver[];
}

/** The customer of a unit: created, changed and deleted here. */
export function CustomerPanel({ UnitSerNum, customer, assigned }: CustomerPanelProps) {
  const [isOpen, setOpen] = useState(false);
  const open = () => setOpen(true);
  return (
    <>
      {customer ? (
        <ShownCustomer UnitSerNum={UnitSerNum} customer={customer} assigned={assigned} onEdit={open} />
      ) : (
        <NoCustomer onCreate={open} />
      )}
      {/* It stays open if somebody else creates or deletes the customer meanwhile, with what was typed. */}
      {isOpen && <CustomerDialog UnitSerNum={UnitSerNum} customer={customer} onClose={() => setOpen(false)} />}
    </>
  );
}

function NoCustomer({ onCreate }: { onCreate: () => void }) {
  const maySave = useMay(caregivers.saveCustomer.access);
  return (
    <EmptyState
      icon={House}
      title="This unit has no customer"
      description="A customer is where the wearer lives. Caregivers are assigned to the unit of a customer."
      action={
        maySave && (
          <Button onClick={onCreate}>
            <Plus size={16} aria-hidden />
            Create customer
          </Button>
        )
      }
    />
  );
}

interface ShownCustomerProps extends CustomerPanelProps {
  customer: CaregiverCustomer;
  onEdit: () => void;
}

function ShownCustomer({ UnitSerNum, customer, assigned, onEdit }: ShownCustomerProps) {
  const maySave = useMay(caregivers.saveCustomer.access);
  const mayOpen = useMay(CUSTOMER_READERS);
  const mayDelete = useMay(caregivers.deleteCustomer.access);
  const remove = useDeleteCustomer(UnitSerNum);
  return (
    <chakra.section aria-label="Customer" borderWidth="1px" borderRadius="l3" bg="bg.panel" px="4" py="3.5">
      <Flex align="center" gap="2" wrap="wrap">
        <Flex direction="column" flex="1" minW="14rem">
          <chakra.h2 textStyle="sectionTitle">Customer</chakra.h2>
          <chakra.p color="fg.muted" textWrap="pretty">
            {addressLine(customer.HomeAddress)}
          </chakra.p>
        </Flex>
        {mayOpen && (
          <Button size="sm" variant="outline" asChild>
            <Link to={paths.customer({ myLinkKey: customer.CustomerKey, UnitSerNum, customerType: 0 })}>
              <UserRound size={15} aria-hidden />
              Open customer
            </Link>
          </Button>
        )}
        {maySave && (
          <Button size="sm" variant="outline" onClick={onEdit}>
            <Pencil size={15} aria-hidden />
            Edit customer
          </Button>
        )}
        {mayDelete && (
          <Button size="sm" variant="outline" onClick={() => void remove(customer, assigned)}>
            <Trash2 size={15} aria-hidden />
            Delete customer
          </Button>
        )}
      </Flex>
    </chakra.section>
  );
}
