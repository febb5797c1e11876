import { useEffect, useEffectEvent, useState } from 'react';
import { type CustodyAct, type CustodyView, heldBy } from '#core/consoles/custody.ts';
import { consoleTopic } from '#core/live/messages.ts';
import { sendCustody, useTopic } from '#web/lib/live/live.ts';

/** Who gives the commands of a unit's console, and what the user can do about it. */
export interface RunningCustody {
  view: CustodyView;
  /** When the view came, milliseconds since 1970. */
  heardAt: number;
  /** Another person took the console from this user. */
  wasTaken: boolean;
  /** The server's word on a request that it refused. */
  refusal: string | undefined;
  /** Why the user cannot give commands; undefined if they can. */
  readOnly: string | undefined;
  act: (act: CustodyAct) => void;
}

const NOBODY: CustodyView = { event: 'Custody' };
const FREE = { view: NOBODY, heardAt: 0, wasTaken: false, refusal: undefined };
/** A refused request is looked at again after this time: what held it back may be over. */
const LOOK_AGAIN_MS = 5_000;
/** So that the server's clock has passed the time too. */
const MARGIN_MS = 300;

/** Follows the custody of a unit while the user is at its console, and leaves it with the console. */
export function useCustody(UnitSerNum: string, isPresent: boolean): RunningCustody {
  const [known, setKnown] = useState<Omit<RunningCustody, 'act' | 'readOnly'>>(FREE);
  const { view } = known;
  const look = () => sendCustody(UnitSerNum, 'look');

  useTopic(
    isPresent ? consoleTopic(UnitSerNum) : undefined,
    (message) => {
      const { event } = message as { event?: string };
      if (event === 'CustodyChanged') look();
      if (event === 'Custody') setKnown((was) => withView(was, message as CustodyView));
    },
    {
      onSubscribed: look,
      onRefused: ({ code, topic, requestId, message }) => {
        if (code === 'CONFLICT' && topic === undefined && requestId === undefined)
          setKnown((was) => ({ ...was, refusal: message }));
      },
    },
  );

  const leave = useEffectEvent(() => {
    // Also by who only followed: it ends the console session.
    sendCustody(UnitSerNum, 'release');
    setKnown(FREE);
  });
  useEffect(() => (isPresent ? () => leave() : undefined), [isPresent]);

  const { refusal } = known;
  useEffect(() => {
    if (refusal === undefined) return undefined;
    const timer = setTimeout(() => sendCustody(UnitSerNum, 'look'), LOOK_AGAIN_MS);
    return () => clearTimeout(timer);
  }, [refusal, UnitSerNum]);

  const waitsFor = view.asked?.you && !view.asked.kept ? view.asked.answerWithin : undefined;
  // biome-ignore lint/correctness/useExhaustiveDependencies: each answer of the server says anew how long to wait
  useEffect(() => {
    if (waitsFor === undefined) return undefined;
    const timer = setTimeout(() => sendCustody(UnitSerNum, 'take'), waitsFor + MARGIN_MS);
    return () => clearTimeout(timer);
  }, [waitsFor, known.heardAt, UnitSerNum]);

  const { holder } = view;
  const readOnly = holder && !holder.you ? heldBy(holder) : undefined;
  return { ...known, readOnly, act: (act) => sendCustody(UnitSerNum, act) };
}

const withView = (was: { view: CustodyView; wasTaken: boolean }, view: CustodyView) => ({
  view,
  heardAt: Date.now(),
  wasTaken: view.holder !== undefined && !view.holder.you && (was.wasTaken || was.view.holder?.you === true),
  refusal: undefined,
});
