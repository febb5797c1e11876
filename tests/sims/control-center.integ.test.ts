import { afterEach, describe, expect, it, test } from 'vitest';
import { type ControlCenter, startControlCenter } from '#local/carriers/control-center.ts';
import { iccidOf, simFor } from '#local/carriers/sim.ts';
import { secrets, someCarriers, TODAY } from './support.ts';

const accounts = [
  { carrier: 0 as const, ...secrets.controlCenterAtt },
  { carrier: 2 as const, ...secrets.controlCenterTelus },
];
const ATT = iccidOf(0, 4711);
const TELUS = iccidOf(2, 4711);

const open: ControlCenter[] = [];
afterEach(async () => {
  for (const server of open.splice(0)) await server.close();
});

async function start(change: Partial<Parameters<typeof startControlCenter>[0]> = {}, config = {}) {
  let clock: { now(): number } = { now: () => TODAY };
  const server = await startControlCenter({ port: 0, accounts, now: () => clock.now(), ...change });
  open.push(server);
  const some = someCarriers({ controlCenter: server.url }, { config });
  clock = some.clock;
  return { server, ...some };
}

describe('reading a SIM', () => {
  it('combines details, usage and session, with dates in UTC whatever their format', async () => {
    const sim = simFor(ATT, { status: 'ACTIVATED', dateActivated: '2024-03-04T05:06:07.890Z' });
    const { carriers } = await start({ sims: [sim] });
    const told = await carriers[0].simDetails(ATT);
    expect(told).toMatchObject({
      carrier: 0,
      iccid: ATT,
      deviceDetails: {
        imei: sim.imei,
        msisdn: sim.msisdn,
        status: 'ACTIVATED',
        dateActivated: '2024-03-04T05:06:07.890Z',
        dateUpdated: sim.dateUpdated,
      },
      sessionInfo: { dateActivated: '2024-03-04T05:06:07.890Z' },
      voiceNotReady: false,
      pendingActivation: false,
    });
    expect(told.usage.dataBytes).toBeGreaterThan(20_000 * 20);
    expect(Date.parse(told.sessionInfo.dateSessionStarted!)).toBeGreaterThan(TODAY - 12 * 3_600_000);
  });

  it('separates the two accounts: neither finds the SIMs of the other', async () => {
    const { carriers } = await start();
    expect((await carriers[2].simDetails(TELUS)).carrier).toBe(2);
    await expect(carriers[2].simDetails(ATT)).rejects.toMatchObject({
      code: 'NOT_FOUND',
      message: 'Telus does not know this SIM',
    });
  });

  it('waits for voice while only the carrier can reach the number', async () => {
    const { carriers } = await start({ sims: [simFor(ATT, { msisdn: '882350000004711' })] });
    expect((await carriers[0].simDetails(ATT)).voiceNotReady).toBe(true);
  });

  it('does not wait for voice on a plan without voice; plan names are read in ISO-8859-1', async () => {
    const plan = 'Forfait données Montréal';
    const { carriers } = await start(
      { sims: [simFor(TELUS, { msisdn: '882350000004711', plan })] },
      { dataOnlyPlans: [plan] },
    );
    expect((await carriers[2].simDetails(TELUS)).voiceNotReady).toBe(false);
  });

  it('refuses the answer about another SIM', async () => {
    const { carriers, server } = await start();
    server.faults.set({ otherSim: {} });
    await expect(carriers[0].simDetails(ATT)).rejects.toMatchObject({ code: 'UNAVAILABLE' });
    server.faults.set({ otherSim: { times: 1 } });
    expect((await carriers[0].simDetails(ATT)).iccid).toBe(ATT);
  });
});

