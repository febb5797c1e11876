import { beforeAll, describe, expect, it } from 'vitest';
import { USER_TYPE } from '#core/access.ts';
import { accessories } from '#core/accessories/contract.ts';
import { caregivers } from '#core/caregivers/contract.ts';
import type { Endpoint } from '#core/contract.ts';
import { customers } from '#core/customers/contract.ts';
import { monitoringCenters } from '#core/monitoring-centers/contract.ts';
import { FIRST_DETAILS } from '#core/orders/order.ts';
import { reminders } from '#core/reminders/contract.ts';
import { badPowerModules } from '#core/reports/definitions/units.ts';
import { savedReports } from '#core/saved-reports/contract.ts';
import { support } from '#core/support/contract.ts';
import { HOUR, instant, MINUTE } from '#core/time.ts';
import { unitConfiguration } from '#core/unit-configuration/contract.ts';
import { identityOf } from '#core/unit-configuration/identity.ts';
import { unitNotes } from '#core/unit-notes/contract.ts';
import { units } from '#core/units/contract.ts';
import { auditEntry, recordAudit } from '#data/audit/audit.ts';
import { BillLineEntity, SimUsageEntity } from '#data/billing/entities.ts';
import { BulkActionRowEntity } from '#data/bulk-actions/bulk-action-rows.ts';
import { protocolLogStore } from '#data/history/protocol-log.ts';
import { unitLogStore } from '#data/history/unit-log.ts';
import { change } from '#data/kit/change.ts';
import { locationLogStore } from '#data/location/location-log.ts';
import { OrderEntity } from '#data/orders/entities.ts';
import { activeDayStore } from '#data/reports/active-days.ts';
import { recordFact } from '#data/reports/record-facts.ts';
import { UnitEntity, unitStore } from '#data/units/units.ts';
import { ask, call } from '#support/call.ts';
import { aUser } from '#support/people.ts';
import { follow } from '#support/reactions.ts';
import { aStreamReader } from '#support/stream.ts';
import { aWorld, runningScope } from '#support/world.ts';
import { CLOSED, type Named, sampleOf } from './endpoints.ts';
import { OWNER } from './facts.ts';
import { callerOf, type People, peopleOf } from './moved-people.ts';

// Each fact is a mark that only the former dealer has written or received. People with every flag ask all that can be read: before the move those of
// the former dealer, who are told each mark, and after it those of the new dealer, who are told none.

const UNIT = '400220';
const NEW_DEALER = 49;
const CUSTOMER = '01KAJN9FR00000000000000333';
const ORDER = '01KAJN9FR00000000000007104';
const BULK_ACTION = '01KAJN9FR00000000000000220';
/** The period of the bill of the samples. */
const BILLED = '2026-10';

/** A moment of the session with the console. */
const CONSOLE_SESSION = Date.parse('2026-11-20T09:30:10.000Z');

/** What differs between the dealers of the unit, by what it is. */
const FACTS = {
  'first name of the customer': 'Zelmira',
  'last name of the customer': 'Quintrell',
  'address of the customer': '77 Secret Lane',
  'name of a caregiver': 'Oswaldine Quill',
  'e-mail address of a caregiver': 'former@secret.example',
  note: 'Former note about the wearer',
  tag: 'former family',
  'first own text': 'Room of Mrs. Wu',
  'second own text': 'Account of Mrs. Wu',
  'patient of the vitals portal': 'patient-of-the-former-dealer',
  'hub in the home': '02:57:4B:77:77:77',
  'name of a zone': 'Former zone name',
  'reason of a ping': 'Former ping reason',
  'type of an event': 'Former event type',
  'number of a call': '+15557779999',
  'place of the unit': '47.123987',
  'kind of a place': 'Former home Wi-Fi',
  'text message to its SIM': 'Former text to the SIM',
  'row of a bulk action': 'Former reason of a row',
  'line of a bill': '+15557770001',
  'usage of a SIM': '7712345',
  'steps of a day': '98765',
  'message of the unit': 'c0ffee00c0ffee',
  'line of the console': 'Former command in the console',
  'earlier own text in the audit': 'Earlier room of Mrs. Wu',
  'note on an alarm': 'Former note on the alarm',
  'person who set a reminder': 'former.setter@people.example',
  'row of a report': '73.125',
  'number of the order': 'PO of the former dealer',
  'saved view': 'Units of Mrs. Wu',
  'saved report': 'Modules of Mrs. Wu',
  'support ticket': 'Former comment on the ticket',
} as const;
type Fact = keyof typeof FACTS;

interface Answer extends Record<string, unknown> {
  Unit: Record<string, unknown>;
  slot1: { iccid: string };
  slot2: { iccid: string };
  devices: { SerialNumber: string }[];
}

