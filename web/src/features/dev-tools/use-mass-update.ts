import { useRef, useState } from 'react';
import { devTools } from '#core/dev-tools/contract.ts';
import { type MassOutcome, UNITS_OF_A_CALL } from '#core/dev-tools/mass-update.ts';
import { messageFor } from '#core/errors.ts';
import type { UnitModel } from '#core/units/unit.ts';
import { call } from '#web/lib/api/api.ts';

interface Asked {
  UnitModel: UnitModel;
  ProfileKey: number;
  units: readonly string[];
}

/** Gives a profile to many units, some in each call. What was done stays done if a call fails, and the same list can be sent again. */
export function useMassUpdate() {
  const [outcomes, setOutcomes] = useState<readonly MassOutcome[]>([]);
  const [progress, setProgress] = useState<{ done: number; total: number }>();
  const [failure, setFailure] = useState<string>();
  const stopping = useRef<AbortController>(undefined);

  const start = async ({ units, ...asked }: Asked) => {
    const controller = new AbortController();
    stopping.current = controller;
    setOutcomes([]);
    setFailure(undefined);
    try {
      for (let done = 0; done < units.length; done += UNITS_OF_A_CALL) {
        setProgress({ done, total: units.length });
        const part = units.slice(done, done + UNITS_OF_A_CALL);
        const answer = await call(devTools.massUpdateUnitProfiles, { ...asked, units: part }, controller);
        setOutcomes((before) => [...before, ...answer.outcomes]);
      }
    } catch (error) {
      setFailure(controller.signal.aborted ? 'Stopped. The units below have their outcome.' : messageFor(error));
    } finally {
      setProgress(undefined);
    }
  };
  return { outcomes, progress, failure, start, stop: () => stopping.current?.abort() };
}
