import type { BulkWork } from '../kit/area.ts';
import { makeVerizon } from './make-verizon.ts';

export const bulkWork: Readonly<Record<string, BulkWork>> = { makeVerizon };
