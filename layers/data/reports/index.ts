import type { AreaData } from '../kit/area.ts';
import { reactions } from './reactions.ts';

export const area: AreaData = { reactions };
