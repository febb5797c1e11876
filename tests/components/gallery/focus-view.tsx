import { Button, chakra, Flex, Heading } from '@chakra-ui/react';
import { useEffect, useState } from 'react';
import { useConfirm } from '#web/components/dialog/confirm.ts';
import { keepFocus } from '#web/components/focus/keep-focus.ts';
import { EmptyState } from '#web/components/states/empty-state.tsx';
import { DisabledReason } from '#web/components/tooltip/disabled-reason.tsx';

const NAMES = ['Ann', 'Ben', 'Cem'];
const CALL_MS = 300;

/** A list whose rows are deleted after a question and a call, and a panel that closes itself. */
export function FocusView() {
  const confirm = useConfirm();
  const [names, setNames] = useState(NAMES);
  const [calling, setCalling] = useState('');
  const [open, setOpen] = useState(false);
  const [reason, setReason] = useState('');
  useEffect(keepFocus, []);
  const call = async (name: string) => {
    setCalling(name);
    await new Promise((resolve) => setTimeout(resolve, CALL_MS));
    setCalling('');
  };
  const remove = async (name: string) => {
    if (!(await confirm({ title: `Delete ${name}?`, actionLabel: 'Delete name', severity: 'final' }))) return;
    await call(name);
    setNames((left) => left.filter((one) => one !== name));
  };
  return (
    <Flex direction="column" gap="4" align="flex-start">
      <Heading as="h1">Focus</Heading>
      <Button onClick={() => setOpen(true)}>Open the panel</Button>
      {open && (
        <section aria-label="Panel">
          <Button onClick={() => setOpen(false)}>Close the panel</Button>
        </section>
      )}
      <DisabledReason reason={reason}>
        <Button onClick={() => setReason('It was sent')} onBlur={() => setReason('')}>
          Send
        </Button>
      </DisabledReason>
      <section>
        <Heading as="h2">Names</Heading>
        {names.length === 0 ? (
          <EmptyState title="No name is left" />
        ) : (
          <chakra.ul>
            {names.map((name) => (
              <li key={name}>
                <Button onClick={() => void remove(name)} loading={calling === name}>{`Delete ${name}`}</Button>
                <Button onClick={() => void call(name)} loading={calling === name}>{`Check ${name}`}</Button>
              </li>
            ))}
          </chakra.ul>
        )}
      </section>
      <Notes />
      <chakra.div h="200rem" />
    </Flex>
  );
}

/** Rows with a text field. The first goes at once by its button, or some time later, as if somebody else had removed it. */
function Notes() {
  const [notes, setNotes] = useState(NAMES);
  const without = (name: string) => setNotes((left) => left.filter((one) => one !== name));
  return (
    <section>
      <Heading as="h2">Notes</Heading>
      <Button onClick={() => setTimeout(() => without('Ann'), CALL_MS)}>Remove Ann soon</Button>
      <chakra.ul>
        {notes.map((name) => (
          <li key={name}>
            <Button onClick={() => without(name)}>{`Remove ${name}`}</Button>
            <input aria-label={`Note of ${name}`} />
          </li>
        ))}
      </chakra.ul>
    </section>
  );
}
