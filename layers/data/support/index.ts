import type { AreaData } from '../kit/area.ts';
import { ticketFollowers } from './dealer-follower.ts';

export const area: AreaData = { dealerFollowers: ticketFollowers };
