import type { CaregiverFields } from '#core/caregivers/caregiver.ts';
import { caregivers } from '#core/caregivers/contract.ts';
import { AppError } from '#core/errors.ts';
import type { Scope } from '#core/scope.ts';
import { caregiverStore } from '#data/caregivers/caregivers.ts';
import { unitCustomerStore } from '#data/caregivers/customers.ts';
import { customerStore } from '#data/customers/customers.ts';
import { unitStore } from '#data/units/units.ts';
import { serve } from '#platform/http/serve.ts';

export const handler = serve(caregivers, {
  async create({ input: { UnitSerNum, ...fields }, scope }) {
    return caregiverStore.create(scope, await unitStore.get(scope, UnitSerNum), fields, Date.now());
  },

  async assign({ input, scope }) {
    const { UserKey, UserType, updateType } = input;
    const now = Date.now();
    const unit = await unitStore.get(scope, input.UnitSerNum);
    if (updateType === 'add') await caregiverStore.assign(scope, unit, UserKey, UserType, now);
    if (updateType === 'remove') await caregiverStore.unassign(scope, unit, UserKey, now);
    if (updateType === 'admin') await caregiverStore.setType(scope, unit, UserKey, UserType, now);
    if (updateType === 'update') await caregiverStore.update(scope, unit, UserKey, changeIn(input), now);
    return {};
  },

  async list({ input: { id, search }, scope }) {
    const unit = await unitStore.get(scope, id);
    const assigned = await caregiverStore.ofUnit(unit);
    return { assigned, ...(await caregiverStore.available(unit, search, assigned)) };
  },

  async customer({ input, scope }) {
    const customer = await readCustomer(scope, input.UnitSerNum);
    return { caregiverCustomer: customer ? [customer] : [] };
  },

  async saveCustomer({ input: { UnitSerNum, CustomerKey, seen, HomeAddress }, scope }) {
    const now = Date.now();
    const unit = await unitStore.get(scope, UnitSerNum);
    if (CustomerKey === undefined) return unitCustomerStore.create(scope, unit, HomeAddress, now);
    if (!seen) throw missing('seen');
    return unitCustomerStore.update(scope, unit, { CustomerKey, seen, entered: HomeAddress }, now);
  },

  async deleteCustomer({ input: { UnitSerNum, key, selected }, scope }) {
    const unit = await unitStore.get(scope, UnitSerNum);
    await unitCustomerStore.remove(scope, unit, key, selected.split(','), Date.now());
    return {};
  },

  async address({ input, scope }) {
    const customer = await readCustomer(scope, input.id);
    if (!customer) throw new AppError('NOT_FOUND', 'The unit has no customer');
    return customer;
  },

  async isAttached({ input, scope }) {
    return { attached: (await unitCustomerStore.ofUnit(await unitStore.get(scope, input.id))) !== undefined };
  },
});

/** The customer of a unit for a reader, whom the audit names. */
async function readCustomer(scope: Scope, UnitSerNum: string) {
  const unit = await unitStore.get(scope, UnitSerNum);
  const customer = await unitCustomerStore.ofUnit(unit);
  if (customer) await customerStore.noteRead(scope, { ...customer, DealerKey: unit.DealerKey }, Date.now());
  return customer;
}

function changeIn({ seen, entered }: { seen?: CaregiverFields | undefined; entered?: CaregiverFields | undefined }) {
  if (!seen) throw missing('seen');
  if (!entered) throw missing('entered');
  return { seen, entered };
}

const missing = (path: string) => new AppError('INVALID', 'Enter a value', [{ path, message: 'Enter a value' }]);
