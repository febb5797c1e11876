import { customers } from '#core/customers/contract.ts';
import type { CustomerRecord } from '#core/customers/customer-record.ts';
import { lookupsOf } from '#core/customers/search.ts';
import { CustomerEntity, CustomerLookupEntity } from '#data/customers/entities.ts';
import { tableName } from '#data/kit/table.ts';
import { handler } from '#functions/customers/handler.ts';
import { seed } from '#scripts/seed/seed.ts';
import { itemOf } from '#scripts/seed/write.ts';
import { callEndpoint, signIn } from './caller.ts';
import { flatness } from './flatness.ts';
import { DEALER, DEALER_USER, newTable } from './fleet.ts';
import type { Finding, Measure } from './measure.ts';
import { writeRows } from './write-rows.ts';

const SIZES = [1_000, 100_000] as const;
const PAGE = 10;
const FIRST_NAMES = ['Rosa', 'Ivan', 'Mei', 'Noah', 'Anna', 'Omar', 'Lena', 'Hugo', 'Vera', 'Paul'];
const CITIES = ['Provo', 'Salem', 'Boise', 'Reno', 'Tucson'];

interface Size {
  customers: number;
  table: string;
}

/**
 * Checks whether the cost of a page of customers, and of a search by name, phone number and address, depends on their number: a dealer with 1,000 customers
 * compared with one with 100,000, each with its own table, in turn.
 */
export const measure: Measure = async () => {
  await newTable();
  await seed({ count: 0, now: Date.now() }, () => {});
  const { token } = await signIn(DEALER_USER);
  const sizes: Size[] = [];
  for (const count of SIZES) sizes.push(await fill(count));

  const search = (text: string, cursor?: string) =>
    callEndpoint(handler, customers.search, { text, pageSize: PAGE, cursor }, token);
  const list = (cursor?: string) =>
    callEndpoint(handler, customers.list, { type: 0, myLinkStatus: 23, pageSize: PAGE, cursor }, token);
  const questions: [string, number, () => Promise<string>][] = [
    ['first page of the list', PAGE, () => list()],
    ['search by a frequent name', PAGE, () => search('rosa')],
    ['search by a full name', 1, () => search('Rosa Willow 000500')],
    ['search by a phone number', 1, () => search('(801) 555-0500')],
    ['search by the last seven digits', 1, () => search('555-0500')],
    ['search by a street', 1, () => search('000500 Main Street')],
    ['search by a city', PAGE, () => search('provo')],
  ];
  const findings: Finding[] = [];
  for (const [question, rows, ask] of questions) {
    for (const size of sizes) requireRows(await within(size, ask), rows, question);
    const sized = sizes.map((size) => ({
      name: `${size.customers.toLocaleString('en-US')} customers`,
      ask: () => within(size, ask),
    }));
    findings.push(...(await flatness(question, sized, 12_000)));
  }
  return findings;
};

/** Each number is in one street, one last name and one phone number. */
function customer(number: number): CustomerRecord {
  const digits = String(number).padStart(6, '0');
  const key = `01KAJN9FR0${String(number).padStart(16, '0')}`;
  const name = { key, FirstName: FIRST_NAMES[number % FIRST_NAMES.length]!, LastName: `Willow ${digits}` };
  const phone = `801${String(5_550_000 + number).padStart(7, '0')}`;
  const street = { Address1: `${digits} Main Street`, Address2: '', City: CITIES[number % CITIES.length]! };
  return {
    ...{ CustomerKey: key, DealerKey: DEALER.DealerKey, dealerPath: DEALER.dealerPath, version: 1, units: [] },
    ...{ customerType: 0, myLinkStatus: 23, names: [{ ...name, HomePhone: phone, CellPhone: '' }] },
    addresses: [{ ...street, key, State: 'UT', Zip: '84601', Country: 'USA' }],
  };
}

async function fill(count: number): Promise<Size> {
  const size = { customers: count, table: `customers-${count}` };
  const usual = tableName();
  process.env.TABLE_NAME = size.table;
  try {
    await newTable();
    writeRows(rowsOf(count));
  } finally {
    process.env.TABLE_NAME = usual;
  }
  return size;
}

function* rowsOf(count: number) {
  for (let number = 0; number < count; number++) {
    const one = customer(number);
    yield itemOf(CustomerEntity, one);
    // The root dealer finds the customers too, in a partition that these searches do not read.
    for (const lookup of lookupsOf(one))
      if (lookup.DealerKey === DEALER.DealerKey) yield itemOf(CustomerLookupEntity, lookup);
  }
}

/** Runs with the stores on the table of the size; dealers and people stay in the common one. */
async function within<Result>({ table }: Size, work: () => Promise<Result>): Promise<Result> {
  for (const entity of [CustomerEntity, CustomerLookupEntity]) entity.setTableName(table);
  return work();
}

function requireRows(body: string, rows: number, question: string): void {
  const { items } = JSON.parse(body) as { items: object[] };
  if (items.length !== rows) throw new Error(`${question}: ${items.length} rows instead of ${rows}`);
}
