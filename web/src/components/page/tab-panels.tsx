import { chakra, Flex } from '@chakra-ui/react';
import { type KeyboardEvent, type ReactNode, useId, useRef } from 'react';
import { TAB, TAB_ROW } from './tab-style.ts';

export interface TabPanel {
  id: string;
  label: string;
  /** Beside the label: what needs attention in it. */
  mark?: ReactNode;
}

interface TabPanelsProps {
  tabs: readonly TabPanel[];
  /** Names the tabs for screen readers. */
  label: string;
  active: string;
  onChange: (id: string) => void;
  /** The content of the active tab. */
  children: ReactNode;
}

const STEPS: Readonly<Record<string, number>> = { ArrowRight: 1, ArrowLeft: -1 };

/** Tabs within a form: switching keeps the address, so that unsaved work stays. The arrow keys go from tab to tab. */
export function TabPanels({ tabs, label, active, onChange, children }: TabPanelsProps) {
  const id = useId();
  const place = tabs.findIndex((tab) => tab.id === active);
  const list = useRef<HTMLDivElement>(null);
  const onKeyDown = (event: KeyboardEvent) => {
    const step = STEPS[event.key];
    if (step === undefined) return;
    event.preventDefault();
    const next = (place + step + tabs.length) % tabs.length;
    onChange(tabs[next]!.id);
    list.current?.querySelectorAll<HTMLElement>('[role="tab"]')[next]?.focus();
  };
  return (
    <>
      <chakra.div borderBottomWidth="1px" borderColor="border">
        <Flex ref={list} role="tablist" aria-label={label} {...TAB_ROW}>
          {tabs.map((tab, index) => (
            <Tab
              key={tab.id}
              type="button"
              role="tab"
              id={`${id}-${index}`}
              aria-selected={tab.id === active}
              aria-controls={`${id}-panel`}
              tabIndex={tab.id === active ? 0 : -1}
              onClick={() => onChange(tab.id)}
              onKeyDown={onKeyDown}
            >
              {tab.label}
              {tab.mark}
            </Tab>
          ))}
        </Flex>
      </chakra.div>
      <chakra.div role="tabpanel" id={`${id}-panel`} aria-labelledby={`${id}-${place}`}>
        {children}
      </chakra.div>
    </>
  );
}

const Tab = chakra('button', { base: TAB });
