import { Button, Flex, Text } from '@chakra-ui/react';
import { useEffect, useEffectEvent, useRef, useState } from 'react';
import { SwitchField } from '#web/components/form/toggle-fields.tsx';
import { announce } from '#web/components/messages/announce.ts';
import { useKeptState } from '#web/lib/page/kept-state.ts';
import { mayPlay, playAlarmSound } from './alarm-sound.ts';

const isBoolean = (value: unknown): value is boolean => typeof value === 'boolean';

/**
 * Tells of a new alarm: by a sound, by the screen reader, and in the title of a tab that is not in sight. Switches the sound. `newestAt`: when the
 * newest alarm of the board came; undefined while it is not known.
 */
export function NewAlarms({ newestAt }: { newestAt: string | undefined }) {
  const [isOn, setOn] = useKeptState('watchkeep.alarms.sound', true, isBoolean);
  const [isSilenced, setSilenced] = useState(false);
  const markTitle = useMarkedTitle('New alarm');
  const play = async () => setSilenced(!(await playAlarmSound()));
  const tell = useEffectEvent(() => {
    announce('New alarm');
    markTitle();
    if (isOn) void play();
  });
  useEffect(() => {
    void mayPlay().then((may) => setSilenced(!may));
  }, []);
  useEffect(() => {
    if (!isSilenced) return undefined;
    const check = () => void mayPlay().then((may) => setSilenced(!may));
    document.addEventListener('click', check);
    document.addEventListener('keydown', check);
    return () => {
      document.removeEventListener('click', check);
      document.removeEventListener('keydown', check);
    };
  }, [isSilenced]);
  const told = useRef<string>(undefined);
  useEffect(() => {
    if (newestAt === undefined) return;
    const before = told.current;
    if (before === undefined || newestAt > before) told.current = newestAt;
    if (before !== undefined && newestAt > before) tell();
  }, [newestAt]);
  return (
    <Flex align="center" columnGap="3" rowGap="1" wrap="wrap">
      <SwitchField name="sound" label="Sound for new alarms" value={isOn} onChange={setOn} />
      {isOn && isSilenced && (
        <>
          <Text color="warning.fg" textStyle="xs">
            Your browser plays no sound before you click in this tab.
          </Text>
          <Button size="sm" variant="outline" onClick={() => void play()}>
            Play the sound
          </Button>
        </>
      )}
    </Flex>
  );
}

/** Returns what puts `words` before the title of the tab while the tab is not in sight. */
function useMarkedTitle(words: string): () => void {
  const unmarked = useRef<string>(undefined);
  useEffect(() => {
    const unmark = () => {
      if (unmarked.current !== undefined) document.title = unmarked.current;
      unmarked.current = undefined;
    };
    const seen = () => {
      if (!document.hidden) unmark();
    };
    document.addEventListener('visibilitychange', seen);
    return () => {
      document.removeEventListener('visibilitychange', seen);
      unmark();
    };
  }, []);
  return () => {
    if (!document.hidden || unmarked.current !== undefined) return;
    unmarked.current = document.title;
    document.title = `${words} · ${document.title}`;
  };
}
