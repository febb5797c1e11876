import { Box, chakra, IconButton, Input, InputGroup } from '@chakra-ui/react';
import { ChevronRight, History, SendHorizontal } from 'lucide-react';
import { useId, useRef, useState } from 'react';
import { readCommandLine, suggestCommands } from '#core/consoles/command-line.ts';
import { commandUsage } from '#core/consoles/commands.ts';
import { OptionList, OptionPopup } from '#web/components/form/option-list.tsx';
import { useListbox } from '#web/components/form/use-listbox.ts';
import { useShortcuts } from '#web/components/shortcuts/use-shortcuts.ts';
import { DisabledReason } from '#web/components/tooltip/disabled-reason.tsx';
import type { CommandSender } from './use-send.ts';

interface CommandFieldProps {
  sender: CommandSender;
  /** Commands sent before, newest first; offered while the field is empty. */
  recent: readonly string[];
  disabledReason: string | undefined;
}

const MAX_SUGGESTED = 8;

/** A field for commands: suggests them, shows what is wrong, and sends on Enter. */
export function CommandField({ sender, recent, disabledReason }: CommandFieldProps) {
  const [line, setLine] = useState('');
  const [open, setOpen] = useState(false);
  const [problem, setProblem] = useState<string>();
  const input = useRef<HTMLInputElement>(null);
  const problemId = useId();
  useShortcuts([{ keys: ':', label: 'Type a console command', run: () => input.current?.focus() }]);

  const options = suggestionsFor(line, recent, sender);
  const listbox = useListbox({
    count: options.length,
    open: open && !disabledReason,
    initial: -1,
    onChoose: (index) => choose(options[index]!),
  });
  const type = (text: string) => {
    setLine(text);
    setProblem(undefined);
    setOpen(true);
    listbox.reset();
  };
  const choose = (option: Suggestion) => {
    type(option.needsMore ? `${option.line} ` : option.line);
    setOpen(option.needsMore);
    input.current?.focus();
  };
  const send = async () => {
    if (disabledReason) return;
    const read = readCommandLine(line, sender.commands);
    if (read.problem !== undefined) return setProblem(read.problem);
    setOpen(false);
    if (await sender.send(read.command, read.arguments)) setLine('');
  };

  return (
    <Box position="relative" px="4" py="3" borderTopWidth="1px">
      <InputGroup
        startElement={<ChevronRight size={15} aria-hidden />}
        endElementProps={{ px: '1' }}
        endElement={
          <DisabledReason reason={disabledReason}>
            <IconButton size="2xs" variant="ghost" aria-label="Send the command" onClick={() => void send()}>
              <SendHorizontal size={15} aria-hidden />
            </IconButton>
          </DisabledReason>
        }
      >
        <Input
          ref={input}
          {...listbox.inputProps}
          value={line}
          aria-label="Console command"
          aria-invalid={problem ? true : undefined}
          aria-describedby={problem ? problemId : undefined}
          placeholder={disabledReason ?? 'Type a command'}
          fontFamily="mono"
          autoCorrect="off"
          enterKeyHint="send"
          onChange={(event) => type(event.target.value)}
          onFocus={() => setOpen(true)}
          onBlur={() => setOpen(false)}
          onKeyDown={(event) => {
            const top = options[0];
            if (event.key === 'Tab' && !event.shiftKey && open && line && top && top.line !== line.trim()) {
              event.preventDefault();
              choose(top);
            } else if (listbox.onKeyDown(event)) return;
            else if (event.key === 'Enter') void send();
            else if (event.key === 'Escape' && open) {
              event.stopPropagation();
              setOpen(false);
            }
          }}
        />
      </InputGroup>
      <chakra.p id={problemId} role="alert" color="fg.error" textStyle="xs" mt={problem ? '1.5' : '0'}>
        {problem}
      </chakra.p>
      {open && !disabledReason && options.length > 0 && (
        <OptionPopup id={listbox.listId} label="Suggested commands">
          {options.map((option, index) => (
            <OptionList.Option
              key={option.key}
              {...listbox.optionProps(index)}
              hint={option.hint}
              icon={option.isRecent && <History size={14} aria-hidden />}
            >
              <chakra.span fontFamily="mono">{option.shown}</chakra.span>
            </OptionList.Option>
          ))}
        </OptionPopup>
      )}
    </Box>
  );
}

interface Suggestion {
  key: string;
  line: string;
  shown: string;
  hint: string;
  needsMore: boolean;
  isRecent: boolean;
}

function suggestionsFor(line: string, recent: readonly string[], { commands }: CommandSender): Suggestion[] {
  const lastSent =
    line === ''
      ? recent.slice(0, 3).map((sent) => ({
          key: `recent ${sent}`,
          line: sent,
          shown: sent,
          hint: 'sent before',
          needsMore: false,
          isRecent: true,
        }))
      : [];
  const known = suggestCommands(line, commands).map((command) => ({
    key: command.name,
    line: command.name,
    shown: commandUsage(command),
    hint: command.label,
    needsMore: command.arguments.some(({ optional }) => !optional),
    isRecent: false,
  }));
  // While its arguments are typed, a command is shown for its syntax.
  return [...lastSent, ...known].slice(0, MAX_SUGGESTED);
}
