import { type AreaData, reactTo } from '../kit/area.ts';
import { DealerMoveEntity } from './dealer-moves.ts';

export const area: AreaData = {
  reactions: [
    reactTo(DealerMoveEntity, {
      name: 'begin a dealer move',
      message: ({ before, after }) => (after && !before ? { moveId: after.moveId } : undefined),
      react: (share, { send }) => send('dealer-move', share, { group: share.moveId }),
    }),
  ],
};
