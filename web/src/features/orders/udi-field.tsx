import { Button, chakra, Flex } from '@chakra-ui/react';
import { FileText, X } from 'lucide-react';
import { useState } from 'react';
import { FileDrop } from '#web/components/upload/file-drop.tsx';
import { readUdiRows, UDI_FILES } from './read-udi-rows.ts';

/** A chosen file with the number of its rows, or the name of the one that the item has already. */
export interface UdiFile {
  fileName: string;
  chosen?: { content: File; rows: number };
}

interface UdiFieldProps {
  quantity: number | undefined;
  file: UdiFile | undefined;
  onChange: (file: UdiFile | undefined) => void;
  /** Why the item cannot be saved with this file, or without one. */
  problem: string | undefined;
  required: boolean;
}

/** The UDI file of an item: the browser reads its rows and refuses a wrong one. It is uploaded when the item is saved. */
export function UdiField({ quantity, file, onChange, problem, required }: UdiFieldProps) {
  const [refused, setRefused] = useState<string>();
  const take = async (chosen: File) => {
    const read = quantity ? await readUdiRows(chosen, quantity) : { problem: 'Enter the quantity first' };
    setRefused('problem' in read ? read.problem : undefined);
    if ('udis' in read) onChange({ fileName: chosen.name, chosen: { content: chosen, rows: read.udis.length } });
  };
  const error = refused ?? problem;
  return (
    <chakra.section aria-label="UDI file">
      <chakra.h3 textStyle="sectionTitle" mb="1.5">
        {required ? 'UDI file' : 'UDI file (optional)'}
      </chakra.h3>
      {file ? (
        <Flex align="center" gap="3" borderWidth="1px" borderRadius="l2" px="3" py="2">
          <FileText size={18} aria-hidden />
          <chakra.span flex="1" minW="0" overflowWrap="anywhere">
            {file.fileName}
            {file.chosen && `, ${file.chosen.rows.toLocaleString('en')} rows`}
          </chakra.span>
          <Button size="xs" variant="ghost" onClick={() => onChange(undefined)}>
            <X size={15} aria-hidden />
            Remove file
          </Button>
        </Flex>
      ) : (
        <FileDrop
          label="A CSV file with a column UDI and one unit per line"
          rules={UDI_FILES}
          onFile={(chosen) => void take(chosen)}
          {...(error !== undefined && { error })}
        />
      )}
    </chakra.section>
  );
}
