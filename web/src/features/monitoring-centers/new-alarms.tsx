import { useEffect, useRef } from 'react';
import type { Topic } from '#core/live/messages.ts';
import { SECOND } from '#core/time.ts';
import { SwitchField } from '#web/components/form/toggle-fields.tsx';
import { useThrottled } from '#web/components/hooks/use-throttled.ts';
import { announce } from '#web/components/messages/announce.ts';
import { useTopic } from '#web/lib/live/live.ts';
import { useKeptState } from '#web/lib/page/kept-state.ts';
import { playAlarmSound } from './alarm-sound.ts';

/** In a storm, alarms come all the time. */
const PAUSE_MS = 3 * SECOND;

const isBoolean = (value: unknown): value is boolean => typeof value === 'boolean';

/** Tells of each new alarm: by a sound, by the screen reader, and in the title of a tab that is not in sight. Switches the sound. */
export function NewAlarms({ topic }: { topic: Topic }) {
  const [isOn, setOn] = useKeptState('watchkeep.alarms.sound', true, isBoolean);
  const markTitle = useMarkedTitle('New alarm');
  const tell = useThrottled(() => {
    announce('New alarm');
    markTitle();
    if (isOn) void playAlarmSound();
  }, PAUSE_MS);
  useTopic(topic, (message) => {
    if ((message as { raised?: boolean }).raised) tell();
  });
  return <SwitchField name="sound" label="Sound for new alarms" value={isOn} onChange={setOn} />;
}

/** Returns what puts `words` before the title of the tab while the tab is not in sight. */
function useMarkedTitle(words: string): () => void {
  const unmarked = useRef<string>(undefined);
  useEffect(() => {
    const unmark = () => {
      if (document.hidden || unmarked.current === undefined) return;
      document.title = unmarked.current;
      unmarked.current = undefined;
    };
    document.addEventListener('visibilitychange', unmark);
    return () => document.removeEventListener('visibilitychange', unmark);
  }, []);
  return () => {
    if (!document.hidden || unmarked.current !== undefined) return;
    unmarked.current = document.title;
    document.title = `${words} · ${document.title}`;
  };
}
