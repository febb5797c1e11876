import { monitoringCenters } from '#core/monitoring-centers/contract.ts';
import { serveHttp } from '#local/http.ts';
import type { Random } from '#scripts/seed/random.ts';
import { ask } from '#support/call.ts';
import { aUser } from '#support/people.ts';
import { ServiceFaults } from './service-faults.ts';

interface Taken {
  type: string;
  UnitSerNum: string;
  timeStamp: string;
  /** The number of the unit's report. */
  report: number;
}

/** How a receiver is told which alarm came. */
export const alarmKey = ({ UnitSerNum, timeStamp, report }: Omit<Taken, 'type'>) =>
  `${UnitSerNum} ${timeStamp} ${report}`;

/** A monitoring centre of the dealer, with a receiver that can have faults. */
export async function aReceiver(dealer: number, random: Random) {
  const faults = new ServiceFaults(random);
  const taken = new Map<string, number>();
  const receiver = await serveHttp({
    port: 0,
    async handle({ body }) {
      const take = async () => {
        const message = JSON.parse(body.toString()) as Taken;
        if (message.type === 'alarm') taken.set(alarmKey(message), (taken.get(alarmKey(message)) ?? 0) + 1);
        return { status: 200 };
      };
      return faults.through(take).catch(() => ({ status: 503 }));
    },
  });
  const as = await aUser({ dealer, flags: ['ADMIN'] });
  const { mcKey } = await ask(monitoringCenters.add, { name: 'Chaos', protocol: 3, as });
  await ask(monitoringCenters.update, { mcKey, version: 1, status: 2, as });
  await ask(monitoringCenters.addRemove, { dealerKey: dealer, add: [mcKey], remove: [], as });
  const main = `${receiver.url}/alarms`;
  const settings = {
    kind: 'webhook',
    main,
    second: '',
    accountPrefix: '7',
    secret: 'the-signature-of-one-run-only-0001',
  } as const;
  await ask(monitoringCenters.setReceiver, { mcKey, version: 0, ...settings, as });
  return {
    mcKey,
    faults,
    /** How often each alarm came. */
    taken,
    close: () => receiver.close(),
  };
}
