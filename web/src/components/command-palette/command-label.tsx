import { chakra, useHighlight } from '@chakra-ui/react';
import { KeyCaps } from '../shortcuts/key-caps.tsx';
import type { Command } from './types.ts';

const oneLine = { minW: '0', overflow: 'hidden', textOverflow: 'ellipsis', whiteSpace: 'nowrap' } as const;

/** A command's icon, label with the searched words in bold, hint and shortcut. */
export function CommandLabel({ command, query }: { command: Command; query: string }) {
  const chunks = useHighlight({ text: command.label, query: query.split(/\s+/).filter(Boolean), ignoreCase: true });
  return (
    <>
      {command.icon}
      <chakra.span flex="0 1 auto" {...oneLine}>
        {chunks.map(({ text, match }, index) =>
          match ? (
            // biome-ignore lint/suspicious/noArrayIndexKey: the parts of a text have no other name
            <chakra.mark key={index} bg="transparent" color="accent.fg" fontWeight="600">
              {text}
            </chakra.mark>
          ) : (
            text
          ),
        )}
      </chakra.span>
      {command.hint && (
        <chakra.span flex="1 1 0" textStyle="xs" color="fg.muted" {...oneLine}>
          {command.hint}
        </chakra.span>
      )}
      {command.shortcut && (
        <chakra.span ms="auto" hideBelow="md">
          <KeyCaps keys={command.shortcut.join(' ')} />
        </chakra.span>
      )}
    </>
  );
}
