import { chakra } from '@chakra-ui/react';
import { Link } from 'react-router';
import type { AuditEntry } from '#core/audit/entry.ts';
import { type SentencePart, sentenceParts } from '#core/audit/sentence.ts';
import { paths } from '#web/lib/page/paths.ts';

/** `Ann Lee switched reporting off for 400022`, with links to the audit of Ann Lee and of the unit. */
export const Sentence = ({ entry }: { entry: AuditEntry }) => (
  <chakra.span
    css={{
      '& a': { fontWeight: '600', borderRadius: 'l1', focusVisibleRing: 'outside' },
      '& a:hover': { textDecoration: 'underline' },
    }}
  >
    {sentenceParts(entry).map((part) => {
      const to = auditOf(part, entry);
      // A sentence names its actor and its object once.
      return to ? (
        <Link key={part.is} to={to}>
          {part.text}
        </Link>
      ) : (
        part.text
      );
    })}
  </chakra.span>
);

function auditOf({ is }: SentencePart, { actorKey, objectKind, objectId }: AuditEntry): string | undefined {
  if (is === 'actor') return actorKey === 'system' ? undefined : paths.audit({ user: actorKey });
  return is === 'object' ? paths.audit({ kind: objectKind, id: objectId }) : undefined;
}
