import { HomeAddress } from '#core/caregivers/customer.ts';
import { customers } from '#core/customers/contract.ts';
import { NameFields } from '#core/customers/customer.ts';
import { AppError } from '#core/errors.ts';
import { customerChangeStore } from '#data/customers/customer-changes.ts';
import { customerStore } from '#data/customers/customers.ts';
import { shownCustomers } from '#data/customers/shown.ts';
import { unassignedUnits } from '#data/customers/unassigned-units.ts';
import { serve } from '#platform/http/serve.ts';
import { detailsOf } from './details.ts';
import { exportedData } from './exported-data.ts';

export const handler = serve(customers, {
  async list({ input, scope }) {
    const { items, cursor } = await customerStore.list(scope, input);
    return { items: await shownCustomers(items, Date.now()), cursor };
  },

  async search({ input, scope }) {
    const { items, cursor } = await customerStore.search(scope, input);
    return { items: await shownCustomers(items, Date.now()), cursor };
  },

  async get({ input, scope }) {
    const now = Date.now();
    const customer = await customerStore.get(scope, input.myLinkKey);
    await customerStore.noteRead(scope, customer, now);
    return detailsOf(scope, customer, now);
  },

  async create({ input, scope }) {
    const given = {
      customerType: input.customerType,
      name: NameFields.parse(input),
      address: HomeAddress.parse(input),
    };
    return { myLinkKey: await customerChangeStore.create(scope, given, Date.now()) };
  },

  async addName({ input: { myLinkKey, ...name }, scope }) {
    await customerChangeStore.addName(scope, myLinkKey, name, Date.now());
    return {};
  },

  async addAddress({ input: { myLinkKey, ...address }, scope }) {
    await customerChangeStore.addAddress(scope, myLinkKey, address, Date.now());
    return {};
  },

  async update({ input: { myLinkKey, ...changed }, scope }) {
    await customerChangeStore.update(scope, myLinkKey, changed, Date.now());
    return {};
  },

  async remove({ input: { myLinkKey, name, address, UnitSerNum }, scope }) {
    const now = Date.now();
    if ([name, address, UnitSerNum].filter((one) => one !== undefined).length !== 1) throw nothingNamed();
    if (name !== undefined) await customerChangeStore.removeName(scope, myLinkKey, name, now);
    if (address !== undefined) await customerChangeStore.removeAddress(scope, myLinkKey, address, now);
    if (UnitSerNum !== undefined) await customerChangeStore.takeOffUnit(scope, myLinkKey, UnitSerNum, now);
    return {};
  },

  async assignUnit({ input, scope }) {
    await customerChangeStore.assignUnit(scope, input.myLinkKey, input.UnitSerNum, Date.now());
    return {};
  },

  async changeAccountStatus({ input, scope }) {
    await customerChangeStore.setStatus(scope, input.myLinkKey, input.myLinkStatus, Date.now());
    return {};
  },

  async unassigned({ input: { myLinkKey, search }, scope }) {
    const { dealerKey: DealerKey, dealerPath } = scope;
    const owner = myLinkKey === undefined ? { DealerKey, dealerPath } : await customerStore.get(scope, myLinkKey);
    return unassignedUnits(owner, search);
  },

  exportData: async ({ input, scope }) =>
    exportedData(scope, await customerStore.get(scope, input.myLinkKey), Date.now()),

  async erase({ input, scope }) {
    await customerChangeStore.erase(scope, input.myLinkKey, input.version, Date.now());
    return {};
  },
});

const nothingNamed = () => {
  const message = 'Name one thing to remove';
  return new AppError('INVALID', message, [{ path: 'name', message }]);
};