/** What the unit takes along, by the call that tells it. */
const GOES_ALONG: [string, (answer: Answer) => unknown][] = [
  [
    'unit-configuration.get',
    ({ revision, state, tabs, Events, settings }) => [revision, state, tabs, Events, settings],
  ],
  ['unit-configuration.syncQueue', ({ messages }) => messages],
  ['units.get', ({ Unit: { UnitSerNum, UnitModel, IMEI, FirmVer } }) => [UnitSerNum, UnitModel, IMEI, FirmVer]],
  ['sims.simData', ({ slot1, slot2 }) => [slot1.iccid, slot2.iccid]],
  ['accessories.rfDevices', ({ devices }) => devices.map(({ SerialNumber }) => SerialNumber)],
  ['accessories.bluetoothDevices', (answer) => answer],
];

const READING_POSTS = [
  ...['unit-configuration.compareToTemplate', 'consoles.getDBShift', 'logs.getTCPLog', 'logs.getMPERSLog'],
  ...['logs.getDebugLog', 'location.breadcrumb', 'customers.search', 'monitoring-centers.operatorExport'],
  ...['monitoring-centers.exportAlarm', 'bulk-actions.dryRun'],
];
/** Every call that reads. */
const READS = CLOSED.filter(({ name, endpoint }) => endpoint.method === 'GET' || READING_POSTS.includes(name));

