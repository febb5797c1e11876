import { type DueDeactivation, runsOnOther } from '#core/sims/deactivation.ts';
import { type AreaData, reactTo } from '../kit/area.ts';
import { UnitEntity } from '../units/units.ts';

export const area: AreaData = {
  reactions: [
    reactTo(UnitEntity, {
      name: 'deactivate a marked SIM',
      message({ before, after }): DueDeactivation | undefined {
        const iccid = after?.deactivateOnStartUp;
        const hasLoggedIn = after?.loginFence !== undefined && after.loginFence !== before?.loginFence;
        return iccid !== undefined && hasLoggedIn && runsOnOther(after, iccid)
          ? { UnitSerNum: after.UnitSerNum, iccid }
          : undefined;
      },
      react: (due, { send }) => send('sim-deactivation', due),
    }),
  ],
};
