import { holding } from '../access.ts';

export const DEMO_MANAGERS = holding('ENGINEER');
