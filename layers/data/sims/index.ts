import { runsOnOther } from '#core/sims/deactivation.ts';
import { type DueDeactivation, type DueMarkEnd, type DueReading, pauseBefore } from '#core/sims/due-work.ts';
import { SECOND } from '#core/time.ts';
import { EndedCommandEntity } from '../consoles/commands.ts';
import { mayBeDone } from '../consoles/may-be-done.ts';
import { type AreaData, reactTo } from '../kit/area.ts';
import { UnitEntity } from '../units/units.ts';
import { simDifferenceStore } from './sim-differences.ts';
import { SimReadingEntity } from './sim-readings.ts';

/** What a difference between the portal and a carrier rests on. */
const SIM_FACTS = ['dealerPath', 'ICCID1', 'ICCID1State', 'ICCID2', 'ICCID2State'] as const;

export const area: AreaData = {
  reactions: [
    reactTo(UnitEntity, {
      name: 'deactivate a marked SIM',
      message({ before, after }): DueDeactivation | undefined {
        const iccid = after?.deactivateOnStartUp;
        const hasLoggedIn = after?.loginFence !== undefined && after.loginFence !== before?.loginFence;
        return iccid !== undefined && hasLoggedIn && runsOnOther(after, iccid)
          ? { work: 'deactivate', UnitSerNum: after.UnitSerNum, iccid }
          : undefined;
      },
      react: (due, { send }) => send('sim-due', due, { group: due.UnitSerNum }),
    }),
    reactTo(EndedCommandEntity, {
      name: 'end the mark of a command that was not carried out',
      message: ({ after }): DueMarkEnd | undefined =>
        after?.giver?.partOf !== undefined && !mayBeDone(after)
          ? { work: 'endMark', UnitSerNum: after.UnitSerNum, commandId: after.commandId }
          : undefined,
      react: (due, { send }) => send('sim-due', due, { group: due.UnitSerNum }),
    }),
    reactTo(UnitEntity, {
      name: 'settle the SIM differences of a unit',
      message({ before, after }) {
        const unit = after ?? before;
        return before && unit && SIM_FACTS.some((fact) => before[fact] !== after?.[fact])
          ? { UnitSerNum: unit.UnitSerNum }
          : undefined;
      },
      react: ({ UnitSerNum }) => simDifferenceStore.follow(UnitSerNum),
    }),
    reactTo(SimReadingEntity, {
      name: 'read a SIM whose carrier was asked',
      message({ before, after }): DueReading | undefined {
        if (!after || (after.since === before?.since && after.round === before.round)) return undefined;
        const { UnitSerNum, iccid, since, round } = after;
        return { work: 'read', UnitSerNum, iccid, since, round };
      },
      delaySeconds: ({ round }) => pauseBefore(round) / SECOND,
      react: (due, { send }) => send('sim-due', due, { group: due.UnitSerNum }),
    }),
  ],
};
