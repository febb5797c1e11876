import { randomUUID } from 'node:crypto';
import { Entity, type EntityItem } from 'electrodb';
import { isNext, lineAfterCall, lineWith, type Place } from '#core/sims/account-line.ts';
import { REQUEST_ACTIONS, REQUEST_STEPS, type RequestOrigin } from '#core/sims/carrier-request.ts';
import { isLatestStateWhole, type LatestState, latestStateOf, withoutWithdrawn } from '#core/sims/latest-state.ts';
import { DAY, instant, SECOND } from '#core/time.ts';
import { expiryOf, jsonOf, number, requiredNumber, requiredText, text } from '../kit/attributes.ts';
import { tryChange } from '../kit/change.ts';
import { type Operations, tryWrite, versionIs } from '../kit/conditions.ts';
import { newId } from '../kit/id.ts';
import { at, primary, secondary } from '../kit/table.ts';
import { readingAtOnce, SimReadingEntity } from './sim-readings.ts';

/** The lease on a carrier's account. Only the process that has it may call the carrier. */
export const CarrierTurnEntity = new Entity(
  {
    model: { service: 'watchkeep', entity: 'carrierTurn', version: '1' },
    attributes: {
      account: requiredText,
      holder: requiredText,
      heldUntil: requiredNumber,
      /** When earlier calls ended, in milliseconds, oldest first. */
      releases: { ...jsonOf<number[]>(), required: true },
      /** The dealers whose calls wait, in the order of their turns. */
      line: jsonOf<readonly Place[]>(),
      /** Grows with each change of the line. */
      version: number,
    },
    indexes: { carrierTurn: primary(['account'], []) },
  },
  at,
);

/** One step of a change that was requested from a carrier. */
export const CarrierChangeEntity = new Entity(
  {
    model: { service: 'watchkeep', entity: 'carrierChange', version: '1' },
    attributes: {
      stepId: requiredText,
      reference: requiredText,
      step: { type: REQUEST_STEPS, required: true },
      at: requiredText,
      carrier: requiredNumber,
      iccid: requiredText,
      action: { type: REQUEST_ACTIONS, required: true },
      target: number,
      plan: text,
      requestId: text,
      reason: text,
      /** Who asked, and why. Absent for requests before it was recorded. */
      origin: jsonOf<RequestOrigin>(),
      /** Of an open step: when it became known what the carrier did. It is set once, so nothing is recorded twice. */
      closedAt: text,
      expiresAt: requiredNumber,
    },
    indexes: {
      bySim: primary(['iccid'], ['at', 'stepId']),
      byRequest: secondary('gsi1', ['requestId'], ['at', 'stepId']),
    },
  },
  at,
);

/** A process that dies during a call frees the account after this time. */
const MAX_CALL_MS = 30 * SECOND;
const KEPT_MS = 730 * DAY;
const STEPS_AT_A_TIME = 100;

export const carrierTurnStore = {
  /**
   * Takes the account's lease for a call of the asker, and returns the ends of earlier calls. Undefined while another process has the lease or another asker
   * is before this one, which then has its place in the line.
   */
  async take(account: string, asker: string, now: number): Promise<{ holder: string; releases: number[] } | undefined> {
    const { data } = await CarrierTurnEntity.get({ account }).go({ consistent: true });
    const { line = [], version, heldUntil = 0 } = data ?? {};
    if (heldUntil >= now || !isNext(line, asker, now)) {
      const waiting = lineWith(line, asker, now);
      if (waiting) await storeLine(account, waiting, version);
      return undefined;
    }
    const holder = randomUUID();
    const taken = await tryWrite(
      CarrierTurnEntity.upsert({ account })
        .set({
          holder,
          heldUntil: now + MAX_CALL_MS,
          line: lineAfterCall(line, asker, now),
          version: (version ?? 0) + 1,
        })
        .ifNotExists({ releases: [] })
        .where(
          (turn, operations) =>
            `${versionIs(version)(turn, operations)} AND (${operations.notExists(turn.heldUntil)} OR ${operations.lt(turn.heldUntil, now)})`,
        )
        .go({ response: 'all_new' }),
    );
    return taken && { holder, releases: taken.data.releases };
  },

  /** Gives the lease back. Does nothing if it has expired and another holder has it. */
  async release(account: string, holder: string, releases: number[]): Promise<void> {
    await tryWrite(
      CarrierTurnEntity.patch({ account })
        .set({ heldUntil: 0, releases })
        .where((turn, { eq }) => eq(turn.holder, holder))
        .go(),
    );
  },
};

/** Does nothing if another process has changed the line: whoever waits reads it again. */
const storeLine = (account: string, line: Place[], version: number | undefined) =>
  tryWrite(
    CarrierTurnEntity.patch({ account })
      .set({ line, version: (version ?? 0) + 1 })
      .where(versionIs(version))
      .go(),
  );

type CarrierChange = Omit<Parameters<typeof CarrierChangeEntity.create>[0], 'stepId' | 'closedAt' | 'expiresAt'>;
type Step = EntityItem<typeof CarrierChangeEntity>;
/** A step of a request whose outcome is not known. */
export type OpenChange = Step;

const stepOf = (change: CarrierChange) => {
  const now = Date.parse(change.at);
  return { ...change, stepId: newId(now), expiresAt: expiryOf(now + KEPT_MS) };
};

/** What a carrier says of a request that it accepted. */
export interface CarrierResult {
  carrier: number;
  requestId: string;
  iccid: string | undefined;
  outcome: { step: 'confirmed' } | { step: 'refused'; message: string };
}

