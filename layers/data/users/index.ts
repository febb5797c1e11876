import type { AreaData } from '../kit/area.ts';
import { userFollower } from './dealer-follower.ts';

export const area: AreaData = { dealerFollowers: [userFollower] };
