import { useEffect, useRef, useState } from 'react';
import { messageFor } from '#core/errors.ts';
import { sims } from '#core/sims/contract.ts';
import { units } from '#core/units/contract.ts';
import { call } from '#web/lib/api/api.ts';
import { useReadAgain } from '#web/lib/api/use-read-again.ts';
import { showFailure } from '#web/lib/messages/show.ts';
import { useMay } from '#web/lib/session/session.tsx';

export type Correction =
  | { step: 'none' }
  | { step: 'correcting' }
  | { step: 'corrected'; from: number; to: number }
  | { step: 'failed'; message: string };

interface SlotStates {
  UnitSerNum: string;
  slot: 1 | 2;
  stored: number;
  /** The carrier's answer; undefined if it did not answer. */
  live: number | undefined;
}

/** Stores the carrier's state if the stored one differs and the user may edit, once per difference [P2-S21]. */
export function useCorrection({ UnitSerNum, slot, stored, live }: SlotStates) {
  const [correction, setCorrection] = useState<Correction>({ step: 'none' });
  const readAgain = useReadAgain();
  const asked = useRef<string>(undefined);
  const mayCorrect = useMay(sims.correctState.access);
  const differs = mayCorrect && live !== undefined && live !== stored;
  const difference = `${UnitSerNum} ${slot} ${stored} ${live}`;

  const correct = async () => {
    setCorrection({ step: 'correcting' });
    try {
      const { corrected, from, to } = await call(sims.correctState, { UnitSerNum, slot });
      setCorrection(corrected ? { step: 'corrected', from, to } : { step: 'none' });
      await readAgain(units.get, sims.simData);
    } catch (error) {
      setCorrection({ step: 'failed', message: messageFor(error) });
      showFailure(error);
    }
  };

  // biome-ignore lint/correctness/useExhaustiveDependencies: asked once for each difference
  useEffect(() => {
    if (!differs || asked.current === difference) return;
    asked.current = difference;
    void correct();
  }, [differs, difference]);

  return { correction, retry: correct };
}
