import { Box, Button, Input, InputGroup, Spinner } from '@chakra-ui/react';
import { Search, Undo2 } from 'lucide-react';
import { type RefObject, useState } from 'react';
import type { DealerChoice } from '#core/dealer-switch/contract.ts';
import { OptionList } from '#web/components/form/option-list.tsx';
import { useListbox } from '#web/components/form/use-listbox.ts';
import { ErrorState } from '#web/components/states/error-state.tsx';
import { useSession } from '#web/lib/session/session.tsx';
import { type SwitchBy, useShowAs } from '#web/shared/dealers/use-show-as.ts';
import { type DealerList, useDealerSearch } from './use-dealer-search.ts';

interface DealerFinderProps {
  list: DealerList;
  by: SwitchBy;
  inputRef: RefObject<HTMLInputElement | null>;
}

/** Finds a dealer by name or key among thousands, and shows the portal as it. */
export function DealerFinder({ list, by, inputRef }: DealerFinderProps) {
  const { user } = useSession();
  const [text, setText] = useState('');
  const { dealers = [], error, isSearching, showMore, retry } = useDealerSearch(list, text);
  const { showAs, isSwitching } = useShowAs(by);
  const choose = ({ DealerKey }: DealerChoice) => {
    if (DealerKey !== user.dealer && !isSwitching) showAs(DealerKey);
  };
  const listbox = useListbox({ count: dealers.length, open: true, onChoose: (index) => choose(dealers[index]!) });
  const nothing = dealers.length === 0 && !isSearching ? 'No dealer has this name' : undefined;

  return (
    <>
      <InputGroup
        startElement={<Search size={15} aria-hidden />}
        endElement={isSearching || isSwitching ? <Spinner size="xs" aria-label="Searching" /> : undefined}
      >
        <Input
          ref={inputRef}
          aria-label="Find a dealer"
          placeholder="Name or key"
          value={text}
          {...listbox.inputProps}
          onChange={(event) => {
            setText(event.target.value);
            listbox.reset();
          }}
          onKeyDown={listbox.onKeyDown}
        />
      </InputGroup>
      {user.dealer !== user.ownDealer && (
        <Button
          variant="ghost"
          size="sm"
          w="full"
          justifyContent="flex-start"
          px="2"
          mt="2"
          onClick={() => showAs(user.ownDealer)}
        >
          <Undo2 size={15} aria-hidden />
          {`Back to ${user.ownDealerName}`}
        </Button>
      )}
      {error && dealers.length === 0 ? (
        <ErrorState title="The dealers could not be read" failure={error} onRetry={retry} />
      ) : (
        <Box mt="2" maxH="20rem" overflowY="auto" mx="-1" role="group" aria-label="Dealers found" tabIndex={0}>
          <OptionList id={listbox.listId} label="Dealers" {...(nothing && { empty: nothing })}>
            {dealers.map((dealer, index) => (
              <OptionList.Option
                key={dealer.DealerKey}
                {...listbox.optionProps(index)}
                checked={dealer.DealerKey === user.dealer}
                hint={hintOf(dealer)}
              >
                {dealer.DealerName}
              </OptionList.Option>
            ))}
          </OptionList>
          {showMore && (
            <Button
              variant="ghost"
              size="sm"
              w="full"
              mt="1"
              onClick={showMore}
              loading={isSearching}
              loadingText="Show more"
            >
              Show more
            </Button>
          )}
        </Box>
      )}
    </>
  );
}

const hintOf = ({ DealerKey, DealerParentName }: DealerChoice) =>
  [DealerParentName, DealerKey].filter((part) => part !== null).join(' · ');
