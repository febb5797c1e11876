import { Box, Button, chakra, Flex } from '@chakra-ui/react';
import { Download, Eraser, Plus, Unlink } from 'lucide-react';
import { type ReactNode, useState } from 'react';
import { addressLine } from '#core/caregivers/customer.ts';
import { CUSTOMER_EDITORS } from '#core/customers/access.ts';
import {
  ACTIVE,
  ARCHIVED,
  type Customer,
  type CustomerAddress,
  type CustomerName,
  customerWords,
  fullName,
} from '#core/customers/customer.ts';
import { fullUnitID, UNIT_STATUS } from '#core/units/unit.ts';
import { formatPhone } from '#web/components/form/phone.ts';
import { SelectField } from '#web/components/form/select-field.tsx';
import { EntryActions } from '#web/components/menu/entry-actions.tsx';
import { Page } from '#web/components/page/page.tsx';
import { PageHeader } from '#web/components/page/page-header.tsx';
import { SettingList, SettingRow } from '#web/components/page/setting-list.tsx';
import { SettingSection } from '#web/components/page/setting-section.tsx';
import { StatusBadge } from '#web/components/status/status-badge.tsx';
import { TextLink } from '#web/components/text/text-link.tsx';
import { DisabledReason } from '#web/components/tooltip/disabled-reason.tsx';
import { usePageTrail } from '#web/lib/page/page-trail.ts';
import { paths } from '#web/lib/page/paths.ts';
import { useMay } from '#web/lib/session/session.tsx';
import { AddressDialog } from './address-dialog.tsx';
import { AssignUnitDialog } from './assign-unit-dialog.tsx';
import { typeWords } from './list-address.ts';
import { NameDialog } from './name-dialog.tsx';
import { TYPE_OPTIONS } from './type-options.ts';
import { useCustomerActions } from './use-customer-actions.tsx';

type Opened =
  | { what: 'name'; name: CustomerName | undefined }
  | { what: 'address'; address: CustomerAddress | undefined }
  | { what: 'unit' };

