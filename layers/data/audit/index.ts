import { type AreaData, reactTo } from '../kit/area.ts';
import { AuditEntity } from './audit.ts';
import { listEntry } from './audit-lines.ts';

export const area: AreaData = {
  reactions: [
    reactTo(AuditEntity, {
      name: 'list an audit entry',
      /** Without its values, which can be larger than a message. A part of a bulk action is not listed. */
      message({ before, after }) {
        if (before || !after || after.partOf !== undefined) return undefined;
        const { at, auditId, objectKind, objectId, action, dealerKey } = after;
        return { at, auditId, objectKind, objectId, action, dealerKey };
      },
      react: listEntry,
    }),
  ],
};