describe('changing a SIM', () => {
  test.each([
    [14, 'DEACTIVATED', 'ACTIVATED'],
    [15, 'ACTIVATED', 'DEACTIVATED'],
    [19, 'DEACTIVATED', 'INVENTORY'],
    [20, 'INVENTORY', 'ACTIVATION_READY'],
    [21, 'ACTIVATED', 'RETIRED'],
    [35, 'ACTIVATED', 'DEACTIVATED'],
  ] as const)('to %i from %s makes it %s at once', async (target, before, after) => {
    const { carriers, server, entries } = await start({ sims: [simFor(ATT, { status: before })] });
    expect(await carriers[0].changeState(ATT, target, { reference: 'mine' })).toEqual({ outcome: 'done' });
    expect(server.sim(ATT)?.status).toBe(after);
    expect(entries).toMatchObject([
      { reference: 'mine', step: 'asked', carrier: 0, iccid: ATT, action: 'state', target },
      { reference: 'mine', step: 'confirmed', target },
    ]);
  });

  it('is finished if the SIM has the state already', async () => {
    const { carriers } = await start({ sims: [simFor(ATT, { status: 'ACTIVATED' })] });
    expect(await carriers[0].changeState(ATT, 14)).toEqual({ outcome: 'done' });
  });

  it('is accepted, not finished, if the carrier answers 202', async () => {
    const { carriers, server, entries } = await start();
    server.faults.set({ accepted: { times: 1 } });
    expect(await carriers[0].changeState(ATT, 15)).toEqual({ outcome: 'accepted' });
    expect(entries.map(({ step }) => step)).toEqual(['asked', 'accepted']);
  });

  it('is refused if the tenant does not allow the transition, and not retried', async () => {
    const { carriers, server, clock, entries, log } = await start({ sims: [simFor(ATT, { status: 'RETIRED' })] });
    await expect(carriers[0].changeState(ATT, 14)).rejects.toMatchObject({
      code: 'CONFLICT',
      message: 'AT&T refused: Invalid SIM status transition from RETIRED to ACTIVATED',
    });
    expect(server.sim(ATT)?.status).toBe('RETIRED');
    expect(clock.slept).toEqual([]);
    expect(entries.map(({ step }) => step)).toEqual(['asked', 'refused']);
    expect(log.lines[0]?.facts).toMatchObject({ carrier: 'AT&T', status: 400 });
  });

  test.each([34, 36] as const)('to %i is refused, because only the carrier sets it', async (target) => {
    const { carriers, server } = await start();
    await expect(carriers[0].changeState(ATT, target)).rejects.toMatchObject({ code: 'INVALID' });
    expect(server.sim(ATT)?.status).toBe('ACTIVATED');
  });

  it('can set the communication plan', async () => {
    const { carriers, server, entries } = await start();
    expect(await carriers[0].editCommunicationPlan(ATT, 'ATT M2M Data')).toEqual({ outcome: 'done' });
    expect(server.sim(ATT)?.plan).toBe('ATT M2M Data');
    expect(entries).toMatchObject([
      { step: 'asked', action: 'plan', plan: 'ATT M2M Data', reference: 'reference-1' },
      { step: 'confirmed', reference: 'reference-1' },
    ]);
  });
});

describe('texts', () => {
  it.each(['smsMsgId', 'smsMessageId'] as const)(
    'send a text and read its ID from the name %s',
    async (messageIdName) => {
      const received: string[] = [];
      const { carriers, server } = await start({ messageIdName, onSms: (iccid, text) => received.push(iccid, text) });
      const { messageId } = await carriers[0].sendSms(ATT, 'DoPing');
      expect(received).toEqual([ATT, 'DoPing']);
      expect(String(server.messages()[0]?.smsMsgId)).toBe(messageId);
    },
  );

  it('have up to 160 plain characters or 70 others; longer ones are refused before the call', async () => {
    const { carriers, server } = await start();
    await carriers[0].sendSms(ATT, 'x'.repeat(160));
    await carriers[0].sendSms(ATT, 'é'.repeat(70));
    await expect(carriers[0].sendSms(ATT, 'x'.repeat(161))).rejects.toMatchObject({ code: 'INVALID' });
    await expect(carriers[0].sendSms(ATT, 'é'.repeat(71))).rejects.toMatchObject({ code: 'INVALID' });
    await expect(carriers[0].sendSms(ATT, '')).rejects.toMatchObject({ code: 'INVALID' });
    expect(server.messages().map(({ messageText }) => messageText.length)).toEqual([160, 70]);
  });

  it('are not repeated if they may have been sent', async () => {
    const { carriers, server, entries } = await start();
    server.faults.set({ status500: { times: 1 } });
    await expect(carriers[0].sendSms(ATT, 'DoPing')).rejects.toMatchObject({ code: 'UNAVAILABLE' });
    expect(server.messages()).toEqual([]);
    expect(entries.map(({ step }) => step)).toEqual(['asked', 'unknown']);
  });

  it('are repeated only if the carrier refused them for its rate limit', async () => {
    const { carriers, server } = await start();
    server.faults.set({ status429: { times: 2 } });
    await carriers[0].sendSms(ATT, 'DoPing');
    expect(server.messages()).toHaveLength(1);
  });
});

