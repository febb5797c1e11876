import type { AreaData } from '../kit/area.ts';
import { profileFollower } from './dealer-follower.ts';

export const area: AreaData = { dealerFollowers: [profileFollower] };
