import { Entity } from 'electrodb';
import { ROOT_DEALER } from '#core/dealers/tree.ts';
import {
  DECIBEL_LEVEL_NAMES,
  DECIBEL_LEVELS,
  type DecibelShift,
  decibelScale,
  isDecibelStep,
  type SystemReference,
} from '#core/dev-tools/decibel.ts';
import { AppError } from '#core/errors.ts';
import type { Scope } from '#core/scope.ts';
import { UNIT_MODELS, type UnitModel } from '#core/units/unit.ts';
import { auditEntry } from '../audit/audit.ts';
import { requiredNumber } from '../kit/attributes.ts';
import { change } from '../kit/change.ts';
import { at, primary } from '../kit/table.ts';

/** The shift of a level of a model. A level without an item is not shifted. */
export const SystemReferenceEntity = new Entity(
  {
    model: { service: 'watchkeep', entity: 'systemReference', version: '1' },
    attributes: {
      UnitModel: { type: UNIT_MODELS, required: true },
      mnemonic: { type: DECIBEL_LEVEL_NAMES, required: true },
      dB: requiredNumber,
    },
    indexes: { byModel: primary(['UnitModel'], ['mnemonic']) },
  },
  at,
);

const CHANGED = 'Somebody else changed this value. Read it again';
const NO_STEP = 'The shift changes by plus 3 or minus 3 at a time';

const shown = (mnemonic: DecibelShift['mnemonic'], dB: number): DecibelShift => ({
  mnemonic,
  level: DECIBEL_LEVELS[mnemonic],
  dB,
  scale: decibelScale(dB),
});

export const systemReferenceStore = {
  /** The shifts of a model, the quietest level first. */
  async shifts(model: UnitModel): Promise<DecibelShift[]> {
    const { data } = await SystemReferenceEntity.query.byModel({ UnitModel: model }).go({ pages: 'all' });
    return DECIBEL_LEVEL_NAMES.map((name) => shown(name, data.find(({ mnemonic }) => mnemonic === name)?.dB ?? 0));
  },

  /** Shifts a level by one step. INVALID if it is not one, CONFLICT if somebody else shifts it at the same time. */
  async save(scope: Scope, { UnitModel, mnemonic, newVal }: SystemReference, now: number): Promise<DecibelShift> {
    const { data } = await SystemReferenceEntity.get({ UnitModel, mnemonic }).go({ consistent: true });
    const was = data?.dB ?? 0;
    // A repeated call changes nothing.
    if (newVal === was) return shown(mnemonic, was);
    if (!isDecibelStep(was, newVal))
      throw new AppError('INVALID', NO_STEP, [{ path: 'newVal', message: `${NO_STEP}. It is ${was} now` }]);
    const audit = auditEntry(
      scope,
      {
        objectKind: 'systemReference',
        objectId: `${UnitModel} ${mnemonic}`,
        dealerKey: ROOT_DEALER,
        action: 'shift decibels',
        before: { dB: was },
        after: { UnitModel, mnemonic, dB: newVal },
      },
      now,
    );
    await change({ entities: { reference: SystemReferenceEntity }, audit, refused: { changed: CHANGED } }, (to) => [
      to.reference
        .upsert({ UnitModel, mnemonic, dB: newVal })
        .where((stored, { eq, notExists }) => (data ? eq(stored.dB, was) : notExists(stored.dB)))
        .commit(),
    ]);
    return shown(mnemonic, newVal);
  },
};