describe('a failing carrier', () => {
  it.each([429, 400] as const)(
    'is retried at growing intervals while it is busy, with status %i',
    async (rateLimitStatus) => {
      const { carriers, server, clock } = await start({ rateLimitStatus });
      server.faults.set({ status429: { times: 3 } });
      await carriers[0].changeState(ATT, 15);
      const pauses = clock.slept.slice(0, 3);
      expect(pauses).toHaveLength(3);
      expect(pauses[0]).toBeGreaterThanOrEqual(200);
      expect(pauses[2]).toBeGreaterThan(pauses[0]!);
    },
  );

  it.each([429, 400] as const)('is reported as busy if it stays so, with status %i', async (rateLimitStatus) => {
    const { carriers, server, entries } = await start({ rateLimitStatus });
    server.faults.set({ status429: {} });
    await expect(carriers[0].changeState(ATT, 15)).rejects.toMatchObject({
      code: 'TOO_MANY',
      message: 'AT&T is busy. Try again in a moment',
    });
    expect(entries.at(-1)?.step).toBe('refused');
  });

  it('is retried after its own errors, and reported if they stay', async () => {
    const { carriers, server, log } = await start();
    server.faults.set({ status500: { times: 3 } });
    expect((await carriers[0].simDetails(ATT)).iccid).toBe(ATT);
    server.faults.set({ status500: {} });
    await expect(carriers[0].simDetails(ATT)).rejects.toMatchObject({
      code: 'UNAVAILABLE',
      message: 'AT&T does not answer. Try again later',
    });
    expect(log.lines.at(-1)).toMatchObject({ level: 'warn', facts: { status: 500, code: '30000001' } });
  });

  it('is asked for a change once: without an answer it may have been made', async () => {
    const { carriers, server, entries, clock } = await start();
    server.faults.set({ status500: { times: 1 } });
    await expect(carriers[0].changeState(ATT, 15)).rejects.toMatchObject({ code: 'UNAVAILABLE' });
    expect(server.sim(ATT)?.status).toBe('ACTIVATED');
    expect(entries.map(({ step }) => step)).toEqual(['asked', 'unknown']);
    server.faults.set({ status500: { times: 1 } });
    await expect(carriers[0].editCommunicationPlan(ATT, 'ATT M2M Data')).rejects.toMatchObject({ code: 'UNAVAILABLE' });
    expect(clock.slept).toEqual([]);
  });

  it('times out', async () => {
    const { carriers, server, entries } = await start({}, { timeout: 100 });
    server.faults.set({ slow: { milliseconds: 400 } });
    await expect(carriers[0].changeState(ATT, 15)).rejects.toMatchObject({ code: 'UNAVAILABLE' });
    expect(entries.at(-1)?.step).toBe('unknown');
  });

  it('answers with a page of its proxy, which is a failure', async () => {
    const { carriers, server } = await start();
    server.faults.set({ wrongAnswer: { times: 1 } });
    expect((await carriers[0].simDetails(ATT)).iccid).toBe(ATT);
    server.faults.set({ wrongAnswer: {} });
    await expect(carriers[0].simDetails(ATT)).rejects.toMatchObject({
      code: 'UNAVAILABLE',
      message: 'AT&T gave an answer that cannot be read. Try again later',
    });
  });

  it('does not answer at all', async () => {
    const { carriers } = someCarriers({});
    await expect(carriers[0].simDetails(ATT)).rejects.toMatchObject({ code: 'UNAVAILABLE' });
  });

  it('refuses our credentials: people do not see it, the log does, without the credentials', async () => {
    const { carriers, log, clock } = await start({ accounts: [{ carrier: 0, userName: 'att-user', apiKey: 'other' }] });
    await expect(carriers[0].simDetails(ATT)).rejects.toMatchObject({
      code: 'INTERNAL',
      message: 'AT&T does not let us in',
    });
    expect(log.lines).toMatchObject([{ level: 'error', facts: { status: 401, code: '10000001' } }]);
    expect(JSON.stringify(log.lines)).not.toContain('att-key');
    expect(clock.slept).toEqual([]);
  });
});

describe('the rate of calls', () => {
  it('is one call at a time and five a second, so that Control Center never refuses one', async () => {
    const { carriers, server, clock, log } = await start();
    const iccids = Array.from({ length: 8 }, (_, number) => iccidOf(0, number));
    const told = await Promise.all(iccids.map((iccid) => carriers[0].simDetails(iccid)));
    expect(told.map(({ iccid }) => iccid)).toEqual(iccids);
    expect(log.lines).toEqual([]);
    // 24 calls: the rate must be at least four a second.
    expect(clock.now() - TODAY).toBeGreaterThanOrEqual(4_000);
    expect(server.faults.current()).toEqual({});
  });

  it('is separate for each account', async () => {
    const { carriers, clock } = await start();
    await Promise.all([carriers[0].simDetails(ATT), carriers[2].simDetails(TELUS)]);
    expect(clock.now()).toBe(TODAY);
  });
});
