import { type AreaData, reactTo } from '../kit/area.ts';
import { AuditEntity, isListedAtDealer } from './audit.ts';
import { listEntry } from './audit-lines.ts';

export const area: AreaData = {
  reactions: [
    reactTo(AuditEntity, {
      name: 'list an audit entry',
      /** Without its values, which can be larger than a message. A part of a bulk action is listed only where its line is missing. */
      message({ before, after }) {
        if (before || !after || !isListedAtDealer(after)) return undefined;
        const { at, auditId, objectKind, objectId, action, dealerKey, partOfDealer } = after;
        return { at, auditId, objectKind, objectId, action, dealerKey, partOfDealer };
      },
      react: listEntry,
    }),
  ],
};
