import { useNavigate } from 'react-router';
import { addressLine } from '#core/caregivers/customer.ts';
import type { Endpoint } from '#core/contract.ts';
import { customers } from '#core/customers/contract.ts';
import {
  type AccountStatus,
  ARCHIVED,
  type Customer,
  type CustomerAddress,
  type CustomerName,
  type CustomerType,
  customerWords,
  fullName,
} from '#core/customers/customer.ts';
import { withoutAddress, withoutName } from '#core/customers/rules.ts';
import { ACTIONS } from '#core/severity.ts';
import { useConfirm } from '#web/components/dialog/confirm.ts';
import { call, type Input } from '#web/lib/api/api.ts';
import { saveText } from '#web/lib/messages/save-text.ts';
import { showFailure, showFailureUnder } from '#web/lib/messages/show.ts';
import { paths } from '#web/lib/page/paths.ts';
import { useCustomerChange } from './use-customer-change.ts';

/** What can be done to a customer, with the question before it. */
export function useCustomerActions(customer: Customer) {
  const { myLinkKey, version, units, customerType: type } = customer;
  const confirm = useConfirm();
  const navigate = useNavigate();
  const change = useCustomerChange();
  const send = <E extends Endpoint>(endpoint: E, input: Input<E>, success: string) =>
    change(endpoint, input, { success }).then(
      () => true,
      () => false,
    );

  return {
    setType: (customerType: CustomerType) =>
      send(customers.update, { myLinkKey, version, customerType }, 'Type changed'),

    /** Archiving asks first. Declining changes nothing, so the status stays 23. */
    async setStatus(myLinkStatus: AccountStatus) {
      const archives = myLinkStatus === ARCHIVED;
      const sure =
        !archives ||
        (await confirm({
          title: `Archive ${customerWords(customer)}?`,
          consequence: freedWords(units),
          actionLabel: 'Archive customer',
          ...ACTIONS.archiveCustomer,
        }));
      if (!sure) return;
      const success = archives ? 'Customer archived' : 'Customer activated';
      await send(customers.changeAccountStatus, { myLinkKey, myLinkStatus }, success);
    },

    async removeName(name: CustomerName) {
      if (!isPossible(() => withoutName(customer, name.key))) return;
      const sure = await confirm({
        title: `Remove ${fullName(name)}?`,
        consequence: 'The name and its phone numbers are deleted.',
        actionLabel: 'Remove name',
        ...ACTIONS.removeFromCustomer,
      });
      if (sure) await send(customers.remove, { myLinkKey, name: name.key }, 'Name removed');
    },

    async removeAddress(address: CustomerAddress) {
      if (!isPossible(() => withoutAddress(customer, address.key))) return;
      const sure = await confirm({
        title: 'Remove the address?',
        consequence: addressLine(address),
        actionLabel: 'Remove address',
        ...ACTIONS.removeFromCustomer,
      });
      if (sure) await send(customers.remove, { myLinkKey, address: address.key }, 'Address removed');
    },

    async takeOffUnit(UnitSerNum: string) {
      const sure = await confirm({
        title: `Take ${UnitSerNum} off the customer?`,
        consequence: freedWords([UnitSerNum]),
        actionLabel: 'Take unit off',
        ...ACTIONS.removeFromCustomer,
      });
      if (sure) await send(customers.remove, { myLinkKey, UnitSerNum }, `Unit ${UnitSerNum} is free`);
    },

    async exportData() {
      try {
        const data = await call(customers.exportData, { myLinkKey });
        saveText(`customer ${myLinkKey}.json`, JSON.stringify(data, null, 2), 'application/json');
      } catch (error) {
        showFailureUnder('The data could not be exported', error);
      }
    },

    async erase() {
      const sure = await confirm({
        title: `Erase the data of ${customerWords(customer)}?`,
        consequence: `Names, phone numbers and addresses are deleted for good. ${freedWords(units)} Bills and the audit keep no personal data.`,
        actionLabel: 'Erase data',
        ...ACTIONS.eraseCustomer,
      });
      if (sure && (await send(customers.erase, { myLinkKey, version }, 'The data of the customer was erased')))
        await navigate(paths.customers({ customerType: type }), { replace: true });
    },
  };
}

function freedWords(units: readonly string[]): string {
  if (units.length === 0) return 'The customer has no unit.';
  const named = units.length === 1 ? `The unit ${units[0]} is` : `The units ${units.join(', ')} are`;
  const reminders = units.length === 1 ? 'Its reminders' : 'Their reminders';
  return `${named} set free and removed from the customer, with the caregivers. ${reminders} are deleted. A wearable forgets its home Wi-Fi. Nobody is told when a free unit stays silent.`;
}

/** False if a rule refuses it. The person sees why. */
function isPossible(rule: () => unknown): boolean {
  try {
    rule();
    return true;
  } catch (error) {
    showFailure(error);
    return false;
  }
}
