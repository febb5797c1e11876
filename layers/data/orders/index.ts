import type { AreaData } from '../kit/area.ts';
import { orderFollower } from './dealer-follower.ts';

export const area: AreaData = { dealerFollowers: [orderFollower] };
