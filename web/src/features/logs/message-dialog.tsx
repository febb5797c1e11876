import { Button, chakra, Flex, Heading } from '@chakra-ui/react';
import { Link2, MapPin } from 'lucide-react';
import { LOCATION_NOT_FOUND, location } from '#core/location/contract.ts';
import { lookUpOf } from '#core/location/look-up.ts';
import { explain } from '#core/logs/explain.ts';
import type { ProtocolEntry } from '#core/logs/protocol-entry.ts';
import { shownImei } from '#core/sims/identifiers.ts';
import { Dialog } from '#web/components/dialog/dialog.tsx';
import { KeyValueList } from '#web/components/page/key-value-list.tsx';
import { ExactTime } from '#web/components/text/relative-time.tsx';
import { copyShown } from '#web/lib/messages/copy-shown.ts';
import { showFailureAs } from '#web/lib/messages/show.ts';
import { useMay } from '#web/lib/session/session.tsx';
import { findPlace, openMap } from '#web/shared/location/open-map.ts';
import { fieldWords, spacedBytes } from './message-words.ts';

interface MessageDialogProps {
  message: ProtocolEntry;
  /** The address of the log with this message highlighted. */
  address: string;
  onClose: () => void;
}

/** One message of a protocol log: in words, its decoded fields, and its bytes. */
export function MessageDialog({ message, address, onClose }: MessageDialogProps) {
  const { messageType, payload, RawData, payloadLength, dataUsed } = message;
  const mayLookUp = useMay(location.coordinates.access);
  const lookUp = mayLookUp ? lookUpOf(payload) : undefined;
  return (
    <Dialog
      open
      onClose={onClose}
      size="lg"
      title={`Message ${messageType}`}
      footer={
        <>
          <Button variant="outline" onClick={() => void copyShown('Link', address)}>
            <Link2 size={15} aria-hidden />
            Copy link
          </Button>
          {lookUp && (
            <Button
              variant="outline"
              onClick={() => void openMap(() => findPlace(lookUp)).catch(showFailureAs(LOCATION_NOT_FOUND))}
            >
              <MapPin size={15} aria-hidden />
              Show on map
            </Button>
          )}
          <Button variant="outline" onClick={onClose}>
            Close
          </Button>
        </>
      }
    >
      <Flex direction="column" gap="5">
        <Part title="In words">
          <chakra.ul display="grid" gap="1">
            {explain({ messageType, content: payload }).map((sentence) => (
              <li key={sentence}>{sentence}</li>
            ))}
          </chakra.ul>
        </Part>
        <KeyValueList
          items={[
            { label: 'Time at the bridge', value: <ExactTime at={message.MessageTime} zone /> },
            { label: 'Origin', value: message.Origin },
            { label: 'Destination', value: message.Destination },
            { label: 'IMEI', value: shownImei(message.imei), copyable: true },
            { label: 'Payload', value: `${payloadLength} bytes` },
            { label: 'Data used', value: `${dataUsed} bytes` },
          ]}
        />
        <Part title="Payload">
          <KeyValueList
            items={Object.entries(payload).map(([label, value]) => ({ label, value: fieldWords(value) }))}
          />
        </Part>
        <Part title="Raw bytes">
          <chakra.code textStyle="identifier" overflowWrap="anywhere" display="block">
            {spacedBytes(RawData) || 'This message has no frame.'}
          </chakra.code>
        </Part>
      </Flex>
    </Dialog>
  );
}

const Part = ({ title, children }: { title: string; children: React.ReactNode }) => (
  <section>
    <Heading as="h3" textStyle="sm" fontWeight="600" mb="1.5">
      {title}
    </Heading>
    {children}
  </section>
);