export const carrierChangeStore = {
  /** Adds a step. Its id is new, so there is no condition: a write without an answer is sent again, and would be refused. */
  async record(change: CarrierChange): Promise<void> {
    await CarrierChangeEntity.put(stepOf(change)).go();
  },

  /** The accepted request that a carrier's result is about; undefined if we made none, or it is not in the index yet. */
  async acceptedRequest({ carrier, requestId, iccid }: CarrierResult): Promise<Step | undefined> {
    const { data } = await CarrierChangeEntity.query.byRequest({ requestId }).go();
    return data.find(
      (one) => one.step === 'accepted' && one.carrier === carrier && (iccid === undefined || one.iccid === iccid),
    );
  },

  /**
   * Records a result at its request, and has the SIM of a unit read at once if the request was for a state. Returns false if the outcome of the request was
   * known already.
   */
  async recordResult(
    accepted: Step,
    { outcome }: CarrierResult,
    UnitSerNum: string | undefined,
    now: number,
  ): Promise<boolean> {
    const reason = outcome.step === 'refused' ? { reason: outcome.message } : {};
    const reads = accepted.action === 'state' && UnitSerNum !== undefined;
    const since = instant(now);
    const refused = await tryChange({ entities }, (to) => [
      ...closing(to, accepted, { step: outcome.step, ...reason }, now),
      ...(reads ? [to.reading.put(readingAtOnce({ UnitSerNum, iccid: accepted.iccid, since })).commit()] : []),
    ]);
    return refused === undefined;
  },

  latestState,

  /** The latest step of the request for a plan that a bulk action made for the SIM in this attempt, not before `since`. None of one that was withdrawn. */
  async planStep(iccid: string, { bchKey, attempt }: { bchKey: string; attempt: number }, since: string) {
    const steps: Step[] = [];
    for await (const some of newestSteps(iccid, { consistent: true })) {
      steps.push(...some);
      const [own] = withoutWithdrawn(
        steps.filter(
          ({ action, origin }) => action === 'plan' && origin?.bchKey === bchKey && origin.attempt === attempt,
        ),
      );
      if (own || some.some(({ at }) => at < since)) return own;
    }
    return undefined;
  },

  /**
   * All steps of the newest requests for a SIM that were made before `before`, at least `count` requests if there are as many. Later steps of other requests
   * are among them.
   */
  async stepsOf(iccid: string, { before, count }: { before: string; count: number }): Promise<Step[]> {
    const steps: Step[] = [];
    let requests = 0;
    for await (const some of newestSteps(iccid)) {
      steps.push(...some);
      requests += some.filter(({ step, at }) => step === 'asked' && at < before).length;
      // One more shows that there is a next page.
      if (requests > count) break;
    }
    return steps;
  },

  /** Records that a reading of the SIM shows what was requested. Does nothing if its outcome is known, or something else was requested since. */
  async confirmByReading(undecided: OpenChange, now: number): Promise<void> {
    const reason = 'A reading of the SIM shows it';
    const latest = await undecidedChange(undecided.iccid);
    if (latest?.reference === undecided.reference)
      await tryChange({ entities }, (to) => closing(to, latest, { step: 'confirmed', reason }, now));
  },

  /**
   * Records that the carrier is not expected to do what was requested. From then on its own reading counts. Does nothing if its outcome is known, or
   * something else was requested since.
   */
  async giveUp(undecided: OpenChange, reason: string, now: number): Promise<void> {
    const latest = await undecidedChange(undecided.iccid);
    if (latest?.reference !== undecided.reference) return;
    // Its carrier can still say later what it did, so the request stays open for a result.
    await tryChange({ entities }, (to) => [
      to.step.check({ iccid: latest.iccid, at: latest.at, stepId: latest.stepId }).where(isNotClosed).commit(),
      to.step.create(stepOf({ ...requestOf(latest), step: 'givenUp', reason, at: instant(now) })).commit(),
    ]);
  },
};

const entities = { step: CarrierChangeEntity, reading: SimReadingEntity };
type To = Parameters<Parameters<typeof tryChange<typeof entities>>[1]>[0];

const requestOf = ({ stepId: _step, closedAt: _closed, expiresAt: _expiry, ...change }: Step) => change;

const isNotClosed = ({ closedAt }: { closedAt: string }, { notExists }: Operations) => notExists(closedAt);

/** The writes that close an open step, once, with what became of it. */
const closing = (to: To, open: Step, outcome: { step: 'confirmed' | 'refused'; reason?: string }, now: number) => [
  to.step
    .patch({ iccid: open.iccid, at: open.at, stepId: open.stepId })
    .set({ closedAt: instant(now) })
    .where(isNotClosed)
    .commit(),
  to.step.create(stepOf({ ...requestOf(open), ...outcome, at: instant(now) })).commit(),
];

/** The request for a state that was made last, however many steps of other requests came after it. */
async function latestState(iccid: string, how: { consistent?: true } = {}): Promise<LatestState<Step>> {
  const steps: Step[] = [];
  for await (const some of newestSteps(iccid, how)) {
    steps.push(...some);
    if (isLatestStateWhole(steps)) break;
  }
  return latestStateOf(steps);
}

/** The steps of all requests for a SIM, the newest first, as many at a time as one reading brings. */
async function* newestSteps(iccid: string, how: { consistent?: true } = {}): AsyncGenerator<Step[]> {
  let cursor: string | null = null;
  do {
    const read: { data: Step[]; cursor: string | null } = await CarrierChangeEntity.query
      .bySim({ iccid })
      .go({ order: 'desc', limit: STEPS_AT_A_TIME, cursor, ...how });
    yield read.data;
    cursor = read.cursor;
  } while (cursor !== null);
}

async function undecidedChange(iccid: string): Promise<OpenChange | undefined> {
  const { open, unanswered } = await latestState(iccid);
  return open ?? unanswered;
}
