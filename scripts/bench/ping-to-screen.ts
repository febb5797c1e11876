import { setTimeout as sleep } from 'node:timers/promises';
import { readConsoleMessage } from '#core/consoles/console-message.ts';
import { consoleTopic } from '#core/live/messages.ts';
import { ASSIGNED } from '#core/units/unit.ts';
import { client, tableName } from '#data/kit/table.ts';
import { createTable } from '#local/create-table.ts';
import { seed } from '#scripts/seed/seed.ts';
import { secretOf, seedUnits } from '#scripts/seed/units.ts';
import { signIn } from './caller.ts';
import { DEALER, DEALER_USER } from './fleet.ts';
import { heard, openedLive, say, type Told } from './live-browser.ts';
import { startLivePortal } from './live-portal.ts';
import type { Measure } from './measure.ts';
import { median, percentile } from './side-by-side.ts';
import { UnitLine } from './unit-line.ts';

const UNITS = 20;
const ROUNDS = 20;
/** Code that loads with the first pings does not count. */
const WARM_UP = 2;
const PAUSE_MS = 50;

/**
 * The time from a ping of a unit until the page of the unit has it: through the bridge, which stores it first, the WebSocket API and the browser's live connection. The
 * page shows the ping from this message alone.
 */
export const measure: Measure = async () => {
  await createTable(client, tableName());
  const fleet = { count: 200, now: Date.now(), dealerKey: DEALER.DealerKey };
  await seed(fleet, () => {});
  const units = [...seedUnits(fleet)]
    .filter((unit) => unit.UnitModel === 'MXD-LTE' && unit.UnitStatus === ASSIGNED && !secretOf(unit))
    .slice(0, UNITS);
  const { sessionId } = await signIn(DEALER_USER);
  const portal = await startLivePortal();
  const browser = await openedLive(portal.liveUrl, sessionId);
  const lines: UnitLine[] = [];
  try {
    for (const { UnitSerNum } of units) {
      const topic = consoleTopic(UnitSerNum);
      const subscribed = heard(browser, (told) => told.action === 'subscribed' && told.topic === topic);
      say(browser, { action: 'subscribe', topic });
      await subscribed;
    }
    for (const unit of units) lines.push(await UnitLine.logIn(portal.unitPort, unit));
    const times: number[] = [];
    for (let round = 0; round < ROUNDS + WARM_UP; round++)
      for (const [index, { UnitSerNum }] of units.entries()) {
        const at = Date.now();
        const shown = heard(browser, (told) => isPing(told, UnitSerNum, at));
        const begun = performance.now();
        lines[index]!.write(lines[index]!.pings(1, at));
        await shown;
        if (round >= WARM_UP) times.push(performance.now() - begun);
        await sleep(PAUSE_MS);
      }
    return [
      {
        name: 'a ping from the unit to the page of the unit, 99 of 100',
        value: percentile(times, 0.99),
        unit: 'ms',
        target: { atMost: 2_000 },
        samples: times.length,
        detail: `half in ${median(times).toFixed(0)} ms`,
      },
    ];
  } finally {
    for (const line of lines) line.close();
    browser.terminate();
    await portal.close();
  }
};

function isPing({ topic, message }: Told, UnitSerNum: string, at: number): boolean {
  if (topic !== consoleTopic(UnitSerNum)) return false;
  const news = readConsoleMessage(message);
  return news?.event === 'Report' && news.report.type === 'ping' && news.report.MessageTime === at;
}