/** One customer: names, addresses, units, caregivers and account status. `unit`: the unit page that led here. */
export function CustomerView({ customer, unit }: { customer: Customer; unit: string | undefined }) {
  const mayEdit = useMay(CUSTOMER_EDITORS);
  const actions = useCustomerActions(customer);
  const [opened, setOpened] = useState<Opened>();
  const close = () => setOpened(undefined);
  const isArchived = customer.myLinkStatus === ARCHIVED;
  const name = customerWords(customer);
  usePageTrail([{ label: name }]);
  return (
    <Page>
      <PageHeader
        title={name}
        description={
          <>
            {`${typeWords(customer)} · ${customer.DealerName}`}
            {unit && (
              <>
                {' · '}
                <TextLink to={paths.unit(unit)}>{`Back to unit ${unit}`}</TextLink>
              </>
            )}
          </>
        }
        badge={isArchived ? <StatusBadge tone="muted" label="Archived" /> : <StatusBadge tone="ok" label="Active" />}
      />
      <div>
        <SettingSection title="Account" description="Archiving sets the customer’s units free.">
          <Flex gap="4" wrap="wrap">
            <Box minW="12rem">
              <SelectField
                name="myLinkStatus"
                label="Account status"
                value={customer.myLinkStatus}
                options={[
                  { value: ACTIVE, label: 'Active' },
                  { value: ARCHIVED, label: 'Archived' },
                ]}
                disabledReason={readOnly(mayEdit)}
                onChange={(next) => next !== undefined && void actions.setStatus(next)}
              />
            </Box>
            <Box minW="12rem">
              <SelectField
                name="customerType"
                label="Type"
                value={customer.customerType}
                options={TYPE_OPTIONS}
                disabledReason={readOnly(mayEdit)}
                onChange={(next) => next !== undefined && void actions.setType(next)}
              />
            </Box>
          </Flex>
        </SettingSection>

        <SettingSection title="Names" description="The people of the customer, and how to reach them.">
          <Entries label="Names" empty="This customer has no name yet.">
            {customer.names.map((one) => (
              <SettingRow
                key={one.key}
                title={fullName(one)}
                facts={phoneWords(one)}
                actions={
                  mayEdit && (
                    <EntryActions
                      name={fullName(one)}
                      onEdit={() => setOpened({ what: 'name', name: one })}
                      onDelete={() => void actions.removeName(one)}
                    />
                  )
                }
              />
            ))}
          </Entries>
          {mayEdit && <Add label="Add name" onClick={() => setOpened({ what: 'name', name: undefined })} />}
        </SettingSection>

        <SettingSection
          title="Addresses"
          description="The first one is the home address. Caregivers of the unit see it."
        >
          <Entries label="Addresses" empty="">
            {customer.addresses.map((one, index) => (
              <SettingRow
                key={one.key}
                title={addressLine(one)}
                facts={index === 0 ? 'Home address' : 'Other address'}
                actions={
                  mayEdit && (
                    <EntryActions
                      name={one.Address1}
                      onEdit={() => setOpened({ what: 'address', address: one })}
                      onDelete={() => void actions.removeAddress(one)}
                    />
                  )
                }
              />
            ))}
          </Entries>
          {mayEdit && <Add label="Add address" onClick={() => setOpened({ what: 'address', address: undefined })} />}
        </SettingSection>

        <SettingSection title="Units" description="A unit has at most one customer.">
          <Entries label="Units" empty="This customer has no unit.">
            {customer.unitDetails.map((one) => (
              <SettingRow
                key={one.UnitSerNum}
                title={<TextLink to={paths.unit(one.UnitSerNum)}>{one.UnitSerNum}</TextLink>}
                facts={[one.UnitModel, fullUnitID({ UnitLineID: '', UnitID: one.UnitID }), UNIT_STATUS[one.UnitStatus]]
                  .filter(Boolean)
                  .join(' · ')}
                actions={
                  mayEdit && (
                    <Button
                      size="xs"
                      variant="outline"
                      aria-label={`Take off ${one.UnitSerNum}`}
                      onClick={() => void actions.takeOffUnit(one.UnitSerNum)}
                    >
                      <Unlink size={14} aria-hidden />
                      Take off
                    </Button>
                  )
                }
              />
            ))}
          </Entries>
          {mayEdit && (
            <Add
              label="Assign unit"
              onClick={() => setOpened({ what: 'unit' })}
              disabledReason={isArchived ? 'Activate the customer first' : undefined}
            />
          )}
        </SettingSection>

        <SettingSection title="Caregivers" description="Who looks after the wearers. Changed on the page of a unit.">
          <Entries label="Caregivers" empty="No caregiver is assigned.">
            {customer.caregivers.map(({ UserKey, Name, UnitSerNum }) => (
              <SettingRow key={`${UserKey} ${UnitSerNum}`} title={Name} facts={`Unit ${UnitSerNum}`} />
            ))}
          </Entries>
        </SettingSection>

        {mayEdit && (
          <SettingSection
            title="Personal data"
            description="For a person who asks what is stored, or asks to delete it. The audit names who did it."
          >
            <Flex gap="3" wrap="wrap">
              <Button variant="outline" onClick={() => void actions.exportData()}>
                <Download size={16} aria-hidden />
                Export data
              </Button>
              <Button variant="outline" colorPalette="danger" onClick={() => void actions.erase()}>
                <Eraser size={16} aria-hidden />
                Erase data
              </Button>
            </Flex>
          </SettingSection>
        )}
      </div>
      {opened?.what === 'name' && <NameDialog customer={customer} name={opened.name} onClose={close} />}
      {opened?.what === 'address' && <AddressDialog customer={customer} address={opened.address} onClose={close} />}
      {opened?.what === 'unit' && <AssignUnitDialog customer={customer} onClose={close} />}
    </Page>
  );
}

const readOnly = (mayEdit: boolean) => (mayEdit ? undefined : 'You can only read customers');

const phoneWords = ({ HomePhone, CellPhone }: CustomerName) =>
  [HomePhone && `Home ${formatPhone(HomePhone)}`, CellPhone && `Cell ${formatPhone(CellPhone)}`]
    .filter(Boolean)
    .join(' · ') || 'No phone number';

interface EntriesProps {
  label: string;
  empty: string;
  children: readonly ReactNode[];
}

const Entries = ({ label, empty, children }: EntriesProps) =>
  children.length === 0 ? (
    <chakra.p color="fg.muted">{empty}</chakra.p>
  ) : (
    <SettingList label={label}>{children}</SettingList>
  );

interface AddProps {
  label: string;
  onClick: () => void;
  disabledReason?: string | undefined;
}

const Add = ({ label, onClick, disabledReason }: AddProps) => (
  <Flex mt="3">
    <DisabledReason reason={disabledReason}>
      <Button size="sm" variant="outline" onClick={onClick}>
        <Plus size={15} aria-hidden />
        {label}
      </Button>
    </DisabledReason>
  </Flex>
);