/** The sample of a call, asked by people of a dealer, from its first day until now. */
function inputOf({ name }: Named, dealer: number) {
  const sample = JSON.parse(
    JSON.stringify(sampleOf(name)).replaceAll(/"(dealerKey|DealerKey|dealer)":("?)220\2/g, `"$1":$2${dealer}$2`),
  );
  const end = instant(Date.now() + HOUR);
  if ('endDate' in sample) sample.endDate = sample.endDate.length === 10 ? end.slice(0, 10) : end;
  if (name === 'customers.search') sample.text = FACTS['last name of the customer'].toLowerCase();
  return sample;
}

async function toldTo(people: People, dealer: number): Promise<Map<string, string>> {
  const told = new Map<string, string>();
  for (const named of READS) {
    const { endpoint } = named;
    const askers = [...new Set([callerOf(endpoint as Endpoint, people), people.staff])];
    const answers = await Promise.all(askers.map((as) => call(endpoint, { ...inputOf(named, dealer), as })));
    told.set(named.name, JSON.stringify(answers.map(({ body }) => body)));
  }
  return told;
}

const callsWith = (told: Map<string, string>, mark: string) =>
  [...told].filter(([, answer]) => answer.includes(mark)).map(([name]) => name);

async function write({ staff }: People): Promise<void> {
  const setter = await aUser({ dealer: OWNER, userName: FACTS['person who set a reminder'] });
  const as = staff;
  const at = instant(Date.now() - 5 * MINUTE);
  const names = { FirstName: FACTS['first name of the customer'], LastName: FACTS['last name of the customer'] };
  await ask(customers.addName, { myLinkKey: CUSTOMER, ...names, as });
  const place = { Address1: FACTS['address of the customer'], City: 'Provo', Zip: '84601', Country: 'USA' };
  await ask(customers.addAddress, { myLinkKey: CUSTOMER, ...place, as });
  const emails = [FACTS['e-mail address of a caregiver']];
  await ask(caregivers.create, { UnitSerNum: UNIT, Name: FACTS['name of a caregiver'], emails, as });
  await ask(unitNotes.addNote, { UnitSerNum: UNIT, text: FACTS.note, as });
  await ask(unitNotes.changeTags, { UnitSerNum: UNIT, add: [FACTS.tag], as });
  await ask(accessories.nameZone, { UnitSerNum: UNIT, zone: 3, customZoneName: FACTS['name of a zone'], as });
  await ask(units.saveView, { name: FACTS['saved view'], parameters: { UnitModel: 'MXD-LTE' }, shared: true, as });
  const report = { name: FACTS['saved report'], list: 'failedCalls', parameters: { days: '7' }, shared: true } as const;
  await ask(savedReports.save, { ...report, as });
  await ask(support.comment, { TicketKey: '01JZ0000000000000000SVPP0T', text: FACTS['support ticket'], as });
  const MessageTime = instant(Date.now() + HOUR).slice(0, 19);
  await ask(reminders.schedule, { UnitSerNum: UNIT, Message: 'EatAMeal', MessageTime, timeZone: 'UTC', as: setter });
  const alarm = sampleOf('monitoring-centers.handleAlarm') as never as { timeStamp: string; sequence: number };
  const { timeStamp, sequence } = alarm;
  const note = { action: 'note', version: 0, text: FACTS['note on an alarm'] } as const;
  await ask(monitoringCenters.handleAlarm, { UnitSerNum: UNIT, timeStamp, sequence, ...note, as });
  await UnitEntity.patch({ UnitSerNum: UNIT })
    .set({
      ...{ Custom1: FACTS['earlier own text in the audit'], Custom2: FACTS['second own text'] },
      ...{ vitalsPatient: FACTS['patient of the vitals portal'], vitalsPortal: 'Portal', hubAt: at },
      hub: { myHubStatus: 'On', myHubMACAddress: FACTS['hub in the home'], myHubDevType: 'Hub', myHubFirmVer: '1' },
    })
    .go();
  const scope = await runningScope(staff);
  const old = identityOf(await unitStore.get(scope, UNIT));
  await ask(unitConfiguration.saveUnit, { UnitSerNum: UNIT, old, ...old, Custom1: FACTS['first own text'], as });
  const command = auditEntry(
    scope,
    {
      ...{ objectKind: 'unit', objectId: UNIT, dealerKey: OWNER, action: 'give command' },
      after: { command: FACTS['line of the console'] },
    },
    CONSOLE_SESSION,
  );
  await change({ entities: { unit: UnitEntity }, audit: command, refused: { changed: 'Refused' } }, () => []);
  const text = { ...command, action: 'send text message' as const, after: { text: FACTS['text message to its SIM'] } };
  await recordAudit({ ...text, auditId: `${command.auditId.slice(0, -1)}T` });
  await BulkActionRowEntity.patch({ bchKey: BULK_ACTION, UnitSerNum: UNIT })
    .set({ reason: FACTS['row of a bulk action'] })
    .go();
  const bill = { period: BILLED, DealerKey: OWNER, UnitSerNum: UNIT, number: 0 };
  const { data: billed } = await BillLineEntity.get(bill).go();
  await BillLineEntity.put({ ...billed!, line: { ...billed!.line, PhoneNumber: FACTS['line of a bill'] } }).go();
  const sim = { iccid: '89011700000000002207', period: BILLED };
  const { data: used } = await SimUsageEntity.get(sim).go();
  const usage = { ...used!.usage!, dataBytes: Number(FACTS['usage of a SIM']) };
  await SimUsageEntity.patch(sim).set({ usage }).go();
  const logged = { timeStamp: at, receivedAt: at, sequence: 901 };
  await unitLogStore.recordPing(UNIT, '9-1', { ...logged, pingReason: FACTS['reason of a ping'] });
  await UnitEntity.patch({ UnitSerNum: UNIT }).remove(['lastPing', 'lastPingAt']).go();
  await unitLogStore.recordEvent(UNIT, '9-2', { ...logged, eventType: FACTS['type of an event'] });
  await unitLogStore.recordCall(UNIT, '9-3', {
    ...{ ...logged, direction: 'outgoing', outcome: 'answered', startedAt: at, durationSeconds: 60 },
    phoneNumber: FACTS['number of a call'],
  });
  await locationLogStore.record(UNIT, '9-4', {
    ...{
      timeStamp: at,
      LocationType: FACTS['kind of a place'],
      Latitude: Number(FACTS['place of the unit']),
      Longitude: -122.5,
    },
    ...{ accessPoints: [], cells: [] },
  });
  await activeDayStore.record(UNIT, { timeStamp: at, steps: Number(FACTS['steps of a day']) });
  await protocolLogStore.record({
    ...{ id: '9-5', receivedAt: Date.parse(at), kind: 'report', messageType: 'ping', UnitSerNum: UNIT },
    ...{ raw: FACTS['message of the unit'], content: {} },
  });
  const facts = { power: 'Powered On', chargedPercent: Number(FACTS['row of a report']) };
  await recordFact(UNIT, badPowerModules, { subject: '', at, facts }, Date.now());
  const details = { ...FIRST_DETAILS, dealerPO: FACTS['number of the order'] };
  await OrderEntity.patch({ orderKey: ORDER }).set({ details }).go();
}

let before: Map<string, string>;
let atOnce: Map<string, string>;
let later: Map<string, string>;

beforeAll(async () => {
  await aWorld();
  const root = await aUser({ type: USER_TYPE.engineer, dealer: 1 });
  const [former, present] = [await peopleOf(OWNER), await peopleOf(NEW_DEALER)];
  const stream = await aStreamReader();
  await write(former);
  for (let round = 0; round < 2; round++) await follow(await stream.next());
  before = await toldTo(former, OWNER);
  await ask(units.moveToSubDealer, { UnitSerNum: UNIT, UnitDealerKey: OWNER, NewDealerKey: NEW_DEALER, as: root });
  atOnce = await toldTo(present, NEW_DEALER);
  for (let round = 0; round < 3; round++) await follow(await stream.next());
  later = await toldTo(present, NEW_DEALER);
}, 240_000);

describe('of a unit that moves to another dealer', () => {
  it.each(Object.keys(FACTS) as Fact[])('the %s is told to the former dealer only', (fact) => {
    const mark = FACTS[fact];
    expect(callsWith(before, mark)).not.toEqual([]);
    expect({ atOnce: callsWith(atOnce, mark), later: callsWith(later, mark) }).toEqual({ atOnce: [], later: [] });
  });

  it.each(GOES_ALONG)('%s says the same to the new dealer', (name, of) => {
    const [was, is] = [before, later].map((told) => of(JSON.parse(told.get(name)!)[0]));
    expect(JSON.stringify(was)).toMatch(/\d/);
    expect(is).toEqual(was);
  });

  it('everything that can be read was asked', () => {
    expect(READS.length).toBeGreaterThan(140);
    expect(READING_POSTS.filter((name) => !READS.some((one) => one.name === name))).toEqual([]);
  });
});
