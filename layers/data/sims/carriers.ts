import { randomUUID } from 'node:crypto';
import { Entity } from 'electrodb';
import { DAY, instant, SECOND } from '#core/time.ts';
import { expiryOf, jsonOf, number, requiredNumber, requiredText, text } from '../kit/attributes.ts';
import { tryWrite } from '../kit/conditions.ts';
import { newId } from '../kit/id.ts';
import { at, primary, secondary } from '../kit/table.ts';

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
      step: { type: ['asked', 'accepted', 'confirmed', 'refused', 'unknown'] as const, required: true },
      at: requiredText,
      carrier: requiredNumber,
      iccid: requiredText,
      action: { type: ['state', 'plan', 'sms', 'number'] as const, required: true },
      target: number,
      plan: text,
      requestId: text,
      reason: text,
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

export const carrierTurnStore = {
  /** Takes the account's lease and returns the ends of earlier calls. Undefined while another process has the lease. */
  async take(account: string, now: number): Promise<{ holder: string; releases: number[] } | undefined> {
    const holder = randomUUID();
    const taken = await tryWrite(
      CarrierTurnEntity.upsert({ account })
        .set({ holder, heldUntil: now + MAX_CALL_MS })
        .ifNotExists({ releases: [] })
        .where((turn, { notExists, lt }) => `${notExists(turn.heldUntil)} OR ${lt(turn.heldUntil, now)}`)
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

type CarrierChange = Omit<Parameters<typeof CarrierChangeEntity.create>[0], 'stepId' | 'expiresAt'>;

export const carrierChangeStore = {
  async record(change: CarrierChange): Promise<void> {
    const now = Date.parse(change.at);
    await CarrierChangeEntity.create({
      ...change,
      stepId: newId(now),
      expiresAt: expiryOf(now + KEPT_MS),
    }).go();
  },

  /** The state that was last requested and that the carrier has not confirmed or refused; undefined if there is none. */
  async openState(iccid: string): Promise<number | undefined> {
    return (await openChange(iccid))?.target;
  },

  /** Records that the carrier is not expected to do what was last requested. From then on its own reading counts. */
  async giveUp(iccid: string, reason: string, now: number): Promise<void> {
    const open = await openChange(iccid);
    if (!open) return;
    const { stepId: _step, expiresAt: _expiry, ...change } = open;
    await carrierChangeStore.record({ ...change, step: 'unknown', reason, at: instant(now) });
  },
};

async function openChange(iccid: string) {
  const { data } = await CarrierChangeEntity.query.bySim({ iccid }).go({ order: 'desc', limit: 20 });
  const last = data.find(({ action }) => action === 'state');
  return last?.step === 'asked' || last?.step === 'accepted' ? last : undefined;
}
