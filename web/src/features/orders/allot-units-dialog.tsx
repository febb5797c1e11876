import { Box, Button, chakra, Flex } from '@chakra-ui/react';
import { useState } from 'react';
import { serialNumbersIn } from '#core/dev-tools/mass-update.ts';
import { type AllottedRow, UNITS_OF_AN_ALLOTMENT } from '#core/orders/allotment.ts';
import { orders } from '#core/orders/contract.ts';
import type { Order, OrderItem } from '#core/orders/order.ts';
import { unitCount } from '#core/units/unit-count.ts';
import { Dialog, DialogCancel } from '#web/components/dialog/dialog.tsx';
import { TextAreaField } from '#web/components/form/text-area-field.tsx';
import { PartsProgress } from '#web/components/progress/parts-progress.tsx';
import { Problem } from '#web/components/states/problem.tsx';
import { Unsaved } from '#web/components/unsaved/unsaved.tsx';
import { FileDrop } from '#web/components/upload/file-drop.tsx';
import { call } from '#web/lib/api/api.ts';
import { useParts } from '#web/lib/api/use-parts.ts';
import { useReadAgain } from '#web/lib/api/use-read-again.ts';
import { READS_OF_UNITS } from './order-reads.ts';
import { readSerialNumbers, SERIAL_NUMBER_FILES } from './read-serial-numbers.ts';
import { ReplaceUnitIDs } from './replace-unit-ids.tsx';

const SHOWN_REASONS = 10;

/** Allots units to an item of an order, by serial numbers that people type, paste, scan or take from a file. */
export function AllotUnitsDialog({ order, item, onClose }: { order: Order; item: OrderItem; onClose: () => void }) {
  const readAgain = useReadAgain();
  const [text, setText] = useState('');
  const [problem, setProblem] = useState<string>();
  const [fileProblem, setFileProblem] = useState<string>();
  const take = async (file: File) => {
    const read = await readSerialNumbers(file);
    setFileProblem('problem' in read ? read.problem : undefined);
    if ('serialNumbers' in read) setText((typed) => [typed.trim(), ...read.serialNumbers].filter(Boolean).join('\n'));
  };
  const parts = useParts<string, AllottedRow>(UNITS_OF_AN_ALLOTMENT);
  const { serialNumbers, unreadable } = serialNumbersIn(text);
  const send = async (dryRun: boolean) => {
    const wrong = problemOf(serialNumbers, unreadable, item.orderItemQuantity);
    setProblem(wrong);
    if (wrong) return;
    const asked = { orderKey: order.orderKey, orderItem: item.orderItem, dryRun };
    const allotted = new Set<string>();
    await parts.start(serialNumbers, async (part) => {
      const { rows } = await call(orders.allotUnits, { ...asked, serialNumbers: [...part] });
      for (const { UnitSerNum, state } of rows) if (state === 'allotted') allotted.add(UnitSerNum);
      return rows;
    });
    if (dryRun) return;
    // What is left can be corrected and sent again.
    setText(serialNumbers.filter((one) => !allotted.has(one)).join('\n'));
    await readAgain(...READS_OF_UNITS);
  };
  const isBusy = parts.progress !== undefined;
  return (
    <Dialog
      open
      onClose={onClose}
      size="md"
      closable={!isBusy}
      title={`Allot units to item ${item.orderItem} of order ${order.OrderNumber}`}
      description={`${unitCount(item.orderItemQuantity)} of ${item.product}`}
      footer={
        <>
          <DialogCancel>Close</DialogCancel>
          <Button variant="outline" onClick={() => void send(true)} disabled={isBusy}>
            Check
          </Button>
          <Button onClick={() => void send(false)} disabled={isBusy}>
            Allot units
          </Button>
        </>
      }
    >
      <Unsaved when={text.trim() !== '' && !isBusy} />
      <Flex direction="column" gap="4">
        <TextAreaField
          name="units"
          label="Serial numbers"
          help="Scan or type one on each line, or with commas between"
          rows={6}
          value={text}
          onChange={setText}
        />
        <FileDrop
          label="A CSV file with a column UnitSerNum and one unit per line"
          rules={SERIAL_NUMBER_FILES}
          disabled={isBusy}
          onFile={(file) => void take(file)}
          {...(fileProblem !== undefined && { error: fileProblem })}
        />
        <Problem text={problem} />
        <PartsProgress label="Units" parts={parts} />
        {parts.outcomes.length > 0 && !isBusy && <Outcome rows={parts.outcomes} />}
        {item.startingUnitID !== '' && <ReplaceUnitIDs order={order} item={item} disabled={isBusy} />}
      </Flex>
    </Dialog>
  );
}

function problemOf(serialNumbers: readonly string[], unreadable: readonly string[], most: number): string | undefined {
  if (unreadable.length > 0) return `These are no serial numbers: ${unreadable.slice(0, 5).join(', ')}`;
  if (serialNumbers.length === 0) return 'Enter a serial number';
  return serialNumbers.length > most ? `The item has ${unitCount(most)}` : undefined;
}

function Outcome({ rows }: { rows: readonly AllottedRow[] }) {
  const failed = rows.filter(({ state }) => state === 'failed');
  const free = rows.filter(({ state }) => state === 'free').length;
  const allotted = rows.length - failed.length - free;
  const shared = rows.filter(({ state, reason }) => state === 'allotted' && reason !== undefined);
  const words = [
    allotted > 0 && `${unitCount(allotted)} allotted`,
    free > 0 && `${unitCount(free)} can be allotted`,
    failed.length > 0 && `${unitCount(failed.length)} refused`,
  ];
  return (
    <Box role="status">
      <chakra.p fontWeight="600">{words.filter(Boolean).join(', ')}</chakra.p>
      <Reasons label="Refused units" rows={failed} />
      <Reasons label="Units whose unit ID another unit has" rows={shared} />
    </Box>
  );
}

function Reasons({ label, rows }: { label: string; rows: readonly AllottedRow[] }) {
  if (rows.length === 0) return null;
  return (
    <chakra.ul aria-label={label} color="warning.fg">
      {rows.slice(0, SHOWN_REASONS).map(({ UnitSerNum, reason }) => (
        <li key={UnitSerNum}>{`${UnitSerNum}: ${reason}`}</li>
      ))}
      {rows.length > SHOWN_REASONS && <li>{`And ${rows.length - SHOWN_REASONS} more`}</li>}
    </chakra.ul>
  );
}
